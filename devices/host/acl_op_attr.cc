// The attributes of acl/acl_op.h.

#include "acl/acl_op.h"
#include "devices/host/described.h"
#include "devices/host/host_process.h"

using aclprof::ApiCall;
using aclprof::ApiName;
using aclprof::AttributeKind;
using aclprof::HostProcess;
using aclprof::HostStatus;
using aclprof::NullArgument;
using aclprof::OnnxAttribute;
using aclprof::OperatorAttributes;
using aclprof::Traced;

namespace {

// Puts what `make` gives into the set; `value_is_there` is false where the caller gave none.
template <typename Make>
aclError Set(const ApiName& name, aclopAttr* attr, const char* attribute, bool value_is_there,
             Make make) {
  return Traced(name, [&](ApiCall&) {
    if (attr == nullptr) return NullArgument("attr");
    if (attribute == nullptr) return NullArgument("attrName");
    if (!value_is_there)
      return HostStatus(ACL_ERROR_INVALID_PARAM, "the value is NULL, or has less than 0 items");
    const auto found = HostProcess::Get().operator_attributes().Find(attr);
    if (found == nullptr) return aclprof::UnknownHandle("attribute set");
    OnnxAttribute value;
    make(&value);
    found->values.insert_or_assign(attribute, std::move(value));
    return HostStatus();
  });
}

aclError SetInt(const ApiName& name, aclopAttr* attr, const char* attribute, int64_t value) {
  return Set(name, attr, attribute, true, [value](OnnxAttribute* made) {
    made->kind = AttributeKind::kInt;
    made->i = value;
  });
}

bool IsList(int count, const void* values) {
  return count == 0 || (count > 0 && values != nullptr);
}

}  // namespace

extern "C" {

aclopAttr* aclopCreateAttr() {
  static const ApiName name(__func__);
  return aclprof::Created(name, [] {
    return static_cast<aclopAttr*>(
        HostProcess::Get().operator_attributes().Add(std::make_shared<OperatorAttributes>()));
  });
}

void aclopDestroyAttr(const aclopAttr* attr) {
  static const ApiName name(__func__);
  (void)Traced(name, [&](ApiCall&) {
    (void)HostProcess::Get().operator_attributes().Take(const_cast<aclopAttr*>(attr));
    return HostStatus();
  });
}

aclError aclopSetAttrBool(aclopAttr* attr, const char* attrName, uint8_t attrValue) {
  static const ApiName name(__func__);
  return SetInt(name, attr, attrName, attrValue != 0 ? 1 : 0);
}

aclError aclopSetAttrInt(aclopAttr* attr, const char* attrName, int64_t attrValue) {
  static const ApiName name(__func__);
  return SetInt(name, attr, attrName, attrValue);
}

aclError aclopSetAttrFloat(aclopAttr* attr, const char* attrName, float attrValue) {
  static const ApiName name(__func__);
  return Set(name, attr, attrName, true, [attrValue](OnnxAttribute* made) {
    made->kind = AttributeKind::kFloat;
    made->f = attrValue;
  });
}

aclError aclopSetAttrString(aclopAttr* attr, const char* attrName, const char* attrValue) {
  static const ApiName name(__func__);
  return Set(name, attr, attrName, attrValue != nullptr, [attrValue](OnnxAttribute* made) {
    made->kind = AttributeKind::kString;
    made->s = attrValue;
  });
}

aclError aclopSetAttrListInt(aclopAttr* attr, const char* attrName, int numValues,
                             const int64_t* values) {
  static const ApiName name(__func__);
  return Set(name, attr, attrName, IsList(numValues, values), [&](OnnxAttribute* made) {
    made->kind = AttributeKind::kInts;
    made->ints.assign(values, values + numValues);
  });
}

aclError aclopSetAttrListFloat(aclopAttr* attr, const char* attrName, int numValues,
                               const float* values) {
  static const ApiName name(__func__);
  return Set(name, attr, attrName, IsList(numValues, values), [&](OnnxAttribute* made) {
    made->kind = AttributeKind::kFloats;
    made->floats.assign(values, values + numValues);
  });
}

}  // extern "C"
