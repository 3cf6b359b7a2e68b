# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ffmpeg_filters.py avgblur|sobel|transpose|overlay: filters that ffmpeg has for OpenCL and for the CPU agree.
import sys

import numpy as np

from ffmpeg_common import FRAMES, HEIGHT, WIDTH, agree, on_cpu, on_weft, planes, yuv420p

PLANES = 3 * FRAMES
UPLOAD, DOWNLOAD = "format=yuv420p,hwupload", "hwdownload,format=yuv420p"


def both(name, options, kernels, most, mean, border=0, size=(WIDTH, HEIGHT)):
    video = yuv420p()
    got = on_weft(f"[0:v]{UPLOAD},{name}_opencl={options},{DOWNLOAD}", [video], "yuv420p", kernels)
    wanted = on_cpu(f"[0:v]{name}={options}", [video], "yuv420p")
    agree(f"{name} {options}", planes(got, *size), planes(wanted, *size), most, mean, border)


def avgblur():
    # OpenCL rounds after each of the two directions, the CPU cuts off once after both: half a step apart on average.
    # They average over less at the borders, each in its own way.
    for x, y in ((4, 2), (1, 9)):
        both("avgblur", f"sizeX={x}:sizeY={y}", {"avgblur_horiz": PLANES, "avgblur_vert": PLANES},
             most=1, mean=0.6, border=9)


def sobel():
    # OpenCL rounds, the CPU cuts off. The outermost pixels' missing neighbours are repeated or mirrored.
    for options in ("scale=0.7:delta=3", "scale=1"):
        both("sobel", options, {"sobel_global": PLANES}, most=1, mean=0.6, border=1)


def transpose():
    for direction in range(4):
        both("transpose", f"dir={direction}", {"transpose": PLANES}, most=0, mean=0, size=(HEIGHT, WIDTH))


def overlay():
    main, width, height = yuv420p(), 120, 90
    plain = yuv420p(width, height, noise=20)
    graph = "[0:v]{},hwupload[a];[1:v]{},hwupload[b];[a][b]overlay_opencl=x={}:y={},{}"
    got = on_weft(graph.format("format=yuv420p", "format=yuv420p", 60, 34, DOWNLOAD), [main, plain], "yuv420p",
                  {"overlay_no_alpha": PLANES})
    wanted = on_cpu("[0:v][1:v]overlay=x=60:y=34:format=yuv420", [main, plain], "yuv420p")
    agree("overlay", planes(got), planes(wanted), 0, 0)

    # At another place than the origin this release of ffmpeg takes chroma's alpha from elsewhere in its OpenCL filter.
    # There, OpenCL takes one of the four values of alpha and the CPU their mean; alpha is the same in each four.
    y, x = np.mgrid[0:height // 2, 0:width // 2]
    quarter = np.clip(255 * (1.3 - np.hypot(x - 31, y - 22) / 22), 0, 255).astype(np.uint8)
    clear = yuv420p(width, height, noise=20, alpha=quarter.repeat(2, 0).repeat(2, 1))
    got = on_weft(graph.format("format=yuv420p", "format=yuva420p", 0, 0, DOWNLOAD), [main, clear], "yuv420p",
                  {"overlay_external_alpha": PLANES})
    wanted = on_cpu("[0:v][1:v]overlay=format=yuv420", [main, clear], "yuv420p")
    # Floats here, integers there, both rounded once.
    agree("overlay with alpha", planes(got), planes(wanted), 1, 0.01)


{"avgblur": avgblur, "sobel": sobel, "transpose": transpose, "overlay": overlay}[sys.argv[1]]()
