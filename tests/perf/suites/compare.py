#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of public programs on Weft and on PoCL, the programs unmodified.

DIR holds clones of any of the suites in programs.py under their names. Programs are copied, built
and run under both drivers by turns, with cold caches; a layer adds up what the drivers say that
their kernels took. The round with the smallest sum counts.
"""

import argparse
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import driven
import performance_doc
import results
from driven import Failure, last_lines
from programs import SUITES

ROOT = HERE.parents[2]
POCL_ICD = pathlib.Path("/etc/OpenCL/vendors/pocl.icd")
PROCESS_LIMIT = 120  # seconds
BUILD_LIMIT = 300
DRIVERS = ("Weft", "PoCL")
GENERAL = "general"  # Weft again, without code for the sizes of launches


def shell(command, folder, suite_folder):
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=dict(os.environ, SUITE=str(suite_folder)),
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", timeout=BUILD_LIMIT)
    if done.returncode:
        errors = [line for line in done.stdout.splitlines() if "error" in line.lower()]
        raise Failure("does not build: " + (errors[0].strip()[:300] if errors else last_lines(done.stdout)))


class Copy:
    """A suite's copy in the work folder."""

    def __init__(self, suite, source, work):
        self.suite, self.folder, self.unprepared = suite, work / suite.name, None
        for name in suite.folders:
            shutil.copytree(source / name, self.folder / name, dirs_exist_ok=True, symlinks=True)
        for name, text in suite.files.items():
            (self.folder / name).write_text(text)
        try:
            shell(suite.prepare, self.folder, self.folder)
        except (Failure, subprocess.TimeoutExpired) as why:
            self.unprepared = Failure(f"the suite {why}")

    def build(self, program):
        if program.excluded:
            raise Failure(program.excluded)
        if self.unprepared:
            raise self.unprepared
        folder = self.folder / program.folder
        for name, generate in program.inputs.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(generate())
        shell(program.build, folder, self.folder)
        return folder


def run(program, folder, icd, args, kept, **variables):
    """One run: (kernels {name: (launches, ms)}, the program's output). `kept` gets what it read back."""
    outcome = driven.run(shlex.split(program.run), folder, icd, args.layer, PROCESS_LIMIT, kept, **variables)
    if outcome.code:
        raise Failure(f"ended with {outcome.code}: {last_lines(outcome.output)}")
    if outcome.unread:
        raise Failure(f"ended without waiting for {outcome.unread} launches")
    if not outcome.kernels:
        raise Failure(f"ran no kernel: {last_lines(outcome.output)}")
    return outcome.kernels, outcome.output


def total(kernels):
    return sum(ms for _, ms in kernels.values())


def as_often(kernels, other):
    """What `kernels` would take with as many launches of each as `other` has: a program whose results are wrong stops
    early, if it checks them."""
    return {name: (other[name][0], ms * other[name][0] / launches) for name, (launches, ms) in kernels.items()}


def own_check(suite, output):
    if re.search(suite.fails, output):
        return "fails"
    return "passes" if re.search(suite.passes, output) else None


def check(suite, program, outputs, kept):
    """What is known of Weft's results; PoCL's are known to be no better than their own check."""
    weft, pocl = (own_check(suite, outputs[driver]) for driver in DRIVERS)
    if weft == "passes":
        return "own check"
    compared = results.compare(kept["Weft"], kept["PoCL"])
    if compared.startswith("differs") and program.differs:
        compared += f": {program.differs}"
    elif compared.startswith("differs") and kept["again"].exists():
        itself = results.compare(kept["again"], kept["PoCL"])
        compared += ", PoCL from itself too" if itself.startswith("differs") else ", PoCL not from itself"
    if weft is None:
        return compared
    return f"own check fails on both, {compared}" if pocl == "fails" else "own check fails"


def is_right(row):
    return row["ratio"] is not None and not re.search("differs|check fails$", row["check"])


