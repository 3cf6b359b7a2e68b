#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What launches take beside programs that want the CPUs, too.

Beside K programs that never rest a launch may take (C + K) / C times as long on C CPUs, as each
thread gets its share. The figures are times that much: 1 is what the share explains. The mean of
all launches counts, of a full problem and of a tiny one, and the rounds' best.
"""

import argparse
import contextlib
import math
import os
import pathlib
import subprocess
import sys

import bench
import performance_doc

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build" / "release" / "bin" / "weft-bench-kernels"
BESIDE = (1, 2)
GOAL = 1.3
REPEATS, SECONDS = 100_000, 0.7


@contextlib.contextmanager
def busy(programs):
    """So many programs that never rest."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(programs)]
    try:
        yield
    finally:
        for one in running:
            one.kill()
            one.wait()


def mean_ms(driver, kernel, tiny):
    result = bench.measure(PROGRAM, kernel, {"OCL_ICD_VENDORS": str(driver)}, "best_ms", REPEATS, SECONDS, tiny)
    if result["wrong"]:
        sys.exit(f"{kernel}: {result['wrong']}")
    return result["mean_ms"]


def measured(drivers, kernels, rounds):
    """{(driver, kernel, tiny, beside): milliseconds}, the drivers by turns."""
    best = {}
    for _ in range(rounds):
        for kernel in kernels:
            for tiny in (False, True):
                for beside in (0, *BESIDE):
                    with busy(beside):
                        for name, icd in drivers.items():
                            at = (name, kernel, tiny, beside)
                            best[at] = min(best.get(at, math.inf), mean_ms(icd, kernel, tiny))
    return best


def table(drivers, kernels, best):
    columns = [(name, tiny, beside) for name in drivers for tiny in (False, True) for beside in BESIDE]
    cpus = len(os.sched_getaffinity(0))

    def factor(kernel, name, tiny, beside):
        alone = best[name, kernel, tiny, 0]
        return best[name, kernel, tiny, beside] / alone / ((cpus + beside) / cpus)

    titles = [f"{name}, {'tiny, ' if tiny else ''}{beside} beside" for name, tiny, beside in columns]
    lines = ["| kernel | " + " | ".join(titles) + " |", "|---|" + "--:|" * len(columns)]
    for kernel in kernels:
        lines.append(f"| {kernel} | " + " | ".join(f"{factor(kernel, *column):.2f}" for column in columns) + " |")
    means = [math.exp(sum(math.log(factor(kernel, *column)) for kernel in kernels) / len(kernels))
             for column in columns]
    lines.append("| **geometric mean** | " + " | ".join(f"**{mean:.2f}**" for mean in means) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench --contended", description=__doc__)
    parser.add_argument("kernels", nargs="*", metavar="NAME", help="only these kernels of the bench")
    parser.add_argument("--rounds", type=int, default=1)
    args = parser.parse_args()
    known = [line.split()[0] for line in
             subprocess.run([PROGRAM, "--list"], capture_output=True, text=True, check=True).stdout.splitlines()]
    for name in args.kernels:
        if name not in known:
            parser.error(f"no kernel '{name}'")
    kernels = args.kernels or known
    drivers = {"Weft": ROOT / "build" / "release" / "weft.icd"}
    if bench.POCL_ICD.exists():
        drivers["PoCL"] = bench.POCL_ICD
    result = table(drivers, kernels, measured(drivers, kernels, args.rounds))
    # Only a whole run is worth keeping.
    if not args.kernels and len(drivers) == 2:
        performance_doc.write_section("On a busy machine", "\n".join([
            f"Written by `./dev bench --contended` on {performance_doc.cpu()}, {os.cpu_count()} threads: the mean time of a",
            "launch beside programs that never rest, as a multiple of what the share of the CPUs explains; at most",
            f"{GOAL} is wanted.", "", result]))
    print(result)


if __name__ == "__main__":
    main()
