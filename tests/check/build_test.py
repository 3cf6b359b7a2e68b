# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks at build: kernels and the warnings that they must give, each at its line and no other.

    build_test.py WEFTC FOLDER          each kernel of the folder, by what its comments say:
                                          // options: -cl-std=CL3.0
                                          // expect LINE: words
    build_test.py WEFTC --same FILE     the code is the same with -Wcheck and without
    build_test.py WEFTC --quiet FOLDER [NAME...]
                                        no kernel has a warning but those of these names; prints all
"""
import pathlib
import re
import subprocess
import sys

LINE = re.compile(r"^[^\s:]+:(\d+):\d+: warning: (.*)$", re.M)


def run(weftc, *arguments):
    return subprocess.run([weftc, *arguments], capture_output=True, text=True, timeout=120)


def check(weftc, path):
    """What is wrong with the warnings of a kernel, as lines."""
    text = path.read_text()
    options = re.search(r"^// options: (.*)$", text, re.M)
    expected = [(int(line), words) for line, words in
                re.findall(r"^// expect (\d+): (.*)$", text, re.M)]
    done = run(weftc, "--check", "--options", options[1] if options else "-cl-std=CL2.0", str(path))
    found = [(int(line), words) for line, words in LINE.findall(done.stderr)]
    bad = [f"missing: {line}: {words}" for line, words in expected
           if not any(at == line and words in said for at, said in found)]
    bad += [f"not expected: {at}: {said}" for at, said in found
            if not any(at == line and words in said for line, words in expected)]
    lines = text.splitlines()
    bad += [f"line {line} is not shown" for line, _ in expected
            if not re.search(rf"^ *{line} \| {re.escape(lines[line - 1])}$", done.stderr, re.M)]
    wanted = 2 if expected else 0
    if done.returncode != wanted:
        bad.append(f"exit status {done.returncode}, not {wanted}")
    return bad + ([done.stderr] if bad else [])


def main():
    weftc, what = sys.argv[1:3]
    if what == "--same":
        plain, checked = (run(weftc, "--emit", "asm", "-o", "-", "--options", "-cl-std=CL2.0 " + more,
                              sys.argv[3]).stdout for more in ("", "-Wcheck"))
        if not plain or plain != checked:
            sys.exit("the code is another one with -Wcheck")
        return
    if what == "--quiet":
        known = set(sys.argv[4:])
        files = sorted(pathlib.Path(sys.argv[3]).rglob("*.cl"))
        loud = 0
        for path in files:
            options = re.search(r"^// options: (.*)$", path.read_text(), re.M)
            done = run(weftc, "--check", "--options", options[1] if options else "-cl-std=CL2.0",
                       str(path))
            if done.returncode and path.stem not in known:
                loud += 1
                print(f"{path}: exit status {done.returncode}\n{done.stderr}")
        print(f"{len(files)} kernels, {loud} with warnings")
        sys.exit(1 if loud or not files else 0)
    files = sorted(pathlib.Path(what).rglob("*.cl"))
    failed = 0
    for path in files:
        bad = check(weftc, path)
        if bad:
            failed += 1
            print(f"{path}:", *bad, sep="\n  ")
    print(f"{len(files)} kernels, {failed} failed")
    sys.exit(1 if failed or not files else 0)


main()
