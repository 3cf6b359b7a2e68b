# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""opencv_operations.py clock|cpu|native [NAME...]: times OpenCV's operations on UMat with the one OpenCL
driver that the loader is told of, or (native) on Mat, where OpenCV uses its code for CPUs.

Prints JSON: for each operation the time of its first call, which builds its programs, and of the
best of the calls after it, in milliseconds of the clock or of all CPUs, and a sum of its result.
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

SECONDS = float(os.environ.get("WEFT_BENCH_SECONDS", "0.4"))  # for each operation
WIDTH, HEIGHT = 1280, 720

layers = [pictures.picture(WIDTH, HEIGHT, k / 2).astype(np.uint8) for k in range(3)]
held = (lambda array: array) if sys.argv[1] == "native" else cv2.UMat
gray, color = held(layers[0]), held(np.stack(layers, -1))
template = held(np.ascontiguousarray(layers[0][100:164, 200:264]))
generator = np.random.default_rng(3)
signal = held(generator.normal(0, 1, (720, 1280, 2)).astype(np.float32))
matrices = [held(generator.normal(0, 1, (512, 512)).astype(np.float32)) for _ in range(3)]
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


# Beside these, for `./dev bench --native`.
MORE = {
    "GaussianBlur gray": lambda: cv2.GaussianBlur(gray, (5, 5), 0),
    "GaussianBlur 21": lambda: cv2.GaussianBlur(gray, (21, 21), 0),
    "boxFilter": lambda: cv2.boxFilter(gray, -1, (7, 7)),
    "erode": lambda: cv2.erode(gray, np.ones((3, 3), np.uint8)),
    "integral": lambda: cv2.integral(gray),
    "threshold": lambda: cv2.threshold(gray, 100, 255, cv2.THRESH_BINARY)[1],
    "add": lambda: cv2.add(color, color),
    "absdiff": lambda: cv2.absdiff(gray, gray),
    "resize by half": lambda: cv2.resize(gray, (640, 360), interpolation=cv2.INTER_AREA),
    "Canny": lambda: cv2.Canny(gray, 50, 150),
    "Laplacian": lambda: cv2.Laplacian(gray, cv2.CV_16S),
    "calcHist": lambda: cv2.calcHist([gray], [0], None, [256], [0, 256]),
    "transpose": lambda: cv2.transpose(gray),
    "flip": lambda: cv2.flip(color, 1),
    "magnitude": lambda: cv2.magnitude(matrices[0], matrices[1]),
    "exp": lambda: cv2.exp(matrices[0]),
    "remap": lambda: cv2.remap(gray, columns, rows_of, cv2.INTER_LINEAR),
}
columns = held((np.indices((HEIGHT, WIDTH), np.float32)[1] * 0.9 + 20).astype(np.float32))
rows_of = held((np.indices((HEIGHT, WIDTH), np.float32)[0] * 0.8 + 30).astype(np.float32))

now = time.process_time if sys.argv[1] == "cpu" else time.perf_counter


def timed(operation):
    cv2.ocl.finish()
    start = now()
    operation()
    cv2.ocl.finish()
    return (now() - start) * 1000


def sum_of(result):
    """Of absolute values: near to each other on all devices."""
    array = result.get() if isinstance(result, cv2.UMat) else result
    return float(np.abs(np.asarray(array, np.float64)).sum())


cv2.ocl.setUseOpenCL(sys.argv[1] != "native")
version = ""
if sys.argv[1] != "native":
    device = cv2.ocl.Device.getDefault()
    if not device.available():
        sys.exit("OpenCV found no OpenCL device")
    version = device.OpenCLVersion()
rows = {}
for name in sys.argv[2:] or OPERATIONS:
    operation = OPERATIONS.get(name) or MORE[name]
    first, times, end = timed(operation), [], time.monotonic() + SECONDS
    while len(times) < 3 or time.monotonic() < end:
        times.append(timed(operation))
    rows[name] = {"first_ms": first, "best_ms": min(times), "sum": sum_of(operation())}
print(json.dumps({"version": version, "rows": rows}))
