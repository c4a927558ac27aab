#!/usr/bin/env python3
"""two_models_run.py MAKE_MODELS TWO_MODELS ACLPROF: runs the example of two models, exports it, and checks every row.

Two sessions, of devices 0 and 1 and of 1 and 2. On each device op_summary has a row for each node of the ONNX graph
(Constant excepted) and each run; tasks of one stream don't overlap; each lies inside the aclmdlExecute call that launched
it; and all exported files say the same, the database among them: it opens read-only, is whole, and its joins are the
rows of op_summary and api_statistic.
"""
import collections
import csv
import glob
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from decimal import Decimal

from protobuf_fields import fields

RUNS = 10
SESSIONS = (("resnet18", (0, 1)), ("transformer_encoder", (1, 2)))
DESCRIBED = [f"{side} {what}" for side in ("Input", "Output") for what in ("Shapes", "Data Types", "Formats")]


OPERATORS = """SELECT t.deviceId, t.modelId, t.taskId, t.streamId, n.value, o.value, s.value, k.value, t.startNs,
                      t.endNs-t.startNs, c.blockNum, c.mixBlockNum, h.value, a.value, b.value, d.value, e.value, f.value,
                      g.value
               FROM TASK t JOIN COMPUTE_TASK_INFO c ON c.globalTaskId=t.globalTaskId
               JOIN STRING_IDS n ON n.id=c.name JOIN STRING_IDS o ON o.id=c.opType JOIN STRING_IDS s ON s.id=c.opState
               JOIN STRING_IDS k ON k.id=c.taskType JOIN STRING_IDS h ON h.id=c.hf32Eligible
               JOIN STRING_IDS a ON a.id=c.inputShapes JOIN STRING_IDS b ON b.id=c.inputDataTypes
               JOIN STRING_IDS d ON d.id=c.inputFormats JOIN STRING_IDS e ON e.id=c.outputShapes
               JOIN STRING_IDS f ON f.id=c.outputDataTypes JOIN STRING_IDS g ON g.id=c.outputFormats"""
OPERATOR_CELLS = ("Device_id", "Model ID", "Task ID", "Stream ID", "Op Name", "OP Type", "OP State", "Task Type",
                  "Task Start Time(us)", "Task Duration(us)", "Block Num", "Mix Block Num", "HF32 Eligible",
                  "Input Shapes", "Input Data Types", "Input Formats", "Output Shapes", "Output Data Types",
                  "Output Formats")
CALLS = """SELECT e.name, n.value, count(*), sum(a.endNs-a.startNs) FROM CANN_API a JOIN STRING_IDS n ON n.id=a.name
           JOIN ENUM_API_TYPE e ON e.id=a.type GROUP BY e.name, n.value"""
LAUNCHES = """SELECT t.deviceId, t.taskId, t.streamId, n.value FROM CANN_API a JOIN TASK t
              ON t.connectionId=a.connectionId JOIN STRING_IDS n ON n.id=a.name
              JOIN COMPUTE_TASK_INFO c ON c.globalTaskId=t.globalTaskId"""


class Failure(Exception):
    pass


def expect(what, found, expected):
    if found != expected:
        raise Failure(f"{what}: {found!r}, not {expected!r}")


def run(*arguments, cwd):
    done = subprocess.run(arguments, cwd=cwd, capture_output=True, text=True)
    expect(f"exit code of {os.path.basename(arguments[0])} ({done.stderr.strip()})", done.returncode, 0)
    return done.stdout


def nodes_of(path):
    """{name: operator type} of an ONNX file's nodes, without those of type Constant."""
    with open(path, "rb") as file:
        graphs = [data for number, data in fields(memoryview(file.read())) if number == 7]
    nodes = [dict(fields(data)) for number, data in fields(graphs[0]) if number == 1]
    named = {bytes(node[3]).decode(): bytes(node[4]).decode() for node in nodes}
    expect("nodes with names of their own", len(named), len(nodes))
    return {name: kind for name, kind in named.items() if kind != "Constant"}


def file_of(session, kind, ending):
    found = glob.glob(os.path.join(session, "mindstudio_profiler_output", f"{kind}_*.{ending}"))
    expect(f"files of {kind}", len(found), 1)
    return found[0]


