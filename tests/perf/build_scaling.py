#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Build time and memory as a function of a kernel's size, against Clang.

Generated kernels are written once in what OpenCL C and C share. Weft compiles them as they are,
on one thread; Clang compiles the same work-item function in a plain loop. The kernels of the bench
use builtins that C lacks: for them, and for sources that are named, Clang compiles the OpenCL C
itself, one work-item and no loop.
"""

import argparse
import math
import os
import pathlib
import resource
import shlex
import subprocess
import sys
import tempfile

import performance_doc

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLANG = "clang-22"
FIXED_SECONDS = 0.010  # what a build may cost whatever its size
LIMIT_SECONDS = 10  # of CPU time for one build, so that the whole run stays bounded
SOURCE_LIMIT_SECONDS = 120  # of a source that is named, which may be an application's

C_PRELUDE = """
typedef unsigned int uint;
typedef float float4 __attribute__((ext_vector_type(4)));
typedef unsigned uint4 __attribute__((ext_vector_type(4)));
static volatile uint place;
#define PLACE place
#define global
#define local static
#define CLK_LOCAL_MEM_FENCE 0
#define barrier(flags) __asm__ volatile("" ::: "memory")
float sinf(float);
#define sin sinf
#define atomic_add(where, what) __atomic_fetch_add(where, what, __ATOMIC_RELAXED)
"""


class Kernel:
    """A work-item function of `g`, its global id, and what is declared before it."""

    def __init__(self, body, params="global uint *o, uint c", before="", name="k"):
        self.body, self.params, self.before, self.name = body, params, before, name

    def opencl(self):
        item = "uint g = get_global_id(0);\n"
        return f"{self.before}\nkernel void {self.name}({self.params}) {{\n{item}{self.body}\n}}\n"

    def c(self):
        names = ", ".join(p.split()[-1].lstrip("*") for p in self.params.split(","))
        return (f"{self.before}\nstatic inline void {self.name}_item(uint g, {self.params}) "
                f"{{\n{self.body}\n}}\nvoid {self.name}(uint n, {self.params}) {{\n"
                f"for (uint g = 0; g < n; ++g) {self.name}_item(g, {names});\n}}\n")


def lines(n, text):
    return "\n".join(text(i) for i in range(n))


def straight(n):
    return [Kernel("uint a = g;\n" + lines(n, lambda i: f"a = a * c + o[g + {i}];") + "\no[g] = a;")]


def switch(n):
    cases = lines(n, lambda i: f"case {i}: o[g + {i * 7}] = g * {i % 7}u + {i * 7919}u; break;")
    return [Kernel(f"switch (o[g] ^ c) {{\n{cases}\n}}")]


def else_if(n):
    chain = "\nelse ".join(f"if (x == {i * 7919}u) o[g] = {i}u;" for i in range(n))
    return [Kernel("uint x = o[g] ^ c;\n" + chain)]


def negations(n):
    return [Kernel(f"o[g] = {'!' * n}o[g];")]


def nested_loops(n):
    heads = lines(n, lambda i: f"for (uint i{i} = 0; i{i} < (c & {i + 1}u); ++i{i})")
    return [Kernel(f"uint a = g;\n{heads}\na = a * 3u + i{n - 1};\no[g] = a;")]


def barriers(n):
    phases = lines(n, lambda i: f"t[(g + {i}u) & 63u] = a; barrier(CLK_LOCAL_MEM_FENCE); "
                                f"a += t[(g + {i + 1}u) & 63u]; barrier(CLK_LOCAL_MEM_FENCE);")
    return [Kernel(f"local uint t[64];\nuint a = o[g] + c;\n{phases}\no[g] = a;")]


def helpers(n):
    before = lines(n, lambda i: f"static uint f{i}(uint x) {{ return x * {2 * i + 1}u ^ x >> 3; }}")
    calls = lines(n, lambda i: f"a = f{i}(a);")
    return [Kernel(f"uint a = o[g] + c;\n{calls}\no[g] = a;", before=before)]


def arguments(n):
    params = "global uint *o, " + ", ".join(f"uint a{i}" for i in range(n))
    sums = lines(n, lambda i: f"s = s * 3u + a{i};")
    return [Kernel(f"uint s = g;\n{sums}\no[g] = s;", params)]


def vectors(n):
    steps = lines(n, lambda i: f"a = a.yzwx * v[g] + v[g + {i}];")
    return [Kernel(f"float4 a = v[g];\n{steps}\nv[g] = a;", "global float4 *v")]


def whole_vectors(n):
    steps = lines(n, lambda i: f"a = (a ^ b) + {i}u;" if i % 2 else f"b = b * {i + 3}u - a;")
    return [Kernel(f"uint4 a = v[g], b = w[g];\n{steps}\nv[g] = a + b;", "global uint4 *v, global uint4 *w")]


def local_atomics(n):
    chain = lines(n, lambda i: f"atomic_add(&t[(a + {i}u) & 63u], c);")
    return [Kernel("local uint t[64];\nuint a = o[g];\nt[g & 63u] = 0u;\n"
                   f"barrier(CLK_LOCAL_MEM_FENCE);\n{chain}\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
                   "o[g] = t[g & 63u];")]


def many_kernels(n):
    return [Kernel(f"o[g] = o[g] * c + {i}u;", name=f"k{i}") for i in range(n)]


def sine_kernels(n):
    return [Kernel(f"o[g] = sin(o[g] + {i}.0f);", "global float *o", name=f"k{i}")
            for i in range(n)]


def step(i, otherwise):
    return (f"static int f{i}(int a) {{ switch (a & 3) {{ case 0: return a * {i}; "
            f"case 1: return a + {3 * i}; }} return {otherwise}; }}")


def chain(n):
    """Each function calls the one before it."""
    before = "static int f0(int a) { return a; }\n" + "\n".join(
        step(i, f"f{i - 1}(a >> 1)") for i in range(1, n))
    return [Kernel(f"o[g] = f{n - 1}(o[g]);", "global int *o", before)]


def placed_chain(n):
    """The same around the work-item's id, so that nothing of it may stay a call."""
    before = "static int f0(int a) { return a ^ PLACE; }\n" + "\n".join(
        step(i, f"f{i - 1}(a * 5 + {i})") for i in range(1, n))
    return [Kernel(f"o[g] = f{n - 1}(o[g]);", "global int *o", before)]


