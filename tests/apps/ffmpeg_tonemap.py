# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ffmpeg: tonemap_opencl, against ffmpeg's CPU filters and against what its kernels compute, in numpy.
#
# The filter measures each frame and lets that steer the frames after it, which the CPU's does not.
import os

import numpy as np

import pictures
from ffmpeg_common import Video, agree, on_cpu, on_weft, planes

WIDTH, HEIGHT, FRAMES, PEAK = 320, 192, 3, 10.0  # Whole groups of 32 x 32 pixels, of each of which a mean is taken.
BT2020 = (0.2627, 0.6780, 0.0593), ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))
BT709 = (0.2126, 0.7152, 0.0722), ((0.640, 0.330), (0.300, 0.600), (0.150, 0.060))
WHITE = (0.3127, 0.3290)


def hable(s):
    return (s * (s * 0.15 + 0.05) + 0.004) / (s * (s * 0.15 + 0.5) + 0.06) - 0.02 / 0.3


def mobius(s, peak, j=0.3):
    a = -j * j * (peak - 1) / (j * j - 2 * j + peak)
    b = (j * j - 2 * j * peak + peak) / max(peak - 1, 1e-6)
    return np.where(s <= j, s, (b * b + 2 * b * j + j * j) / (b - a) * (s + a) / (s + b))


CURVES = {
    "gamma": lambda s, peak: np.where(s > 0.05, (s / peak) ** (1 / 1.8), s * (0.05 / peak) ** (1 / 1.8) / 0.05),
    "reinhard": lambda s, peak: s / (s + 1) * (peak + 1) / peak,
    "hable": lambda s, peak: hable(s) / hable(peak),
    "mobius": mobius,
}


def to_yuv(luma):
    r, g, b = luma
    return np.array([[r, g, b], [-r / (1 - b) / 2, -g / (1 - b) / 2, 0.5], [0.5, -g / (1 - r) / 2, -b / (1 - r) / 2]])


def to_xyz(primaries):
    columns = np.array([[x / y, 1, (1 - x - y) / y] for x, y in primaries]).T
    x, y = WHITE
    return columns * np.linalg.solve(columns, [x / y, 1, (1 - x - y) / y])


def video_in_pq():
    """Luma with edges and noise over most of the range, 10 bits in the high ones of 16; smooth chroma."""
    frames = []
    y, x = np.mgrid[0:HEIGHT // 2, 0:WIDTH // 2]
    for t in range(FRAMES):
        # The second frame is darker than the others.
        luma = 64 + pictures.picture(WIDTH, HEIGHT, t) * (2.2 if t == 1 else 2.9)
        chroma = np.stack([512 + 24 * np.sin(x / 25 + t), 512 + 24 * np.cos(y / 21)], -1)
        frames.append(luma.astype("<u2") << 6)
        frames.append(chroma.astype("<u2") << 6)
    return frames


def mapped(frames, curve):
    """What the kernels make of the frames: planes of yuv420p."""
    peak, average, peaks, averages = PEAK, 0.25, [], []
    out = {"y": [], "u": [], "v": []}
    for luma, chroma in zip(frames[0::2], frames[1::2]):
        # They take 65535, not 65472, for the whole range.
        y = (luma / 65535 * 255 - 16) / 219
        uv = ((chroma / 65535 * 255 - 128) / 224).repeat(2, 0).repeat(2, 1)
        rgb = np.concatenate([y[..., None], uv], -1) @ np.linalg.inv(to_yuv(BT2020[0])).T
        root = np.maximum(rgb, 0) ** (1 / 78.84375)
        light = (np.maximum(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125) * 100
        light = light @ (np.linalg.inv(to_xyz(BT709[1])) @ to_xyz(BT2020[1])).T

        if peaks:
            peak, average = max(1, np.mean(peaks) / 100), max(0.25, np.mean(averages) / 100)
        brightest = light.max(-1)
        of_quads = brightest.reshape(HEIGHT // 2, 2, WIDTH // 2, 2).max((1, 3))
        means = (of_quads * 100).astype(int).reshape(HEIGHT // 32, 16, WIDTH // 32, 16).sum((1, 3)) // 256
        peaks.append(means.max())
        averages.append(means.sum() // means.size)

        slope = min(1, 0.25 / average)
        signal = np.maximum(brightest, 1e-6)
        light = light * (np.minimum(CURVES[curve](signal * slope, peak * slope), 1) / signal)[..., None]
        quads = light.reshape(HEIGHT // 2, 2, WIDTH // 2, 2, 3)
        # Where no place of the chroma is given, it is the mean of four; from the left, of two.
        picture = np.maximum(light, 0) ** (1 / 2.4) @ to_yuv(BT709[0]).T
        half = np.maximum(quads.mean((1, 3)), 0) ** (1 / 2.4) @ to_yuv(BT709[0]).T
        out["y"].append(219 * picture[..., 0] + 16)
        out["u"].append(224 * half[..., 1] + 128)
        out["v"].append(224 * half[..., 2] + 128)
    return {plane: np.clip(np.rint(np.stack(values)), 0, 255).astype(np.uint8) for plane, values in out.items()}


# In the last group to run, the first work-item changes what the others then read; one thread leaves it at that group.
os.environ["WEFT_THREADS"] = "1"


def without_last_group(video):
    """Without the rows of the last group, at the lower right."""
    return {plane: values[:, :values.shape[1] * (HEIGHT - 32) // HEIGHT] for plane, values in video.items()}


frames = video_in_pq()
video = Video([frame.tobytes() for frame in frames], "p010le", WIDTH, HEIGHT)
tags = "setparams=range=tv:color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc"
for curve in CURVES:
    got = planes(on_weft(
        f"[0:v]{tags},format=p010le,hwupload,tonemap_opencl=tonemap={curve}:desat=0:peak={PEAK}:threshold=0"
        ":transfer=bt709:matrix=bt709:primaries=bt709:range=tv:format=nv12,hwdownload,format=nv12",
        [video], "yuv420p", {"tonemap": FRAMES}), WIDTH, HEIGHT)
    agree(f"tonemap {curve} and numpy", without_last_group(got), without_last_group(mapped(frames, curve)), 1, 0.01)
    # The first frame. The kernel reads its input 0.1 % too low, of which the curve of PQ makes 1 % and more of the
    # light; and the CPU's way interpolates chroma before it maps.
    wanted = planes(on_cpu(
        f"[0:v]{tags},zscale=transfer=linear:npl=100,format=gbrpf32le,zscale=primaries=bt709,"
        f"tonemap={curve}:desat=0:peak={PEAK},zscale=transfer=bt709:matrix=bt709:range=tv,format=yuv420p",
        [video], "yuv420p"), WIDTH, HEIGHT)
    agree(f"tonemap {curve} and the CPU's", {k: v[:1] for k, v in got.items()}, {k: v[:1] for k, v in wanted.items()},
          most=10, mean=3, part=0.001)
