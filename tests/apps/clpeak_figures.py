# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# clpeak_figures.py OPTION...: clpeak runs these benchmarks to their end, and each gives a figure.
#
# The figures themselves are not judged: they depend on the machine.
import re
import subprocess
import sys

WIDTHS = ["", "2", "4", "8", "16"]
TESTS = {
    "--compute-sp": ["float" + w for w in WIDTHS],
    "--compute-dp": ["double" + w for w in WIDTHS],
    "--compute-integer": ["int" + w for w in WIDTHS],
    "--compute-intfast": ["int" + w for w in WIDTHS],
    "--global-bandwidth": ["float" + w for w in WIDTHS],
    "--transfer-bandwidth": ["enqueueWriteBuffer", "enqueueReadBuffer", "enqueueMapBuffer(for read)",
                             "memcpy from mapped ptr", "enqueueUnmap(after write)"],
    "--kernel-latency": ["Kernel launch latency"],
}

for test in sys.argv[1:]:
    done = subprocess.run(["clpeak", test], capture_output=True, text=True, timeout=280)
    print(done.stdout, done.stderr, flush=True)
    if done.returncode or "error" in (done.stdout + done.stderr).lower():
        sys.exit(f"clpeak {test} failed ({done.returncode})")
    figures = {name: float(value) for name, value
               in re.findall(r"^\s+(\S.*?)\s*: ([\d.]+|inf)(?: us)?$", done.stdout, re.M)}
    missing = [name for name in TESTS[test] if name not in figures]
    if missing:
        sys.exit(f"clpeak {test}: no figure for {missing}")
    # Mapping costs nothing here, which clpeak may show as an infinite rate.
    wrong = {name: figures[name] for name in TESTS[test] if not figures[name] > 0}
    if wrong:
        sys.exit(f"clpeak {test}: not above zero: {wrong}")
