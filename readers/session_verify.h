// session_verify.h: reads every byte of a session and says what is not as it should be.
//
// Shape    every frame is looked at, every block is decompressed, unpacked and compared with its announcement and with
//          the ledger.
// Errors   as SessionReader::Open; what is damaged is the report, not an error.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"
#include "readers/session_reader.h"

namespace aclprof {

struct VerifyReport {
  uint64_t files = 0;
  uint64_t bytes = 0;
  uint64_t blocks = 0;
  uint64_t records = 0;          // in whole blocks
  uint64_t unknown_records = 0;  // of kinds of a newer version
  uint64_t unknown_frames = 0;
  uint64_t files_without_footer = 0;
  std::vector<FileDamage> damage;
  std::vector<std::string> foreign;
  std::vector<std::string> contradictions;  // between what is announced, stored and in the ledger

  bool IsWhole() const {
    return damage.empty() && contradictions.empty() && files_without_footer == 0;
  }
};

Status VerifySession(const std::string& path, VerifyReport* report,
                     const ReadOptions& options = {});

}  // namespace aclprof
