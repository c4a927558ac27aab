#include "readers/import/database_reader.h"

#include <limits>

#include "aclprof/producer.h"
#include "readers/import/damage_note.h"
#include "readers/import/database_ids.h"
#include "readers/import/database_metrics.h"
#include "readers/import/decimal_time.h"
#include "readers/import/plain_file.h"
#include "readers/import/sqlite_query.h"

namespace aclprof {
namespace {

constexpr std::string_view kMagic = "SQLite format 3";
constexpr int kProcessShiftOfTid = 32;  // globalTid = process << 32 | thread
constexpr int64_t kMstxMarker = 0;
constexpr int64_t kMstxMarkerEx = 3;

// "(SELECT value FROM STRING_IDS WHERE id=<column>)": a join would fan out were an id there twice.
std::string NameOf(const std::string& column) {
  if (column == "NULL") return column;
  return "(SELECT value FROM STRING_IDS WHERE id=" + column + ")";
}

std::string_view Known(std::string_view text) { return text == "N/A" ? std::string_view() : text; }

uint32_t CountAt(const SqliteQuery& query, int column) {
  const uint32_t count = IdAt(query, column);
  return count == kImportedNone ? 0 : count;
}

uint64_t ConnectionAt(const SqliteQuery& query, int column) {
  const int64_t id = query.IsNull(column) ? 0 : query.Int(column);
  return id < 0 ? 0 : static_cast<uint64_t>(id);
}

class TableTeller {
 public:
  TableTeller(SqliteDatabase* database, CaptureVisitor* visitor, DamageNote* damage)
      : database_(database), visitor_(visitor), damage_(damage) {}

  void TellAll() {
    if (Has("TASK")) TellTasks();
    if (Has("TASK") && Has("TASK_PMU_INFO")) DatabaseMetrics(database_, visitor_).TellAll();
    if (Has("COMMUNICATION_OP")) TellCommunication();
    if (Has("CANN_API")) TellCannApis();
    if (Has("PYTORCH_API")) TellFrameworkApis();
    if (Has("MSTX_EVENTS")) TellMarks();
    if (Has("AICORE_FREQ")) TellFrequencies();
  }

 private:
  bool Has(const char* table) {
    table_ = table;
    return database_->HasTable(table);
  }

  std::string Column(std::string_view prefix, std::initializer_list<std::string_view> names) {
    return database_->Column(table_, prefix, names);
  }

  void Note(const SqliteQuery& query, const std::string& what) {
    damage_->Add("table " + std::string(table_) + ": row " + std::to_string(query.row()) + ": " +
                 what);
  }

  bool TakeTimes(const SqliteQuery& query, Instant* start, Span* duration) {
    Instant end;
    if (!ParseNanos(query.Text(0), start)) {
      Note(query, "its start is '" + std::string(query.Text(0)) + "'");
      return false;
    }
    if (!ParseNanos(query.Text(1), &end) || end < *start) {
      Note(query, "its end is '" + std::string(query.Text(1)) + "'");
      return false;
    }
    *duration = end - *start;
    return true;
  }

  bool TakeDevice(const SqliteQuery& query, int column, int32_t* device) {
    const int64_t id = query.IsNull(column) ? 0 : query.Int(column);
    if (id < 0 || id > kMaxImportedDevice) {
      Note(query, "its device is " + std::to_string(id));
      return false;
    }
    *device = static_cast<int32_t>(id);
    return true;
  }

  void TellTasks() {
    SqliteQuery query(database_, "table TASK", TaskSql());
    while (query.Next()) {
      ImportedTask task;
      if (!TakeTimes(query, &task.start, &task.duration)) continue;
      if (!TakeDevice(query, 2, &task.device_id)) continue;
      task.connection_id = ConnectionAt(query, 3);
      task.type = query.Text(4);
      task.context_id = IdAt(query, 5);
      task.stream_id = IdAt(query, 6);
      task.task_id = IdAt(query, 7);
      task.model_id = IdAt(query, 8);
      TakeOp(query, 9, &task.op);
      visitor_->OnTask(task);
    }
  }

