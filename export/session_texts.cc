#include "export/session_texts.h"

namespace aclprof {

SessionTexts::SessionTexts(SessionReader* reader, OutputSet* outputs, OpTexts* ops,
                           TaskTypeTexts* types)
    : reader_(reader),
      outputs_(outputs),
      ops_(ops),
      types_(types),
      names_(reader),
      api_statistic_(outputs),
      host_usage_(outputs, reader),
      memory_record_(outputs, &names_),
      operator_memory_(outputs, &names_),
      msprof_tx_(outputs, reader),
      step_trace_(outputs, reader),
      task_time_(outputs, ops, types),
      op_summary_(outputs, ops, types),
      op_statistic_(outputs, ops) {}

Status SessionTexts::Open(const TimelineChoice& choice) {
  Status status = outputs_->Create(outputs_->Stamped("msprof", "json"), &piece_);
  if (!status.ok()) return status;
  choice_ = choice;
  step_trace_.Choose(choice);
  timeline_ = std::make_unique<Timeline>(
      reader_, piece_, choice, [this] { return NextPiece(); }, ops_, types_);
  return status;
}

void SessionTexts::CountFrom(int64_t origin_ns) {
  origin_ns_ = origin_ns;
  timeline_->CountFrom(origin_ns);
  step_trace_.CountFrom(origin_ns);
}

// msprof_tx_<stamp>.json has the layer of the marks alone; NULL where that is not shown.
Timeline* SessionTexts::MarksAlone() {
  const uint64_t layer = LayerBit(Layer::kMarks);
  if (marks_ != nullptr || !marks_made_.ok() || (choice_.hidden_layers & layer) != 0)
    return marks_.get();
  TextSink* text = nullptr;
  marks_made_ = outputs_->Create(outputs_->Stamped("msprof_tx", "json"), &text);
  if (!marks_made_.ok()) return nullptr;
  TimelineChoice choice = choice_;
  choice.hidden_layers = ~layer;
  choice.piece_bytes = 0;
  marks_ = std::make_unique<Timeline>(
      reader_, text, choice, [] { return nullptr; }, ops_, types_);
  marks_->CountFrom(origin_ns_);
  return marks_.get();
}

TextSink* SessionTexts::NextPiece() {
  const auto name = [this](int piece) {
    return outputs_->Stamped("msprof_slice_" + std::to_string(piece), "json");
  };
  if (pieces_ == 1) outputs_->Rename(piece_, name(0));
  piece_made_ = outputs_->Create(name(pieces_++), &piece_);
  return piece_made_.ok() ? piece_ : nullptr;
}

void SessionTexts::AddCall(const aclprofx_api& api, const ApiCall& call, const ExportTimes& times) {
  timeline_->AddApi(api, call, times);
  api_statistic_.Add(call, times.duration);
}

void SessionTexts::AddCopy(int32_t device_id, const aclprofx_memcpy& copy) {
  timeline_->AddCopy(device_id, copy);
}

void SessionTexts::AddMemory(int32_t device_id, int64_t time_ns, const aclprofx_memory& change) {
  memory_record_.Add(device_id, time_ns, change);
  operator_memory_.Add(device_id, time_ns, change);
}

void SessionTexts::AddMark(int32_t device_id, const aclprofx_mark& mark, const MarkTexts& texts,
                           const ExportTimes& times) {
  msprof_tx_.AddMark(device_id, mark, texts, times.start_ns);
  if (device_id >= 0) return timeline_->AddPoint(device_id, mark, times.start_ns);
  timeline_->AddMark(mark, texts, times);
  if (Timeline* marks = MarksAlone()) marks->AddMark(mark, texts, times);
}

void SessionTexts::AddRange(const aclprofx_range& range, const MarkTexts& texts,
                            const ExportTimes& times) {
  msprof_tx_.AddRange(range, texts, times);
  timeline_->AddRange(range, texts, times);
  if (Timeline* marks = MarksAlone()) marks->AddRange(range, texts, times);
}

void SessionTexts::AddSample(int32_t device_id, int64_t time_ns, const aclprofx_sample& sample) {
  timeline_->AddSample(sample, device_id, time_ns);
  if (device_id < 0) host_usage_.Add(sample);
}

void SessionTexts::AddLoss(int32_t device_id, const aclprofx_loss& loss, const ExportTimes& times) {
  timeline_->AddLoss(loss, device_id, times);
}

void SessionTexts::EndOfRecords() {
  timeline_->Finish();
  if (marks_ != nullptr) marks_->Finish();
  step_trace_.Finish();
  api_statistic_.Finish();
  host_usage_.Finish();
  operator_memory_.Finish();
  msprof_tx_.Finish();
}

void SessionTexts::AddTaskOfDevice(const TaskRow& task) {
  task_time_.Add(task);
  op_summary_.Add(task);
  if (op_summary_.Lists(task)) op_statistic_.Add(task);
}

Status SessionTexts::status() const {
  if (!piece_made_.ok()) return piece_made_;
  if (!marks_made_.ok()) return marks_made_;
  if (Status steps = step_trace_.status(); !steps.ok()) return steps;
  for (const CsvTable* table :
       {&api_statistic_.table(), &memory_record_.table(), &operator_memory_.table(),
        &msprof_tx_.table(), &task_time_.table(), &op_summary_.table(), &op_statistic_.table()}) {
    if (!table->status().ok()) return table->status();
  }
  if (Status host = host_usage_.status(); !host.ok()) return host;
  return outputs_->status();
}

}  // namespace aclprof
