#include "core/collected_ring.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/tick_clock.h"

namespace aclprof {
namespace {

constexpr int kGenerationShift = 48;

void AppendRecord(uint16_t kind, uint16_t generation, const void* payload, size_t bytes,
                  std::vector<unsigned char>* out) {
  const aclprofx_record_header header{static_cast<uint16_t>(sizeof(header) + bytes), kind, 0,
                                      generation};
  const auto* const first = reinterpret_cast<const unsigned char*>(&header);
  const auto* const rest = static_cast<const unsigned char*>(payload);
  out->insert(out->end(), first, first + sizeof(header));
  out->insert(out->end(), rest, rest + bytes);
}

bool Wants(const Session& session, int kind) { return (session.options().kinds >> kind) & 1u; }

bool WantsTasks(const Session& session) {
  return Wants(session, ACLPROFX_KIND_TASK) || Wants(session, ACLPROFX_KIND_TASK_LINKED);
}

uint64_t TotalOf(const DropTable& table) {
  uint64_t total = 0;
  for (const KindCounts& kinds : table)
    for (const uint64_t count : kinds) total += count;
  return total;
}

// What is still running lasts up to now; for a clock that we can't read, its end is not known.
void LeaveOpen(const aclprofx_ring& ring, aclprofx_task_linked* task) {
  task->task.flags |= ACLPROFX_TASK_OPEN_ENDED;
  const uint64_t now = NowTicks();
  task->task.duration = ring.own_clock || now < task->task.start ? 0 : now - task->task.start;
}

}  // namespace

DropTable DroppedSince(const DropTable& before, const DropTable& now, const Session& session) {
  DropTable table{};
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause)
    for (int kind = 0; kind < ACLPROFX_KINDS; ++kind)
      if (Wants(session, kind)) table[cause][kind] = now[cause][kind] - before[cause][kind];
  return table;
}

CollectedRing::CollectedRing(std::unique_ptr<RingMemory> memory)
    : memory_(std::move(memory)), consumer_(memory_->ring()), taken_(consumer_.Tail()) {}

void CollectedRing::SetGate() {
  uint64_t kinds = 0;
  for (const Range& range : ranges_)
    if (range.wanted) kinds |= range.session->options().kinds;
  const uint64_t generation = (ring()->gate >> kGenerationShift) + 1;
  __atomic_store_n(&ring()->gate, kinds | (generation << kGenerationShift), __ATOMIC_RELAXED);
}

DropTable CollectedRing::Dropped() const {
  DropTable table{};
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause)
    for (int kind = 0; kind < ACLPROFX_KINDS; ++kind)
      table[cause][kind] = __atomic_load_n(&ring()->dropped[cause][kind], __ATOMIC_RELAXED);
  return table;
}

void CollectedRing::Begin(const std::shared_ptr<Session>& session) {
  Range range;
  range.session = session;
  range.start = consumer_.Tail();
  range.first_generation = static_cast<uint16_t>((ring()->gate >> kGenerationShift) + 1);
  range.dropped_before = Dropped();
  ranges_.push_back(std::move(range));
  session->AddRing(ring()->ring_id, ring()->device_id);
  ++session->open_ranges;
  SetGate();
}

void CollectedRing::End(const Session& session) {
  for (Range& range : ranges_)
    if (range.session.get() == &session && range.wanted) EndRange(&range);
}

void CollectedRing::EndRange(Range* range) {
  range->wanted = false;
  SetGate();
  // The gate is shut: what lands from now on was begun before the stop and had not returned.
  range->stop = consumer_.Tail();
  range->session->AddDrops(ring()->ring_id, DroppedIn(*range));
  range->epilogue = Epilogue(*range);
}

DropTable CollectedRing::DroppedIn(const Range& range) const {
  return DroppedSince(range.dropped_before, Dropped(), *range.session);
}

