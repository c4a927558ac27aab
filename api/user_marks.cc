#include "api/user_marks.h"

#include <cstring>
#include <new>
#include <utility>

#include "base/library_scope.h"
#include "base/tick_clock.h"
#include "core/producer_registration.h"
#include "core/stamp_texts.h"

namespace aclprof {
namespace {

// The range that this thread pushed last; of another process after a fork. Trivial, so that it outlives every destructor
// of a thread's locals.
struct Top {
  uint32_t id;
  const Process* owner;
};
thread_local Top tops[2];

uint32_t& TopOf(RangeStack stack, const Process* owner) {
  Top& top = tops[static_cast<int>(stack)];
  if (top.owner != owner) top = {0, owner};
  return top.id;
}

// The payload, then the texts. Nothing was to be done, or it was done or counted.
template <typename Payload>
bool Emit(uint16_t kind, Payload payload, const char* message, std::string_view behind) {
  aclprofx_ring* const ring = HostRing(kind);
  if (ring == nullptr) return MarksAreCollected(kind);
  payload.thread_id = payload.thread_id != 0 ? payload.thread_id : ring->thread_id;
  void* const place = aclprofx_begin(
      ring, kind,
      static_cast<uint32_t>(sizeof(payload) + TailBytes(payload.message_bytes, behind)));
  if (place == nullptr) return true;
  std::memcpy(place, &payload, sizeof(payload));
  PutTail({message, payload.message_bytes}, behind, static_cast<char*>(place) + sizeof(payload));
  aclprofx_commit(ring);
  return true;
}

OpenRange RangeOf(const Stamp& stamp, std::string behind, uint16_t event_type) {
  OpenRange range;
  range.record.start = NowTicks();
  range.record.payload_type = stamp.payload_type;
  range.record.payload_value = stamp.payload_value;
  range.record.category = stamp.category;
  range.record.event_type = event_type;
  range.record.message_bytes = stamp.message_bytes;
  range.message = stamp.message;
  range.behind = std::move(behind);
  if (const aclprofx_ring* const ring = HostRing(ACLPROFX_KIND_RANGE); ring != nullptr)
    range.record.thread_id = ring->thread_id;
  return range;
}

bool EmitEnded(OpenRange&& range) {
  const aclprofx_ring* const ring = HostRing(ACLPROFX_KIND_RANGE);
  range.record.duration = NowTicks() - range.record.start;
  range.record.end_thread_id = ring != nullptr ? ring->thread_id : 0;
  return Emit(ACLPROFX_KIND_RANGE, range.record, range.message.data(), range.behind);
}

}  // namespace

bool MarksAreCollected(uint16_t kind) {
  const Process* const process = Process::Existing();
  return process != nullptr && process->registry.HostWants(kind);
}

Stamp* UserMarks::Create() {
  return MarksAreCollected(ACLPROFX_KIND_MARK) ? process_->stamps.Take() : nullptr;
}

Stamp* UserMarks::Live(void* stamp) const {
  return MarksAreCollected(ACLPROFX_KIND_MARK) ? process_->stamps.Find(stamp) : nullptr;
}

// Without memory a mark goes without them; so does one of a signal handler in the middle of a call of ours, which would
// wait for a lock that its own thread holds.
std::string UserMarks::TextsBehind(const Stamp& stamp) const try {
  if (LibraryScope::Inside()) return {};
  const LibraryScope inside;
  return TextsBehindMessage(stamp, process_->categories.Find(stamp.category));
} catch (const std::bad_alloc&) {
  return {};
}

bool UserMarks::Mark(const Stamp& stamp) {
  const aclprofx_mark mark{NowTicks(),
                           stamp.payload_value,
                           0,
                           0,
                           stamp.category,
                           stamp.payload_type,
                           ACLPROFX_EVENT_MARKER,
                           stamp.message_bytes};
  return Emit(ACLPROFX_KIND_MARK, mark, stamp.message.data(), TextsBehind(stamp));
}

bool UserMarks::MarkLinked(std::string_view message, uint64_t connection_id) {
  const aclprofx_mark mark{NowTicks(),
                           0,
                           connection_id,
                           0,
                           0,
                           0,
                           ACLPROFX_EVENT_MARKER_EX,
                           static_cast<uint32_t>(message.size())};
  return Emit(ACLPROFX_KIND_MARK, mark, message.data(), {});
}

// A signal handler in the middle of a call of ours would wait for a lock that its own thread holds.
uint32_t UserMarks::Begin(const OpenRange& range) {
  if (LibraryScope::Inside()) return 0;
  const LibraryScope inside;
  return process_->ranges.Begin(range);
}

bool UserMarks::End(uint32_t id, OpenRange* range) {
  if (LibraryScope::Inside()) return false;
  const LibraryScope inside;
  return process_->ranges.End(id, range);
}

uint32_t UserMarks::BeginRange(const Stamp& stamp) {
  return Begin(RangeOf(stamp, TextsBehind(stamp), ACLPROFX_EVENT_START_END));
}

bool UserMarks::EndRange(uint32_t id) {
  OpenRange range;
  if (!MarksAreCollected(ACLPROFX_KIND_RANGE)) return false;
  return End(id, &range) && EmitEnded(std::move(range));
}

bool UserMarks::Push(RangeStack stack, const Stamp& stamp) {
  uint32_t& top = TopOf(stack, process_);
  OpenRange range = RangeOf(stamp, TextsBehind(stamp), ACLPROFX_EVENT_PUSH_POP);
  range.below = top;
  const uint32_t id = Begin(range);
  if (id != 0) top = id;
  return id != 0;
}

// What a stop has forgotten was pushed before it, and so was all that lies below.
bool UserMarks::Pop(RangeStack stack) {
  uint32_t& top = TopOf(stack, process_);
  OpenRange range;
  if (!MarksAreCollected(ACLPROFX_KIND_RANGE)) return false;
  if (!End(top, &range)) {
    top = 0;
    return false;
  }
  top = range.below;
  return EmitEnded(std::move(range));
}

}  // namespace aclprof
