# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small kernels of integers, each with the same in NumPy."""

import ctypes
import struct

import numpy as np

from memory import host_memory, pick, transfer
from model import Command
from opencl import handles, sizes

SOURCE = """
kernel void axpy(global uint *y, global const uint *x, uint a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) y[i] = a * x[i] + y[i];
}
kernel void scatter(global uint *to, global const uint *from, uint factor, uint add, uint n) {
  uint i = get_global_id(0) - get_global_offset(0);
  to[(i * factor + add) & (n - 1)] = from[i] ^ i;
}
kernel void turn(global uint *to, global const uint *from, local uint *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), i = get_global_linear_id();
  tmp[l] = from[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  to[i] = tmp[n - 1 - l] + get_group_id(0) * 3 + get_enqueued_local_size(0);
}
kernel void ids(global uint *to) {
  size_t i = get_global_linear_id();
  to[i] = get_global_id(0) + 1000 * get_global_id(1) + 1000000 * get_global_id(2) + 7 * get_global_offset(0) +
          11 * get_global_size(0) + 13 * get_global_size(1) + 17 * get_global_size(2) + get_work_dim();
}
struct odd { char a; int b; short c; };
kernel void many(global uint *to, char a, uchar b, short c, ushort d, int e, uint f, long g, ulong h, uchar2 i, short3 j,
                 int4 k, ulong2 l, struct odd m, float n, double o, uchar16 p, constant uint *q, global const uint *r) {
  uint s = (uint)a + 3u * b + 5u * (uint)c + 7u * d + 11u * (uint)e + 13u * f + 17u * (uint)g + 19u * (uint)(h >> 32);
  s += 23u * i.x + 29u * i.y + 31u * (uint)j.x + 37u * (uint)j.z + 41u * (uint)k.x + 43u * (uint)k.w + 47u * (uint)l.y;
  s += 53u * (uint)m.a + 59u * (uint)m.b + 61u * (uint)m.c + 67u * as_uint(n) + 71u * (uint)(as_ulong(o) >> 32);
  s += 73u * p.sf + 79u * p.s0 + (q ? q[0] : 83u) + (r ? r[0] : 89u);
  to[get_global_id(0)] = s + (uint)get_global_id(0);
}
kernel void bytes(global uchar *to, uchar key) { to[get_global_id(0)] ^= key + (uchar)get_global_id(0); }
kernel void count(global const uchar *from, global uint *to) { atomic_inc(to + (from[get_global_id(0)] & 7)); }
kernel void chase(global ulong *table, uint n) {
  size_t i = get_global_id(0);
  global uint *p = (global uint *)table[i % n];
  if (i < n) *p = *p * 5 + (uint)i;
}
kernel void flip(read_only image2d_t from, write_only image2d_t to, int width) {
  int2 at = {get_global_id(0), get_global_id(1)};
  write_imageui(to, (int2)(width - 1 - at.x, at.y), read_imageui(from, at));
}
"""


class Kernels:
    """A program's kernels; each sequence of commands has its own, as their arguments are no thread's."""

    def __init__(self, cl, context, devices):
        self.cl = cl
        text = SOURCE.encode()
        source = (ctypes.c_char_p * 1)(text)
        self.program = cl.make("clCreateProgramWithSource", context, 1, source, None)
        list_of = handles(devices)
        cl.ok("clBuildProgram", self.program, len(devices), list_of, b"-cl-std=CL3.0", None, None)

    def make(self, name):
        return self.cl.make("clCreateKernel", self.program, name.encode())

    def release(self):
        self.cl.ok("clReleaseProgram", self.program)


class Local(int):
    """A number of bytes of local memory."""


def set_argument(world, kernel, index, value):
    """By any of the functions that can."""
    cl = world.cl
    if isinstance(value, Local):
        cl.ok("clSetKernelArg", kernel, index, int(value), None)
    elif isinstance(value, bytes):
        cl.ok("clSetKernelArg", kernel, index, len(value), value)
    elif isinstance(value, tuple):
        memory, first = value
        if memory is None:
            name = world.rng.choice(["clSetKernelArg", "clSetKernelArgSVMPointer", "handle"])
            if name == "clSetKernelArg":
                cl.ok(name, kernel, index, 8, None)
            elif name == "handle":
                cl.ok("clSetKernelArg", kernel, index, 8, handles([None]))
            else:
                cl.ok(name, kernel, index, None)
        elif memory.address is None:
            cl.ok("clSetKernelArg", kernel, index, 8, handles([memory.handle]))
        else:
            name = "clSetKernelArgSVMPointer"
            if memory.kind.startswith("usm") and world.rng.random() < 0.5:
                name = "clSetKernelArgMemPointerINTEL"
            cl.ok(name, kernel, index, memory.address + first)
    else:
        cl.ok("clSetKernelArg", kernel, index, 8, handles([value.handle]))


