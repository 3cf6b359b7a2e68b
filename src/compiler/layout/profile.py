#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The profile after which the compiler is laid out: BOLT's, cut down to what is hot, as short text.

profile.py pack FDATA IDENTITY PROFILE      what train.sh measured, of at most MOST_BYTES
profile.py expand PROFILE NM LIBRARY FDATA  for BOLT; NM lists LIBRARY's functions
profile.py identity LLVM_LIBRARY_DIR        of the LLVM that a profile is for: its version and code

The text: a first line that says what it is, a second with the identity, then one line for each function,
the hottest first: seven letters for its name (a hash: names are long), and its jumps. A jump is its
distance from the one before, then how far it goes within the function, or '>' and the number of the line
of the function that it calls, then how often, to a power of two. Numbers are in base 64, most of one or
two letters.
"""
import collections
import hashlib
import math
import os
import subprocess
import sys

FIRST_LINE = "# Hot code of libweft-compiler.so; see profile.py. Made by train.sh, not by hand."
MOST_BYTES = 300_000
MOST_FUNCTIONS = 6_000
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
VALUES = {digit: value for value, digit in enumerate(DIGITS)}
CALL = ">"
# Archives whose code is most of what a build runs.
CODE = ["libLLVMCore.a", "libLLVMX86CodeGen.a", "libLLVMCodeGen.a", "libclangSema.a"]


def hash_of(name):
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:6], "little")
    return "".join(DIGITS[number >> 6 * i & 63] for i in range(7))


def encode(number):
    """Of 5 bits each, the lowest first; a bit of each digit says that more follow."""
    text = ""
    while True:
        number, low = number >> 5, number & 31
        text += DIGITS[low | (32 if number else 0)]
        if not number:
            return text


def signed(number):
    return encode(number << 1 if number >= 0 else ~number << 1 | 1)


class Reader:
    def __init__(self, text):
        self.text, self.at = text, 0

    def more(self):
        return self.at < len(self.text)

    def number(self):
        result = shift = 0
        while True:
            value = VALUES[self.text[self.at]]
            self.at += 1
            result |= (value & 31) << shift
            shift += 5
            if value < 32:
                return result

    def signed(self):
        number = self.number()
        return ~(number >> 1) if number & 1 else number >> 1

    def calls(self):
        found = self.more() and self.text[self.at] == CALL
        self.at += found
        return found


def pack(fdata, identity, profile):
    jumps, heat = [], collections.Counter()
    with open(fdata) as lines:
        for line in lines:
            fields = line.split()
            if len(fields) != 8 or fields[0] != "1" or fields[3] != "1":
                continue
            source, target, count = fields[1], fields[4], int(fields[7])
            if not source.endswith("/1") or not target.endswith("/1") or count == 0:
                continue
            heat[source] += count
            jumps.append((count, source, int(fields[2], 16), target, int(fields[5], 16)))
    jumps.sort(reverse=True)
    functions = [name for name, _ in heat.most_common(MOST_FUNCTIONS)]
    number_of = {name: i for i, name in enumerate(functions)}
    jumps = [jump for jump in jumps if jump[1] in number_of and jump[3] in number_of
             and (jump[1] == jump[3] or jump[4] == 0)]
    # As many of the most frequent ones as there is room for.
    fits, beyond = 0, len(jumps) + 1
    while fits + 1 < beyond:
        middle = (fits + beyond) // 2
        if len(text_of(jumps[:middle], functions, number_of, identity)) <= MOST_BYTES:
            fits = middle
        else:
            beyond = middle
    with open(profile, "w") as file:
        file.write(text_of(jumps[:fits], functions, number_of, identity))


def text_of(jumps, functions, number_of, identity):
    of = collections.defaultdict(list)
    for count, source, at, target, to in jumps:
        of[source].append((at, target, to, count))
    lines = [FIRST_LINE, identity]
    for name in functions:
        text, before = hash_of(name), 0
        for at, target, to, count in sorted(of[name]):
            text += encode(at - before)
            text += signed(to - at) if target == name else CALL + encode(number_of[target])
            text += encode(round(math.log2(count)))
            before = at
        lines.append(text)
    return "\n".join(lines) + "\n"


def expand(profile, nm, library, fdata):
    listed = subprocess.run([nm, "--defined-only", "--format=posix", library], check=True,
                            capture_output=True, text=True).stdout
    name_of = {}
    for line in listed.splitlines():
        name = line.split(" ", 1)[0] + "/1"
        name_of[hash_of(name)] = name
    with open(profile) as file:
        lines = file.read().splitlines()[2:]
    functions = [name_of.get(line[:7]) for line in lines]
    if sum(name is not None for name in functions) < len(functions) / 2:
        sys.exit(f"{profile} knows next to no function of {library}")
    with open(fdata, "w") as out:
        for line, name in zip(lines, functions):
            reader, at = Reader(line[7:]), 0
            while reader.more():
                at += reader.number()
                if reader.calls():
                    target, to = functions[reader.number()], 0
                else:
                    target, to = name, at + reader.signed()
                count = 1 << reader.number()
                if name and target:
                    out.write(f"1 {name} {at:x} 1 {target} {to:x} 0 {count}\n")


def identity(folder):
    version = subprocess.run([os.path.join(folder, "..", "bin", "llvm-config"), "--version"],
                             check=True, capture_output=True, text=True).stdout.strip()
    code = hashlib.sha256()
    for name in CODE:
        with open(os.path.join(folder, name), "rb") as archive:
            while part := archive.read(1 << 20):
                code.update(part)
    return f"LLVM {version}, {code.hexdigest()[:16]}"


if __name__ == "__main__":
    if len(sys.argv) == 5 and sys.argv[1] == "pack":
        pack(*sys.argv[2:])
    elif len(sys.argv) == 6 and sys.argv[1] == "expand":
        expand(*sys.argv[2:])
    elif len(sys.argv) == 3 and sys.argv[1] == "identity":
        print(identity(sys.argv[2]))
    else:
        sys.exit(__doc__)
