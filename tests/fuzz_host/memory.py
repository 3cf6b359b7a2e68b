# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Buffers and memory by its address: how they are made, and the commands on them."""

import ctypes

import numpy as np

import mistakes
from model import Command, HostMemory, Storage, compare
from opencl import Different, properties, sizes

PATTERNS = [1, 2, 4, 8, 16, 32, 64, 128]


class Memory:
    """A range of a storage that the driver knows by a handle or an address."""

    def __init__(self, kind, storage, size, base=0, handle=None, address=None, flags=0, parent=None, host=None):
        self.kind, self.storage, self.size, self.base = kind, storage, size, base
        self.handle, self.address, self.flags, self.parent, self.host = handle, address, flags, parent, host
        self.failed_maps = 0  # commands that map nothing in the end

    def access(self, first, size, writes):
        return (self.storage, self.base + first, self.base + first + size, writes)

    def bytes(self, first, size):
        return self.storage.bytes[self.base + first:self.base + first + size]


def any_size(rng, limit=1 << 23):
    kind = rng.random()
    if kind < 0.1:
        return rng.randint(1, 16)
    if kind < 0.97:
        return rng.randint(1, 6000)
    return rng.randint(1, limit)


def any_range(rng, size, align=1):
    """(offset, size) inside, not empty; both multiples of align, if that is possible."""
    units = size // align
    if not units:
        return None
    if rng.random() < 0.25:
        return 0, units * align
    first = rng.randrange(units)
    return first * align, rng.randint(1, units - first) * align


def make_buffer(world):
    cl, rng = world.cl, world.rng
    size = any_size(rng)
    access = rng.choice(["", "", "CL_MEM_READ_WRITE", "CL_MEM_READ_ONLY", "CL_MEM_WRITE_ONLY"])
    host_access = rng.choice(["", "", "", "", "CL_MEM_HOST_WRITE_ONLY", "CL_MEM_HOST_READ_ONLY",
                              "CL_MEM_HOST_NO_ACCESS"])
    flags = sum(cl.constants[f] for f in (access, host_access) if f)
    host = None
    how = rng.choice(["", "", "alloc", "copy", "copy alloc", "use"])
    if "alloc" in how:
        flags |= cl.CL_MEM_ALLOC_HOST_PTR
    if "copy" in how:
        flags |= cl.CL_MEM_COPY_HOST_PTR
    if "use" in how:
        flags |= cl.CL_MEM_USE_HOST_PTR
    if "copy" in how or "use" in how:
        host = HostMemory(rng, size, rng.choice([1, 4, 64, 128, 4096]))
    pointer = host.address if host else None
    if rng.random() < 0.3:
        handle = cl.make("clCreateBufferWithProperties", world.context, rng.choice([None, properties()]), flags,
                         size, pointer)
    else:
        handle = cl.make("clCreateBuffer", world.context, flags, size, pointer)
    storage = Storage(f"buffer {handle:#x}", size)
    memory = Memory("buffer", storage, size, handle=handle, flags=flags, host=host if "use" in how else None)
    if host:
        storage.bytes[:] = host.bytes
        world.keep.append(host)
        if "copy" in how:
            host.actual[:] = host.bytes[:] = 0
    else:
        fill_whole(world, memory)
    world.watch(memory)
    world.memories.append(memory)


def make_buffer_of_svm(world):
    """A buffer whose memory is known by its address, too."""
    cl, rng = world.cl, world.rng
    found = [m for m in world.memories if m.kind.startswith("svm") and m.size > 128]
    if not found:
        return
    of = rng.choice(found)
    first, size = any_range(rng, of.size)
    first -= first % world.base_alignment
    handle = cl.make("clCreateBuffer", world.context, cl.CL_MEM_USE_HOST_PTR, size, of.address + first)
    world.pinned.add(id(of.storage))
    world.memories.append(Memory("buffer", of.storage, size, first, handle, flags=cl.CL_MEM_USE_HOST_PTR, host=of))
    world.watch(world.memories[-1])


def fill_whole(world, memory):
    pattern = bytes([world.rng.randrange(256)])
    world.order.submit(fill(world, memory, 0, memory.size, pattern), extra=False)


