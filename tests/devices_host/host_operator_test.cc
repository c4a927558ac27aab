// Single operators on the host device: results, attributes, constants, refusals.

#include "acl/acl_op_compiler.h"
#include "tests/devices_host/host_fixture.h"
#include "tests/devices_host/model_program.h"

namespace aclprof {
namespace {

// The tensors of one side of a call.
class Tensors {
 public:
  ~Tensors() {
    for (aclTensorDesc* desc : descs_) aclDestroyTensorDesc(desc);
    for (aclDataBuffer* buffer : buffers_) {
      void* memory = aclGetDataBufferAddr(buffer);
      if (memory != nullptr) {
        EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
      }
      EXPECT_EQ(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
    }
  }

  Tensors& Floats(const std::vector<int64_t>& dims, const std::vector<float>& values) {
    const size_t bytes = values.size() * sizeof(float);
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy(memory, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_SUCCESS);
    return Add(ACL_FLOAT, dims, memory, bytes);
  }
  Tensors& Constant(std::vector<int64_t> values) {
    Add(ACL_INT64, {static_cast<int64_t>(values.size())}, nullptr, 0);
    EXPECT_EQ(aclSetTensorConst(descs_.back(), values.data(), values.size() * sizeof(int64_t)),
              ACL_SUCCESS);
    return *this;
  }
  Tensors& LeftOut() {
    descs_.push_back(aclCreateTensorDesc(ACL_DT_UNDEFINED, 0, nullptr, ACL_FORMAT_UNDEFINED));
    buffers_.push_back(aclCreateDataBuffer(nullptr, 0));
    return *this;
  }
  Tensors& Add(aclDataType type, const std::vector<int64_t>& dims, void* memory, size_t bytes) {
    descs_.push_back(aclCreateTensorDesc(type, static_cast<int>(dims.size()), dims.data(),
                                         dims.size() == 4 ? ACL_FORMAT_NCHW : ACL_FORMAT_ND));
    buffers_.push_back(aclCreateDataBuffer(memory, bytes));
    return *this;
  }
  std::vector<float> Get(size_t index) const {
    const size_t bytes = aclGetDataBufferSizeV2(buffers_.at(index));
    std::vector<float> values(bytes / sizeof(float));
    EXPECT_EQ(aclrtMemcpy(values.data(), bytes, aclGetDataBufferAddr(buffers_.at(index)), bytes,
                          ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    return values;
  }

  int count() const { return static_cast<int>(descs_.size()); }
  aclTensorDesc** descs() { return descs_.data(); }
  aclDataBuffer** buffers() { return buffers_.data(); }

 private:
  std::vector<aclTensorDesc*> descs_;
  std::vector<aclDataBuffer*> buffers_;
};

class HostOperatorTest : public HostFixture {
 protected:
  aclError Execute(const char* type, aclopAttr* attr = nullptr) {
    return aclopExecuteV2(type, in.count(), in.descs(), in.buffers(), out.count(), out.descs(),
                          out.buffers(), attr, stream);
  }
  std::vector<float> Result() {
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    return out.Get(0);
  }
  void TearDown() override {
    tensors_.reset();
    HostFixture::TearDown();
  }

 private:
  struct Both {
    Tensors in, out;
  };
  std::unique_ptr<Both> tensors_ = std::make_unique<Both>();

 protected:
  Tensors& in = tensors_->in;
  Tensors& out = tensors_->out;
};

TEST_F(HostOperatorTest, AllThreeCallsRunAnOperator) {
  in.Floats({3}, {1, 2, 3}).Floats({3}, {10, 20, 30});
  out.Floats({3}, {0, 0, 0}).Floats({3}, {0, 0, 0}).Floats({3}, {0, 0, 0});
  ASSERT_EQ(aclopExecuteV2("Add", 2, in.descs(), in.buffers(), 1, out.descs(), out.buffers(),
                           nullptr, stream),
            ACL_SUCCESS)
      << TakeErrorText();
  ASSERT_EQ(aclopExecute("Add", 2, in.descs(), in.buffers(), 1, out.descs(), out.buffers() + 1,
                         nullptr, stream),
            ACL_SUCCESS);
  ASSERT_EQ(
      aclopCompileAndExecute("Add", 2, in.descs(), in.buffers(), 1, out.descs(), out.buffers() + 2,
                             nullptr, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr, stream),
      ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(out.Get(i), (std::vector<float>{11, 22, 33}));
}

TEST_F(HostOperatorTest, AttributesCount) {
  aclopAttr* attr = aclopCreateAttr();
  ASSERT_EQ(aclopSetAttrFloat(attr, "alpha", 0.5f), ACL_SUCCESS);
  in.Floats({2}, {-2, 2});
  out.Floats({2}, {0, 0});
  ASSERT_EQ(Execute("LeakyRelu", attr), ACL_SUCCESS) << TakeErrorText();
  EXPECT_EQ(Result(), (std::vector<float>{-1, 2}));
  ASSERT_EQ(aclopSetAttrFloat(attr, "alpha", 0.25f), ACL_SUCCESS);  // another one is compiled
  ASSERT_EQ(Execute("LeakyRelu", attr), ACL_SUCCESS);
  EXPECT_EQ(Result(), (std::vector<float>{-0.5f, 2}));
  aclopDestroyAttr(attr);
  EXPECT_EQ(Execute("LeakyRelu", attr), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(HostOperatorTest, EveryKindOfAttributeIsTaken) {
  aclopAttr* attr = aclopCreateAttr();
  const int64_t pads[] = {0, 0, 0, 0};
  const int64_t kernel[] = {2, 2};
  ASSERT_EQ(aclopSetAttrListInt(attr, "pads", 4, pads), ACL_SUCCESS);
  ASSERT_EQ(aclopSetAttrListInt(attr, "kernel_shape", 2, kernel), ACL_SUCCESS);
  ASSERT_EQ(aclopSetAttrString(attr, "auto_pad", "NOTSET"), ACL_SUCCESS);
  ASSERT_EQ(aclopSetAttrInt(attr, "ceil_mode", 0), ACL_SUCCESS);
  ASSERT_EQ(aclopSetAttrBool(attr, "count_include_pad", 1), ACL_SUCCESS);
  in.Floats({1, 1, 2, 2}, {1, 2, 3, 6});
  out.Floats({1, 1, 1, 1}, {0});
  ASSERT_EQ(Execute("AveragePool", attr), ACL_SUCCESS) << TakeErrorText();
  EXPECT_EQ(Result(), (std::vector<float>{3}));
  const float scales[] = {1};
  EXPECT_EQ(aclopSetAttrListFloat(attr, "scales", 1, scales), ACL_SUCCESS);
  aclopDestroyAttr(attr);
}

TEST_F(HostOperatorTest, AConstantIsKnownWhenTheOperatorIsCompiled) {
  in.Floats({2, 3}, {1, 2, 3, 4, 5, 6}).Constant({3, 2});
  out.Floats({3, 2}, {0, 0, 0, 0, 0, 0});
  ASSERT_EQ(Execute("Reshape"), ACL_SUCCESS) << TakeErrorText();
  EXPECT_EQ(Result(), (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

TEST_F(HostOperatorTest, AnInputInTheHostsMemoryIsAConstant) {
  int64_t shape[] = {6};
  in.Floats({2, 3}, {1, 2, 3, 4, 5, 6});
  const int64_t one = 1;
  aclTensorDesc* desc = aclCreateTensorDesc(ACL_INT64, 1, &one, ACL_FORMAT_ND);
  ASSERT_EQ(aclSetTensorPlaceMent(desc, ACL_MEMTYPE_HOST), ACL_SUCCESS);
  aclDataBuffer* buffer = aclCreateDataBuffer(shape, sizeof(shape));
  aclTensorDesc* descs[] = {in.descs()[0], desc};
  aclDataBuffer* buffers[] = {in.buffers()[0], buffer};
  out.Floats({6}, {0, 0, 0, 0, 0, 0});
  ASSERT_EQ(
      aclopExecuteV2("Reshape", 2, descs, buffers, 1, out.descs(), out.buffers(), nullptr, stream),
      ACL_SUCCESS)
      << TakeErrorText();
  EXPECT_EQ(Result(), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  aclDestroyTensorDesc(desc);
  EXPECT_EQ(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
}

TEST_F(HostOperatorTest, AnOptionalInputMayBeLeftOut) {
  in.Floats({2}, {-2, 2}).LeftOut().LeftOut();
  out.Floats({2}, {0, 0});
  ASSERT_EQ(Execute("Clip"), ACL_SUCCESS) << TakeErrorText();
  EXPECT_EQ(Result(), (std::vector<float>{-2, 2}));
}

// Far more kinds than are kept, with scratch or not: what is dropped gives its memory back.
TEST_F(HostOperatorTest, CompiledOperatorsAreBounded) {
  aclopAttr* attr = aclopCreateAttr();
  in.Floats({2}, {-2, 2});
  out.Floats({2}, {0, 0});
  for (int i = 1; i <= 1000; ++i) {
    ASSERT_EQ(aclopSetAttrFloat(attr, "alpha", static_cast<float>(i)), ACL_SUCCESS);
    ASSERT_EQ(Execute("LeakyRelu", attr), ACL_SUCCESS);
  }
  EXPECT_EQ(Result(), (std::vector<float>{-2000, 2}));
  aclopDestroyAttr(attr);
}

TEST_F(HostOperatorTest, WhatDoesNotFitIsRefusedBeforeItIsLaunched) {
  in.Floats({2}, {1, 2}).Floats({3}, {1, 2, 3}).Floats({2}, {1, 2});
  out.Floats({2}, {0, 0}).Floats({3}, {0, 0, 0});
  const auto run = [&](const char* type, int inputs, aclTensorDesc** in_descs,
                       aclDataBuffer** in_buffers, int outputs, aclTensorDesc** out_descs,
                       aclDataBuffer** out_buffers) {
    return aclopExecuteV2(type, inputs, in_descs, in_buffers, outputs, out_descs, out_buffers,
                          nullptr, stream);
  };
  aclTensorDesc* same_descs[] = {in.descs()[0], in.descs()[2]};
  aclDataBuffer* same[] = {in.buffers()[0], in.buffers()[2]};
  aclDataBuffer* none[] = {in.buffers()[0], nullptr};
  struct {
    const char* why;
    std::function<aclError()> make;
    aclError code;
  } const refusals[] = {
      {"no type", [&] { return run(nullptr, 2, same_descs, same, 1, out.descs(), out.buffers()); },
       ACL_ERROR_INVALID_PARAM},
      {"unknown",
       [&] { return run("Sorcery", 2, same_descs, same, 1, out.descs(), out.buffers()); },
       ACL_ERROR_OP_NOT_FOUND},
      {"below 0", [&] { return run("Add", -1, same_descs, same, 1, out.descs(), out.buffers()); },
       ACL_ERROR_INVALID_PARAM},
      {"no descs", [&] { return run("Add", 2, nullptr, same, 1, out.descs(), out.buffers()); },
       ACL_ERROR_INVALID_PARAM},
      {"no buffers",
       [&] { return run("Add", 2, same_descs, nullptr, 1, out.descs(), out.buffers()); },
       ACL_ERROR_INVALID_PARAM},
      {"no buffer", [&] { return run("Add", 2, same_descs, none, 1, out.descs(), out.buffers()); },
       ACL_ERROR_INVALID_PARAM},
      {"shapes",
       [&] { return run("Add", 2, in.descs(), in.buffers(), 1, out.descs(), out.buffers()); },
       ACL_ERROR_INVALID_PARAM},
      {"output shape",
       [&] { return run("Add", 2, same_descs, same, 1, out.descs() + 1, out.buffers() + 1); },
       ACL_ERROR_OP_OUTPUT_NOT_MATCH},
      {"in place", [&] { return run("Add", 2, same_descs, same, 1, same_descs, same); },
       ACL_ERROR_INVALID_PARAM},
  };
  for (const auto& refusal : refusals) {
    (void)TakeErrorText();
    EXPECT_EQ(refusal.make(), refusal.code) << refusal.why;
    EXPECT_NE(TakeErrorText().find("aclopExecuteV2: "), std::string::npos) << refusal.why;
  }
  EXPECT_TRUE(Idle(stream));
}

TEST_F(HostOperatorTest, AttributesNeedASetANameAndAValue) {
  aclopAttr* attr = aclopCreateAttr();
  const int64_t ints[] = {1};
  const float floats[] = {1};
  EXPECT_EQ(aclopSetAttrBool(nullptr, "a", 1), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrInt(nullptr, "a", 1), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrFloat(attr, nullptr, 1), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrString(attr, "a", nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrListInt(attr, "a", -1, ints), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrListInt(attr, "a", 1, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrListFloat(attr, "a", 1, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrListFloat(nullptr, "a", 1, floats), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrListInt(attr, "a", 0, nullptr), ACL_SUCCESS);
  aclopDestroyAttr(attr);
  EXPECT_EQ(aclopSetAttrInt(attr, "a", 1), ACL_ERROR_RT_INVALID_HANDLE);
  aclopDestroyAttr(nullptr);
  EXPECT_EQ(aclopSetModelDir(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetModelDir("op_models"), ACL_SUCCESS);
}

TEST_F(HostOperatorTest, TensorsTakeConstantsAndPlacesThatCanBe) {
  int64_t value = 1;
  aclTensorDesc* desc = aclCreateTensorDesc(ACL_INT64, 1, &value, ACL_FORMAT_ND);
  EXPECT_EQ(aclSetTensorConst(nullptr, &value, 8), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclSetTensorConst(desc, nullptr, 8), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclSetTensorConst(desc, &value, 0), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclSetTensorPlaceMent(nullptr, ACL_MEMTYPE_HOST), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclSetTensorPlaceMent(desc, static_cast<aclMemType>(9)), ACL_ERROR_INVALID_PARAM);
  aclDestroyTensorDesc(desc);
}

}  // namespace
}  // namespace aclprof
