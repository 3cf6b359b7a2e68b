# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ffmpeg: unsharp_opencl, against ffmpeg's CPU filter and against what its kernels compute, in numpy.
import numpy as np

from ffmpeg_common import FRAMES, agree, on_cpu, on_weft, planes, yuv420p

AMOUNT = 1.5


def sharpened(frames, width, height):
    """OpenCL's filter: a Gaussian blur of a quarter of the diameter, subtracted; edges are repeated."""
    def weights(diameter):
        w = np.exp(-16 * (np.arange(-(diameter // 2), diameter // 2 + 1) / diameter) ** 2)
        return w / w.sum()
    x, y = width // 2, height // 2
    padded = np.pad(frames.astype(np.float64), ((0, 0), (y, y), (x, x)), mode="edge")
    rows = sum(w * padded[:, :, k:k + frames.shape[2]] for k, w in enumerate(weights(width)))
    blurred = sum(w * rows[:, k:k + frames.shape[1]] for k, w in enumerate(weights(height)))
    return np.clip(np.rint(frames + (frames - blurred) * AMOUNT), 0, 255).astype(np.uint8)


video = yuv420p()
source = planes(np.frombuffer(video.data, np.uint8))
# Above a diameter of 17 another kernel runs, without local memory; it reads zeros beyond the edges.
for x, y, kernel, border in ((7, 5, "unsharp_local", 0), (17, 13, "unsharp_local", 0), (23, 19, "unsharp_global", 11)):
    options = f"lx={x}:ly={y}:la={AMOUNT}:cx={x}:cy={y}:ca={AMOUNT}"
    got = planes(on_weft(f"[0:v]format=yuv420p,hwupload,unsharp_opencl={options},hwdownload,format=yuv420p", [video],
                         "yuv420p", {kernel: 3 * FRAMES}))
    # Floats round to the other side of a half now and then.
    agree(f"unsharp {x} x {y} and numpy", got, {k: sharpened(v, x, y) for k, v in source.items()}, 1, 0.01, border)
    if x + y < 25:
        # The CPU's mask is binomial, which is wider than the Gaussian: noise is sharpened by some levels more.
        wanted = planes(on_cpu(f"[0:v]unsharp={options}", [video], "yuv420p"))
        agree(f"unsharp {x} x {y} and the CPU's", got, wanted, most=12, mean=1, part=0.001)
