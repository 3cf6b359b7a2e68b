# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Command buffers: recorded, replayed, changed. And semaphores between queues."""

import ctypes

import mistakes
from kernels import KERNELS, NAMES, Local
from model import Command, Storage
from opencl import Different, handles, properties, sizes


class Argument(ctypes.Structure):
    _fields_ = [("index", ctypes.c_uint32), ("size", ctypes.c_size_t), ("value", ctypes.c_void_p)]


class Config(ctypes.Structure):
    _fields_ = [("command", ctypes.c_void_p), ("num_args", ctypes.c_uint32), ("num_svm_args", ctypes.c_uint32),
                ("num_exec_infos", ctypes.c_uint32), ("work_dim", ctypes.c_uint32), ("args", ctypes.c_void_p),
                ("svm_args", ctypes.c_void_p), ("exec_infos", ctypes.c_void_p), ("offset", ctypes.c_void_p),
                ("global_size", ctypes.c_void_p), ("local_size", ctypes.c_void_p)]


class CommandBuffer:
    def __init__(self, handle, queue, simultaneous, is_mutable):
        self.handle, self.queue, self.simultaneous, self.is_mutable = handle, queue, simultaneous, is_mutable
        self.commands = []
        self.before = []  # of each command: what is complete once it is
        self.points = []
        self.mutable = {}  # command: its handle and the name of its kernel
        self.turn = Storage("replays", 1)

    def accesses(self):
        result = [a for command in self.commands for a in command.accesses]
        # Without the flag, replays must not overlap.
        return result if self.simultaneous else result + [(self.turn, 0, 1, True)]


def record(world, buffer, command):
    """As the command comes, with the sync points that it needs."""
    cl, rng = world.cl, world.rng
    base = 0
    if buffer.queue.in_order and buffer.commands:
        base = buffer.before[-1]
    for i, earlier in enumerate(buffer.commands):
        if earlier.order == "barrier":
            base |= buffer.before[i]
    waits = []
    for i in reversed(range(len(buffer.commands))):
        if (base >> i) & 1:
            continue
        clash = any(s is t and f < e2 and f2 < e and (w or w2) for s, f, e, w in command.accesses
                    for t, f2, e2, w2 in buffer.commands[i].accesses)
        if clash or rng.random() < 0.1:
            waits.append(i)
            base |= buffer.before[i]
    index = len(buffer.commands)
    if command.order == "barrier":
        for earlier in buffer.before if not waits else ():
            base |= earlier
    if command.prepare:
        command.prepare()
    arguments = list(command.record_arguments)
    if command.prepare:
        arguments = list(command.arguments)  # a kernel may have been cloned
    point, mutable = ctypes.c_uint32(0), ctypes.c_void_p()
    props = None
    is_mutable = buffer.is_mutable and command.record == "clCommandNDRangeKernelKHR" and rng.random() < 0.7
    if is_mutable:
        props = properties(cl.CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                           cl.CL_MUTABLE_DISPATCH_ARGUMENTS_KHR | cl.CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR
                           | cl.CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | cl.CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR)
    rng.shuffle(waits)
    points = (ctypes.c_uint32 * len(waits))(*[buffer.points[i] for i in waits]) if waits else None
    cl.ok(command.record, buffer.handle, None, props, *arguments, len(waits), points, ctypes.byref(point),
          ctypes.byref(mutable) if is_mutable else None)
    if not point.value or point.value in buffer.points:
        raise Different(f"sync point {point.value} after {buffer.points}")
    buffer.points.append(point.value)
    buffer.commands.append(command)
    buffer.before.append(base | 1 << index)
    if is_mutable:
        buffer.mutable[index] = mutable.value


def make_command_buffer(world):
    cl, rng = world.cl, world.rng
    queue = rng.choice(world.order.queues)
    simultaneous, is_mutable = rng.random() < 0.5, rng.random() < 0.5
    flags = cl.CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR if simultaneous else 0
    flags |= cl.CL_COMMAND_BUFFER_MUTABLE_KHR if is_mutable else 0
    props = properties(cl.CL_COMMAND_BUFFER_FLAGS_KHR, flags) if flags or rng.random() < 0.5 else None
    buffer = CommandBuffer(cl.make("clCreateCommandBufferKHR", 1, handles([queue.handle]), props), queue,
                           simultaneous, is_mutable)
    for _ in range(rng.randint(1, 9)):
        if rng.random() < 0.15:
            record(world, buffer, Command("", (), record="clCommandBarrierWithWaitListKHR", order="barrier"))
            continue
        name, generate = rng.choice(world.recordable)
        command = generate(world)
        if not command or not command.record:
            continue
        command.name = name
        if rng.random() < 0.15 and not world.checked:
            world.mistakes += mistakes.spoil_record(world, buffer, command)
        record(world, buffer, command)
    cl.ok("clFinalizeCommandBufferKHR", buffer.handle)
    for command in buffer.commands:
        world.pinned |= {id(a[0]) for a in command.accesses}
    world.command_buffers.append(buffer)


