#!/usr/bin/env python3
"""replay_captures.py ACLPROF CAPTURES: replays every capture below a folder, exports it, compares the two.

Each capture is copied, replayed at full speed, and the copy removed before the export runs somewhere else. Task rows
must be equal cell by cell and in order, the sums of durations equal, and the ledger must say emitted = stored = fed.
Captures list rows with equal starts in an order of their own, which must come back as well.

One rounding is the vendor's own: a stop in task_time may differ by 0.001 us, as it is rounded apart from the duration.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from decimal import Decimal

import captured_rows

COMPARED = {
    "task_time": ("start", "duration", "name", "type", "stream", "task", "device"),
    "op_summary": ("start", "duration", "name", "op_type", "type", "stream", "task", "device", "shapes",
                   "blocks"),
    "kernel_details": ("start", "duration", "name", "op_type", "type", "stream", "task", "device",
                       "shapes", "blocks"),
    "timeline": ("start", "duration", "name", "type", "stream", "task", "device", "connection"),
    "kineto": ("start", "duration", "name", "type", "stream", "device", "connection"),
    "database": ("start", "duration", "name", "type", "stream", "task", "device"),
}
# Which of our exports a kind of capture is compared with.
EXPORT_OF = {"task_time": "task_time", "database": "task_time", "op_summary": "op_summary",
             "kernel_details": "op_summary", "timeline": "msprof", "kineto": "msprof"}


class Failure(Exception):
    pass


def run(arguments, cwd):
    done = subprocess.run(arguments, cwd=cwd, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"{os.path.basename(arguments[1])} ended {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def exported_file(session, kind):
    folder = os.path.join(session, "mindstudio_profiler_output")
    end = ".json" if kind == "msprof" else ".csv"
    found = [name for name in sorted(os.listdir(folder))
             if re.fullmatch(kind + r"(_slice_\d+)?_\d{14}" + re.escape(end), name)]
    if len(found) != 1:
        raise Failure(f"{len(found)} files {kind}_*{end} in {folder}")
    return os.path.join(folder, found[0])


def exported_rows(session, kind):
    path = exported_file(session, EXPORT_OF[kind])
    if EXPORT_OF[kind] == "msprof":
        return captured_rows.layer_rows(path, "Ascend Hardware")
    return captured_rows.table_rows(path)


def stops_are_right(session, path):
    """task_time's own stops, to the nanosecond that rounding leaves."""
    ours = captured_rows.table(exported_file(session, "task_time"))
    theirs = captured_rows.table(path)
    stop = "task_stop(us)"
    return all(abs(Decimal(a[stop].strip("\t")) - Decimal(b[stop].strip("\t"))) <= Decimal("0.001")
               for a, b in zip(ours, theirs))


def differences(kind, theirs, ours):
    """How many rows differ, and the first of them."""
    cells = COMPARED[kind]
    count = abs(len(theirs) - len(ours))
    example = f"{len(theirs)} rows became {len(ours)}" if count else ""
    for at, (a, b) in enumerate(zip(theirs, ours)):
        wrong = [cell for cell in cells if a[cell] != b[cell]]
        count += bool(wrong)
        if wrong and not example:
            example = f"row {at + 1}: " + ", ".join(f"{c} {a[c]!r} became {b[c]!r}" for c in wrong)
    return count, example


def fed_by(replay_output):
    return int(re.search(r"^fed (\d+),", replay_output, re.M).group(1))


def check_ledger(aclprof, session, fed, cwd):
    ledger = json.loads(run([aclprof, "info", "--json", session], cwd))["ledger"]
    if not ledger["emitted"] == ledger["stored"] == fed:
        raise Failure(f"ledger: fed {fed}, emitted {ledger['emitted']}, stored {ledger['stored']}")


def replay_and_export(aclprof, path, scratch):
    """The session's directory and the number of records fed; the capture is gone before the export."""
    away = os.path.join(scratch, "capture")
    output = os.path.join(scratch, "output")
    elsewhere = os.path.join(scratch, "elsewhere")
    os.mkdir(away)
    os.mkdir(elsewhere)
    copy = os.path.join(away, os.path.basename(path))
    shutil.copyfile(path, copy)
    told = run([aclprof, "replay", "--input", copy, "--output", output, "--speed", "max"], away)
    shutil.rmtree(away)
    sessions = os.listdir(output)
    if len(sessions) != 1:
        raise Failure(f"{len(sessions)} sessions in the output")
    session = os.path.join(output, sessions[0])
    run([aclprof, "export", session], elsewhere)
    return session, fed_by(told)


def compare(aclprof, path, kind):
    """(rows, differing rows, sum captured, sum exported, what is wrong)"""
    # By start, as exports are; the sort keeps the capture's order where starts are equal.
    theirs = sorted(captured_rows.rows_of(path, kind), key=lambda row: row["start"])
    with tempfile.TemporaryDirectory() as scratch:
        session, fed = replay_and_export(aclprof, path, scratch)
        check_ledger(aclprof, session, fed, scratch)
        if fed < len(theirs):
            raise Failure(f"{fed} records fed for {len(theirs)} rows")
        ours = exported_rows(session, kind)
        if kind == "task_time" and not stops_are_right(session, path):
            raise Failure("task_stop(us) is more than 0.001 us off")
    count, example = differences(kind, theirs, ours)
    sums = [sum(row["duration"] for row in rows) for rows in (theirs, ours)]
    if sums[0] != sums[1]:
        example = example or "the sums of durations differ"
        count = max(count, 1)
    return len(theirs), count, sums[0], sums[1], example


def captures_below(root):
    for folder, _, names in sorted(os.walk(root)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            kind = captured_rows.kind_of(path)
            if kind:
                yield path, kind


def main(aclprof, root):
    failed = 0
    seen = set()
    print("| file | kind | rows | differing rows | sum of durations, us | the same exported |")
    print("|---|---|---|---|---|---|")
    for path, kind in captures_below(root):
        seen.add(kind)
        name = os.path.relpath(path, root)
        try:
            rows, count, captured, exported, example = compare(aclprof, path, kind)
            print(f"| {name} | {kind} | {rows} | {count} | {captured} | {exported} |")
            wrong = example if count else ""
        except Failure as failure:
            print(f"| {name} | {kind} | | failed | | |")
            wrong = str(failure)
        if wrong:
            failed += 1
            print(f"{name}: {wrong}", file=sys.stderr)
    if seen != set(COMPARED):
        print(f"no capture of kind {sorted(set(COMPARED) - seen)} below {root}", file=sys.stderr)
        failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), sys.argv[2]))
