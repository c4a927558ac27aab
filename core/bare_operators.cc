#include "core/bare_operators.h"

#include "aclprof/producer.h"
#include "base/byte_order.h"

namespace aclprof {

bool BareOperators::Lookup(DictionaryRef ref, std::string_view* bytes) const {
  if (!names_->Lookup(ref, bytes)) return false;
  if (ref.space != DictionarySpace::kOp || bytes->size() < sizeof(OpEntry)) return true;
  const OpEntry op = Bare(Load<OpEntry>(bytes->data()));
  const std::lock_guard lock(mutex_);
  const OpEntry& kept = bare_.try_emplace(ref.id, op).first->second;
  *bytes = {reinterpret_cast<const char*>(&kept), sizeof(kept)};
  return true;
}

OpEntry BareOperators::Bare(const OpEntry& op) const {
  OpEntry bare{};
  bare.name = op.name;
  bare.block_num = bare.mix_block_num = ACLPROFX_NONE;
  std::string_view task_type;
  const bool collective = names_->Lookup({DictionarySpace::kString, op.task_type}, &task_type) &&
                          task_type == "COMMUNICATION";
  if (collective) bare.task_type = op.task_type;
  return bare;
}

}  // namespace aclprof
