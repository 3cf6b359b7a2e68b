# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Counter-based random numbers of pyopencl: known answers, moments and distribution.
import math

import numpy as np
import pyopencl as cl
import pyopencl.array as cla
import pyopencl.clrandom as clrandom
from pyopencl_common import context, queue

N = 100003

# The answers that the authors of Random123 publish for a counter and key of zero.
KNOWN = """
#include <pyopencl-random123/philox.cl>
#include <pyopencl-random123/threefry.cl>
kernel void known(global uint *out) {
  philox4x32_ctr_t c = {{0, 0, 0, 0}};
  philox4x32_key_t k = {{0, 0}};
  c = philox4x32(c, k);
  threefry4x32_ctr_t d = {{0, 0, 0, 0}};
  threefry4x32_key_t l = {{0, 0, 0, 0}};
  d = threefry4x32(d, l);
  for (int i = 0; i < 4; ++i) { out[i] = c.v[i]; out[4 + i] = d.v[i]; }
}
"""
out = cla.zeros(queue, 8, np.uint32)
cl.Program(context, KNOWN).build().known(queue, (1,), None, out.data)
wanted = [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8,
          0x9c6ca96a, 0xe17eae66, 0xfc10ecd4, 0x5256a7d8]
np.testing.assert_array_equal(out.get(), np.array(wanted, np.uint32))

for generator in (clrandom.PhiloxGenerator, clrandom.ThreefryGenerator):
    name = generator.__name__
    for dtype in (np.float32, np.float64):
        # The seed is fixed, so the sample is: bounds of five standard deviations cannot flicker.
        u = generator(context, seed=15).uniform(queue, N, dtype).get()
        assert u.min() >= 0 and u.max() <= 1, name
        assert abs(u.mean() - .5) < 5 / math.sqrt(12 * N), name
        counts, _ = np.histogram(u, 64, (0, 1))
        chi2 = ((counts - N / 64) ** 2 / (N / 64)).sum()
        assert chi2 < 63 + 5 * math.sqrt(2 * 63), (name, chi2)
        assert np.unique(u).size > .95 * N, name
        g = generator(context, seed=16).normal(queue, N, dtype, mu=3, sigma=2).get()
        assert abs(g.mean() - 3) < 5 * 2 / math.sqrt(N), name
        assert abs(g.std() - 2) < 5 * 2 / math.sqrt(2 * N), name
        assert abs((np.abs(g - 3) < 2).mean() - .682689) < 5 * .4654 / math.sqrt(N), name
    i = generator(context, seed=17).uniform(queue, N, np.int32, a=-10, b=20).get()
    assert i.min() == -10 and i.max() == 19, name
    again = generator(context, seed=17).uniform(queue, N, np.int32, a=-10, b=20).get()
    np.testing.assert_array_equal(i, again)
    print(name, "right")
