#include "readers/session_verify.h"

#include <memory>

#include "readers/block_decoder.h"
#include "readers/session_contents.h"

namespace aclprof {
namespace {

class Verification {
 public:
  Verification(const SessionContents& contents, VerifyReport* report)
      : contents_(contents), report_(report) {}

  void Run() {
    report_->damage = contents_.damage;
    report_->foreign = contents_.foreign;
    report_->unknown_records = contents_.unknown_records;
    for (const TraceContents& file : contents_.files) CountFile(file);
    for (const BlockRef& ref : contents_.blocks) CheckBlock(ref);
    CheckLedger();
    const SessionInfo& info = contents_.info.info;
    if (!info.info_json.empty() && !info.complete)
      report_->contradictions.push_back("incomplete: " + info.why_incomplete);
  }

 private:
  void CountFile(const TraceContents& file) {
    ++report_->files;
    report_->bytes += file.bytes;
    report_->unknown_frames += file.unknown_frames;
    if (file.footers == 0) ++report_->files_without_footer;
  }

  void CheckBlock(const BlockRef& ref) {
    ++report_->blocks;
    const Status outcome = Unpack(ref);
    if (!outcome.ok()) return NoteDamage(ref, outcome.message());
    report_->records += ref.announced.Records();
  }

  Status Unpack(const BlockRef& ref) {
    if (file_ == nullptr || file_->path() != contents_.PathOf(ref)) {
      Status opened = InputFile::Open(contents_.PathOf(ref), &file_);
      if (!opened.ok()) return opened;
    }
    return decoder_.Unpack(*file_, ref, ~uint64_t{0}, &block_);
  }

  void NoteDamage(const BlockRef& ref, const std::string& what) {
    report_->damage.push_back(contents_.DamageOf(ref, what));
  }

  void CheckLedger() {
    const int64_t missing = contents_.MissingRecords();
    if (missing > 0) {
      report_->contradictions.push_back("the ledger says that " + std::to_string(missing) +
                                        " more records were stored than the files announce");
    } else if (missing < 0) {
      report_->contradictions.push_back("the files announce " + std::to_string(-missing) +
                                        " more records than the ledger says were stored");
    }
  }

  const SessionContents& contents_;
  VerifyReport* report_;
  std::unique_ptr<InputFile> file_;
  BlockDecoder decoder_{ContentChecksum::kChecked};
  UnpackedBlock block_;
};

}  // namespace

Status VerifySession(const std::string& path, VerifyReport* report) {
  SessionContents contents;
  Status loaded = LoadSession(path, ScanDepth::kEveryFrame, &contents);
  if (loaded.ok()) Verification(contents, report).Run();
  return loaded;
}

}  // namespace aclprof