  std::string TaskSql() {
    const std::string own = "SELECT t.startNs, t.endNs, " + Column("t", {"deviceId"}) + ", " +
                            Column("t", {"connectionId"}) + ", " +
                            NameOf(Column("t", {"taskType"})) + ", " + Column("t", {"contextId"}) +
                            ", " + Column("t", {"streamId"}) + ", " + Column("t", {"taskId"}) +
                            ", " + Column("t", {"modelId"});
    constexpr char kOrder[] = " ORDER BY t.rowid";
    if (!database_->HasTable("COMPUTE_TASK_INFO")) {
      return own +
             std::string(
                 ", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,"
                 " NULL, NULL FROM TASK t") +
             kOrder;
    }
    return own + OpColumns() +
           " FROM TASK t LEFT JOIN COMPUTE_TASK_INFO c ON c.globalTaskId=t.globalTaskId" + kOrder;
  }

  std::string OpColumns() {
    table_ = "COMPUTE_TASK_INFO";
    std::string columns;
    for (const std::string_view name :
         {"name", "opType", "opState", "taskType", "hf32Eligible", "inputShapes", "inputDataTypes",
          "inputFormats", "outputShapes", "outputDataTypes", "outputFormats"}) {
      columns += ", " + NameOf(Column("c", {name}));
    }
    columns += ", " + Column("c", {"blockNum", "blockDim"});
    columns += ", " + Column("c", {"mixBlockNum", "mixBlockDim"});
    table_ = "TASK";
    return columns;
  }

  static void TakeOp(const SqliteQuery& query, int first, ImportedOp* op) {
    op->name = Known(query.Text(first));
    op->type = Known(query.Text(first + 1));
    op->state = Known(query.Text(first + 2));
    op->task_type = Known(query.Text(first + 3));
    op->hf32 = Known(query.Text(first + 4));
    op->input_shapes = Known(query.Text(first + 5));
    op->input_data_types = Known(query.Text(first + 6));
    op->input_formats = Known(query.Text(first + 7));
    op->output_shapes = Known(query.Text(first + 8));
    op->output_data_types = Known(query.Text(first + 9));
    op->output_formats = Known(query.Text(first + 10));
    op->block_num = CountAt(query, first + 11);
    op->mix_block_num = CountAt(query, first + 12);
  }

  // Schema 1.0.0 did not say on which device a collective ran: it was the one device of the file.
  std::string DeviceOfCollective() {
    const std::string column = Column("o", {"deviceId"});
    if (column != "NULL" || !database_->HasTable("TASK")) return column;
    return "(SELECT deviceId FROM TASK LIMIT 1)";
  }

  void TellCommunication() {
    SqliteQuery query(database_, "table COMMUNICATION_OP",
                      "SELECT o.startNs, o.endNs, " + DeviceOfCollective() + ", " +
                          Column("o", {"connectionId"}) + ", " + NameOf(Column("o", {"opName"})) +
                          ", " + NameOf(Column("o", {"opType"})) +
                          " FROM COMMUNICATION_OP o ORDER BY o.startNs, o.rowid");
    while (query.Next()) {
      ImportedTask task;
      if (!TakeTimes(query, &task.start, &task.duration)) continue;
      if (!TakeDevice(query, 2, &task.device_id)) continue;
      task.communication = true;
      task.connection_id = ConnectionAt(query, 3);
      task.type = "COMMUNICATION";
      task.op.task_type = task.type;
      task.op.name = Known(query.Text(4));
      task.op.type = Known(query.Text(5));
      visitor_->OnTask(task);
    }
  }

  void TellCannApis() {
    SqliteQuery query(database_, "table CANN_API",
                      "SELECT a.startNs, a.endNs, a.globalTid, " + Column("a", {"connectionId"}) +
                          ", " + NameOf("a.name") + ", a.type FROM CANN_API a ORDER BY a.rowid");
    while (query.Next()) {
      ImportedApi api;
      if (!TakeApi(query, &api)) continue;
      api.level = static_cast<uint16_t>(query.Int(5));
      api.connection_id = ConnectionAt(query, 3);
      if (api.level != ACLPROFX_LEVEL_ACL) api.mode = api.name;
      visitor_->OnApi(api);
    }
  }

  void TellFrameworkApis() {
    const std::string kind =
        database_->HasTable("ENUM_API_TYPE")
            ? "(SELECT name FROM ENUM_API_TYPE WHERE id=" + Column("p", {"type"}) + ")"
            : "NULL";
    SqliteQuery query(database_, "table PYTORCH_API",
                      "SELECT p.startNs, p.endNs, p.globalTid, NULL, " + NameOf("p.name") + ", " +
                          kind + " FROM PYTORCH_API p ORDER BY p.rowid");
    while (query.Next()) {
      ImportedApi api;
      if (!TakeApi(query, &api)) continue;
      api.level = ACLPROFX_LEVEL_FRAMEWORK;
      api.mode = query.Text(5);
      visitor_->OnApi(api);
    }
  }

