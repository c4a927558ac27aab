// host_fixture.h: a program in front of the host runtime: aclInit, device 0, one stream; and things to wait for
// without sleeping.
#pragma once

#include <gtest/gtest.h>
#include <semaphore.h>

#include <functional>
#include <string>
#include <vector>

#include "acl/acl.h"

namespace aclprof {

// A gate in a stream: the host function that waits in it has begun once WaitUntilEntered returns, and ends after Open.
// It must live until that function has returned.
class Gate {
 public:
  Gate() {
    sem_init(&entered_, 0, 0);
    sem_init(&open_, 0, 0);
  }
  ~Gate() {
    sem_destroy(&entered_);
    sem_destroy(&open_);
  }
  void Close(aclrtStream stream) {
    ASSERT_EQ(aclrtLaunchHostFunc(stream, &Gate::WaitIn, this), ACL_SUCCESS);
  }
  void WaitUntilEntered() { sem_wait(&entered_); }
  void Open() { sem_post(&open_); }
  // For aclrtLaunchCallback and aclrtLaunchHostFunc; the argument is the gate.
  static void WaitIn(void* gate) {
    auto* self = static_cast<Gate*>(gate);
    sem_post(&self->entered_);
    sem_wait(&self->open_);
  }

 private:
  sem_t entered_;
  sem_t open_;
};

// Host functions that note the order in which they run.
class OrderLog {
 public:
  void Add(aclrtStream stream, int value) {
    entries_.push_back({this, value});
    ASSERT_EQ(aclrtLaunchHostFunc(stream, &OrderLog::Note, &entries_.back()), ACL_SUCCESS);
  }
  void Reserve(size_t count) { entries_.reserve(count); }
  const std::vector<int>& seen() const { return seen_; }

 private:
  struct Entry {
    OrderLog* log;
    int value;
  };
  static void Note(void* entry) {
    const auto* self = static_cast<Entry*>(entry);
    self->log->seen_.push_back(self->value);
  }

  std::vector<Entry> entries_;
  std::vector<int> seen_;
};

class HostFixture : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  }
  void TearDown() override { EXPECT_EQ(aclFinalize(), ACL_SUCCESS); }

  static bool Idle(aclrtStream queried) {
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    EXPECT_EQ(aclrtStreamQuery(queried, &status), ACL_SUCCESS);
    return status == ACL_STREAM_STATUS_COMPLETE;
  }
  aclrtStream NewStream() {
    aclrtStream made = nullptr;
    EXPECT_EQ(aclrtCreateStream(&made), ACL_SUCCESS);
    return made;
  }
  aclrtEvent NewEvent() {
    aclrtEvent made = nullptr;
    EXPECT_EQ(aclrtCreateEvent(&made), ACL_SUCCESS);
    return made;
  }

  aclrtStream stream = nullptr;
  Gate gate;  // outlives aclFinalize, and so every function that waits in it
};

inline std::string TakeErrorText() {
  const char* text = aclGetRecentErrMsg();
  return text == nullptr ? "" : text;
}

}  // namespace aclprof
