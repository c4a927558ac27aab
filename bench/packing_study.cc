// What would make a record smaller: each idea alone and together, on the reference workload or on the tasks of sessions.
//
//   packing_study [PROF_DIRECTORY ...]
//
// Counts the seven fields of a task, in blocks as the pipeline makes them; record headers and frames stand aside. Every
// idea is costed with its tables. The figures and what follows from them: docs/packing_study.md.
#include <lz4frame.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "bench/reference_workload.h"
#include "readers/session_reader.h"
#include "writers/column_encoder.h"

namespace aclprof {
namespace {

using Tasks = std::vector<aclprofx_task>;
using Column = std::vector<uint64_t>;

// Records of 40 bytes, header and all, in a block of 64 KiB.
constexpr size_t kBlockRecords = 65536 / 40;
constexpr size_t kReferenceRecords = 1 << 20;

template <typename Field>
Column Take(const Tasks& tasks, Field field) {
  Column column(tasks.size());
  std::transform(tasks.begin(), tasks.end(), column.begin(),
                 [&](const aclprofx_task& task) { return static_cast<uint64_t>(task.*field); });
  return column;
}

// As files hold it: chunks of 256, delta or plain, patched.
Bytes Packed(const Column& column, Transform transform) {
  static ColumnEncoder<uint64_t> encoder(Kernels());
  Bytes packed;
  uint64_t previous = 0;
  for (size_t at = 0; at < column.size(); at += kChunkRecords) {
    std::array<uint64_t, kChunkRecords> values{};
    const size_t count = std::min(kChunkRecords, column.size() - at);
    std::copy_n(column.begin() + static_cast<ptrdiff_t>(at), count, values.begin());
    encoder.Append(values.data(), count, transform, &previous, &packed);
  }
  return packed;
}

// The same without patches: the widest value of a chunk says how wide all of them are.
size_t UnpatchedBytes(Column column, Transform transform) {
  if (transform == Transform::kDelta)
    std::adjacent_difference(column.begin(), column.end(), column.begin());
  size_t bits = 0;
  for (size_t at = 0; at < column.size(); at += kChunkRecords) {
    const auto first = column.begin() + static_cast<ptrdiff_t>(at);
    const auto end = first + static_cast<ptrdiff_t>(std::min(kChunkRecords, column.size() - at));
    const auto [least, most] = std::minmax_element(first, end);
    bits +=
        static_cast<size_t>(end - first) * static_cast<size_t>(std::bit_width(*most - *least)) + 40;
  }
  return bits / 8;
}

size_t Lz4Bytes(const Bytes& bytes) {
  Bytes out(LZ4F_compressFrameBound(bytes.size(), nullptr));
  return LZ4F_compressFrame(out.data(), out.size(), bytes.data(), bytes.size(), nullptr);
}

size_t ZstdBytes(const Bytes& bytes, int level) {
  Bytes out(ZSTD_compressBound(bytes.size()));
  return ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), level);
}

void Append(const Bytes& from, Bytes* to) { to->insert(to->end(), from.begin(), from.end()); }

// ---- Ideas: another column, and what its table takes ----

// The type of each operator once, by operator from the least to the greatest; none where an operator has two.
bool TypeFollows(const Tasks& tasks) {
  std::map<uint32_t, uint16_t> type_of;
  return std::all_of(tasks.begin(), tasks.end(), [&](const aclprofx_task& task) {
    return type_of.emplace(task.op, task.type).first->second == task.type;
  });
}

Bytes TypeTable(const Tasks& tasks) {
  std::map<uint64_t, uint64_t> type_of;
  for (const aclprofx_task& task : tasks) type_of[task.op] = task.type;
  Column ops, types;
  for (const auto& [op, type] : type_of) ops.push_back(op), types.push_back(type);
  Bytes table = Packed(ops, Transform::kDelta);
  Append(Packed(types, Transform::kPlain), &table);
  return table;
}