std::vector<unsigned char> CollectedRing::Epilogue(const Range& range) const {
  std::vector<unsigned char> records;
  aclprofx_task_linked task;
  if (WantsTasks(*range.session) && consumer_.Running(&task)) {
    LeaveOpen(*ring(), &task);
    AppendRecord(ACLPROFX_KIND_TASK_LINKED, range.first_generation, &task, sizeof(task), &records);
  }
  aclprofx_loss loss;
  uint16_t generation = 0;
  if (consumer_.PendingLoss(&loss, &generation) &&
      static_cast<int16_t>(generation - range.first_generation) >= 0)
    AppendRecord(ACLPROFX_KIND_LOSS, range.first_generation, &loss, sizeof(loss), &records);
  return records;
}

uint64_t CollectedRing::Due(uint64_t tail, bool flush) const {
  if (ranges_.empty() || flush || retired_) return tail;
  uint64_t due = std::max(taken_, tail & ~(ring()->block_bytes - 1));
  for (const Range& range : ranges_)
    if (range.stop != kOpen) due = std::max(due, range.stop);
  return due;
}

bool CollectedRing::Collect(bool flush) {
  const uint64_t tail = consumer_.Tail();
  const uint64_t due = Due(tail, flush);
  const bool took = due > taken_;
  if (took) TakeUpTo(due);
  FinishRanges(tail);
  return took;
}

void CollectedRing::TakeUpTo(uint64_t position) {
  while (taken_ < position) {
    // What nobody owns is passed over in one piece, without a look at it.
    const uint64_t end = ranges_.empty() ? position : std::min(position, BlockEnd(*ring(), taken_));
    pieces_.emplace_back(end);
    for (const Range& range : ranges_) SubmitPiece(range, &pieces_.back());
    taken_ = end;
  }
}

std::unique_ptr<BlockTask> CollectedRing::TaskFor(const Range& range, uint64_t position) const {
  auto task = std::make_unique<BlockTask>();
  task->stream = ring()->device_id + 1;
  task->source.ring_id = ring()->ring_id;
  task->source.first_position = position;
  task->source.kinds = range.session->options().kinds | (1u << ACLPROFX_KIND_LOSS);
  task->source.first_generation = range.first_generation;
  return task;
}

void CollectedRing::SubmitPiece(const Range& range, RingPiece* piece) {
  const uint64_t from = std::max(taken_, range.start);
  const uint64_t to = std::min(piece->end, range.stop);
  if (from >= to) return;
  std::unique_ptr<BlockTask> task = TaskFor(range, from);
  task->source.records = consumer_.At(from);
  task->source.bytes = to - from;
  task->source.dropped_so_far = TotalOf(DroppedIn(range));
  task->piece = piece;
  piece->users.fetch_add(1, std::memory_order_relaxed);
  range.session->flow().Submit(std::move(task));
}

// Its blocks stand at the session's last position in the ring and take up none of it.
void CollectedRing::SubmitEpilogue(Range* range) {
  if (range->epilogue.empty()) return;
  std::unique_ptr<BlockTask> task = TaskFor(*range, range->stop);
  task->own_records = std::move(range->epilogue);
  task->source.records = task->own_records.data();
  task->source.bytes = task->own_records.size();
  task->source.kinds |= 1u << ACLPROFX_KIND_TASK_LINKED;
  range->session->flow().Submit(std::move(task));
}

void CollectedRing::FinishRanges(uint64_t tail) {
  const bool over = retired_ && taken_ == tail;
  for (Range& range : ranges_) {
    if (over && range.wanted) EndRange(&range);
    if (range.stop > taken_) continue;
    SubmitEpilogue(&range);
    --range.session->open_ranges;
    range.session->CloseFlowIfEnded();
  }
  std::erase_if(ranges_, [this](const Range& range) { return range.stop <= taken_; });
}

bool CollectedRing::ReleaseDone() {
  uint64_t done = 0;
  // [B2]
  while (!pieces_.empty() && pieces_.front().users.load(std::memory_order_acquire) == 0) {
    done = pieces_.front().end;
    pieces_.pop_front();
  }
  if (done == 0) return false;
  consumer_.Release(done);
  return true;
}

bool CollectedRing::Idle() const {
  return ranges_.empty() && pieces_.empty() && taken_ == consumer_.Tail();
}

bool CollectedRing::Finished() const { return retired_ && Idle(); }

}  // namespace aclprof
