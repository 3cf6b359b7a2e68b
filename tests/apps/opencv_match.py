# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV: matchTemplate.
import numpy as np

from opencv_common import agree, cv2, image

EPSILON = 2.0 ** -23

# A template of which the picture has one copy, so that the best match is known. The integral images of Weft's path
# are floats, which round at every step of a running sum, of the CPU's path doubles: some units in the last place of the
# sum of all squares is the error of what is a difference of such sums.
at = (200, 100)
for kind, label in ((np.uint8, "bytes"), (np.float32, "floats")):
    picture = image(1, kind)
    cut = picture[at[1]:at[1] + 40, at[0]:at[0] + 32].copy()
    unit = 1.0 if kind == np.uint8 else 1 / 65025
    squares = float(np.sum(np.square(picture, dtype=np.float64))) * EPSILON * 16
    for name, most in (("SQDIFF", squares), ("CCORR", 1e-6 * 40 * 32 * 65025 * unit), ("CCOEFF", squares),
                       ("SQDIFF_NORMED", 1e-3), ("CCORR_NORMED", 1e-3), ("CCOEFF_NORMED", 0.02)):
        got = agree(f"matchTemplate {name} of {label}",
                    lambda u, v: cv2.matchTemplate(u, v, getattr(cv2, "TM_" + name)), picture, cut,
                    kernels="fft_multi_radix_cols mulAndScaleSpectrums" + {"CCORR": ""}.get(
                        name, " matchTemplate_" + (name if "NORMED" in name else "Prepared_" + name)), most=most)
        low, high = cv2.minMaxLoc(got)[2:]
        if name != "CCORR":
            assert (low if "SQDIFF" in name else high) == at, f"{name} of {label} found {low}, {high} for {at}"
# Small templates do not go through the Fourier transform.
agree("matchTemplate of 9 x 8", lambda u, v: cv2.matchTemplate(u, v, cv2.TM_CCORR), image(3),
      image(3)[100:108, 200:209].copy(), kernels="matchTemplate_Naive_CCORR", most=1e-6 * 9 * 8 * 3 * 65025)
