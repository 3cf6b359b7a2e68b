#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ctrl-C while a kernel does not end, in Python: interrupted.py SCENARIO, with Weft's .icd in the environment.

The scenarios are what docs/guide.md says of "Kernels that do not end". Ends with 77 without pyopencl.
"""

import os
import signal
import subprocess
import sys
import threading
import time

SKIPPED = 77
# Of the kernel, seconds; the processes are gone long before that if all is well.
LIMIT = 60

# Before threads are made, which take the signal otherwise: numpy's library may have some of its own.
BLOCK = """
import signal
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
"""

BEGIN = """
import ctypes, faulthandler, signal, sys, threading, time
import numpy as np, pyopencl as cl
platform = cl.get_platforms()[0]
device = platform.get_devices()[0]

def begin(context):
    queue = cl.CommandQueue(context)
    program = cl.Program(context, "kernel void k(volatile global int *o) { while (o[0] == 0); }").build()
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 4)
    cl.enqueue_fill_buffer(queue, buffer, np.int32(0), 0, 4)
    event = program.k(queue, (1,), None, buffer)
    queue.flush()
    print("running", flush=True)
    return queue, event
"""

# Each with what the process ends with.
SCENARIOS = {
    # The system's handler, not Python's.
    "default": (-signal.SIGINT, """
signal.signal(signal.SIGINT, signal.SIG_DFL)
queue, event = begin(cl.Context([device]))
queue.finish()
"""),
    # Python's handler runs between two looks at the event.
    "polled": (3, """
queue, event = begin(cl.Context([device]))
try:
    while event.command_execution_status > cl.command_execution_status.COMPLETE:
        time.sleep(0.01)
except KeyboardInterrupt:
    sys.exit(3)
"""),
    # The wait is in another thread, without Python's lock.
    "beside": (3, """
queue, event = begin(cl.Context([device]))
waiting = threading.Thread(target=event.wait, daemon=True)
waiting.start()
try:
    while waiting.is_alive():
        waiting.join(0.1)
except KeyboardInterrupt:
    sys.exit(3)
"""),
    # The wait itself ends, as another thread takes the signal and terminates the context.
    "terminated": (5, """
library = ctypes.CDLL("libOpenCL.so.1")
library.clCreateContext.restype = ctypes.c_void_p
find = library.clGetExtensionFunctionAddressForPlatform
find.restype, find.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]
terminate = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(find(platform.int_ptr, b"clTerminateContextKHR"))
CL_CONTEXT_TERMINATE_KHR = 0x2032
properties = (ctypes.c_ssize_t * 5)(cl.context_properties.PLATFORM, platform.int_ptr, CL_CONTEXT_TERMINATE_KHR, 1, 0)
devices = (ctypes.c_void_p * 1)(device.int_ptr)
context = cl.Context.from_int_ptr(library.clCreateContext(properties, 1, devices, None, None, None), retain=False)

def end_on_interrupt():
    signal.sigwait({signal.SIGINT})
    terminate(context.int_ptr)

threading.Thread(target=end_on_interrupt, daemon=True).start()
queue, event = begin(context)
try:
    event.wait()
except cl.Error:
    sys.exit(5)
"""),
    # faulthandler says where the wait is, though it goes on; Ctrl-\\ ends it.
    "shown": (-signal.SIGQUIT, """
faulthandler.register(signal.SIGINT)
queue, event = begin(cl.Context([device]))
queue.finish()
"""),
}


def main():
    try:
        import pyopencl  # noqa: F401
    except ImportError:
        print("skipped: no pyopencl")
        sys.exit(SKIPPED)
    wanted, script = SCENARIOS[sys.argv[1]]
    begin = BLOCK + BEGIN if sys.argv[1] == "terminated" else BEGIN
    process = subprocess.Popen([sys.executable, "-c", begin + script], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, env=dict(os.environ, PYOPENCL_NO_CACHE="1"))
    limit = threading.Timer(LIMIT, process.kill)
    limit.start()
    lines = []
    for line in process.stdout:
        lines.append(line)
        if line == "running\n":
            break
    time.sleep(0.3)  # until it waits; if it does not yet, the same holds
    process.send_signal(signal.SIGINT)
    if sys.argv[1] == "shown":
        for line in process.stdout:
            lines.append(line)
            if "<module>" in line:
                break
        process.send_signal(signal.SIGQUIT)
    lines += process.stdout
    code = process.wait()
    limit.cancel()
    if code != wanted or "running\n" not in lines:
        sys.exit(f"{sys.argv[1]}: ended with {code}, not {wanted}\n{''.join(lines)}")
    if sys.argv[1] == "shown" and "most recent call first" not in "".join(lines):
        sys.exit(f"no traceback\n{''.join(lines)}")


if __name__ == "__main__":
    main()
