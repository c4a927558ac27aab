"""The clients that call from Python: pyACL's wrappers are one call each, with the arguments of acl.prof.*.

    pyacl_clients.py c15|c16|c21     works in the current directory; libascendcl.so and libmsprofiler.so by name
"""

import ctypes
import sys

acl = ctypes.CDLL("libascendcl.so")
prof = ctypes.CDLL("libmsprofiler.so")

for function in ("aclprofCreateConfig", "aclprofCreateStamp", "aclmdlCreateDataset", "aclCreateDataBuffer"):
    getattr(prof if "prof" in function else acl, function).restype = ctypes.c_void_p
acl.aclGetRecentErrMsg.restype = ctypes.c_char_p

NONE = 0xFF
TASKS = 8


def must(code):
    if code != 0:
        sys.exit(f"{code}: {acl.aclGetRecentErrMsg()}")


def init(path):
    return prof.aclprofInit(path.encode(), ctypes.c_size_t(len(path)))


def create_config(devices, metrics, events, mask):
    """As pyACL does: the vector has one element more than there are devices."""
    vector = (ctypes.c_uint32 * (len(devices) + 1))(*devices)
    config = prof.aclprofCreateConfig(vector, len(devices), metrics, events, ctypes.c_uint64(mask))
    return ctypes.c_void_p(config or sys.exit("no configuration"))


def finish(config):
    must(prof.aclprofStop(config))
    must(prof.aclprofDestroyConfig(config))
    must(prof.aclprofFinalize())


def device_memory(size):
    memory = ctypes.c_void_p()
    must(acl.aclrtMalloc(ctypes.byref(memory), ctypes.c_size_t(size), 0))
    return memory


def work():
    stream, memory = ctypes.c_void_p(), device_memory(4096)
    must(acl.aclrtCreateStream(ctypes.byref(stream)))
    for value in range(TASKS):
        must(acl.aclrtMemsetAsync(memory, ctypes.c_size_t(4096), value, ctypes.c_size_t(4096), stream))
    must(acl.aclrtSynchronizeStream(stream))
    must(acl.aclrtDestroyStream(stream))
    must(acl.aclrtFree(memory))


def c15():
    """Every wrapper of the session's life."""
    must(init("prof"))
    config = create_config([0], 1, None, 0x7)
    must(prof.aclprofStart(config))
    work()
    finish(config)


def dataset_of(size):
    dataset = ctypes.c_void_p(acl.aclmdlCreateDataset())
    buffer = ctypes.c_void_p(acl.aclCreateDataBuffer(device_memory(size), ctypes.c_size_t(size)))
    must(acl.aclmdlAddDatasetBuffer(dataset, buffer))
    return dataset


def c16():
    """Profiling starts after the model was loaded."""
    model = ctypes.c_uint32()
    must(acl.aclmdlLoadFromFile(b"model.onnx", ctypes.byref(model)))
    must(init("./"))
    config = create_config([0], 0, None, 7)
    must(prof.aclprofStart(config))
    must(acl.aclmdlExecute(model, dataset_of(512), dataset_of(12)))
    finish(config)
    must(acl.aclmdlUnload(model))


def c21():
    """A loop of measurements, each in a range; every code is looked at."""
    must(init("prof"))
    device = ctypes.c_uint32(0)
    config = ctypes.c_void_p(prof.aclprofCreateConfig(ctypes.byref(device), 1, NONE, None, ctypes.c_uint64(0x83)))
    must(prof.aclprofStart(config))
    for i in range(3):
        stamp = ctypes.c_void_p(prof.aclprofCreateStamp() or sys.exit("no stamp"))
        message, measured = f"kernelx:measure:{i}".encode(), ctypes.c_uint32()
        must(prof.aclprofSetStampTraceMessage(stamp, message, len(message)))
        must(prof.aclprofRangeStart(stamp, ctypes.byref(measured)))
        work()
        must(prof.aclprofRangeStop(measured))
        prof.aclprofDestroyStamp(stamp)
    finish(config)


must(acl.aclInit(None))
must(acl.aclrtSetDevice(0))
{"c15": c15, "c16": c16, "c21": c21}[sys.argv[1]]()
must(acl.aclrtResetDevice(0))
must(acl.aclFinalize())
