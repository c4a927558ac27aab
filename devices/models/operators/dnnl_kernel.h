// dnnl_kernel.h: a kernel made of oneDNN primitives that run one after the other.
//
// Shape    made ahead: primitives, memory objects without memory, argument lists. A run only sets addresses.
// Units    bytes.
// Threads  made for one thread and run on the caller's, whatever OpenMP is set to: some of oneDNN asks when it is made, some
//          when it runs. omp_set_num_threads(1) once on the thread that runs kernels does no harm and isn't needed.
// Errors   what oneDNN throws in the making becomes a Status in MakeDnnl. Run asks for no memory; oneDNN itself takes some
//          hundred bytes for its list of arguments and gives them back. A primitive that yet fails: kInternal.
// Source   oneDNN 2.6, "Primitive attributes: scratchpad"
#pragma once

#include <dnnl.h>

#include <functional>
#include <memory>
#include <oneapi/dnnl/dnnl.hpp>
#include <span>
#include <vector>

#include "devices/models/aligned_memory.h"
#include "devices/models/operator.h"

namespace aclprof {

// Row-major, with float elements.
dnnl::memory::desc PlainDesc(const Dims& dims);
const dnnl::engine& CpuEngine();

class DnnlKernel : public Kernel {
 public:
  using Arguments = std::vector<std::pair<int, dnnl::memory>>;

  DnnlKernel();

  // For every primitive: its temporary memory comes from the scratch.
  static dnnl::primitive_attr Attributes();

  dnnl::memory Input(size_t index, const dnnl::memory::desc& desc);
  dnnl::memory Output(size_t index, const dnnl::memory::desc& desc);
  dnnl::memory Scratch(const dnnl::memory::desc& desc);
  // An input in the layout that a primitive wants: reordered here and now where the input is constant (of which the kernel
  // then has a copy), else in each run.
  dnnl::memory Wanted(const NodeView& node, size_t index, const dnnl::memory::desc& plain,
                      const dnnl::memory::desc& wanted);
  // Adds a step that brings `from` to `to`.
  void Reorder(const dnnl::memory& from, const dnnl::memory& to);
  // A place for the output in the layout that a primitive gives; Deliver, after it, adds the step that makes it plain.
  dnnl::memory Given(size_t index, const dnnl::memory::desc& plain,
                     const dnnl::memory::desc& given);
  void Deliver(size_t index, const dnnl::memory::desc& plain, const dnnl::memory& given);

  template <typename PrimitiveDesc>
  void Add(const PrimitiveDesc& desc, Arguments arguments) {
    AddStep(dnnl::primitive(desc.get()), desc.scratchpad_desc(), std::move(arguments));
  }
  // Runs what oneDNN doesn't have, before or after all primitives.
  using Plain = std::function<void(std::span<const void* const>, std::span<void* const>)>;
  void Before(Plain plain) { before_ = std::move(plain); }
  void After(Plain plain) { after_ = std::move(plain); }

  size_t scratch_bytes() const override { return scratch_bytes_; }
  size_t weight_bytes() const override;
  void PlaceWeights(void* memory) override;
  Status Run(std::span<const void* const> inputs, std::span<void* const> outputs,
             void* scratch) override;

 private:
  enum class Place { kInput, kOutput, kScratch };
  struct Binding {
    dnnl::memory memory;
    Place place;
    size_t at;  // index or offset
    void* address = nullptr;
  };
  // A constant input in another layout; in memory of its own until it is placed.
  struct Weights {
    dnnl::memory memory;
    size_t bytes;
    AlignedMemory own;
  };
  struct Step {
    dnnl::primitive primitive;
    Arguments arguments;
    std::vector<dnnl_exec_arg_t> raw;
  };

  dnnl::memory Bind(const dnnl::memory::desc& desc, Place place, size_t at);
  void AddStep(dnnl::primitive primitive, const dnnl::memory::desc& scratchpad,
               Arguments arguments);
  void SetAddresses(std::span<const void* const> inputs, std::span<void* const> outputs,
                    void* scratch);
  Status RunSteps();

  dnnl::stream stream_;
  std::vector<Binding> bindings_;
  std::vector<Step> steps_;
  std::vector<Weights> weights_;
  Plain before_;
  Plain after_;
  size_t scratch_bytes_ = 0;
};

// Runs `fill` on a new kernel.
Status MakeDnnl(std::unique_ptr<Kernel>* kernel, const std::function<void(DnnlKernel*)>& fill);

}  // namespace aclprof
