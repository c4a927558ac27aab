// Subscription of real models: whole records to readers of every kind, nobody waits for one, and every operator that ran
// is in the ledger.

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "acl/acl_prof.h"
#include "aclprof/aclprof.h"
#include "tests/devices_host/host_fixture.h"
#include "tests/devices_host/model_program.h"

namespace aclprof {
namespace {

size_t RecordSize() {
  size_t size = 0;
  EXPECT_EQ(aclprofGetOpDescSize(&size), 0);
  return size;
}

aclprofx_ledger SubscriptionLedger() {
  aclprofx_ledger ledger{};
  ledger.size_bytes = sizeof(ledger);
  EXPECT_EQ(aclprofx_subscription_ledger(&ledger), 0);
  return ledger;
}

std::string NameAt(const std::string& records, uint32_t index) {
  char name[64] = {};
  EXPECT_EQ(aclprofGetOpName(records.data(), records.size(), index, name, sizeof(name)), 0);
  return name;
}

// A pipe and a subscription of models to it.
class Subscriber {
 public:
  Subscriber() {
    EXPECT_EQ(pipe(ends_), 0);
    config_ = aclprofCreateSubscribeConfig(1, ACL_AICORE_NONE, &ends_[1]);
  }
  ~Subscriber() {
    aclprofDestroySubscribeConfig(config_);
    for (const int end : ends_)
      if (end >= 0) close(end);
  }
  aclError Subscribe(uint32_t model) { return aclprofModelSubscribe(model, config_); }
  int DuplicateOfWriteEnd() const { return dup(ends_[1]); }
  void CloseReadEnd() {
    close(ends_[0]);
    ends_[0] = -1;
  }
  // Reads so many bytes at a time up to the end of file.
  void StartReading(size_t at_once) {
    reader_ = std::thread([this, at_once] {
      std::string bytes(at_once, '\0');
      for (ssize_t got; (got = read(ends_[0], bytes.data(), at_once)) > 0;)
        records_.append(bytes, 0, static_cast<size_t>(got));
    });
  }
  // Everything up to the end of file.
  const std::string& Records() {
    if (reader_.joinable()) reader_.join();
    return records_;
  }

