#!/usr/bin/env python3
"""database_captures.py ACLPROF CAPTURES: each captured msprof_*.db, replayed and exported as a database again.

Of every table that both have the columns must be equal by name, type and key; rows of TASK, COMPUTE_TASK_INFO,
TASK_PMU_INFO, AICORE_FREQ and CANN_API must be equal with their ids put into words, and op_summary, task_time and
api_statistic must have the rows that the joins give. Ids that a profiler counts up itself (globalTaskId, ids of
strings) are not compared.
"""
import collections
import csv
import glob
import gzip
import os
import sqlite3
import subprocess
import sys
import tempfile

TASKS = """SELECT t.startNs, t.endNs, t.deviceId, t.connectionId, k.value, t.contextId, t.streamId, t.taskId, t.modelId
           FROM TASK t LEFT JOIN STRING_IDS k ON k.id=t.taskType"""
OPERATORS = """SELECT t.startNs, t.endNs, t.streamId, t.taskId, c.blockNum, c.mixBlockNum, n.value, k.value, o.value,
                      i.value, u.value, s.value, h.value
               FROM COMPUTE_TASK_INFO c JOIN TASK t ON t.globalTaskId=c.globalTaskId
               JOIN STRING_IDS n ON n.id=c.name JOIN STRING_IDS k ON k.id=c.taskType
               JOIN STRING_IDS o ON o.id=c.opType JOIN STRING_IDS i ON i.id=c.inputShapes
               JOIN STRING_IDS u ON u.id=c.outputShapes JOIN STRING_IDS s ON s.id=c.opState
               JOIN STRING_IDS h ON h.id=c.hf32Eligible"""
CALLS = """SELECT a.startNs, a.endNs, a.type, a.globalTid, a.connectionId, n.value
           FROM CANN_API a JOIN STRING_IDS n ON n.id=a.name"""
METRICS = """SELECT t.startNs, t.streamId, t.taskId, t.contextId, n.value, p.value
             FROM TASK_PMU_INFO p JOIN TASK t ON t.globalTaskId=p.globalTaskId JOIN STRING_IDS n ON n.id=p.name"""
FREQUENCIES = "SELECT * FROM AICORE_FREQ"
LAUNCHES = """SELECT n.value, t.startNs FROM CANN_API a JOIN TASK t ON t.connectionId=a.connectionId
              JOIN STRING_IDS n ON n.id=a.name"""


def columns(database, table):
    return [row[1:] for row in database.execute(f"PRAGMA table_info({table})")]


def tables(database):
    return {name for name, in database.execute("SELECT name FROM sqlite_master WHERE type='table'")}


def rows_of_table(folder, name):
    path, = glob.glob(f"{folder}/mindstudio_profiler_output/{name}_*.csv")
    with open(path, newline="", encoding="utf-8") as text:
        return list(csv.DictReader(text))


def replay(aclprof, path, scratch):
    plain = os.path.join(scratch, "capture.db")
    with gzip.open(path) as packed, open(plain, "wb") as out:
        out.write(packed.read())
    output = os.path.join(scratch, "output")
    subprocess.run([aclprof, "replay", "--input", plain, "--output", output, "--speed", "max"], check=True,
                   stdout=subprocess.DEVNULL)
    session, = glob.glob(output + "/PROF_*")
    subprocess.run([aclprof, "export", "--quiet", "--type", "all", session], check=True)
    written, = glob.glob(session + "/msprof_*.db")
    return session, sqlite3.connect(plain), sqlite3.connect(written)


def wrong_things(session, theirs, ours):
    for table in sorted(tables(theirs) & tables(ours)):
        if columns(theirs, table) != columns(ours, table):
            yield f"columns of {table}: {columns(ours, table)}"
        if table.startswith("ENUM_") or table == "META_DATA":
            missing = set(theirs.execute(f"SELECT * FROM {table}")) - set(ours.execute(f"SELECT * FROM {table}"))
            if missing:
                yield f"{table} lacks {sorted(missing)}"
    for what, sql in (("TASK", TASKS), ("COMPUTE_TASK_INFO", OPERATORS), ("CANN_API", CALLS), ("launches", LAUNCHES),
                      ("TASK_PMU_INFO", METRICS), ("AICORE_FREQ", FREQUENCIES)):
        captured, written = (collections.Counter(database.execute(sql)) for database in (theirs, ours))
        if captured != written or not written:
            yield f"{what}: {sum((captured - written).values())} of {sum(captured.values())} rows are not there"
    if list(ours.execute("PRAGMA integrity_check")) != [("ok",)]:
        yield "integrity_check"
    for table, sql in (("op_summary", OPERATORS), ("task_time", TASKS)):
        if len(rows_of_table(session, table)) != len(list(ours.execute(sql))):
            yield f"{table}.csv has another number of rows"
    calls = sum(int(row["Count"]) for row in rows_of_table(session, "api_statistic"))
    if calls != len(list(ours.execute(CALLS))):
        yield "api_statistic.csv counts other calls"


def main(aclprof, root):
    paths = sorted(glob.glob(root + "/**/msprof_*.db.gz", recursive=True))
    failed = not paths
    for path in paths:
        with tempfile.TemporaryDirectory() as scratch:
            session, theirs, ours = replay(aclprof, path, scratch)
            wrong = list(wrong_things(session, theirs, ours))
            shared = tables(theirs) & tables(ours)
            print(f"{os.path.relpath(path, root)}: {len(shared)} tables, "
                  f"{ours.execute('SELECT count(*) FROM TASK').fetchone()[0]} tasks: {len(wrong)} wrong")
        for thing in wrong:
            failed = True
            print(f"  {thing}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), sys.argv[2]))
