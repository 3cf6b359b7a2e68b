# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The OpenCL driver Weft for this Python's programs.

weft_opencl.pth has every start of this Python call register(), so that pyopencl, and whatever else
loads an ICD loader, finds Weft beside the drivers of the system. Nothing happens where
OCL_ICD_VENDORS is set already; WEFT_OPENCL_REGISTER=0 turns it off."""
import os

LIBRARY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libweft.so")
SYSTEM = "/etc/OpenCL/vendors"


def _system_drivers():
    try:
        return sorted(name for name in os.listdir(SYSTEM)
                      if name.endswith(".icd") and name != "weft.icd")
    except OSError:
        return []


def _folder(drivers):
    """A folder with Weft and these drivers, in the user's cache; its name tells what is in it."""
    import hashlib
    import tempfile
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    key = hashlib.sha256("\n".join([LIBRARY, *drivers]).encode()).hexdigest()[:16]
    folder = os.path.join(cache, "weft-opencl", key)
    if not os.path.isdir(folder):
        os.makedirs(os.path.dirname(folder), exist_ok=True)
        new = tempfile.mkdtemp(dir=os.path.dirname(folder))
        with open(os.path.join(new, "weft.icd"), "w") as file:
            file.write(LIBRARY + "\n")
        for name in drivers:
            os.symlink(os.path.join(SYSTEM, name), os.path.join(new, name))
        try:
            os.rename(new, folder)
        except OSError:  # another process was faster
            for name in os.listdir(new):
                os.unlink(os.path.join(new, name))
            os.rmdir(new)
    return folder


def register():
    if os.environ.get("OCL_ICD_VENDORS") or os.environ.get("WEFT_OPENCL_REGISTER") == "0":
        return
    # A loader takes one folder, or, if it is ocl-icd, one library.
    os.environ["OCL_ICD_VENDORS"] = LIBRARY
    try:
        os.environ["OCL_ICD_VENDORS"] = _folder(_system_drivers())
    except OSError:
        pass  # no home, or one that cannot be written