def launch(world, name, arguments, global_size, local_size, offset, accesses, apply, indirect=None):
    rng, cl = world.rng, world.cl
    kernel = world.kernel(name)
    old = world.arguments.setdefault(name, {})

    def prepare():
        for index, value in enumerate(arguments):
            # What is set already need not be set again.
            if name in world.arguments and old.get(index) == value and not isinstance(value,
                                                                                      tuple) and rng.random() < 0.7:
                continue
            set_argument(world, kernel, index, value)
            old[index] = value
        if indirect:
            pointers = handles(indirect)
            cl.ok("clSetKernelExecInfo", kernel, cl.CL_KERNEL_EXEC_INFO_SVM_PTRS, 8 * len(indirect), pointers)

    if world.checked:
        # Checks take each argument for used as a whole.
        whole = {(id(v[0]), w): (v[0], w) for v in arguments if isinstance(v, tuple) and v[0] for w in (True, False)
                 if any(s is v[0].storage and w == a for s, _, _, a in accesses)}
        accesses = accesses + [m.access(0, m.size, w) for m, w in whole.values()]
    clone = rng.random() < 0.15
    sizes_given = [len(global_size), sizes(offset), sizes(global_size), sizes(local_size)]
    command = Command("clEnqueueNDRangeKernel", [kernel, *sizes_given],
                      accesses, apply, kind="CL_COMMAND_NDRANGE_KERNEL", record="clCommandNDRangeKernelKHR")
    if clone:
        def prepare_clone():
            prepare()
            copy = cl.make("clCloneKernel", kernel)
            command.arguments[0] = copy
            world.to_release.append(("clReleaseKernel", copy))
        command.prepare = prepare_clone
    else:
        command.prepare = prepare
    command.arguments_of_kernel = arguments
    return command


