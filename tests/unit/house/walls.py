#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Folders do not find the headers of those that are above them (cmake/offered_headers.cmake).

walls.py SOURCE_FOLDER BUILD_FOLDER

For each pair below: a file of the first folder finds a header of its own, and none of the second."""
import os
import sys

from compile_commands import compile_commands, run_front_end

HIDDEN = {
    "src/support": ("src/check", "src/core", "src/cpu/host", "src/compiler/frontend"),
    "src/check": ("src/core", "src/api", "src/cpu/launch"),
    "src/core": ("src/api", "src/cpu/launch", "src/cpu/pool", "src/compiler/program"),
    "src/api": ("src/cpu/launch", "src/cpu/code", "src/compiler/program"),
    "src/cpu/memory": ("src/core", "src/cpu/launch", "src/cpu/pool"),
    "src/cpu/launch": ("src/cpu/pool", "src/cpu/code", "src/api"),
    "src/cpu/pool": ("src/cpu/code", "src/cpu/compile_server", "src/api"),
    "src/cpu/code": ("src/cpu/pool", "src/api", "src/compiler/program"),
    "src/cpu/compile_server": ("src/api", "src/compiler/program", "passes/lowering"),
    "src/server": ("src/core", "src/cpu/compile_server", "src/compiler/program", "passes/lowering"),
    "src/compiler/frontend": ("src/compiler/program", "src/compiler/codegen", "src/core",
                              "passes/emitters", "passes/transforms", "passes/check"),
    "src/compiler/program": ("src/compiler/codegen", "src/core", "src/cpu/code",
                             "passes/emitters", "passes/transforms"),
    "src/compiler/codegen": ("src/core", "src/cpu/code", "passes/emitters", "passes/transforms"),
    "passes/target": ("passes/analysis", "passes/lowering", "src/support"),
    "passes/analysis": ("passes/regions", "passes/vectorize", "passes/check", "passes/lowering"),
    "passes/regions": ("passes/vectorize", "passes/transforms", "passes/check", "passes/lowering"),
    "passes/check": ("passes/vectorize", "passes/transforms", "passes/emitters", "passes/lowering"),
    "passes/lowering": ("passes/vectorize", "passes/transforms", "passes/emitters", "src/support"),
    "passes/vectorize": ("passes/regions", "passes/transforms", "passes/emitters", "passes/lowering"),
    "passes/transforms": ("passes/emitters", "passes/check", "passes/lowering"),
    "passes/emitters": ("passes/check", "passes/lowering", "src/support", "src/compiler/program"),
}


def main(source, build):
    os.chdir(source)
    commands = {os.path.dirname(path): (directory, command)
                for path, directory, command in compile_commands(build)
                if "-o tests/" not in command}  # tests see all
    bad = []
    for folder, hidden in HIDDEN.items():
        for other in (folder, *hidden):
            header = min(name for name in os.listdir(other) if name.endswith(".h"))
            name = f"{other}/{header}".removeprefix("src/")
            found = run_front_end(*commands[folder], "-E -x c++ -", f"#if !__has_include(\"{name}\")\n"
                                  "#error hidden\n#endif\n").returncode == 0
            if found != (other == folder):
                bad.append(f"{folder} {'finds' if found else 'does not find'} {name}")
    if bad:
        sys.exit("\n".join(bad))


if __name__ == "__main__":
    main(*map(os.path.abspath, sys.argv[1:]))
