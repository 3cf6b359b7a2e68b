# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images: how they are made, with memory of their own or a buffer's, and the commands on them."""

import ctypes

import numpy as np

import mistakes
from memory import any_map, any_range, host_memory, pick
from model import Command, HostMemory, Storage, compare
from opencl import Descriptor, Different, Format, sizes


# Which of red, green, blue and alpha a pixel holds, in which order.
ORDERS = {"R": [0], "A": [3], "RG": [0, 1], "RA": [0, 3], "RGB": [0, 1, 2], "RGBA": [0, 1, 2, 3],
          "BGRA": [2, 1, 0, 3],
          "ARGB": [3, 0, 1, 2], "ABGR": [3, 2, 1, 0], "INTENSITY": [0], "LUMINANCE": [0], "DEPTH": [0], "Rx": [0],
          "RGx": [0, 1]}
SCALARS = {"UNSIGNED_INT8": np.uint8, "UNSIGNED_INT16": np.uint16, "UNSIGNED_INT32": np.uint32,
           "SIGNED_INT8": np.int8,
           "SIGNED_INT16": np.int16, "SIGNED_INT32": np.int32, "FLOAT": np.float32, "HALF_FLOAT": np.float16,
           "UNORM_INT8": np.uint8, "UNORM_INT16": np.uint16}
TYPES = ["1D", "1D_BUFFER", "1D_ARRAY", "2D", "2D", "2D_ARRAY", "3D"]


class Image:
    def __init__(self, kind, storage, handle, dims, pixel, row, slice_, base, flags, order, scalar, parent, host):
        self.kind, self.storage, self.handle, self.dims, self.pixel = kind, storage, handle, dims, pixel
        self.row, self.slice, self.base, self.flags = row, slice_, base, flags
        self.order, self.scalar, self.parent, self.host = order, scalar, parent, host
        self.failed_maps = 0  # commands that map nothing in the end

    def strides(self, row=None, slice_=None):
        """In bytes, of pixels, and of the second and third dimension."""
        row, slice_ = row or self.row, slice_ or self.slice
        return (self.pixel, slice_ if self.kind == "1D_ARRAY" else row, slice_)

    def view(self, origin, region):
        x, y, z = self.strides()
        first = self.base + origin[0] * x + origin[1] * y + origin[2] * z
        return self.storage.view(first, (region[2], region[1], region[0], self.pixel), (z, y, x, 1))

    def access(self, origin, region, writes):
        x, y, z = self.strides()
        first = self.base + origin[0] * x + origin[1] * y + origin[2] * z
        return (self.storage, first,
                first + (region[2] - 1) * z + (region[1] - 1) * y + region[0] * x, writes)


def supported(world, kind):
    if kind not in world.formats:
        cl = world.cl
        number = ctypes.c_uint32(0)
        where = (world.context, cl.CL_MEM_READ_WRITE, cl.constants["CL_MEM_OBJECT_IMAGE" + kind])
        cl.ok("clGetSupportedImageFormats", *where, 0, None, ctypes.byref(number))
        formats = (Format * number.value)()
        cl.ok("clGetSupportedImageFormats", *where, number.value, formats, None)
        world.formats[kind] = [(f.order, f.type) for f in formats]
    return world.formats[kind]


