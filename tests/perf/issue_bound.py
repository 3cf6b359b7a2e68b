#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The time of kernels' inner loops over what the CPU's issue ports allow.

One thread runs each kernel of the bench: its best launch's time counts, and `perf` says which share
of launches is spent in each loop that has no other one in it. (Samples alone do not give times: the
interrupts that take them can cost a third, in virtual machines above all.) A run under callgrind
counts such a loop's iterations in each launch, and llvm-mca gives the cycles that the ports need for
one (its "Block RThroughput", as if nothing waited for anything). The ratio of both is 1 where a loop
is bound by what the CPU can issue; above it, it waits: for results of its own (latency), or for
memory.
"""

import argparse
import bisect
import collections
import dataclasses
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import performance_doc

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "release"
BENCH = BUILD / "bin" / "weft-bench-kernels"
FREQUENCY = 2000  # samples in a second
LEAST_SHARE = 0.05  # of a kernel's samples, of loops that count
BEATEN = 0.9  # a time below this share of the bound shows that llvm-mca's model of the CPU is wrong there
MEASURED = 0.5  # seconds that a kernel is to run, at least
COUNTED = 2  # launches under callgrind
LEVEL = "x86-64-v3"
LIMIT = 900  # seconds for a run under callgrind
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(\S.*)$")
JUMP = re.compile(r"^(j\w+|loop\w*)\s+0x([0-9a-f]+)")


def run(command, environment, **more):
    return subprocess.run([str(word) for word in command], env={**os.environ, **environment}, text=True,
                          capture_output=True, **more)


def disassembled(file):
    """Sorted (address, instruction) of a file of kernels' code."""
    listed = run(["llvm-objdump-22", "-d", "--no-show-raw-insn", file], {}, check=True).stdout
    return [(int(found[1], 16), found[2].split("#")[0].split("<")[0].strip())
            for found in map(INSTRUCTION.match, listed.splitlines()) if found]


@dataclasses.dataclass
class Loop:
    first: int  # addresses of its first instruction, and of the jump back
    last: int
    samples: int = 0


def inner_loops(code):
    """Loops that have no other one in them, as far as the layout tells: what a jump back spans."""
    last = {}
    for address, text in code:
        if (found := JUMP.match(text)) and int(found[2], 16) <= address:
            last[int(found[2], 16)] = address
    loops = []
    for first, end in sorted(last.items()):
        if any(first <= other and last[other] <= end for other in last if other != first):
            continue  # another one is in it
        if loops and first <= loops[-1].last:  # two jumps back of one loop, whose blocks lie apart
            loops[-1].last = max(loops[-1].last, end)
        else:
            loops.append(Loop(first, end))
    return loops


def samples_of(kernel, variables, work):
    """Samples by file of code and address in it."""
    data = work / "perf.data"
    done = run(["perf", "record", "-q", "-F", FREQUENCY, "-o", data, BENCH, kernel, "--unchecked", "--repeats", 100_000,
                "--seconds", MEASURED], variables)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"perf record: {done.stderr.strip()[-200:]}")
    counts = collections.Counter()
    for line in run(["perf", "script", "-i", data, "-F", "ip,sym,symoff,dso"], {}).stdout.splitlines():
        if found := re.match(r"\s*[0-9a-f]+ (\S+)\+0x([0-9a-f]+) \((\S+)\)", line):
            counts[found[3], found[1], int(found[2], 16)] += 1
    return counts


def symbols(file):
    listed = run(["llvm-nm-22", "--defined-only", file], {}, check=True).stdout
    return {fields[2]: int(fields[0], 16) for fields in map(str.split, listed.splitlines()) if len(fields) == 3}


def executed(kernel, variables, work):
    """How often each instruction of a kernel's code runs in COUNTED launches: {address: count}."""
    out = work / "callgrind.out"
    done = run(["valgrind", "-q", "--tool=callgrind", "--dump-instr=yes", "--compress-strings=no", "--compress-pos=no",
                f"--callgrind-out-file={out}", BENCH, kernel, "--unchecked", "--repeats", COUNTED - 1, "--seconds", 0],
               variables, timeout=LIMIT)
    if done.returncode:
        raise RuntimeError(f"callgrind: {done.stderr.strip()[-200:]}")
    counts, ours, call = collections.Counter(), False, False
    with out.open() as lines:
        for line in lines:
            if line.startswith("ob="):
                ours = "weft-kernels-" in line
            elif line.startswith("calls="):
                call = True  # the next line is of what it calls
            elif ours and line.startswith("0x"):
                if not call:
                    address, _, count = line.split()
                    counts[int(address, 16)] += int(count)
                call = False
            elif line.startswith(("0x", "+", "-", "*")):
                call = False
    out.unlink()
    return counts


def cycles_of(body, cpu):
    """Cycles that the ports need for one iteration."""
    text = "\n".join(re.sub(r"0x[0-9a-f]+$", "1f", one) if JUMP.match(one) or one.startswith("jmp") else one
                     for one in body) + "\n1:\n"
    said = run(["llvm-mca-22", f"-mcpu={cpu}", "-iterations=100"], {}, input=text).stdout
    found = re.search(r"Block RThroughput:\s+([\d.]+)", said)
    return float(found[1]) if found else None


