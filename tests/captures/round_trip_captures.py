#!/usr/bin/env python3
"""round_trip_captures.py ACLPROF CAPTURES: what a vendor's set says, replayed and exported, cell by cell.

Sets with a timeline and a database are fed from those two alone: op_summary and op_statistic come from the database,
task_time and api_statistic from the timeline, and are compared with the vendor's tables, which replay never sees. Other
sets are fed from the tables themselves. op_statistic is compared with the grouping of the vendor's op_summary, and with
the vendor's own table where the set has one. Each cell that differs is counted under its cause; there must be none
without one.
"""
import collections
import glob
import os
import subprocess
import sys
import tempfile
from decimal import ROUND_HALF_EVEN, Decimal

import captured_rows

# Names of columns in older releases.
RENAMED = {"Block Dim": "Block Num", "Mix Block Dim": "Mix Block Num"}
THOUSANDTH = Decimal("0.001")
WAIT = "Task Wait Time(us)"
WAIT_NOISE = "a wait calculated in doubles"
ROUNDING = "a time rounded apart from its duration"
OLD_NAME = "a header cell with an older release's name"
CORES = "a share of all cores, whose number no database has"
KERNEL_NAME = "a kernel's own name, which no timeline has"
HALF = "a mean halfway between two thousandths"
FLOW = "an end of a flow from a call to its task that the vendor does not draw"
HALF_FLOW = "an end of a flow without the other"
UNEXPLAINED = "unexplained"


def file_of(folder, pattern):
    found = glob.glob(os.path.join(folder, pattern))
    return found[0] if found else None


def table(path):
    """Header and rows; cells as they stand, without the tab behind a time."""
    lines = captured_rows.read_bytes(path).decode("utf-8").split("\n")
    rows = captured_rows.table(path)
    return lines[0].split(","), [{name: cell.strip("\t") for name, cell in row.items()} for row in rows]


def replay_and_export(aclprof, path, scratch):
    """The folder of the export; the capture that was read is a copy with nothing beside it."""
    away = tempfile.mkdtemp(dir=scratch)
    copy = os.path.join(away, "capture")
    with open(copy, "wb") as out:
        out.write(captured_rows.read_bytes(path))
    output = os.path.join(away, "output")
    subprocess.run([aclprof, "replay", "--input", copy, "--output", output, "--speed", "max"], check=True,
                   stdout=subprocess.DEVNULL)
    os.remove(copy)
    session, = glob.glob(output + "/PROF_*")
    subprocess.run([aclprof, "export", "--quiet", session], check=True)
    return os.path.join(session, "mindstudio_profiler_output")


def near(a, b, bound):
    try:
        return abs(Decimal(a) - Decimal(b)) <= bound
    except ArithmeticError:
        return False


def is_half(row):
    mean = Decimal(row["Time(us)"]) / Decimal(row["Count"])
    return mean % THOUSANDTH * 2 == THOUSANDTH


def wait_by(number, row, before):
    """Of the cells of a row and the row before it, calculated in this type of number."""
    start = "Task Start Time(us)"
    wait = number(row[start]) - number(before[start]) - number(before["Task Duration(us)"])
    return f"{max(number(0), wait):.6f}"


def waits(row, before):
    """The vendor's and the exact one."""
    return wait_by(float, row, before), wait_by(Decimal, row, before)


def share_of_cores(row):
    """Of the cycles that these chips had in the time of the task: 20 cube cores at 1650 MHz, as no database says."""
    share = int(row["aic_total_cycles"]) / (20 * 1650 * float(row["Task Duration(us)"])) * 100
    return f"{share:.3f}" if share else None


class Evidence:
    """What the files of a set say that a difference of its task_time is judged by."""

    def __init__(self, timeline, database):
        rows = captured_rows.layer_rows(timeline, "Ascend Hardware")
        self.slice_names = [row["name"] for row in sorted(rows, key=lambda row: row["start"])]
        self.stops = {(row["stream"], row["task"], row["start"], row["start"] + row["duration"])
                      for row in captured_rows.database_rows(database)}
        self.bytes = captured_rows.read_bytes(timeline) + captured_rows.read_bytes(database)

    def has_stop(self, row):
        """Start and stop are nanoseconds in the database: each was rounded for itself."""
        return (int(row["stream_id"]), int(row["task_id"]), Decimal(row["task_start(us)"]),
                Decimal(row["task_stop(us)"])) in self.stops

    def is_own_name(self, at, row, ours):
        own = row["kernel_name"]
        return ours == self.slice_names[at - 1] and (own == "N/A" or own.encode() not in self.bytes)


