# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# clpeak runs every benchmark that the device has the types for, and each gives a figure.
#
# The figures themselves are not judged: they depend on the machine.
import re
import subprocess
import sys

TESTS = ["--global-bandwidth", "--compute-sp", "--compute-dp", "--compute-integer",
         "--compute-intfast", "--transfer-bandwidth", "--kernel-latency"]
WIDTHS = ["", "2", "4", "8", "16"]
EXPECTED = ["float" + w for w in WIDTHS] + ["double" + w for w in WIDTHS] + \
    ["int" + w for w in WIDTHS] + ["enqueueWriteBuffer", "enqueueReadBuffer",
                                   "enqueueMapBuffer(for read)", "memcpy from mapped ptr",
                                   "Kernel launch latency"]

figures = {}
for test in sys.argv[1:] or TESTS:
    done = subprocess.run(["clpeak", test], capture_output=True, text=True, timeout=280)
    print(done.stdout, done.stderr, flush=True)
    if done.returncode or "error" in (done.stdout + done.stderr).lower():
        sys.exit(f"clpeak {test} failed ({done.returncode})")
    for name, value in re.findall(r"^\s+(\S.*?)\s*: (\S+)(?: us)?$", done.stdout, re.M):
        try:
            figures[name] = float(value)
        except ValueError:
            pass

missing = [name for name in EXPECTED if name not in figures]
if missing:
    sys.exit(f"no figure for {missing}")
# Mapping costs nothing here, which clpeak may show as an infinite rate.
wrong = {name: value for name, value in figures.items() if not value > 0}
if wrong:
    sys.exit(f"not above zero: {wrong}")