def sequence(n):
    """The kernel calls one function after the other."""
    before = "\n".join(step(i, "a >> 1") for i in range(n))
    calls = lines(n, lambda i: f"a = f{i}(a);")
    return [Kernel(f"int a = o[g];\n{calls}\no[g] = a;", "global int *o", before)]


def doubled(least):
    return [least * factor for factor in (1, 2, 4, 8)]


# Name, generator, sizes.
GENERATED = [
    ("straight lines", straight, doubled(250)),
    ("switch with stores", switch, doubled(125) + [4000]),
    ("else-if chain", else_if, doubled(125)),
    ("negations", negations, doubled(500)),
    ("nested loops", nested_loops, doubled(4)),
    ("barriers", barriers, doubled(16)),
    ("helpers", helpers, doubled(100)),
    ("chain of calls", chain, [100, 300, 1000, 3000]),
    ("chain around an id", placed_chain, [100, 300, 1000, 3000]),
    ("sequence of calls", sequence, [1000, 3000]),
    ("arguments", arguments, doubled(125)),
    ("float4 code", vectors, doubled(125)),
    ("whole vectors", whole_vectors, doubled(500)),
    ("local atomics", local_atomics, doubled(32)),
    ("kernels", many_kernels, doubled(8) + [300]),
    ("kernels of a sine", sine_kernels, [50, 300]),
]


def measure(command, limit_seconds):
    """User seconds and peak MB of a process; instead of them, "fails" or that time ran out."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (limit_seconds, limit_seconds))

    # Popen would collect the process itself: wait4 is what gives the usage of this one alone.
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               preexec_fn=limit)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode == 0:
        return usage.ru_utime, usage.ru_maxrss / 1024
    if usage.ru_utime + usage.ru_stime >= limit_seconds * 0.95:
        return f"> {limit_seconds}"
    print(f"exit code {process.returncode}: {' '.join(map(str, command))}", file=sys.stderr)
    return "fails"


def build_with_weft(weftc, source, options="", limit_seconds=LIMIT_SECONDS):
    return measure([weftc, "--threads", "1", "--options", options, "-o", "/dev/null", source],
                   limit_seconds)


def build_with_clang(source, *options, limit_seconds=LIMIT_SECONDS):
    return measure([CLANG, "-O2", "-march=native", "-w", "-fbracket-depth=100000", "-c",
                    *options, source, "-o", "/dev/null"], limit_seconds)


def measured(result):
    return isinstance(result, tuple)


def row(name, size, weft, clang, smaller=None):
    """One line of the table; `smaller` is a smaller size and Weft's result at that."""
    def seconds(result):
        return f"{result[0]:.2f}" if measured(result) else result

    ratio = growth = "-"
    if measured(weft) and measured(clang):
        ratio = f"{max(weft[0] - FIXED_SECONDS, 0) / max(clang[0], 0.001):.1f}"
    if smaller and measured(weft) and measured(smaller[1]):
        times = max(weft[0], 0.001) / max(smaller[1][0], 0.001)
        growth = f"{math.log(times, size / smaller[0]):.1f}"
    memory = f"{weft[1]:.0f}" if measured(weft) else "-"
    return f"| {name} | {size} | {seconds(weft)} | {seconds(clang)} | {ratio} | {growth} | {memory} |"