  bool TakeApi(const SqliteQuery& query, ImportedApi* api) {
    if (!TakeTimes(query, &api->start, &api->duration)) return false;
    const uint64_t global_tid = static_cast<uint64_t>(query.Int(2));
    api->process_id = static_cast<uint32_t>(global_tid >> kProcessShiftOfTid);
    api->thread_id = static_cast<uint32_t>(global_tid);
    api->name = query.Text(4);
    return true;
  }

  void TellMarks() {
    SqliteQuery query(database_, "table MSTX_EVENTS",
                      "SELECT m.startNs, m.endNs, m.globalTid, " + Column("m", {"connectionId"}) +
                          ", " + NameOf("m.message") + ", m.eventType, " +
                          Column("m", {"endGlobalTid"}) + ", " + Column("m", {"category"}) +
                          " FROM MSTX_EVENTS m ORDER BY m.rowid");
    while (query.Next()) {
      ImportedRange range;
      if (!TakeTimes(query, &range.start, &range.duration)) continue;
      const int64_t type = query.Int(5);
      range.event_type = static_cast<uint16_t>(type);
      range.is_mark = type == kMstxMarker || type == kMstxMarkerEx;
      range.thread_id = static_cast<uint32_t>(query.Int(2));
      range.end_thread_id = static_cast<uint32_t>(query.Int(6));
      range.category = CountAt(query, 7);
      range.connection_id = ConnectionAt(query, 3);
      range.message = query.Text(4);
      visitor_->OnRange(range);
    }
  }

  void TellFrequencies() {
    SqliteQuery query(database_, "table AICORE_FREQ",
                      "SELECT f.timestampNs, f.timestampNs, f.deviceId, f.freq FROM AICORE_FREQ f"
                      " ORDER BY f.rowid");
    while (query.Next()) {
      ImportedSample sample;
      Span none;
      if (!TakeTimes(query, &sample.time, &none)) continue;
      if (!TakeDevice(query, 2, &sample.device_id)) continue;
      sample.value = query.Real(3);
      sample.counter = "AI Core Freq";
      sample.series = "MHz";
      visitor_->OnSample(sample);
    }
  }

  SqliteDatabase* database_;
  CaptureVisitor* visitor_;
  DamageNote* damage_;
  const char* table_ = "";
};

Status OpenDatabase(const std::string& path, std::unique_ptr<PlainFile>* file,
                    std::unique_ptr<SqliteDatabase>* database) {
  if (Status status = PlainFile::Open(path, file); !status.ok()) return status;
  const Status status = SqliteDatabase::Open((*file)->path(), path, database);
  (*file)->ForgetName();
  return status;
}

// The first that is not ok.
Status FirstOf(std::initializer_list<Status> all) {
  for (const Status& status : all) {
    if (!status.ok()) return status;
  }
  return Status();
}

}  // namespace

bool DatabaseReader::Recognizes(std::string_view beginning) {
  return beginning.starts_with(kMagic);
}

Status DatabaseReader::Open(const std::string& path, std::unique_ptr<CaptureReader>* reader) {
  std::unique_ptr<PlainFile> file;
  std::unique_ptr<SqliteDatabase> database;
  if (Status status = OpenDatabase(path, &file, &database); !status.ok()) return status;
  const bool usable = database->HasTable("TASK") || database->HasTable("CANN_API");
  if (!usable && database->status().ok() && file->damage().ok()) {
    return Status(StatusCode::kUnsupported, path + ": the database has no table TASK");
  }
  reader->reset(new DatabaseReader(path));
  return Status();
}

Status DatabaseReader::Read(CaptureVisitor* visitor) {
  std::unique_ptr<PlainFile> file;
  std::unique_ptr<SqliteDatabase> database;
  if (Status status = OpenDatabase(path_, &file, &database); !status.ok()) return status;
  DamageNote damage;
  TableTeller(database.get(), visitor, &damage).TellAll();
  return FirstOf({file->damage(), database->status(), damage.ToStatus(path_), database->Check()});
}

}  // namespace aclprof
