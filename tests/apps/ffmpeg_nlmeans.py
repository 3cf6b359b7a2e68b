# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ffmpeg: nlmeans_opencl, against ffmpeg's CPU filter and against what its kernels compute, in numpy.
import numpy as np

from ffmpeg_common import agree, on_cpu, on_weft, planes, yuv420p

WIDTH, HEIGHT, FRAMES = 178, 146, 2
STRENGTH, PATCH, RESEARCH = 2.0, 7, 9


def denoised(frame):
    """OpenCL's filter. A pixel that is nearer than a patch to the edge weighs all others the same."""
    p, r = PATCH // 2, RESEARCH // 2
    height, width = frame.shape
    pixels = frame.astype(np.int64)
    padded = np.pad(pixels, r, mode="edge")
    total, weights = pixels.astype(np.float64), np.ones(frame.shape)
    for dx in range(-r, r + 1):
        for dy in range(-r, r + 1):
            if dx == dy == 0:
                continue
            other = padded[r + dy:r + dy + height, r + dx:r + dx + width]
            sums = np.square(pixels - other).cumsum(0).cumsum(1)
            difference = np.zeros(frame.shape)
            difference[p:-p, p:-p] = (sums[2 * p:, 2 * p:] + sums[:-2 * p, :-2 * p]
                                      - sums[:-2 * p, 2 * p:] - sums[2 * p:, :-2 * p])
            weight = np.exp(-difference / (10 * STRENGTH) ** 2)
            total, weights = total + weight * other, weights + weight
    return np.rint(total / weights).astype(np.uint8)


video = yuv420p(WIDTH, HEIGHT, FRAMES)
options = f"s={STRENGTH}:p={PATCH}:r={RESEARCH}"
shifts = (RESEARCH ** 2 - 1) // 4 * 3 * FRAMES  # Four at a time, three planes.
got = planes(on_weft(f"[0:v]format=yuv420p,hwupload,nlmeans_opencl={options},hwdownload,format=yuv420p", [video],
                     "yuv420p", {"horiz_sum": shifts, "vert_sum": shifts, "weight_accum": shifts,
                                 "average": 3 * FRAMES}), WIDTH, HEIGHT)
# The kernels cut off squares and pixels after they have scaled them to 255, so that both may be one less.
source = planes(np.frombuffer(video.data, np.uint8), WIDTH, HEIGHT)
agree("nlmeans and numpy", got, {k: np.stack([denoised(f) for f in v]) for k, v in source.items()}, 2, 0.1)
# The CPU's patches are a row and a column larger, and its weights come from a table that ends.
wanted = planes(on_cpu(f"[0:v]nlmeans={options}", [video], "yuv420p"), WIDTH, HEIGHT)
agree("nlmeans and the CPU's", got, wanted, 8, 0.5, border=PATCH // 2 + RESEARCH // 2)
