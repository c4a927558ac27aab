#include "core/collected_ring.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "base/tick_clock.h"

namespace aclprof {
namespace {

// A producer that has an emit in progress through so many starts and stops of sessions has none in progress.
constexpr uint32_t kSettlingChanges = 1u << 14;

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

constexpr size_t kEpilogueBytes =
    2 * sizeof(aclprofx_record_header) + sizeof(aclprofx_task_linked) + sizeof(aclprofx_loss);

// What is still running lasts up to now; for a clock that we can't read, its end is not known.
void LeaveOpen(const aclprofx_ring& ring, aclprofx_task_linked* task) {
  task->task.flags |= ACLPROFX_TASK_OPEN_ENDED;
  const uint64_t now = NowMoment().ticks;  // which does not move a clock that is injected
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
  uint64_t kinds = tap_.has_value() ? RingTap::kKinds : 0;
  for (Range& range : ranges_) {
    if (range.wanted) kinds |= range.session->options().kinds;
    range.settled |= ++range.gate_changes > kSettlingChanges;
  }
  gate_changed_ = true;
  const uint64_t generation = GenerationOf(ring()->gate) + 1;
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
  range.first_generation = static_cast<uint16_t>(GenerationOf(ring()->gate) + 1);
  range.dropped_before = Dropped();
  range.epilogue.reserve(kEpilogueBytes);
  session->AddRing(ring()->ring_id, ring()->device_id);
  ranges_.push_back(std::move(range));
  ++session->open_ranges;
  PrefaultAhead();
  SetGate();
}

void CollectedRing::PrefaultAhead() {
  if (ring()->device_id >= 0 && (!ranges_.empty() || tap_.has_value())) memory_->PrefaultAhead();
}

void CollectedRing::End(const Session& session) {
  for (Range& range : ranges_)
    if (range.session.get() == &session && range.wanted) EndRange(&range);
}

void CollectedRing::EndRange(Range* range) {
  range->wanted = false;
  SetGate();
  // What lands from now on was begun before its producer saw the gate shut; its emit had not returned.
  range->stop = consumer_.Tail();
  range->session->AddDrops(ring()->ring_id, DroppedIn(*range));
  FillEpilogue(range);
}

bool CollectedRing::AddToEpilogue(const Session& session,
                                  const std::vector<unsigned char>& records) {
  for (Range& range : ranges_) {
    if (range.session.get() != &session) continue;
    range.epilogue.insert(range.epilogue.end(), records.begin(), records.end());
    return true;
  }
  return false;
}

DropTable CollectedRing::DroppedIn(const Range& range) const {
  return DroppedSince(range.dropped_before, Dropped(), *range.session);
}

void CollectedRing::FillEpilogue(Range* range) const {
  aclprofx_task_linked task;
  if (WantsTasks(*range->session) && consumer_.Running(&task)) {
    LeaveOpen(*ring(), &task);
    AppendRecord(ACLPROFX_KIND_TASK_LINKED, range->first_generation, &task, sizeof(task),
                 &range->epilogue);
  }
  aclprofx_loss loss;
  uint16_t generation = 0;
  if (consumer_.PendingLoss(&loss, &generation) && !IsOlder(generation, range->first_generation))
    AppendRecord(ACLPROFX_KIND_LOSS, range->first_generation, &loss, sizeof(loss),
                 &range->epilogue);
}

void CollectedRing::BeginTap(TaskTap* tap, const RingAnchor& anchor) {
  if (tap_.has_value()) return;
  tap_.emplace(tap, *ring(), anchor, consumer_.Tail());
  PrefaultAhead();
  SetGate();
}

void CollectedRing::EndTap() {
  if (!tap_.has_value()) return;
  DrainTap();
  tap_->TellLost();
  tap_.reset();
  SetGate();
}

// Without memory to note that they are taken, they are taken once more, and not handed on again.
void CollectedRing::DrainTap() try {
  if (tap_.has_value()) TakeUpTo(consumer_.Tail());
} catch (const std::bad_alloc&) {
}

uint64_t CollectedRing::Due(uint64_t tail, bool flush) const {
  if (ranges_.empty() || tap_.has_value() || flush || retired_) return tail;
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
  PrefaultAhead();
  FinishRanges(tail);
  return took;
}

void CollectedRing::TakeUpTo(uint64_t position) {
  if (tap_.has_value()) tap_->Deliver(consumer_, position);
  while (taken_ < position) {
    if (ranges_.empty())
      Pass(position);
    else
      TakePiece(std::min(position, BlockEnd(*ring(), taken_)));
  }
}

// What nobody owns is passed over in one piece.
void CollectedRing::Pass(uint64_t end) {
  pieces_.emplace_back(end);
  CountOutOfSession(end);
  taken_ = end;
}

// Everything that can fail comes first, so that a piece goes to all of its sessions or to none.
void CollectedRing::TakePiece(uint64_t end) {
  pieces_.emplace_back(end);
  std::vector<TaskList> tasks;
  try {
    tasks.reserve(ranges_.size());
    for (const Range& range : ranges_) tasks.push_back(TaskOfPiece(range, &pieces_.back()));
  } catch (const std::bad_alloc&) {
    pieces_.pop_back();
    throw;
  }
  CountOutOfSession(end);
  for (size_t i = 0; i < tasks.size(); ++i) {
    if (tasks[i].empty()) continue;
    pieces_.back().users.fetch_add(1, std::memory_order_relaxed);
    ranges_[i].settled = true;
    ranges_[i].session->flow().Submit(std::move(tasks[i]));
  }
  taken_ = end;
}

// Only the first piece after a start or a stop can hold a record that was begun before it.
void CollectedRing::CountOutOfSession(uint64_t end) {
  if (!gate_changed_) return;
  gate_changed_ = false;
  for (uint64_t at = taken_; at < end;) {
    aclprofx_record_header header;
    std::memcpy(&header, consumer_.At(at), sizeof(header));
    if (header.size_bytes < sizeof(header)) return;  // the encoder reports what can't be walked
    const bool emitted = header.kind != ACLPROFX_KIND_PAD && header.kind != ACLPROFX_KIND_LOSS;
    if (emitted && !OwnedBySomeone(at, header)) ++out_of_session_;
    at += header.size_bytes;
  }
}

bool CollectedRing::OwnedBySomeone(uint64_t position, const aclprofx_record_header& header) const {
  if (tap_.has_value() && tap_->Owns(position, header)) return true;
  return std::any_of(ranges_.begin(), ranges_.end(), [&](const Range& range) {
    return range.start <= position && position < range.stop && Wants(*range.session, header.kind) &&
           (range.settled || !IsOlder(header.generation, range.first_generation));
  });
}

TaskList CollectedRing::TaskFor(const Range& range, uint64_t position) const {
  TaskList list;
  BlockTask& task = *list.emplace_back(std::make_unique<BlockTask>());
  task.stream = ring()->device_id + 1;
  task.source.ring_id = ring()->ring_id;
  task.source.first_position = position;
  task.source.kinds = range.session->options().kinds | (1u << ACLPROFX_KIND_LOSS);
  task.source.ops = range.session->ops();
  task.source.first_generation = range.first_generation;
  task.source.any_generation = range.settled;
  return list;
}

// Empty where the session owns nothing of the piece.
TaskList CollectedRing::TaskOfPiece(const Range& range, RingPiece* piece) const {
  const uint64_t from = std::max(taken_, range.start);
  const uint64_t to = std::min(piece->end, range.stop);
  if (from >= to) return {};
  TaskList list = TaskFor(range, from);
  BlockTask& task = *list.front();
  task.source.records = consumer_.At(from);
  task.source.bytes = to - from;
  task.source.dropped_so_far = TotalOf(DroppedIn(range));
  task.piece = piece;
  return list;
}

// Its blocks stand at the session's last position in the ring and take up none of it.
void CollectedRing::SubmitEpilogue(Range* range) {
  if (range->epilogue.empty()) return;
  TaskList list = TaskFor(*range, range->stop);
  BlockTask& task = *list.front();
  task.own_records = std::move(range->epilogue);
  task.source.records = task.own_records.data();
  task.source.bytes = task.own_records.size();
  task.source.kinds |= 1u << ACLPROFX_KIND_TASK_LINKED;
  task.source.any_generation = true;
  range->session->flow().Submit(std::move(list));
  range->epilogue.clear();
}

void CollectedRing::FinishRanges(uint64_t tail) {
  const bool over = retired_ && taken_ == tail;
  if (over) EndTap();
  for (Range& range : ranges_)
    if (over && range.wanted) EndRange(&range);
  const auto is_done = [this](const Range& range) { return range.stop <= taken_; };
  for (auto it = ranges_.begin();
       (it = std::find_if(it, ranges_.end(), is_done)) != ranges_.end();) {
    SubmitEpilogue(&*it);
    --it->session->open_ranges;
    it->session->CloseFlowIfEnded();
    it = ranges_.erase(it);
  }
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
  return !tap_.has_value() && ranges_.empty() && pieces_.empty() && taken_ == consumer_.Tail();
}

bool CollectedRing::Finished() const { return retired_ && Idle(); }

}  // namespace aclprof
