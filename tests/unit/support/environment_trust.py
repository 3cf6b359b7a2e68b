#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who reads the environment, and when it is not heard.

environment_trust.py sources FOLDER         only support/config.cpp reads the environment
environment_trust.py set-uid|capability PRINT_CONFIG
    a program with more rights than its caller has the default of every option
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
OTHER_USER = 65534


def sources(folder):
    reads = re.compile(r"\b(getenv|secure_getenv|environ)\b")
    comment = re.compile(r"//.*")
    allowed = {"src/support/config.cpp": {"secure_getenv"}, 
               # That LLVM reads none, and what the compile server inherits.
               "src/compiler/llvm_patches/patches.def": {"getenv"},
               "src/cpu/compile_server/server_process.cpp": {"environ"}}
    bad, files = [], 0
    for top in ("src", "icd", "passes", "include", "runtime-stdlib"):
        for where, _, names in os.walk(os.path.join(folder, top)):
            for name in names:
                if not name.endswith((".cpp", ".h", ".c", ".def", ".in", ".S", ".cl")):
                    continue
                path = os.path.join(where, name)
                short = os.path.relpath(path, folder)
                files += 1
                with open(path) as text:
                    for number, line in enumerate(text, 1):
                        for found in reads.findall(comment.sub("", line)):
                            if found not in allowed.get(short, set()):
                                bad.append(f"{short}:{number}: {line.strip()}")
    if bad or files < 100:
        sys.exit("\n".join(bad) or f"only {files} files found")


def options(program, **how):
    hostile = {}
    plain = subprocess.run([program], env={}, capture_output=True, text=True, check=True).stdout
    for line in plain.splitlines():
        hostile[line.split("=")[0]] = "7"
    got = subprocess.run([program], env=hostile, capture_output=True, text=True, check=True, **how)
    return plain.splitlines(), got.stdout.splitlines()


def privileged(kind, program):
    plain, got = options(program)
    if any(line.endswith("=7") == line.startswith("AT_SECURE") for line in got):
        sys.exit(f"an ordinary process does not see its environment: {got}")
    if os.geteuid() != 0:
        print("skipped: only root can make a set-uid program")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        copy = os.path.join(folder, "print_config")
        shutil.copy(program, copy)
        os.chmod(copy, 0o755)
        if kind == "set-uid":
            os.chmod(copy, 0o4755)
        elif not shutil.which("setcap") or subprocess.run(
                ["setcap", "cap_net_raw+ep", copy]).returncode != 0:
            print("skipped: no file capabilities here")
            sys.exit(SKIPPED)
        _, got = options(copy, user=OTHER_USER, group=OTHER_USER, extra_groups=[])
    if "AT_SECURE=1" not in got:
        print("skipped: this file system gives programs no rights")
        sys.exit(SKIPPED)
    if plain[1:] != got[1:]:
        sys.exit(f"heard: {sorted(set(got[1:]) - set(plain[1:]))}")


if sys.argv[1] == "sources":
    sources(sys.argv[2])
else:
    privileged(sys.argv[1], sys.argv[2])
