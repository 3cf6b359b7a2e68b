# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls with one mistake: what they must return, and that they change nothing."""

import ctypes

from opencl import Descriptor, Different, Format, handles, properties, sizes

HUGE = (1 << 64) - 64


def foreign(world):
    """Objects of another context."""
    place = world.place
    if not hasattr(place, "foreign"):
        cl = world.cl
        context = cl.make("clCreateContext", None, 1, handles([place.device]), None, None)
        found = {"context": context, "queue": cl.make("clCreateCommandQueueWithProperties", context, place.device, None),
                 "buffer": cl.make("clCreateBuffer", context, 0, 1 << 20, None),
                 "event": cl.make("clCreateUserEvent", context)}
        what = Descriptor(image_type=cl.CL_MEM_OBJECT_IMAGE2D, width=64, height=64)
        form = Format(cl.CL_RGBA, cl.CL_UNSIGNED_INT8)
        found["image"] = cl.make("clCreateImage", context, 0, ctypes.byref(form), ctypes.byref(what), None)
        props = properties(cl.CL_SEMAPHORE_TYPE_KHR, cl.CL_SEMAPHORE_TYPE_BINARY_KHR)
        found["semaphore"] = cl.make("clCreateSemaphoreWithPropertiesKHR", context, props)
        place.foreign = found
    return place.foreign


def release_foreign(cl, found):
    for function, name in (("clReleaseCommandQueue", "queue"), ("clReleaseMemObject", "buffer"),
                           ("clReleaseMemObject", "image"),
                           ("clReleaseEvent", "event"), ("clReleaseSemaphoreKHR", "semaphore"),
                           ("clReleaseContext", "context")):
        cl.ok(function, found[name])


def another_kind(world, name):
    """A valid handle, but of an object of another kind."""
    other = {"mem": "queue", "queue": "buffer", "event": "queue", "kernel": "buffer", "semaphore": "buffer"}
    return foreign(world)[other[name]]


def changed(values, at, value):
    result = list(values)
    result[at] = value
    return sizes(result)


def beyond(world, values):
    """Origins that are too far, in some dimension."""
    at = world.rng.randrange(3)
    return changed(values, at, world.rng.choice([1 << 40, HUGE]))


BUFFER = ("buffer", "src_buffer", "dst_buffer", "memobj")
IMAGE = ("image", "src_image", "dst_image")


def spoilt(world, function, name, value, named):
    """Ways to spoil that argument: (other value, names of codes)."""
    if name == "ptr" and "INTEL" in function:
        return  # whether null is wrong is left open
    yield from of_objects(world, function, name)
    yield from of_numbers(world, function, name, value, named)


def of_objects(world, function, name):
    others = foreign(world)
    if name == "command_queue":
        yield None, "CL_INVALID_COMMAND_QUEUE"
        yield another_kind(world, "queue"), "CL_INVALID_COMMAND_QUEUE"
        if "SVM" not in function and "INTEL" not in function and "Marker" not in function and "Barrier" not in function:
            yield others["queue"], "CL_INVALID_CONTEXT"
    elif name in BUFFER or name in IMAGE:
        yield None, "CL_INVALID_MEM_OBJECT"
        yield another_kind(world, "mem"), "CL_INVALID_MEM_OBJECT"
        if name != "memobj":
            yield others["buffer" if name in BUFFER else "image"], "CL_INVALID_CONTEXT"
            yield others["image" if name in BUFFER else "buffer"], "CL_INVALID_MEM_OBJECT CL_INVALID_CONTEXT"
            own = [m.handle for m in (world.images if name in BUFFER else world.memories) if m.handle]
            if own:
                yield world.rng.choice(own), "CL_INVALID_MEM_OBJECT"
        else:
            yield others["buffer"], "CL_INVALID_CONTEXT"
    elif name == "kernel":
        yield None, "CL_INVALID_KERNEL"
        yield another_kind(world, "kernel"), "CL_INVALID_KERNEL"
    elif name == "user_func":
        yield None, "CL_INVALID_VALUE"
    elif name == "mem_list":
        yield None, "CL_INVALID_VALUE"
        yield handles([others["queue"]]), "CL_INVALID_MEM_OBJECT"
        yield handles([others["image"]]), "CL_INVALID_MEM_OBJECT CL_INVALID_CONTEXT"
        yield handles([others["buffer"]]), "CL_INVALID_CONTEXT"
    elif name == "mem_objects":
        yield None, "CL_INVALID_VALUE"
        yield handles([None]), "CL_INVALID_MEM_OBJECT"
        yield handles([others["buffer"]]), "CL_INVALID_CONTEXT"
    elif name == "sema_objects":
        yield handles([None]), "CL_INVALID_SEMAPHORE_KHR"
        yield handles([others["semaphore"]]), "CL_INVALID_CONTEXT"
        yield handles([others["buffer"]]), "CL_INVALID_SEMAPHORE_KHR"
    elif name in ("ptr", "pattern", "fill_color", "region", "origin", "buffer_origin", "host_origin", "src_origin",
                  "dst_origin", "svm_ptr", "svm_pointers", "dst_ptr", "src_ptr", "image_row_pitch"):
        yield None, "CL_INVALID_VALUE"
    elif name == "mapped_ptr":
        yield 0x10, "CL_INVALID_VALUE"
        yield None, "CL_INVALID_VALUE"


