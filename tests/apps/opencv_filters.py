# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV: GaussianBlur, Sobel, medianBlur, bilateralFilter.
import numpy as np

from opencv_common import agree, cv2, image

SMALL = 2.0 ** -21  # A few roundings of values up to 1.

for channels in (1, 3, 4):
    of = image(channels)
    for size, sigma in ((3, 0), (5, 0), (15, 2.5)):
        # The CPU's coefficients are of 8 bits where the kernel's are floats; both round once.
        agree(f"GaussianBlur of {size}, {channels} channels", lambda u: cv2.GaussianBlur(u, (size, size), sigma), of,
              kernels="row_filter col_filter", most=1, mean=0.1)
    for size in (3, 5):
        # Sums of integers below 2^24 are exact in floats.
        agree(f"Sobel of {size}, {channels} channels", lambda u: cv2.Sobel(u, cv2.CV_32F, 1, size // 3, ksize=size),
              of, kernels="row_filter col_filter", most=0)
        agree(f"medianBlur of {size}, {channels} channels", lambda u: cv2.medianBlur(u, size), of,
              kernels=f"medianFilter{size}", most=0)
    agree(f"Sobel to 16 bits, {channels} channels", lambda u: cv2.Sobel(u, cv2.CV_16S, 0, 1), of,
          kernels="row_filter col_filter", most=0)
for channels in (1, 3):
    # The weights' table is the same; sums in another order round to the other side of a half now and then.
    agree(f"bilateralFilter, {channels} channels", lambda u: cv2.bilateralFilter(u, 9, 30, 5), image(channels),
          kernels="bilateral", most=1, mean=0.01)
    of = image(channels, np.float32)
    agree(f"GaussianBlur of floats, {channels} channels", lambda u: cv2.GaussianBlur(u, (7, 5), 1.5, sigmaY=1), of,
          kernels="row_filter col_filter", most=SMALL)
    # Coefficients up to 6 and 2.
    agree(f"Sobel of floats, {channels} channels", lambda u: cv2.Sobel(u, cv2.CV_32F, 1, 1, ksize=5), of,
          kernels="row_filter col_filter", most=12 * SMALL)
    agree(f"medianBlur of floats, {channels} channels", lambda u: cv2.medianBlur(u, 5), of,
          kernels="medianFilter5", most=0)

# Each border, and a part of a picture, which starts at an offset and has neighbours that are read.
for border in (cv2.BORDER_REPLICATE, cv2.BORDER_REFLECT, cv2.BORDER_REFLECT_101, cv2.BORDER_CONSTANT):
    agree(f"GaussianBlur with border {border}",
          lambda u: cv2.GaussianBlur(u, (5, 5), 0, borderType=border), image(), kernels="row_filter col_filter",
          most=1, mean=0.1)
part = image(3)
wanted = cv2.Sobel(part, cv2.CV_32F, 1, 0)[100:331, 50:403]
got = cv2.Sobel(cv2.UMat(cv2.UMat(part), [100, 331], [50, 403]), cv2.CV_32F, 1, 0).get()
np.testing.assert_array_equal(got, wanted, "Sobel of a part of a picture")
