#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cost of a call, for several OpenCL drivers side by side, as a table in Markdown.

Every measurement is a process of its own (weft-bench-host). The drivers take turns row by row and
round by round, so that a change of the machine's speed meets them all; the best round counts. A
round of many calls is the median of them. Caches on disk are fresh for each driver and each run of this script.
A row that is about the first use of a driver runs once unmeasured before each round: how fast a disk
gives the driver's files is not asked, and a machine may take them from memory while others run.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import performance_doc

ROOT = pathlib.Path(__file__).resolve().parents[3]
POCL_ICD = pathlib.Path("/etc/OpenCL/vendors/pocl.icd")
PROCESS_LIMIT = 120  # seconds

# Key printed by the program: text of the row, unit, what Weft must reach.
ROWS = {
    "start_ms": ("`clGetPlatformIDs` to a queue", "ms", 2),
    "start_mb": ("memory resident then", "MB", 12),
    "build_first_ms": ("first build of a program of three small kernels, cold", "ms", 20),
    "build_ms": ("build of another such program, cold", "ms", 12),
    "large_build_s": ("build of a program of 300 small kernels, cold", "s", 1.5),
    "cached_build_ms": ("build of a program in the disk cache", "ms", 1),
    "new_local_size_ms": ("first launch of a kernel at a new local size", "ms", 0.2),
    "empty_us": ("launch and finish of an empty kernel", "us", 2.5),
    "batch_us": ("launch in a batch of 2,000", "us", 0.2),
    "saxpy_us": ("saxpy of 16 K elements, launch and finish", "us", 5),
    "saxpy_local1_us": ("the same with local size 1", "us", 8),
    "scaling_percent": ("rate of all CPUs over that of one, per CPU", "%", 95),
    "buffer_us": ("create and release a 64 MB buffer", "us", 20),
    "filled_buffer_ms": ("the same, filled once", "ms", None),
    "buffer_4kb_us": ("create, fill, finish and release a buffer of 4 KB", "us", None),
    "buffer_256kb_us": ("the same of 256 KB", "us", None),
    "buffer_2mb_us": ("the same of 2 MB", "us", None),
    "buffer_16mb_us": ("the same of 16 MB", "us", None),
    "usm_alloc_64b_us": ("unified shared memory: allocate and free 64 bytes", "us", None),
    "usm_alloc_4kb_us": ("the same of 4 KB", "us", None),
    "usm_alloc_64mb_us": ("the same of 64 MB", "us", None),
    "usm_copy_64b_us": ("a blocking copy of 64 bytes of it", "us", None),
    "usm_copy_4kb_us": ("the same of 4 KB", "us", None),
    "usm_copy_64mb_us": ("the same of 64 MB", "us", None),
    "usm_info_us": ("what a pointer belongs to, among 1,000 allocations", "us", None),
    "idle_percent": ("CPU used while idle", "%", 0),
}
MORE_IS_BETTER = {"scaling_percent"}
FIRST_USES = {"start", "build", "large-build"}
COLD_BUILDS = {"build", "large-build"}

# What the compile server costs is the difference between the columns.
INSIDE = "Weft, compiling inside"


def measure(program, row, driver, icd, cache):
    """Key -> value as printed, or {} with a line on stderr if the driver fails."""
    environment = dict(os.environ)
    environment.update(OCL_ICD_VENDORS=str(icd), XDG_CACHE_HOME=cache, POCL_CACHE_DIR=cache)
    if driver == INSIDE:
        environment.update(WEFT_COMPILE="inside")
    try:
        done = subprocess.run([program, row], env=environment, capture_output=True, text=True,
                              timeout=PROCESS_LIMIT)
    except subprocess.TimeoutExpired:
        print(f"{icd}: {row}: no answer in {PROCESS_LIMIT} s", file=sys.stderr)
        return {}
    if done.returncode != 0:
        print(f"{icd}: {row}: {done.stderr.strip()}", file=sys.stderr)
        return {}
    pairs = (line.split() for line in done.stdout.splitlines())
    return {pair[0]: float(pair[1]) for pair in pairs if len(pair) == 2 and pair[0] in ROWS}


def measure_fresh(program, row, driver, icd):
    if driver == INSIDE and row not in COLD_BUILDS:
        return {}
    if row in FIRST_USES:
        with tempfile.TemporaryDirectory(prefix="weft-bench-") as cache:
            measure(program, row, driver, icd, cache)
    with tempfile.TemporaryDirectory(prefix="weft-bench-") as cache:
        if row == "cached-build":
            measure(program, row, driver, icd, cache)
        return measure(program, row, driver, icd, cache)


def text(value, unit):
    if value is None:
        return "-"
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:.{digits}f} {unit}"


def table(drivers, samples):
    lines = ["| | " + " | ".join(drivers) + " | to reach |",
             "|---|" + "---|" * (len(drivers) + 1)]
    for key, (title, unit, goal) in ROWS.items():
        best = max if key in MORE_IS_BETTER else min
        cells = [text(best(samples[d][key]) if samples[d].get(key) else None, unit)
                 for d in drivers]
        if any(cell != "-" for cell in cells):
            goal_text = "" if goal is None else f"{goal} {unit}"
            lines.append(f"| {title} | " + " | ".join(cells) + f" | {goal_text} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", help="rows to measure (all)")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    parser.add_argument("--icd", action="append", metavar="NAME=FILE",
                        help="a driver; may be given several times (Weft and PoCL, if installed)")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    if args.icd:
        drivers = dict(pair.split("=", 1) for pair in args.icd)
    else:
        drivers = {"Weft": args.build / "weft.icd", INSIDE: args.build / "weft.icd"}
        if POCL_ICD.exists():
            drivers["PoCL"] = POCL_ICD
    program = args.build / "bin" / "weft-bench-host"
    known = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    unknown = [row for row in args.rows if row not in known]
    if unknown:
        parser.error(f"no such row: {', '.join(unknown)}; there are {', '.join(known)}")
    samples = {driver: {} for driver in drivers}
    for _ in range(args.rounds):
        for row in args.rows or known:
            for driver, icd in drivers.items():
                for key, value in measure_fresh(program, row, driver, icd).items():
                    samples[driver].setdefault(key, []).append(value)
    result = table(list(drivers), samples)
    # Only a whole run is worth keeping.
    if not args.rows and not args.icd and "PoCL" in drivers:
        performance_doc.write_section("The cost of a call", "\n".join([
            "Written by `./dev bench --host`: the drivers take turns, the best of",
            f"{args.rounds} rounds. {performance_doc.cpu()}, {os.cpu_count()} threads. The drivers' files",
            "are in the system's page cache; caches of compiled programs are fresh. With",
            "`WEFT_COMPILE=inside` there is no [compile server](compile-server.md).", "", result]))
        print(f"written to {performance_doc.DOC.relative_to(ROOT)}")
    print(result)


if __name__ == "__main__":
    main()