def of_numbers(world, function, name, value, named):
    rng = world.rng
    if name == "pattern_size":
        for wrong in (0, 3, 256, HUGE):
            yield wrong, "CL_INVALID_VALUE"
    elif name in ("offset", "src_offset", "dst_offset", "dst_offset", "buffer_offset") and "Image" not in function:
        for wrong in (1 << 40, HUGE, (1 << 64) - 128):
            yield wrong, "CL_INVALID_VALUE"
    elif name in ("src_offset", "dst_offset"):
        yield 1 << 40, "CL_INVALID_VALUE"
        yield HUGE, "CL_INVALID_VALUE"
    elif name == "size" and "SVM" not in function and "INTEL" not in function:
        for wrong in (1 << 40, HUGE):
            yield wrong, "CL_INVALID_VALUE"
        if "Map" in function:
            yield 0, "CL_INVALID_VALUE"
    elif name == "size" and function == "clEnqueueSVMMap":
        yield 0, "CL_INVALID_VALUE"
    elif name == "region":
        at = rng.randrange(3)
        for wrong in (0, 1 << 40, HUGE):
            yield changed(value, at, wrong), "CL_INVALID_VALUE"
    elif name in ("origin", "src_origin", "dst_origin", "buffer_origin"):
        yield beyond(world, value), "CL_INVALID_VALUE"
    elif name in ("buffer_row_pitch", "host_row_pitch", "src_row_pitch", "dst_row_pitch"):
        if named["region"][0] > 1:
            yield named["region"][0] - 1, "CL_INVALID_VALUE"
    elif name in ("buffer_slice_pitch", "host_slice_pitch", "src_slice_pitch", "dst_slice_pitch"):
        row = named[name.replace("slice", "row")] or named["region"][0]
        if row > 1:
            yield named["region"][1] * row + 1, "CL_INVALID_VALUE"
        if row * named["region"][1] > 1:
            yield 1, "CL_INVALID_VALUE"
    elif name in ("map_flags", "flags"):
        yield 1 << 20, "CL_INVALID_VALUE"
        if name == "map_flags":
            yield 7, "CL_INVALID_VALUE"
            yield 5, "CL_INVALID_VALUE"
    elif name == "work_dim":
        for wrong in (0, 4, 0xFFFFFFFF):
            yield wrong, "CL_INVALID_WORK_DIMENSION"
    elif name == "local_work_size":
        yield sizes([1 << 20, 1, 1]), "CL_INVALID_WORK_GROUP_SIZE CL_INVALID_WORK_ITEM_SIZE"
        yield sizes([HUGE, HUGE, HUGE]), "CL_INVALID_WORK_GROUP_SIZE CL_INVALID_WORK_ITEM_SIZE"
        yield sizes([0, 0, 0]), "CL_INVALID_WORK_GROUP_SIZE"
    elif name == "global_work_offset":
        yield sizes([(1 << 64) - 1] * 3), "CL_INVALID_GLOBAL_OFFSET"
    elif name == "num_mem_objects" and "Native" in function:
        yield 0, "CL_INVALID_VALUE"
    elif name == "cb_args":
        yield 0, "CL_INVALID_VALUE"
    elif name in ("num_mem_objects", "num_svm_pointers", "num_sema_objects"):
        yield 0, "CL_INVALID_VALUE"
    elif name in ("input_row_pitch", "row_pitch"):
        if named["region"][0] > 1:
            yield 1, "CL_INVALID_VALUE"


