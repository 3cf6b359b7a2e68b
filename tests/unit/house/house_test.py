#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What holds of the tree as a whole.

house_test.py WHAT FOLDER, where WHAT is one of
    rooms         the tables of docs/architecture.md list the folders that there are
    packages      docs/dependencies.md lists the packages that ./dev installs
    instructions  only passes/target and src/cpu/arch name an instruction set
    patches       only src/compiler/llvm_patches names LLVM's functions by their mangled names; each
                  error of LLVM's has a test that shows it, and each gain is told
    contracts     each transformation says what it requires, guarantees, and why
"""
import os
import re
import sys

SOURCES = (".cpp", ".h", ".def", ".in", ".S", ".c")


def sources(root, *tops):
    found = 0
    for top in tops:
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in sorted(names):
                if name.endswith(SOURCES):
                    path = os.path.join(folder, name)
                    found += 1
                    with open(path) as text:
                        yield os.path.relpath(path, root), text.read()
    if found < 3:
        sys.exit(f"only {found} files in {tops}")


def lines_with(root, pattern, allowed, *tops):
    bad = []
    for path, text in sources(root, *tops):
        if path.startswith(allowed):
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if re.search(pattern, re.sub(r"//.*", "", line)):
                bad.append(f"{path}:{number}: {line.strip()}")
    return bad


def rooms(root):
    with open(os.path.join(root, "docs/architecture.md")) as file:
        text = file.read()
    bad = []
    tables = re.findall(r"^\| `([a-z/_]+)` \| \|\n\|---\|---\|\n((?:\| `.*\n)+)", text, flags=re.M)
    for folder, rows in tables:
        listed = re.findall(r"^\| `([^`]+)` \|", rows, flags=re.M)
        entries = os.listdir(os.path.join(root, folder))
        there = [name for name in entries if folder.startswith("include")
                 or os.path.isdir(os.path.join(root, folder, name)) and name != "__pycache__"]
        for name in set(listed) - set(there):
            bad.append(f"docs/architecture.md has {folder}/{name}, which is not there")
        for name in set(there) - set(listed):
            bad.append(f"docs/architecture.md does not have {folder}/{name}")
    if len(tables) < 5:
        bad.append(f"docs/architecture.md has only {len(tables)} tables of folders")
    return bad


def packages(root):
    with open(os.path.join(root, "docs/dependencies.md")) as file:
        cells = re.findall(r"^\| ([^|]+) \|", file.read(), flags=re.M)
    documented = {name.strip() for cell in cells for name in cell.split(",")} - {"package", "---"}
    with open(os.path.join(root, "dev")) as file:
        lists = re.findall(r"^\w*packages=\(\n?(.*?)\)$", file.read(), flags=re.M | re.S)
    installed = {name for one in lists for name in re.sub(r"#.*", "", one).split()}
    installed.add("pocl-opencl-icd")  # if it can be had
    return ([f"./dev installs {name}, which docs/dependencies.md does not have"
             for name in sorted(installed - documented)] +
            [f"docs/dependencies.md has {name}, which ./dev does not install"
             for name in sorted(documented - installed)])


def instructions(root):
    return (lines_with(root, r"\b(x86_(avx|sse|bmi)\w*|aarch64_\w+|IntrinsicsX86|IntrinsicsAArch64|"
                             r"isX86\w*|checkFeatures|\w*[Ff]eatureString)\b|\"[+-](avx|sse|fma|bmi)"
                             r"|\"[re]?[sb]p\"",
                       "passes/target/", "passes") +
            lines_with(root, r"\b(_mm_\w+|__builtin_ia32_\w+|__rdtsc|cpuid\.h|immintrin\.h)\b|"
                             r"\basm( volatile)?\s*\(\"",
                       ("src/cpu/arch/", "src/support/pause.h", "src/compiler/"), "src", "icd"))


def patches(root):
    bad = lines_with(root, r"_ZNK?(4llvm|5clang|3lld)", "src/compiler/llvm_patches/", "src",
                     "passes", "icd")
    found = []
    for name, field in (("patches.def", r"WEFT_LLVM_PATCH\((\w+), (\w+)"),
                        ("rewrites.def", r"REWRITE\(\w+, \"([^\"]+)\", (\w+), \d+, \"[^\"]*\"")):
        with open(os.path.join(root, "src/compiler/llvm_patches", name)) as file:
            code = re.sub(r"//.*", "", file.read())
        found += re.findall(field + r",\s*\"([^\"]*)\"", code)
    tests = os.path.join(root, "tests/passes/llvm")
    for name, kind, shows in found:
        if kind == "Bug":
            path = os.path.join(tests, shows)
            if not os.path.isfile(path) or "; LLVM itself" not in open(path).read():
                bad.append(f"{name}: no test {shows} of LLVM itself in {tests}")
        elif kind in ("speed", "Cost") and not shows:
            bad.append(f"{name} does not say what it brings")
    if len(found) < 15:
        bad.append(f"only {len(found)} patches and rewrites")
    return bad


def contracts(root):
    bad = []
    for path, text in sources(root, "passes/transforms"):
        if path.endswith(".h"):
            for word in ("Requires", "Guarantees", "Why"):
                if not re.search(rf"^//\s+{word} ", text, flags=re.M):
                    bad.append(f"{path} does not say '{word}'")
    return bad


if __name__ == "__main__":
    checks = {check.__name__: check
              for check in (rooms, packages, instructions, patches, contracts)}
    if len(sys.argv) != 3 or sys.argv[1] not in checks:
        sys.exit(__doc__)
    if found := checks[sys.argv[1]](sys.argv[2]):
        sys.exit("\n".join(found))
