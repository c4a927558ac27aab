#include "readers/session_verify.h"

#include <memory>

#include "readers/block_pipeline.h"
#include "readers/open_files.h"
#include "readers/session_contents.h"

namespace aclprof {
namespace {

class Verification {
 public:
  Verification(const SessionContents& contents, int threads, VerifyReport* report)
      : contents_(contents),
        report_(report),
        pipeline_(contents.blocks.size(), threads, ContentChecksum::kChecked,
                  [this](size_t index, BlockDecoder* decoder, DecodedBlock* block) {
                    return Unpack(contents_.blocks[index], decoder, block);
                  }) {}

  void Run() {
    report_->damage = contents_.damage;
    report_->foreign = contents_.foreign;
    report_->unknown_records = contents_.unknown_records;
    for (const TraceContents& file : contents_.files) CountFile(file);
    for (size_t i = 0; i < contents_.blocks.size(); ++i) CheckBlock(i);
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

  void CheckBlock(size_t index) {
    const BlockRef& ref = contents_.blocks[index];
    ++report_->blocks;
    std::unique_ptr<DecodedBlock> block;
    const Status outcome = pipeline_.Take(index, &block);
    if (outcome.ok()) {
      report_->records += ref.announced.Records();
    } else {
      NoteDamage(ref, outcome.message());
    }
    pipeline_.GiveBack(std::move(block));
  }

  // By any thread.
  Status Unpack(const BlockRef& ref, BlockDecoder* decoder, DecodedBlock* block) {
    std::shared_ptr<const InputFile> file;
    Status opened = files_.Open(contents_.PathOf(ref), &file);
    if (!opened.ok()) return opened;
    return decoder->Unpack(*file, ref, ~uint64_t{0}, &block->unpacked);
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
  OpenFiles files_;
  BlockPipeline pipeline_;  // last: its threads use the others
};

}  // namespace

Status VerifySession(const std::string& path, VerifyReport* report, const ReadOptions& options) {
  SessionContents contents;
  Status loaded = LoadSession(path, ScanDepth::kEveryFrame, &contents);
  if (!loaded.ok()) return loaded;
  Verification(contents, DecodingThreads(options), report).Run();
  return loaded;
}

}  // namespace aclprof
