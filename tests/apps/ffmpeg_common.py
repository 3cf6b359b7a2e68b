# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs filters of ffmpeg, on its CPU path and in OpenCL on Weft, on generated videos, and compares.
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import pictures

WIDTH, HEIGHT, FRAMES = 354, 290, 3  # No multiples of any vector or work-group.


class Video:
    """Frames as raw bytes, in one of ffmpeg's pixel formats."""

    def __init__(self, frames, pixels, width, height):
        self.data, self.pixels, self.width, self.height = b"".join(frames), pixels, width, height


def yuv420p(width=WIDTH, height=HEIGHT, frames=FRAMES, noise=6.0, alpha=None):
    """A moving picture in each plane; alpha is one more plane for all frames."""
    def plane(half, phase):
        return pictures.picture(width // half, height // half, phase, noise).astype(np.uint8).tobytes()
    last = [] if alpha is None else [alpha.tobytes()]
    return Video([b"".join([plane(1, t), plane(2, t + 1), plane(2, t + 2)] + last) for t in range(frames)],
                 "yuv420p" if alpha is None else "yuva420p", width, height)


def run(graph, videos, pixels, opencl):
    """The bytes that a filter graph makes of videos, and the kernels that Weft launched for them."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "verbose"]
        if opencl:
            command += ["-init_hw_device", "opencl=weft:0.0", "-filter_hw_device", "weft"]
        for number, video in enumerate(videos):
            path = pathlib.Path(folder, str(number))
            path.write_bytes(video.data)
            command += ["-f", "rawvideo", "-pix_fmt", video.pixels, "-video_size", f"{video.width}x{video.height}",
                        "-framerate", "25", "-i", str(path)]
        path = pathlib.Path(folder, "out")
        command += ["-filter_complex", graph, "-f", "rawvideo", "-pix_fmt", pixels, str(path)]
        done = subprocess.run(command, env=dict(os.environ, WEFT_DEBUG="launch"), stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=280)
        if done.returncode:
            print(done.stderr)
            sys.exit(f"ffmpeg ended with {done.returncode}: {graph}")
        return np.frombuffer(path.read_bytes(), np.uint8), pictures.launched(done.stderr)


def on_weft(graph, videos, pixels, kernels):
    """The bytes that come of a graph of OpenCL filters. Each of the kernels ran that many times."""
    data, launches = run(graph, videos, pixels, opencl=True)
    counts = {name: launches.count(name) for name in launches}
    assert counts == kernels, f"{graph}: launched {counts} in place of {kernels}"
    return data


def on_cpu(graph, videos, pixels):
    data, launches = run(graph, videos, pixels, opencl=False)
    assert not launches, f"{graph}: launched {launches}"
    return data


def planes(data, width=WIDTH, height=HEIGHT):
    """The luma and the two chroma planes of yuv420p, each as frames, rows, pixels."""
    frame = width * height * 3 // 2
    assert len(data) % frame == 0 and len(data), f"{len(data)} bytes are no frames of {frame}"
    data = data.reshape(-1, frame)
    ends = (width * height, width * height * 5 // 4)
    parts = np.split(data, ends, axis=1)
    return {name: part.reshape(-1, height // half, width // half)
            for name, part, half in zip("yuv", parts, (1, 2, 2))}


def inner(frames, border):
    return frames[:, border:frames.shape[1] - border, border:frames.shape[2] - border]


def agree(name, got, wanted, most, mean, border=0, part=0.0):
    """Each plane agrees, but for a border."""
    for plane in got:
        pictures.agree(f"{name}, {plane}", inner(got[plane], border), inner(wanted[plane], border), most, mean, part)
