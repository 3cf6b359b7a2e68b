# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The context and the comparisons that the pyopencl tests share.
import warnings

import numpy as np
import pyopencl as cl

# Deprecations of this release of pyopencl are not the driver's.
warnings.filterwarnings("ignore", category=DeprecationWarning)
warnings.filterwarnings("ignore", category=UserWarning, module="pyopencl.scan")

platforms = cl.get_platforms()
assert [p.name for p in platforms] == ["Weft"], f"not on Weft alone: {platforms}"
context = cl.Context([platforms[0].get_devices()[0]])
queue = cl.CommandQueue(context)
random = np.random.default_rng(7)


def equal(name, got, wanted):
    """Every element is the same."""
    np.testing.assert_array_equal(got, wanted, err_msg=name)
    print(name, "equal")


def close(name, got, wanted, rtol):
    """Every element differs by at most rtol of the wanted one."""
    np.testing.assert_allclose(got, wanted, rtol=rtol, err_msg=name)
    print(name, "close")
