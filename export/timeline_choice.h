// timeline_choice.h: what of a session its timeline shows, and in how many files.
//
// Units    bytes, ns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "export/timeline_layers.h"

namespace aclprof {

struct TimelineChoice {
  uint64_t hidden_layers = 0;          // a bit a layer, see LayerBit
  std::optional<int32_t> only_device;  // the host is shown all the same
  std::string name;                    // slices and counters whose name has it somewhere; "" = all
  // The timeline goes on in another file before one is larger; 0 = all in one. From 1 MiB on.
  uint64_t piece_bytes = 0;
  // Likewise when this time is over, counted from its first event on.
  int64_t piece_ns = 0;

  bool HasPieces() const { return piece_bytes != 0 || piece_ns != 0; }
  TimelineChoice InOneFile() const {
    TimelineChoice choice = *this;
    choice.piece_bytes = 0;
    choice.piece_ns = 0;
    return choice;
  }

  bool ShowsAll() const { return hidden_layers == 0 && !only_device && name.empty(); }
  bool ShowsProcess(uint64_t pid) const {
    const int32_t device = DeviceOfPid(pid);
    return (hidden_layers & LayerBit(LayerOfPid(pid))) == 0 &&
           (!only_device || device < 0 || device == *only_device);
  }
};

}  // namespace aclprof
