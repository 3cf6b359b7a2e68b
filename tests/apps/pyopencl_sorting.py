# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Radix sort (by keys, with data carried along) and bitonic sort of pyopencl against numpy.
import numpy as np
import pyopencl.array as cla
from pyopencl.algorithm import RadixSort
from pyopencl.bitonic_sort import BitonicSort
from pyopencl_common import context, equal, queue, random

by_value = RadixSort(context, "int *ary", key_expr="ary[i]", sort_arg_names=["ary"],
                     key_dtype=np.int32)
for n in (1, 100, 100003):
    x = random.integers(0, 2**31 - 1, n).astype(np.int32)
    (result,), _ = by_value(cla.to_device(queue, x))
    equal(f"radix sort of {n}", result.get(), np.sort(x))

with_data = RadixSort(context, "uint *keys, double *data", key_expr="keys[i]",
                      sort_arg_names=["keys", "data"], key_dtype=np.uint32)
keys = random.permutation(30011).astype(np.uint32)
data = random.random(keys.size)
(sorted_keys, sorted_data), _ = with_data(cla.to_device(queue, keys), cla.to_device(queue, data),
                                          key_bits=15)
equal("keys", sorted_keys.get(), np.arange(keys.size, dtype=np.uint32))
equal("data follows its key", sorted_data.get(), data[np.argsort(keys)])

bitonic = BitonicSort(context)
for dtype in (np.int32, np.float32, np.float64):
    x = (random.random(1 << 13) * 1e6).astype(dtype)
    result, _ = bitonic(cla.to_device(queue, x))
    equal(f"bitonic sort of {np.dtype(dtype).name}", result.get(), np.sort(x))
