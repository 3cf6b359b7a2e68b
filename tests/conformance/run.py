#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a built OpenCL conformance test suite (KhronosGroup/OpenCL-CTS) on Weft.

Each sub-test is one process in the suite's wimpy mode with a time limit, so that one which crashes
or hangs costs nothing but itself. What does not pass must be in known_failures.txt with its reason,
and what is in there must not pass; anything else is reported and makes the exit code 1. A sub-test
that skips itself, because the device lacks a feature, is neither.
"""

import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ICD = ROOT / "build" / "release" / "weft.icd"
KNOWN = pathlib.Path(__file__).with_name("known_failures.txt")
# Suites of one sub-test per function or conversion, of which a run takes a sample.
SAMPLED = ("bruteforce", "conversions")
# More than wimpy mode, where that is not enough.
ARGUMENTS = {
    "allocations": ["10%"],  # of the device's memory
    "bruteforce": ["-[512]"],  # a power of two, by which there are fewer numbers
    "conversions": ["-[512]"],
}
CONVERTED = ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half", "float",
             "double")
# They take their first argument for the name of the program.
LOSING_AN_ARGUMENT = ("non_uniform_work_group",)
# They read files that an assembler of SPIR-V has to write first, or an archive of binaries.
WITH_INPUT_FILES = ("spirv_new", "spir")


def read_known(path):
    """(suite, sub-test) -> reason."""
    known = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, colon, reason = line.partition(": ")
        suite, slash, test = name.partition("/")
        if not (colon and slash and reason.strip()):
            sys.exit(f"{path.name}:{number}: not of the form `suite/sub-test: reason`")
        if (suite, test) in known:
            sys.exit(f"{path.name}:{number}: {name} is listed twice")
        known[suite, test] = reason.strip()
    return known


def find_suites(build):
    """Name -> program, in the order of the names."""
    programs = (path for path in build.rglob("test_*")
                if path.is_file() and not path.suffix and os.access(path, os.X_OK))
    return {path.name.removeprefix("test_"): path for path in sorted(programs)}


def environment(args):
    """Nothing is known from an earlier process; within one, a program that is built again is not
    compiled again: the tests of images build the same for each format."""
    return {**os.environ, "OCL_ICD_VENDORS": str(args.icd), "WEFT_CACHE_SIZE": "0"}


def conversions():
    """The suite takes these names, but lists a single one for all of them."""
    for to, source, mode in itertools.product(CONVERTED, CONVERTED,
                                              ("", "_rte", "_rtp", "_rtn", "_rtz")):
        yield f"{to}{mode}_{source}"
        if to not in ("half", "float", "double"):
            yield f"{to}_sat{mode}_{source}"


def list_sub_tests(suite, program, args):
    if suite == "conversions":
        return list(conversions())
    done = subprocess.run([program, "--list"], env=environment(args), capture_output=True, text=True,
                          timeout=args.limit, stdin=subprocess.DEVNULL)
    # The names are indented, and nothing else is.
    return [line.strip() for line in done.stdout.splitlines() if line.startswith(("\t", " "))]


def outcome_of(done, results):
    """What the process said of the sub-test: pass, skip, or why it did not pass."""
    if done is None:
        return "took too long"
    if done < 0:
        return f"ended by {signal.Signals(-done).name}"
    try:
        (outcome,) = json.loads(results.read_text())["results"].values()
    except (OSError, ValueError, KeyError):
        return f"ended with {done} and no result"
    return {"fail": "failed"}.get(outcome, outcome)


def limit_memory(gib):
    """The device reports no more than its process may have."""
    if gib:
        resource.setrlimit(resource.RLIMIT_AS, (int(gib * 2**30), resource.RLIM_INFINITY))


def run_sub_test(suite, program, test, args):
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="weft-conformance-") as scratch:
        results = pathlib.Path(scratch) / "results.json"
        env = {**environment(args), "CL_CONFORMANCE_RESULTS_FILENAME": str(results)}
        log = (args.logs or pathlib.Path(scratch)) / f"{suite}.{test}.log"
        with log.open("w") as out:
            # A process group of its own: some sub-tests start processes.
            lost = [""] if suite in LOSING_AN_ARGUMENT else []
            command = [program, *lost, test, "-w", *ARGUMENTS.get(suite, ())]
            process = subprocess.Popen(command, env=env, cwd=scratch, stdout=out, stderr=out,
                                       stdin=subprocess.DEVNULL, start_new_session=True,
                                       preexec_fn=lambda: limit_memory(args.memory))
            try:
                done = process.wait(args.limit)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                done = None
        return test, outcome_of(done, results), time.monotonic() - start


class Suite:
    """What came of one suite's sub-tests."""

    def __init__(self, name):
        self.name = name
        self.counts = collections.Counter()
        self.seconds = 0.0
        self.skipped = []
        self.surprises = []

    def add(self, test, outcome, seconds, known):
        passed = outcome in ("pass", "skip")
        self.counts[outcome if passed else "fail"] += 1
        self.seconds += seconds
        if outcome == "skip":
            self.skipped.append(f"{self.name}/{test}")
        reason = known.get((self.name, test))
        if not passed:
            print(f"{self.name}/{test}: {outcome}, {seconds:.0f} s"
                  + (f" (known: {reason})" if reason else ""), flush=True)
        if passed == (reason is not None):
            self.surprises.append(f"{self.name}/{test}: {outcome}, but listed as: {reason}" if passed
                                  else f"{self.name}/{test}: {outcome}, and not listed")

    def row(self):
        cells = [str(self.counts[key]) for key in ("pass", "skip", "fail")]
        return [self.name, *cells, f"{self.seconds:.0f}"]