def call(world, function, arguments, codes):
    """It returns one of those codes, and gives no event out."""
    cl = world.cl
    allowed = [cl.constants[c] for c in codes.split()]
    names = cl.parameters[function]
    arguments = list(arguments)
    event = ctypes.c_void_p(4711)
    if names[-1] == "errcode_ret":
        code = ctypes.c_int32(1)
        if "event" in names:
            arguments[names.index("event")] = ctypes.byref(event)
        made = getattr(cl, function)(*arguments, ctypes.byref(code))
        got = code.value
        if made:
            raise Different(f"{function} made {made:#x} where it should have failed with {codes}")
    else:
        if names[-1] == "event" and function.startswith("clEnqueue"):
            arguments[-1] = ctypes.byref(event)
        got = getattr(cl, function)(*arguments)
    if got not in allowed:
        raise Different(f"{function} returned {cl.code(got)} instead of {codes}")
    if event.value != 4711:
        raise Different(f"{function} failed and changed its event")
    return 1


def spoil_command(world, command):
    """The command as it is, but for one argument."""
    cl, rng = world.cl, world.rng
    if not command.function or command.function == "clEnqueueCommandBufferKHR":
        return 0
    names = cl.parameters[command.function]
    if command.prepare:
        command.prepare()
    queue = rng.choice(world.order.queues)
    arguments = [queue.handle, *command.arguments, 0, None, None]
    ways = []
    named = dict(zip(names, arguments))
    for at, name in enumerate(names[:len(arguments) - 3]):
        ways += [(at, value, codes) for value, codes in spoilt(world, command.function, name, arguments[at], named)]
    ways += wrong_wait_lists(world, len(arguments) - 3)
    at, value, codes = rng.choice(ways)
    arguments[at] = value[0] if isinstance(value, tuple) else value
    if isinstance(value, tuple):
        arguments[at + 1] = value[1]
    return call(world, command.function, arguments, codes)


def spoil_record(world, buffer, command):
    """The same for what is recorded: nothing may be added to the command buffer."""
    if command.prepare:
        command.prepare()
    recorded = command.arguments if command.prepare else command.record_arguments
    names = world.cl.parameters[command.record]
    arguments = [buffer.handle, None, None, *recorded, 0, None, None, None]
    named = dict(zip(names, arguments))
    ways = [(0, None, "CL_INVALID_COMMAND_BUFFER_KHR"), (1, world.order.queues[0].handle, "CL_INVALID_COMMAND_QUEUE"),
            (2, properties(0x7777, 1), "CL_INVALID_VALUE")]
    at = len(arguments) - 4
    for wrong in ((1, None), (1, (ctypes.c_uint32 * 1)(0)), (1, (ctypes.c_uint32 * 1)(4711))):
        ways.append((at, wrong, "CL_INVALID_SYNC_POINT_WAIT_LIST_KHR"))
    for position in range(3, at):
        name = names[position]
        found = spoilt(world, command.function, name, arguments[position], named)
        ways += [(position, value, codes) for value, codes in found]
    at, value, codes = world.rng.choice(ways)
    arguments[at] = value[0] if isinstance(value, tuple) else value
    if isinstance(value, tuple):
        arguments[at + 1] = value[1]
    return call(world, command.record, arguments, codes)


def wrong_wait_lists(world, at):
    others = foreign(world)
    events = [e for e in world.order.events if e]
    ways = [(at, (1, None), "CL_INVALID_EVENT_WAIT_LIST"), (at, (1, handles([None])), "CL_INVALID_EVENT_WAIT_LIST"),
            (at, (1, handles([others["buffer"]])), "CL_INVALID_EVENT_WAIT_LIST"),
            (at, (1, handles([others["event"]])), "CL_INVALID_CONTEXT")]
    if events:
        some = world.rng.choice(events)
        ways += [(at, (0, handles([some])), "CL_INVALID_EVENT_WAIT_LIST"),
                 (at, (2, handles([some, others["queue"]])), "CL_INVALID_EVENT_WAIT_LIST"),
                 (at, (2, handles([some, others["event"]])), "CL_INVALID_CONTEXT")]
    return ways


