#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures what WEFT_CHECK costs, kernel by kernel, beside the same kernel without checks.

Each measurement is one process with cold caches; they take turns over several rounds, and the best launch of all rounds
counts. Where Oclgrind is installed it runs each kernel, too, at a tiny size, with all that it checks, beside Weft with all
of its checks at the same size.
"""

import argparse
import os
import pathlib
import shutil
import sys

import bench
import performance_doc

DOC = bench.ROOT / "docs" / "checks-kernels.md"
HEADING = "Times with checks"
CHECKS = ("memory", "memory,race", "init", "all")
GOALS = {"memory": 3, "memory,race": 5, "all": 8}  # of the geometric means
MOST = 20  # of any kernel
FEW = 3  # launches at the tiny size
OCLGRIND_OPTIONS = ("--data-races", "--uninitialized", "--log", os.devnull)


def environment(checks=""):
    return {"OCL_ICD_VENDORS": str(bench.BUILD / "weft.icd"), "WEFT_CHECK": checks}


class Cell(bench.Cell):
    """Also what the checks have reported."""

    reports = frozenset()

    def add(self, result):
        super().add(result)
        lines = result.get("said", "").splitlines()
        self.reports |= {line.removeprefix("weft: ") for line in lines if ": error: " in line or ": warning: " in line}


def measure_all(kernels, clock, rounds, seconds, oclgrind):
    """kernel -> column -> cell; "" is the kernel without checks."""
    columns = ["", *CHECKS]
    small = ["all, small", "oclgrind"] if oclgrind else []
    cells = {kernel: {name: Cell(clock) for name in columns + small} for kernel in kernels}
    for turn in range(rounds):
        for kernel, row in cells.items():
            for name in columns:
                if not row[name].wrong:
                    row[name].add(bench.measure(bench.PROGRAM, kernel, environment(name), clock, 1000, seconds))
            for name in small if turn == 0 else small[:1]:
                by_oclgrind = {"env": {}, "under": [oclgrind, *OCLGRIND_OPTIONS]}
                if not row[name].wrong:
                    row[name].add(bench.measure(
                        bench.PROGRAM, kernel, clock=clock, repeats=FEW, seconds=seconds, tiny=True,
                        **(by_oclgrind if name == "oclgrind" else {"env": environment("all")})))
            show(f"{turn + 1}/{rounds} {kernel}", row)
    return cells


def show(title, row):
    parts = []
    for name, cell in row.items():
        parts.append(f"{name or 'no checks'} " + (f"WRONG ({cell.wrong})" if cell.wrong else f"{cell.best_ms:.3f}"))
    print(f"{title:28} " + ", ".join(parts), flush=True)


def table(cells, has_oclgrind):
    """The table, and the ratios by column."""
    ratios = {name: [bench.ratio(row, name, "") for row in cells.values()] for name in CHECKS}
    columns = [f"`{name}`" for name in CHECKS]
    if has_oclgrind:
        ratios["oclgrind"] = [bench.ratio(row, "oclgrind", "all, small") for row in cells.values()]
        columns.append("Oclgrind over `all`")
    text = lambda name, value: bench.number(value, 0 if name == "oclgrind" else 1)
    lines = ["| kernel | " + " | ".join(columns) + " |", "|---|" + "--:|" * len(columns)]
    for place, kernel in enumerate(cells):
        lines.append(f"| {kernel} | " + " | ".join(text(name, of[place]) for name, of in ratios.items()) + " |")
    means = (text(name, bench.geometric_mean(of)) for name, of in ratios.items())
    lines.append("| **geometric mean** | " + " | ".join(f"**{mean}**" for mean in means) + " |")
    lines.append("| most | " + " | ".join(text(name, max(filter(None, of), default=None))
                                          for name, of in ratios.items()) + " |")
    return lines, ratios


def beyond_goals(cells, ratios):
    for name, goal in GOALS.items():
        mean = bench.geometric_mean(ratios[name])
        if mean and mean > goal:
            yield f"{name}: the geometric mean is {mean:.1f}, the goal {goal}"
    for name in CHECKS:
        for kernel, value in zip(cells, ratios[name]):
            if value and value > MOST:
                yield f"{name}, {kernel}: {value:.1f}, the goal {MOST}"


def written(lines, args, oclgrind):
    threads = os.cpu_count()
    return "\n".join([
        "Written by `./dev bench --check --write`. Time of a launch over that of the same kernel without checks, which may",
        f"be compiled again for its launches; the best of {args.rounds} round{'s' * (args.rounds > 1)} by turns, "
        + ("CPU time of all threads." if args.cpu_time else "by the clock."),
        *(["Oclgrind (`--data-races --uninitialized`) runs the kernels at a tiny size: its time over that of Weft with "
           "`all`,", "at the same size."] if oclgrind else []),
        "", f"{performance_doc.cpu()}, {threads} threads.", "", *lines])


def main():
    parser = argparse.ArgumentParser(prog="./dev bench --check", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", nargs="*", metavar="NAME", help="only these kernels")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each (default 3)")
    parser.add_argument("--seconds", type=float, default=0.3, help="of launches in each process (default 0.3)")
    parser.add_argument("--cpu-time", action="store_true", help="compare CPU time of all threads; for busy machines")
    parser.add_argument("--oclgrind", type=pathlib.Path, default=shutil.which("oclgrind"), metavar="PROGRAM",
                        help="Oclgrind, where it is not installed")
    parser.add_argument("--without-oclgrind", action="store_true")
    parser.add_argument("--write", action="store_true", help=f"write the table to {DOC.relative_to(bench.ROOT)}")
    args = parser.parse_args()
    if args.write and args.kernels:
        parser.error("only a whole run is worth writing")
    kernels = bench.chosen(parser, args)
    oclgrind = None if args.without_oclgrind else args.oclgrind
    cells = measure_all(kernels, "best_cpu_ms" if args.cpu_time else "best_ms", args.rounds,
                        args.seconds, oclgrind)
    lines, ratios = table(cells, bool(oclgrind))
    print("\n".join(lines))
    wrong = [f"{kernel}, {name or 'no checks'}: {cell.wrong}" for kernel, row in cells.items()
             for name, cell in row.items() if cell.wrong]
    reports = sorted({f"{kernel}: {line}" for kernel, row in cells.items() for cell in row.values()
                      for line in cell.reports})
    print("\n".join([*wrong, *reports, *beyond_goals(cells, ratios)]))
    if args.write and not any(cell.wrong for row in cells.values() for name, cell in row.items() if name != "oclgrind"):
        performance_doc.write_section(HEADING, written(lines, args, oclgrind), DOC, "# Checks in kernels\n")
        print(f"written to {DOC.relative_to(bench.ROOT)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
