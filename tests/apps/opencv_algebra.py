# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV: dft, gemm.
import numpy as np

from opencv_common import agree, cv2

EPSILON = 2.0 ** -23
FFT = "fft_multi_radix_rows fft_multi_radix_cols"

generator = np.random.default_rng(3)


def normal(*shape, kind=np.float32):
    return generator.normal(0, 1, shape).astype(kind)


# The error of a Fourier transform grows with the logarithm of its size: less than 20 stages here.
for shape in ((512, 256), (480, 600), (243, 125)):
    transforms = [("dft", 0, FFT, normal(*shape, 2)),
                  ("inverse dft", cv2.DFT_INVERSE | cv2.DFT_SCALE, "i" + FFT.replace(" ", " i"), normal(*shape, 2))]
    if shape == (512, 256):  # Each is programs of its own, which take longer to build than to run.
        transforms += [("dft, real", cv2.DFT_COMPLEX_OUTPUT, FFT, normal(*shape)),
                       ("dft of rows", cv2.DFT_ROWS, "fft_multi_radix_rows", normal(*shape, 2))]
    for name, flags, kernels, of in transforms:
        largest = float(np.abs(cv2.dft(of, flags=flags)).max())
        agree(f"{name}, {shape}", lambda u: cv2.dft(u, flags=flags), of, kernels=kernels, most=20 * EPSILON * largest)

# 130 products a sum.
for kind, epsilon in ((np.float32, EPSILON), (np.float64, 2.0 ** -52)):
    a, b, c = normal(257, 130, kind=kind), normal(130, 301, kind=kind), normal(257, 301, kind=kind)
    agree(f"gemm of {np.dtype(kind).name}", lambda a, b, c: cv2.gemm(a, b, 1.5, c, -0.5), a, b, c, kernels="gemm",
          most=130 * epsilon * float(np.abs(a).max() * np.abs(b).max()))

# Sides of multiples of 32 go through sub-groups of eight, in which work-items read each other's rows.
a, b, c = normal(128, 96), normal(96, 160), normal(128, 160)
for flags, kernel, left, right in ((0, "NN_sp", a, b), (cv2.GEMM_1_T, "TN", a.T, b), (cv2.GEMM_2_T, "NT", a, b.T),
                                   (cv2.GEMM_1_T | cv2.GEMM_2_T, "TT", a.T, b.T)):
    agree(f"gemm in sub-groups, {kernel}", lambda a, b, c, flags=flags: cv2.gemm(a, b, 1.5, c, -0.5, flags=flags),
          np.ascontiguousarray(left), np.ascontiguousarray(right), c, kernels=f"intelblas_gemm_buffer_{kernel}",
          most=96 * EPSILON * float(np.abs(a).max() * np.abs(b).max()))
