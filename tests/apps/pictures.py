# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Pictures to filter, and what Weft's log says about who filtered them.
import re

import numpy as np


def picture(width, height, phase=0.0, noise=6.0, seed=11):
    """Values of 0 to 255: waves, a checkerboard and a cone, which has edges in all directions, under noise."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float64)
    values = 110 + 60 * np.sin(x / 23 + phase) * np.cos(y / 17)
    values += np.where((x // 31 + y // 29) % 2, 20, -20)
    radius = np.hypot(x - width * 0.4 - 5 * phase, y - height * 0.55)
    values = np.where(radius < min(width, height) / 4, 220 - radius, values)
    generator = np.random.default_rng([seed, int(1000 * phase)])
    return np.clip(values + generator.normal(0, noise, values.shape), 0, 255)


def launched(log):
    """Names of the kernels that WEFT_DEBUG=launch shows, in their order."""
    return re.findall(r"weft: (\w+): .* work-items in ", log)


def agree(name, got, wanted, most, mean, part=0.0):
    """Ends the test unless pictures agree: differences above most in at most part of the pixels, mean on average."""
    assert got.shape == wanted.shape and got.dtype == wanted.dtype, f"{name}: not of the same shape"
    assert np.ptp(wanted) > 0, f"{name}: a blank picture shows nothing"
    difference = np.abs(got.astype(np.float64) - wanted.astype(np.float64))
    above = np.count_nonzero(~(difference <= most)) / difference.size
    print(f"{name}: at most {difference.max():.3g} of {np.ptp(wanted):.4g} apart, {difference.mean():.3g} on average",
          flush=True)
    assert above <= part, f"{name}: {above:.2%} of the values are more than {most} apart"
    assert difference.mean() <= mean, f"{name}: {difference.mean()} apart on average"
