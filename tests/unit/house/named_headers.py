#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that files name the headers they use, which precompiled headers hide.

named_headers.py BUILD_FOLDER [COMMITS]

Parses, without precompiled headers, the files that the last COMMITS commits have changed (30), or
that include a header of theirs by its name; all files where the history is not that long. Each
takes four seconds, since it parses LLVM's headers."""
import concurrent.futures
import json
import os
import re
import subprocess
import sys


def git(*arguments):
    return subprocess.run(["git", *arguments], capture_output=True, text=True).stdout.split()


def changed(commits):
    """The names of changed files, or None: all."""
    if len(git("rev-list", f"--max-count={commits + 1}", "HEAD")) <= commits:
        return None
    return set(git("diff", "--name-only", f"HEAD~{commits}"))


def precompiled(build):
    """Path and command of each file that is compiled with precompiled headers."""
    listed = subprocess.run(["ninja", "-C", build, "-t", "compdb"], capture_output=True, text=True,
                            check=True).stdout
    for entry in json.loads(listed):
        command = entry["command"]
        path = os.path.relpath(entry["file"])
        if "-include-pch" in command and not path.startswith(os.path.relpath(build)):
            yield path, entry["directory"], command


def parse(directory, command):
    command = re.sub(r"-Xclang -include(-pch)? -Xclang \S+", "", command)
    command = re.sub(r"-MD|-M[TF] \S+|-o \S+| -c(?= )", "", command) + " -fsyntax-only"
    return subprocess.run(command, shell=True, cwd=directory, capture_output=True, text=True)


def uses(path, names):
    if path in names:
        return True
    with open(path) as text:
        return any(header in names for header in re.findall(r'#include "([^"]+)"', text.read()))


def main(build, commits=30):
    names = changed(int(commits))
    if names is not None:
        names |= {re.sub("^(src|include)/", "", name) for name in names}
    entries = list(precompiled(build))
    if not entries:
        sys.exit(f"{build} uses no precompiled headers")
    work = [entry for entry in entries if names is None or uses(entry[0], names)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda entry: parse(*entry[1:]), work))
    for (path, _, _), result in zip(work, results):
        if result.returncode:
            print(f"{path} does not name what it uses:\n{result.stderr}")
    print(f"{len(work)} files parsed without precompiled headers")
    sys.exit(any(result.returncode for result in results))


if __name__ == "__main__":
    main(*sys.argv[1:])
