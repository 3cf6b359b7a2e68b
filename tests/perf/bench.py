#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares Weft with PoCL and with baselines in C++, kernel by kernel.

Each measurement is one process, weft-bench-kernels, with cold caches, and 0.7 s of launches. The
competitors take turns over several rounds, so that a change of the machine's speed meets them all;
the best of all runs counts. Builds are measured in more processes, with a small problem. The report holds ratios only: times of one machine mean little on
another.
"""

import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import performance_doc

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "release"
PROGRAM = BUILD / "bin" / "weft-bench-kernels"
POCL_ICD = pathlib.Path("/etc/OpenCL/vendors/pocl.icd")
PROCESS_LIMIT = 60  # seconds
MEMORY_ROUNDS = 3  # times as many for streaming kernels: a machine's neighbours use its memory, too
BUILD_ROUNDS = 3  # more builds in each turn: so short, they meet every disturbance


def names():
    """The kernels."""
    return subprocess.run([PROGRAM, "--list"], capture_output=True, text=True, check=True).stdout.split()


def chosen(parser, args):
    """The kernels that are asked for, or all."""
    known = names()
    if unknown := [name for name in args.kernels if name not in known]:
        parser.error(f"there is no kernel {', '.join(unknown)}; ./dev bench --list lists them")
    return args.kernels or known


def competitors(args):
    """Name -> environment of the process; the baseline has none."""
    weft = {"OCL_ICD_VENDORS": str(BUILD / "weft.icd")}
    if args.emitter:
        weft["WEFT_EMITTER"] = args.emitter
    chosen = {
        "weft": weft,
        "scalar": {**weft, "WEFT_SIMD": "1"},
        "pocl": {"OCL_ICD_VENDORS": str(POCL_ICD), "POCL_KERNEL_CACHE": "0"},
        "baseline": None,
    }
    if args.loops:
        chosen["loops"] = {**weft, "WEFT_EMITTER": "loops"}
    if not POCL_ICD.exists():
        print("PoCL is not installed; its column stays empty", file=sys.stderr)
        del chosen["pocl"]
    return {name: env for name, env in chosen.items() if name not in args.without}


def measure(program, kernel, env, clock, repeats, seconds, tiny=False, under=()):
    """What weft-bench-kernels printed, with the driver's own lines as "said", or {"wrong": why}. `under`: a command that
    runs the program."""
    command = [*under, program, kernel, "--repeats", str(repeats), "--seconds", str(seconds)]
    if tiny:
        command.append("--tiny")
    if env is None:
        command.append("--baseline")
    with tempfile.TemporaryDirectory(prefix="weft-bench-") as cold:
        environment = dict(os.environ)
        environment.update({"XDG_CACHE_HOME": cold, "POCL_CACHE_DIR": cold})
        environment.update(env or {})
        environment["WEFT_CACHE"] = "0"
        if clock == "best_cpu_ms":
            environment["KMP_BLOCKTIME"] = "0"  # A baseline's waiting threads shall not spin.
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True,
                                  timeout=PROCESS_LIMIT)
        except subprocess.TimeoutExpired:
            return {"wrong": f"took more than {PROCESS_LIMIT} s"}
    if done.returncode in (0, 1) and done.stdout.startswith("{"):
        return {**json.loads(done.stdout), "said": done.stderr}
    lines = done.stderr.strip().splitlines()
    return {"wrong": f"ended with {done.returncode}: {lines[0] if lines else ''}"}


class Cell:
    """The best of what one competitor did with one kernel."""

    def __init__(self, clock):
        self.clock = clock
        self.best_ms = self.build_ms = math.inf
        self.wrong = ""
        self.facts = {}

    def add(self, result):
        self.facts = {**self.facts, **result}
        self.add_build(result)
        if not self.wrong:
            self.best_ms = min(self.best_ms, result[self.clock])

    def add_build(self, result):
        if result["wrong"]:
            self.wrong = result["wrong"]
            return
        if self.clock == "best_cpu_ms":
            self.build_ms = min(self.build_ms, result["build_cpu_ms"])
            return
        # PoCL compiles at the first launch; whoever does, it is part of compiling. What the first
        # launch takes beyond the next ones would be chance as well.
        late = max(0.0, result["first_ms"] - result["soon_ms"])
        self.build_ms = min(self.build_ms, result["build_ms"] + late)

    def time(self):
        return None if self.wrong or math.isinf(self.best_ms) else self.best_ms


def is_streaming(row):
    return any(cell.facts.get("bound") == "streaming" for cell in row.values())


def run_all(program, kernels, chosen, clock, rounds, repeats, seconds):
    """All kernels in each round: what changes the machine's speed for minutes meets them all."""
    cells = {kernel: {name: Cell(clock) for name in chosen} for kernel in kernels}
    for turn in range(rounds):
        print(f"round {turn + 1} of {rounds}", flush=True)
        for kernel, row in cells.items():
            for _ in range(MEMORY_ROUNDS if is_streaming(row) else 1):
                for name, env in chosen.items():
                    if not row[name].wrong:
                        row[name].add(measure(program, kernel, env, clock, repeats, seconds))
            for _ in range(BUILD_ROUNDS):
                for name in ("weft", "pocl"):
                    if name in row and not row[name].wrong:
                        row[name].add_build(measure(program, kernel, chosen[name], clock, 5, 0,
                                                    tiny=True))
    for kernel, row in cells.items():
        show(kernel, row)
    return cells