def make_image(world):
    cl, rng = world.cl, world.rng
    kind = rng.choice(TYPES)
    order, scalar = rng.choice(supported(world, kind))
    names = {value: name[3:] for name, value in cl.constants.items() if 0x10B0 <= value <= 0x10E8 and "_" in name}
    order_name, scalar_name = names.get(order), names.get(scalar)
    if order_name not in ORDERS or scalar_name not in SCALARS:
        return
    pixel = len(ORDERS[order_name]) * np.dtype(SCALARS[scalar_name]).itemsize
    dims = [rng.choice([1, 2, 5, 16, 33, 100]), 1, 1]
    if kind != "1D" and kind != "1D_BUFFER":
        dims[1] = rng.choice([1, 2, 3, 8, 17])
    if kind in ("3D", "2D_ARRAY"):
        dims[2] = rng.choice([1, 2, 4])
    what = Descriptor(image_type=cl.constants["CL_MEM_OBJECT_IMAGE" + kind], width=dims[0])
    if kind in ("2D", "2D_ARRAY", "3D"):
        what.height = dims[1]
    if kind == "3D":
        what.depth = dims[2]
    if kind.endswith("ARRAY"):
        what.array_size = dims[1] if kind == "1D_ARRAY" else dims[2]
    form = Format(order, scalar)
    row, slice_ = dims[0] * pixel, dims[0] * pixel * (1 if kind == "1D_ARRAY" else dims[1])
    flags = rng.choice([0, cl.CL_MEM_READ_WRITE, cl.CL_MEM_WRITE_ONLY, cl.CL_MEM_READ_ONLY])
    parent, host, host_pointer = None, None, None
    if kind == "1D_BUFFER" or (kind == "2D" and rng.random() < 0.4):
        row += rng.choice([0, 0, 1, 5]) * pixel if kind == "2D" else 0
        parents = [m for m in world.memories if m.kind == "buffer" and m.size >= row * dims[1] and not m.host]
        if not parents:
            return
        parent = rng.choice(parents)
        flags = rng.choice([0, parent.flags & (1 | 2 | 4)])
        what.memory = parent.handle
        if row != dims[0] * pixel or (kind == "2D" and rng.random() < 0.5):
            what.row_pitch = row
        slice_ = row * dims[1]
        storage, base = parent.storage, parent.base
        effective = parent.flags
    else:
        how = rng.choice(["", "alloc", "copy", "use"])
        base = 0
        storage = Storage("image", slice_ * (dims[1] if kind == "1D_ARRAY" else dims[2]))
        flags |= rng.choice([0, 0, 0, cl.CL_MEM_HOST_READ_ONLY, cl.CL_MEM_HOST_WRITE_ONLY, cl.CL_MEM_HOST_NO_ACCESS])
        if how == "alloc":
            flags |= cl.CL_MEM_ALLOC_HOST_PTR
        if how in ("copy", "use"):
            flags |= cl.CL_MEM_COPY_HOST_PTR if how == "copy" else cl.CL_MEM_USE_HOST_PTR
            host_row = dims[0] * pixel + rng.choice([0, 0, 3]) * pixel
            host_slice = host_row if kind == "1D_ARRAY" else host_row * (dims[1] + rng.choice([0, 0,
                                                                                               2]) * (dims[2] > 1))
            if host_row != dims[0] * pixel:
                what.row_pitch = host_row
            if host_slice != host_row * dims[1] and kind != "1D_ARRAY":
                what.slice_pitch = host_slice
            layers = dims[1] if kind == "1D_ARRAY" else dims[2]
            host = HostMemory(rng, host_slice * layers, rng.choice([4, 16, 64]))
            world.keep.append(host)
            host_pointer = host.address
        effective = flags
    handle = cl.make("clCreateImage", world.context, flags, ctypes.byref(form), ctypes.byref(what), host_pointer)
    image = Image(kind, storage, handle, dims, pixel, row, slice_, base, effective, order_name, scalar_name, parent,
                  host if host and flags & cl.CL_MEM_USE_HOST_PTR else None)
    if host:
        strides = (host_slice, host_slice if kind == "1D_ARRAY" else host_row, pixel, 1)
        image.view([0, 0, 0], dims)[:] = host.view(0, (dims[2], dims[1], dims[0], pixel), strides)
        image.host_row, image.host_slice = host_row, host_slice
        if not image.host:
            host.actual[:] = host.bytes[:] = 0
    elif not parent:
        storage.name = f"image {handle:#x}"
        world.order.submit(fill_image(world, image, [0, 0, 0], dims), extra=False)
    world.images.append(image)
    world.watch(image)


def any_region(rng, dims):
    pairs = [any_range(rng, d) for d in dims]
    return [p[0] for p in pairs], [p[1] for p in pairs]


def random_color(rng, image):
    """Four values as clEnqueueFillImage takes them, and the bytes of a pixel."""
    scalar = SCALARS[image.scalar]
    if image.scalar.startswith("UNORM"):
        most = np.iinfo(scalar).max
        numbers = [rng.choice([0, most, rng.randint(0, most)]) for _ in range(4)]
        color = np.array([np.float32(n) / np.float32(most) for n in numbers], np.float32)
        pixel = np.array(numbers, scalar)
        if rng.random() < 0.2:
            color[0], pixel[0] = 7.5, most
    elif np.issubdtype(scalar, np.floating):
        color = np.array([rng.randint(-1000, 1000) / 8 for _ in range(4)], np.float32)
        pixel = color.astype(scalar)
    else:
        limits = np.iinfo(scalar)
        wide = np.uint32 if limits.min == 0 else np.int32
        far = np.iinfo(wide)
        numbers = [rng.choice([rng.randint(limits.min, limits.max), rng.randint(far.min, far.max)]) for _ in range(4)]
        color = np.array(numbers, wide)
        pixel = np.array([min(max(n, limits.min), limits.max) for n in numbers], scalar)
    return color.tobytes(), pixel[ORDERS[image.order]].view(np.uint8)


