#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""weftc_target.py WEFTC PROBE ICD: weftc compiles for what the driver compiles for, and says how to
have something else."""
import os
import re
import subprocess
import sys
import tempfile

weftc, probe, icd = sys.argv[1:]


def of_driver(level):
    environment = dict(os.environ, OCL_ICD_VENDORS=icd, WEFT_CACHE="0", WEFT_DEBUG="device",
                       WEFT_CPU=level)
    shown = subprocess.run([probe], env=environment, capture_output=True, text=True, timeout=100)
    cpu, features = re.search(r"\d+ threads, (\S+) with (\S*)", shown.stderr).groups()
    return f"{cpu}|{features}|vector"


def of_weftc(arguments, level=""):
    with tempfile.TemporaryDirectory() as folder:
        source, artifact = os.path.join(folder, "k.cl"), os.path.join(folder, "k.weft")
        with open(source, "w") as file:
            file.write("kernel void k(global float *o) { o[get_global_id(0)] += 1; }")
        subprocess.run([weftc, source, "-o", artifact, *arguments], check=True, timeout=100,
                       env=dict(os.environ, WEFT_CPU=level))
        with open(artifact, "rb") as file:
            return file.read()


for arguments, weftc_level, driver_level in (
        ([], "", ""), (["--cpu", "native"], "", ""), ([], "x86-64-v2", "x86-64-v2"),
        (["--cpu", "x86-64"], "", "x86-64"), (["--cpu", "x86-64-v2"], "", "x86-64-v2")):
    target = of_driver(driver_level)
    if target.encode() not in of_weftc(arguments, weftc_level):
        sys.exit(f"weftc {arguments} is not for {target}")
for cpu in ("x86-64-v4", "znver4"):
    if f"{cpu}|".encode() not in of_weftc(["--cpu", cpu]):
        sys.exit(f"weftc is not for {cpu}")
if b"+sse3,+gfni|vector" not in of_weftc(["--cpu", "core2", "--features", "+sse3,+gfni"]):
    sys.exit("--features are not heard")
if b"vector" not in of_weftc(["--options=", "--emitter", "vector"]):
    sys.exit("empty options are not taken")

shown = subprocess.run([weftc, "--help"], capture_output=True, text=True, check=True).stdout
for names in ("{artifact,ir,asm,table}", "{vector,loops,fibers}", "{list,clear,stat}"):
    if names not in shown:
        sys.exit(f"--help does not show {names}:\n{shown}")
if "->" in shown:
    sys.exit(f"--help shows numbers:\n{shown}")
