# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""clGet*Info: sizes of answers, what is too small, what is unknown, and values that the model knows."""

import ctypes
import struct

from opencl import Different

U32, U64 = 4, 8
STRING, LIST = -1, -8  # any size; any multiple of 8


def ask(world, function, object_, names, extra=()):
    """Names to sizes, or to pairs of size and value."""
    cl, rng = world.cl, world.rng
    call = getattr(cl, function)
    for name, wanted in names.items():
        size_wanted, value_wanted = wanted if isinstance(wanted, tuple) else (wanted, None)
        number = cl.constants.get(name)
        if number is None:
            continue
        size = ctypes.c_size_t(4711)

        def differs(what):
            raise Different(f"{function} of {name}: {what}")

        code = call(object_, *extra, number, 0, None, ctypes.byref(size))
        if code:
            differs(f"{cl.code(code)} for the size alone")
        if size_wanted >= 0 and size.value != size_wanted or size_wanted == LIST and size.value % 8:
            differs(f"a size of {size.value}")
        room = ctypes.create_string_buffer(b"\x5a" * (size.value + 16), size.value + 16)
        given = size.value + rng.choice([0, 0, 7])
        again = ctypes.c_size_t(4711)
        code = call(object_, *extra, number, given, room, rng.choice([None, ctypes.byref(again)]))
        if code:
            differs(f"{cl.code(code)} with room for {given} bytes")
        if again.value not in (4711, size.value):
            differs(f"sizes {size.value} and {again.value}")
        if room.raw[size.value:] != b"\x5a" * 16:
            differs(f"more than {size.value} bytes written")
        if size_wanted == STRING and (not size.value or room.raw[size.value - 1]):
            differs("a string without its end")
        if value_wanted is not None and room.raw[:size.value] != value_wanted:
            differs(f"{room.raw[:size.value]} instead of {value_wanted}")
        if size.value:
            room = ctypes.create_string_buffer(b"\x5a" * size.value, size.value)
            code = call(object_, *extra, number, size.value - 1, room, None)
            if code != cl.CL_INVALID_VALUE:
                differs(f"{cl.code(code)} with too little room")
            if room.raw != b"\x5a" * size.value:
                differs("an answer where there is too little room")
    size = ctypes.c_size_t(4711)
    code = call(object_, *extra, rng.choice([0, 0x7777, 0xFFFFFFFF]), 0, None, ctypes.byref(size))
    if code != cl.CL_INVALID_VALUE or size.value != 4711:
        raise Different(f"{function} of an unknown name: {cl.code(code)}, size {size.value}")


def u32(value):
    return U32, struct.pack("<I", value)


def u64(value):
    return U64, struct.pack("<Q", value or 0)


def mappings(world, of):
    """How many there are, unless one is about to fail."""
    return U32 if of.failed_maps & ~world.order.synced else u32(sum(m.memory is of for m in world.mappings))


def memory(world):
    found = [m for m in world.memories if m.handle]
    if not found:
        return
    chosen = world.rng.choice(found)
    count = mappings(world, chosen)
    host = chosen.host.address + chosen.base if chosen.host else None
    names = {"CL_MEM_TYPE": u32(world.cl.CL_MEM_OBJECT_BUFFER), "CL_MEM_FLAGS": U64, "CL_MEM_SIZE": u64(chosen.size),
             "CL_MEM_HOST_PTR": u64(host), "CL_MEM_MAP_COUNT": count, "CL_MEM_REFERENCE_COUNT": u32(1),
             "CL_MEM_CONTEXT": u64(world.context), "CL_MEM_OFFSET": u64(chosen.base - chosen.parent.base if chosen.parent else 0),
             "CL_MEM_ASSOCIATED_MEMOBJECT": u64(chosen.parent.handle if chosen.parent else None),
             "CL_MEM_USES_SVM_POINTER": u32(getattr(chosen.host, "kind", "").startswith("svm")), "CL_MEM_PROPERTIES": LIST}
    ask(world, "clGetMemObjectInfo", chosen.handle, names)
    code = world.cl.clGetImageInfo(chosen.handle, world.cl.CL_IMAGE_WIDTH, 0, None, None)
    if code != world.cl.CL_INVALID_MEM_OBJECT:
        raise Different(f"clGetImageInfo of a buffer: {world.cl.code(code)}")