def make_sub_buffer(world):
    cl, rng = world.cl, world.rng
    parents = [m for m in world.memories if m.kind == "buffer" and not m.parent]
    if not parents:
        return
    parent = rng.choice(parents)
    origin, size = any_range(rng, parent.size)
    origin -= origin % world.base_alignment  # of the parent, which may itself lie in something
    region = sizes([origin, size])
    flags = rng.choice([0, 0, parent.flags & (1 | 2 | 4)])
    handle = cl.make("clCreateSubBuffer", parent.handle, flags, cl.CL_BUFFER_CREATE_TYPE_REGION, region)
    world.memories.append(Memory("buffer", parent.storage, size, parent.base + origin, handle, flags=parent.flags, parent=parent,
                                 host=parent.host))
    world.watch(world.memories[-1])


def make_allocation(world):
    cl, rng = world.cl, world.rng
    size = any_size(rng)
    kind = rng.choice(["svm coarse", "svm fine", "usm host", "usm device", "usm shared", "system"])
    align = rng.choice([0, 1, 2, 8, 64, 128])
    if kind == "system":
        host = HostMemory(rng, size, 16, "system memory")
        world.keep.append(host)
        world.host_memories.append(host)
        memory = Memory(kind, host, size, address=host.address)
        world.memories.append(memory)
        return
    if kind.startswith("svm"):
        flags = rng.choice([0, cl.CL_MEM_READ_WRITE])
        if kind == "svm fine":
            flags |= cl.CL_MEM_SVM_FINE_GRAIN_BUFFER | rng.choice([0, cl.CL_MEM_SVM_ATOMICS])
        address = cl.clSVMAlloc(world.context, flags, size, align)
        if not address:
            raise Different("clSVMAlloc returned null")
    elif kind == "usm host":
        address = cl.make("clHostMemAllocINTEL", world.context, None, size, align)
    else:
        name = "clDeviceMemAllocINTEL" if kind == "usm device" else "clSharedMemAllocINTEL"
        address = cl.make(name, world.context, world.device, rng.choice([None, properties()]), size, align)
    if address % (align or 1):
        raise Different(f"{address:#x} is not aligned to {align}")
    memory = Memory(kind, Storage(f"{kind} {address:#x}", size), size, address=address)
    fill_whole(world, memory)
    world.memories.append(memory)


def pick(world, writes=False, kinds=None, host=None):
    """Some memory that commands may use so. `host`: "read" or "write" by the application."""
    cl = world.cl

    def fits(memory):
        if kinds and memory.kind not in kinds:
            return False
        closed = cl.CL_MEM_HOST_NO_ACCESS | (cl.CL_MEM_HOST_WRITE_ONLY if host == "read" else cl.CL_MEM_HOST_READ_ONLY)
        return not (host and memory.flags & closed)

    found = [m for m in world.memories if fits(m)]
    return world.rng.choice(found) if found else None


def host_memory(world, size):
    made = HostMemory(world.rng, size, world.rng.choice([1, 1, 4, 64]))
    world.host_memories.append(made)
    return made


def fill(world, memory, first, size, pattern):
    cl = world.cl

    def apply():
        memory.bytes(first, size).reshape(-1, len(pattern))[:] = np.frombuffer(pattern, np.uint8)

    accesses = [memory.access(first, size, True)]
    if memory.kind == "buffer":
        return Command("clEnqueueFillBuffer", (memory.handle, pattern, len(pattern), first, size), accesses, apply,
                       kind="CL_COMMAND_FILL_BUFFER", record="clCommandFillBufferKHR")
    arguments = (memory.address + first, pattern, len(pattern), size)
    if memory.kind.startswith("usm") and world.rng.random() < 0.7:
        return Command("clEnqueueMemFillINTEL", arguments, accesses, apply, kind="CL_COMMAND_MEMFILL_INTEL")
    return Command("clEnqueueSVMMemFill", arguments, accesses, apply, kind="CL_COMMAND_SVM_MEMFILL",
                   record="clCommandSVMMemFillKHR")


