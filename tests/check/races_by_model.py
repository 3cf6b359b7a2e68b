#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of random linear accesses: whether Weft finds a race in each, against a model that tries all pairs.

What a race check leaves out is what is proved at build and by the launch's sizes (passes/check/launch_proofs.h,
group_proofs.h); kernels here are near the border of what these proofs say: strides that are just large enough or just
too small, bounds of ids, quotients and remainders, halves, pivots, strides that change at each barrier.
"""

import argparse
import os
import random
import re
import subprocess
import sys


class Expression:
    """An index in text, and as a function of a work-item and the loop's iteration."""

    def __init__(self, text, value):
        self.text, self.value = text, value


class Item:
    def __init__(self, gx, gy, lx, ly, group):
        self.gx, self.gy, self.lx, self.ly, self.group = gx, gy, lx, ly, group
        self.data = (gx * 7 + gy * 3) % 4


def near(rng, value):
    return max(0, value + rng.choice((0, 0, 0, -1, 1)))


def index_in_global_memory(rng, sizes):
    """Of the global ids, or of digits of one; the factors are arguments as often as not."""
    nx, ny, local = sizes
    kind = rng.choice(("id", "row", "row", "pivot_row", "pivot_column", "digits", "exchange", "half", "tile", "byte", "mask", "one"))
    if local == 512 and rng.random() < 0.5:
        kind = "byte"
    c, pitch, k = rng.randrange(3), near(rng, nx), rng.randrange(nx)
    d = rng.choice((2, 4, 5, 8))
    if kind == "id":
        s = rng.choice((1, 2, 3))
        return Expression(f"gx * {s} + {c}", lambda i, s=s: i.gx * s + c)
    if kind == "row":
        return Expression(f"gy * {pitch} + gx + {c}", lambda i: i.gy * pitch + i.gx + c)
    if kind == "pivot_row":
        return Expression(f"{k % ny} * {nx} + gx", lambda i: k % ny * nx + i.gx)
    if kind == "pivot_column":
        return Expression(f"gy * {nx} + {k}", lambda i: i.gy * nx + k)
    if kind == "digits":
        step = near(rng, d)
        return Expression(f"gx / {d} * {step} + gx % {d}", lambda i: i.gx // d * step + i.gx % d)
    if kind == "exchange":
        far = rng.choice((0, d, near(rng, d)))
        return Expression(f"gx / {d} * {2 * d} + gx % {d} + {far}", lambda i: i.gx // d * 2 * d + i.gx % d + far)
    if kind == "half":
        far = rng.choice((0, near(rng, nx), nx))
        return Expression(f"gx + {far}", lambda i: i.gx + far)
    if kind == "byte":
        s = rng.choice((1, 4, 32))
        return Expression(f"(uchar)(gx * {s})", lambda i, s=s: i.gx * s % 256)
    if kind == "mask":
        d = rng.choice((4, 8, 64))
        return Expression(f"(gx + {c} & {d - 1})", lambda i, d=d: (i.gx + c) % d)
    if kind == "tile":
        step = near(rng, local)
        return Expression(f"wx * {step} + lx", lambda i: i.group[0] * step + i.lx)
    return Expression(f"{c}", lambda i: c)


def bound_in_global_memory(rng, sizes):
    nx, ny, local = sizes
    b = rng.randrange(nx)
    return rng.choice((
        Expression("true", lambda i: True), Expression("true", lambda i: True),
        Expression(f"gx < {b}", lambda i: i.gx < b), Expression(f"gx != {b}", lambda i: i.gx != b),
        Expression(f"gy != {b % ny}", lambda i: i.gy != b % ny), Expression(f"lx == {b % local}", lambda i: i.lx == b % local),
        Expression(f"gx > {b} && gy > 0", lambda i: i.gx > b and i.gy > 0)))


def index_in_local_memory(rng, local):
    kind = rng.choice(("id", "id", "plus_stride", "minus_stride", "shifted", "column", "reverse", "byte", "one"))
    if local == 512 and rng.random() < 0.5:
        kind = "byte"
    c, step = rng.randrange(3), rng.choice((1, 1, 2))
    if kind == "id":
        return Expression(f"lx * {step}", lambda i, s: i.lx * step)
    if kind == "plus_stride":
        return Expression("lx + stride", lambda i, s: i.lx + s)
    if kind == "minus_stride":
        return Expression("lx - stride + 256", lambda i, s: i.lx - s + 256)
    if kind == "shifted":
        far = near(rng, local)
        return Expression(f"lx + {far}", lambda i, s: i.lx + far)
    if kind == "column":
        row = near(rng, local)
        return Expression(f"data * {row} + lx", lambda i, s: i.data * row + i.lx)
    if kind == "byte":
        s = rng.choice((1, 16, 64))
        return Expression(f"(uchar)(lx * {s})", lambda i, stride, s=s: i.lx * s % 256)
    if kind == "reverse":
        return Expression(f"{local - 1} - lx", lambda i, s: local - 1 - i.lx)
    return Expression(f"{c}", lambda i, s: c)


def bound_in_local_memory(rng, local):
    b = rng.randrange(local)
    return rng.choice((
        Expression("true", lambda i, s: True), Expression("lx < stride", lambda i, s: i.lx < s),
        Expression("lx <= stride", lambda i, s: i.lx <= s), Expression("lx >= stride", lambda i, s: i.lx >= s),
        Expression(f"lx == {b}", lambda i, s: i.lx == b), Expression(f"lx < {b}", lambda i, s: i.lx < b)))


class Kernel:
    def __init__(self, number, rng):
        self.name = f"k{number}"
        # Of more than 256, in which bytes are the same for two.
        self.local = rng.choice((4, 8, 16, 4, 8, 16, 512))
        groups = 1 if self.local == 512 else rng.choice((1, 2, 4))
        self.nx, self.ny = self.local * groups, rng.choice((1, 1, 4, 6)) if self.local < 512 else 1
        self.is_local = rng.random() < 0.5
        lines = self.local_body(rng) if self.is_local else self.global_body(rng)
        self.text = "\n".join([
            f"kernel void {self.name}(global int *a, global int *out, local int *tile) {{",
            "  int gx = get_global_id(0), gy = get_global_id(1), lx = get_local_id(0), wx = get_group_id(0);",
            "  int data = (gx * 7 + gy * 3) % 4, sum = 0, own = gy * 1000 + gx;", *("  " + line for line in lines),
            f"  out[gy * {self.nx} + gx] = sum;", "}", ""])

    def items(self):
        for gy in range(self.ny):
            for gx in range(self.nx):
                yield Item(gx, gy, gx % self.local, 0, (gx // self.local, gy))

    @staticmethod
    def access(writes, memory, index, bound, number):
        if writes:
            return f"if ({bound.text}) {memory}[{index.text}] = own + {number * 100000};"
        return f"if ({bound.text}) sum += {memory}[{index.text}];"

    def global_body(self, rng):
        sizes = (self.nx, self.ny, self.local)
        parts = [(n == 0 or rng.random() < 0.3, index_in_global_memory(rng, sizes), bound_in_global_memory(rng, sizes))
                 for n in range(rng.choice((1, 2, 2, 3)))]
        self.phases = [[(w, index.value, bound.value) for w, index, bound in parts]]
        return [self.access(w, "a", index, bound, n) for n, (w, index, bound) in enumerate(parts)]

    def local_body(self, rng):
        """A loop in which a stride is halved at each barrier."""
        def part(n):
            return (n == 0 or rng.random() < 0.3, index_in_local_memory(rng, self.local),
                    bound_in_local_memory(rng, self.local))
        parts = [part(n) for n in range(rng.choice((1, 2, 2, 3)))]
        after = [part(1)] if rng.random() < 0.3 else []
        strides = []
        stride = self.local // 2
        while stride:
            strides.append(stride)
            stride //= 2
        self.phases = [[(w, lambda i, f=index.value, s=s: f(i, s), lambda i, f=bound.value, s=s: f(i, s))
                        for w, index, bound in parts] for s in strides]
        # Behind the last barrier.
        self.phases.append([(w, lambda i, f=index.value: f(i, 0), lambda i, f=bound.value: f(i, 0))
                            for w, index, bound in after])
        lines = [f"int stride = {self.local // 2};", "for (; stride > 0; stride /= 2) {"]
        lines += ["  " + self.access(w, "tile", index, bound, n) for n, (w, index, bound) in enumerate(parts)]
        lines += ["  barrier(CLK_LOCAL_MEM_FENCE);", "}"]
        return lines + [self.access(w, "tile", index, bound, 9) for w, index, bound in after]

    def races(self):
        for phase in self.phases:
            seen = {}  # place: the work-items that have read, and written
            for item in self.items():
                for writes, index, bound in phase:
                    if not bound(item):
                        continue
                    place = (item.group if self.is_local else None, index(item))
                    readers, writers = seen.setdefault(place, (set(), set()))
                    me = (item.gx, item.gy)
                    if writers - {me} or (writes and readers - {me}):
                        return True
                    (writers if writes else readers).add(me)
        return False


def kernels(seed, count):
    rng = random.Random(seed)
    return [Kernel(number, rng) for number in range(count)]


def run(made):
    """In a process of its own, whose standard error has the reports."""
    import numpy
    import pyopencl as cl
    context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    queue = cl.CommandQueue(context)
    program = cl.Program(context, "".join(kernel.text for kernel in made)).build()
    zeros = numpy.zeros(4096, numpy.int32)
    a, out = (cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=zeros) for _ in range(2))
    for kernel in made:
        getattr(program, kernel.name)(queue, (kernel.nx, kernel.ny), (kernel.local, 1), a, out, cl.LocalMemory(4 * 4096))
    queue.finish()


def reported(seed, count):
    command = [sys.executable, __file__, "--seed", str(seed), "--count", str(count), "--run"]
    environment = {**os.environ, "WEFT_CHECK": "race", "PYOPENCL_NO_CACHE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"seed {seed}: ended with {done.returncode}\n{done.stderr[-2000:]}")
    return set(re.findall(r"^  in '(k\d+)', work-item", done.stderr, re.MULTILINE))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40, help="kernels of a program (40)")
    parser.add_argument("--programs", type=int, default=1, help="with seeds that follow each other (1)")
    parser.add_argument("--run", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    try:
        import pyopencl  # noqa: F401
    except ImportError:
        return 77
    if args.run:
        run(kernels(args.seed, args.count))
        return 0
    wrong = races = 0
    for seed in range(args.seed, args.seed + args.programs):
        found = reported(seed, args.count)
        for kernel in kernels(seed, args.count):
            is_race = kernel.races()
            races += is_race
            if is_race != (kernel.name in found):
                wrong += 1
                print(f"seed {seed}: {'not found' if is_race else 'not a race'}, {kernel.nx} x {kernel.ny}, groups of "
                      f"{kernel.local}:\n{kernel.text}")
    total = args.programs * args.count
    print(f"{total} kernels, {races} with a race: {wrong} wrong")
    return 1 if wrong or not 0 < races < total else 0


if __name__ == "__main__":
    sys.exit(main())
