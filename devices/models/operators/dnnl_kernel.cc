#include "devices/models/operators/dnnl_kernel.h"

#include <cstring>
#include <new>
#include <string>

#include "devices/models/operators/strided_walk.h"

// Declared by hand: clang without its own OpenMP has no omp.h.
extern "C" {
int omp_get_max_threads(void);
void omp_set_num_threads(int count);
}

namespace aclprof {
namespace {

// How many threads OpenMP gives to this thread's work, for a while: one.
class OneThread {
 public:
  OneThread() : before_(omp_get_max_threads()) { omp_set_num_threads(1); }
  ~OneThread() { omp_set_num_threads(before_); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_;
};

Status FromDnnl(const dnnl::error& error) {
  const bool full = error.status == dnnl_out_of_memory;
  return Status(full ? StatusCode::kResourceExhausted : StatusCode::kUnsupported,
                std::string("oneDNN: ") + error.what());
}

}  // namespace

dnnl::memory::desc PlainDesc(const Dims& dims) {
  return dnnl::memory::desc(dims, dnnl::memory::data_type::f32, StridesOf(dims));
}

const dnnl::engine& CpuEngine() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

DnnlKernel::DnnlKernel() : stream_(CpuEngine()) {}

dnnl::primitive_attr DnnlKernel::Attributes() {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return attributes;
}

dnnl::memory DnnlKernel::Bind(const dnnl::memory::desc& desc, Place place, size_t at) {
  dnnl::memory memory(desc, CpuEngine(), DNNL_MEMORY_NONE);
  bindings_.push_back({memory, place, at});
  return memory;
}

dnnl::memory DnnlKernel::Input(size_t index, const dnnl::memory::desc& desc) {
  return Bind(desc, Place::kInput, index);
}

dnnl::memory DnnlKernel::Output(size_t index, const dnnl::memory::desc& desc) {
  return Bind(desc, Place::kOutput, index);
}

dnnl::memory DnnlKernel::Scratch(const dnnl::memory::desc& desc) {
  const dnnl::memory memory = Bind(desc, Place::kScratch, scratch_bytes_);
  scratch_bytes_ += AlignedUp(desc.get_size());
  return memory;
}

dnnl::memory DnnlKernel::Wanted(const NodeView& node, size_t index, const dnnl::memory::desc& plain,
                                const dnnl::memory::desc& wanted) {
  if (plain == wanted) return Input(index, plain);
  const unsigned char* constant = node.inputs[index].constant;
  if (constant == nullptr) {
    const dnnl::memory to = Scratch(wanted);
    Reorder(Input(index, plain), to);
    return to;
  }
  dnnl::memory from(plain, CpuEngine(), const_cast<unsigned char*>(constant));
  AlignedMemory own(wanted.get_size());
  dnnl::memory to(wanted, CpuEngine(), own.get());
  dnnl::reorder(from, to).execute(stream_, from, to);
  stream_.wait();
  weights_.push_back({to, wanted.get_size(), std::move(own)});
  return to;
}

size_t DnnlKernel::weight_bytes() const {
  size_t bytes = 0;
  for (const Weights& weights : weights_) bytes += AlignedUp(weights.bytes);
  return bytes;
}

void DnnlKernel::PlaceWeights(void* memory) {
  auto* to = static_cast<unsigned char*>(memory);
  for (Weights& weights : weights_) {
    std::memcpy(to, weights.memory.get_data_handle(), weights.bytes);
    weights.memory.set_data_handle(to);
    weights.own = AlignedMemory();
    to += AlignedUp(weights.bytes);
  }
}

void DnnlKernel::Reorder(const dnnl::memory& from, const dnnl::memory& to) {
  const dnnl::reorder::primitive_desc desc(from, to, Attributes());
  Add(desc, {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}});
}

dnnl::memory DnnlKernel::Given(size_t index, const dnnl::memory::desc& plain,
                               const dnnl::memory::desc& given) {
  return plain == given ? Output(index, plain) : Scratch(given);
}

void DnnlKernel::Deliver(size_t index, const dnnl::memory::desc& plain, const dnnl::memory& given) {
  if (given.get_desc() != plain) Reorder(given, Output(index, plain));
}

void DnnlKernel::AddStep(dnnl::primitive primitive, const dnnl::memory::desc& scratchpad,
                         Arguments arguments) {
  if (scratchpad.get_size() > 0) arguments.push_back({DNNL_ARG_SCRATCHPAD, Scratch(scratchpad)});
  Step step{std::move(primitive), std::move(arguments), {}};
  for (const auto& [argument, memory] : step.arguments) {
    step.raw.push_back({argument, memory.get()});
  }
  steps_.push_back(std::move(step));
}

Status DnnlKernel::Run(std::span<const void* const> inputs, std::span<void* const> outputs,
                       void* scratch) {
  const OneThread one;
  SetAddresses(inputs, outputs, scratch);
  if (before_) before_(inputs, outputs);
  if (Status status = RunSteps(); !status.ok()) return status;
  if (after_) after_(inputs, outputs);
  return Status();
}

void DnnlKernel::SetAddresses(std::span<const void* const> inputs, std::span<void* const> outputs,
                              void* scratch) {
  for (Binding& binding : bindings_) {
    void* address = binding.place == Place::kInput    ? const_cast<void*>(inputs[binding.at])
                    : binding.place == Place::kOutput ? outputs[binding.at]
                                                      : static_cast<char*>(scratch) + binding.at;
    if (binding.address == address) continue;
    dnnl_memory_set_data_handle(binding.memory.get(), address);
    binding.address = address;
  }
}

Status DnnlKernel::RunSteps() {
  for (const Step& step : steps_) {
    const dnnl_status_t status = dnnl_primitive_execute(
        step.primitive.get(), stream_.get(), static_cast<int>(step.raw.size()), step.raw.data());
    if (status != dnnl_success)
      return Status(StatusCode::kInternal, "oneDNN: status " + std::to_string(status));
  }
  return Status();
}

Status MakeDnnl(std::unique_ptr<Kernel>* kernel, const std::function<void(DnnlKernel*)>& fill) {
  const OneThread one;
  try {
    auto made = std::make_unique<DnnlKernel>();
    fill(made.get());
    *kernel = std::move(made);
    return Status();
  } catch (const dnnl::error& error) {
    return FromDnnl(error);
  } catch (const std::bad_alloc&) {
    return Status(StatusCode::kResourceExhausted, "no memory for the operator's weights");
  }
}

}  // namespace aclprof