def fill_image(world, image, origin, region):
    color, pixel = random_color(world.rng, image)

    def apply():
        image.view(origin, region)[:] = pixel

    arguments = (image.handle, color, sizes(origin), sizes(region))
    return Command("clEnqueueFillImage", arguments, [image.access(origin, region, True)], apply,
                   kind="CL_COMMAND_FILL_IMAGE", record="clCommandFillImageKHR")


def random_fill_image(world):
    image = pick_image(world)
    return image and fill_image(world, image, *any_region(world.rng, image.dims))


def pick_image(world, host=None):
    cl = world.cl
    closed = 0
    if host:
        closed = cl.CL_MEM_HOST_NO_ACCESS | (cl.CL_MEM_HOST_WRITE_ONLY if host == "read" else cl.CL_MEM_HOST_READ_ONLY)
    found = [i for i in world.images if not i.flags & closed]
    return world.rng.choice(found) if found else None


def host_image(world, reads):
    rng = world.rng
    image = pick_image(world, "read" if reads else "write")
    if not image:
        return None
    origin, region = any_region(rng, image.dims)
    row = region[0] * image.pixel + rng.choice([0, 0, 1, 2]) * image.pixel
    if rng.random() < 0.3:
        row += rng.choice([0, 1, 7]) * image.pixel
    is_array = image.kind == "1D_ARRAY"
    slice_ = row + (rng.choice([0, 3]) * image.pixel if is_array else 0)
    if not is_array:
        slice_ = row * (region[1] + rng.choice([0, 0, 1]))
    has_slices = image.kind in ("3D", "2D_ARRAY", "1D_ARRAY")
    given_row = row if row != region[0] * image.pixel or rng.random() < 0.5 else 0
    packed = row if is_array else row * region[1]
    given_slice = slice_ if has_slices and (slice_ != packed or rng.random() < 0.5) else 0
    if not has_slices:
        slice_ = packed
    strides = (slice_, slice_ if is_array else row, image.pixel, 1)
    shape = (region[2], region[1], region[0], image.pixel)
    extent = sum((n - 1) * s for n, s in zip(shape, strides)) + 1
    host = host_memory(world, extent)

    def apply():
        inside, outside = image.view(origin, region), host.view(0, shape, strides)
        if reads:
            outside[:] = inside
        else:
            inside[:] = outside

    arguments = (image.handle, 0, sizes(origin), sizes(region), given_row, given_slice, host.address)
    return Command("clEnqueueReadImage" if reads else "clEnqueueWriteImage", arguments,
                   [image.access(origin, region, not reads), (host, 0, extent, reads)], apply, True,
                   kind="CL_COMMAND_READ_IMAGE" if reads else "CL_COMMAND_WRITE_IMAGE")


def fit(rng, region, dims):
    """A region of at most that size, and where it lies in an image of these dimensions."""
    region = [min(r, d) for r, d in zip(region, dims)]
    return region, [rng.randint(0, d - r) for r, d in zip(region, dims)]


def copy_image(world):
    rng = world.rng
    source = pick_image(world)
    targets = [i for i in world.images if (i.order, i.scalar) == (source.order, source.scalar)
               and (i is source or i.storage is not source.storage)] if source else None
    if not targets:
        return None
    target = rng.choice(targets)
    _, region = any_region(rng, source.dims)
    if (source.kind == "1D_ARRAY") != (target.kind == "1D_ARRAY"):
        region[1] = 1
    region, to = fit(rng, region, target.dims)
    region, origin = fit(rng, region, source.dims)
    if source is target and all(abs(a - b) < r for a, b, r in zip(origin, to, region)):
        if not world.checked:
            world.mistakes += mistakes.call(world, "clEnqueueCopyImage", (
                rng.choice(world.order.queues).handle, source.handle, target.handle, sizes(origin), sizes(to),
                sizes(region),
                0, None, None), "CL_MEM_COPY_OVERLAP")
        return None

    def apply():
        target.view(to, region)[:] = source.view(origin, region)

    arguments = (source.handle, target.handle, sizes(origin), sizes(to), sizes(region))
    return Command("clEnqueueCopyImage", arguments,
                   [source.access(origin, region, False), target.access(to, region, True)], apply,
                   kind="CL_COMMAND_COPY_IMAGE", record="clCommandCopyImageKHR")