def random_fill(world):
    rng = world.rng
    memory = pick(world)
    pattern = rng.randbytes(rng.choice(PATTERNS))
    found = memory and any_range(rng, memory.size, len(pattern))
    if not found or (memory.address or 0) % len(pattern):
        return None
    return fill(world, memory, *found, pattern)


def transfer(world, source, at, target, to, size):
    """Between two ranges of which one may be the host's."""
    def apply():
        moved = (source.bytes(at, size) if isinstance(source, Memory) else source.bytes[at:at + size]).copy()
        (target.bytes(to, size) if isinstance(target, Memory) else target.bytes[to:to + size])[:] = moved

    def access(of, first, writes):
        return of.access(first, size, writes) if isinstance(of, Memory) else (of, first, first + size, writes)

    accesses = [access(source, at, False), access(target, to, True)]
    rng = world.rng
    if isinstance(source, Memory) and source.kind == "buffer":
        if isinstance(target, HostMemory):
            return Command("clEnqueueReadBuffer", (source.handle, 0, at, size, target.address + to), accesses, apply,
                           True, kind="CL_COMMAND_READ_BUFFER")
        return Command("clEnqueueCopyBuffer", (source.handle, target.handle, at, to, size), accesses, apply,
                       kind="CL_COMMAND_COPY_BUFFER", record="clCommandCopyBufferKHR")
    if isinstance(target, Memory) and target.kind == "buffer":
        return Command("clEnqueueWriteBuffer", (target.handle, 0, to, size, source.address + at), accesses, apply,
                       True, kind="CL_COMMAND_WRITE_BUFFER")
    arguments = (0, target.address + to, source.address + at, size)
    if rng.random() < 0.5 and "usm" in getattr(source, "kind", "") + getattr(target, "kind", ""):
        return Command("clEnqueueMemcpyINTEL", arguments, accesses, apply, True, kind="CL_COMMAND_MEMCPY_INTEL")
    return Command("clEnqueueSVMMemcpy", arguments, accesses, apply, True, kind="CL_COMMAND_SVM_MEMCPY",
                   record="clCommandSVMMemcpyKHR", record_arguments=arguments[1:])


def read(world):
    source = pick(world, host="read")
    if not source:
        return None
    at, size = any_range(world.rng, source.size)
    target = host_memory(world, size + world.rng.choice([0, 0, 5]))
    return transfer(world, source, at, target, 0, size)


def write(world):
    target = pick(world, True, host="write")
    if not target:
        return None
    to, size = any_range(world.rng, target.size)
    return transfer(world, host_memory(world, size), 0, target, to, size)


def overlap(a, first, b, second, size):
    return a.storage is b.storage and abs(a.base + first - b.base - second) < size


def copy(world):
    source, target = pick(world), pick(world, True)
    if not source or not target or (source.kind == "buffer") != (target.kind == "buffer"):
        return None
    at, size = any_range(world.rng, source.size)
    size = min(size, target.size)
    to = world.rng.randint(0, target.size - size)
    if overlap(source, at, target, to, size):
        # Of buffers that only share memory nothing is said.
        if not world.checked and (source.parent or source) is (target.parent or target):
            queue = world.rng.choice(world.order.queues).handle
            if source.kind == "buffer":
                arguments = (queue, source.handle, target.handle, at, to, size, 0, None, None)
            else:
                arguments = (queue, 0, target.address + to, source.address + at, size, 0, None, None)
            world.mistakes += mistakes.call(world, "clEnqueueCopyBuffer" if source.kind == "buffer" else "clEnqueueSVMMemcpy",
                                            arguments, "CL_MEM_COPY_OVERLAP")
        return None
    return transfer(world, source, at, target, to, size)