def generated_rows(weftc, folder, wanted):
    for name, generate, sizes in GENERATED:
        if wanted and name not in wanted:
            continue
        smaller = None
        for size in sizes:
            kernels = generate(size)
            opencl, c = folder / "k.cl", folder / "k.c"
            opencl.write_text("#define PLACE get_global_id(0)\n" +
                              "\n".join(k.opencl() for k in kernels))
            c.write_text(C_PRELUDE + "\n".join(k.c() for k in kernels))
            weft = build_with_weft(weftc, opencl)
            yield row(name, size, weft, build_with_clang(c), smaller)
            smaller = size, weft
            if not measured(weft):
                break  # larger ones would only run out of time as well


def real_rows(weftc, wanted):
    for source in sorted((ROOT / "tests/perf/kernels").glob("*.cl")):
        if wanted and source.stem not in wanted:
            continue
        clang = build_with_clang(source, "-x", "cl", "-cl-std=CL1.2")
        count = len(source.read_text().splitlines())
        yield row(source.stem, f"{count} lines", build_with_weft(weftc, source), clang)


def source_rows(weftc, sources, options):
    for source in sources:
        count = len(source.read_text().splitlines())
        clang = build_with_clang(source, "-x", "cl", "-cl-std=CL1.2", *shlex.split(options),
                                 limit_seconds=SOURCE_LIMIT_SECONDS)
        weft = build_with_weft(weftc, source, options, SOURCE_LIMIT_SECONDS)
        yield row(source.stem, f"{count} lines", weft, clang)


def main():
    parser = argparse.ArgumentParser(prog="dev bench --build-scaling", description=__doc__)
    parser.add_argument("rows", nargs="*", help="only these rows, or files of OpenCL C; the "
                                                "document is left alone")
    parser.add_argument("--options", default="", help="options for the files, as for clBuildProgram")
    parser.add_argument("--weftc", default=ROOT / "build/release/bin/weftc")
    arguments_ = parser.parse_args()
    table = ["| kernel | size | Weft s | Clang s | ratio | growth | Weft MB |",
             "|---|--:|--:|--:|--:|--:|--:|"]
    print(*table, sep="\n")
    sources = [pathlib.Path(row) for row in arguments_.rows if row.endswith(".cl")]
    wanted = [row for row in arguments_.rows if not row.endswith(".cl")]
    if unknown := set(wanted) - {name for name, *_ in GENERATED} - {
            source.stem for source in (ROOT / "tests/perf/kernels").glob("*.cl")}:
        parser.error(f"there is no row {', '.join(sorted(unknown))}")
    if missing := [str(source) for source in sources if not source.is_file()]:
        parser.error(f"there is no file {', '.join(missing)}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for rows in (source_rows(arguments_.weftc, sources, arguments_.options),
                     () if sources and not wanted else
                     generated_rows(arguments_.weftc, folder, wanted),
                     () if sources and not wanted else real_rows(arguments_.weftc, wanted)):
            for line in rows:
                print(line, flush=True)
                table.append(line)
    if arguments_.rows:
        return
    text = f"""`./dev bench --build-scaling` on {performance_doc.cpu()}: user time of
`weftc --threads 1` and of `{CLANG} -O2 -march=native`, which compiles the same work-item function in
a plain loop (for the kernels of the bench: one work-item without a loop). The ratio leaves out
{FIXED_SECONDS * 1000:.0f} ms of Weft's time. The growth is the exponent from the size above to this
one: 1 is linear, 2 quadratic. A build is stopped after {LIMIT_SECONDS} s of CPU time. Weft compiles
for the CPU that `weftc` takes by default.
"""
    performance_doc.write_section("Build time by size of the kernel",
                                  text + "\n" + "\n".join(table))


if __name__ == "__main__":
    main()