def image_and_buffer(world, to_buffer):
    rng = world.rng
    image, buffer = pick_image(world), pick(world, to_buffer, ("buffer",))
    if not image or not buffer or image.storage is buffer.storage:
        return None
    origin, region = any_region(rng, image.dims)
    size = image.pixel * region[0] * region[1] * region[2]
    if size > buffer.size:
        return None
    at = rng.randint(0, buffer.size - size)

    def apply():
        packed = buffer.bytes(at, size).reshape(region[2], region[1], region[0], image.pixel)
        if to_buffer:
            packed[:] = image.view(origin, region)
        else:
            image.view(origin, region)[:] = packed

    accesses = [image.access(origin, region, not to_buffer), buffer.access(at, size, to_buffer)]
    if to_buffer:
        return Command("clEnqueueCopyImageToBuffer", (image.handle, buffer.handle, sizes(origin), sizes(region), at),
                       accesses, apply, kind="CL_COMMAND_COPY_IMAGE_TO_BUFFER",
                       record="clCommandCopyImageToBufferKHR")
    return Command("clEnqueueCopyBufferToImage", (buffer.handle, image.handle, at, sizes(origin), sizes(region)),
                   accesses, apply, kind="CL_COMMAND_COPY_BUFFER_TO_IMAGE", record="clCommandCopyBufferToImageKHR")


class ImageMapping:
    """Like memory.Mapping."""

    def __init__(self, world, image, origin, region, flags, command, index, pitches):
        self.world, self.image, self.memory = world, image, image
        self.origin, self.region, self.flags = origin, region, flags
        self.command, self.index, self.pitches, self.is_ready = command, index, pitches, False
        self.original = image.access(origin, region, flags != world.cl.CL_MAP_READ)[1:]

    def touch(self):
        order, cl, image = self.world.order, self.world.cl, self.image
        if not self.is_ready:
            if not (order.synced >> self.index) & 1:
                if order.events[self.index]:
                    order.wait([self.index])
                else:
                    order.finish_all()
            self.is_ready = True
        row, slice_ = (p.value for p in self.pitches)
        x, y, z = image.strides(row, slice_)
        shape = (self.region[2], self.region[1], self.region[0], image.pixel)
        extent = sum((n - 1) * s for n, s in zip(shape, (z, y, x, 1))) + 1
        flat = np.ctypeslib.as_array((ctypes.c_uint8 * extent).from_address(self.command.result))
        found = np.lib.stride_tricks.as_strided(flat, shape, (z, y, x, 1))
        wanted = image.view(self.origin, self.region)
        if not self.flags & cl.CL_MAP_WRITE_INVALIDATE_REGION:
            compare(f"what is mapped of {image.storage.name}", wanted.copy(), found.copy())
        if self.flags != cl.CL_MAP_READ:
            new = np.frombuffer(self.world.rng.randbytes(found.size), np.uint8).reshape(shape)
            wanted[:] = new
            found[:] = new
            self.flags = cl.CL_MAP_WRITE

    def unmap(self):
        cl = self.world.cl
        if self.flags & cl.CL_MAP_WRITE_INVALIDATE_REGION:
            self.touch()
        self.image.storage.maps.remove(self.original)
        access = [self.image.access(self.origin, self.region, self.flags != cl.CL_MAP_READ)]
        return Command("clEnqueueUnmapMemObject", (self.image.handle, self.command.result), access,
                       kind="CL_COMMAND_UNMAP_MEM_OBJECT")


def map_image(world):
    cl, rng = world.cl, world.rng
    image = pick_image(world)
    if not image:
        return
    flags = any_map(world, image.flags)
    if not flags:
        return
    origin, region = any_region(rng, image.dims)
    access = [image.access(origin, region, flags != cl.CL_MAP_READ)]
    if not world.order.is_free(access) or image.failed_maps & ~world.order.synced:
        return
    has_slices = image.kind in ("3D", "2D_ARRAY", "1D_ARRAY")
    row, slice_ = ctypes.c_size_t(77), ctypes.c_size_t(77)
    command = Command("clEnqueueMapImage", (image.handle, 0, flags, sizes(origin), sizes(region), ctypes.byref(row),
                      ctypes.byref(slice_) if has_slices or rng.random() < 0.5 else None), access, blocking=True,
                      kind="CL_COMMAND_MAP_IMAGE", keep=(row, slice_))
    index = world.order.submit(command)
    if index < 0 or command.failed:
        image.failed_maps |= 1 << max(index, 0)
        return
    if row.value < image.dims[0] * image.pixel:
        raise Different(f"a row pitch of {row.value}")
    if not has_slices:
        if slice_.value not in (0, 77):
            raise Different(f"a slice pitch of {slice_.value} of an image without slices")
        slice_.value = row.value * image.dims[1]
    if image.host:
        at = origin[0] * image.pixel + origin[2] * image.host_slice
        at += origin[1] * (image.host_slice if image.kind == "1D_ARRAY" else image.host_row)
        if command.result != image.host.address + at or row.value != image.host_row:
            raise Different("a map of an image with CL_MEM_USE_HOST_PTR is elsewhere")
    mapping = ImageMapping(world, image, origin, region, flags, command, index, (row, slice_))
    image.storage.maps.append(mapping.original)
    world.mappings.append(mapping)