def table(session, kind):
    with open(file_of(session, kind, "csv"), newline="") as file:
        return [{name: cell.strip("\t") for name, cell in row.items()} for row in csv.DictReader(file)]


class Timeline:
    """The tasks of a session's JSON by device, and its aclmdlExecute calls by connection."""

    def __init__(self, session):
        with open(file_of(session, "msprof", "json")) as file:
            events = json.load(file)
        names = {e["pid"]: e["args"]["name"] for e in events if e["name"] == "process_name"}
        labels = {e["pid"]: e["args"]["labels"] for e in events if e["name"] == "process_labels"}
        self.tasks = collections.defaultdict(list)
        self.calls = {}
        for event in (e for e in events if e["ph"] == "X"):
            start = Decimal(event["ts"])
            event["span"] = start, start + Decimal(str(event["dur"]))
            if names[event["pid"]] == "Ascend Hardware":
                device = int(re.search(r"\d+", labels[event["pid"]]).group())
                self.tasks[device].append(event)
            elif event["args"].get("id") == "aclmdlExecute":
                self.calls[event["args"]["connection_id"]] = event


def span(row):
    start = Decimal(row["Task Start Time(us)"])
    return start, start + Decimal(row["Task Duration(us)"])


def check_rows(rows, nodes):
    expect("rows of op_summary", len(rows), RUNS * len(nodes))
    expect("rows of each node", collections.Counter(row["Op Name"] for row in rows),
           collections.Counter({name: RUNS for name in nodes}))
    for row in rows:
        name = row["Op Name"]
        expect(f"type of {name}", row["OP Type"], nodes[name])
        for cell in DESCRIBED:
            if row[cell] in ("", "N/A"):
                raise Failure(f"{name}: {cell} is {row[cell]!r}")
        for side in ("Input", "Output"):
            counts = {len(row[f"{side} {what}"].split(";")) for what in ("Shapes", "Data Types", "Formats")}
            expect(f"{name}: tensors of {side}", len(counts), 1)


def check_no_overlap(rows):
    by_stream = collections.defaultdict(list)
    for row in rows:
        by_stream[row["Stream ID"]].append(span(row))
    for spans in by_stream.values():
        spans.sort()
        for (_, stop), (start, _) in zip(spans, spans[1:]):
            if start < stop:
                raise Failure(f"a task starts at {start}, before the end of the one before it, {stop}")


def check_calls(timeline, tasks, nodes):
    by_call = collections.Counter()
    for task in tasks:
        call = task["args"]["connection_id"]
        by_call[call] += 1
        (start, stop), (first, last) = task["span"], timeline.calls[call]["span"]
        if not first <= start <= stop <= last:
            raise Failure(f"{task['name']} at {start} to {stop}; its call is {first} to {last}")
    expect("tasks of each call", sorted(by_call.values()), [len(nodes)] * RUNS)


def check_files_agree(session, timeline, device, rows):
    of_device = [row for row in table(session, "task_time") if row["Device_id"] == str(device)]
    keys = sorted((row["Op Name"], *span(row)) for row in rows)
    expect("task_time", sorted((row["kernel_name"], Decimal(row["task_start(us)"]),
                                Decimal(row["task_stop(us)"])) for row in of_device), keys)
    expect("timeline", sorted((task["name"], *task["span"]) for task in timeline.tasks[device]), keys)
    counts = collections.Counter()
    totals = collections.Counter()
    for row in rows:
        counts[row["OP Type"]] += 1
        totals[row["OP Type"]] += Decimal(row["Task Duration(us)"])
    statistic = [row for row in table(session, "op_statistic") if row["Device_id"] == str(device)]
    expect("counts of op_statistic", {row["OP Type"]: int(row["Count"]) for row in statistic}, dict(counts))
    expect("totals of op_statistic", {row["OP Type"]: Decimal(row["Total Time(us)"]) for row in statistic},
           dict(totals))


def database_of(session):
    path, = glob.glob(os.path.join(session, "msprof_*.db"))
    return sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)


