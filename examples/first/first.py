# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A first program: adds two vectors on the first device of the platform "Weft"."""
import sys

import numpy as np
import pyopencl as cl

platform = next((p for p in cl.get_platforms() if p.name == "Weft"), None)
if platform is None:
    sys.exit('there is no platform "Weft"')
device = platform.get_devices()[0]
context = cl.Context([device])
queue = cl.CommandQueue(context)
program = cl.Program(context, """
    kernel void add(global const float *a, global const float *b, global float *sum) {
      size_t i = get_global_id(0);
      sum[i] = a[i] + b[i];
    }
""").build()

a = np.full(1000000, 1, np.float32)
b = np.full_like(a, 2)
result = np.empty_like(a)
# With the host's own memory there is nothing to copy.
flags = cl.mem_flags.READ_ONLY | cl.mem_flags.USE_HOST_PTR
buffer_a, buffer_b = (cl.Buffer(context, flags, hostbuf=array) for array in (a, b))
buffer_sum = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, result.nbytes)
program.add(queue, a.shape, None, buffer_a, buffer_b, buffer_sum)
cl.enqueue_copy(queue, result, buffer_sum)
print(f"{device.name}: 1 + 2 = {result[-1]:g}")
sys.exit(result[-1] != 3)
