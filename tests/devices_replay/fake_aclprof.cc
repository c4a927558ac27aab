#include "tests/devices_replay/fake_aclprof.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "acl/acl_prof.h"
#include "aclprof/aclprof.h"
#include "aclprof/runtime.h"

namespace aclprof {
namespace {

constexpr uint64_t kRingBytes = 1 << 22;

struct FakeRing {
  aclprofx_ring ring{};
  std::vector<unsigned char> bytes;
};

std::vector<std::unique_ptr<FakeRing>> rings;
FakeAclprof fake;

int Call(const std::string& name) {
  fake.calls.push_back(name);
  return fake.fail_call == name ? 500000 : 0;
}

uint32_t IdOf(std::vector<std::string>* table, const std::string& text) {
  if (text.empty()) return 0;
  const auto found = std::find(table->begin(), table->end(), text);
  if (found != table->end()) return static_cast<uint32_t>(found - table->begin()) + 1;
  table->push_back(text);
  return static_cast<uint32_t>(table->size());
}

std::string OrNothing(const char* text) { return text == nullptr ? "" : text; }

void ReadRing(const FakeRing& from, std::vector<FakeRecord>* records) {
  for (uint64_t at = 0; at < from.ring.tail;) {
    aclprofx_record_header header;
    std::memcpy(&header, from.bytes.data() + at, sizeof(header));
    records->push_back(
        {from.ring.device_id, header.kind,
         std::string(reinterpret_cast<const char*>(from.bytes.data()) + at + sizeof(header),
                     header.size_bytes - sizeof(header))});
    at += header.size_bytes;
  }
}

}  // namespace

FakeAclprof& FakeAclprof::Get() { return fake; }

void FakeAclprof::Reset() {
  fake = FakeAclprof();
  rings.clear();
}

std::vector<FakeRecord> FakeAclprof::Records() const {
  std::vector<FakeRecord> records;
  for (const auto& ring : rings) ReadRing(*ring, &records);
  return records;
}

}  // namespace aclprof

using aclprof::fake;
using aclprof::OrNothing;

struct aclprofConfig {};

extern "C" {

int aclprofx_open_producer(const aclprofx_producer_options* options, aclprofx_ring** ring) {
  if (options->device_id == fake.fail_open_of_device) return 200000;
  auto made = std::make_unique<aclprof::FakeRing>();
  made->bytes.resize(aclprof::kRingBytes);
  made->ring.device_id = options->device_id;
  made->ring.capacity_bytes = made->ring.block_bytes = made->ring.limit = aclprof::kRingBytes;
  made->ring.data = made->bytes.data();
  made->ring.gate = fake.kinds;
  *ring = &made->ring;
  aclprof::rings.push_back(std::move(made));
  fake.producers.push_back(*options);
  fake.producer_names.push_back(options->name);
  fake.calls.push_back("open " + std::to_string(options->device_id));
  return 0;
}

void aclprofx_close_producer(aclprofx_ring* ring) {
  fake.calls.push_back("close " + std::to_string(ring->device_id));
}

int aclprofx_make_room(aclprofx_ring*, uint16_t, uint32_t, uint64_t) { return 0; }

uint32_t aclprofx_intern(const char* text, size_t bytes) {
  return text == nullptr ? 0 : aclprof::IdOf(&fake.strings, std::string(text, bytes));
}

uint16_t aclprofx_task_type(const char* name) {
  return static_cast<uint16_t>(aclprof::IdOf(&fake.task_types, name));
}

uint32_t aclprofx_intern_op(const aclprofx_op_info* info) {
  std::string text;
  for (const char* part : {info->name, info->type, info->state, info->task_type, info->hf32,
                           info->input_shapes, info->input_data_types, info->input_formats,
                           info->output_shapes, info->output_data_types, info->output_formats}) {
    text += OrNothing(part) + "|";
  }
  text += std::to_string(info->block_num) + "|" + std::to_string(info->mix_block_num);
  return aclprof::IdOf(&fake.ops, text);
}

int aclprofx_get_settings(aclprofx_settings*) { return 0; }
int aclprofx_set_settings(const aclprofx_settings*) { return aclprof::Call("set_settings"); }

int aclprofx_last_session(aclprofx_ledger* ledger, char* directory, size_t capacity) {
  ledger->emitted = ledger->stored = fake.Records().size();
  std::strncpy(directory, "/out/PROF_1", capacity - 1);
  return 0;
}

const char* aclprofx_last_error(void) { return "the text of the error"; }
int aclprofx_runtime_register(const aclprofx_runtime*) { return aclprof::Call("register"); }
int aclprofx_runtime_unregister(void) { return aclprof::Call("unregister"); }

aclError aclprofInit(const char* path, size_t length) {
  return aclprof::Call("init " + std::string(path, length));
}

aclError aclprofSetConfig(aclprofConfigType type, const char* config, size_t length) {
  return aclprof::Call("set_config " + std::to_string(type) + " " + std::string(config, length));
}

aclprofConfig* aclprofCreateConfig(uint32_t* devices, uint32_t count, aclprofAicoreMetrics metrics,
                                   const aclprofAicoreEvents*, uint64_t data_types) {
  static aclprofConfig config;
  fake.metrics = metrics;
  fake.data_types = data_types;
  fake.session_devices.assign(devices, devices + count);
  return aclprof::Call("create_config") == 0 ? &config : nullptr;
}

aclError aclprofDestroyConfig(const aclprofConfig*) { return aclprof::Call("destroy_config"); }
aclError aclprofStart(const aclprofConfig*) { return aclprof::Call("start"); }
aclError aclprofStop(const aclprofConfig*) { return aclprof::Call("stop"); }
aclError aclprofFinalize(void) { return aclprof::Call("finalize"); }

}  // extern "C"
