# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Arithmetic, slices, copies and mathematical functions of pyopencl.array against numpy.
import numpy as np
import pyopencl.array as cla
import pyopencl.clmath as clmath
from pyopencl_common import close, equal, queue, random

# Not a multiple of any work-group size.
N = 100003

for dtype in (np.float32, np.float64):
    a, b = random.random(N).astype(dtype), random.random(N).astype(dtype) + dtype(0.5)
    da, db = cla.to_device(queue, a), cla.to_device(queue, b)
    name = np.dtype(dtype).name
    tight = 4 * np.finfo(dtype).eps
    equal(f"{name} sum", (da + db).get(), a + b)
    equal(f"{name} difference", (da - db).get(), a - b)
    equal(f"{name} product", (da * db).get(), a * b)
    close(f"{name} quotient", (da / db).get(), a / b, tight)
    equal(f"{name} negated", (-da).get(), -a)
    equal(f"{name} compared", (da < db).get().astype(bool), a < b)
    equal(f"{name} greatest of two", cla.maximum(da, db).get(), np.maximum(a, b))
    close(f"{name} power", (db ** 3).get(), b ** 3, 16 * tight)
    for function in ("sin", "cos", "exp", "log", "sqrt", "tanh", "floor"):
        close(f"{name} {function}", getattr(clmath, function)(db).get(),
              getattr(np, function)(b), 8 * tight)
    close(f"{name} atan", clmath.atan(db).get(), np.arctan(b), 8 * tight)
    equal(f"{name} floor", clmath.floor(db * dtype(10)).get(), np.floor(b * dtype(10)))

for dtype in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64):
    info = np.iinfo(dtype)
    a = random.integers(info.min, info.max, N, dtype=dtype)
    b = random.integers(1, info.max, N, dtype=dtype)
    da, db = cla.to_device(queue, a), cla.to_device(queue, b)
    name = np.dtype(dtype).name
    equal(f"{name} sum", (da + db).get(), a + b)
    equal(f"{name} product", (da * db).get(), a * b)
    equal(f"{name} and", (da & db).get(), a & b)
    equal(f"{name} exclusive or", (da ^ db).get(), a ^ b)

z = (random.random(N) + 1j * random.random(N)).astype(np.complex64)
w = (random.random(N) + 1j * random.random(N)).astype(np.complex64)
dz, dw = cla.to_device(queue, z), cla.to_device(queue, w)
close("complex product", (dz * dw).get(), z * w, 1e-5)
close("complex quotient", (dz / dw).get(), z / w, 1e-5)
equal("conjugate", dz.conj().get(), z.conj())

m = random.random((301, 203)).astype(np.float32)
dm = cla.to_device(queue, m)
equal("rows", dm[17:210].get(), m[17:210])
equal("row", dm[5].get(), m[5])
equal("reshaped", dm.reshape(-1)[100:2000].get(),
      m.reshape(-1)[100:2000])
equal("filled", cla.zeros(queue, 1001, np.float32).fill(np.float32(3)).get(),
      np.full(1001, 3, np.float32))
equal("ranged", cla.arange(queue, 0, 5000, 3, dtype=np.int32).get(),
      np.arange(0, 5000, 3, dtype=np.int32))
index = random.integers(0, N, 5000).astype(np.int32)
a = random.random(N).astype(np.float32)
equal("taken", cla.take(cla.to_device(queue, a), cla.to_device(queue, index)).get(), a[index])
equal("chosen", cla.if_positive(cla.to_device(queue, a - np.float32(.5)), cla.to_device(queue, a),
                                cla.to_device(queue, -a)).get(), np.where(a > .5, a, -a))