def image(world):
    if not world.images:
        return
    cl, chosen = world.cl, world.rng.choice(world.images)
    width, height, depth = chosen.dims
    layers = {"1D_ARRAY": height, "2D_ARRAY": depth}.get(chosen.kind, 0)
    names = {"CL_IMAGE_FORMAT": 8, "CL_IMAGE_ELEMENT_SIZE": u64(chosen.pixel), "CL_IMAGE_WIDTH": u64(width),
             "CL_IMAGE_HEIGHT": u64(0 if chosen.kind.startswith("1D") else height),
             "CL_IMAGE_DEPTH": u64(depth if chosen.kind == "3D" else 0), "CL_IMAGE_ARRAY_SIZE": u64(layers),
             "CL_IMAGE_ROW_PITCH": U64, "CL_IMAGE_SLICE_PITCH": U64, "CL_IMAGE_NUM_MIP_LEVELS": u32(0),
             "CL_IMAGE_NUM_SAMPLES": u32(0), "CL_IMAGE_BUFFER": u64(chosen.parent.handle if chosen.parent else None)}
    if chosen.parent:
        names["CL_IMAGE_ROW_PITCH"] = u64(chosen.row)
    ask(world, "clGetImageInfo", chosen.handle, names)
    count = mappings(world, chosen)
    ask(world, "clGetMemObjectInfo", chosen.handle, {
        "CL_MEM_TYPE": u32(cl.constants["CL_MEM_OBJECT_IMAGE" + chosen.kind]), "CL_MEM_FLAGS": U64,
        "CL_MEM_SIZE": U64,
        "CL_MEM_MAP_COUNT": count, "CL_MEM_REFERENCE_COUNT": u32(1), "CL_MEM_CONTEXT": u64(world.context),
        "CL_MEM_HOST_PTR": u64(chosen.host.address if chosen.host else None) if not chosen.parent else U64,
        "CL_MEM_ASSOCIATED_MEMOBJECT": u64(chosen.parent.handle if chosen.parent else None)})


def references(world):
    """Of objects that nobody else holds by a handle."""
    cl = world.cl
    found = [("MemObject", "clGetMemObjectInfo", "CL_MEM_REFERENCE_COUNT",
              m.handle) for m in world.memories + world.images if m.handle]
    found += [("CommandBufferKHR", "clGetCommandBufferInfoKHR", "CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR", b.handle)
              for b in world.command_buffers]
    found += [("Kernel", "clGetKernelInfo", "CL_KERNEL_REFERENCE_COUNT", k) for k in world.kernel_handles.values()]
    if not found:
        return
    kind, function, name, handle = world.rng.choice(found)
    times = world.rng.randint(1, 3)
    for _ in range(times):
        cl.ok("clRetain" + kind, handle)
    ask(world, function, handle, {name: u32(1 + times)})
    for _ in range(times):
        cl.ok("clRelease" + kind, handle)
    ask(world, function, handle, {name: u32(1)})


def queue(world):
    cl, chosen = world.cl, world.rng.choice(world.order.queues)
    bits = 0 if chosen.in_order else cl.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
    bits |= cl.CL_QUEUE_PROFILING_ENABLE if chosen.profiles else 0
    ask(world, "clGetCommandQueueInfo", chosen.handle, {
        "CL_QUEUE_CONTEXT": u64(world.context), "CL_QUEUE_DEVICE": u64(chosen.device),
        "CL_QUEUE_REFERENCE_COUNT": u32(1),
        "CL_QUEUE_PROPERTIES": u64(bits), "CL_QUEUE_PROPERTIES_ARRAY": LIST, "CL_QUEUE_DEVICE_DEFAULT": U64})


def event(world):
    order = world.order
    found = [i for i, e in enumerate(order.events) if e]
    if not found:
        return
    index = world.rng.choice(found)
    kind, of = order.kinds[index]
    ask(world, "clGetEventInfo", order.events[index], {
        "CL_EVENT_COMMAND_QUEUE": u64(of.handle if of else None), "CL_EVENT_CONTEXT": u64(world.context),
        "CL_EVENT_COMMAND_TYPE": u32(world.cl.constants[kind]), "CL_EVENT_COMMAND_EXECUTION_STATUS": U32})
    if of and of.profiles and (order.synced >> index) & 1 and not order.fails[index]:
        ask(world, "clGetEventProfilingInfo", order.events[index], {
            "CL_PROFILING_COMMAND_" + n: U64 for n in ("QUEUED", "SUBMIT", "START", "END", "COMPLETE")})


