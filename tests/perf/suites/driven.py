# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program with one driver registered, cold caches, and the layer that takes kernels' times."""

import os
import pathlib
import signal
import subprocess
import tempfile
from dataclasses import dataclass


class Failure(Exception):
    """Why a program has no times."""


@dataclass
class Outcome:
    code: int  # exit status
    output: str  # standard output and error
    kernels: dict  # name: (launches, milliseconds)
    unread: int  # launches that ended after the last call that could tell


def last_lines(output, count=3):
    kept = [line.strip() for line in output.splitlines() if line.strip()]
    return " / ".join(kept[-count:])[-300:]


def read_times(file):
    kernels, unread = {}, 0
    for line in file.read_text().splitlines() if file.exists() else []:
        count, nanoseconds, *name = line.split(maxsplit=2)
        if count == "unread":
            unread = int(nanoseconds)
        else:
            kernels[name[0]] = int(count), int(nanoseconds) / 1e6
    return kernels, unread


def run(command, folder, icd, layer, limit, kept, **variables):
    """Runs `command` (a list) for at most `limit` seconds. `kept` gets what it read back."""
    with tempfile.TemporaryDirectory(prefix="weft-suites-") as cold:
        times = pathlib.Path(cold) / "times"
        environment = os.environ | dict(
            OCL_ICD_VENDORS=str(icd), OPENCL_LAYERS=str(layer), WEFT_SUITES_TIMES=str(times),
            WEFT_SUITES_READS=str(kept), XDG_CACHE_HOME=cold, POCL_CACHE_DIR=cold, WEFT_CACHE="0",
            POCL_KERNEL_CACHE="0") | variables
        # In a process group of its own: what a shell has started ends with it.
        process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                   start_new_session=True)
        try:
            output, _ = process.communicate(timeout=limit)
        except BaseException as why:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            if not isinstance(why, subprocess.TimeoutExpired):
                raise
            raise Failure(f"took more than {limit} s: {last_lines(output)}") from None
        return Outcome(process.returncode, output, *read_times(times))