def measure(copy, program, drivers, args, work):
    """A row: what is printed, and both drivers' kernels."""
    row = {"suite": copy.suite.name, "program": program.name, **dict.fromkeys(drivers), "ratio": None,
           "ratio of general code": None, "check": "", "kernels": {}}
    try:
        folder = copy.build(program)
    except (Failure, OSError, subprocess.TimeoutExpired) as why:
        row["check"] = str(why)
        return row
    outputs, failed = {}, {}
    # PoCL's of two iterations: it may be the program whose results vary.
    kept = {name: work / f"reads-{name}" for name in (*drivers, "again")}
    for file in kept.values():
        file.unlink(missing_ok=True)
    for iteration in range(args.rounds):
        # Each begins in turn: what a run leaves of the memory, the next one finds.
        turn = iteration % len(drivers)
        for driver in [*drivers][turn:] + [*drivers][:turn]:
            icd = drivers[driver]
            if driver in failed:
                continue
            try:
                reads = kept[driver if iteration == 0 or driver != "PoCL" else "again"]
                variables = {"WEFT_SPECIALIZE": "0"} if driver == GENERAL else {}
                kernels, outputs[driver] = run(program, folder, icd, args, reads, **variables)
            except Failure as why:
                failed[driver] = why
                continue
            if row[driver] is None or total(kernels) < row[driver]:
                row[driver], row["kernels"][driver] = total(kernels), kernels
    if failed:
        row["check"] = "; ".join(f"{driver} {why}" for driver, why in failed.items())
        row.update({driver: None for driver in failed})
    elif program.incomparable:
        row["check"] = "not compared: " + program.incomparable
    else:
        row["check"] = check(copy.suite, program, outputs, kept)
        ours, theirs = (row["kernels"][driver] for driver in DRIVERS)
        if ours.keys() == theirs.keys() and own_check(copy.suite, outputs["PoCL"]) == "fails":
            row["PoCL"] = total(as_often(theirs, ours))
            row["check"] += "; PoCL's fails and may end the program: its time is of as many launches"
        row["ratio"] = row["Weft"] / row["PoCL"]
        if GENERAL in drivers:
            row["ratio of general code"] = row[GENERAL] / row["PoCL"]
    return row


def milliseconds(value):
    return "-" if value is None else f"{value:.{3 if value < 1 else 2 if value < 10 else 1 if value < 100 else 0}f}"


def ratio(value):
    return "-" if value is None else f"{value:.{3 if value < 0.1 else 2}f}"


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def table(rows):
    lines = ["| suite | program | Weft, ms | PoCL, ms | Weft/PoCL | of general code | result |",
             "|---|---|--:|--:|--:|--:|---|"]
    for row in rows:
        lines.append(f"| {row['suite']} | {row['program']} | {milliseconds(row['Weft'])} | {milliseconds(row['PoCL'])} | "
                     f"{ratio(row['ratio'])} | {ratio(row['ratio of general code'])} | {row['check'].replace('|', '/')} |")
    right = [row for row in rows if is_right(row)]
    for name in [*dict.fromkeys(row["suite"] for row in right), None]:
        some = [row for row in right if name in (None, row["suite"])]
        means = [ratio(geometric_mean([row[key] for row in some if row[key] is not None]))
                 for key in ("ratio", "ratio of general code")]
        lines.append(f"| **{name or 'all'}** | **geometric mean of {len(some)}** | | | "
                     f"**{means[0]}** | **{means[1]}** | |")
    return "\n".join(lines)


def kernel_table(row):
    lines = [f"{row['suite']} {row['program']}:"]
    weft, pocl = (row["kernels"].get(driver, {}) for driver in DRIVERS)
    for name in sorted({*weft, *pocl}, key=lambda name: -weft.get(name, (0, 0))[1]):
        (launches, ours), (_, theirs) = weft.get(name, (0, None)), pocl.get(name, (0, None))
        lines.append(f"  {name:40} {launches:6} launches {milliseconds(ours):>9} ms  PoCL {milliseconds(theirs):>9} ms  "
                     f"{ratio(ours / theirs if ours is not None and theirs else None):>6}")
    return "\n".join(lines)