ARGUMENTS = {"axpy": 4, "scatter": 5, "turn": 3, "ids": 1, "many": 19, "bytes": 2, "count": 2, "chase": 2, "flip": 3}


def kernel(world):
    name = world.rng.choice(list(ARGUMENTS))
    chosen = world.kernel(name)
    text = name.encode() + b"\0"
    ask(world, "clGetKernelInfo", chosen, {
        "CL_KERNEL_FUNCTION_NAME": (len(text), text), "CL_KERNEL_NUM_ARGS": u32(ARGUMENTS[name]),
        "CL_KERNEL_CONTEXT": u64(world.context), "CL_KERNEL_PROGRAM": u64(world.place.kernels.program),
        "CL_KERNEL_ATTRIBUTES": STRING, "CL_KERNEL_REFERENCE_COUNT": u32(1)})
    ask(world, "clGetKernelWorkGroupInfo", chosen, {
        "CL_KERNEL_WORK_GROUP_SIZE": U64, "CL_KERNEL_COMPILE_WORK_GROUP_SIZE": (24, bytes(24)),
        "CL_KERNEL_LOCAL_MEM_SIZE": U64, "CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE": U64,
        "CL_KERNEL_PRIVATE_MEM_SIZE": U64}, extra=(world.device,))


def others(world):
    cl, place = world.cl, world.place
    device_names = {n: (U32 if n in DEVICE_32 else U64) for n in DEVICE_32 + DEVICE_64}
    device_names.update({n: STRING for n in ("CL_DEVICE_NAME", "CL_DEVICE_VENDOR", "CL_DEVICE_VERSION",
                                             "CL_DRIVER_VERSION",
                                             "CL_DEVICE_PROFILE", "CL_DEVICE_EXTENSIONS",
                                             "CL_DEVICE_OPENCL_C_VERSION",
                                             "CL_DEVICE_BUILT_IN_KERNELS")})
    names = world.rng.sample(sorted(device_names), 6)
    ask(world, "clGetDeviceInfo", world.device, {n: device_names[n] for n in names})
    ask(world, "clGetContextInfo", world.context, {
        "CL_CONTEXT_NUM_DEVICES": u32(len(place.devices)), "CL_CONTEXT_REFERENCE_COUNT": U32,
        "CL_CONTEXT_PROPERTIES": LIST,
        "CL_CONTEXT_DEVICES": (8 * len(place.devices), struct.pack(f"<{len(place.devices)}Q", *place.devices))})
    ask(world, "clGetProgramInfo", place.kernels.program, {
        "CL_PROGRAM_CONTEXT": u64(world.context), "CL_PROGRAM_NUM_DEVICES": u32(len(place.devices)),
        "CL_PROGRAM_DEVICES": 8 * len(place.devices), "CL_PROGRAM_SOURCE": STRING,
        "CL_PROGRAM_NUM_KERNELS": u64(len(ARGUMENTS)),
        "CL_PROGRAM_KERNEL_NAMES": STRING, "CL_PROGRAM_BINARY_SIZES": 8 * len(place.devices)})
    ask(world, "clGetProgramBuildInfo", place.kernels.program, {
        "CL_PROGRAM_BUILD_STATUS": u32(0), "CL_PROGRAM_BUILD_OPTIONS": (14, b"-cl-std=CL3.0\0"),
        "CL_PROGRAM_BUILD_LOG": STRING,
        "CL_PROGRAM_BINARY_TYPE": u32(cl.CL_PROGRAM_BINARY_TYPE_EXECUTABLE),
        "CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE": u64(0)}, extra=(world.device,))
    for name in ("NAME", "VENDOR", "VERSION", "PROFILE", "EXTENSIONS"):
        ask(world, "clGetPlatformInfo", cl.platform, {"CL_PLATFORM_" + name: STRING})


