#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that files name the headers they use, which precompiled headers hide.

named_headers.py BUILD_FOLDER [COMMITS]

Parses, without precompiled headers, the files that the last COMMITS commits have changed (30), or
that include a header of theirs by its name; all files where the history is not that long. Each
takes four seconds, since it parses LLVM's headers."""
import concurrent.futures
import os
import re
import subprocess
import sys

from compile_commands import compile_commands, run_front_end


def git(*arguments):
    return subprocess.run(["git", *arguments], capture_output=True, text=True).stdout.split()


def changed(commits):
    """The names of changed files, or None: all."""
    if len(git("rev-list", f"--max-count={commits + 1}", "HEAD")) <= commits:
        return None
    return set(git("diff", "--name-only", f"HEAD~{commits}"))


def uses(path, names):
    if path in names:
        return True
    with open(path) as text:
        return any(header in names for header in re.findall(r'#include "([^"]+)"', text.read()))


def main(build, commits=30):
    names = changed(int(commits))
    if names is not None:
        names |= {re.sub("^(src|include)/", "", name) for name in names}
    entries = [entry for entry in compile_commands(build) if "-include-pch" in entry[2]]
    if not entries:
        sys.exit(f"{build} uses no precompiled headers")
    work = [entry for entry in entries if names is None or uses(entry[0], names)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda entry: run_front_end(*entry[1:], "-fsyntax-only"), work))
    for (path, _, _), result in zip(work, results):
        if result.returncode:
            print(f"{path} does not name what it uses:\n{result.stderr}")
    print(f"{len(work)} files parsed without precompiled headers")
    sys.exit(any(result.returncode for result in results))


if __name__ == "__main__":
    main(*sys.argv[1:])