def show(kernel, row):
    parts = []
    for name, cell in row.items():
        text = "WRONG" if cell.wrong else f"{cell.best_ms:.2f} ms"
        parts.append(f"{name} {text}")
    print(f"{kernel:24} " + ", ".join(parts), flush=True)
    for name, cell in row.items():
        if cell.wrong:
            print(f"{'':24} {name}: {cell.wrong}", flush=True)


def ratio(row, over, under):
    a = row[over].time() if over in row else None
    b = row[under].time() if under in row else None
    return a / b if a and b else None


def geometric_mean(values):
    values = [v for v in values if v]
    return math.exp(statistics.fmean(math.log(v) for v in values)) if values else None


def number(value, digits=2):
    return f"{value:.{digits}f}" if value else "-"


def shares(row):
    if not row["share"]:
        return "-"
    return f"{row['share']:.2f} ({number(row['baseline_share'])})"


def report(cells, args):
    """The section on kernels of docs/performance.md."""
    rows = []
    triad = cells.get("triad", {}).get("baseline")
    triad_rate = triad.facts["bytes"] / triad.time() if triad and triad.time() else None
    for kernel, row in cells.items():
        facts = row["baseline"].facts or row["weft"].facts
        weft = row["weft"]
        streaming = facts.get("bound") == "streaming"
        share = baseline_share = None
        if streaming and triad_rate and weft.time():
            share = facts["bytes"] / weft.time() / triad_rate
        if streaming and triad_rate and row["baseline"].time():
            baseline_share = facts["bytes"] / row["baseline"].time() / triad_rate
        rows.append({
            "kernel": kernel,
            "bound": facts.get("bound", ""),
            "counted": facts.get("counted", True),
            "pocl": ratio(row, "weft", "pocl"),
            "baseline": ratio(row, "weft", "baseline"),
            "scalar": ratio(row, "scalar", "weft"),
            "loops": ratio(row, "loops", "weft"),
            "share": share,
            "baseline_share": baseline_share,
            "build": None if weft.wrong else weft.build_ms,
            "pocl_build": row["pocl"].build_ms if "pocl" in row and row["pocl"].time() else None,
            "wrong": [f"{name}: {cell.wrong}" for name, cell in row.items() if cell.wrong],
        })
    return render(rows, cells, args)


def versions(cells):
    found = {}
    for row in cells.values():
        for name in ("weft", "pocl", "baseline"):
            if name in row and "version" in row[name].facts:
                found[name] = row[name].facts["version"]
                found["threads"] = int(row[name].facts["threads"])
    return found


