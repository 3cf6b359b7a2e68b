#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs' OpenCL paths on Weft beside their own code for CPUs: CLBlast and OpenBLAS, clFFT and FFTW, OpenCV's UMat
and Mat, ffmpeg's filters, kernels of the benchmark and C++ with OpenMP.

Each measurement is a process. Both sides take turns over several rounds, so that a change of the machine's speed meets
both; the best of all rounds counts. Both use one thread for each CPU that the process may use.
"""

import argparse
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import bars
import bench
import performance_doc
import rows

ROOT = HERE.parents[2]
DEBIAN_PYTHON = "/usr/bin/python3"  # Debian's packages are for Debian's interpreter.
OPENCV = HERE.parent / "apps" / "opencv_operations.py"
REASONS = HERE / "reasons.json"  # group -> row -> what the time goes to, for rows above WORTH_A_REASON
WORTH_A_REASON = 1.5
LIMIT = 300  # seconds
KERNELS_SHOWN = 3
PICTURE = performance_doc.DOC.with_name("native.svg")
NAMES = {"gemm": "CLBlast, GEMM", "gemv": "CLBlast, GEMV", "fft": "clFFT", "opencv": "OpenCV", "ffmpeg": "ffmpeg",
         "kernels": "our kernels"}
FRAMES, SIZE = 40, "1280x720"
NEAR = 2e-2  # of sums of the sides' results: bytes may be rounded the other way


class Side:
    """Weft, or the native path; the environment of its processes."""

    def __init__(self, name, build, seconds):
        self.name, self.build, self.seconds = name, build, seconds
        self.on_weft = name == "weft"
        self.environment = {key: value for key, value in os.environ.items()
                            if not key.startswith("OPENBLAS_")}  # kernels and blocks of other CPUs
        self.environment.update(OCL_ICD_VENDORS=str(build / "weft.icd"), WEFT_BENCH_SECONDS=str(seconds))

    def run(self, command, **more):
        done = subprocess.run([str(word) for word in command], env={**self.environment, **more}, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, timeout=LIMIT)
        if done.returncode:
            raise RuntimeError(f"{self.name}: {command[0]} ended with {done.returncode}: {done.stderr.strip()[-300:]}")
        return done.stdout


class Library:
    """Rows that a program of tests/perf/native measures, one a process."""

    def __init__(self, program, groups, needs):
        self.program, self.groups, self.needs = program, groups, needs

    def missing(self, build):
        return "" if (build / "bin" / self.program).exists() else self.needs

    def measure(self, side, told, **more):
        result = json.loads(side.run([side.build / "bin" / self.program, side.name, *told.split(), side.seconds],
                                     **more))
        return result["ms"], result["sum"]


class OpenCv:
    """Operations of OpenCV, on UMat and on Mat."""

    needs = "python3-opencv"

    def __init__(self):
        names = re.findall(r'^    "([^"]+)": lambda', OPENCV.read_text(), re.M)
        self.groups = {"opencv": {name: name for name in names}}

    def missing(self, build):
        return "" if subprocess.run([DEBIAN_PYTHON, "-c", "import cv2"], capture_output=True).returncode == 0 \
            else self.needs

    def measure(self, side, told, **more):
        result = json.loads(side.run([DEBIAN_PYTHON, OPENCV, "clock" if side.on_weft else "native", told], **more))
        return result["rows"][told]["best_ms"], result["rows"][told]["sum"]


class Ffmpeg:
    """Filters of ffmpeg: what one more frame takes, without what it takes with no filter."""

    needs = "ffmpeg"
    groups = rows.FFMPEG

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="weft-native-")
        self.video = pathlib.Path(self.folder.name, "video")
        self.idle = {}

    def missing(self, build):
        found = subprocess.run(["which", "ffmpeg"], capture_output=True).returncode == 0
        if found and not self.video.exists():
            subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"testsrc2=size={SIZE}:rate=25", "-frames:v",
                            str(FRAMES), "-vf", "noise=alls=12:allf=t:all_seed=1,format=yuv420p", "-f", "rawvideo",
                            self.video], check=True)
        return "" if found else self.needs

    def seconds(self, side, graph, frames, more):
        device = ["-init_hw_device", "opencl=d:0.0", "-filter_hw_device", "d"] if side.on_weft else []
        start = time.perf_counter()
        side.run(["ffmpeg", "-v", "error", *device, "-f", "rawvideo", "-pix_fmt", "yuv420p", "-video_size", SIZE, "-i",
                  self.video, "-frames:v", frames, "-vf", graph, "-f", "null", "-"], **more)
        return time.perf_counter() - start

    def measure(self, side, told, **more):
        def frame(graph):
            return (self.seconds(side, graph, FRAMES, more) - self.seconds(side, graph, 2, more)) / (FRAMES - 2) * 1000
        name, separator, options = told.partition("=")
        graph = f"hwupload,{name}_opencl{separator}{options},hwdownload,format=yuv420p" if side.on_weft else told
        if side.name not in self.idle:
            self.idle[side.name] = min(frame("null") for _ in range(3))
        return max(frame(graph) - self.idle[side.name], 0.01), None


class Kernels:
    """Kernels of the benchmark, and their baselines."""

    needs = "weft-bench-kernels"
    groups = rows.KERNELS

    def missing(self, build):
        return "" if (build / "bin" / self.needs).exists() else self.needs

    def measure(self, side, told, **more):
        environment = {**side.environment, **more} if side.on_weft else None
        result = bench.measure(side.build / "bin" / self.needs, told, environment, "best_ms", 1000, side.seconds)
        if result["wrong"]:
            raise RuntimeError(f"{side.name}, {told}: {result['wrong']}")
        return result["best_ms"], None


def kernels_of(family, side, told):
    """The names of the kernels that a row launches, most time first."""
    with tempfile.TemporaryDirectory(prefix="weft-native-") as folder:
        times = pathlib.Path(folder, "times")
        short = Side(side.name, side.build, 0.05)
        family.measure(short, told, OPENCL_LAYERS=str(side.build / "lib" / "libkernel_times.so"),
                       WEFT_SUITES_TIMES=str(times), WEFT_SPECIALIZE="0")
        found = [line.split() for line in times.read_text().splitlines()] if times.exists() else []
    found = sorted((line for line in found if line[0].isdigit()), key=lambda line: -int(line[1]))
    names = [line[2] for line in found]
    return ", ".join(names[:KERNELS_SHOWN]) + (" and more" if len(names) > KERNELS_SHOWN else "")


class Row:
    """A line of the table."""

    def __init__(self, group, name, family, told):
        self.group, self.name, self.family, self.told = group, name, family, told
        self.best, self.sums, self.wrong, self.kernels = {}, {}, "", ""

    def turn(self, sides):
        try:
            for side in sides:
                milliseconds, self.sums[side.name] = self.family.measure(side, self.told)
                self.best[side.name] = min(milliseconds, self.best.get(side.name, math.inf))
            weft, native = self.sums["weft"], self.sums["native"]
            if native and abs(weft - native) > NEAR * abs(native):
                self.wrong = f"the results differ: {weft}, {native}"
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            self.wrong = str(error)

    def ratio(self):
        return self.best["weft"] / self.best["native"]


def milliseconds(value):
    return f"{value:.{3 if value < 1 else 2 if value < 10 else 1}f}"


def table(found):
    reasons = json.loads(REASONS.read_text())
    lines = ["| row | Weft, ms | native, ms | Weft/native | kernels | what the time goes to |", "|---|--:|--:|--:|---|---|"]
    for group, counted in by_group(found).items():
        if counted:
            lines.append(f"| **{group}** ({len(counted)}) | | | **{mean_of(counted):.2f}** | | |")
        for row in (row for row in found if row.group == group):
            if row.wrong:
                lines.append(f"| {row.name} | - | - | - | | {row.wrong.splitlines()[0]} |")
                continue
            why = reasons.get(group, {}).get(row.name, "") if row.ratio() > WORTH_A_REASON else ""
            lines.append(f"| {row.name} | {milliseconds(row.best['weft'])} | {milliseconds(row.best['native'])} | "
                         f"{row.ratio():.2f} | {row.kernels} | {why} |")
    return "\n".join(lines)


def by_group(found):
    """Group -> its rows, without those that went wrong."""
    return {group: [row for row in found if row.group == group and not row.wrong]
            for group in dict.fromkeys(row.group for row in found)}


def mean_of(rows):
    return math.exp(sum(math.log(row.ratio()) for row in rows) / len(rows))


def picture(found):
    drawn = [(NAMES[group], mean_of(rows), max(row.ratio() for row in rows), f"{mean_of(rows):.2f}, {len(rows)} rows")
             for group, rows in by_group(found).items() if rows]
    return bars.svg(drawn, "Time of programs' OpenCL paths on Weft over that of their own code for CPUs",
                    "Time, the program's own code for CPUs = 1 (less is faster). Bars: geometric means; lines: up to "
                    "the slowest.", ticks=[0.1, 0.2, 0.5, 1, 2, 5, 10])


def main():
    families = [Library("weft-native-blas", rows.BLAS, "libclblast-dev, libopenblas-dev"),
                Library("weft-native-fft", rows.FFT, "libclfft-dev, libfftw3-dev"), OpenCv(), Ffmpeg(), Kernels()]
    groups = [group for family in families for group in family.groups]
    parser = argparse.ArgumentParser(prog="./dev bench --native", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"only these: {', '.join(groups)}")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each side (default 3)")
    parser.add_argument("--seconds", type=float, default=0.5, help="of calls in each turn (default 0.5)")
    args = parser.parse_args()
    if unknown := [group for group in args.groups if group not in groups]:
        parser.error(f"there is no group {', '.join(unknown)}")
    sides = [Side(name, args.build, args.seconds) for name in ("weft", "native")]
    found = []
    for family in families:
        wanted = {group: told for group, told in family.groups.items() if not args.groups or group in args.groups}
        if not wanted:
            continue
        if missing := family.missing(args.build):
            print(f"{', '.join(wanted)}: left out, since {missing} is not there")
            continue
        found += [Row(group, name, family, told) for group, names in wanted.items() for name, told in names.items()]
    for turn in range(args.rounds):
        print(f"round {turn + 1} of {args.rounds}", flush=True)
        for row in found:
            if not row.wrong:
                row.turn(sides)
    for row in found:
        if not row.wrong:
            row.kernels = kernels_of(row.family, sides[0], row.told)
    text = table(found)
    print(text)
    # Only a whole run is worth keeping.
    if not args.groups:
        performance_doc.write_section("Native paths", "\n".join([
            "Written by `./dev bench --native`: what a program's OpenCL path takes on Weft, and its own code for CPUs, the",
            f"same work and as many threads, the sides taking turns, best of {args.rounds} rounds. Below 1 Weft is faster.", "",
            f"{performance_doc.cpu()}, {len(os.sched_getaffinity(0))} threads.", "", text]), first=True)
        PICTURE.write_text(picture(found))
        print(f"written to {performance_doc.DOC.relative_to(ROOT)}")
    return 1 if any(row.wrong for row in found) else 0


if __name__ == "__main__":
    sys.exit(main())