def replay(world):
    if not world.command_buffers:
        return
    buffer = world.rng.choice(world.command_buffers)
    accesses = buffer.accesses()
    commands = list(buffer.commands)

    def apply():
        for command in commands:
            if command.apply:
                command.apply()

    queue = buffer.queue
    if world.rng.random() < 0.5:
        alike = [q for q in world.order.queues if (q.in_order, q.profiles, q.device) == (queue.in_order,
                                                                                         queue.profiles,
                                                                                         queue.device)]
        other = world.rng.choice(alike)
        command = Command("clEnqueueCommandBufferKHR", (1, handles([other.handle]), buffer.handle), accesses, apply,
                          kind="CL_COMMAND_COMMAND_BUFFER_KHR")
        queue = other
    else:
        command = Command("clEnqueueCommandBufferKHR", (0, None, buffer.handle), accesses, apply,
                          kind="CL_COMMAND_COMMAND_BUFFER_KHR")
    if world.order.is_free(accesses):
        world.order.submit(command, queue)


def is_uniform(command):
    local = command.arguments[4]
    return local is None or all(g % l == 0 for g, l in zip(command.arguments[3], local))


def update(world):
    """Other arguments and sizes for commands of a command buffer."""
    cl, rng = world.cl, world.rng
    found = [(b, i) for b in world.command_buffers for i in b.mutable]
    if not found:
        return
    buffer, index = rng.choice(found)
    old = buffer.commands[index]
    new = KERNELS[NAMES.index(old.name)](world)
    if not new or len(new.arguments[3]) != len(old.arguments[3]):
        return
    # The order within the buffer is as it was recorded: what changes must not need another.
    for i, other in enumerate(buffer.commands):
        ordered = (buffer.before[i] >> index) & 1 or (buffer.before[index] >> i) & 1
        if i != index and not ordered and any(s is t and (w or w2) for s, _, _, w in new.accesses for t, _, _,
                                              w2 in other.accesses):
            return
    if (new.arguments[4] is None) != (old.arguments[4] is None) or is_uniform(new) != is_uniform(old):
        return
    if not new.arguments[2]:
        new.arguments[2] = sizes([0] * len(new.arguments[3]))
    plain, pointers, keep = [], [], []
    for i, value in enumerate(new.arguments_of_kernel):
        if isinstance(value, Local):
            plain.append(Argument(i, int(value), None))
        elif isinstance(value, bytes):
            keep.append(ctypes.create_string_buffer(value, len(value)))
            plain.append(Argument(i, len(value), ctypes.addressof(keep[-1])))
        elif isinstance(value, tuple) and (not value[0] or value[0].address):
            pointers.append(Argument(i, 0, value[0].address + value[1] if value[0] else None))
        else:
            keep.append(handles([(value[0] if isinstance(value, tuple) else value).handle]))
            plain.append(Argument(i, 8, ctypes.addressof(keep[-1])))
    args = (Argument * len(plain))(*plain)
    svm_args = (Argument * len(pointers))(*pointers)
    config = Config(buffer.mutable[index], len(plain), len(pointers), 0, rng.choice([0, len(new.arguments[3])]),
                    ctypes.addressof(args) if plain else None, ctypes.addressof(svm_args) if pointers else None, None,
                    ctypes.addressof(new.arguments[2]), ctypes.addressof(new.arguments[3]),
                    ctypes.addressof(new.arguments[4]) if new.arguments[4] else None)
    kinds = (ctypes.c_uint32 * 1)(0)
    configs = handles([ctypes.addressof(config)])
    cl.ok("clUpdateMutableCommandsKHR", buffer.handle, 1, kinds, configs)
    new.name = old.name
    new.order = old.order
    buffer.commands[index] = new
    world.pinned |= {id(a[0]) for a in new.accesses}


def release_command_buffer(world):
    if world.command_buffers:
        buffer = world.command_buffers.pop(world.rng.randrange(len(world.command_buffers)))
        world.cl.ok("clReleaseCommandBufferKHR", buffer.handle)


class Semaphore:
    def __init__(self, handle, device):
        self.handle, self.device, self.turn, self.signal = handle, device, Storage("semaphore", 1), None
        self.wait = None  # the last that took a signal


def semaphore(world):
    """A signal, or the wait that takes it."""
    cl, rng, order = world.cl, world.rng, world.order
    if len(world.semaphores) < 3:
        device = rng.choice(order.queues).device
        props = properties(cl.CL_SEMAPHORE_TYPE_KHR, cl.CL_SEMAPHORE_TYPE_BINARY_KHR,
                           cl.CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                           device, 0)
        handle = cl.make("clCreateSemaphoreWithPropertiesKHR", world.context, props)
        world.semaphores.append(Semaphore(handle, device))
    chosen = rng.choice(world.semaphores)
    queues = [q for q in order.queues if q.device == chosen.device]
    if not queues:
        return
    access = [(chosen.turn, 0, 1, True)]
    arguments = (1, handles([chosen.handle]), None)
    if chosen.signal is None:
        command = Command("clEnqueueSignalSemaphoresKHR", arguments, access, kind="CL_COMMAND_SEMAPHORE_SIGNAL_KHR")
        chosen.signal = order.submit(command, rng.choice(queues), extra=False)
    elif chosen.wait is not None and not (order.synced >> chosen.wait) & 1:
        return  # of two waits any may take the signal
    else:
        command = Command("clEnqueueWaitSemaphoresKHR", arguments, access, kind="CL_COMMAND_SEMAPHORE_WAIT_KHR")
        chosen.wait = order.submit(command, rng.choice(queues), extra=False, after=order.before[chosen.signal])
        chosen.signal = None
