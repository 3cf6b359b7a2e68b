# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs operations of OpenCV on its CPU path and, through UMat, on Weft, and compares.
import os
import sys
import tempfile

# What fails in OpenCL shall not silently run on the CPU instead; nor may a program of an earlier run be found.
os.environ.update(OPENCV_OPENCL_DEVICE="Weft:CPU:", OPENCV_OPENCL_RAISE_ERROR="1",
                  OPENCV_OPENCL_CACHE_ENABLE="0", WEFT_DEBUG="launch")
import cv2  # noqa: E402  reads its options when it is loaded, so that the tests take it from here
import numpy as np  # noqa: E402

import pictures  # noqa: E402

cv2.ocl.setUseOpenCL(True)
device = cv2.ocl.Device.getDefault()
assert cv2.ocl.useOpenCL() and "weft" in device.OpenCLVersion(), f"not on Weft: {device.name()}"

WIDTH, HEIGHT = 641, 479  # No multiple of any vector or work-group.


def image(channels=1, dtype=np.uint8, width=WIDTH, height=HEIGHT):
    """Integers over most of their range, floating-point numbers from 0 to 1."""
    layers = [pictures.picture(width, height, phase=k / 2) for k in range(channels)]
    values = np.stack(layers, -1) if channels > 1 else layers[0]
    kind = np.dtype(dtype)
    scale = np.iinfo(kind).max / 255 if kind.kind in "iu" else 1 / 255
    return (values * scale).astype(kind)


def with_launches(function, *arguments):
    """The result, and the kernels that were launched for it. The driver's log goes to the process's stderr."""
    with tempfile.TemporaryFile() as log:
        kept = os.dup(2)
        sys.stderr.flush()
        os.dup2(log.fileno(), 2)
        try:
            result = function(*arguments)
            cv2.ocl.finish()
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            log.seek(0)
            text = log.read().decode()
    return result, pictures.launched(text)


def agree(name, function, *arrays, kernels, most, mean=None, part=0.0):
    """The two paths agree, and on Weft each of the kernels ran. Without a mean, a quarter of most is it."""
    wanted, launches = with_launches(function, *arrays)
    assert not launches, f"{name}: the CPU path launched {launches}"
    got, launches = with_launches(function, *(cv2.UMat(array) for array in arrays))
    assert isinstance(got, cv2.UMat), name
    missing = set(kernels.split()) - set(launches)
    assert not missing, f"{name}: {missing} did not run, but {launches}"
    pictures.agree(name, got.get(), wanted, most, most / 4 if mean is None else mean, part)
    return got.get()
