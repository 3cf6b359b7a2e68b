# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV: cvtColor, equalizeHist.
import numpy as np

from opencv_common import agree, cv2, image

KERNELS = {"BGR2GRAY": "RGB2Gray", "BGR2RGB": "RGB", "BGR2HSV": "RGB2HSV", "BGR2HLS": "RGB2HLS",
           "BGR2YCrCb": "RGB2YCrCb", "BGR2YUV": "RGB2YUV", "BGR2XYZ": "RGB2XYZ", "BGR2Lab": "BGR2Lab",
           "BGR2Luv": "BGR2Luv"}


def convert(code):
    return lambda u: cv2.cvtColor(u, getattr(cv2, "COLOR_" + code))


for code, kernel in KERNELS.items():
    # Both paths use integers of about 14 bits, or floats, not always for the same code: one rounding each.
    agree(f"{code} of bytes", convert(code), image(3), kernels=kernel, most=1, mean=0.5)
    # A hue goes up to 360, Luv to some hundreds. The CPU interpolates Lab in a table of 33 nodes a side.
    most = {"BGR2Lab": 0.5, "BGR2HSV": 1e-4, "BGR2HLS": 1e-4, "BGR2Luv": 1e-3}.get(code, 1e-6)
    agree(f"{code} of floats", convert(code), image(3, np.float32), kernels=kernel, most=most)
agree("YUV2BGR", convert("YUV2BGR"), cv2.cvtColor(image(3), cv2.COLOR_BGR2YUV), kernels="YUV2RGB", most=1)
agree("GRAY2BGRA", convert("GRAY2BGRA"), image(), kernels="Gray2RGB", most=0)
planes = image(width=640, height=720)
agree("NV12", convert("YUV2BGR_NV12"), planes, kernels="YUV2RGB_NVx", most=1)
agree("I420", convert("YUV2BGR_I420"), planes, kernels="YUV2RGB_YV12_IYUV", most=1)

# Counts are exact.
agree("equalizeHist", cv2.equalizeHist, image(), kernels="calculate_histogram calcLUT LUT", most=0)