def wrong_call(world):
    """Another call than of a command."""
    ways = [*wrong_creations(world), *wrong_arguments(world), *wrong_events(world), *wrong_records(world),
            *wrong_set_up(world)]
    function, arguments, codes = world.rng.choice(ways)
    return call(world, function, arguments, codes)


def wrong_creations(world):
    cl, rng = world.cl, world.rng
    context, host = world.context, ctypes.create_string_buffer(64)
    world.keep.append(host)
    address = ctypes.addressof(host)
    others = foreign(world)
    for wrong in (None, others["buffer"]):
        yield "clCreateBuffer", (wrong, 0, 4, None), "CL_INVALID_CONTEXT"
        yield "clCreateUserEvent", (wrong,), "CL_INVALID_CONTEXT"
        yield "clCreateCommandQueueWithProperties", (wrong, world.device, None), "CL_INVALID_CONTEXT"
    for flags in (3, 5, 6, cl.CL_MEM_USE_HOST_PTR | cl.CL_MEM_ALLOC_HOST_PTR,
                  cl.CL_MEM_USE_HOST_PTR | cl.CL_MEM_COPY_HOST_PTR,
                  cl.CL_MEM_HOST_READ_ONLY | cl.CL_MEM_HOST_WRITE_ONLY,
                  cl.CL_MEM_HOST_READ_ONLY | cl.CL_MEM_HOST_NO_ACCESS, 1 << 40):
        needs = flags & (cl.CL_MEM_USE_HOST_PTR | cl.CL_MEM_COPY_HOST_PTR)
        yield "clCreateBuffer", (context, flags, 4, address if needs else None), "CL_INVALID_VALUE"
    yield "clCreateBuffer", (context, 0, 0, None), "CL_INVALID_BUFFER_SIZE"
    yield "clCreateBuffer", (context, 0, HUGE, None), "CL_INVALID_BUFFER_SIZE"
    yield "clCreateBuffer", (context, 0, 4, address), "CL_INVALID_HOST_PTR"
    yield "clCreateBuffer", (context, cl.CL_MEM_USE_HOST_PTR, 4, None), "CL_INVALID_HOST_PTR"
    yield "clCreateBuffer", (context, cl.CL_MEM_COPY_HOST_PTR, 4, None), "CL_INVALID_HOST_PTR"
    yield "clCreateBufferWithProperties", (context, properties(0x7777, 1), 0, 4, None), "CL_INVALID_PROPERTY"
    yield "clCreateCommandQueueWithProperties", (context, None, None), "CL_INVALID_DEVICE"
    yield "clCreateCommandQueueWithProperties", (context, world.device, properties(0x7777, 1)), "CL_INVALID_VALUE"
    yield "clCreateCommandQueueWithProperties", (context, world.device,
                                                 properties(cl.CL_QUEUE_PROPERTIES, 1 << 30)), \
        "CL_INVALID_VALUE CL_INVALID_QUEUE_PROPERTIES"
    yield "clCreateSemaphoreWithPropertiesKHR", (context, None), "CL_INVALID_VALUE"
    yield "clCreateSemaphoreWithPropertiesKHR", (context, properties(0x7777, 1)), "CL_INVALID_PROPERTY"
    yield "clCreateCommandBufferKHR", (0, None, None), "CL_INVALID_VALUE"
    yield "clCreateCommandBufferKHR", (1, None, None), "CL_INVALID_VALUE"
    yield "clCreateCommandBufferKHR", (1, handles([None]), None), "CL_INVALID_COMMAND_QUEUE"
    yield "clCreateCommandBufferKHR", (1, handles([world.order.queues[0].handle]),
                                       properties(0x7777, 1)), "CL_INVALID_VALUE"
    yield "clHostMemAllocINTEL", (context, None, 0, 0), "CL_INVALID_BUFFER_SIZE"
    yield "clHostMemAllocINTEL", (context, None, 4, 3), "CL_INVALID_VALUE"
    yield "clHostMemAllocINTEL", (context, properties(0x7777, 1), 4, 0), "CL_INVALID_PROPERTY"
    yield "clDeviceMemAllocINTEL", (context, None, None, 4, 0), "CL_INVALID_DEVICE"
    yield "clSharedMemAllocINTEL", (None, world.device, None, 4, 0), "CL_INVALID_CONTEXT"
    parents = [m for m in world.memories if m.kind == "buffer" and not m.parent]
    if parents:
        yield from wrong_sub_buffers(world, rng.choice(parents))
    yield from wrong_images(world, address)


