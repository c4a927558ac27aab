#include "core/producer_registration.h"

#include <pthread.h>

#include <chrono>
#include <cstring>
#include <thread>

#include "base/library_scope.h"
#include "core/process.h"
#include "ringbuf/producer_room.h"

namespace aclprof {
namespace {

// A thread's ring, and the process it belongs to: after a fork the process is another. Trivial, so
// that it outlives every destructor of a thread's locals.
struct HostSlot {
  aclprofx_ring* ring;
  Process* owner;
};

// Half a second together.
constexpr int kRetriesForRoom = 250;
constexpr std::chrono::milliseconds kRestForRoom(2);

thread_local HostSlot host_slot{nullptr, nullptr};
pthread_key_t thread_end_key;

void RetireRing(Process* process, aclprofx_ring* ring) {
  process->registry.Close(ring);
  if (!process->collector.running()) process->registry.Adopt();
}

// Runs after the destructors of C++ locals, so what they emit is kept. Another key's destructor may
// emit even later: then there is a new ring and this is called again.
void OnThreadEnd(void* slot_address) {
  const LibraryScope inside;
  auto* const slot = static_cast<HostSlot*>(slot_address);
  const HostSlot old = *slot;
  *slot = {nullptr, nullptr};
  if (old.ring != nullptr && old.owner == Process::Existing()) RetireRing(old.owner, old.ring);
}

// False where the process has no thread-specific key or no memory left.
bool WatchThreadEnd() {
  static const bool has_key = pthread_key_create(&thread_end_key, OnThreadEnd) == 0;
  return has_key && pthread_setspecific(thread_end_key, &host_slot) == 0;
}

std::string_view View(const char* text) { return text == nullptr ? std::string_view() : text; }

}  // namespace

// What takes up the room may be rings of producers that are gone, which the collector has yet to empty.
Status OpenProducer(const ProducerSpec& spec, aclprofx_ring** ring) {
  const LibraryScope inside;
  Process& process = Process::Get();
  Status opened = process.registry.Open(spec, ring);
  for (int i = 0; i < kRetriesForRoom && opened.code() == StatusCode::kResourceExhausted &&
                  process.registry.HasRetired();
       ++i) {
    process.collector.Kick();
    std::this_thread::sleep_for(kRestForRoom);
    opened = process.registry.Open(spec, ring);
  }
  return opened;
}

void CloseProducer(aclprofx_ring* ring) {
  const LibraryScope inside;
  if (Process* const process = Process::Existing()) RetireRing(process, ring);
}

aclprofx_ring* HostRing(uint16_t kind) {
  Process* const process = Process::Existing();
  if (process == nullptr || !process->registry.HostWants(kind)) return nullptr;
  if (host_slot.owner == process && host_slot.ring != nullptr) return host_slot.ring;
  if (LibraryScope::Inside()) {
    process->registry.CountRingless(ACLPROFX_DROP_REENTRANT, kind);
    return nullptr;
  }
  const LibraryScope inside;
  if (!WatchThreadEnd()) {
    process->registry.CountRingless(ACLPROFX_DROP_NO_RING, kind);
    return nullptr;
  }
  host_slot = {process->registry.OpenHostRing(kind), process};
  return host_slot.ring;
}

uint32_t InternString(std::string_view text) {
  const LibraryScope inside;
  return ProcessNames().Intern(DictionarySpace::kString, text);
}

uint16_t InternTaskType(std::string_view name) {
  const LibraryScope inside;
  const uint32_t id = ProcessNames().Intern(DictionarySpace::kTaskType, name);
  return id == kUnknownId ? uint16_t{0xFFFF} : static_cast<uint16_t>(id);
}

uint32_t InternOp(const aclprofx_op_info& info) {
  const LibraryScope inside;
  const OpEntry entry{
      .name = InternString(View(info.name)),
      .type = InternString(View(info.type)),
      .state = InternString(View(info.state)),
      .task_type = InternString(View(info.task_type)),
      .hf32 = InternString(View(info.hf32)),
      .input_shapes = InternString(View(info.input_shapes)),
      .input_data_types = InternString(View(info.input_data_types)),
      .input_formats = InternString(View(info.input_formats)),
      .output_shapes = InternString(View(info.output_shapes)),
      .output_data_types = InternString(View(info.output_data_types)),
      .output_formats = InternString(View(info.output_formats)),
      .block_num = info.block_num,
      .mix_block_num = info.mix_block_num,
  };
  return ProcessNames().Intern(DictionarySpace::kOp,
                               {reinterpret_cast<const char*>(&entry), sizeof(entry)});
}

}  // namespace aclprof

// Here and not in api/, since the core emits too: samples of the host.
extern "C" int aclprofx_make_room(aclprofx_ring* ring, uint16_t kind, uint32_t record_bytes,
                                  uint64_t gate) {
  return aclprof::MakeRoom(ring, kind, record_bytes, gate) ? 1 : 0;
}