def cause_of(column, at, row, ours, before, evidence):
    if ours is None:
        return UNEXPLAINED
    if column == "cube_utilization(%)" and ours == "N/A" and row[column] == share_of_cores(row):
        return CORES
    if column == WAIT and before and (row[column], ours) == waits(row, before):
        return WAIT_NOISE
    if column == "task_stop(us)" and evidence and near(row[column], ours, THOUSANDTH) and evidence.has_stop(row):
        return ROUNDING
    if column == "kernel_name" and evidence and evidence.is_own_name(at, row, ours):
        return KERNEL_NAME
    if column == "Avg(us)" and is_half(row) and near(row[column], ours, THOUSANDTH):
        return HALF
    return UNEXPLAINED


class Report:
    def __init__(self):
        self.causes = collections.Counter()
        self.rows = self.cells = 0
        self.example = None

    def differ(self, cause, count, text):
        self.causes[cause] += count
        if cause == UNEXPLAINED and self.example is None:
            self.example = text

    def line(self):
        told = ", ".join(f"{count} {cause}" for cause, count in sorted(self.causes.items()))
        differ = sum(self.causes.values())
        return f"{self.rows} rows, {self.cells} cells: {differ} differ" + (f" ({told})" if told else "")

    def compare_headers(self, theirs, ours):
        self.cells += len(theirs)
        for column in theirs:
            if column in ours:
                continue
            cause = OLD_NAME if RENAMED.get(column) in ours else UNEXPLAINED
            self.differ(cause, 1, f"header: {column} is not there")
        kept = [RENAMED.get(column, column) if column not in ours else column for column in theirs]
        if [column for column in kept if column in ours] != ours:
            self.differ(UNEXPLAINED, 1, f"header: {ours}")

    def compare_rows(self, columns, theirs, ours, evidence=None):
        self.rows += len(theirs)
        self.cells += len(theirs) * len(columns)
        if len(theirs) != len(ours):
            self.differ(UNEXPLAINED, abs(len(theirs) - len(ours)), f"{len(theirs)} rows became {len(ours)}")
        for at, (a, b) in enumerate(zip(theirs, ours), 1):
            for column in columns:
                mine = b.get(column, b.get(RENAMED.get(column)))
                if a[column] != mine:
                    before = theirs[at - 2] if at > 1 else None
                    self.differ(cause_of(column, at, a, mine, before, evidence), 1,
                                f"row {at}, {column}: {a[column]!r} became {mine!r}")


def compare_tables(theirs, ours, evidence=None):
    report = Report()
    (their_columns, their_rows), (our_columns, our_rows) = table(theirs), table(ours)
    report.compare_headers(their_columns, our_columns)
    report.compare_rows(their_columns, their_rows, our_rows, evidence)
    return report


def shortest(value):
    text = f"{value.quantize(THOUSANDTH, ROUND_HALF_EVEN):f}".rstrip("0").rstrip(".")
    return text or "0"


def grouped(path):
    """op_statistic as the rows of an op_summary give it; like the vendor's, without operators of unknown type."""
    groups = collections.defaultdict(list)
    for row in table(path)[1]:
        if captured_rows.known(row["OP Type"]) is None:
            continue
        groups[row["OP Type"], row["Task Type"]].append(Decimal(row["Task Duration(us)"]))
    whole = sum(sum(times) for times in groups.values())
    return [{"Device_id": "0", "OP Type": op, "Core Type": core, "Count": str(len(times)),
             "Total Time(us)": shortest(sum(times)), "Min Time(us)": shortest(min(times)),
             "Avg Time(us)": shortest(sum(times) / len(times)), "Max Time(us)": shortest(max(times)),
             "Ratio(%)": shortest(sum(times) / whole * 100)}
            for (op, core), times in sorted(groups.items(), key=lambda group: -sum(group[1]))]


def compare_statistic(op_summary, ours):
    report = Report()
    rows = grouped(op_summary)
    if ours is None or not rows:
        report.rows = len(table(op_summary)[1])
        if rows or ours:
            report.differ(UNEXPLAINED, 1, f"{len(rows)} groups, and the table is {ours}")
        return report
    columns, our_rows = table(ours)
    report.compare_headers(list(rows[0]), columns)
    report.compare_rows(list(rows[0]), rows, our_rows)
    return report


