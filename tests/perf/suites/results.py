# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what a program read back from two drivers."""

import struct

TOLERANCE = 1e-3  # relative
# Of a block's largest value: what cancellation leaves of values near zero is noise.
NOISE = 1e-6
FEW = 1e-3  # the part of all elements that may differ more
BLOCK = 1 << 16  # bytes


def reads(file):
    """The reads in the layer's file, in order."""
    data, found, at = memoryview(file.read_bytes()), [], 0
    while at < len(data):
        (size,) = struct.unpack_from("Q", data, at)
        found.append(data[at + 8:at + 8 + size])
        at += 8 + size
    return found


def far(a, b, noise):
    """NaN is far from everything but NaN."""
    return a != b and not abs(a - b) <= max(TOLERANCE * max(abs(a), abs(b)), noise) and (a == a or b == b)


def different(ours, theirs, kind, size):
    """How many elements of a block are too far from each other, read as float or double."""
    whole = len(ours) // size * size
    a, b = ours[:whole].cast(kind), theirs[:whole].cast(kind)
    largest = max((abs(x) for x in b if abs(x) < 1e300), default=0)
    return sum(map(far, a, b, [NOISE * largest] * len(a))) + (ours[whole:] != theirs[whole:])


def compare(ours, theirs):
    """"equal", "within 1e-3", or "differs" and how."""
    ours, theirs = reads(ours), reads(theirs)
    if not ours and not theirs:
        return "differs: nothing was read back"
    if [len(read) for read in ours] != [len(read) for read in theirs]:
        return f"differs: {len(ours)} reads of other sizes than PoCL's {len(theirs)}"
    wrong = {("f", 4): 0, ("d", 8): 0}
    equal = True
    for a, b in zip(ours, theirs):
        if a == b:
            continue
        equal = False
        for at in range(0, len(a), BLOCK):
            x, y = a[at:at + BLOCK], b[at:at + BLOCK]
            if x != y:
                for kind, size in wrong:
                    wrong[kind, size] += different(x, y, kind, size)
    if equal:
        return "equal"
    part = min(count * size for (_, size), count in wrong.items()) / sum(len(read) for read in ours)
    return f"within {TOLERANCE:g}" if part <= FEW else f"differs in {100 * part:.1f} % of the elements"
