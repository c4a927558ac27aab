// Gemm and MatMul.
#include <algorithm>

#include "devices/models/operators/dnnl_kernel.h"
#include "devices/models/operators/node_check.h"
#include "devices/models/operators/operator_tables.h"
#include "devices/models/operators/strided_walk.h"

namespace aclprof {
namespace {

struct Gemm {
  bool transpose_a = false;
  bool transpose_b = false;
  float alpha = 1;
  float beta = 1;
  int64_t rows = 1;
  int64_t inner = 1;
  int64_t columns = 1;
};

void CheckInner(NodeCheck* check, int64_t of_a, int64_t of_b) {
  if (of_a == of_b) return;
  check->Fault("the matrices " + ToText(check->DimsOf(0)) + " and " + ToText(check->DimsOf(1)) +
               " don't match: " + std::to_string(of_a) + " columns and " + std::to_string(of_b) +
               " rows");
}

Gemm ReadGemm(NodeCheck* check) {
  Gemm gemm;
  check->Inputs(2, 3);
  check->Outputs(1);
  check->Floats();
  check->Rank(0, 2, 2);
  check->Rank(1, 2, 2);
  if (!check->ok()) return gemm;
  const Dims& a = check->DimsOf(0);
  const Dims& b = check->DimsOf(1);
  gemm.transpose_a = check->Int("transA", 0) != 0;
  gemm.transpose_b = check->Int("transB", 0) != 0;
  gemm.alpha = check->Float("alpha", 1);
  gemm.beta = check->Float("beta", 1);
  gemm.rows = a[gemm.transpose_a ? 1 : 0];
  gemm.inner = a[gemm.transpose_a ? 0 : 1];
  gemm.columns = b[gemm.transpose_b ? 0 : 1];
  CheckInner(check, gemm.inner, b[gemm.transpose_b ? 1 : 0]);
  const Dims result = {gemm.rows, gemm.columns};
  Dims both;
  if (check->Has(2) && (!Broadcast(check->DimsOf(2), result, &both) || both != result)) {
    check->Fault("input 2 " + ToText(check->DimsOf(2)) + " can't be added to " + ToText(result));
  }
  return gemm;
}

Status InferGemm(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  const Gemm gemm = ReadGemm(&check);
  return check.Give({{ElementType::kFloat, {gemm.rows, gemm.columns}}}, outputs);
}

dnnl::memory::desc MatrixDesc(int64_t rows, int64_t columns, bool transposed) {
  return transposed ? PlainDesc({columns, rows}).permute_axes({1, 0}) : PlainDesc({rows, columns});
}

// Weights that are known now may have any layout.
dnnl::memory::desc WishedWeights(const NodeView& node, const dnnl::memory::desc& plain) {
  if (node.inputs[1].constant == nullptr) return plain;
  return dnnl::memory::desc(plain.dims(), dnnl::memory::data_type::f32,
                            dnnl::memory::format_tag::any);
}

struct Product {
  dnnl::memory::desc a;
  dnnl::memory::desc b;
  dnnl::memory::desc result;
};

void AddProduct(const NodeView& node, const Product& product,
                const dnnl::primitive_attr& attributes, DnnlKernel* kernel) {
  const dnnl::matmul::desc wish(product.a, WishedWeights(node, product.b), product.result);
  const dnnl::matmul::primitive_desc desc(wish, attributes, CpuEngine());
  kernel->Add(desc, {{DNNL_ARG_SRC, kernel->Wanted(node, 0, product.a, desc.src_desc())},
                     {DNNL_ARG_WEIGHTS, kernel->Wanted(node, 1, product.b, desc.weights_desc())},
                     {DNNL_ARG_DST, kernel->Output(0, product.result)}});
}

// C is broadcast into the output, to which the product is then added.
void FillGemm(const NodeView& node, const Gemm& gemm, DnnlKernel* kernel) {
  dnnl::primitive_attr attributes = DnnlKernel::Attributes();
  if (gemm.alpha != 1) attributes.set_output_scales(0, {gemm.alpha});
  if (node.inputs.size() > 2 && node.inputs[2].present) {
    dnnl::post_ops sum;
    sum.append_sum(gemm.beta);
    attributes.set_post_ops(sum);
    const Dims result = {gemm.rows, gemm.columns};
    StridedWalk walk(result, BroadcastStrides(node.inputs[2].type.dims, result));
    kernel->Before(
        [walk](std::span<const void* const> inputs, std::span<void* const> outputs) mutable {
          CopyStrided(sizeof(float), &walk, inputs[2], outputs[0]);
        });
  }
  AddProduct(node,
             {MatrixDesc(gemm.rows, gemm.inner, gemm.transpose_a),
              MatrixDesc(gemm.inner, gemm.columns, gemm.transpose_b),
              PlainDesc({gemm.rows, gemm.columns})},
             attributes, kernel);
}

Status MakeGemm(const NodeView& node, const std::vector<TensorType>&,
                std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  const Gemm gemm = ReadGemm(&check);
  if (!check.ok()) return check.status();
  return MakeDnnl(kernel, [&](DnnlKernel* made) { FillGemm(node, gemm, made); });
}

// Both operands as stacks of matrices with as many dimensions each, and the output as ONNX wants it.
struct MatMul {
  Dims a;
  Dims b;
  Dims result;  // of a times b
  Dims output;  // without the dimension that a vector got
};

void AddStacks(NodeCheck* check, MatMul* product) {
  const Dims stack_a(product->a.begin(), product->a.end() - 2);
  const Dims stack_b(product->b.begin(), product->b.end() - 2);
  if (!Broadcast(stack_a, stack_b, &product->result)) {
    return check->Fault("the stacks of matrices " + ToText(product->a) + " and " +
                        ToText(product->b) + " don't match");
  }
  const size_t rank = product->result.size() + 2;
  product->a.insert(product->a.begin(), rank - product->a.size(), 1);
  product->b.insert(product->b.begin(), rank - product->b.size(), 1);
}

MatMul ReadMatMul(NodeCheck* check) {
  MatMul product;
  check->Inputs(2, 2);
  check->Outputs(1);
  check->Floats();
  check->Rank(0, 1, kMaxDims);
  check->Rank(1, 1, kMaxDims);
  if (!check->ok()) return product;
  product.a = check->DimsOf(0);
  product.b = check->DimsOf(1);
  if (product.a.size() == 1) product.a.insert(product.a.begin(), 1);
  if (product.b.size() == 1) product.b.push_back(1);
  CheckInner(check, product.a.back(), product.b[product.b.size() - 2]);
  AddStacks(check, &product);
  if (!check->ok()) return product;
  product.output = product.result;
  if (check->DimsOf(0).size() > 1) product.output.push_back(product.a[product.a.size() - 2]);
  if (check->DimsOf(1).size() > 1) product.output.push_back(product.b.back());
  product.result.push_back(product.a[product.a.size() - 2]);
  product.result.push_back(product.b.back());
  return product;
}

Status InferMatMul(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  MatMul product = ReadMatMul(&check);
  return check.Give({{ElementType::kFloat, std::move(product.output)}}, outputs);
}

// One matrix for the whole stack makes the stack one tall matrix.
void Flatten(MatMul* product) {
  const size_t stack = product->b.size() - 2;
  if (std::any_of(product->b.begin(), product->b.begin() + static_cast<ptrdiff_t>(stack),
                  [](int64_t dim) { return dim != 1; })) {
    return;
  }
  int64_t rows = 1;
  for (size_t i = 0; i <= stack; ++i) rows *= product->a[i];
  product->a = {rows, product->a.back()};
  product->b.erase(product->b.begin(), product->b.begin() + static_cast<ptrdiff_t>(stack));
  product->result = {rows, product->b.back()};
}

Status MakeMatMul(const NodeView& node, const std::vector<TensorType>&,
                  std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  MatMul product = ReadMatMul(&check);
  if (!check.ok()) return check.status();
  Flatten(&product);
  return MakeDnnl(kernel, [&](DnnlKernel* made) {
    AddProduct(node, {PlainDesc(product.a), PlainDesc(product.b), PlainDesc(product.result)},
               DnnlKernel::Attributes(), made);
  });
}

constexpr Operator kOperators[] = {
    {"Gemm", "AI_CORE", InferGemm, MakeGemm},
    {"MatMul", "AI_CORE", InferMatMul, MakeMatMul},
};

}  // namespace

std::span<const Operator> MatrixOperators() { return kOperators; }

}  // namespace aclprof