def row_of(kernel, machine):
    """(loops, their share of the kernel's time, time over bound, "compute" or "streaming"), or why there is none."""
    with tempfile.TemporaryDirectory(prefix="weft-issue-") as temporary:
        work = pathlib.Path(temporary)
        (work / "code").mkdir()
        # Under callgrind, code comes from the cache: of a level of the instruction set, since the CPU
        # that a program sees there has fewer features.
        variables = {"OCL_ICD_VENDORS": str(BUILD / "weft.icd"), "WEFT_CODE_DIR": str(work / "code"),
                     "WEFT_CACHE_DIR": str(work / "cache"), "WEFT_THREADS": "1", "WEFT_SPECIALIZE": "0", "WEFT_CPU": LEVEL}
        once = run([BENCH, kernel, "--repeats", 100_000, "--seconds", MEASURED], variables)
        if once.returncode:
            return once.stderr.strip()[-100:] or f"ended with {once.returncode}"
        facts = json.loads(once.stdout)
        for old in (work / "code").iterdir():
            old.unlink()
        counts = samples_of(kernel, variables, work)
        files = collections.Counter()
        for (file, _, _), count in counts.items():
            if "weft-kernels-" in file:
                files[file] += count
        if not files:
            return "no samples"
        file = files.most_common(1)[0][0]
        code, starts = disassembled(file), symbols(file)
        loops, total = inner_loops(code), files[file]
        for (of, symbol, offset), count in counts.items():
            if of == file and symbol in starts:
                address = starts[symbol] + offset
                for loop in loops:
                    if loop.first <= address <= loop.last:
                        loop.samples += count
        loops = [loop for loop in loops if loop.samples >= LEAST_SHARE * total]
        if not loops:
            return "no inner loops"
        ran = executed(kernel, variables, work)
        addresses = [address for address, _ in code]
        measured = bound = 0.0
        for loop in loops:
            body = code[bisect.bisect_left(addresses, loop.first):bisect.bisect_right(addresses, loop.last)]
            iterations = max(ran[address] for address, _ in body)
            if not iterations:
                return "callgrind did not see its loop"
            # What most iterations jump over is no part of them.
            cycles = cycles_of([text for address, text in body if ran[address] > iterations / 2], machine["cpu"])
            if cycles is None:
                return "llvm-mca does not know its instructions"
            measured += loop.samples / total * facts["best_cpu_ms"] * 1e6
            bound += iterations / COUNTED * cycles * machine["cycle_ns"]
        return len(loops), sum(loop.samples for loop in loops) / total, measured / bound, facts["bound"]


def main():
    parser = argparse.ArgumentParser(prog="./dev bench --issue-bound", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", nargs="*", metavar="NAME", help="only these kernels")
    parser.add_argument("--write", action="store_true", help="write the table to docs/performance.md")
    args = parser.parse_args()
    if args.write and args.kernels:
        parser.error("only a whole run is worth writing")
    machine = json.loads(run([BUILD / "bin" / "weft-tune"], {}, check=True).stdout)
    names = args.kernels or run([BENCH, "--list"], {}, check=True).stdout.split()
    lines = ["| kernel | loops | of its time | over the bound |", "|---|--:|--:|--:|"]
    ratios = []
    for name in names:
        try:
            row = row_of(name, machine)
        except (RuntimeError, subprocess.TimeoutExpired, OSError) as why:
            row = str(why)
        if isinstance(row, str):
            lines.append(f"| {name} | | | {row} |")
        else:
            beaten = row[2] < BEATEN
            why = " (below the model's bound)" if beaten else " (streaming)" if row[3] == "streaming" else ""
            if not why:
                ratios.append(row[2])
            lines.append(f"| {name} | {row[0]} | {100 * row[1]:.0f} % | {row[2]:.2f}{why} |")
        print(lines[-1], file=sys.stderr, flush=True)
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        lines.append(f"| **geometric mean of {len(ratios)}** | | | **{mean:.2f}** |")
    print("\n".join(lines))
    if args.write:
        performance_doc.write_section("Inner loops over the issue bound", "\n".join([
            "Written by `./dev bench --issue-bound --write`: on one thread and without code for single launches, the time in",
            "loops that have no other one in them (of x86-64-v3 code; of those with a twentieth of the kernel's time or more), over what their",
            "instructions need of the CPU's issue ports by llvm-mca: 1 is all that the CPU can issue. More is latency, or",
            "memory; kernels that stream through it are left out of the mean. So are those that take less than",
            f"{BEATEN} of the bound: they use instructions that llvm-mca's model takes for slower than they are on this CPU,",
            "such as masked stores of AVX2 on Zen 5.", "", f"{performance_doc.cpu()}, as {machine['cpu']}.", "", "\n".join(lines)]))


if __name__ == "__main__":
    main()
