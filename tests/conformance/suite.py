# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a built OpenCL conformance test suite consists of, and how one sub-test of it is run."""

import itertools
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile
import time

# Suites of one sub-test per function or conversion, of which a run takes a sample.
SAMPLED = ("bruteforce", "conversions")
# They fill the memory, or compare clocks, and so have the machine for themselves.
ALONE = ("allocations", "device_timer", "profiling")
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
# It reads an archive of binaries that its source does not hold.
WITH_ARCHIVE = ("spir",)
# Where programs look for the modules that their build assembles beside them.
MODULES = "spirv_bin"
SKIPPING = re.compile(r"skip|not support|unsupported|n't support|not implemented|not available|"
                      r"not optional|requires", re.IGNORECASE)
DEVICE = re.compile(r"Compute Device Name = (.*), Compute Device Vendor = (.*), "
                    r"Compute Device Version = (.*), CL C Version")


def find_suites(build):
    """Name -> program. The sampled suites' pieces are all short and fill the end of a run on
    several processors; those that want the machine alone follow."""
    programs = {path.name.removeprefix("test_"): path for path in sorted(build.rglob("test_*"))
                if path.is_file() and not path.suffix and os.access(path, os.X_OK)}
    return dict(sorted(programs.items(), key=lambda item: (item[0] in ALONE, item[0] in SAMPLED)))


def commit_of(folder):
    """Commit and date of the tree that a folder belongs to."""
    done = subprocess.run(["git", "-C", folder, "log", "-1", "--format=%h of %cs"],
                          capture_output=True, text=True, check=False)
    return done.stdout.strip() or "an unknown commit"


def source_of(build):
    """Where the suite's source is, as its build noted."""
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        if line.startswith("CMAKE_HOME_DIRECTORY:INTERNAL="):
            return pathlib.Path(line.partition("=")[2])
    return build


def environment(icd):
    """Nothing is known from an earlier process; within one, a program that is built again is not
    compiled again: the tests of images build the same for each format."""
    return {**os.environ, "OCL_ICD_VENDORS": str(icd), "WEFT_CACHE_SIZE": "0"}


def conversions():
    """The suite takes these names, but lists a single one for all of them."""
    for to, source, mode in itertools.product(CONVERTED, CONVERTED,
                                              ("", "_rte", "_rtp", "_rtn", "_rtz")):
        yield f"{to}{mode}_{source}"
        if to not in ("half", "float", "double"):
            yield f"{to}_sat{mode}_{source}"


def list_sub_tests(suite, program, icd):
    if suite == "conversions":
        return list(conversions())
    done = subprocess.run([program, "--list"], env=environment(icd), capture_output=True, text=True,
                          timeout=600, stdin=subprocess.DEVNULL, check=False)
    # The names are indented, and nothing else is.
    return [line.strip() for line in done.stdout.splitlines() if line.startswith(("\t", " "))]


def command_of(suite, program, test):
    lost = [""] if suite in LOSING_AN_ARGUMENT else []
    return [str(program), *lost, test, "-w", *ARGUMENTS.get(suite, ())]


def outcome_of(test, done, results):
    """What the process said of the sub-test: pass, skip, or why it did not pass. A program that
    skips before its sub-tests start lists all of them; one conversion goes by another name."""
    if done is None:
        return "took too long"
    if done < 0:
        return f"ended by {signal.Signals(-done).name}"
    try:
        outcomes = json.loads(results.read_text())["results"]
        outcome = outcomes[test] if test in outcomes else next(iter(outcomes.values()))
    except (OSError, ValueError, KeyError, StopIteration):
        return f"ended with {done} and no result"
    return {"fail": "failed"}.get(outcome, outcome)


def reason_for_skip(test, output):
    """The last line in which the sub-test says that something is missing; the summary that every
    sub-test ends with says no more than that it was skipped."""
    summary = re.compile(r"(SKIPPED|skipped) |Test skipped while init|(sub-?test )?"
                         + re.escape(test) + r" (skipped|test not supported)\.?$")
    for line in reversed(output.splitlines()):
        line = " ".join(line.split())
        if SKIPPING.search(line) and not summary.match(line):
            line = re.sub(rf"^{re.escape(test)}(\s*\.\.\.|:)\s*", "", line)
            return re.sub(rf"\b{re.escape(test)}\b", "the sub-test", line)[:120].rstrip(" .!")
    return "no reason given"


def limit_memory(gib):
    """The device reports no more than its process may have."""
    if gib:
        resource.setrlimit(resource.RLIMIT_AS, (int(gib * 2**30), resource.RLIM_INFINITY))


def run_sub_test(suite, program, test, args):
    """A record of what came of it, as the state file keeps it."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="weft-conformance-") as scratch:
        results = pathlib.Path(scratch) / "results.json"
        if (program.parent / MODULES).is_dir():
            (pathlib.Path(scratch) / MODULES).symlink_to(program.parent / MODULES)
        env = {**environment(args.icd), "CL_CONFORMANCE_RESULTS_FILENAME": str(results)}
        log = (args.logs or pathlib.Path(scratch)) / f"{suite}.{test}.log"
        with log.open("w") as out:
            # A process group of its own: some sub-tests start processes.
            process = subprocess.Popen(command_of(suite, program, test), env=env, cwd=scratch,
                                       stdout=out, stderr=out, stdin=subprocess.DEVNULL,
                                       start_new_session=True,
                                       preexec_fn=lambda: limit_memory(args.memory))
            try:
                done = process.wait(args.limit)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                done = None
        outcome = outcome_of(test, done, results)
        record = {"suite": suite, "test": test, "outcome": outcome,
                  "seconds": round(time.monotonic() - start, 1)}
        output = log.read_text(errors="replace")
        if outcome == "skip":
            record["reason"] = reason_for_skip(test, output)
        if device := DEVICE.search(output):
            record["device"] = f"{device[1]}, {device[3]}"
        return record