def timeline_items(path):
    """Counts of what a timeline says, layer by layer, with ids of processes put into words."""
    data = captured_rows.json.loads(captured_rows.read_bytes(path), parse_float=Decimal)
    names = {e["pid"]: e["args"]["name"] for e in data if e["ph"] == "M" and e["name"] == "process_name"}
    items = collections.defaultdict(collections.Counter)
    for event in data:
        layer, phase = names.get(event["pid"]), event["ph"]
        if phase == "M" and event["name"] in ("process_name", "thread_name"):
            items[event["name"]][layer, event.get("tid"), event["args"]["name"]] += 1
        elif phase == "X":
            items["slices of " + str(layer)][event["tid"], event["name"], Decimal(event["ts"]),
                                             Decimal(event["dur"])] += 1
        elif phase == "C":
            items["counters of " + str(layer)][event["tid"], event["name"], Decimal(event["ts"]),
                                               tuple(event["args"].items())] += 1
        elif phase in "sf":
            items["flows"][layer, event["tid"], phase, str(event["id"]), event["name"], Decimal(event["ts"])] += 1
    items["process_name"] = collections.Counter({key: 1 for key in items["process_name"]})
    return items


def launched(path):
    """Ids of the connections that a call and a task of the timeline share."""
    ends = [{row["connection"] for row in captured_rows.layer_rows(path, layer)}
            for layer in ("CANN", "Ascend Hardware")]
    return ends[0] & ends[1]


def cause_of_flow(flow, theirs, is_more, connections):
    if is_more:
        return FLOW if int(flow) >> 32 in connections else UNEXPLAINED
    phases = {item[2] for item in theirs if item[3] == flow}
    return HALF_FLOW if len(phases) == 1 else UNEXPLAINED


def compare_flows(report, theirs, ours, connections):
    for items, is_more in ((ours - theirs, True), (theirs - ours, False)):
        for item, count in items.items():
            report.differ(cause_of_flow(item[3], theirs, is_more, connections), count,
                          f"flows: {item} is {'more' if is_more else 'not there'}")


def compare_timelines(theirs, ours):
    report = Report()
    a, b = timeline_items(theirs), timeline_items(ours)
    for what in sorted(set(a) | set(b)):
        report.rows += a[what].total()
        report.cells += a[what].total()
        missing, more = a[what] - b[what], b[what] - a[what]
        if what == "flows":
            compare_flows(report, a[what], b[what], launched(theirs))
        elif missing or more:
            report.differ(UNEXPLAINED, max(missing.total(), more.total()),
                          f"{what}: {missing.total()} are not there, {more.total()} are more; "
                          f"{list(missing)[:1]} became {list(more)[:1]}")
    return report


def reports_of_set(aclprof, folder, scratch):
    """(what, from what, report) of each comparison."""
    def vendor(name):
        return file_of(folder, name + "_*.csv*")

    timeline, database = file_of(folder, "msprof_*.json.gz"), file_of(folder, "msprof_*.db.gz")
    by_operator = replay_and_export(aclprof, database or vendor("op_summary"), scratch)
    by_task = replay_and_export(aclprof, timeline or vendor("task_time"), scratch)

    def written(exported, name):
        return file_of(exported, name + "_*")

    operators, tasks = ("database", "timeline") if database else ("op_summary", "task_time")
    yield "op_summary", operators, compare_tables(vendor("op_summary"), written(by_operator, "op_summary"))
    yield "op_statistic", operators, compare_statistic(vendor("op_summary"), written(by_operator, "op_statistic"))
    if vendor("op_statistic"):
        yield "op_statistic, the vendor's", operators, compare_tables(vendor("op_statistic"),
                                                                      written(by_operator, "op_statistic"))
    yield "task_time", tasks, compare_tables(vendor("task_time"), written(by_task, "task_time"),
                                              Evidence(timeline, database) if timeline else None)
    if timeline:
        yield "api_statistic", tasks, compare_tables(vendor("api_statistic"), written(by_task, "api_statistic"))
        yield "timeline", tasks, compare_timelines(timeline, written(by_task, "msprof"))


def main(aclprof, root):
    sets = sorted({os.path.dirname(path) for path in glob.glob(root + "/**/task_time_*.csv*", recursive=True)})
    failed = not sets
    for folder in sets:
        with tempfile.TemporaryDirectory() as scratch:
            for what, source, report in reports_of_set(aclprof, folder, scratch):
                name = f"{os.path.relpath(folder, root)}: {what} from {source}"
                print(f"{name}: {report.line()}", flush=True)
                if report.example or not report.rows:
                    failed = True
                    print(f"  {name}: {report.example or 'nothing was compared'}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), sys.argv[2]))
