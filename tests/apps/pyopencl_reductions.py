# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Reductions of pyopencl, whose kernels end in a tree with a barrier per level, against numpy.
import numpy as np
import pyopencl.array as cla
from pyopencl.reduction import ReductionKernel
from pyopencl_common import close, context, equal, queue, random

for n in (1, 17, 256, 1000, 100003, 1 << 20):
    x = random.integers(-1000, 1000, n).astype(np.int32)
    dx = cla.to_device(queue, x)
    equal(f"sum of {n}", cla.sum(dx).get(), x.sum(dtype=np.int32))
    equal(f"least of {n}", cla.min(dx).get(), x.min())
    equal(f"greatest of {n}", cla.max(dx).get(), x.max())
    f = random.random(n).astype(np.float32)
    g = random.random(n).astype(np.float32)
    close(f"inner product of {n}", cla.dot(cla.to_device(queue, f), cla.to_device(queue, g)).get(),
          np.dot(f.astype(np.float64), g), 1e-4)
    close(f"double sum of {n}", cla.sum(cla.to_device(queue, f), dtype=np.float64).get(),
          f.sum(dtype=np.float64), 1e-12)

x = random.random(54321).astype(np.float32)
y = random.random(54321).astype(np.float32)
distance = ReductionKernel(context, np.float32, neutral="0", reduce_expr="a+b",
                           map_expr="(x[i]-y[i])*(x[i]-y[i])",
                           arguments="__global const float *x, __global const float *y")
close("squared distance", distance(cla.to_device(queue, x), cla.to_device(queue, y)).get(),
      ((x.astype(np.float64) - y) ** 2).sum(), 1e-4)

any_above = ReductionKernel(context, np.int32, neutral="0", reduce_expr="a || b",
                            map_expr="x[i] > limit", arguments="__global const float *x, float limit")
equal("any above, none", any_above(cla.to_device(queue, x), np.float32(2)).get(), 0)
equal("any above, some", any_above(cla.to_device(queue, x), np.float32(.9)).get(), 1)

chosen = np.arange(0, x.size, 7, dtype=np.int32)
close("inner product of a subset",
      cla.subset_dot(cla.to_device(queue, chosen), cla.to_device(queue, x),
                     cla.to_device(queue, y)).get(),
      np.dot(x[chosen].astype(np.float64), y[chosen]), 1e-4)