def wrong_set_up(world):
    """Of what sequences do not make: contexts, sub-devices, programs, samplers, pipes, other allocations."""
    cl, context, device = world.cl, world.context, world.device
    others = foreign(world)
    program = world.place.kernels.program
    yield "clCreateContext", (None, 0, None, None, None), "CL_INVALID_VALUE"
    yield "clCreateContext", (None, 1, handles([None]), None, None), "CL_INVALID_DEVICE"
    yield "clCreateContext", (None, 1, handles([others["buffer"]]), None, None), "CL_INVALID_DEVICE"
    yield "clCreateContext", (None, 1, handles([device]), None, 77), "CL_INVALID_VALUE"
    yield "clCreateContext", (properties(cl.CL_CONTEXT_PLATFORM, 0), 1, handles([device]), None,
                              None), "CL_INVALID_PLATFORM"
    yield "clCreateContext", (properties(0x7777, 1), 1, handles([device]), None, None), "CL_INVALID_PROPERTY"
    for what in ((cl.CL_DEVICE_PARTITION_EQUALLY, 1 << 20), (0x7777, 1),
                 (cl.CL_DEVICE_PARTITION_BY_COUNTS, 1 << 20, 0)):
        yield "clCreateSubDevices", (device, properties(*what), 0, None, None), \
            "CL_INVALID_VALUE CL_DEVICE_PARTITION_FAILED CL_INVALID_DEVICE_PARTITION_COUNT"
    yield "clCreateSubDevices", (None, properties(cl.CL_DEVICE_PARTITION_EQUALLY, 1), 0, None,
                                 None), "CL_INVALID_DEVICE"
    yield "clCreateProgramWithSource", (context, 0, None, None), "CL_INVALID_VALUE"
    yield "clCreateProgramWithSource", (context, 1, handles([None]), None), "CL_INVALID_VALUE"
    yield "clBuildProgram", (program, 0, handles([device]), None, None, None), "CL_INVALID_VALUE"
    yield "clBuildProgram", (program, 1, None, None, None, None), "CL_INVALID_VALUE"
    yield "clBuildProgram", (program, 1, handles([others["buffer"]]), None, None, None), "CL_INVALID_DEVICE"
    yield "clBuildProgram", (program, 0, None, None, None, 77), "CL_INVALID_VALUE"
    # Kernels are attached to it.
    yield "clBuildProgram", (program, 0, None, None, None, None), "CL_INVALID_OPERATION"
    yield "clCreateSamplerWithProperties", (context, properties(0x7777, 1)), "CL_INVALID_VALUE"
    yield "clCreateSamplerWithProperties", (None, None), "CL_INVALID_CONTEXT"
    yield "clCreatePipe", (context, 0, 0, 1, None), "CL_INVALID_PIPE_SIZE"
    yield "clCreatePipe", (context, 0, 1, 0, None), "CL_INVALID_PIPE_SIZE"
    yield "clCreatePipe", (context, cl.CL_MEM_USE_HOST_PTR, 4, 4, None), "CL_INVALID_VALUE"
    yield "clCreatePipe", (context, 0, 4, 4, properties(0x7777, 1)), "CL_INVALID_VALUE CL_INVALID_PROPERTY"
    yield "clGetSupportedImageFormats", (context, 0, 0x7777, 0, None, None), "CL_INVALID_VALUE"
    yield "clGetSupportedImageFormats", (context, 0, cl.CL_MEM_OBJECT_IMAGE2D, 0, handles([None] * 4),
                                         None), "CL_INVALID_VALUE"
    yield "clGetDeviceIDs", (cl.platform, 1 << 20, 0, None, ctypes.byref(ctypes.c_uint32())), "CL_INVALID_DEVICE_TYPE"
    yield "clGetDeviceIDs", (cl.platform, cl.CL_DEVICE_TYPE_ALL, 0, None, None), "CL_INVALID_VALUE"
    yield "clSetMemObjectDestructorCallback", (others["buffer"], None, None), "CL_INVALID_VALUE"
    yield "clSetMemObjectDestructorCallback", (None, 77, None), "CL_INVALID_MEM_OBJECT"
    queue = world.rng.choice(world.order.queues).handle
    yield "clEnqueueSVMFree", (queue, 1, None, None, None, 0, None, None), "CL_INVALID_VALUE"
    yield "clEnqueueSVMFree", (queue, 0, handles([None]), None, None, 0, None, None), "CL_INVALID_VALUE"
    yield "clEnqueueSVMUnmap", (queue, None, 0, None, None), "CL_INVALID_VALUE"
    yield "clMemFreeINTEL", (None, None), "CL_INVALID_CONTEXT"
    fresh = world.place.kernels.make("scatter")
    world.to_release.append(("clReleaseKernel", fresh))
    yield "clEnqueueNDRangeKernel", (queue, fresh, 1, None, sizes([1]), None, 0, None, None), "CL_INVALID_KERNEL_ARGS"


