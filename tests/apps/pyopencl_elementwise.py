# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Elementwise kernels and kernels of one's own: scalars, vectors, structures, local memory, maps.
import numpy as np
import pyopencl as cl
import pyopencl.array as cla
import pyopencl.tools
from pyopencl.elementwise import ElementwiseKernel
from pyopencl_common import close, context, equal, queue, random

N = 100003
x, y = random.random(N).astype(np.float32), random.random(N).astype(np.float32)
dx, dy = cla.to_device(queue, x), cla.to_device(queue, y)

combine = ElementwiseKernel(context, "float a, float *x, float b, float *y, float *z",
                            "z[i] = a*x[i] + b*y[i]", "combine")
z = cla.empty_like(dx)
combine(np.float32(3), dx, np.float32(4), dy, z)
close("linear combination", z.get(), 3 * x + 4 * y, 1e-6)

branches = ElementwiseKernel(context, "const float *x, int *out",
                             "int n = 0; float v = x[i]; while (v < 1000.0f) { v = v * 3 + 1; ++n; }"
                             " if (n & 1) n = -n; out[i] = n", "branches")
counts = cla.empty(queue, N, np.int32)
branches(dx, counts)
v, n = x.copy(), np.zeros(N, np.int32)
while (v < 1000).any():
    n += v < 1000
    v = np.where(v < 1000, v * np.float32(3) + np.float32(1), v)
# A fused multiplication may end a chain that passes just at 1000 one step earlier or later.
assert (np.abs(counts.get()) == n).mean() > .9999
equal("sign follows the count", counts.get() < 0, np.abs(counts.get()) % 2 == 1)

particle = np.dtype([("position", np.float32, 3), ("kind", np.int32), ("mass", np.float64)])
particle, declaration = cl.tools.match_dtype_to_c_struct(context.devices[0], "particle", particle)
cl.tools.get_or_register_dtype("particle", particle)
program = cl.Program(context, declaration + """
kernel void move(global particle *p, float step) {
  size_t i = get_global_id(0);
  for (int k = 0; k < 3; ++k)
    p[i].position[k] += step * p[i].kind;
  p[i].mass *= 0.5;
}
kernel void transpose(global const float *in, global float *out, int width, int height,
                      local float *tile) {
  int x = get_global_id(0), y = get_global_id(1);
  int lx = get_local_id(0), ly = get_local_id(1), n = get_local_size(0);
  if (x < width && y < height)
    tile[ly * (n + 1) + lx] = in[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * n + lx;
  y = get_group_id(0) * n + ly;
  if (x < height && y < width)
    out[y * height + x] = tile[lx * (n + 1) + ly];
}
kernel void swizzle(global float4 *v, float4 add) {
  v[get_global_id(0)] = v[get_global_id(0)].wzyx + add;
}
""").build()

p = np.zeros(1000, particle)
p["position"] = random.random((1000, 3))
p["kind"] = random.integers(-3, 4, 1000)
p["mass"] = random.random(1000)
dp = cla.to_device(queue, p)
program.move(queue, (1000,), None, dp.data, np.float32(2))
moved = dp.get()
close("structure, array member", moved["position"], p["position"] + 2 * p["kind"][:, None], 1e-5)
equal("structure, double member", moved["mass"], p["mass"] / 2)
equal("structure, kept member", moved["kind"], p["kind"])

m = random.random((100, 77)).astype(np.float32)
out = cla.empty(queue, (77, 100), np.float32)
program.transpose(queue, (80, 112), (16, 16), cla.to_device(queue, m).data, out.data,
                  np.int32(77), np.int32(100), cl.LocalMemory(16 * 17 * 4))
equal("transposed through local memory", out.get(), m.T)

v = random.random((500, 4)).astype(np.float32)
dv = cla.to_device(queue, v)
program.swizzle(queue, (500,), None, dv.data, cla.vec.make_float4(1, 2, 3, 4))
equal("vectors", dv.get(), v[:, ::-1] + np.array([1, 2, 3, 4], np.float32))

mapped, _ = cl.enqueue_map_buffer(queue, dx.data, cl.map_flags.READ, 0, (N,), np.float32)
equal("mapped", mapped, x)
mapped.base.release(queue)
copy = np.empty(100, np.float32)
cl.enqueue_copy(queue, copy, dx.data, device_offset=4000)
equal("read at an offset", copy, x[1000:1100])