def nanoseconds(cell):
    return int(Decimal(cell) * 1000)


def operator_cells(row):
    return tuple(str(nanoseconds(row[name])) if name.endswith("(us)") else row[name] for name in OPERATOR_CELLS)


def check_database(session, rows):
    database = database_of(session)
    expect("integrity_check", database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
    joined = collections.Counter(tuple("N/A" if cell is None else str(cell) for cell in row)
                                 for row in database.execute(OPERATORS))
    written = collections.Counter(map(operator_cells, rows))
    expect("rows of op_summary that the database lacks", written - joined, collections.Counter())
    expect("operators of the database that op_summary lacks", joined - written, collections.Counter())
    calls = {(level, name): (count, total) for level, name, count, total in database.execute(CALLS)}
    expect("calls", {(row["Level"], row["API Name"]): (int(row["Count"]), nanoseconds(row["Time(us)"]))
                     for row in table(session, "api_statistic")}, calls)
    launches = list(database.execute(LAUNCHES))
    expect("launches", collections.Counter(tuple(map(str, row[:3])) for row in launches),
           collections.Counter((row["Device_id"], row["Task ID"], row["Stream ID"]) for row in rows))
    expect("what launched", {row[3] for row in launches}, {"aclmdlExecute"})


def check_summary(summary, device, rows):
    found = next(entry for entry in summary["devices"] if entry["id"] == device)
    totals = collections.Counter()
    for row in rows:
        totals[row["Op Name"]] += Decimal(row["Task Duration(us)"])
    expect("totals of summary", {op["operator"]: Decimal(op["total_us"]) for op in found["operators"]},
           dict(totals))
    expect("order of summary", sorted((-Decimal(op["total_us"]) for op in found["operators"])),
           [-Decimal(op["total_us"]) for op in found["operators"]])


def check_session(session, nodes, devices, summary):
    expect("device folders", sorted(glob.glob(session + "/device_*")),
           [f"{session}/device_{device}" for device in devices])
    expect("complete", (summary["complete"], summary["run_complete"]), (True, True))
    ledger = summary["ledger"]
    expect("stored and dropped", (ledger["stored"], ledger["dropped"]), (ledger["emitted"], 0))
    summary_rows = table(session, "op_summary")
    expect("devices of op_summary", {int(row["Device_id"]) for row in summary_rows}, set(devices))
    check_database(session, summary_rows)
    timeline = Timeline(session)
    expect("aclmdlExecute calls", len(timeline.calls), RUNS * len(devices))
    executed = [row for row in table(session, "api_statistic") if row["API Name"] == "aclmdlExecute"]
    expect("aclmdlExecute in api_statistic", [int(row["Count"]) for row in executed], [RUNS * len(devices)])
    for device in devices:
        rows = [row for row in summary_rows if row["Device_id"] == str(device)]
        check_rows(rows, nodes)
        check_no_overlap(rows)
        check_calls(timeline, timeline.tasks[device], nodes)
        check_files_agree(session, timeline, device, rows)
        check_summary(summary, device, rows)


def main(make_models, two_models, aclprof):
    with tempfile.TemporaryDirectory(prefix="aclprof_test_") as scratch:
        run(make_models, ".", cwd=scratch)
        files = [f"{name}.{part}" for name, _ in SESSIONS for part in ("onnx", "input0")]
        run(two_models, "out", *files, cwd=scratch)
        run(aclprof, "export", "--quiet", "--type", "all", "out", cwd=scratch)
        summaries = json.loads(run(aclprof, "summary", "--json", "--top", "0", "out", cwd=scratch))
        expect("sessions", len(summaries), len(SESSIONS))
        for (name, devices), summary in zip(SESSIONS, summaries):
            nodes = nodes_of(os.path.join(scratch, name + ".onnx"))
            check_session(os.path.join(scratch, summary["directory"]), nodes, devices, summary)
            print(f"{name}: {len(nodes)} nodes, {RUNS} runs, devices {devices}: every row is there")


if __name__ == "__main__":
    try:
        main(*(os.path.abspath(path) for path in sys.argv[1:]))
    except Failure as failure:
        sys.exit(f"failed: {failure}")