def wrong_sub_buffers(world, parent):
    cl = world.cl
    kind = cl.CL_BUFFER_CREATE_TYPE_REGION
    access, host = parent.flags & 7, parent.flags & (7 << 7)
    yield "clCreateSubBuffer", (parent.handle, 0, kind, None), "CL_INVALID_VALUE"
    yield "clCreateSubBuffer", (parent.handle, 0, kind + 1, sizes([0, 1])), "CL_INVALID_VALUE"
    yield "clCreateSubBuffer", (parent.handle, 0, kind, sizes([0, 0])), "CL_INVALID_BUFFER_SIZE"
    yield "clCreateSubBuffer", (parent.handle, 0, kind, sizes([0, parent.size + 1])), "CL_INVALID_VALUE"
    yield "clCreateSubBuffer", (parent.handle, 0, kind, sizes([HUGE, 128])), "CL_INVALID_VALUE CL_MISALIGNED_SUB_BUFFER_OFFSET"
    if parent.size > 2:
        yield "clCreateSubBuffer", (parent.handle, 0, kind, sizes([1, 1])), "CL_MISALIGNED_SUB_BUFFER_OFFSET"
    for flags in (cl.CL_MEM_USE_HOST_PTR, cl.CL_MEM_ALLOC_HOST_PTR, cl.CL_MEM_COPY_HOST_PTR, 3, 1 << 40):
        yield "clCreateSubBuffer", (parent.handle, flags, kind, sizes([0, 1])), "CL_INVALID_VALUE"
    for mine, wrong in ((2, 1), (2, 4), (4, 1), (4, 2)):
        if access == mine:
            yield "clCreateSubBuffer", (parent.handle, wrong, kind, sizes([0, 1])), "CL_INVALID_VALUE"
    reads, writes, none = cl.CL_MEM_HOST_READ_ONLY, cl.CL_MEM_HOST_WRITE_ONLY, cl.CL_MEM_HOST_NO_ACCESS
    for mine, wrong in ((writes, reads), (reads, writes), (none, reads), (none, writes)):
        if host == mine:
            yield "clCreateSubBuffer", (parent.handle, wrong, kind, sizes([0, 1])), "CL_INVALID_VALUE"
    subs = [m for m in world.memories if m.parent]
    if subs:
        yield "clCreateSubBuffer", (subs[0].handle, 0, kind, sizes([0, 1])), "CL_INVALID_MEM_OBJECT"


