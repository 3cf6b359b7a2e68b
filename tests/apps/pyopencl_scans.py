# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Inclusive, exclusive, segmented and generic scans of pyopencl against numpy.
import numpy as np
import pyopencl.array as cla
from pyopencl.algorithm import copy_if, partition, unique
from pyopencl.scan import ExclusiveScanKernel, GenericScanKernel, InclusiveScanKernel
from pyopencl_common import context, equal, queue, random

inclusive = InclusiveScanKernel(context, np.int32, "a+b", neutral="0")
exclusive = ExclusiveScanKernel(context, np.int32, "a+b", neutral="0")
greatest = InclusiveScanKernel(context, np.int32, "max(a,b)", neutral="INT_MIN")
for n in (1, 10, 255, 256, 257, 4096, 100003, (1 << 20) + 5):
    x = random.integers(-50, 100, n).astype(np.int32)
    dx = cla.to_device(queue, x)
    inclusive(dx)
    equal(f"inclusive of {n}", dx.get(), np.cumsum(x, dtype=np.int32))
    dx = cla.to_device(queue, x)
    exclusive(dx)
    equal(f"exclusive of {n}", dx.get(), np.cumsum(x, dtype=np.int32) - x)
    dx = cla.to_device(queue, x)
    greatest(dx)
    equal(f"running greatest of {n}", dx.get(), np.maximum.accumulate(x))

segmented = GenericScanKernel(
    context, np.int32, arguments="__global const int *ary, __global const char *starts, __global int *out",
    input_expr="ary[i]", scan_expr="across_seg_boundary ? b : (a+b)", neutral="0",
    is_segment_start_expr="starts[i]", output_statement="out[i] = item;")
x = random.integers(0, 10, 50021).astype(np.int32)
starts = (random.random(x.size) < 0.01).astype(np.int8)
starts[0] = 1
out = cla.empty(queue, x.size, np.int32)
segmented(cla.to_device(queue, x), cla.to_device(queue, starts), out)
total = np.cumsum(x)
before = np.concatenate([[0], total])[:-1]
first = np.maximum.accumulate(np.where(starts, np.arange(x.size), 0))
equal("segmented", out.get(), total - before[first])

x = random.integers(0, 1000, 70001).astype(np.int32)
kept, count, _ = copy_if(cla.to_device(queue, x), "ary[i] > 700")
equal("copied where", kept.get()[:int(count.get())], x[x > 700])
(yes, no, count, _) = partition(cla.to_device(queue, x), "ary[i] % 3 == 0")
equal("partition, yes", yes.get()[:int(count.get())], x[x % 3 == 0])
equal("partition, no", no.get()[:x.size - int(count.get())], x[x % 3 != 0])
x.sort()
different, count, _ = unique(cla.to_device(queue, x))
equal("unique", different.get()[:int(count.get())], np.unique(x))
