#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares Weft with baselines in C++ on lower instruction sets, kernel by kernel.

Weft runs with WEFT_CPU, the baselines are compiled with -march, both for the same level of x86-64. Each measurement is
one process with cold caches; they take turns, and the best of all rounds counts.
"""

import argparse
import os
import sys

import bench
import performance_doc

LEVELS = ("x86-64-v3", "x86-64-v2")


def cells_of(kernels, rounds, seconds):
    """(kernel, level) -> (Weft's cell, the baseline's)."""
    cells = {(kernel, level): (bench.Cell("best_ms"), bench.Cell("best_ms")) for kernel in kernels for level in LEVELS}
    for turn in range(rounds):
        print(f"round {turn + 1} of {rounds}", flush=True)
        for (kernel, level), pair in cells.items():
            program = str(bench.BUILD / "bin" / f"weft-bench-kernels-{level}")
            environments = ({"OCL_ICD_VENDORS": str(bench.BUILD / "weft.icd"), "WEFT_CPU": level}, None)
            for cell, environment in zip(pair, environments):
                if not cell.wrong:
                    cell.add(bench.measure(program, kernel, environment, "best_ms", 1000, seconds))
    return cells


def ratio_of(pair):
    weft, baseline = (cell.time() for cell in pair)
    return weft / baseline if weft and baseline else None


def table(kernels, cells):
    lines = ["| kernel | " + " | ".join(LEVELS) + " |", "|---|" + "--:|" * len(LEVELS)]
    counted = {level: [] for level in LEVELS}
    for kernel in kernels:
        row = []
        for level in LEVELS:
            pair = cells[kernel, level]
            text = bench.number(ratio_of(pair))
            if pair[1].facts.get("counted", True):
                counted[level].append(ratio_of(pair))
            else:
                text = f"({text})"
            row.append(text)
        lines.append(f"| {kernel} | " + " | ".join(row) + " |")
    means = (bench.number(bench.geometric_mean(counted[level])) for level in LEVELS)
    lines.append("| **geometric mean** | " + " | ".join(f"**{mean}**" for mean in means) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench --levels", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", nargs="*", metavar="NAME", help="only these kernels")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each (default 3)")
    parser.add_argument("--write", action="store_true", help="write the table to docs/performance.md")
    args = parser.parse_args()
    if args.write and args.kernels:
        parser.error("only a whole run is worth writing")
    kernels = bench.chosen(parser, args)
    cells = cells_of(kernels, args.rounds, 0.4)
    text = table(kernels, cells)
    print(text)
    wrong = [f"{kernel}, {level}, {name}: {cell.wrong}" for (kernel, level), pair in cells.items()
             for name, cell in zip(("Weft", "baseline"), pair) if cell.wrong]
    print("\n".join(wrong))
    if args.write and not wrong:
        performance_doc.write_section("Other instruction sets", "\n".join([
            "Written by `./dev bench --levels --write`: Weft's time with `WEFT_CPU` over that of the baselines in C++, which",
            "are compiled for the same level of x86-64 (`-march`), the best of "
            f"{args.rounds} rounds by turns. Baselines in brackets use a",
            "better algorithm and are not counted.", "",
            f"{performance_doc.cpu()}, {os.cpu_count()} threads.", "", text]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
