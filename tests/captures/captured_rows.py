"""What a capture holds, read without any of the project's code: rows of tasks with exact decimal times.

A row is a dict: start and duration in microseconds (Decimal), name, type, stream, task, device; None = not known.
"""
import csv
import gzip
import io
import json
import sqlite3
import tempfile
from decimal import Decimal

NONE_ID = 4294967295
KINETO_TASKS = ("kernel", "gpu_memcpy", "gpu_memset", "cuda_sync")
# The runtime's words for what is no operator; in 2025 the task type beside them was a queue entry's.
RUNTIME_NAMES = ("PROFILING_ENABLE", "PROFILING_DISABLE", "MEMCPY_ASYNC", "EVENT_RECORD", "EVENT_WAIT")


def read_bytes(path):
    with open(path, "rb") as file:
        data = file.read()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def known(cell):
    return None if cell in (None, "", "N/A") else cell


def number(cell):
    cell = known(cell)
    return None if cell is None or int(cell) == NONE_ID else int(cell)


def kind_of(path):
    """op_summary, task_time, kernel_details, timeline, kineto, database or None."""
    data = read_bytes(path)
    if data.startswith(b"SQLite format 3"):
        return "database" if b"CREATE TABLE TASK" in data else None
    if data.lstrip()[:1] == b"{":
        return "kineto" if b'"traceEvents"' in data else None
    if data.lstrip()[:1] == b"[":
        return "timeline" if b'"ph"' in data[:65536] else None
    header = data.split(b"\n", 1)[0]
    for word, kind in ((b"task_start(us)", "task_time"), (b"Task Start Time(us)", "op_summary"),
                       (b"Accelerator Core", "kernel_details")):
        if word in header:
            return kind
    return None


def table(path):
    text = read_bytes(path).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def first(row, *names):
    for name in names:
        if name in row:
            return row[name].strip("\t")
    return None


def table_rows(path):
    rows = []
    for row in table(path):
        rows.append({
            "start": Decimal(first(row, "Task Start Time(us)", "Start Time(us)", "task_start(us)")),
            "duration": Decimal(first(row, "Task Duration(us)", "Duration(us)", "task_time(us)")),
            "name": known(first(row, "Op Name", "Name", "kernel_name")),
            "op_type": known(first(row, "OP Type", "Type")),
            "type": known(first(row, "Task Type", "Accelerator Core", "kernel_type")),
            "stream": number(first(row, "Stream ID", "stream_id")),
            "task": number(first(row, "Task ID", "task_id")),
            "device": number(first(row, "Device_id")) or 0,
            "shapes": known(first(row, "Input Shapes")),
            "blocks": number(first(row, "Block Num", "Block Dim")),
        })
    return rows


def timeline_events(path):
    data = json.loads(read_bytes(path), parse_float=Decimal, parse_int=Decimal)
    base = Decimal(0)
    if isinstance(data, dict):
        base = Decimal(data.get("baseTimeNanoseconds", 0)) / 1000
        data = data["traceEvents"]
    names = {e["pid"]: e["args"]["name"] for e in data
             if e.get("ph") == "M" and e["name"] == "process_name"}
    return base, names, [e for e in data if e.get("ph") == "X"]


def layer_rows(path, layer):
    """Slices of one layer of an Ascend timeline, ours or the vendor's."""
    _, names, events = timeline_events(path)
    rows = []
    for event in events:
        if names.get(event["pid"]) != layer:
            continue
        args = event.get("args", {})
        kind = args.get("Task Type")
        name = event["name"]
        if name in RUNTIME_NAMES:
            kind = name
        rows.append({
            "start": Decimal(event["ts"]), "duration": Decimal(event["dur"]), "name": name,
            "type": kind, "stream": number(event["tid"]), "task": number(args.get("Task Id")),
            "device": int(event["pid"]) & 31,
            "connection": int(args.get("connection_id", 0)), "args": args,
        })
    return rows


def kineto_rows(path):
    base, _, events = timeline_events(path)
    rows = []
    for event in events:
        if event.get("cat") not in KINETO_TASKS:
            continue
        args = event["args"]
        rows.append({
            "start": base + Decimal(event["ts"]), "duration": Decimal(event["dur"]),
            "name": event["name"], "type": event["cat"],
            "stream": number(args["stream"]) if args["stream"] >= 0 else None, "task": None,
            "device": int(args["device"]), "connection": int(args.get("correlation", 0)),
        })
    return rows


def database_rows(path):
    with tempfile.NamedTemporaryFile(suffix=".db") as plain:
        plain.write(read_bytes(path))
        plain.flush()
        connection = sqlite3.connect(f"file:{plain.name}?immutable=1", uri=True)
        strings = dict(connection.execute("SELECT id, value FROM STRING_IDS"))
        ops = dict(connection.execute("SELECT globalTaskId, name FROM COMPUTE_TASK_INFO"))
        tasks = connection.execute("SELECT startNs, endNs, taskType, streamId, taskId, deviceId,"
                                   " globalTaskId, connectionId FROM TASK ORDER BY rowid").fetchall()
        connection.close()
    return [{
        "start": Decimal(start) / 1000, "duration": Decimal(end - start) / 1000,
        "name": known(strings.get(ops.get(op))), "type": strings[kind],
        "stream": number(stream), "task": number(task), "device": device,
        "connection": link,
    } for start, end, kind, stream, task, device, op, link in tasks]


def rows_of(path, kind):
    """The device's rows in the order of the capture."""
    if kind == "database":
        return database_rows(path)
    if kind == "kineto":
        return kineto_rows(path)
    if kind == "timeline":
        return layer_rows(path, "Ascend Hardware")
    return table_rows(path)