 private:
  int ends_[2] = {-1, -1};
  aclprofSubscribeConfig* config_;
  std::thread reader_;
  std::string records_;
};

class SubscriptionOfModels : public HostFixture {
 protected:
  static constexpr size_t kSteps = 2;
  void SetUp() override {
    HostFixture::SetUp();
    model_ = Loaded(SumAndRelu());
    buffers_ = std::make_unique<Buffers>(4, 4);
  }
  void TearDown() override {
    buffers_.reset();
    HostFixture::TearDown();
  }
  void Run(size_t runs) { RunOf(model_, runs); }
  void RunOf(uint32_t model, size_t runs) {
    for (size_t i = 0; i < runs; ++i) ASSERT_EQ(buffers_->Run(model), ACL_SUCCESS);
  }
  uint32_t model_ = 0;
  std::unique_ptr<Buffers> buffers_;
};

TEST_F(SubscriptionOfModels, TheReaderHasEveryOperatorThatRanByName) {
  Subscriber subscriber;
  Run(3);
  ASSERT_EQ(subscriber.Subscribe(model_), 0);
  subscriber.StartReading(10 * RecordSize());
  Run(100);
  ASSERT_EQ(aclprofModelUnSubscribe(model_), 0);
  Run(3);
  const std::string& records = subscriber.Records();
  uint32_t count = 0;
  ASSERT_EQ(aclprofGetOpNum(records.data(), records.size(), &count), 0);
  ASSERT_EQ(count, 100 * kSteps);
  EXPECT_EQ(NameAt(records, 0), "sum");
  EXPECT_EQ(NameAt(records, 1), "relu");
  uint64_t before = 0;
  for (uint32_t i = 0; i < count; ++i) {
    EXPECT_GE(aclprofGetOpStart(records.data(), records.size(), i), before);
    before = aclprofGetOpEnd(records.data(), records.size(), i);
  }
  const auto now = static_cast<uint64_t>(time(nullptr)) * 1000000;
  EXPECT_NEAR(static_cast<double>(before), static_cast<double>(now), 60e6) << "Unix time";
  EXPECT_EQ(SubscriptionLedger().stored, count);
}

TEST_F(SubscriptionOfModels, AReaderOfOneByteAtATimeHasWholeRecordsInTheEnd) {
  Subscriber subscriber;
  ASSERT_EQ(subscriber.Subscribe(model_), 0);
  subscriber.StartReading(1);
  Run(2000);
  ASSERT_EQ(aclprofModelUnSubscribe(model_), 0);
  const std::string& records = subscriber.Records();
  const aclprofx_ledger ledger = SubscriptionLedger();
  EXPECT_EQ(ledger.emitted, 2000 * kSteps);
  EXPECT_EQ(records.size(), ledger.stored * RecordSize());
  for (uint32_t i = 0; i < ledger.stored; ++i)
    EXPECT_EQ(aclprofGetModelId(records.data(), records.size(), i), model_);
}

TEST_F(SubscriptionOfModels, AReaderThatNeverReadsHoldsNobodyUpAndWhatItMissesIsCounted) {
  Subscriber subscriber;
  constexpr size_t kRuns = 10000;  // more records than pipe and queue hold
  ASSERT_EQ(subscriber.Subscribe(model_), 0);
  Run(kRuns);
  ASSERT_EQ(aclprofModelUnSubscribe(model_), 0);
  subscriber.StartReading(RecordSize());
  const std::string& records = subscriber.Records();
  const aclprofx_ledger ledger = SubscriptionLedger();
  EXPECT_EQ(ledger.emitted, kRuns * kSteps);
  EXPECT_GT(ledger.dropped[ACLPROFX_DROP_WRITE_FAILED], 0u);
  EXPECT_EQ(records.size(), ledger.stored * RecordSize());
  for (uint32_t i = 0; i < ledger.stored; ++i)
    EXPECT_EQ(aclprofGetModelId(records.data(), records.size(), i), model_);
}

TEST_F(SubscriptionOfModels, AReaderThatClosesItsEndRaisesNoSignal) {
  ASSERT_EQ(signal(SIGPIPE, SIG_DFL), SIG_DFL) << "it would end this process";
  Subscriber subscriber;
  ASSERT_EQ(subscriber.Subscribe(model_), 0);
  Run(10);
  subscriber.CloseReadEnd();
  Run(1000);
  ASSERT_EQ(aclprofModelUnSubscribe(model_), 0);
  const aclprofx_ledger ledger = SubscriptionLedger();
  EXPECT_EQ(ledger.emitted, 1010 * kSteps);
  EXPECT_GT(ledger.dropped[ACLPROFX_DROP_WRITE_FAILED], 0u);
}

// The flags are those of the open file, so a duplicate would be non-blocking ever after.
TEST_F(SubscriptionOfModels, ADuplicateOfTheWriteEndIsAsItWas) {
  Subscriber subscriber;
  const int duplicate = subscriber.DuplicateOfWriteEnd();
  ASSERT_EQ(subscriber.Subscribe(model_), 0);
  ASSERT_EQ(aclprofModelUnSubscribe(model_), 0);
  EXPECT_EQ(fcntl(duplicate, F_GETFL) & O_NONBLOCK, 0);
  close(duplicate);
}

TEST_F(SubscriptionOfModels, TwoModelsShareAPipe) {
  const uint32_t other = Loaded(SumAndRelu());
  Subscriber subscriber;
  ASSERT_EQ(subscriber.Subscribe(model_), 0);
  ASSERT_EQ(subscriber.Subscribe(other), 0);
  subscriber.StartReading(RecordSize());
  Run(20);
  RunOf(other, 30);
  ASSERT_EQ(aclprofModelUnSubscribe(model_), 0);
  RunOf(other, 10);
  ASSERT_EQ(aclprofModelUnSubscribe(other), 0);
  const std::string& records = subscriber.Records();
  std::map<size_t, size_t> of_model;
  for (uint32_t i = 0; i < records.size() / RecordSize(); ++i)
    ++of_model[aclprofGetModelId(records.data(), records.size(), i)];
  EXPECT_EQ(of_model, (std::map<size_t, size_t>{{model_, 20 * kSteps}, {other, 40 * kSteps}}));
}

TEST_F(SubscriptionOfModels, UnloadingTheModelIsTheEndOfTheFile) {
  Subscriber subscriber;
  ASSERT_EQ(subscriber.Subscribe(model_), 0);
  subscriber.StartReading(RecordSize());
  Run(5);
  ASSERT_EQ(aclmdlUnload(model_), ACL_SUCCESS);
  EXPECT_EQ(subscriber.Records().size(), 5 * kSteps * RecordSize());
  EXPECT_EQ(aclprofModelUnSubscribe(model_), 100011);
}

TEST_F(SubscriptionOfModels, RecordsComeWhileTheModelIsSubscribed) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  aclprofSubscribeConfig* config = aclprofCreateSubscribeConfig(1, ACL_AICORE_NONE, &ends[1]);
  ASSERT_EQ(aclprofModelSubscribe(model_, config), 0);
  Run(1);
  std::string record(RecordSize(), '\0');
  EXPECT_EQ(read(ends[0], record.data(), record.size()), static_cast<ssize_t>(record.size()));
  EXPECT_EQ(NameAt(record, 0), "sum");
  ASSERT_EQ(aclprofModelUnSubscribe(model_), 0);
  EXPECT_EQ(aclprofDestroySubscribeConfig(config), 0);
  close(ends[0]);
}

TEST_F(SubscriptionOfModels, ManyThreadsRunAndSubscribeAndEveryRecordIsCounted) {
  const uint32_t other = Loaded(SumAndRelu());
  Subscriber subscriber;
  ASSERT_EQ(subscriber.Subscribe(model_), 0);
  subscriber.StartReading(RecordSize());
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([this] {
      ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
      {
        const Buffers own(4, 4);
        for (int run = 0; run < 200; ++run) ASSERT_EQ(own.Run(model_), ACL_SUCCESS);
      }
      ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    });
  }
  for (int i = 0; i < 20; ++i) {
    Subscriber brief;
    ASSERT_EQ(brief.Subscribe(other), 0);
    ASSERT_EQ(aclprofModelUnSubscribe(other), 0);
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(aclprofModelUnSubscribe(model_), 0);
  EXPECT_EQ(subscriber.Records().size(), 600 * kSteps * RecordSize());
  EXPECT_EQ(SubscriptionLedger().emitted, 600 * kSteps);
}

}  // namespace
}  // namespace aclprof
