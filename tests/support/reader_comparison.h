// reader_comparison.h: holds the two readers against each other: the same file, the same records, names, ledgers and
// losses.
//
// Shape    "" when they agree, else the first thing in which they do not.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "format/record_layout.h"
#include "readers/block_decoder.h"
#include "readers/session_contents.h"
#include "readers/session_verify.h"
#include "tests/reference_reader/reference_reader.h"
#include "tests/support/file_text.h"
#include "tests/support/unpacked_records.h"

namespace aclprof {

// ring, kind, flags, payload
using ComparedRecord = std::tuple<uint32_t, uint16_t, uint16_t, std::string>;

inline std::string TextOfBytes(const void* bytes, size_t count) {
  return std::string(static_cast<const char*>(bytes), count);
}

inline ReferenceFile ReadReferenceFile(const std::string& path) {
  const std::string text = TextOfFile(path);
  return ReadReference(std::span(reinterpret_cast<const unsigned char*>(text.data()), text.size()));
}

// In the order of the file, which is that of each ring.
inline std::vector<ComparedRecord> RecordsOf(const ReferenceFile& file) {
  std::vector<ComparedRecord> records;
  for (const ReferenceBlock& block : file.blocks) {
    for (const ReferenceRecord& record : block.records)
      records.emplace_back(block.head.ring_id, record.kind, record.flags,
                           TextOfBytes(record.payload.data(), record.payload.size()));
  }
  return records;
}

// As a cursor gives them: by time.
inline std::vector<ComparedRecord> RecordsOf(RecordCursor* cursor) {
  std::vector<ComparedRecord> records;
  for (RecordView view; cursor->Next(&view);)
    records.emplace_back(view.ring_id, view.kind, view.flags,
                         TextOfBytes(view.payload, view.payload_bytes));
  return records;
}

class ReaderComparison {
 public:
  std::string Run(const std::string& path) {
    reference_ = ReadReferenceFile(path);
    const Status loaded = LoadSession(path, ScanDepth::kEveryFrame, &contents_);
    Check(reference_.refusal.empty() == (loaded.code() != StatusCode::kUnsupported), "refusal");
    if (!reference_.refusal.empty() || !difference_.empty()) return difference_;
    Check(reference_.ours == loaded.ok(), "whether it is a trace file");
    if (!loaded.ok() || !difference_.empty()) return difference_;
    CompareContents(path);
    CompareDamage(path);
    CompareRecords();
    return difference_;
  }

 private:
  void Check(bool equal, const std::string& what) {
    if (!equal && difference_.empty()) difference_ = what;
  }
  void Check(uint64_t reference, uint64_t ours, const std::string& what) {
    Check(reference == ours,
          what + ": " + std::to_string(ours) + ", by the reference " + std::to_string(reference));
  }

  void CompareContents(const std::string& path) {
    TraceContents file;
    std::optional<std::string> session_id;
    NameIndex names;
    (void)ScanTraceFile(path, ScanDepth::kEveryFrame, &session_id, &names, &file);
    Check(reference_.headers.size(), file.headers.size(), "headers");
    for (size_t i = 0; difference_.empty() && i < file.headers.size(); ++i)
      CompareHeader(reference_.headers[i], file.headers[i]);
    Check(SameBytes(reference_.stamps, file.stamps), "stamps");
    Check(reference_.ends, file.footers, "footers");
    Check(reference_.unknown_frames, file.unknown_frames, "unknown frames");
    Check(reference_.foreign_parts, file.foreign_parts, "foreign parts");
    for (const auto& [ref, text] : reference_.dictionary)
      Check(Known(ref, text) == TextOf(ref), "dictionary entry " + std::to_string(ref.id));
    if (reference_.session_ledger) CompareLedger(*reference_.session_ledger, contents_.ledger);
    Check(reference_.session_ledger.has_value() == !file.session_ledgers.empty(), "final ledger");
  }

  void CompareHeader(const ReferenceHeader& reference, const TraceHeader& header) {
    Check(std::memcmp(&reference.head, &header.fixed, sizeof(header.fixed)) == 0, "header");
    Check(reference.texts == std::array{header.session_id, header.host_name, header.process_name,
                                        header.device_name, header.clock_source, header.writer},
          "texts of the header");
  }

  template <typename T>
  static bool SameBytes(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
  }

  // Without what a newer minor added to the struct of an operator. Id 0 is none, whatever its entry says.
  static std::string Known(DictionaryRef ref, const std::string& text) {
    if (ref.space == DictionarySpace::kOp) return text.substr(0, sizeof(OpEntry));
    return ref.id == 0 && ref.space != DictionarySpace::kRing ? "" : text;
  }