def wrong_images(world, address):
    cl = world.cl
    good = Format(cl.CL_RGBA, cl.CL_UNSIGNED_INT8)

    def image(codes, flags=0, form=good, pointer=None, **fields):
        fields = {"image_type": cl.CL_MEM_OBJECT_IMAGE2D, "width": 2, "height": 2, **fields}
        what = Descriptor(**fields)
        world.keep.append((what, form))
        return "clCreateImage", (world.context, flags, ctypes.byref(form) if form else None, ctypes.byref(what),
                                 pointer), codes

    yield "clCreateImage", (world.context, 0, ctypes.byref(good), None, None), "CL_INVALID_IMAGE_DESCRIPTOR"
    yield image("CL_INVALID_IMAGE_FORMAT_DESCRIPTOR", form=None)
    yield image("CL_INVALID_IMAGE_FORMAT_DESCRIPTOR CL_IMAGE_FORMAT_NOT_SUPPORTED", form=Format(1, 2))
    yield image("CL_INVALID_IMAGE_FORMAT_DESCRIPTOR CL_IMAGE_FORMAT_NOT_SUPPORTED",
                form=Format(cl.CL_R, cl.CL_UNORM_SHORT_565))
    for wrong in ({"image_type": 1}, {"width": 0}, {"height": 0}, {"samples": 3}, {"row_pitch": 8}, {"levels": 77},
                  {"image_type": cl.CL_MEM_OBJECT_IMAGE3D, "depth": 0},
                  {"image_type": cl.CL_MEM_OBJECT_IMAGE2D_ARRAY}):
        yield image("CL_INVALID_IMAGE_DESCRIPTOR CL_INVALID_IMAGE_SIZE CL_INVALID_VALUE", **wrong)
    yield image("CL_INVALID_IMAGE_SIZE", width=1 << 30)
    yield image("CL_INVALID_HOST_PTR", pointer=address)
    yield image("CL_INVALID_HOST_PTR", flags=cl.CL_MEM_USE_HOST_PTR)
    yield image("CL_INVALID_IMAGE_DESCRIPTOR", flags=cl.CL_MEM_USE_HOST_PTR, pointer=address, row_pitch=7)
    yield image("CL_INVALID_VALUE", flags=3)
    yield image("CL_INVALID_IMAGE_DESCRIPTOR CL_INVALID_MEM_OBJECT", image_type=cl.CL_MEM_OBJECT_IMAGE1D_BUFFER,
                height=0)


def wrong_arguments(world):
    cl = world.cl
    kernel, image = world.kernel("axpy"), world.kernel("flip")
    others = foreign(world)
    world.arguments.setdefault("axpy", {})
    yield "clSetKernelArg", (None, 0, 8, None), "CL_INVALID_KERNEL"
    yield "clSetKernelArg", (others["buffer"], 0, 8, None), "CL_INVALID_KERNEL"
    yield "clSetKernelArg", (kernel, 4, 8, None), "CL_INVALID_ARG_INDEX"
    yield "clSetKernelArg", (kernel, 0xFFFFFFFF, 8, None), "CL_INVALID_ARG_INDEX"
    yield "clSetKernelArg", (kernel, 2, 8, b"12345678"), "CL_INVALID_ARG_SIZE"
    yield "clSetKernelArg", (kernel, 2, 4, None), "CL_INVALID_ARG_VALUE"
    yield "clSetKernelArg", (kernel, 0, 4, handles([None])), "CL_INVALID_ARG_SIZE"
    yield "clSetKernelArg", (kernel, 0, 8, handles([others["queue"]])), "CL_INVALID_MEM_OBJECT"
    yield "clSetKernelArg", (kernel, 0, 8, handles([others["buffer"]])), "CL_INVALID_CONTEXT"
    yield "clSetKernelArg", (image, 0, 8, handles([None])), "CL_INVALID_MEM_OBJECT"
    yield "clSetKernelArg", (world.kernel("turn"), 2, 4, b"1234"), "CL_INVALID_ARG_VALUE"
    yield "clSetKernelArgSVMPointer", (kernel, 9, None), "CL_INVALID_ARG_INDEX"
    yield "clSetKernelArgSVMPointer", (kernel, 2, None), "CL_INVALID_ARG_VALUE"
    yield "clSetKernelArgSVMPointer", (None, 0, None), "CL_INVALID_KERNEL"
    yield "clSetKernelExecInfo", (kernel, 0x7777, 8, handles([None])), "CL_INVALID_VALUE"
    yield "clSetKernelExecInfo", (kernel, cl.CL_KERNEL_EXEC_INFO_SVM_PTRS, 3, handles([None])), "CL_INVALID_VALUE"
    yield "clCreateKernel", (world.place.kernels.program, b"none such"), "CL_INVALID_KERNEL_NAME"
    yield "clCreateKernel", (world.place.kernels.program, None), "CL_INVALID_VALUE"
    yield "clCreateKernel", (None, b"axpy"), "CL_INVALID_PROGRAM"
    yield "clCloneKernel", (None,), "CL_INVALID_KERNEL"