// What it took the last time, as a signed difference.
Column DurationsFromTheLast(const Tasks& tasks) {
  std::map<uint32_t, uint64_t> last;
  Column column;
  for (const aclprofx_task& task : tasks) {
    uint64_t& before = last[task.op];
    column.push_back(ZigzagEncode(task.duration - before));
    before = task.duration;
  }
  return column;
}

// Above the least of the operator in the block.
Column DurationsAboveTheLeast(const Tasks& tasks, Bytes* table) {
  std::map<uint32_t, uint64_t> least;
  for (const aclprofx_task& task : tasks) {
    const auto entry = least.emplace(task.op, task.duration).first;
    entry->second = std::min(entry->second, task.duration);
  }
  Column leasts;
  for (const auto& [op, duration] : least) leasts.push_back(duration);
  *table = Packed(leasts, Transform::kPlain);
  Column column;
  for (const aclprofx_task& task : tasks) column.push_back(task.duration - least[task.op]);
  return column;
}

// Stream and operator as one number, counted by first appearance.
Column StreamAndOp(const Tasks& tasks, Bytes* table) {
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> ids;
  Column column, streams, ops;
  for (const aclprofx_task& task : tasks) {
    const auto [entry, fresh] = ids.emplace(std::pair(task.stream_id, task.op), ids.size());
    column.push_back(entry->second);
    if (fresh) streams.push_back(task.stream_id), ops.push_back(task.op);
  }
  *table = Packed(streams, Transform::kPlain);
  Append(Packed(ops, Transform::kPlain), table);
  return column;
}

// Operators as bytes or words through zstd's entropy coder.
size_t EntropyCodedBytes(const Column& column) {
  const size_t width = *std::max_element(column.begin(), column.end()) < 256 ? 1 : 4;
  Bytes bytes(column.size() * width);
  for (size_t i = 0; i < column.size(); ++i) std::memcpy(&bytes[i * width], &column[i], width);
  return ZstdBytes(bytes, 1);
}

// ---- A block under every idea ----

struct Sizes {
  double unpatched = 0, packed = 0, lz4 = 0, zstd1 = 0, zstd3 = 0;
  double type_follows = 0, last_duration = 0, least_duration = 0, pairs = 0, coded_ops = 0,
         best = 0;
};

struct Columns {
  explicit Columns(const Tasks& tasks)
      : start(Take(tasks, &aclprofx_task::start)),
        duration(Take(tasks, &aclprofx_task::duration)),
        stream(Take(tasks, &aclprofx_task::stream_id)),
        task(Take(tasks, &aclprofx_task::task_id)),
        op(Take(tasks, &aclprofx_task::op)),
        type(Take(tasks, &aclprofx_task::type)),
        flags(Take(tasks, &aclprofx_task::flags)) {}
  Column start, duration, stream, task, op, type, flags;
};

