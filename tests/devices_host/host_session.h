// host_session.h: one profiling session around work on the host device, and what it left on disk.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "acl/acl_prof.h"
#include "aclprof/aclprof.h"
#include "aclprof/producer.h"
#include "readers/session_reader.h"
#include "tests/support/temporary_directory.h"

namespace aclprof {

// The PROF_* directories below a base, by name.
inline std::vector<std::string> SessionsBelow(const std::string& base) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(base))
    if (entry.path().filename().string().rfind("PROF_", 0) == 0) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

inline std::unique_ptr<SessionReader> OpenSession(const std::string& directory) {
  std::unique_ptr<SessionReader> reader;
  const Status opened = SessionReader::Open(directory, &reader);
  EXPECT_TRUE(opened.ok()) << opened.ToString();
  return reader;
}

// The payloads of one kind on one device (-1: the host), in order of time.
template <typename Payload>
std::vector<Payload> PayloadsOf(SessionReader& session, uint16_t kind, int32_t device_id) {
  std::vector<Payload> payloads;
  const auto cursor = session.Records({uint64_t{1} << kind, device_id});
  RecordView record;
  while (cursor->Next(&record)) {
    EXPECT_GE(record.payload_bytes, sizeof(Payload));
    payloads.push_back(*static_cast<const Payload*>(record.payload));
  }
  return payloads;
}

// emitted = stored, nothing lost, nothing damaged.
inline void ExpectNothingLost(const SessionReader& session) {
  const LedgerRow total = session.ledger().Total();
  EXPECT_EQ(total.Emitted(), total.Stored());
  EXPECT_EQ(session.missing_records(), 0);
  EXPECT_TRUE(session.damage().empty());
  EXPECT_TRUE(session.info().complete) << session.info().why_incomplete;
}

// For rings and sessions that begin afterwards.
template <typename Change>
void ChangeSettings(Change change) {
  aclprofx_settings settings{};
  settings.size_bytes = sizeof(settings);
  ASSERT_EQ(aclprofx_get_settings(&settings), 0);
  change(&settings);
  ASSERT_EQ(aclprofx_set_settings(&settings), 0);
}

// Policy block without a bound: nothing may be dropped.
inline void NeverDrop() {
  ChangeSettings([](aclprofx_settings* settings) {
    settings->policy = ACLPROFX_POLICY_BLOCK;
    settings->wait_bound_ns = 0;
  });
}

// aclprofInit and Start; Stop and Finalize give the session.
class RunningSession {
 public:
  RunningSession(std::vector<uint32_t> devices, uint64_t data_types) {
    const std::string& base = directory_.path();
    EXPECT_EQ(aclprofInit(base.c_str(), base.size()), ACL_SUCCESS);
    config_ = aclprofCreateConfig(devices.data(), static_cast<uint32_t>(devices.size()),
                                  ACL_AICORE_NONE, nullptr, data_types);
    EXPECT_NE(config_, nullptr);
    EXPECT_EQ(aclprofStart(config_), ACL_SUCCESS);
  }
  const std::string& base() const { return directory_.path(); }
  std::unique_ptr<SessionReader> Stop() {
    EXPECT_EQ(aclprofStop(config_), ACL_SUCCESS);
    EXPECT_EQ(aclprofDestroyConfig(config_), ACL_SUCCESS);
    EXPECT_EQ(aclprofFinalize(), ACL_SUCCESS);
    const std::vector<std::string> sessions = SessionsBelow(directory_.path());
    EXPECT_EQ(sessions.size(), 1u);
    return OpenSession(sessions.at(0));
  }

 private:
  TemporaryDirectory directory_;
  aclprofConfig* config_ = nullptr;
};

}  // namespace aclprof
