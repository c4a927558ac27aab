// The tables of memory, to the letter.
#include <gtest/gtest.h>

#include "tests/export/exported_session.h"

namespace aclprof {
namespace {

constexpr char kMemoryRecordHeader[] =
    "Device_id,Component,Timestamp(us),Total Allocated(KB),Total Reserved(KB),Device\n";
constexpr char kOperatorMemoryHeader[] =
    "Device_id,Name,Size(KB),Allocation Time(us),Duration(us),Allocation Total Allocated(KB),"
    "Allocation Total Reserved(KB),Release Total Allocated(KB),Release Total Reserved(KB),Device\n";

class ExportMemory : public testing::Test {
 protected:
  // total: of the device, after the change.
  void AddChange(int64_t time_ns, uint64_t address, int64_t bytes, uint64_t total,
                 const char* op_name, int32_t device = 0) {
    aclprofx_memory change{};
    change.address = address;
    change.bytes = bytes;
    change.total_allocated = total;
    change.total_reserved = 4096;
    change.op_name = *op_name == 0 ? 0 : session().Name(op_name);
    change.component = session().Name("GE");
    session().Add(ACLPROFX_KIND_MEMORY, device, Instant{ExportedSession::kMoment + time_ns, 0},
                  Span(), change);
  }
  FakeSession& session() { return exported_.session(); }
  std::string Exported(const std::string& table) {
    EXPECT_TRUE(exported_.Export().ok());
    return exported_.Table(table);
  }

  ExportedSession exported_;
};

TEST_F(ExportMemory, EveryChangeIsARowOfMemoryRecord) {
  AddChange(0, 100, 1536, 1536, "");
  AddChange(1000, 100, -1536, 0, "");
  AddChange(2000, 100, 1, 1, "", 3);
  EXPECT_EQ(Exported("memory_record"), std::string(kMemoryRecordHeader) +
                                           "0,GE,1784177144507567.326,1.5,4,NPU:0\n"
                                           "0,GE,1784177144507568.326,0,4,NPU:0\n"
                                           "3,GE,1784177144507569.326,0.001,4,NPU:3\n");
}

TEST_F(ExportMemory, MemoryOfAnOperatorGoesFromAllocationToRelease) {
  AddChange(0, 100, 1024, 1024, "resnet18");
  AddChange(500, 200, 2048, 3072, "resnet18");
  AddChange(1000, 200, -2048, 1024, "resnet18");
  AddChange(3000, 100, -1024, 0, "resnet18");
  EXPECT_EQ(Exported("operator_memory"),
            std::string(kOperatorMemoryHeader) +
                "0,resnet18,2,1784177144507567.826,0.500,3,4,1,4,NPU:0\n"
                "0,resnet18,1,1784177144507567.326,3.000,1,4,0,4,NPU:0\n");
}

TEST_F(ExportMemory, WhatIsNotReleasedComesLastByItsAllocation) {
  AddChange(0, 900, 1024, 1024, "first");
  AddChange(1, 100, 1024, 2048, "second");
  EXPECT_EQ(Exported("operator_memory"),
            std::string(kOperatorMemoryHeader) +
                "0,first,1,1784177144507567.326,N/A,1,4,N/A,N/A,NPU:0\n"
                "0,second,1,1784177144507567.327,N/A,2,4,N/A,N/A,NPU:0\n");
}

TEST_F(ExportMemory, AnAddressTakenTwiceWasReleasedUnseen) {
  AddChange(0, 100, 1024, 1024, "first");
  AddChange(1, 100, 1024, 1024, "second");
  AddChange(2, 100, -1024, 0, "second");
  EXPECT_EQ(Exported("operator_memory"),
            std::string(kOperatorMemoryHeader) +
                "0,first,1,1784177144507567.326,N/A,1,4,N/A,N/A,NPU:0\n"
                "0,second,1,1784177144507567.327,0.001,1,4,0,4,NPU:0\n");
}

TEST_F(ExportMemory, OneAddressOnTwoDevicesIsTwoPlaces) {
  AddChange(0, 100, 1024, 1024, "a", 0);
  AddChange(1, 100, 2048, 2048, "b", 1);
  AddChange(2, 100, -1024, 0, "a", 0);
  EXPECT_EQ(Exported("operator_memory"), std::string(kOperatorMemoryHeader) +
                                             "0,a,1,1784177144507567.326,0.002,1,4,0,4,NPU:0\n"
                                             "1,b,2,1784177144507567.327,N/A,2,4,N/A,N/A,NPU:1\n");
}

TEST_F(ExportMemory, MemoryOfNobodyAndReleasesAloneAreInMemoryRecordOnly) {
  AddChange(0, 100, 1024, 1024, "");
  AddChange(1, 200, -1024, 0, "loaded before");
  EXPECT_TRUE(exported_.Export().ok());
  EXPECT_EQ(exported_.Entries().count("operator_memory_20261201101010.csv"), 0u);
  EXPECT_EQ(exported_.Entries().count("memory_record_20261201101010.csv"), 1u);
}

}  // namespace
}  // namespace aclprof
