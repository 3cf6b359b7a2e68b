#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Unmodified programs on Weft and on PoCL: a denoised video in ffmpeg, operations of OpenCV.

Each measurement is a process with cold caches. The drivers take turns over several rounds, so that
a change of the machine's speed meets both; the best of all rounds counts.
"""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import performance_doc

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
POCL_ICD = pathlib.Path("/etc/OpenCL/vendors/pocl.icd")
DEBIAN_PYTHON = "/usr/bin/python3"  # Debian's packages are for Debian's interpreter.
PROCESS_LIMIT = 600  # seconds
FRAMES = 25
# What Weft's times are to be of PoCL's at most.
GOALS = {"ffmpeg": 1 / 4, "opencv": 1 / 3}


def environment(icd, cold):
    return dict(os.environ, OCL_ICD_VENDORS=str(icd), XDG_CACHE_HOME=cold, POCL_CACHE_DIR=cold,
                WEFT_CACHE="0", POCL_KERNEL_CACHE="0")


def run(command, icd):
    """The process's output and its time in seconds: of the clock, and of all CPUs."""
    with tempfile.TemporaryDirectory(prefix="weft-bench-") as cold:
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(command, env=environment(icd, cold), capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=PROCESS_LIMIT)
        clock, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{icd}: {command[0]} ended with {done.returncode}: {done.stderr.strip()}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout, {"clock": clock, "cpu": cpu}


def nlmeans(icd, which):
    """{row: milliseconds} of a whole run of ffmpeg, and of one of a single frame, mostly its build."""
    def of(frames):
        command = ["ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-init_hw_device", "opencl=d:0.0",
                   "-filter_hw_device", "d", "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25", "-frames:v",
                   str(frames), "-vf", "noise=alls=12:allf=t:all_seed=1,format=yuv420p,hwupload,nlmeans_opencl,"
                   "hwdownload,format=yuv420p", "-f", "null", "-"]
        return run(command, icd)[1][which] * 1000
    return {f"nlmeans, {FRAMES} frames of 640x360": of(FRAMES), "nlmeans, one frame": of(1)}


def opencv(icd, which, names):
    """{operation: milliseconds}, and what the first calls took together."""
    printed = json.loads(run([DEBIAN_PYTHON, str(HERE / "opencv_operations.py"), which, *names], icd)[0])
    rows = {name: times["best_ms"] for name, times in printed["rows"].items()}
    return rows, sum(times["first_ms"] for times in printed["rows"].values())


def keep_best(best, new):
    for name, value in new.items():
        best[name] = min(value, best.get(name, value))


def milliseconds(value):
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}"


def table(video, operations, first):
    def line(name, weft, pocl, goal=""):
        return f"| {name} | {milliseconds(weft)} | {milliseconds(pocl)} | {weft / pocl:.2f} | {goal} |"
    lines = ["| | Weft, ms | PoCL, ms | Weft/PoCL | to reach |", "|---|--:|--:|--:|--:|"]
    if video["Weft"]:
        names = list(video["Weft"])
        lines += [line(name, video["Weft"][name], video["PoCL"][name], f"{GOALS['ffmpeg']:.2f}" if name == names[0]
                       else "") for name in names]
    if operations["Weft"]:
        lines += [line(name, value, operations["PoCL"][name]) for name, value in operations["Weft"].items()]
        lines.append(line("**sum of the operations**", sum(operations["Weft"].values()),
                          sum(operations["PoCL"].values()), f"{GOALS['opencv']:.2f}"))
        lines.append(line("first call of each, with its builds", first["Weft"]["all"], first["PoCL"]["all"]))
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench --apps", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", help="ffmpeg, or operations of OpenCV (all)")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each driver (default 3)")
    parser.add_argument("--cpu-time", action="store_true", help="compare CPU time of all threads; for busy machines")
    args = parser.parse_args()
    if not POCL_ICD.exists():
        sys.exit("PoCL is not installed: there is nothing to compare with")
    drivers = {"Weft": args.build / "weft.icd", "PoCL": POCL_ICD}
    which = "cpu" if args.cpu_time else "clock"
    names = [row for row in args.rows if row != "ffmpeg"]
    video, operations, first = ({driver: {} for driver in drivers} for _ in range(3))
    for _ in range(args.rounds):
        for driver, icd in drivers.items():
            if not args.rows or "ffmpeg" in args.rows:
                keep_best(video[driver], nlmeans(icd, which))
            if not args.rows or names:
                rows, together = opencv(icd, which, names)
                keep_best(operations[driver], rows)
                keep_best(first[driver], {"all": together})
    result = table(video, operations, first)
    # Only a whole run is worth keeping.
    if not args.rows:
        performance_doc.write_section("Programs", "\n".join([
            "Written by `./dev bench --apps`: unmodified programs of Debian, the drivers taking turns, best of",
            f"{args.rounds} rounds. nlmeans is a whole run of ffmpeg with cold caches; OpenCV's operations run on",
            "`UMat` at 1280 x 720 (`tests/perf/apps/opencv_operations.py`), best of many calls.", "",
            *(["The machine was busy: CPU time of all threads in place of the clock's.", ""] if args.cpu_time else []),
            f"{performance_doc.cpu()}, {os.cpu_count()} threads.", "", result]))
        print(f"written to {performance_doc.DOC.relative_to(ROOT)}")
    print(result)


if __name__ == "__main__":
    main()
