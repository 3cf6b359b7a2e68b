# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV: resize, warpAffine, pyrDown.
import numpy as np

from opencv_common import agree, cv2, image

TURN = np.array([[0.9, -0.3, 70], [0.25, 1.05, -40]])

for kind, channels in ((np.uint8, 1), (np.uint8, 3), (np.uint8, 4), (np.uint16, 1), (np.float32, 1), (np.float32, 3)):
    of, name = image(channels, kind), f"{np.dtype(kind).name}, {channels} channels"
    # One step of integers. Of floats: positions up to 900 are exact to 2^-14, and neighbours differ by up to 0.6.
    step, moved = (1, 1) if kind != np.float32 else (2.0 ** -21, 0.6 * 2.0 ** -14)
    for size in ((900, 700), (300, 200)):
        agree(f"resize to {size}, nearest, {name}",
              lambda u: cv2.resize(u, size, interpolation=cv2.INTER_NEAREST), of, kernels="resizeNN", most=0)
        agree(f"resize to {size}, linear, {name}", lambda u: cv2.resize(u, size), of,
              kernels="resizeLN" if channels == 3 or kind == np.float32 else "resizeSampler", most=moved)
    agree(f"resize to (300, 200), area, {name}",
          lambda u: cv2.resize(u, (300, 200), interpolation=cv2.INTER_AREA), of, kernels="resizeAREA", most=step)
    agree(f"pyrDown, {name}", cv2.pyrDown, of, kernels="pyrDown", most=step)

    # Both paths round a position to 1/32 of a pixel, but not always to the same side: a pixel may differ by a
    # 32nd of what its neighbours do, or be the next one, in few places.
    span = {1: 255, 2: 65535}.get(np.dtype(kind).itemsize, 1.0)
    for flag, called, most in ((cv2.INTER_LINEAR, "linear", span / 32), (cv2.INTER_CUBIC, "cubic", span / 32),
                               (cv2.INTER_NEAREST, "nearest", step)):
        agree(f"warpAffine, {called}, {name}", lambda u: cv2.warpAffine(u, TURN, (600, 500), flags=flag), of,
              kernels="warpAffine", most=most, mean=span / 10000, part=0.001 if called == "nearest" else 0)
