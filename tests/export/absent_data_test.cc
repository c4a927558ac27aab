// What a session was asked for and does not have, in a sentence that names the switch.
#include "export/absent_data.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/export/exported_session.h"

namespace aclprof {
namespace {

std::string InfoOf(const nlohmann::json& settings, const std::string& data_types = "task_time") {
  return nlohmann::json{{"config", {{"settings", settings}, {"data_types", data_types}}}}.dump();
}

TEST(AbsentData, EverySwitchThatCanNotBeSuppliedHasASentence) {
  for (const char* setting :
       {"sys_hardware_mem_freq", "llc_profiling", "sys_io_sampling_freq",
        "sys_interconnection_freq", "dvpp_freq", "sys_lp_freq", "sys_mem_serviceflow",
        "sys_cpu_freq", "instr_profiling", "instr_profiling_freq", "task_tsfw", "task_block",
        "scale", "ACL_PROF_NTS_METRICS"}) {
    const auto sentences = AbsentData(InfoOf({{setting, "1"}}));
    ASSERT_EQ(sentences.size(), 1u) << setting;
    EXPECT_TRUE(sentences[0].starts_with(std::string(setting) + ": ")) << sentences[0];
  }
}

TEST(AbsentData, EveryDataTypeThatCanNotBeSuppliedHasASentence) {
  for (const char* type : {"aicore_metrics", "l2cache", "hccl_trace", "ge_api_l0", "ge_api_l1",
                           "task_time_l2", "op_attr", "aicore_shape"}) {
    const auto sentences = AbsentData(InfoOf(nlohmann::json::object(), type));
    ASSERT_EQ(sentences.size(), 1u) << type;
    EXPECT_TRUE(sentences[0].starts_with(std::string(type) + ": ")) << sentences[0];
  }
}

TEST(AbsentData, WhatIsSuppliedHasNone) {
  EXPECT_TRUE(AbsentData(InfoOf({{"storage_limit", "200MB"},
                                 {"optype", "Conv"},
                                 {"host_sys", "cpu,mem,disk,network"},
                                 {"host_sys_usage", "cpu,mem"},
                                 {"host_sys_usage_freq", "5"}}))
                  .empty());
}

TEST(AbsentData, WordsAndDataTypesAreLookedAtOneByOne) {
  EXPECT_EQ(AbsentData(InfoOf({{"host_sys", "cpu,osrt"}}, "task_time,l2cache")),
            (std::vector<std::string>{
                "l2cache: hits of the L2 cache are here only if the device's runtime counted them",
                "host_sys osrt: calls of the operating system are not collected"}));
}

TEST(AbsentData, ADescriptionOfAnotherShapeAsksForNothing) {
  for (const char* text : {"", "{", "[]", "{\"config\":1}", "{\"config\":{\"settings\":[1]}}",
                           "{\"config\":{\"settings\":{\"host_sys\":5},\"data_types\":[]}}"}) {
    EXPECT_TRUE(AbsentData(text).empty()) << text;
  }
}

TEST(AbsentData, StandsInTheReadmeOfTheExport) {
  ExportedSession exported;
  exported.session().session().info_json = InfoOf({{"dvpp_freq", "10"}});
  ASSERT_TRUE(exported.Export().ok());
  EXPECT_NE(exported.File("README.txt")
                .find("Asked for\n  dvpp_freq: DVPP is here only if the device's runtime sampled "
                      "it\n"),
            std::string::npos);
}

}  // namespace
}  // namespace aclprof
