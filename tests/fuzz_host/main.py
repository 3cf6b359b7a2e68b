#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random sequences of OpenCL calls against a model: main.py --help. Weft's .icd has to be in the environment."""

import argparse
import ctypes
import faulthandler
import os
import sys
import threading
import time
import traceback

try:
    import numpy as np
except ImportError:
    sys.exit(77)

import opencl
from kernels import Kernels
from mistakes import release_foreign
from opencl import handles
from world import World


class Place:
    """A context with a program, used by the sequences of one or several threads."""

    def __init__(self, cl, parts, shared_queues):
        self.cl = cl
        device = ctypes.c_void_p()
        cl.ok("clGetDeviceIDs", cl.platform, cl.CL_DEVICE_TYPE_ALL, 1, ctypes.byref(device), None)
        self.devices, self.parts = [device.value], []
        if parts:
            props = (ctypes.c_ssize_t * 3)(cl.CL_DEVICE_PARTITION_EQUALLY, 1, 0)
            number = ctypes.c_uint32(0)
            if not cl.clCreateSubDevices(device.value, props, 0, None, ctypes.byref(number)) and number.value:
                found = (ctypes.c_void_p * number.value)()
                cl.ok("clCreateSubDevices", device.value, props, number.value, found, None)
                self.parts = list(found)
                self.devices = self.devices + self.parts if parts == "all" else self.parts
        self.device = self.devices[0]
        self.context = cl.make("clCreateContext", None, len(self.devices), handles(self.devices), None, None)
        bits = ctypes.c_uint32(0)
        cl.ok("clGetDeviceInfo", self.device, cl.CL_DEVICE_MEM_BASE_ADDR_ALIGN, 4, ctypes.byref(bits), None)
        self.base_alignment = bits.value // 8
        self.kernels = Kernels(cl, self.context, self.devices)
        # (handle, in order, profiles, device)
        self.queues = []
        if shared_queues:
            for bit in (0, cl.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE):
                handle = cl.make("clCreateCommandQueueWithProperties", self.context, self.device,
                                 opencl.properties(cl.CL_QUEUE_PROPERTIES, bit))
                self.queues.append((handle, not bit, False, self.device))

    def references(self):
        count = ctypes.c_uint32(0)
        self.cl.ok("clGetContextInfo", self.context, self.cl.CL_CONTEXT_REFERENCE_COUNT, 4, ctypes.byref(count), None)
        return count.value

    def end(self):
        for queue in self.queues:
            self.cl.ok("clReleaseCommandQueue", queue[0])
        self.kernels.release()
        if hasattr(self, "foreign"):
            release_foreign(self.cl, self.foreign)
        if self.references() != 1:
            raise opencl.Different(f"the context ends with {self.references()} references")
        self.cl.ok("clReleaseContext", self.context)
        for part in self.parts:
            self.cl.ok("clReleaseDevice", part)


def run_seeds(cl, place, seeds, options, results):
    for seed in seeds:
        world = World(cl, seed, place, options.checked)
        results["running"][threading.get_ident()] = time.monotonic(), world, cl.calls()
        try:
            world.run(options.steps)
            results["sequences"] += 1
            results["commands"] += world.order.commands
            results["mistakes"] += world.mistakes
        except Exception as error:
            with results["lock"]:
                print(f"--- seed {seed}: {error}", flush=True)
                if not isinstance(error, opencl.Different) or options.verbose:
                    traceback.print_exc()
                show_calls(cl.calls(), options)
                results["failed"].append(seed)
            if not options.go_on or not isinstance(error, opencl.Different):
                os._exit(1)
            # What is left of the sequence is left alone.
            world.order.setter.orders.put(None)


def watch(cl, options, results):
    """Ends the program if a sequence hangs, with what commands it was waiting for."""
    while True:
        time.sleep(1)
        running = list(results["running"].values())
        if all(time.monotonic() - begun < options.limit for begun, _, _ in running):
            continue
        faulthandler.dump_traceback()
        for _, world, calls in running:
            print(f"--- seed {world.seed} hangs")
            show_calls(calls, options)
            world.order.show_pending()
        sys.stdout.flush()
        os._exit(3)


def show_calls(calls, options):
    for name, arguments, result in list(calls)[-options.calls:]:
        print(f"  {name}({', '.join(opencl.show(a) for a in arguments)}) = {opencl.show(result)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="1", help="of the first sequence; clock: any")
    parser.add_argument("--count", type=int, default=100, help="sequences, of all threads")
    parser.add_argument("--seconds", type=float, default=0, help="ends after that time instead")
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--share", action="store_true", help="one context and some queues for all threads")
    parser.add_argument("--parts", choices=["all", "only"], help="with sub-devices, beside the device or alone")
    parser.add_argument("--go-on", action="store_true", help="after a difference, too")
    parser.add_argument("--calls", type=int, default=25, help="how many to show of those before a difference")
    parser.add_argument("--trace", action="store_true", help="print calls as they are made, for crashes")
    parser.add_argument("--checked", action="store_true",
                        help="nothing that WEFT_CHECK has a reason to report; whatever it reports is a difference")
    parser.add_argument("--limit", type=float, default=120,
                        help="seconds: a sequence that takes longer hangs, and what it waits for is printed")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    first = int(time.time()) if options.seed == "clock" else int(options.seed)
    cl = opencl.load()
    cl.traced = options.trace
    results = {"sequences": 0, "commands": 0, "mistakes": 0, "failed": [], "lock": threading.Lock(), "running": {}}
    begun = time.monotonic()
    threading.Thread(target=watch, args=(cl, options, results), daemon=True).start()
    shared = Place(cl, options.parts, True) if options.share else None

    def work(number):
        seeds = range(first + number, first + options.count, options.threads)
        if options.seconds:
            def until():
                seed = first + number
                while time.monotonic() < begun + options.seconds:
                    yield seed
                    seed += options.threads
            seeds = until()
        place = shared or Place(cl, options.parts, False)
        run_seeds(cl, place, seeds, options, results)
        results["running"].pop(threading.get_ident(), None)
        if not shared and not results["failed"]:
            place.end()

    threads = [threading.Thread(target=work, args=(i,)) for i in range(options.threads)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if shared and not results["failed"]:
        shared.end()
    print(f"seed {first}: {results['sequences']} sequences, {results['commands']} commands, {results['mistakes']} wrong calls, "
          f"{len(results['failed'])} differ, {time.monotonic() - begun:.1f} s")
    return 1 if results["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
