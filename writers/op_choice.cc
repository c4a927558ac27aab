#include "writers/op_choice.h"

#include "base/byte_order.h"

namespace aclprof {

OpChoice::OpChoice(std::string_view types, const DictionarySource* names)
    : types_(types.empty() ? "" : "," + std::string(types) + ","), names_(names) {}

bool OpChoice::Has(uint32_t op) const {
  if (Everything() || op == 0) return true;
  std::string_view entry, type;
  if (!names_->Lookup({DictionarySpace::kOp, op}, &entry) || entry.size() < sizeof(OpEntry))
    return false;
  if (!names_->Lookup({DictionarySpace::kString, Load<OpEntry>(entry.data()).type}, &type))
    return false;
  return types_.find("," + std::string(type) + ",") != std::string::npos;
}

}  // namespace aclprof
