#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""stubs.py READELF VERSION FOLDER CLANG...: writes shared libraries to link with, so that what is linked
runs with the GNU C library of VERSION and newer.

The build machine's library has its old symbols beside the new ones. The stubs have its names, each in
the newest version that is not above VERSION, and no code. A name that came later is in none of them,
so that using it is an error of the link; shims.c stands in for those that we need."""
import pathlib
import re
import subprocess
import sys

readelf, limit, folder, *clang = sys.argv[1:]  # clang with the options of its target
folder = pathlib.Path(folder)

target = subprocess.run([*clang, "-print-target-triple"], check=True, capture_output=True, text=True).stdout
LOADER = "ld-linux-aarch64.so.1" if target.startswith("aarch64") else "ld-linux-x86-64.so.2"

# Until 2.34 these were libraries of their own; since then they are there by name, and empty.
MOVED = (("libdl.so.2", re.compile(r"dl[a-z]+\d?$")),
         ("librt.so.1", re.compile(r"(aio|lio|mq|shm|timer)_")),
         ("libpthread.so.0", re.compile(r"_*pthread_|(call|cnd|mtx|sem|thrd|tss)_")))
MOVED_IN = (2, 34)


def number(version):
    return tuple(int(part) for part in version.split("."))


def symbols(library):
    """(name, type, size, version) of what the library defines, but for what is its own business."""
    path = subprocess.run([*clang, f"-print-file-name={library}"], check=True, capture_output=True,
                          text=True).stdout.strip()
    listed = subprocess.run([readelf, "--dyn-syms", "-W", path], check=True, capture_output=True,
                            text=True).stdout
    for line in listed.splitlines():
        fields = line.split()
        if len(fields) < 8 or not fields[0].endswith(":") or fields[6] in ("UND", "ABS"):
            continue
        found = re.match(r"(.+?)@@?GLIBC_(\d[\d.]*)$", fields[7])
        if found and fields[3] != "TLS":
            yield found[1], fields[3], int(fields[2], 0), number(found[2])


def choose():
    """{library: {name: (type, size, version)}}"""
    chosen = {}
    for library in ("libc.so.6", "libm.so.6", LOADER):
        newest = {}
        for name, kind, size, version in symbols(library):
            newest.setdefault(name, []).append((version, kind, size))
        for name, versions in newest.items():
            fitting = [entry for entry in versions if entry[0] <= number(limit)]
            if not fitting:
                continue
            version, kind, size = max(fitting)
            home = library
            if max(versions)[0] == MOVED_IN and library == "libc.so.6":
                home = next((moved for moved, names in MOVED if names.match(name)), library)
            chosen.setdefault(home, {})[name] = (kind, size, version)
    return chosen


def write(library, names):
    lines, nodes = [], set()
    for number_, (name, (kind, size, version)) in enumerate(sorted(names.items())):
        node = "GLIBC_" + ".".join(str(part) for part in version)
        nodes.add((version, node))
        label = f"stub{number_}"
        lines += [f".globl {label}", f".symver {label}, {name}@@{node}"]
        if kind == "OBJECT":
            lines += [".data", f".type {label}, @object", f".size {label}, {size}", f"{label}: .skip {max(size, 1)}"]
        else:
            lines += [".text", f".type {label}, @function", f"{label}: .byte 0"]
    source, script = folder / (library + ".s"), folder / (library + ".map")
    source.write_text("\n".join(lines) + "\n")
    parents = [""] + [node for _, node in sorted(nodes)]
    script.write_text("".join(f"{node} {{ {'local: stub*; ' if not parent else ''}}} {parent};\n"
                              for parent, node in zip(parents, parents[1:])))
    subprocess.run([*clang, "-shared", "-nostdlib", "-fuse-ld=lld", f"-Wl,-soname,{library}",
                    f"-Wl,--version-script={script}", "-Wl,--hash-style=gnu", "-o", folder / library,
                    source], check=True)


folder.mkdir(parents=True, exist_ok=True)
for library, names in choose().items():
    write(library, names)
