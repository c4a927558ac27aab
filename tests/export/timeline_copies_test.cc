// Copies and model loads in the timeline.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/export/exported_session.h"

namespace aclprof {
namespace {

using nlohmann::json;

class TimelineCopies : public testing::Test {
 protected:
  void AddTask(int64_t start_ns, uint32_t task, uint32_t stream = 46, int32_t device = 0) {
    exported_.AddTask(device, start_ns, {2000, 0}, 0, "MEMCPY_ASYNC", stream, task);
  }
  void AddCopy(int64_t start_ns, uint32_t task, uint64_t bytes, uint32_t operation,
               uint32_t stream = 46, int32_t device = 0) {
    aclprofx_memcpy copy{};
    copy.bytes = bytes;
    copy.stream_id = stream;
    copy.task_id = task;
    copy.operation = operation;
    session().Add(ACLPROFX_KIND_MEMCPY, device, Instant{ExportedSession::kMoment + start_ns, 0},
                  {2000, 0}, copy);
  }
  FakeSession& session() { return exported_.session(); }

  std::vector<json> Slices(const std::string& name) {
    EXPECT_TRUE(exported_.Export().ok());
    std::vector<json> slices;
    for (const json& event : json::parse(exported_.Json()))
      if (event["ph"] == "X" && event["name"] == name) slices.push_back(event);
    return slices;
  }

  ExportedSession exported_;
};

TEST_F(TimelineCopies, ACopySaysWhatItCopied) {
  AddTask(0, 7);
  AddCopy(0, 7, 3000, 1);
  const json args = Slices("MEMCPY_ASYNC").at(0)["args"];
  EXPECT_EQ(args["size(B)"], 3000);
  EXPECT_EQ(args["bandwidth(GB/s)"], 1.5);
  EXPECT_EQ(args["operation"], "host to device");
}

TEST_F(TimelineCopies, CopiesOfOneMomentAreToldApart) {
  AddTask(0, 7, 46, 0);
  AddTask(0, 7, 47, 0);
  AddTask(0, 7, 46, 1);
  AddCopy(0, 7, 100, 0, 46, 1);
  AddCopy(0, 7, 200, 2, 47, 0);
  AddCopy(0, 7, 300, 3, 46, 0);
  std::map<std::string, json> found;
  for (const json& slice : Slices("MEMCPY_ASYNC"))
    found[std::to_string(slice["pid"].get<uint64_t>() & 31) + " " + slice["tid"].dump()] =
        slice["args"];
  EXPECT_EQ(found["1 46"]["size(B)"], 100);
  EXPECT_EQ(found["1 46"]["operation"], "host to host");
  EXPECT_EQ(found["0 47"]["size(B)"], 200);
  EXPECT_EQ(found["0 47"]["operation"], "device to host");
  EXPECT_EQ(found["0 46"]["size(B)"], 300);
  EXPECT_EQ(found["0 46"]["operation"], "device to device");
}

TEST_F(TimelineCopies, WithoutItsRecordACopyIsShownAllTheSameAndInItsPlace) {
  AddTask(0, 7);
  AddTask(5000, 8);
  AddCopy(5000, 8, 10, 99);
  AddTask(9000, 9);
  const std::vector<json> slices = Slices("MEMCPY_ASYNC");
  ASSERT_EQ(slices.size(), 3u);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(slices[i]["args"]["Task Id"], 7 + i);
  EXPECT_FALSE(slices[0]["args"].contains("size(B)"));
  EXPECT_EQ(slices[1]["args"]["operation"], "other");
  EXPECT_FALSE(slices[2]["args"].contains("size(B)"));
}

TEST_F(TimelineCopies, LoadingAModelIsACallOfTheModelLevel) {
  aclprofx_model_load load{};
  load.name = session().Name("resnet18");
  load.model_id = 1;
  load.thread_id = 195781;
  session().Add(ACLPROFX_KIND_MODEL_LOAD, -1, Instant{ExportedSession::kMoment, 0}, {7000, 0},
                load);
  const json slice = Slices("Model@ModelLoad").at(0);
  EXPECT_EQ(slice["tid"], 195781);
  EXPECT_EQ(slice["dur"], 7);
  EXPECT_EQ(slice["args"], (json{{"Thread Id", 195781},
                                 {"Mode", "ModelLoad"},
                                 {"level", "model"},
                                 {"id", "0"},
                                 {"item_id", "resnet18"}}));
  EXPECT_NE(exported_.Table("api_statistic").find("host,model,ModelLoad,7,1,7,7,7,0\n"),
            std::string::npos);
}

}  // namespace
}  // namespace aclprof
