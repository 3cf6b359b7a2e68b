# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/programs.svg: Weft's time over PoCL's for each suite of the last run, as bars on a logarithmic scale."""

import math
import pathlib
import sys

import record

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "perf"))
import bars  # noqa: E402

LEAST_RUNS = 3  # of a suite that gets a bar
NAMES = {"AMD_APP_samples": "AMD's samples", "PolyBench-ACC": "PolyBench", "gpu-rodinia": "Rodinia", "shoc": "SHOC"}


def means(last):
    """(suite, number of runs, geometric mean, largest ratio), the lowest mean first. Only runs with a right result
    count."""
    ratios = {}
    for name, row in last["runs"].items():
        part = record.ratio(row)
        if part and row["result"] == "right":
            ratios.setdefault(name.partition("/")[0], []).append(part)
    found = [(name, len(all_of), math.exp(sum(map(math.log, all_of)) / len(all_of)), max(all_of))
             for name, all_of in ratios.items() if len(all_of) >= LEAST_RUNS]
    return sorted(found, key=lambda one: one[2])


def svg(last):
    rows = [(NAMES.get(name, name), mean, most, f"{mean:.2f}, {count} programs")
            for name, count, mean, most in means(last)]
    return bars.svg(rows, "Kernels' time on Weft over that on PoCL, by suite",
                    "Time of kernels, PoCL = 1 (less is faster). Bars: geometric means; lines: up to the slowest program.")