def show_table(suites):
    rows = [["suite", "passed", "skipped", "failed", "seconds"], *(suite.row() for suite in suites)]
    total = [sum(int(row[column]) for row in rows[1:]) for column in range(1, 5)]
    rows.append(["all", *map(str, total)])
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    for row in rows:
        print("  ".join(cell.rjust(width) if column else cell.ljust(width)
                        for column, (cell, width) in enumerate(zip(row, widths))))


def run_suite(name, program, known, args):
    suite = Suite(name)
    tests = list_sub_tests(name, program, args)
    if not tests:
        suite.surprises.append(f"{name}: lists no sub-tests")
    suite.surprises += [f"{name}/{test}: listed, but there is no such sub-test"
                        for of, test in known if of == name and test not in tests]
    if args.tests:
        tests = [test for test in tests if test in args.tests]
    elif name in SAMPLED and args.sample < len(tests):
        tests = sorted(random.Random(args.seed).sample(tests, args.sample))
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        running = [pool.submit(run_sub_test, name, program, test, args) for test in tests]
        for one in concurrent.futures.as_completed(running):
            suite.add(*one.result(), known)
    return suite


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="where the suite was built")
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="only these, as basic or api")
    parser.add_argument("--test", dest="tests", action="append", default=[], metavar="SUB-TEST",
                        help="only this sub-test")
    parser.add_argument("--limit", type=float, default=600, help="seconds per sub-test (600)")
    parser.add_argument("--memory", type=float, metavar="GiB",
                        help="of each sub-test's process; some fill what the device reports")
    parser.add_argument("--jobs", type=int, default=1, help="sub-tests at a time (1)")
    parser.add_argument("--sample", type=int, default=20,
                        help="how many functions and how many conversions a run tries (20)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="chooses the sample")
    parser.add_argument("--logs", type=pathlib.Path, metavar="DIR",
                        help="keep each sub-test's output there")
    parser.add_argument("--icd", type=pathlib.Path, default=ICD,
                        help="the driver's .icd file (the release build's)")
    args = parser.parse_intermixed_args()

    if not args.icd.is_file():
        parser.error(f"there is no {args.icd}")
    args.icd = args.icd.resolve()
    found = find_suites(args.build.resolve())
    unknown = [name for name in args.suites if name not in found]
    if unknown or not found:
        parser.error(f"{args.build} has no suite {', '.join(unknown)}")
    if args.logs:
        args.logs.mkdir(parents=True, exist_ok=True)
        args.logs = args.logs.resolve()
    known = read_known(KNOWN)
    suites = []
    for name in args.suites or [name for name in found if name not in WITH_INPUT_FILES]:
        suites.append(run_suite(name, found[name], known, args))
        print("  ".join(suites[-1].row()), flush=True)
    print(f"\nsample chosen by --seed {args.seed}\n")
    show_table(suites)
    skipped = sorted(name for suite in suites for name in suite.skipped)
    if skipped:
        print("\nskipped, see --logs for the reasons:", *skipped, sep="\n  ")
    surprises = [line for suite in suites for line in suite.surprises]
    if surprises:
        print("\nunexpected:", *surprises, sep="\n  ")
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