void AddBlock(const Tasks& tasks, Sizes* sizes) {
  const Columns of(tasks);
  const auto plain = [](const Column& column) { return Packed(column, Transform::kPlain).size(); };
  Bytes all = Packed(of.start, Transform::kDelta);
  Append(Packed(of.task, Transform::kDelta), &all);
  for (const Column* column : {&of.duration, &of.stream, &of.op, &of.type, &of.flags})
    Append(Packed(*column, Transform::kPlain), &all);
  sizes->packed += static_cast<double>(all.size());
  sizes->unpatched += static_cast<double>(UnpatchedBytes(of.start, Transform::kDelta) +
                                          UnpatchedBytes(of.task, Transform::kDelta));
  for (const Column* column : {&of.duration, &of.stream, &of.op, &of.type, &of.flags})
    sizes->unpatched += static_cast<double>(UnpatchedBytes(*column, Transform::kPlain));
  sizes->lz4 += static_cast<double>(std::min(Lz4Bytes(all), all.size()));
  sizes->zstd1 += static_cast<double>(ZstdBytes(all, 1));
  sizes->zstd3 += static_cast<double>(ZstdBytes(all, 3));

  const auto with = [&](double saved_of, double instead) {
    return static_cast<double>(all.size()) - saved_of + instead;
  };
  Bytes least_table, pair_table;
  const double type_now = static_cast<double>(plain(of.type));
  const double type_then = TypeFollows(tasks)
                               ? std::min(type_now, static_cast<double>(TypeTable(tasks).size()))
                               : type_now;
  const double duration_now = static_cast<double>(plain(of.duration));
  const double last = static_cast<double>(plain(DurationsFromTheLast(tasks)));
  const double least =
      static_cast<double>(plain(DurationsAboveTheLeast(tasks, &least_table)) + least_table.size());
  const double pair_now = static_cast<double>(plain(of.stream) + plain(of.op));
  const double pair_then =
      static_cast<double>(plain(StreamAndOp(tasks, &pair_table)) + pair_table.size());
  const double op_now = static_cast<double>(plain(of.op));
  const double op_then = static_cast<double>(EntropyCodedBytes(of.op));
  sizes->type_follows += with(type_now, type_then);
  sizes->last_duration += with(duration_now, last);
  sizes->least_duration += with(duration_now, least);
  sizes->pairs += with(pair_now, pair_then);
  sizes->coded_ops += with(op_now, op_then);
  sizes->best +=
      with(type_now + duration_now + op_now,
           type_then + std::min({duration_now, last, least}) + std::min(op_now, op_then));
}

void Study(const std::string& name, const std::vector<Tasks>& streams) {
  Sizes sizes;
  double records = 0;
  for (const Tasks& tasks : streams) {
    for (size_t at = 0; at < tasks.size(); at += kBlockRecords) {
      const auto first = tasks.begin() + static_cast<ptrdiff_t>(at);
      AddBlock({first, first + static_cast<ptrdiff_t>(std::min(kBlockRecords, tasks.size() - at))},
               &sizes);
    }
    records += static_cast<double>(tasks.size());
  }
  std::printf("%-32.32s %9.0f", name.c_str(), records);
  for (const double bytes :
       {sizes.unpatched, sizes.packed, sizes.lz4, sizes.zstd1, sizes.zstd3, sizes.type_follows,
        sizes.last_duration, sizes.least_duration, sizes.pairs, sizes.coded_ops, sizes.best})
    std::printf(" %8.2f", records == 0 ? 0.0 : bytes / records);
  std::printf("\n");
}

std::vector<Tasks> TasksOf(const std::string& directory) {
  std::unique_ptr<SessionReader> reader;
  if (const Status opened = SessionReader::Open(directory, &reader); !opened.ok()) {
    std::fprintf(stderr, "packing_study: %s\n", opened.ToString().c_str());
    return {};
  }
  std::map<uint32_t, Tasks> by_ring;
  const auto cursor = reader->Records({});
  for (RecordView record; cursor->Next(&record);) {
    if (record.kind != ACLPROFX_KIND_TASK && record.kind != ACLPROFX_KIND_TASK_LINKED) continue;
    std::memcpy(&by_ring[record.ring_id].emplace_back(), record.payload, sizeof(aclprofx_task));
  }
  std::vector<Tasks> streams;
  for (auto& [ring, tasks] : by_ring) streams.push_back(std::move(tasks));
  return streams;
}

}  // namespace
}  // namespace aclprof

int main(int argc, char** argv) {
  std::printf("bytes a record of the seven fields of a task\n%-32s %9s", "", "records");
  for (const char* column : {"unpatch", "packed", "+lz4", "+zstd1", "+zstd3", "type<op", "dur-last",
                             "dur-min", "str+op", "op zstd", "best"})
    std::printf(" %8s", column);
  std::printf("\n");
  if (argc == 1)
    aclprof::Study("reference workload",
                   {aclprof::ReferenceWorkload(1).Make(aclprof::kReferenceRecords)});
  for (int i = 1; i < argc; ++i) {
    const std::string directory = argv[i];
    aclprof::Study(directory.substr(directory.find_last_of('/', directory.size() - 2) + 1),
                   aclprof::TasksOf(directory));
  }
  return 0;
}
