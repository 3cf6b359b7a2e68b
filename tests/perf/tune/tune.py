#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures on this CPU what passes/target holds as data.

The rules of tuning.def: with --write, this CPU's row gets what was measured; a rule whose ratio is
within 5 % of 1 keeps its usual value. The costs of costs.def are only compared: one table serves
all CPUs until a target needs its own (TargetInfo::costs()).
"""

import argparse
import json
import pathlib
import re
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
TUNING = ROOT / "passes/target/tuning.def"
COSTS = ROOT / "passes/target/costs.def"
UNDECIDED = 0.05


def medians(runs, kind):
    return {name: statistics.median(run[kind][name] for run in runs) for name in runs[0][kind]}


def with_row(text, arch, cpu, rule, holds, ratio):
    """tuning.def with this CPU's row, or without one where the usual value is right."""
    row = re.compile(rf'(?:// Measured[^\n]*\n)?WEFT_TUNING\({arch}, "{re.escape(cpu)}", {rule}, \w+\)[^\n]*\n')
    text = row.sub("", text)
    usual = re.search(rf"WEFT_TUNING_RULE\(bool, {rule}, (\w+)\)", text).group(1) == "true"
    if holds is None or holds == usual:
        return text
    added = f'// Measured: {ratio:.2f} times as long with it.\nWEFT_TUNING({arch}, "{cpu}", {rule}, {str(holds).lower()})\n'
    end = text.index("\n#undef WEFT_TUNING_RULE")
    return text[:end] + added + text[end:]


def main():
    parser = argparse.ArgumentParser(prog="./dev tune", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7, help="processes, of which the medians count (default 7)")
    parser.add_argument("--write", action="store_true", help="write this CPU's rows of passes/target/tuning.def")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/bin/weft-tune", help="what measures")
    args = parser.parse_args()
    runs = [json.loads(subprocess.run([args.program], capture_output=True, text=True, check=True).stdout)
            for _ in range(args.runs)]
    arch, cpu = runs[0]["arch"], runs[0]["cpu"]
    print(f"{cpu} ({arch}), medians of {args.runs} processes")
    text = TUNING.read_text()
    for rule, ratio in medians(runs, "rules").items():
        holds = None if abs(ratio - 1) < UNDECIDED else ratio < 1
        print(f"{rule}: {'undecided' if holds is None else str(holds).lower()}, {ratio:.2f} times as long with it")
        text = with_row(text, arch, cpu, rule, holds, ratio)
    in_use = {name: float(value) for name, value in re.findall(r"WEFT_COST\((\w+), ([\d.]+)\)", COSTS.read_text())}
    print("cost               in use   here")
    for name, value in medians(runs, "costs").items():
        print(f"{name:18} {in_use[name]:6.1f} {value:6.1f}")
    if args.write:
        TUNING.write_text(text)


if __name__ == "__main__":
    main()
