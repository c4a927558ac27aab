// trace_file.h: one trace file while it is being written.
//
// Shape    blocks and clock pairs are added, and written together by a flush; after a failed one the file is cut back to
//          the end of the one before.
// Threads  one at a time.
// Errors   a file that failed takes no more blocks; Finish may still be tried and closes it in any case.
// Source   trace_format.md.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/byte_order.h"
#include "base/file_system.h"
#include "format/ledger.h"
#include "format/trace_format.h"
#include "writers/file_dictionary.h"
#include "writers/stream_writer.h"

namespace aclprof {

class TraceFile {
 public:
  // Creates `path` and writes its header. kAlreadyExists leaves the file that is there alone.
  static Status Create(const StreamWriterOptions& options, const std::string& path, uint64_t number,
                       const ClockStamp& opened, std::unique_ptr<TraceFile>* file);

  // To be written by the next Flush, until which the block must stay. The sizes below count it already. Where memory runs
  // out nothing was added.
  void Add(const EncodedBlock& block);
  void AddClock(const ClockStamp& stamp);
  // When it fails, none of the blocks that were added is stored, and it is as if they had not been added; but the file
  // takes no more where it could not be cut back.
  Status Flush();
  bool whole() const { return whole_; }
  // Clock pairs that were added, footer, sync, close. `session` NULL: the stream goes on in another file.
  Status Finish(const Ledger* session);

  bool StillAtPath() const { return file_->StillAtPath(); }
  const std::string& path() const { return path_; }
  uint64_t bytes() const { return bytes_; }
  // What the file would have if it were finished now, give or take a few hundred bytes.
  uint64_t bytes_with_footer() const;
  uint64_t blocks() const { return blocks_ + added_.size(); }
  uint64_t records() const { return records_; }
  const ClockStamp& opened() const { return header_.opened; }
  const ClockStamp& last_stamp() const { return stamps_.back(); }

 private:
  TraceFile(const StreamWriterOptions& options, const std::string& path,
            std::unique_ptr<WritableFile> file);

  static Status Begin(const StreamWriterOptions& options, const std::string& path,
                      std::unique_ptr<WritableFile> raw, const FileHeader& header,
                      std::unique_ptr<TraceFile>* file);

  void AppendHeader(uint16_t flags, Bytes* bytes) const;
  void AppendIndex(Bytes* bytes) const;
  void AppendClocks(Bytes* bytes) const;
  void AppendLedgers(const Ledger* session, Bytes* bytes) const;
  Bytes MakeFooter(const Ledger* session) const;
  // How far everything is that an Add changes.
  struct Mark {
    size_t pending_bytes = 0;
    size_t added = 0;
    size_t stamps = 0;
    size_t index_bodies = 0;
    size_t last_body_bytes = 0;
    uint64_t index_bytes = 0;
    FileDictionary::Mark dictionary;
  };
  struct RingRow {
    LedgerRow row;
    uint64_t dropped_so_far = 0;
  };

  Mark Here() const;
  void GoBack(const Mark& mark) noexcept;
  void AddToIndex(const EncodedBlock& block, uint64_t offset);
  void Note(const EncodedBlock& block) noexcept;
  Status TryWrite(const Bytes& bytes);
  Status Write(const Bytes& bytes);

  const StreamWriterOptions& options_;
  const std::string path_;
  const std::unique_ptr<WritableFile> file_;
  FileHeader header_{};
  FileDictionary dictionary_;
  std::vector<ClockStamp> stamps_;
  std::vector<Bytes> index_;  // bodies of the index frames
  std::map<uint32_t, RingRow> rows_;
  Bytes pending_;  // what the next flush writes
  std::vector<const EncodedBlock*> added_;
  Mark flushed_;
  bool whole_ = true;
  uint64_t bytes_ = 0;
  uint64_t index_bytes_ = 0;
  uint64_t blocks_ = 0;
  uint64_t records_ = 0;
};

}  // namespace aclprof
