# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What commands do, to arrays of bytes, in the order in which they are enqueued.

That order is one that the driver may choose, too, since of two commands that touch the same bytes, one of them
writing, the later one is made to wait: in its queue, by its wait list, or because the host has waited. Which
commands are complete before another begins is a set of numbers, kept as the bits of an integer.
"""

import ctypes
import queue
import threading
import time

import numpy as np

from opencl import Different, handles

EVENT_ERROR = -14  # CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
GUARD = 64  # bytes around memory of the host that must stay as they are


class Storage:
    """Bytes of a buffer, an image, an allocation or the host, as the model has them, and who uses them."""

    def __init__(self, name, size):
        self.name = name
        self.bytes = np.zeros(size, np.uint8)
        self.log = []  # (first byte, end, writes, command)
        self.maps = []  # (first byte, end, writes) of what is mapped

    def conflicts(self, first, end, writes):
        return {c for f, e, w, c in self.log if f < end and first < e and (w or writes)}

    def note(self, first, end, writes, command):
        if writes:  # who conflicts with what is covered conflicts with this, too, and comes later
            self.log = [u for u in self.log if not (first <= u[0] and u[1] <= end)]
        self.log.append((first, end, writes, command))

    def is_mapped(self, first, end, writes):
        return any(f < end and first < e and (w or writes) for f, e, w in self.maps)

    def view(self, first, shape, strides):
        """Bytes in several dimensions; only what the shape covers has to be there."""
        if 0 in shape:
            return np.zeros(shape, np.uint8)
        last = first + sum((n - 1) * s for n, s in zip(shape, strides))
        assert 0 <= first and last < len(self.bytes), (self.name, first, shape, strides)
        return np.lib.stride_tricks.as_strided(self.bytes[first:], shape, strides)


class HostMemory(Storage):
    """Memory of the application, with bytes around that nobody may touch."""

    def __init__(self, rng, size, align=1, name="host memory"):
        super().__init__(name, size)
        self.raw = np.frombuffer(rng.randbytes(size + 2 * GUARD + 4096), np.uint8).copy()
        start = self.raw.ctypes.data + GUARD
        self.offset = GUARD + -start % align
        self.address = self.raw.ctypes.data + self.offset
        self.actual = self.raw[self.offset:self.offset + size]
        self.bytes[:] = self.actual
        self.name += f" at {self.address:#x}"
        self.before = self.raw[:self.offset].copy()
        self.after = self.raw[self.offset + size:].copy()

    def check(self):
        compare(self.name, self.bytes, self.actual)
        compare(self.name + ", before", self.before, self.raw[:self.offset])
        compare(self.name + ", after", self.after, self.raw[self.offset + len(self.bytes):])


def compare(name, wanted, found):
    if not np.array_equal(wanted, found):
        wrong = np.flatnonzero(wanted.reshape(-1) != found.reshape(-1))
        at = int(wrong[0])
        raise Different(f"{name}: {len(wrong)} of {wanted.size} bytes differ, the first at {at}, the last at {wrong[-1]}: "
                        f"{found.reshape(-1)[at:at + 8].tolist()} instead of {wanted.reshape(-1)[at:at + 8].tolist()}")


class Command:
    """One call of clEnqueue*: arguments without the queue and the wait list, what it touches, what it does.

    A command with `blocking` has that argument among its arguments. `record` is the name of the function that
    records it, `prepare` what has to be called before, such as clSetKernelArg."""

    def __init__(self, function, arguments, accesses=(), apply=None, blocking=False, prepare=None, kind=None,
                 record=None, record_arguments=None, keep=(), order=None):
        self.function, self.arguments, self.accesses = function, arguments, list(accesses)
        self.apply, self.blocking, self.prepare, self.kind = apply, blocking, prepare, kind
        self.record, self.record_arguments = record, record_arguments or arguments
        self.keep = keep  # what the driver may use until the command is complete
        self.order = order  # "marker" or "barrier"
        self.result = None  # of clEnqueueMap*


class Queue:
    def __init__(self, handle, in_order, profiles, device):
        self.handle, self.in_order, self.profiles, self.device = handle, in_order, profiles, device
        self.all = 0  # its commands
        self.fence = 0  # of an out-of-order queue: what is complete before any later command
        self.errors = False  # whether one has failed


class Setter(threading.Thread):
    """Sets the status of user events a little later."""

    def __init__(self, cl):
        super().__init__(daemon=True)
        self.cl, self.orders, self.failed = cl, queue.Queue(), []
        self.start()

    def run(self):
        while True:
            order = self.orders.get()
            if order is None:
                return
            when, event, status = order
            time.sleep(max(0, when - time.monotonic()))
            for function, arguments in (("clSetUserEventStatus", (event, status)), ("clReleaseEvent", (event,))):
                code = getattr(self.cl, function)(*arguments)
                if code:
                    self.failed.append(f"{function} returned {code}")

    def end(self):
        self.orders.put(None)
        self.join()
        if self.failed:
            raise Different(self.failed[0])


class Order:
    """The commands of a sequence: what each waits for, and what has become of it."""

    def __init__(self, cl, rng, context, checked):
        self.cl, self.rng, self.context, self.checked = cl, rng, context, checked
        self.queues = []
        self.gone = []  # queues that are released, and an event of the last command
        self.times = {}  # of commands that have them: start and end
        self.before = []  # of each command: what is complete once it is
        self.events = []  # handles, or None
        self.fails = []
        self.kinds = []  # (command type, queue) as queries tell them
        self.keep = []
        self.synced = 0  # what the host has waited for
        self.callbacks = []  # (index, list of statuses, wanted type)
        self.setter = Setter(cl)
        self.commands = 0

    def _new(self, before, event, fails, kind, of):
        self.before.append(before)
        self.events.append(event)
        self.fails.append(fails)
        self.kinds.append((kind, of))
        return len(self.before) - 1

    def user_event(self):
        # Checks look at what commands wait for, not at how that ends.
        fails = self.rng.random() < 0.15 and not self.checked
        event = self.cl.make("clCreateUserEvent", self.context)
        self.cl.ok("clRetainEvent", event)  # the setter's
        index = self._new(0, event, fails, "CL_COMMAND_USER", None)
        self.before[index] = 1 << index
        status = -self.rng.choice([1, 5, 14, 1000]) if fails else 0
        self.setter.orders.put((time.monotonic() + self.rng.choice([0, 0.0003, 0.002]), event, status))
        return index

    def conflicts(self, accesses):
        found = set()
        for storage, first, end, writes in accesses:
            if first < end:
                found |= storage.conflicts(first, end, writes)
        return found

    def waits_for(self, conflicts, base):
        """Commands whose events cover `conflicts`; None if one has no event left, nor one that came later."""
        waits = []
        for conflict in sorted(conflicts, reverse=True):
            if (base >> conflict) & 1 or self.fails[conflict]:
                continue
            later = [i for i in range(conflict, len(self.before))
                     if self.events[i] and not self.fails[i] and (self.before[i] >> conflict) & 1]
            if not later:
                return None
            chosen = conflict if conflict in later and self.rng.random() < 0.8 else self.rng.choice(later)
            waits.append(chosen)
            base |= self.before[chosen]
        return waits

    def is_free(self, accesses):
        """Whether no mapping is in the way."""
        return not any(s.is_mapped(f, e, w) for s, f, e, w in accesses)

    def submit(self, command, of=None, extra=True, after=0):
        """Enqueues. Returns the command's number; -1 if nothing is left of it, as a blocking one has failed.

        `after` is what the command comes after by other means than its wait list."""
        rng, cl = self.rng, self.cl
        of = of or rng.choice(self.queues)
        conflicts = self.conflicts(command.accesses)
        base = self.synced | after | (of.all if of.in_order else of.fence)
        waits = self.waits_for(conflicts, base)
        if waits is None:
            self.finish_all()
            waits, base = [], self.synced | after
        if extra and rng.random() < 0.3:
            with_events = [i for i, e in enumerate(self.events) if e]
            waits += rng.sample(with_events, min(len(with_events), rng.choice([1, 1, 2, 5])))
        if extra and rng.random() < 0.08:
            waits.append(self.user_event())
        fails = any(self.fails[w] for w in waits)
        for wait in waits:
            base |= self.before[wait]
        rng.shuffle(waits)
        if command.prepare:
            command.prepare()
        arguments = list(command.arguments)
        if command.blocking:
            position = cl.parameters[command.function].index(next(
                p for p in cl.parameters[command.function] if p.startswith("blocking")))
            arguments[position - 1] = int(blocks := rng.random() < 0.35)
        else:
            blocks = False
        event = ctypes.c_void_p() if rng.random() < 0.7 or fails else None
        self.commands += 1
        pointer = ctypes.byref(event) if event is not None else None
        wait_list = handles([self.events[w] for w in waits])
        returned = None
        if command.function.startswith("clEnqueueMap"):
            code = ctypes.c_int32(1)
            returned = getattr(cl, command.function)(of.handle, *arguments, len(waits), wait_list, pointer,
                                                     ctypes.byref(code))
            code = code.value
        elif command.function == "clEnqueueCommandBufferKHR":
            code = cl.clEnqueueCommandBufferKHR(*arguments, len(waits), wait_list, pointer)
        else:
            code = getattr(cl, command.function)(of.handle, *arguments, len(waits), wait_list, pointer)
        wanted = EVENT_ERROR if fails and blocks else 0
        if code != wanted:
            raise Different(f"{command.function} returned {cl.code(code)} instead of {cl.code(wanted)}")
        handle = event.value if event is not None else None
        if event is not None and not code and not handle:
            raise Different(f"{command.function} gave no event")
        if command.function.startswith("clEnqueueMap") and not code and not returned:
            raise Different("a map without a pointer")
        if blocks and fails:
            return -1
        index = self._new(0, handle, fails, command.kind, of)
        # One that fails is complete as soon as one that it waits for has failed.
        self.before[index] = (1 << index) | (0 if fails else base)
        of.all |= self.before[index] | (base if of.in_order else 0)
        command.result = returned
        command.failed = fails
        if fails:
            of.errors = True
            self.keep.append(command)
            return index
        if command.order == "barrier" and not of.in_order:
            self.before[index] |= of.all if not waits else 0
            of.fence |= self.before[index]
        elif command.order == "marker" and not of.in_order and not waits:
            self.before[index] |= of.all
        for storage, first, end, writes in command.accesses:
            if first < end:
                storage.note(first, end, writes, index)
            if isinstance(storage, HostMemory) and len(storage.name) < 500:
                storage.name += f", command {index} ({command.function})"
        if command.apply:
            command.apply()
        self.keep.append(command)
        if blocks:
            self.synced |= self.before[index]
        if handle and rng.random() < 0.1:
            self.add_callback(index)
        return index

    def add_callback(self, index):
        kind = self.rng.choice([0, 0, 1, 2])
        seen = []
        event = self.events[index]

        def called(which, status, data):
            seen.append((which, status))

        function = CALLBACK(called)
        self.callbacks.append((index, seen, kind, function, event))
        self.cl.ok("clSetEventCallback", event, kind, function, None)

    def wait(self, indices):
        """clWaitForEvents for those."""
        code = self.cl.clWaitForEvents(len(indices), handles([self.events[i] for i in indices]))
        wanted = EVENT_ERROR if any(self.fails[i] for i in indices) else 0
        if code != wanted:
            raise Different(f"clWaitForEvents returned {self.cl.code(code)} instead of {self.cl.code(wanted)}")
        for i in indices:
            self.synced |= self.before[i]

    def finish(self, of):
        self.cl.ok("clFinish", of.handle)
        self.synced |= of.all

    def finish_all(self):
        for of in self.queues:
            self.finish(of)
        for of, last in self.gone:
            self.cl.ok("clWaitForEvents", 1, handles([last]))
            self.cl.ok("clReleaseEvent", last)
            self.synced |= of.all
        self.gone.clear()

    def release_queue(self, of):
        """With its commands under way; a marker tells when they are done."""
        last = ctypes.c_void_p()
        self.cl.ok("clEnqueueMarkerWithWaitList", of.handle, 0, None, ctypes.byref(last))
        self.cl.ok("clReleaseCommandQueue", of.handle)
        self.queues.remove(of)
        self.gone.append((of, last.value))

    def status(self, index):
        found = ctypes.c_int32(99)
        self.cl.ok("clGetEventInfo", self.events[index], self.cl.CL_EVENT_COMMAND_EXECUTION_STATUS, 4,
                   ctypes.byref(found), None)
        return found.value

    def look(self):
        """If a command is complete, so is what it comes after."""
        found = [i for i, e in enumerate(self.events) if e and not self.fails[i]]
        if not found:
            return
        later = self.rng.choice(found)
        if self.status(later) != 0:
            if (self.synced >> later) & 1:
                raise Different(f"command {later} is not complete, though the host has waited for it")
            return
        for earlier in self.rng.sample(found, min(len(found), 8)):
            if (self.before[later] >> earlier) & 1 and self.status(earlier) != 0:
                raise Different(f"command {later} is complete before {earlier}, which it comes after")

    def is_synced(self, accesses):
        return not any(not (self.synced >> c) & 1 for c in self.conflicts(accesses))

    def release_event(self, index):
        self.cl.ok("clReleaseEvent", self.events[index])
        self.events[index] = None

    def show_pending(self):
        """For whoever looks for the reason of a hang: what is not complete, and which of it waits for nothing."""
        pending = [i for i, e in enumerate(self.events) if e and self.status(i) > 0]
        for i in pending:
            kind, of = self.kinds[i]
            waits = [j for j in pending if j != i and (self.before[i] >> j) & 1]
            where = "" if not of else f" in {'in-order' if of.in_order else 'out-of-order'} queue {of.handle:#x}"
            fails = ", which fails" if self.fails[i] else ""
            print(f"  command {i}, {kind}{where}, event {self.events[i]:#x}, status {self.status(i)}{fails}, after {waits}")

    def check_events(self):
        """After all has been waited for."""
        cl = self.cl
        for index, event in enumerate(self.events):
            if not event:
                continue
            kind, of = self.kinds[index]
            if kind == "CL_COMMAND_USER" and not (self.synced >> index) & 1:
                cl.clWaitForEvents(1, handles([event]))
            status = self.status(index)
            if (status < 0) != self.fails[index] or status > 0:
                raise Different(f"command {index} ends with {status}, fails: {self.fails[index]}")
            if self.fails[index] and kind != "CL_COMMAND_USER" and status != EVENT_ERROR:
                raise Different(f"command {index} ends with {status}")
            number = ctypes.c_uint32(0)
            cl.ok("clGetEventInfo", event, cl.CL_EVENT_COMMAND_TYPE, 4, ctypes.byref(number), None)
            if kind and number.value != cl.constants[kind]:
                raise Different(f"command {index} is of type {number.value:#x}, not {kind}")
            handle = ctypes.c_void_p()
            cl.ok("clGetEventInfo", event, cl.CL_EVENT_COMMAND_QUEUE, 8, ctypes.byref(handle), None)
            if handle.value != (of.handle if of else None):
                raise Different(f"command {index} is of another queue")
            if not self.checked or (of and of.profiles and not self.fails[index]):
                self.check_times(index, event, of)
        deadline = time.monotonic() + 20
        for index, seen, kind, function, event in self.callbacks:
            while not seen and time.monotonic() < deadline:
                time.sleep(0.0005)
            fails = self.fails[index]
            if len(seen) != 1 or seen[0][0] != event or (seen[0][1] < 0) != (fails and kind == 0 or seen[0][1] < 0):
                raise Different(f"callback of command {index} for {kind}: {seen}")
            if not fails and seen[0][1] != kind:
                raise Different(f"callback of command {index} for {kind}: {seen}")

    def check_times(self, index, event, of):
        cl = self.cl
        times, last = [], 0
        for name in ("QUEUED", "SUBMIT", "START", "END", "COMPLETE"):
            value = ctypes.c_uint64(0)
            code = cl.clGetEventProfilingInfo(event, cl.constants["CL_PROFILING_COMMAND_" + name], 8,
                                              ctypes.byref(value), None)
            wanted = 0 if of and of.profiles and not self.fails[index] else cl.CL_PROFILING_INFO_NOT_AVAILABLE
            if code != wanted:
                raise Different(f"clGetEventProfilingInfo returned {cl.code(code)} instead of {cl.code(wanted)}")
            if not code and (value.value < last or not value.value):
                raise Different(f"times of command {index} go back: {times + [value.value]}")
            last = value.value
            times.append(last)
        if not code:
            self.times[index] = times[2], times[3]
            # Who waits for a semaphore has begun.
            waits = self.kinds[index][0] == "CL_COMMAND_SEMAPHORE_WAIT_KHR"
            for earlier, (_, end) in self.times.items() if not waits else ():
                if (self.before[index] >> earlier) & 1 and earlier != index and end > times[2]:
                    raise Different(f"command {index} starts at {times[2]}, before the end of {earlier} at {end}")


CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p)
