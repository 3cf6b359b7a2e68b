#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""memory_limits.py BUILD_PROBE [tries]: builds under limits of address space between
the least with which the driver starts and the least with which a build works, and a little above.
Each try has to end, with a result or with an error; none may be ended by a signal, or by the
dynamic loader."""
import os
import resource
import subprocess
import sys

MIB = 1 << 20


def attempt(probe, mebibytes):
    """Whether the program was built; ends this one if the try ended as none may."""
    try:
        done = subprocess.run([probe], capture_output=True, text=True, timeout=60,
                              preexec_fn=lambda: resource.setrlimit(
                                  resource.RLIMIT_AS, (int(mebibytes * MIB),) * 2))
    except subprocess.TimeoutExpired:
        sys.exit(f"{mebibytes} MiB: hangs")
    # 127 without output: the program itself could not be loaded.
    if done.returncode < 0 or done.returncode > 1:
        if "error while loading shared libraries" not in done.stderr:
            sys.exit(f"{mebibytes} MiB: {done.returncode}\n{done.stdout}{done.stderr}")
    return "answer: 42" in done.stdout


def main():
    probe = sys.argv[1]
    tries = int(sys.argv[2]) if len(sys.argv) > 2 else 24
    os.environ.update(WEFT_CACHE="0", WEFT_COMPILE="server")
    most = 1024
    if not attempt(probe, most):
        sys.exit(f"no build with {most} MiB")
    # What succeeds with more may fail with less in between: threads take what stacks there is
    # address space for. So this is a limit, not the only one.
    least = 64
    while most - least > 4:
        middle = (least + most) // 2
        least, most = (least, middle) if attempt(probe, middle) else (middle, most)
    built = sum(attempt(probe, most * (0.6 + 0.8 * i / tries)) for i in range(tries))
    print(f"a build needs about {most} MiB; {built} of {tries} tries around that built")


main()
