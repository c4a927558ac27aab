// golden_session.h: the stream behind tests/golden/trace_v1_0.trace.lz4: two tasks of one operator, a mark, a loss.
//
// Shape    every clock, name and id is given, so the file is the same at every run.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/support/append_block.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/ring_bytes.h"
#include "tests/support/table_dictionary.h"
#include "writers/stream_writer.h"

namespace aclprof {

class GoldenSession {
 public:
  static constexpr int64_t kOpenedNs = 5000000000;
  static constexpr int64_t kRealtimeNs = 1767225600000000000;  // 2026-01-01T00:00:00Z

  std::string Write() {
    MemoryFileSystem disk;
    TableDictionary names;
    RingBytes records = MakeRecords(&names);
    auto writer = StreamWriter::Create(Options(&disk, &names));
    BlockSource source = records.Source(1);
    source.dropped_so_far = 2;
    EncodedBlock block;
    EXPECT_TRUE(EncodeBlock(source, &block).ok());
    EXPECT_TRUE(AppendBlock(writer.get(), block).ok());
    EXPECT_TRUE(writer->Close(MakeLedger()).ok());
    return *disk.files.at("/d/device_0.000001.trace.lz4");
  }

 private:
  static RingBytes MakeRecords(TableDictionary* names) {
    names->AddRing({0, 77, 0, 0, 0}, "host-cpu");
    OpEntry op{};
    op.name = names->AddString("MatMul_1");
    op.type = names->AddString("MatMul");
    op.block_num = 20;
    const uint32_t op_id = names->AddOp(op);
    const uint16_t type = names->AddTaskType("AI_CORE");
    RingBytes records;
    records.AddTask(5000001000, 250, 1, op_id, type).AddTask(5000001500, 260, 2, op_id, type);
    records.Add(ACLPROFX_KIND_MARK, aclprofx_mark{5000001800, 0, 0, 78, 0, 0, 0, 4}, "step");
    records.Add(ACLPROFX_KIND_LOSS,
                aclprofx_loss{5000001900, 5000001950, 2, ACLPROFX_DROP_RING_FULL,
                              1u << ACLPROFX_KIND_TASK});
    return records;
  }

  static Ledger MakeLedger() {
    Ledger ledger;
    LedgerRow& row = ledger.by_ring[1];
    row.stored[ACLPROFX_KIND_TASK] = 2;
    row.stored[ACLPROFX_KIND_MARK] = 1;
    row.dropped[ACLPROFX_DROP_RING_FULL][ACLPROFX_KIND_TASK] = 2;
    ledger.loss_markers = 1;
    return ledger;
  }

  static StreamWriterOptions Options(FileSystem* disk, const DictionarySource* names) {
    StreamWriterOptions options;
    options.files = disk;
    options.directory = "/d";
    options.file_prefix = "device_0";
    options.identity.session_id = "PROF_000001_20260101000000000_00000001AAAAAAAA";
    options.identity.host_name = "fixed";
    options.identity.process_name = "train";
    options.identity.process_id = 1;
    options.identity.device_id = 0;
    options.identity.device_name = "host-cpu";
    options.identity.clock_source = "fixed";
    options.identity.writer = "aclprof 0.1.0";
    options.dictionary = names;
    options.clock = [] { return ClockPair{kOpenedNs, kOpenedNs, kRealtimeNs}; };
    return options;
  }
};

}  // namespace aclprof
