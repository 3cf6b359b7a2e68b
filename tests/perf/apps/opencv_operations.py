# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""opencv_operations.py clock|cpu [NAME...]: times OpenCV's operations on UMat with the one OpenCL driver
that the loader is told of.

Prints JSON: for each operation the time of its first call, which builds its programs, and of the
best of the calls after it, in milliseconds of the clock or of all CPUs.
"""

import json
import os
import sys
import time

os.environ.update(OPENCV_OPENCL_DEVICE=":CPU:", OPENCV_OPENCL_RAISE_ERROR="1",
                  OPENCV_OPENCL_CACHE_ENABLE="0")
import cv2  # noqa: E402  reads its options when it is loaded
import numpy as np  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "apps"))
import pictures  # noqa: E402

SECONDS = 0.4  # for each operation
WIDTH, HEIGHT = 1280, 720

layers = [pictures.picture(WIDTH, HEIGHT, k / 2).astype(np.uint8) for k in range(3)]
gray, color = cv2.UMat(layers[0]), cv2.UMat(np.stack(layers, -1))
template = cv2.UMat(np.ascontiguousarray(layers[0][100:164, 200:264]))
generator = np.random.default_rng(3)
signal = cv2.UMat(generator.normal(0, 1, (720, 1280, 2)).astype(np.float32))
matrices = [cv2.UMat(generator.normal(0, 1, (512, 512)).astype(np.float32)) for _ in range(3)]
TURN = np.array([[0.9, -0.3, 70], [0.25, 1.05, -40]])

OPERATIONS = {
    "GaussianBlur": lambda: cv2.GaussianBlur(color, (5, 5), 0),
    "resize": lambda: cv2.resize(color, (1920, 1080)),
    "cvtColor": lambda: cv2.cvtColor(color, cv2.COLOR_BGR2YCrCb),
    "Sobel": lambda: cv2.Sobel(gray, cv2.CV_16S, 1, 0),
    "medianBlur": lambda: cv2.medianBlur(gray, 5),
    "bilateralFilter": lambda: cv2.bilateralFilter(gray, 9, 30, 5),
    "warpAffine": lambda: cv2.warpAffine(color, TURN, (WIDTH, HEIGHT)),
    "matchTemplate": lambda: cv2.matchTemplate(gray, template, cv2.TM_CCOEFF_NORMED),
    "dft": lambda: cv2.dft(signal),
    "gemm": lambda: cv2.gemm(matrices[0], matrices[1], 1, matrices[2], 1),
    "pyrDown": lambda: cv2.pyrDown(color),
    "equalizeHist": lambda: cv2.equalizeHist(gray),
}


now = {"clock": time.perf_counter, "cpu": time.process_time}[sys.argv[1]]


def timed(operation):
    cv2.ocl.finish()
    start = now()
    operation()
    cv2.ocl.finish()
    return (now() - start) * 1000


cv2.ocl.setUseOpenCL(True)
device = cv2.ocl.Device.getDefault()
if not device.available():
    sys.exit("OpenCV found no OpenCL device")
rows = {}
for name in sys.argv[2:] or OPERATIONS:
    first, times, end = timed(OPERATIONS[name]), [], time.monotonic() + SECONDS
    while len(times) < 3 or time.monotonic() < end:
        times.append(timed(OPERATIONS[name]))
    rows[name] = {"first_ms": first, "best_ms": min(times)}
print(json.dumps({"version": device.OpenCLVersion(), "rows": rows}))
