# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The commands that a build folder compiles files with."""
import json
import os
import re
import subprocess


def compile_commands(build):
    """Path, working folder and command of each file of the tree."""
    listed = subprocess.run(["ninja", "-C", build, "-t", "compdb"], capture_output=True, text=True,
                            check=True).stdout
    for entry in json.loads(listed):
        path = os.path.relpath(entry["file"])
        if re.search(r" -c ", entry["command"]) and not path.startswith(os.path.relpath(build)):
            yield path, entry["directory"], entry["command"]


def run_front_end(directory, command, flags, text=None):
    """Without precompiled headers, and with no file written."""
    command = re.sub(r"-Xclang -include(-pch)? -Xclang \S+", "", command)
    command = re.sub(r"-MD|-M[TF] \S+|-o \S+", "", command)
    command = re.sub(r" -c \S+" if text is not None else r" -c(?= )", "", command)
    return subprocess.run(f"{command} {flags}", shell=True, cwd=directory, input=text,
                          capture_output=True, text=True)
