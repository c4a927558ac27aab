#include "devices/models/node_order.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "devices/models/model_text.h"

namespace aclprof {
namespace {

class NodeOrder {
 public:
  explicit NodeOrder(const LinkedGraph& graph)
      : graph_(graph), users_(graph.nodes.size()), missing_(graph.nodes.size()) {
    for (size_t node = 0; node < graph.nodes.size(); ++node) {
      EachMaker(node, [&](size_t maker) {
        users_[maker].push_back(node);
        ++missing_[node];
      });
    }
  }

  Status Find(std::vector<size_t>* order) {
    Ready ready;
    for (size_t node = 0; node < missing_.size(); ++node)
      if (missing_[node] == 0) ready.push(node);
    while (!ready.empty()) order->push_back(Take(&ready));
    return order->size() == missing_.size() ? Status() : Cycle();
  }

 private:
  using Ready = std::priority_queue<size_t, std::vector<size_t>, std::greater<>>;

  template <typename Use>
  void EachMaker(size_t node, Use use) const {
    for (size_t input : graph_.nodes[node].inputs) {
      if (input == LinkedNode::kAbsent) continue;
      const LinkedValue& value = graph_.values[input];
      if (value.origin == ValueOrigin::kNode) use(value.maker);
    }
  }

  size_t Take(Ready* ready) {
    const size_t node = ready->top();
    ready->pop();
    for (size_t user : users_[node])
      if (--missing_[user] == 0) ready->push(user);
    return node;
  }

  // A node that never became ready waits for another such node: going back from one to the next leads into a cycle.
  size_t WaitsFor(size_t node) const {
    size_t blocker = node;
    EachMaker(node, [&](size_t maker) {
      if (missing_[maker] > 0) blocker = maker;
    });
    return blocker;
  }

  Status Cycle() const {
    size_t node = 0;
    while (missing_[node] == 0) ++node;
    for (size_t i = 0; i < missing_.size(); ++i) node = WaitsFor(node);
    return Status(StatusCode::kInvalidArgument, TextOfCycle(node));
  }

  std::string TextOfCycle(size_t first) const {
    constexpr size_t kNamed = 8;
    std::string text = TextOf(*graph_.nodes[first].node) + ": it waits for its own result";
    size_t node = WaitsFor(first);
    for (size_t i = 0; node != first && i < kNamed; ++i, node = WaitsFor(node))
      text += (i == 0 ? ", by way of " : ", ") + Quoted(graph_.nodes[node].node->name);
    return text;
  }

  const LinkedGraph& graph_;
  std::vector<std::vector<size_t>> users_;
  std::vector<size_t> missing_;  // makers of its inputs that have no place yet
};

}  // namespace

Status OrderNodes(LinkedGraph* graph) {
  std::vector<size_t> order;
  if (Status status = NodeOrder(*graph).Find(&order); !status.ok()) return status;
  std::vector<LinkedNode> nodes;
  nodes.reserve(order.size());
  for (size_t node : order) nodes.push_back(std::move(graph->nodes[node]));
  graph->nodes = std::move(nodes);
  return Status();
}

}  // namespace aclprof