def words(world, writes, limit=20000):
    """Part of some memory as numbers: (memory, its first byte, where a kernel begins, count, the numbers)."""
    cl = world.cl
    memory = pick(world, writes)
    if not memory or memory.size < 4:
        return None
    if memory.handle and memory.flags & (cl.CL_MEM_READ_ONLY if writes else cl.CL_MEM_WRITE_ONLY):
        return None
    if memory.handle and memory.host and memory.host.address % 4:
        return None  # a kernel's pointer has to be aligned
    first = 0
    if memory.address:
        first = -memory.address % 4
        if memory.size < first + 4:
            return None
        if world.rng.random() < 0.5:
            first += 4 * world.rng.randrange((memory.size - first) // 4)
    count = min((memory.size - first) // 4, limit)
    count = world.rng.choice([count, world.rng.randint(1, count)])
    return memory, first, count


def numbers(found, count=None):
    memory, first, n = found
    return memory.bytes(first, 4 * (n if count is None else count)).view(np.uint32)


def uint(value):
    return struct.pack("<I", value & 0xFFFFFFFF)


def any_local(rng, size, most=1024):
    """Null, or one that divides, or not."""
    kind = rng.random()
    if kind < 0.4:
        return None
    first = rng.choice([1, min(size[0], most), rng.randint(1, min(size[0], 64)), 16])
    return [first] + [rng.randint(1, 4) if first <= 256 else 1 for _ in size[1:]]


def apart(a, b, size_a, size_b, same=False):
    """Whether the ranges are disjoint, or, if that is allowed, the same."""
    first, second = a[0].base + a[1], b[0].base + b[1]
    if a[0].storage is not b[0].storage:
        return True
    return (same and first == second) or first + size_a <= second or second + size_b <= first


def axpy(world):
    rng = world.rng
    y, x = words(world, True), words(world, False)
    if not y or not x or y[0].flags & world.cl.CL_MEM_WRITE_ONLY:
        return None
    n = min(y[2], x[2])
    if not apart(y, x, 4 * n, 4 * n, True):
        return None
    a = rng.getrandbits(32)
    offset = rng.choice([None, None, [0], [rng.randint(1, n)]])
    first = min(offset[0] if offset else 0, n)
    extra = rng.choice([0, 0, 5])

    def apply():
        target = numbers(y, n)
        target[first:] = np.uint32(a) * numbers(x, n)[first:] + target[first:]

    size = [n - first + extra or 1]
    accesses = [y[0].access(y[1], 4 * n, True), x[0].access(x[1], 4 * n, False)]
    return launch(world, "axpy", [y[:2], x[:2], uint(a), uint(n)], size, any_local(rng, size), offset, accesses,
                  apply)


def scatter(world):
    rng = world.rng
    to, source = words(world, True), words(world, False)
    if not to or not source:
        return None
    n = 1 << (min(to[2], source[2]).bit_length() - 1)
    if not apart(to, source, 4 * n, 4 * n):
        return None
    factor, add = rng.getrandbits(32) | 1, rng.getrandbits(32)

    def apply():
        i = np.arange(n, dtype=np.uint32)
        numbers(to, n)[(i * np.uint32(factor) + np.uint32(add)) & np.uint32(n - 1)] = numbers(source, n) ^ i

    size = [n]
    accesses = [to[0].access(to[1], 4 * n, True), source[0].access(source[1], 4 * n, False)]
    return launch(world, "scatter", [to[:2], source[:2], uint(factor), uint(add), uint(n)], size,
                  any_local(rng, size),
                  rng.choice([None, [7]]), accesses, apply)


def turn(world):
    rng = world.rng
    to, source = words(world, True), words(world, False)
    if not to or not source:
        return None
    n = min(to[2], source[2])
    if not apart(to, source, 4 * n, 4 * n):
        return None
    local = rng.choice([1, 2, 7, 16, 33, 64, 256])

    def apply():
        values, result = numbers(source, n).copy(), numbers(to, n)
        for group, first in enumerate(range(0, n, local)):
            part = values[first:first + local]
            result[first:first + local] = part[::-1] + np.uint32(3 * group + local)

    accesses = [to[0].access(to[1], 4 * n, True), source[0].access(source[1], 4 * n, False)]
    return launch(world, "turn", [to[:2], source[:2], Local(4 * local + rng.choice([0, 64]))], [n], [local], None,
                  accesses, apply)


def ids(world):
    rng = world.rng
    to = words(world, True)
    if not to:
        return None
    size, left = [], to[2]
    for _ in range(rng.randint(1, 3)):
        size.append(rng.randint(1, min(left, rng.choice([3, 20, 20000]))))
        left //= size[-1]
    n = int(np.prod(size))
    offset = rng.choice([None, [rng.randint(0, 50) for _ in size]])

    def apply():
        x, y, z = (size + [1, 1])[:3]
        at = (offset or []) + [0, 0, 0]
        k, j, i = np.indices((z, y, x), dtype=np.uint32)
        result = (i + np.uint32(at[0])) + np.uint32(1000) * (j + np.uint32(at[1])) + np.uint32(1000000) * (k + np.uint32(at[2]))
        result += np.uint32(7 * at[0] + 11 * x + 13 * y + 17 * z + len(size))
        numbers(to, n)[:] = result.reshape(-1)

    return launch(world, "ids", [to[:2]], size, any_local(rng, size), offset, [to[0].access(to[1], 4 * n, True)],
                  apply)


def many(world):
    rng = world.rng
    to = words(world, True, 300)
    if not to:
        return None
    n = to[2]
    raw = [rng.randbytes(s) for s in (1, 1, 2, 2, 4, 4, 8, 8, 2, 8, 16, 16, 12, 4, 8, 16)]
    q, r = rng.choice([None, words(world, False, 1)]), rng.choice([None, words(world, False, 1)])
    for other in (q, r):
        if other and not apart(to, other, 4 * n, 4):
            return None

    def apply():
        f = [struct.unpack("<" + s, v) for s, v in zip(
            ("b", "B", "h", "H", "i", "I", "q", "Q", "2B", "4h", "4i", "2Q", "b3xih2x", "I", "Q", "16B"), raw)]
        s = f[0][0] + 3 * f[1][0] + 5 * f[2][0] + 7 * f[3][0] + 11 * f[4][0] + 13 * f[5][0] + 17 * f[6][0]
        s += 19 * (f[7][0] >> 32) + 23 * f[8][0] + 29 * f[8][1] + 31 * f[9][0] + 37 * f[9][2] + 41 * f[10][0]
        s += 43 * f[10][3] + 47 * f[11][1] + 53 * f[12][0] + 59 * f[12][1] + 61 * f[12][2] + 67 * f[13][0]
        s += 71 * (f[14][0] >> 32) + 73 * f[15][15] + 79 * f[15][0]
        s += (int(numbers(q, 1)[0]) if q else 83) + (int(numbers(r, 1)[0]) if r else 89)
        numbers(to, n)[:] = np.arange(n, dtype=np.uint32) + np.uint32(s & 0xFFFFFFFF)

    accesses = [to[0].access(to[1], 4 * n, True)]
    accesses += [o[0].access(o[1], 4, False) for o in (q, r) if o]
    arguments = [to[:2], *raw, q[:2] if q else (None, 0), r[:2] if r else (None, 0)]
    return launch(world, "many", arguments, [n], any_local(rng, [n]), None, accesses, apply)


def byte_wise(world):
    rng, cl = world.rng, world.cl
    memory = pick(world, True)
    if not memory or memory.flags & (cl.CL_MEM_READ_ONLY | cl.CL_MEM_WRITE_ONLY):
        return None
    first = rng.randrange(memory.size) if memory.address else 0
    n = rng.randint(1, min(memory.size - first, 70000))
    key = rng.randrange(256)

    def apply():
        memory.bytes(first, n)[:] ^= np.arange(n, dtype=np.uint64).astype(np.uint8) + np.uint8(key)

    return launch(world, "bytes", [(memory, first), bytes([key])], [n], any_local(rng, [n]), None,
                  [memory.access(first, n, True)], apply)


def count(world):
    rng, cl = world.rng, world.cl
    to, source = words(world, True), pick(world)
    if not to or to[2] < 8 or not source or source.flags & cl.CL_MEM_WRITE_ONLY or to[0].flags & cl.CL_MEM_WRITE_ONLY:
        return None
    n = rng.randint(1, min(source.size, 5000))
    if not apart(to, (source, 0), 32, n):
        return None

    def apply():
        numbers(to, 8)[:] += np.bincount(source.bytes(0, n) & 7, minlength=8).astype(np.uint32)

    accesses = [to[0].access(to[1], 32, True), source.access(0, n, False)]
    return launch(world, "count", [(source, 0), to[:2]], [n], any_local(rng, [n]), None, accesses, apply)


def chase(world):
    """Pointers in memory, to memory that no argument names."""
    rng = world.rng
    tables = [m for m in world.memories if m.kind in ("svm fine", "usm host", "usm shared",
                                                      "svm coarse") and m.size >= 8]
    targets = [m for m in world.memories if m.kind in ("svm fine", "svm coarse") and m.size >= 4]
    if not tables or not targets:
        return None
    table, target = rng.choice(tables), rng.choice(targets)
    if table is target or target.address % 4 or table.address % 8:
        return None
    n = rng.randint(1, min(table.size // 8, target.size // 4, 50))
    at = [4 * i for i in rng.sample(range(target.size // 4), n)]
    # The table is written by a command of its own, as anybody may have it.
    pointers = np.array([target.address + a for a in at], np.uint64).view(np.uint8)
    host = host_memory(world, 8 * n)
    host.actual[:] = host.bytes[:] = pointers
    writing = transfer(world, host, 0, table, 0, 8 * n)
    if not world.order.is_free(writing.accesses):
        return None
    index = world.order.submit(writing)
    if index < 0 or writing.failed:
        return None

    def apply():
        values = target.bytes(0, target.size // 4 * 4).view(np.uint32)
        for i, a in enumerate(at):
            values[a // 4] = np.uint32((int(values[a // 4]) * 5 + i) & 0xFFFFFFFF)

    accesses = [table.access(0, 8 * n, False), target.access(0, target.size, True)]
    return launch(world, "chase", [(table, 0), uint(n)], [n + rng.choice([0, 3])], None, None, accesses, apply,
                  indirect=[target.address + rng.choice([0, 0, target.size - 1])])


def flip(world):
    rng, cl = world.rng, world.cl
    found = [i for i in world.images if i.kind == "2D" and i.scalar.startswith("UNSIGNED") and i.order == "RGBA"]
    sources = [i for i in found if not i.flags & cl.CL_MEM_WRITE_ONLY]
    targets = [i for i in found if not i.flags & cl.CL_MEM_READ_ONLY]
    if not sources or not targets:
        return None
    source, target = rng.choice(sources), rng.choice(targets)
    width, height = min(source.dims[0], target.dims[0]), min(source.dims[1], target.dims[1])
    if source.storage is target.storage:
        return None

    def apply():
        kind = {"UNSIGNED_INT8": np.uint8, "UNSIGNED_INT16": np.uint16, "UNSIGNED_INT32": np.uint32}
        region = [width, height, 1]
        values = np.ascontiguousarray(source.view([0, 0, 0], region)).view(kind[source.scalar])[:, :, ::-1]
        new = np.minimum(values.astype(np.uint64), np.iinfo(kind[target.scalar]).max).astype(kind[target.scalar])
        target.view([0, 0, 0], region)[:] = np.ascontiguousarray(new).view(np.uint8)

    accesses = [source.access([0, 0, 0], source.dims, False), target.access([0, 0, 0], target.dims, True)]
    return launch(world, "flip", [source, target, uint(width)], [width, height], any_local(rng, [width, height]),
                  None,
                  accesses, apply)


KERNELS = [axpy, scatter, turn, ids, many, byte_wise, count, chase, flip]
NAMES = ["axpy", "scatter", "turn", "ids", "many", "bytes", "count", "chase", "flip"]