def wrong_events(world):
    cl, rng = world.cl, world.rng
    others = foreign(world)
    called = ctypes.cast(ctypes.CFUNCTYPE(None)(), ctypes.c_void_p)
    yield "clWaitForEvents", (0, None), "CL_INVALID_VALUE"
    yield "clWaitForEvents", (1, None), "CL_INVALID_VALUE"
    yield "clWaitForEvents", (1, handles([None])), "CL_INVALID_EVENT"
    yield "clWaitForEvents", (1, handles([others["buffer"]])), "CL_INVALID_EVENT"
    yield "clSetUserEventStatus", (None, 0), "CL_INVALID_EVENT"
    yield "clSetUserEventStatus", (others["event"], 1), "CL_INVALID_VALUE"
    yield "clSetEventCallback", (others["event"], 0, called, None), "CL_INVALID_VALUE"
    yield "clFinish", (None,), "CL_INVALID_COMMAND_QUEUE"
    yield "clFlush", (others["buffer"],), "CL_INVALID_COMMAND_QUEUE"
    for function, code in (("clReleaseMemObject", "MEM_OBJECT"), ("clRetainMemObject", "MEM_OBJECT"),
                           ("clReleaseEvent", "EVENT"),
                           ("clRetainEvent", "EVENT"), ("clReleaseKernel", "KERNEL"), ("clReleaseProgram", "PROGRAM"),
                           ("clReleaseContext", "CONTEXT"), ("clReleaseCommandQueue", "COMMAND_QUEUE"),
                           ("clReleaseCommandBufferKHR", "COMMAND_BUFFER_KHR"),
                           ("clReleaseSemaphoreKHR", "SEMAPHORE_KHR"),
                           ("clReleaseSampler", "SAMPLER")):
        yield function, (None,), "CL_INVALID_" + code
        if "MemObject" not in function:
            yield function, (others["buffer"],), "CL_INVALID_" + code
    order = world.order
    done = [i for i, e in enumerate(order.events) if e]
    if done:
        index = rng.choice(done)
        if order.kinds[index][0] != "CL_COMMAND_USER":
            yield "clSetUserEventStatus", (order.events[index], 0), "CL_INVALID_EVENT"
        if order.kinds[index][0] == "CL_COMMAND_USER" and (order.synced >> index) & 1:
            yield "clSetUserEventStatus", (order.events[index], 0), "CL_INVALID_OPERATION"
        yield "clSetEventCallback", (order.events[index], 3, called, None), "CL_INVALID_VALUE"


def wrong_records(world):
    """Recording into what is finalised, and other misuse of command buffers."""
    cl, rng = world.cl, world.rng
    tail = (0, None, None, None)
    yield "clFinalizeCommandBufferKHR", (None,), "CL_INVALID_COMMAND_BUFFER_KHR"
    yield "clEnqueueCommandBufferKHR", (0, None, None, 0, None, None), "CL_INVALID_COMMAND_BUFFER_KHR"
    yield "clCommandBarrierWithWaitListKHR", (None, None, None, *tail), "CL_INVALID_COMMAND_BUFFER_KHR"
    if not world.command_buffers:
        return
    buffer = rng.choice(world.command_buffers)
    yield "clFinalizeCommandBufferKHR", (buffer.handle,), "CL_INVALID_OPERATION"
    yield "clCommandBarrierWithWaitListKHR", (buffer.handle, None, None, *tail), "CL_INVALID_OPERATION"
    yield "clEnqueueCommandBufferKHR", (2, handles([buffer.queue.handle] * 2), buffer.handle, 0, None,
                                        None), "CL_INVALID_VALUE"
    yield "clEnqueueCommandBufferKHR", (1, None, buffer.handle, 0, None, None), "CL_INVALID_VALUE"
    yield "clEnqueueCommandBufferKHR", (1, handles([None]), buffer.handle, 0, None, None), "CL_INVALID_COMMAND_QUEUE"
    yield "clEnqueueCommandBufferKHR", (1, handles([foreign(world)["queue"]]), buffer.handle, 0, None, None), \
        "CL_INVALID_CONTEXT CL_INCOMPATIBLE_COMMAND_QUEUE_KHR"
    if not buffer.is_mutable:
        yield "clUpdateMutableCommandsKHR", (buffer.handle, 0, None, None), "CL_INVALID_OPERATION CL_INVALID_VALUE"
    yield "clUpdateMutableCommandsKHR", (buffer.handle, 1, None, None), "CL_INVALID_VALUE CL_INVALID_OPERATION"
