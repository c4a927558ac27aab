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
WAIT_NOISE = "a wait with the noise of a double in it"
ROUNDING = "a time rounded apart from its duration"
OLD_NAME = "a header cell with an older release's name"
CORES = "a share of all cores, whose number no database has"
KERNEL_NAME = "a kernel's own name, which no timeline has"
HALF = "a mean halfway between two thousandths"
FLOW = "an end of a flow that the vendor draws with one end or not at all"
EMPTY_ROW = "a row of the timeline without a slice"
OVERLAP = "a slice of Overlap Analysis of rounded times"
UNEXPLAINED = "unexplained"
# The rows the vendor's tool names though there is nothing in them.
LEFT_OUT = {"Communication": EMPTY_ROW, "Communication(Not Overlapped)": EMPTY_ROW}


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


def cause_of(column, row, ours, slice_name=None):
    if ours is None:
        return UNEXPLAINED
    if column == "cube_utilization(%)" and ours == "N/A" and int(row["aic_total_cycles"]) > 0:
        return CORES
    if column == WAIT and near(row[column], ours, Decimal("0.25")):
        return WAIT_NOISE
    if column == "task_stop(us)" and near(row[column], ours, THOUSANDTH):
        return ROUNDING
    if column == "kernel_name" and ours == slice_name:
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
        return f"{self.rows} rows, {self.cells} cells: {sum(self.causes.values())} differ" + (f" ({told})" if told else "")

    def compare_headers(self, theirs, ours):
        self.cells += len(theirs)
        for column in theirs:
            if column in ours:
                continue
            cause = OLD_NAME if RENAMED.get(column) in ours else cause_of(column, None, None)
            self.differ(cause, 1, f"header: {column} is not there")
        kept = [RENAMED.get(column, column) if column not in ours else column for column in theirs]
        if [column for column in kept if column in ours] != ours:
            self.differ(UNEXPLAINED, 1, f"header: {ours}")

    def compare_rows(self, columns, theirs, ours, slice_names=None):
        self.rows += len(theirs)
        self.cells += len(theirs) * len(columns)
        if len(theirs) != len(ours):
            self.differ(UNEXPLAINED, abs(len(theirs) - len(ours)), f"{len(theirs)} rows became {len(ours)}")
        for at, (a, b) in enumerate(zip(theirs, ours), 1):
            for column in columns:
                mine = b.get(column, b.get(RENAMED.get(column)))
                if a[column] != mine:
                    slice_name = slice_names and slice_names[at - 1]
                    self.differ(cause_of(column, a, mine, slice_name), 1,
                                f"row {at}, {column}: {a[column]!r} became {mine!r}")


def compare_tables(theirs, ours, slice_names=None):
    report = Report()
    (their_columns, their_rows), (our_columns, our_rows) = table(theirs), table(ours)
    report.compare_headers(their_columns, our_columns)
    report.compare_rows(their_columns, their_rows, our_rows, slice_names)
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


def both_ends(flows):
    """Ids of the flows that have a start and a finish."""
    phases = collections.defaultdict(set)
    for _, _, phase, flow, _, _ in flows:
        phases[flow].add(phase)
    return {flow for flow, ends in phases.items() if len(ends) == 2}


def rounded_alike(missing, more):
    """Whether the slices are the same but for a thousandth in their start or duration."""
    pairs = list(zip(sorted(missing.elements()), sorted(more.elements())))
    return missing.total() == more.total() and all(
        a[:2] == b[:2] and abs(a[2] - b[2]) <= THOUSANDTH and abs(a[3] - b[3]) <= 2 * THOUSANDTH for a, b in pairs)


def cause_of_items(what, theirs, missing, more):
    if what == "flows" and not both_ends(theirs) & {item[3] for item in (missing + more)}:
        return FLOW
    if what == "slices of Overlap Analysis" and rounded_alike(missing, more):
        return OVERLAP
    causes = {LEFT_OUT.get(item[2], UNEXPLAINED) for item in missing} if what.endswith("_name") and not more else set()
    return causes.pop() if len(causes) == 1 else UNEXPLAINED


def compare_timelines(theirs, ours):
    report = Report()
    a, b = timeline_items(theirs), timeline_items(ours)
    for what in sorted(set(a) | set(b)):
        report.rows += a[what].total()
        report.cells += a[what].total()
        missing, more = a[what] - b[what], b[what] - a[what]
        if missing or more:
            report.differ(cause_of_items(what, a[what], missing, more), max(missing.total(), more.total()),
                          f"{what}: {missing.total()} are not there, {more.total()} are more; "
                          f"{list(missing)[:1]} became {list(more)[:1]}")
    return report


def slice_names(timeline):
    """Names of the device's slices by start, as rows of task_time come; None without a timeline."""
    if timeline is None:
        return None
    rows = captured_rows.layer_rows(timeline, "Ascend Hardware")
    return [row["name"] for row in sorted(rows, key=lambda row: row["start"])]


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
                                              slice_names(timeline))
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
