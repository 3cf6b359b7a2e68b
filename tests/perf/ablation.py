#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What each optional step of the kernel compiler brings (passes/pipeline.def, and rewrites.def of
src/compiler/llvm_patches).

Each step is left out in turn (-weft-disable=STEP). Of each program whose code changes by that, the
kernels' time without the step is divided by that with it: above 1 is what the step brings. Programs
are the bench's kernels and, with --suites, those of public suites (tests/perf/suites), which nobody
tuned for. Both ways take turns; what differs by more than 2 % is measured again, and the best of
each way counts.
"""

import argparse
import collections
import hashlib
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE / "suites"))
import bench
import compare
import performance_doc
from programs import SUITES

ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "release"
LIST = ROOT / "passes" / "pipeline.def"
STEP = re.compile(r'"([^" ]+)",[^"]*\b(Build|Launch),\s*((?:"[^"]*"\s*)+)')
REWRITES = ROOT / "src" / "compiler" / "llvm_patches" / "rewrites.def"
COST = re.compile(r'"([^" ]+)",\s*Cost,\s*\d+,\s*"[^"]*",\s*((?:"[^"]*"\s*)+)')
ELSEWHERE = ("--cpu", "x86-64-v4")  # for steps that do nothing on this CPU
WORTH = 1.02  # of a kernel's time
SECONDS = 0.2  # of launches of a kernel of the bench
REPEATS = 3  # of them, at least
AGAIN = 2  # more turns where the first one shows a difference


def steps():
    """Name -> (whether the code of a build shows it, what it is for)."""
    def text(literals):
        return "".join(re.findall(r'"([^"]*)"', literals))
    return ({name: (shows == "Build", text(gain)) for name, shows, gain in STEP.findall(LIST.read_text())} |
            {name: (True, text(gain)) for name, gain in COST.findall(REWRITES.read_text())})


class BenchKernel:
    group = "bench"

    def __init__(self, name, program):
        self.name, self.program = name, program

    def run(self, variables):
        """Milliseconds; None where it failed."""
        environment = {"OCL_ICD_VENDORS": str(BUILD / "weft.icd"), **variables}
        result = bench.measure(self.program, self.name, environment, "best_ms", REPEATS, SECONDS)
        return None if result["wrong"] else result["best_ms"]

    def run_once(self, variables):
        bench.measure(self.program, self.name, {"OCL_ICD_VENDORS": str(BUILD / "weft.icd"), **variables}, "best_ms", 1,
                      0, tiny=True)


class SuiteProgram:
    group = "suites"

    def __init__(self, program, folder, args, kept):
        self.name, self.program, self.folder, self.args, self.kept = program.name, program, folder, args, kept

    def run(self, variables):
        try:
            return compare.total(compare.run(self.program, self.folder, BUILD / "weft.icd", self.args, self.kept,
                                             **variables)[0])
        except compare.Failure as why:
            print(f"{self.name}: {why}", file=sys.stderr)
            return None

    run_once = run


def suite_programs(args, work):
    found = []
    for suite in SUITES:
        if not args.suites or not (args.suites / suite.name).exists():
            continue
        copy = compare.Copy(suite, args.suites / suite.name, work)
        for program in suite.programs:
            if args.programs and program.name not in args.programs:
                continue
            try:
                folder = copy.build(program)
            except (compare.Failure, OSError, subprocess.TimeoutExpired):
                continue  # compare.py says why
            if not program.incomparable:
                found.append(SuiteProgram(program, folder, args, work / "reads"))
    return found


class Code:
    """The sources that a program builds, and a hash of what they are compiled to without a step."""

    def __init__(self, program, work):
        self.folder = getattr(program, "folder", ROOT)
        self.sources = work / f"sources-{program.group}-{program.name}"
        self.sources.mkdir()
        program.run_once({"OPENCL_LAYERS": str(BUILD / "lib/libkernel_times.so"),
                          "WEFT_SUITES_SOURCES": str(self.sources)})
        self.seen = {}
        for source in sorted(self.sources.glob("*.cl")):
            options = source.with_suffix(".options").read_text(errors="replace")
            self.seen[hashlib.sha256(source.read_bytes() + options.encode()).digest()] = (source, options)

    def without(self, step, *cpu):
        left_out = f" -weft-disable={step}" if step else ""
        digest = hashlib.sha256()
        for source, options in self.seen.values():
            done = subprocess.run([BUILD / "bin/weftc", source, "--emit", "asm", "-o", "-", *cpu, "--options",
                                   options + left_out], cwd=self.folder, capture_output=True)
            digest.update(done.stdout if done.returncode == 0 else b"failed")
        return digest.digest()


def ratio_of(program, step):
    """Time without the step over that with it, the best of as many turns of both: where one had more of them, it would
    find a quiet moment more often."""
    took = {"without": math.inf, "with": math.inf}
    turn, turns = 0, 1
    while turn < turns:
        turn += 1
        for form, variables in (("with", {}), ("without", {"WEFT_BUILD_OPTIONS": f"-weft-disable={step}"})):
            time = program.run(variables)
            if time is None:
                return None
            took[form] = min(took[form], time)
        if turn == 1 and not 1 / WORTH < took["without"] / took["with"] < WORTH:
            turns += AGAIN
    return took["without"] / took["with"]


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def cell(ratios, elsewhere=0):
    """How many programs change, their mean, and the two at the ends."""
    if not ratios:
        return f"0 | - | {f'{elsewhere} on {ELSEWHERE[1]}' if elsewhere else ''}"
    gains = sorted(ratios.items(), key=lambda item: -item[1])
    ends = [f"{name} {value:.2f}" for name, value in gains[:2] if value > WORTH]
    if gains[-1][1] < 1 / WORTH:
        ends.append(f"{gains[-1][0]} {gains[-1][1]:.2f}")
    return f"{len(ratios)} | {mean(ratios.values()):.2f} | {', '.join(ends)}"


def cells(found):
    elsewhere = found.get("elsewhere", {})
    return " | ".join(cell(found.get(group, {}), elsewhere.get(group, 0)) for group in ("bench", "suites"))


def table(measured):
    lines = ["| step | what it does | bench | mean | most, least | suites | mean | most, least |",
             "|---|---|--:|--:|---|--:|--:|---|"]
    for name, (_, gain) in steps().items():
        if name in measured:
            lines.append(f"| `{name}` | {gain} | {cells(measured[name])} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench --ablation", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suites", type=pathlib.Path, metavar="DIR", help="folder of the suites' clones")
    parser.add_argument("--steps", nargs="+", choices=list(steps()), metavar="STEP", help="only these")
    parser.add_argument("--programs", nargs="+", metavar="NAME", help="only these kernels and programs")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE",
                        help="also write all ratios to this file; steps that it has are not measured again")
    parser.add_argument("--write", action="store_true", help="write the table to docs/performance.md")
    args = parser.parse_args()
    args.layer = BUILD / "lib/libkernel_times.so"
    if args.write and (args.steps or args.programs or not args.suites):
        parser.error("only a whole run with --suites is worth writing")
    program = BUILD / "bin" / "weft-bench-kernels"
    names = subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout.split()
    measured = json.loads(args.json.read_text()) if args.json and args.json.exists() else {}
    with tempfile.TemporaryDirectory(prefix="weft-ablation-") as temporary:
        work = pathlib.Path(temporary)
        programs = [BenchKernel(name, program) for name in names if not args.programs or name in args.programs]
        programs += suite_programs(args, work)
        code = {one: Code(one, work) for one in programs}
        usual = {one: code[one].without(None) for one in programs}
        for step in args.steps or steps():
            if step in measured:
                continue
            shows, _ = steps()[step]
            changed = [one for one in programs if not shows or code[one].without(step) != usual[one]]
            ratios = {}
            for one in changed:
                if (ratio := ratio_of(one, step)) is not None:
                    ratios.setdefault(one.group, {})[one.name] = ratio
            if not changed:
                ratios["elsewhere"] = collections.Counter(
                    one.group for one in programs
                    if code[one].without(step, *ELSEWHERE) != code[one].without(None, *ELSEWHERE))
            measured[step] = ratios
            print(f"{step}: {cells(ratios)}", flush=True)
            if args.json:
                args.json.write_text(json.dumps(measured, indent=1) + "\n")
    print(table(measured))
    if args.write:
        performance_doc.write_section("What each step brings", "\n".join([
            "Written by `./dev bench --ablation --suites DIR --write`: each optional step of the kernel compiler",
            "(`passes/pipeline.def`) is left out in turn. Of the programs whose code changes: how many, the geometric",
            "mean of their kernels' time without the step over that with it, the two that gain most and the one that",
            f"loses most, where that is more than {100 * (WORTH - 1):.0f} %. Of steps that show only in launches it is all",
            "programs: most are not touched, and show how far single programs scatter. Suites are those of *Programs of",
            f"three suites*. Where no code changes on this CPU, it says how many programs' does on {ELSEWHERE[1]}.",
            "", f"{performance_doc.cpu()}, {os.cpu_count()} threads.", "", table(measured)]))


if __name__ == "__main__":
    main()