IN_VIEW = """\
Of each suite some commits had programs in view: lanes along y, counters and broadcast loads (SHOC), lanes along y and
branches by data (Rodinia), lane streams and separate buffers (PolyBench). So these figures are not of programs that
nobody tuned for; [other programs](programs.md) are nearer to that."""


def write(rows, rounds):
    performance_doc.write_section("Programs of three suites", "\n".join([
        "Written by `./dev bench --suites DIR --write`: the kernels of unmodified programs, by the drivers' own clocks,",
        f"the drivers taking turns, the best of {rounds} rounds with cold caches (`tests/perf/suites/programs.py` has the",
        "sizes). The result is right by the program's own check, or what it read back is PoCL's, to the bit or within",
        "a relative 1e-3; rows where it is not are left out of the means. General code is Weft's without what it",
        "compiles for the sizes of launches (`WEFT_SPECIALIZE=0`).", "", IN_VIEW, "",
        f"{performance_doc.cpu()}, {os.cpu_count()} threads.", "", table(rows)]))
    print(f"written to {performance_doc.DOC.relative_to(ROOT)}")


def main():
    parser = argparse.ArgumentParser(prog="./dev bench --suites", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", type=pathlib.Path, metavar="DIR", help="folder of the clones")
    parser.add_argument("programs", nargs="*", help="only these programs, or suites")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each driver (default 3)")
    parser.add_argument("--kernels", action="store_true", help="also print the kernels of each program")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="also write all times to this file")
    parser.add_argument("--general", action="store_true", help="also run Weft with WEFT_SPECIALIZE=0")
    parser.add_argument("--icd", type=pathlib.Path, default=ROOT / "build/release/weft.icd", help="Weft's .icd file")
    parser.add_argument("--layer", type=pathlib.Path, default=ROOT / "build/release/lib/libkernel_times.so",
                        help="the layer that takes the times")
    parser.add_argument("--work", type=pathlib.Path, metavar="DIR", help="build here, and leave it (default: temporary)")
    parser.add_argument("--write", action="store_true", help="write the table to docs/performance.md")
    args = parser.parse_intermixed_args()
    args.layer = args.layer.resolve()
    for file in (POCL_ICD, args.icd, args.layer):
        if not file.exists():
            sys.exit(f"there is no {file}")
    unknown = set(args.programs) - {name for suite in SUITES for name in (suite.name, *(p.name for p in suite.programs))}
    if unknown:
        parser.error(f"there is no program {', '.join(sorted(unknown))}")
    if args.write and (args.programs or not args.general):
        parser.error("only a whole run with --general is worth writing")
    start, rows = time.monotonic(), []
    drivers = {"Weft": args.icd.resolve(), "PoCL": POCL_ICD} | ({GENERAL: args.icd.resolve()} if args.general else {})
    with tempfile.TemporaryDirectory(prefix="weft-suites-") as temporary:
        work = (args.work or pathlib.Path(temporary)).resolve()
        for suite in SUITES:
            wanted = [program for program in suite.programs
                      if not args.programs or {program.name, suite.name} & set(args.programs)]
            if not wanted or not (args.dir / suite.name).exists():
                continue
            copy = Copy(suite, args.dir / suite.name, work)
            for program in wanted:
                rows.append(measure(copy, program, drivers, args, work))
                row = rows[-1]
                print(f"{row['program']}: {milliseconds(row['Weft'])} ms, PoCL {milliseconds(row['PoCL'])} ms, "
                      f"{row['check']}", file=sys.stderr)
    if not rows:
        sys.exit(f"none of {', '.join(suite.name for suite in SUITES)} is in {args.dir}")
    if args.kernels:
        print("\n".join(kernel_table(row) for row in rows if row["kernels"]))
    print(table(rows))
    print(f"{time.monotonic() - start:.0f} s")
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1) + "\n")
    if args.write:
        write(rows, args.rounds)


if __name__ == "__main__":
    main()
