#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a built OpenCL conformance test suite (KhronosGroup/OpenCL-CTS) on Weft.

Each sub-test is one process in the suite's wimpy mode with a time limit, so that one which crashes
or hangs costs nothing but itself. What does not pass must be in known_failures.txt with its reason,
and what is in there must not pass, unless a ? behind its name says that it fails at times; anything
else is reported and makes the exit code 1. A sub-test that skips itself, because the device lacks a
feature, is neither.

With --resume, what is done is kept in a file as it is done, and a run that was cut off goes on from
there. With --write, docs/conformance.md is written from all that the run and its file hold.
"""

import argparse
import concurrent.futures
import datetime
import json
import pathlib
import random
import shlex
import sys
import time

import report
import suite as cts

ROOT = pathlib.Path(__file__).resolve().parents[2]
ICD = ROOT / "build" / "release" / "weft.icd"
KNOWN = pathlib.Path(__file__).with_name("known_failures.txt")
DOCUMENT = ROOT / "docs" / "conformance.md"


def read_known(path):
    """(suite, sub-test) -> report.Known."""
    known = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, colon, reason = line.partition(": ")
        suite, slash, test = name.removesuffix("?").partition("/")
        if not (colon and slash and reason.strip()):
            sys.exit(f"{path.name}:{number}: not of the form `suite/sub-test[?]: reason`")
        if (suite, test) in known:
            sys.exit(f"{path.name}:{number}: {name} is listed twice")
        known[suite, test] = report.Known(reason.strip(), always=not name.endswith("?"))
    return known


class State:
    """The file of --resume: one line says what is run, one each what came of a sub-test."""

    def __init__(self, path, head):
        self.head = head
        self.records = {}
        self.file = None
        if not path:
            return
        lines = path.read_text().splitlines() if path.exists() else []
        # The last line of a run that was cut off may be half a line.
        records = []
        for line in lines:
            try:
                records.append(json.loads(line))
            except ValueError:
                break
        if records:
            kept = records.pop(0)
            for key in ("suite", "weft"):
                if kept.get(key) != head[key]:
                    sys.exit(f"{path} is of another {key}: {kept.get(key)}, and not {head[key]}")
            self.head = {**head, "seed": kept["seed"]}
            self.records = {(r["suite"], r["test"]): r for r in records}
        with path.open("w") as file:
            file.writelines(json.dumps(line) + "\n" for line in (self.head, *records))
        self.file = path.open("a")

    def add(self, record):
        self.records[record["suite"], record["test"]] = record
        if self.file:
            self.file.write(json.dumps(record) + "\n")
            self.file.flush()

    def close(self):
        if self.file:
            self.file.close()


def choose(name, tests, args, seed):
    """All sub-tests, those that are asked for, or a sample. A suite's sample depends on nothing
    but the seed, and a larger one contains a smaller one."""
    if args.tests:
        return [test for test in tests if test in args.tests]
    limits = [args.sample] if name in cts.SAMPLED else []
    size = min([len(tests), *limits, *([args.each] if args.each else [])])
    shuffled = sorted(tests)
    random.Random(f"{seed} {name}").shuffle(shuffled)
    chosen = set(shuffled[:size])
    return [test for test in tests if test in chosen]


def run_all(todo, jobs, state, known, args, found, deadline):
    """One pool for all suites: none waits for the last sub-test of another."""
    def run(name, test):
        return time.monotonic() < deadline and cts.run_sub_test(name, found[name], test, args)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = [pool.submit(run, name, test) for name, test in todo]
        try:
            for number, done in enumerate(concurrent.futures.as_completed(running), 1):
                record = done.result()
                if not record:
                    continue
                state.add(record)
                if not report.ran(record):
                    reason = known.get((record["suite"], record["test"]), report.UNKNOWN).reason
                    print(f"[{number}/{len(todo)}] {report.name_of(record)}: {record['outcome']}, "
                          f"{record['seconds']:.0f} s" + (f" (known: {reason})" if reason else ""),
                          flush=True)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise


def parse():
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
    parser.add_argument("--each", type=int, metavar="N", help="at most so many of every suite")
    parser.add_argument("--minutes", type=float, help="start no sub-test after so many")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="chooses the samples")
    parser.add_argument("--resume", type=pathlib.Path, metavar="FILE",
                        help="keep there what is done, and leave out what is there already")
    parser.add_argument("--retry", action="store_true",
                        help="with --resume: run again what did not pass")
    parser.add_argument("--write", action="store_true", help="write docs/conformance.md")
    parser.add_argument("--logs", type=pathlib.Path, metavar="DIR",
                        help="keep each sub-test's output there")
    parser.add_argument("--icd", type=pathlib.Path, default=ICD,
                        help="the driver's .icd file (the release build's)")
    args = parser.parse_intermixed_args()

    if not args.icd.is_file():
        parser.error(f"there is no {args.icd}")
    args.icd = args.icd.resolve()
    found = cts.find_suites(args.build.resolve())
    unknown = [name for name in args.suites if name not in found]
    if unknown or not found:
        parser.error(f"{args.build} has no suite {', '.join(unknown)}")
    if args.logs:
        args.logs.mkdir(parents=True, exist_ok=True)
        args.logs = args.logs.resolve()
    return args, found


def command_line(args):
    """How to run it again, without the folders of this machine."""
    options = [f"--sample {args.sample}"]
    options += [f"--{key} {value:g}" for key in ("each", "memory", "limit")
                if (value := getattr(args, key))]
    options += [f"--test {shlex.quote(test)}" for test in args.tests]
    return " ".join(["./dev conformance BUILD", *args.suites, *options])


def main():
    args, found = parse()
    known = read_known(KNOWN)
    state = State(args.resume, {
        "suite": cts.commit_of(cts.source_of(args.build)), "weft": cts.commit_of(ROOT),
        "seed": args.seed})

    suites, todo, surprises = {}, [], []
    for name in args.suites or [name for name in found if name not in cts.WITH_ARCHIVE]:
        tests = cts.list_sub_tests(name, found[name], args.icd)
        if not tests:
            surprises.append(f"{name}: lists no sub-tests")
        surprises += [f"{name}/{test}: listed, but there is no such sub-test"
                      for of, test in known if of == name and test not in tests]
        chosen = choose(name, tests, args, state.head["seed"])
        suites[name] = report.Suite(name, len(chosen), len(tests))
        todo += [(name, test) for test in chosen]
    planned = set(todo)
    todo = [one for one in todo if one not in state.records
            or args.retry and not report.ran(state.records[one])]
    print(f"{len(planned)} sub-tests, {len(planned) - len(todo)} of them done already", flush=True)

    minutes = float("inf") if args.minutes is None else args.minutes
    deadline = time.monotonic() + minutes * 60
    alone = [one for one in todo if one[0] in cts.ALONE]
    run_all([one for one in todo if one[0] not in cts.ALONE], args.jobs, state, known, args, found,
            deadline)
    run_all(alone, 1, state, known, args, found, deadline)
    state.close()

    for (name, test), record in state.records.items():
        if (name, test) in planned:
            suites[name].records.append(record)
    suites = sorted(suites.values(), key=lambda suite: suite.name)
    print(f"\nsamples chosen by --seed {state.head['seed']}\n")
    report.show_table(suites)
    for reason, of in report.skips(suites):
        print(f"skipped: {reason}:", "; ".join(f"{name} ({len(of[name])})" for name in of))
    if args.write:
        devices = {r["device"] for r in state.records.values() if "device" in r}
        head = {**state.head, "date": datetime.date.today().isoformat(),
                "device": "; ".join(sorted(devices)), "command": command_line(args)}
        DOCUMENT.write_text("\n".join(report.document(head, suites, known)) + "\n")
    surprises += report.surprises_of(suites, known)
    if surprises:
        print("\nunexpected:", *surprises, sep="\n  ")
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