class Box:
    """A box of bytes in rows and slices: origin, region and pitches as calls have them."""

    def __init__(self, rng, size, region=None):
        self.given = [0, 0]
        if region is None:
            width = rng.randint(1, max(1, min(size, rng.choice([1, 7, 64, 500]))))
            height = rng.randint(1, max(1, min(12, size // width)))
            region = [width, height, rng.randint(1, max(1, min(6, size // (width * height))))]
        self.region = region
        pad = rng.choice([0, 0, 1, 3, 64])
        x, y, z = rng.choice([0, 0, 2]), rng.choice([0, 0, 1]), rng.choice([0, 0, 1])
        self.origin = [x, y, z]
        self.row = region[0] + pad
        if pad or rng.random() < 0.5:
            self.given[0] = self.row
        # "the slice pitch [...] must be greater or equal to region[1] * row_pitch and a multiple of it"
        self.slice = self.row * (region[1] + rng.choice([0, 0, 2]))
        if self.slice != self.row * region[1] or rng.random() < 0.5:
            self.given[1] = self.slice
        self.first = x + y * self.row + z * self.slice
        self.end = self.first + (region[2] - 1) * self.slice + (region[1] - 1) * self.row + region[0]

    def shifted(self, rng):
        """The same box elsewhere, with the same pitches."""
        moved = Box.__new__(Box)
        moved.__dict__.update(self.__dict__)
        moved.origin = [rng.randint(0, 3 * self.region[0]), rng.randint(0, 3), rng.randint(0, 2)]
        at = moved.origin[0] + moved.origin[1] * self.row + moved.origin[2] * self.slice
        moved.first, moved.end = at, at + self.end - self.first
        return moved

    def bytes(self, base):
        """Which ones it is made of."""
        z, y, x = np.indices(self.region[::-1])
        return set((base + self.first + z * self.slice + y * self.row + x).reshape(-1).tolist())

    def view(self, storage, base):
        shape = (self.region[2], self.region[1], self.region[0])
        return storage.view(base + self.first, shape, (self.slice, self.row, 1))


def overlap_of(one, other):
    return not one.isdisjoint(other)


def boxes_may_part(a, b):
    """The specification's test (appendix D, "Checking for Memory Copy Overlap") of two boxes with the same pitches."""
    slice_size = (a.region[1] - 1) * a.row + a.region[0]
    size = (a.region[2] - 1) * a.slice + slice_size
    if b.first + size <= a.first or a.first + size <= b.first:
        return True

    def fits(x, y, length, pitch):
        return (y >= x + length and y + length <= x + pitch) or (x >= y + length and x + length <= y + pitch)

    if fits(a.origin[0] % a.row, b.origin[0] % a.row, a.region[0], a.row):
        return True
    return fits((a.origin[1] * a.row + a.origin[0]) % a.slice, (b.origin[1] * a.row + b.origin[0]) % a.slice,
                slice_size, a.slice)


def box_in(rng, size, region=None):
    for _ in range(8):
        box = Box(rng, size, region)
        if box.end <= size:
            return box
    return None


def host_rect(world, reads):
    rng = world.rng
    memory = pick(world, not reads, ("buffer",), "read" if reads else "write")
    box = memory and box_in(rng, memory.size)
    if not box:
        return None
    other = Box(rng, 1 << 20, box.region)
    host = host_memory(world, other.end)

    def apply():
        inside, outside = box.view(memory.storage, memory.base), other.view(host, 0)
        if reads:
            outside[:] = inside
        else:
            inside[:] = outside

    function = "clEnqueueReadBufferRect" if reads else "clEnqueueWriteBufferRect"
    arguments = (memory.handle, 0, sizes(box.origin), sizes(other.origin), sizes(box.region), *box.given,
                 *other.given,
                 host.address)
    accesses = [memory.access(box.first, box.end - box.first, not reads), (host, other.first, other.end, reads)]
    return Command(function, arguments, accesses, apply, True,
                   kind="CL_COMMAND_READ_BUFFER_RECT" if reads else "CL_COMMAND_WRITE_BUFFER_RECT")


def copy_rect(world):
    rng = world.rng
    source, target = pick(world, False, ("buffer",)), pick(world, True, ("buffer",))
    if source and rng.random() < 0.4:
        target = source
    box = source and target and box_in(rng, min(source.size, target.size))
    other = box and box_in(rng, target.size, box.region)
    if not other:
        return None
    if source is target:
        other = box.shifted(rng)
        if other.end > source.size:
            return None
    if source.storage is target.storage:
        if source is not target or overlap_of(box.bytes(source.base), other.bytes(target.base)):
            if source is target and not world.checked and not boxes_may_part(box, other):
                world.mistakes += mistakes.call(world, "clEnqueueCopyBufferRect", (
                    rng.choice(world.order.queues).handle, source.handle, target.handle, sizes(box.origin),
                    sizes(other.origin), sizes(box.region), *box.given, *other.given, 0, None, None),
                    "CL_MEM_COPY_OVERLAP")
            return None
        if not boxes_may_part(box, other):
            return None  # apart, but not so that the specification's test sees it

    def apply():
        other.view(target.storage, target.base)[:] = box.view(source.storage, source.base)

    arguments = (source.handle, target.handle, sizes(box.origin), sizes(other.origin), sizes(box.region), *box.given,
                 *other.given)
    accesses = [source.access(box.first, box.end - box.first, False),
                target.access(other.first, other.end - other.first, True)]
    return Command("clEnqueueCopyBufferRect", arguments, accesses, apply, kind="CL_COMMAND_COPY_BUFFER_RECT",
                   record="clCommandCopyBufferRectKHR")


NATIVE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class NativeArguments(ctypes.Structure):
    _fields_ = [("count", ctypes.c_uint64), ("bytes", ctypes.c_void_p), ("key", ctypes.c_uint64)]


def native(world):
    """A function of the application, which is given the address of a buffer."""
    memory = pick(world, True, ("buffer",))
    if not memory:
        return None
    first, size = any_range(world.rng, memory.size)
    key = world.rng.randrange(256)

    def called(block):
        given = NativeArguments.from_address(block)
        found = np.ctypeslib.as_array((ctypes.c_uint8 * (first + given.count)).from_address(given.bytes))
        found[first:] ^= np.uint8(given.key)

    def apply():
        memory.bytes(first, size)[:] ^= np.uint8(key)

    function = NATIVE(called)
    block = NativeArguments(size, None, key)
    places = (ctypes.c_void_p * 1)(ctypes.addressof(block) + NativeArguments.bytes.offset)
    arguments = (function, ctypes.byref(block), ctypes.sizeof(block), 1, (ctypes.c_void_p * 1)(memory.handle), places)
    world.keep.append((function, block))
    return Command("clEnqueueNativeKernel", arguments, [memory.access(first, size, True)], apply,
                   kind="CL_COMMAND_NATIVE_KERNEL")


def migrate(world):
    rng = world.rng
    memory = pick(world)
    if not memory:
        return None
    flags = rng.choice([0, 1])
    if memory.kind == "buffer":
        handles = (ctypes.c_void_p * 1)(memory.handle)
        return Command("clEnqueueMigrateMemObjects", (1, handles, flags), kind="CL_COMMAND_MIGRATE_MEM_OBJECTS")
    if memory.kind.startswith("usm"):
        if rng.random() < 0.5:
            return Command("clEnqueueMigrateMemINTEL", (memory.address, memory.size, flags),
                           kind="CL_COMMAND_MIGRATEMEM_INTEL")
        return Command("clEnqueueMemAdviseINTEL", (memory.address, memory.size, 0), kind="CL_COMMAND_MEMADVISE_INTEL")
    if memory.kind.startswith("svm"):
        pointers = (ctypes.c_void_p * 1)(memory.address)
        lengths = rng.choice([None, sizes([0]), sizes([memory.size])])
        return Command("clEnqueueSVMMigrateMem", (1, pointers, lengths, flags), kind="CL_COMMAND_SVM_MIGRATE_MEM")
    return None


class Mapping:
    """What is mapped; `touch` writes to it as the application may, `unmap` is the command that ends it."""

    def __init__(self, world, memory, first, size, flags, command, index):
        self.world, self.memory, self.first, self.size, self.flags = world, memory, first, size, flags
        self.command, self.index, self.is_ready = command, index, False

    @property
    def address(self):
        return self.command.result or self.memory.address + self.first

    def touch(self):
        order, cl = self.world.order, self.world.cl
        access = [self.memory.access(self.first, self.size, True)]
        if not self.is_ready:
            if not (order.synced >> self.index) & 1:
                if order.events[self.index]:
                    order.wait([self.index])
                else:
                    order.finish_all()
            self.is_ready = True
            if not order.is_synced(access if self.flags & ~cl.CL_MAP_READ else [self.memory.access(self.first,
                                                                                                   self.size,
                                                                                                   False)]):
                raise AssertionError("a map that does not wait")
        found = np.ctypeslib.as_array((ctypes.c_uint8 * self.size).from_address(self.address))
        wanted = self.memory.bytes(self.first, self.size)
        if self.flags & cl.CL_MAP_WRITE_INVALIDATE_REGION:
            new = np.frombuffer(self.world.rng.randbytes(self.size), np.uint8)
            wanted[:] = new
            found[:] = new
            self.flags = cl.CL_MAP_WRITE  # now it is defined
            return
        compare(f"what is mapped of {self.memory.storage.name} from {self.first} on", wanted, found)
        if self.flags & cl.CL_MAP_WRITE:
            part = any_range(self.world.rng, self.size)
            new = np.frombuffer(self.world.rng.randbytes(part[1]), np.uint8)
            wanted[part[0]:part[0] + part[1]] = new
            found[part[0]:part[0] + part[1]] = new

    def unmap(self):
        world, memory = self.world, self.memory
        if self.flags & world.cl.CL_MAP_WRITE_INVALIDATE_REGION:
            self.touch()
        memory.storage.maps.remove(self.range())
        writes = self.flags != world.cl.CL_MAP_READ
        access = [memory.access(self.first, self.size, writes)]
        if memory.kind == "buffer":
            return Command("clEnqueueUnmapMemObject", (memory.handle, self.address), access,
                           kind="CL_COMMAND_UNMAP_MEM_OBJECT")
        return Command("clEnqueueSVMUnmap", (self.address,), access, kind="CL_COMMAND_SVM_UNMAP")

    def range(self):
        access = self.memory.access(self.first, self.size, self.flags != self.world.cl.CL_MAP_READ)
        return access[1:]


def any_map(world, flags):
    """How an object with these flags may be mapped; None: not in the way that was drawn."""
    cl = world.cl
    way = world.rng.choice([cl.CL_MAP_READ, cl.CL_MAP_WRITE, cl.CL_MAP_READ | cl.CL_MAP_WRITE,
                            cl.CL_MAP_WRITE_INVALIDATE_REGION])
    closed = cl.CL_MEM_HOST_NO_ACCESS
    if way & cl.CL_MAP_READ:
        closed |= cl.CL_MEM_HOST_WRITE_ONLY
    if way & ~cl.CL_MAP_READ:
        closed |= cl.CL_MEM_HOST_READ_ONLY
    return None if flags & closed else way


def map_memory(world):
    cl, rng = world.cl, world.rng
    memory = pick(world, kinds=("buffer", "svm coarse", "svm fine"))
    if not memory:
        return
    flags = any_map(world, memory.flags)
    if not flags:
        return
    first, size = any_range(rng, memory.size)
    if memory.kind != "buffer":
        # Unmapping tells which mapping it means by its first byte alone.
        if any(m.memory is memory for m in world.mappings):
            return
    access = [memory.access(first, size, flags != cl.CL_MAP_READ)]
    # One that will fail counts until it has.
    if not world.order.is_free(access) or memory.failed_maps & ~world.order.synced:
        return
    if memory.kind == "buffer":
        command = Command("clEnqueueMapBuffer", (memory.handle, 0, flags, first, size), access, blocking=True,
                          kind="CL_COMMAND_MAP_BUFFER")
    else:
        command = Command("clEnqueueSVMMap", (0, flags, memory.address + first, size), access, blocking=True,
                          kind="CL_COMMAND_SVM_MAP")
    index = world.order.submit(command)
    if index < 0 or command.failed:
        memory.failed_maps |= 1 << max(index, 0)
        return
    if command.result and memory.host:
        if command.result != memory.host.address + memory.base + first:
            raise Different("a map of a buffer with CL_MEM_USE_HOST_PTR is elsewhere")
    mapping = Mapping(world, memory, first, size, flags, command, index)
    memory.storage.maps.append(mapping.range())
    mapping.original = mapping.range()
    world.mappings.append(mapping)
