#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What gdb and perf see of kernels: look_inside.py gdb|perf MANNERS, with Weft's .icd in the environment.

Ends with 77 if the tool is not installed, or may not look at other processes here.
"""

import os
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def run(command, **environment):
    done = subprocess.run(command, env=dict(os.environ, WEFT_CACHE="0", **environment), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=150)
    return done.stdout


def expect(text, *parts):
    for part in parts:
        if part not in text:
            print(f"'{part}' is not in:\n{text}")
            sys.exit(1)


def debugger(manners):
    """A breakpoint at a line of a kernel, where it came from, and the variables there."""
    # A breakpoint in the loop would be hit by all work-items, so the first one lets only few stop.
    steps = ["set breakpoint pending on", "tbreak program.cl:7 if id == 3", "run", "bt",
             "set scheduler-locking on", "tbreak program.cl:10", "continue", "tbreak program.cl:10",
             "continue", "info locals", "print scale", "step", "kill"]
    command = ["gdb", "-nx", "-batch", "-iex", "set debuginfod enabled off", "-ex", "set confirm off"]
    for step in steps:
        command += ["-ex", step]
    text = run(command + ["--args", manners, "watched-kernel"], WEFT_EMITTER="fibers")
    if "ptrace" in text and "not permitted" in text:
        skip("gdb may not trace here")
    expect(text, "at program.cl:7", "paint (", "k = 1", "id = 3", "sum = 6", "$1 = 3", "twice (v=3)")


def profiler(manners):
    """Samples are in a kernel by name, and at lines of its source."""
    with tempfile.TemporaryDirectory(prefix="weft-perf-") as folder:
        data = os.path.join(folder, "perf.data")
        code = os.path.join(folder, "code")
        os.mkdir(code)
        text = run(["perf", "record", "-q", "-e", "cpu-clock", "-F", "2000", "-o", data, manners,
                    "watched-kernel"], WEFT_CODE_DIR=code)
        if not os.path.exists(data) or not os.path.getsize(data):
            skip(f"perf cannot record here: {text}")
        expect(run(["perf", "report", "-i", data, "--stdio", "-q", "--sort", "sym"]), "paint")
        expect(run(["perf", "script", "-i", data, "-F", "ip,sym,srcline"]), "program.cl:10")


tool, manners = sys.argv[1:]
if not shutil.which(tool):
    skip(f"{tool} is not installed")
{"gdb": debugger, "perf": profiler}[tool](manners)