  std::string TextOf(DictionaryRef ref) const {
    std::string_view name;
    switch (ref.space) {
      case DictionarySpace::kOp: {
        const OpEntry* op = contents_.names.Op(ref.id);
        return op == nullptr ? "" : TextOfBytes(op, sizeof(*op));
      }
      case DictionarySpace::kRing: {
        const RingEntry* ring = contents_.names.Ring(ref.id, &name);
        return ring == nullptr ? "" : TextOfBytes(ring, sizeof(*ring)) + std::string(name);
      }
      default:
        return std::string(contents_.names.Text(ref));
    }
  }

  void CompareLedger(const Ledger& reference, const Ledger& ledger) {
    Check(reference.by_ring.size(), ledger.by_ring.size(), "rings of the ledger");
    CompareRow(reference.unattributed, ledger.unattributed);
    for (const auto& [ring, row] : reference.by_ring) {
      const auto found = ledger.by_ring.find(ring);
      Check(found != ledger.by_ring.end(), "a ring of the ledger");
      if (found != ledger.by_ring.end()) CompareRow(row, found->second);
    }
    Check(reference.aged_out, ledger.aged_out, "aged out");
    Check(reference.loss_markers, ledger.loss_markers, "loss markers");
    Check(reference.open_ended, ledger.open_ended, "open-ended");
  }

  void CompareRow(const LedgerRow& reference, const LedgerRow& row) {
    Check(reference.stored == row.stored && reference.dropped == row.dropped, "a row of a ledger");
  }

  void CompareDamage(const std::string& path) {
    VerifyReport report;
    Check(VerifySession(path, &report).ok(), "verify fails");
    const auto bytes = [](uint64_t sum, const auto& damage) { return sum + damage.bytes; };
    const auto records = [](uint64_t sum, const auto& damage) { return sum + damage.records; };
    const auto total = [](const auto& damage, auto add) {
      return std::accumulate(damage.begin(), damage.end(), uint64_t{0}, add);
    };
    Check(total(reference_.damage, records), total(report.damage, records), "records lost");
    Check(total(reference_.damage, bytes), total(report.damage, bytes), "bytes lost");
  }

  // By block, in the order of the file; records in ring order.
  void CompareRecords() {
    std::sort(contents_.blocks.begin(), contents_.blocks.end(),
              [](const auto& a, const auto& b) { return a.frame_offset < b.frame_offset; });
    std::vector<ComparedRecord> ours;
    for (const BlockRef& ref : contents_.blocks) AppendRecords(ref, &ours);
    const auto reference = RecordsOf(reference_);
    Check(reference.size(), ours.size(), "records");
    Check(reference == ours, "a record");
    CompareNames(reference);
  }

  void AppendRecords(const BlockRef& ref, std::vector<ComparedRecord>* records) {
    std::unique_ptr<InputFile> file;
    UnpackedBlock block;
    if (!InputFile::Open(contents_.PathOf(ref), &file).ok()) return;
    if (!BlockDecoder(ContentChecksum::kChecked).Unpack(*file, ref, ~uint64_t{0}, &block).ok())
      return;
    for (const UnpackedRecord& record : RecordsOf(block))
      records->emplace_back(ref.announced.fixed.ring_id, record.kind, record.flags,
                            TextOfBytes(record.payload.data(), record.payload.size()));
  }

  // The names behind the ids in records: those of the dictionary, or unknown.
  void CompareNames(const std::vector<ComparedRecord>& records) {
    for (const auto& [ring, kind, flags, payload] : records) {
      const Field* id = FieldWithRole(LayoutOf(kind), FieldRole::kString);
      if (id == nullptr) continue;
      const auto value = LoadField(reinterpret_cast<const unsigned char*>(payload.data()), *id);
      CompareName({DictionarySpace::kString, static_cast<uint32_t>(value)});
    }
  }

  void CompareName(DictionaryRef ref) {
    const auto found = reference_.dictionary.find(ref);
    const std::string unknown = "unknown(" + std::to_string(ref.id) + ")";
    const std::string name = found == reference_.dictionary.end() ? unknown : found->second;
    Check(contents_.names.Text(ref) == (ref.id == 0 ? "" : name), "a name");
  }

  ReferenceFile reference_;
  SessionContents contents_;
  std::string difference_;
};

inline std::string CompareReaders(const std::string& path) { return ReaderComparison().Run(path); }

}  // namespace aclprof
