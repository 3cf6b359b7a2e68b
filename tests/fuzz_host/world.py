# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One sequence: objects, steps drawn at random, and what must hold in the end."""

import ctypes
import random
import time

import command_buffers
import images
import kernels
import memory
import mistakes
import queries
from model import Command, HostMemory, Order, Queue, compare
from opencl import Different, properties

FREE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint32, ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p)
DESTRUCTOR = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
COMMANDS = [("read", memory.read), ("write", memory.write), ("copy", memory.copy), ("fill", memory.random_fill),
            ("read rect", lambda w: memory.host_rect(w, True)), ("write rect", lambda w: memory.host_rect(w, False)),
            ("copy rect", memory.copy_rect), ("native", memory.native), ("migrate", memory.migrate),
            ("read image", lambda w: images.host_image(w, True)),
            ("write image", lambda w: images.host_image(w, False)),
            ("copy image", images.copy_image), ("fill image", images.random_fill_image),
            ("image to buffer", lambda w: images.image_and_buffer(w, True)),
            ("buffer to image", lambda w: images.image_and_buffer(w, False))]
COMMANDS += list(zip(kernels.NAMES, kernels.KERNELS))


class World:
    def __init__(self, cl, seed, place, checked=False):
        self.cl, self.seed, self.place, self.checked = cl, seed, place, checked
        self.rng = random.Random(seed)
        self.context, self.device = place.context, place.device
        self.order = Order(cl, self.rng, self.context, checked)
        self.memories, self.images, self.mappings, self.command_buffers, self.semaphores = [], [], [], [], []
        self.keep, self.host_memories, self.to_release = [], [], []
        self.formats, self.arguments, self.kernel_handles = {}, {}, {}
        self.pinned = set()  # storages that command buffers hold the addresses of
        self.base_alignment = place.base_alignment
        self.recordable = [(n, g) for n, g in COMMANDS if n != "chase"]
        self.destructors = []  # (calls of the application that have to come, those that came)
        self.allocations = []  # what the application frees itself
        self.mistakes = 0
        for of in place.queues:
            self.order.queues.append(Queue(*of))
        for _ in range(self.rng.randint(1, 3)):
            self.make_queue()

    def make_queue(self):
        cl, rng = self.cl, self.rng
        in_order, profiles = rng.random() < 0.5, rng.random() < 0.5
        bits = 0 if in_order else cl.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
        bits |= cl.CL_QUEUE_PROFILING_ENABLE if profiles else 0
        device = rng.choice(self.place.devices)
        props = properties(cl.CL_QUEUE_PROPERTIES, bits) if bits or rng.random() < 0.5 else None
        handle = cl.make("clCreateCommandQueueWithProperties", self.context, device, props)
        self.order.queues.append(Queue(handle, in_order, profiles, device))
        self.to_release.append(("clReleaseCommandQueue", handle))

    def kernel(self, name):
        if name not in self.kernel_handles:
            self.kernel_handles[name] = self.place.kernels.make(name)
            self.to_release.append(("clReleaseKernel", self.kernel_handles[name]))
        return self.kernel_handles[name]

    def watch(self, of):
        """Destructor callbacks, which come once each, the last first."""
        if self.rng.random() < 0.7:
            return
        called = []
        number = self.rng.randint(1, 3)
        for i in range(number):
            function = DESTRUCTOR(lambda handle, data, i=i: called.append((i, handle)))
            self.keep.append(function)
            self.cl.ok("clSetMemObjectDestructorCallback", of.handle, function, None)
        self.destructors.append(([(i, of.handle) for i in reversed(range(number))], called))

    def step(self):
        rng = self.rng
        kind = rng.random()
        if kind < 0.06 or len(self.memories) < 3:
            rng.choice([memory.make_buffer, memory.make_buffer, memory.make_sub_buffer, memory.make_allocation,
                        memory.make_allocation, memory.make_buffer_of_svm])(self)
        elif kind < 0.09:
            images.make_image(self)
        elif kind < 0.65:
            _, generate = rng.choice(COMMANDS)
            command = generate(self)
            if command and self.order.is_free(command.accesses):
                if rng.random() < 0.1 and not self.checked:
                    self.mistakes += mistakes.spoil_command(self, command)
                self.order.submit(command)
        elif kind < 0.70:
            memory.map_memory(self) if rng.random() < 0.6 else images.map_image(self)
        elif kind < 0.76 and self.mappings:
            mapping = rng.choice(self.mappings)
            if rng.random() < 0.5:
                mapping.touch()
            else:
                self.unmap(mapping)
        elif kind < 0.80:
            self.synchronise()
        elif kind < 0.83:
            command_buffers.make_command_buffer(self)
        elif kind < 0.87:
            command_buffers.replay(self)
        elif kind < 0.89:
            command_buffers.update(self)
        elif kind < 0.91:
            command_buffers.semaphore(self)
        elif kind < 0.94:
            self.release_something()
        elif kind < 0.96 and not self.checked:
            self.mistakes += mistakes.wrong_call(self)
        elif kind < 0.98 and not self.checked:
            queries.some(self)
        else:
            self.check_some()

    def unmap(self, mapping):
        self.mappings.remove(mapping)
        if not mapping.is_ready:
            mapping.touch()
        # The event of an unmapping that fails would leave the memory mapped.
        self.order.submit(mapping.unmap(), extra=False)

    def synchronise(self):
        rng, order = self.rng, self.order
        kind = rng.random()
        if kind < 0.3:
            name = rng.choice(["Marker", "Barrier"])
            order.submit(Command(f"clEnqueue{name}WithWaitList", (), kind=f"CL_COMMAND_{name.upper()}",
                                 order=name.lower()))
        elif kind < 0.5:
            order.finish(rng.choice(order.queues))
        elif kind < 0.7:
            found = [i for i, e in enumerate(order.events) if e]
            if found:
                order.wait(rng.sample(found, rng.randint(1, min(len(found), 6))))
        elif kind < 0.78:
            self.cl.ok("clFlush", rng.choice(order.queues).handle)
        elif kind < 0.88:
            order.look()
        else:
            found = [i for i, e in enumerate(order.events) if e]
            called = {c[0] for c in order.callbacks}
            for index in rng.sample(found, min(len(found), 5)):
                if index not in called:
                    order.release_event(index)

    def release_something(self):
        rng, cl, order = self.rng, self.cl, self.order
        kind = rng.random()
        if kind < 0.15:
            command_buffers.release_command_buffer(self)
            return
        if kind < 0.25:
            self.release_queue()
            return
        if kind < 0.3:
            for name in rng.sample(sorted(self.kernel_handles), min(1, len(self.kernel_handles))):
                handle = self.kernel_handles.pop(name)
                self.arguments.pop(name, None)
                self.to_release.remove(("clReleaseKernel", handle))
                cl.ok("clReleaseKernel", handle)
            return
        found = [o for o in self.memories + self.images if not any(m.memory is o for m in self.mappings)]
        if not found or len(self.memories) < 4:
            return
        gone = rng.choice(found)
        if getattr(gone, "address", None) is None:
            (self.images if gone in self.images else self.memories).remove(gone)
            if rng.random() < 0.3:
                cl.ok("clRetainMemObject", gone.handle)
                cl.ok("clReleaseMemObject", gone.handle)
            cl.ok("clReleaseMemObject", gone.handle)
            return
        if id(gone.storage) in self.pinned or gone.kind == "system":
            return
        access = [gone.access(0, gone.size, True)]
        if not order.is_free(access):
            return
        self.memories.remove(gone)
        if gone.kind.startswith("svm") and rng.random() < 0.6:
            pointers = (ctypes.c_void_p * 1)(gone.address)
            function = None
            if rng.random() < 0.5:
                # By a function of the application, which frees it at the end.
                called = []
                function = FREE(lambda queue, count, list_of, data: called.append((queue, count, list_of[0], data)))
                self.keep.append(function)
            command = Command("clEnqueueSVMFree", (1, pointers, function, 77 if function else None), access,
                              kind="CL_COMMAND_SVM_FREE")
            of = rng.choice(order.queues)
            order.submit(command, of, extra=False)
            if function:
                self.destructors.append(([(of.handle, 1, gone.address, 77)], called))
                self.allocations.append(gone.address)
            return
        if gone.kind.startswith("usm") and rng.random() < 0.5:
            cl.ok("clMemBlockingFreeINTEL", self.context, gone.address)
            return
        if not order.is_synced(access):
            order.finish_all()
        if gone.kind.startswith("svm"):
            cl.clSVMFree(self.context, gone.address)
        else:
            cl.ok("clMemFreeINTEL", self.context, gone.address)

    def release_queue(self):
        own = [q for q in self.order.queues if ("clReleaseCommandQueue", q.handle) in self.to_release
               and not any(b.queue is q for b in self.command_buffers)]
        if len(self.order.queues) > 1 and own:
            gone = self.rng.choice(own)
            self.to_release.remove(("clReleaseCommandQueue", gone.handle))
            self.order.release_queue(gone)
            self.make_queue()

    def check_some(self):
        """Memory of the host that nobody writes any more."""
        for host in self.host_memories:
            if self.order.is_synced([(host, 0, len(host.bytes), False)]):
                host.check()

    def check_all(self):
        for mapping in list(self.mappings):
            self.unmap(mapping)
        self.order.finish_all()
        cl = self.cl
        for of in self.memories:
            # By what the host may do with it.
            if of.handle and of.flags & (cl.CL_MEM_HOST_NO_ACCESS | cl.CL_MEM_HOST_WRITE_ONLY):
                target = memory.Memory("buffer", memory.Storage("copy", of.size), of.size)
                target.handle = cl.make("clCreateBuffer", self.context, 0, of.size, None)
                self.to_release.append(("clReleaseMemObject", target.handle))
                self.order.submit(memory.transfer(self, of, 0, target, 0, of.size), extra=False)
                of = target
            host = memory.host_memory(self, of.size)
            self.order.submit(memory.transfer(self, of, 0, host, 0, of.size), extra=False)
        for image in self.images:
            if image.flags & (cl.CL_MEM_HOST_NO_ACCESS | cl.CL_MEM_HOST_WRITE_ONLY):
                continue
            size = image.pixel * image.dims[0] * image.dims[1] * image.dims[2]
            host = memory.host_memory(self, size)
            region = images.sizes(image.dims)
            command = Command("clEnqueueReadImage", (image.handle, 0, images.sizes([0, 0, 0]), region, 0, 0, host.address),
                              [image.access([0, 0, 0], image.dims, False), (host, 0, size, True)], blocking=True,
                              kind="CL_COMMAND_READ_IMAGE")
            command.apply = lambda i=image, h=host: h.bytes.__setitem__(slice(None),
                                                                        i.view([0, 0, 0], i.dims).reshape(-1))
            self.order.submit(command, extra=False)
        self.order.finish_all()
        for host in self.host_memories:
            host.check()
        self.order.check_events()

    def end(self):
        """Releases everything in any order, while commands are under way."""
        cl, rng, order = self.cl, self.rng, self.order
        self.host_memories.clear()
        for _ in range(12):
            _, generate = rng.choice(COMMANDS)
            command = generate(self)
            if command and order.is_free(command.accesses):
                order.submit(command)
        last = []
        for of in order.queues:
            event = ctypes.c_void_p()
            cl.ok("clEnqueueMarkerWithWaitList", of.handle, 0, None, ctypes.byref(event))
            last.append(event.value)
        todo = self.to_release + [("clReleaseEvent", e) for e in order.events if e]
        todo += [("clReleaseMemObject", o.handle) for o in self.memories + self.images if o.handle]
        todo += [("clReleaseCommandBufferKHR", b.handle) for b in self.command_buffers]
        todo += [("clReleaseSemaphoreKHR", s.handle) for s in self.semaphores]
        rng.shuffle(todo)
        for function, handle in todo:
            cl.ok(function, handle)
        for event in last:
            cl.clWaitForEvents(1, (ctypes.c_void_p * 1)(event))
            cl.ok("clReleaseEvent", event)
        order.setter.end()
        for of in self.memories:
            if of.kind.startswith("svm"):
                cl.clSVMFree(self.context, of.address)
            elif of.kind.startswith("usm"):
                cl.ok("clMemFreeINTEL", self.context, of.address)
        deadline = time.monotonic() + 20
        for wanted, called in self.destructors:
            while len(called) < len(wanted) and time.monotonic() < deadline:
                time.sleep(0.0005)
            if called != wanted:
                raise Different(f"callbacks {called} instead of {wanted}")
        for address in self.allocations:
            cl.clSVMFree(self.context, address)

    def run(self, steps):
        for _ in range(steps):
            self.step()
        self.check_all()
        self.end()
