#!/usr/bin/env python3
"""onnx_test_data.py RUN_MODEL DATA: runs the models of ONNX's own operator tests, and compares with the outputs there.

DATA is a folder of <test>/model.onnx with test_data_set_0/input_N.pb and output_N.pb, as the Debian package
libonnx-testdata has them. Models of operators that the host device does not have, or that need a shape which only a run
tells, are refused at load and counted; a refusal must name a node or a byte. Everything that loads must be right.
"""
import concurrent.futures
import glob
import math
import os
import struct
import subprocess
import sys
import tempfile

from protobuf_fields import fields, numbers

# TensorProto.DataType as the struct module calls it.
TYPES = {1: "f", 2: "B", 3: "b", 4: "H", 5: "h", 6: "i", 7: "q", 9: "B", 10: "e", 11: "d", 12: "I", 13: "Q"}
RAW, TYPE = 9, 2
RELATIVE = 1e-3
NOTHING = 1e-5  # of the largest value


def tensor(path):
    """The code and bytes of a TensorProto; of a type without a fixed size, what no operator here takes: (None, b"")."""
    with open(path, "rb") as file:
        data = file.read()
    return TYPES.get(numbers(data).get(TYPE)), bytes(dict(fields(data)).get(RAW, b""))


def values(code, data):
    return [value for value, in struct.iter_unpack("<" + code, data)]


def close(ours, theirs, nothing):
    if isinstance(theirs, int) or not math.isfinite(theirs):
        return ours == theirs or (ours != ours and theirs != theirs)
    return abs(ours - theirs) <= max(RELATIVE * abs(theirs), nothing)


def difference(ours, outputs):
    """None where all is right, else what is not."""
    if len(ours) != sum(len(data) for _, data in outputs) or not ours:
        return f"{len(ours)} bytes"
    at = 0
    for code, data in outputs:
        found, wanted = values(code, ours[at:at + len(data)]), values(code, data)
        at += len(data)
        largest = max((abs(value) for value in wanted if math.isfinite(value)), default=0)
        wrong = sum(not close(a, b, NOTHING * largest) for a, b in zip(found, wanted))
        if wrong:
            return f"{wrong} of {len(wanted)} values differ"
    return None


def run(program, folder, scratch):
    """("right" | "refused" | "wrong", why)"""
    inputs = sorted(glob.glob(os.path.join(folder, "test_data_set_0", "input_*.pb")))
    outputs = [tensor(path) for path in sorted(glob.glob(os.path.join(folder, "test_data_set_0", "output_*.pb")))]
    name = os.path.basename(folder)
    files = []
    for number, path in enumerate(inputs):
        files.append(os.path.join(scratch, f"{name}.{number}"))
        with open(files[-1], "wb") as file:
            file.write(tensor(path)[1])
    result = os.path.join(scratch, name + ".out")
    done = subprocess.run([program, os.path.join(folder, "model.onnx"), *files, result], capture_output=True, text=True)
    if done.returncode == 1 and "aclmdlLoadFromFile(" in done.stderr:
        named = "node " in done.stderr or "byte " in done.stderr
        return ("refused", "") if named else ("wrong", "a refusal without a place: " + done.stderr.strip())
    if done.returncode != 0:
        return "wrong", f"exit code {done.returncode}: {done.stderr.strip()}"
    with open(result, "rb") as file:
        why = difference(file.read(), outputs)
    return ("wrong", why) if why else ("right", "")


def main(program, data):
    folders = sorted(os.path.dirname(path) for path in glob.glob(os.path.join(data, "*", "model.onnx")))
    with tempfile.TemporaryDirectory(prefix="aclprof_test_") as scratch:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda folder: run(program, folder, scratch), folders))
    for folder, (kind, why) in zip(folders, results):
        if kind == "wrong":
            print(f"{os.path.basename(folder)}: {why}")
    counts = {kind: sum(result[0] == kind for result in results) for kind in ("right", "refused", "wrong")}
    print(f"{len(folders)} models: {counts['right']} right, {counts['refused']} refused, {counts['wrong']} wrong")
    return 1 if counts["wrong"] or not counts["right"] else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), sys.argv[2]))
