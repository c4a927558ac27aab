#include "export/session_texts.h"

#include "export/json_timeline_sink.h"

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

void SessionTexts::Choose(const TimelineChoice& choice) {
  choice_ = choice;
  step_trace_.Choose(choice);
}

void SessionTexts::CountFrom(int64_t origin_ns) {
  origin_ns_ = origin_ns;
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
  TimelineChoice choice = choice_.InOneFile();
  choice.hidden_layers = ~layer;
  marks_ = std::make_unique<Timeline>(
      reader_, std::make_unique<JsonTimelineSink>(text, choice, [] { return nullptr; }), ops_,
      types_);
  marks_->CountFrom(origin_ns_);
  return marks_.get();
}

void SessionTexts::AddCall(const aclprofx_api&, const ApiCall& call, const ExportTimes& times) {
  api_statistic_.Add(call, times.duration);
}

void SessionTexts::AddMemory(int32_t device_id, int64_t time_ns, const aclprofx_memory& change) {
  memory_record_.Add(device_id, time_ns, change);
  operator_memory_.Add(device_id, time_ns, change);
}

void SessionTexts::AddMark(int32_t device_id, const aclprofx_mark& mark, const MarkTexts& texts,
                           const ExportTimes& times) {
  msprof_tx_.AddMark(device_id, mark, texts, times.start_ns);
  if (device_id >= 0) return;
  if (Timeline* marks = MarksAlone()) marks->AddMark(mark, texts, times);
}

void SessionTexts::AddRange(const aclprofx_range& range, const MarkTexts& texts,
                            const ExportTimes& times) {
  msprof_tx_.AddRange(range, texts, times);
  if (Timeline* marks = MarksAlone()) marks->AddRange(range, texts, times);
}

void SessionTexts::AddSample(int32_t device_id, int64_t, const aclprofx_sample& sample) {
  if (device_id < 0) host_usage_.Add(sample);
}

void SessionTexts::EndOfRecords() {
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