def extensions(world):
    cl, rng = world.cl, world.rng
    if world.command_buffers:
        chosen = rng.choice(world.command_buffers)
        ask(world, "clGetCommandBufferInfoKHR", chosen.handle, {
            "CL_COMMAND_BUFFER_NUM_QUEUES_KHR": u32(1), "CL_COMMAND_BUFFER_QUEUES_KHR": u64(chosen.queue.handle),
            "CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR": u32(1), "CL_COMMAND_BUFFER_STATE_KHR": u32(1),
            "CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR": LIST, "CL_COMMAND_BUFFER_CONTEXT_KHR": u64(world.context)})
        for index, handle in chosen.mutable.items():
            command = chosen.commands[index]
            dimensions = len(command.arguments[3])
            ask(world, "clGetMutableCommandInfoKHR", handle, {
                "CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR": u64(chosen.handle),
                "CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR": u32(cl.CL_COMMAND_NDRANGE_KERNEL),
                "CL_MUTABLE_DISPATCH_DIMENSIONS_KHR": u32(dimensions),
                "CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR": (8 * dimensions, bytes(command.arguments[3])),
                "CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR": (8 * dimensions,
                                                               bytes(command.arguments[2] or bytes(8 * dimensions)))})
    if world.semaphores:
        chosen = rng.choice(world.semaphores)
        ask(world, "clGetSemaphoreInfoKHR", chosen.handle, {
            "CL_SEMAPHORE_CONTEXT_KHR": u64(world.context), "CL_SEMAPHORE_REFERENCE_COUNT_KHR": u32(1),
            "CL_SEMAPHORE_TYPE_KHR": u32(cl.CL_SEMAPHORE_TYPE_BINARY_KHR), "CL_SEMAPHORE_PROPERTIES_KHR": LIST,
            "CL_SEMAPHORE_PAYLOAD_KHR": U64})
    usm = [m for m in world.memories if m.kind.startswith("usm")]
    if usm:
        chosen = rng.choice(usm)
        kind = {"usm host": "HOST", "usm device": "DEVICE", "usm shared": "SHARED"}[chosen.kind]
        inside = chosen.address + rng.randrange(chosen.size)
        ask(world, "clGetMemAllocInfoINTEL", world.context, {
            "CL_MEM_ALLOC_TYPE_INTEL": u32(cl.constants[f"CL_MEM_TYPE_{kind}_INTEL"]),
            "CL_MEM_ALLOC_BASE_PTR_INTEL": u64(chosen.address),
            "CL_MEM_ALLOC_SIZE_INTEL": u64(chosen.size), "CL_MEM_ALLOC_FLAGS_INTEL": u64(0),
            "CL_MEM_ALLOC_DEVICE_INTEL": u64(None if kind == "HOST" else world.device)}, extra=(inside,))


DEVICE_32 = ["CL_DEVICE_VENDOR_ID", "CL_DEVICE_MAX_COMPUTE_UNITS", "CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS",
             "CL_DEVICE_ADDRESS_BITS",
             "CL_DEVICE_MAX_CLOCK_FREQUENCY", "CL_DEVICE_IMAGE_SUPPORT", "CL_DEVICE_MAX_READ_IMAGE_ARGS",
             "CL_DEVICE_MAX_SAMPLERS",
             "CL_DEVICE_MEM_BASE_ADDR_ALIGN", "CL_DEVICE_GLOBAL_MEM_CACHE_TYPE", "CL_DEVICE_LOCAL_MEM_TYPE",
             "CL_DEVICE_ENDIAN_LITTLE", "CL_DEVICE_AVAILABLE", "CL_DEVICE_COMPILER_AVAILABLE",
             "CL_DEVICE_REFERENCE_COUNT",
             "CL_DEVICE_PARTITION_MAX_SUB_DEVICES", "CL_DEVICE_MAX_NUM_SUB_GROUPS", "CL_DEVICE_PIPE_MAX_PACKET_SIZE"]
DEVICE_64 = ["CL_DEVICE_TYPE", "CL_DEVICE_MAX_WORK_GROUP_SIZE", "CL_DEVICE_MAX_MEM_ALLOC_SIZE",
             "CL_DEVICE_IMAGE2D_MAX_WIDTH",
             "CL_DEVICE_MAX_PARAMETER_SIZE", "CL_DEVICE_SINGLE_FP_CONFIG", "CL_DEVICE_GLOBAL_MEM_SIZE",
             "CL_DEVICE_LOCAL_MEM_SIZE",
             "CL_DEVICE_EXECUTION_CAPABILITIES", "CL_DEVICE_QUEUE_ON_HOST_PROPERTIES", "CL_DEVICE_PLATFORM",
             "CL_DEVICE_PARENT_DEVICE",
             "CL_DEVICE_SVM_CAPABILITIES", "CL_DEVICE_PROFILING_TIMER_RESOLUTION", "CL_DEVICE_PRINTF_BUFFER_SIZE",
             "CL_DEVICE_PARTITION_AFFINITY_DOMAIN"]


def some(world):
    world.rng.choice([memory, memory, image, image, queue, event, event, kernel, others, references, extensions,
                      extensions])(world)
