#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Configures Weft for an LLVM in another prefix, as packagers have one: told by LLVM_DIR alone,
without Polly, with libclc and compiler-rt in folders of its own. What would be built then has to
come from there."""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROGRAMS = ["clang", "opt", "llvm-link", "llvm-nm", "llvm-strip"]


def make_prefix(prefix, args):
    """The installation of this machine, laid out as others are."""
    version = args.resources.name
    resources = prefix / "lib" / "clang" / version
    builtins = resources / "lib" / f"{args.arch}-unknown-linux-gnu"
    package = prefix / "lib" / "cmake" / "llvm"
    for folder in (prefix / "bin", prefix / "share" / "clc", builtins, package.parent):
        folder.mkdir(parents=True)
    (prefix / "include").symlink_to(args.lib.parent / "include")
    for archive in args.lib.glob("*.a"):
        if "Polly" not in archive.name:
            (prefix / "lib" / archive.name).symlink_to(archive)
    for program in PROGRAMS:
        (prefix / "bin" / program).symlink_to(args.tools / program)
    (resources / "include").symlink_to(args.resources / "include")
    (builtins / "libclang_rt.builtins.a").symlink_to(args.builtins)
    (prefix / "share" / "clc" / args.libclc.name).symlink_to(args.libclc)
    shutil.copytree(args.lib / "cmake" / "llvm", package)
    # It would look for every program and library that Debian's packages have, and link Polly.
    for file in package.glob("LLVMExports*.cmake"):
        lines = file.read_text().splitlines(keepends=True)
        file.write_text("".join(line.replace(";Polly", "") for line in lines
                                if "list(APPEND _cmake_import_check" not in line))
    return package


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=pathlib.Path)
    for name in ("lib", "tools", "resources", "builtins", "libclc"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--arch", required=True)
    parser.add_argument("--compilers", nargs=2, required=True, metavar=("C", "C++"))
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        package = make_prefix(pathlib.Path(folder) / "prefix", args)
        build = pathlib.Path(folder) / "build"
        done = subprocess.run(
            ["cmake", "-S", args.source, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
             f"-DCMAKE_C_COMPILER={args.compilers[0]}", f"-DCMAKE_CXX_COMPILER={args.compilers[1]}",
             f"-DLLVM_DIR={package}", "-DWEFT_LLVM_PATCHES=OFF", "-DWEFT_BUILD_TESTS=OFF"],
            capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"it does not configure:\n{done.stdout}{done.stderr}")
        rules = (build / "build.ninja").read_text()
        for usual in (args.lib, args.libclc, args.tools, "Polly"):
            if str(usual) in rules:
                sys.exit(f"{usual} would be used")
        if str(package.parents[2]) not in rules:
            sys.exit("the other LLVM would not be used")


if __name__ == "__main__":
    main()