def render(rows, cells, args):
    found = versions(cells)
    loops = args.loops
    lines = [
        "Written by `./dev bench`. Ratios of times, best of several runs, the competitors taking turns; below 1",
        "means that Weft is faster in the columns Weft/PoCL and Weft/baseline. Scalar/Weft is what widening brings",
        "(`WEFT_SIMD=1` over the default). A baseline is the same algorithm by hand in C++ (`clang -O3 -march=native",
        "-fopenmp`, vectors where control diverges); baselines in brackets use a better one and are not counted. Of",
        "triad: the rate of a streaming kernel (and its baseline's) as a share of what STREAM's triad reaches in C++.",
        "Build: from source to the first launch with cold caches, the first build of the process, of processes",
        "that launch for 0.7 s, long enough for Weft to compile most of the kernels again in the background, and of",
        f"{BUILD_ROUNDS} times as many with a small problem.",
        "",
        *(["The machine was busy: CPU time of all threads in place of the clock's.", ""] if args.cpu_time else []),
        f"{performance_doc.cpu()}, {found.get('threads', '?')} threads; "
        f"Weft {found.get('weft', '?')}, PoCL {found.get('pocl', 'none')}, baselines: {found.get('baseline', '?')}.",
        "",
        "| kernel | bound | Weft/PoCL | Weft/baseline | of triad | scalar/Weft |"
        + (" loops/Weft |" if loops else "") + " build, ms | PoCL's build, ms |",
        "|---|---|--:|--:|--:|--:|" + ("--:|" if loops else "") + "--:|--:|",
    ]
    for row in rows:
        baseline = number(row["baseline"])
        lines.append(
            f"| {row['kernel']} | {row['bound']} | {number(row['pocl'])} | "
            f"{baseline if row['counted'] else f'({baseline})'} | {shares(row)} | {number(row['scalar'])} | "
            + (f"{number(row['loops'])} | " if loops else "")
            + f"{number(row['build'], 1)} | {number(row['pocl_build'], 0)} |")
    counted = [row for row in rows if row["counted"]]
    builds = [row["build"] for row in rows if row["build"]]
    pocl_builds = [row["pocl_build"] for row in rows if row["pocl_build"]]
    mean = lambda key, of: number(geometric_mean([row[key] for row in of]))
    lines.append(
        f"| **geometric mean** | | **{mean('pocl', rows)}** | **{mean('baseline', counted)}** | "
        f"{mean('share', rows)} | {mean('scalar', rows)} | "
        + (f"{mean('loops', rows)} | " if loops else "")
        + f"median {number(statistics.median(builds) if builds else None, 1)}, "
        f"most {number(max(builds, default=None), 1)} | "
        f"median {number(statistics.median(pocl_builds) if pocl_builds else None, 0)} |")
    for bound in ("compute", "streaming"):
        some = [row for row in rows if row["bound"] == bound]
        counted = [row for row in some if row["counted"]]
        lines.append(
            f"| {bound} ({len(some)}) | | {mean('pocl', some)} | {mean('baseline', counted)} | "
            f"{mean('share', some)} | {mean('scalar', some)} | "
            + (f"{mean('loops', some)} | " if loops else "") + "| |")
    wrong = [f"- {row['kernel']}, {text}" for row in rows for text in row["wrong"]]
    if wrong:
        lines += ["", "Not counted, because the result was wrong or there was none:", "", *wrong]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", nargs="*", metavar="NAME", help="only these kernels")
    parser.add_argument("--quick", action="store_true", help="one round of few runs")
    parser.add_argument("--rounds", type=int,
                        help="turns of each competitor (default 3); "
                             f"of streaming kernels {MEMORY_ROUNDS} times as many")
    parser.add_argument("--emitter", help="run Weft with WEFT_EMITTER set to this")
    parser.add_argument("--loops", action="store_true", help="also run the emitter `loops`")
    parser.add_argument("--without", action="append", default=[], metavar="COMPETITOR",
                        help="leave out scalar, pocl or baseline")
    parser.add_argument("--cpu-time", action="store_true",
                        help="compare CPU time of all threads; for busy machines")
    parser.add_argument("--json", type=pathlib.Path, help="also write the times to this file")
    parser.add_argument("--list", action="store_true", help="list the kernels")
    args = parser.parse_args()

    program = str(PROGRAM)
    if args.list:
        print("\n".join(names()))
        return 0
    kernels = chosen(parser, args)
    if "triad" not in kernels:
        kernels = ["triad", *kernels]

    rounds = args.rounds or (1 if args.quick else 3)
    # Long enough for kernels that are compiled again while they run.
    repeats, seconds = (4, 0.3) if args.quick else (1000, 0.7)
    start = time.monotonic()
    clock = "best_cpu_ms" if args.cpu_time else "best_ms"
    cells = run_all(program, kernels, competitors(args), clock, rounds, repeats, seconds)
    text = report(cells, args)
    # Only a whole run is worth keeping.
    if not args.kernels and not args.quick and not args.without and not args.emitter:
        performance_doc.write_section("Kernels", text)
        print(f"written to {performance_doc.DOC.relative_to(ROOT)}")
    print(text)
    print(f"{time.monotonic() - start:.0f} s")
    if args.json:
        times = {kernel: {name: cell.time() for name, cell in row.items()}
                 for kernel, row in cells.items()}
        args.json.write_text(json.dumps(times, indent=1) + "\n")
    return 1 if any(row["weft"].wrong for row in cells.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
