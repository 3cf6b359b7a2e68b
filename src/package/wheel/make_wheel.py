#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the wheel weft-opencl from installed libraries and prints its path. The same libraries and
SOURCE_DATE_EPOCH give the same bytes."""
import argparse
import base64
import hashlib
import os
import pathlib
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
METADATA = """Metadata-Version: 2.1
Name: weft-opencl
Version: {version}
Summary: OpenCL driver for CPUs
License: Apache-2.0 WITH LLVM-exception
License-File: LICENSE
Classifier: Operating System :: POSIX :: Linux
Requires-Python: >=3.6
Description-Content-Type: text/plain

Weft runs OpenCL 3.1 programs on the cores and SIMD lanes of the CPU. Installed in a Python, it is
found by pyopencl, and by whatever else loads an ICD loader there, beside the drivers of the system.
WEFT_OPENCL_REGISTER=0 in the environment turns that off.
"""
WHEEL = """Wheel-Version: 1.0
Generator: weft
Root-Is-Purelib: false
Tag: {tag}
"""


def main():
    parser = argparse.ArgumentParser()
    for name in ("libraries", "license", "version", "glibc", "processor", "folder"):
        parser.add_argument("--" + name, required=True)
    given = parser.parse_args()
    tag = f"py3-none-manylinux_{given.glibc.replace('.', '_')}_{given.processor}"
    info = f"weft_opencl-{given.version}.dist-info/"
    files = {"weft_opencl.pth": (HERE / "weft_opencl.pth").read_bytes(),
             "weft_opencl/__init__.py": (HERE / "weft_opencl/__init__.py").read_bytes(),
             info + "LICENSE": pathlib.Path(given.license).read_bytes(),
             info + "METADATA": METADATA.format(version=given.version).encode(),
             info + "WHEEL": WHEEL.format(tag=tag).encode()}
    for name in ("libweft.so", "libweft-compiler.so", "weft-compile-server"):
        files["weft_opencl/" + name] = (pathlib.Path(given.libraries) / name).read_bytes()
    record = info + "RECORD"
    lines = []
    for name, data in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}\n")
    files[record] = ("".join(sorted(lines)) + f"{record},,\n").encode()

    date = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())))[:6]
    path = pathlib.Path(given.folder) / f"weft_opencl-{given.version}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        # What installers look at comes last.
        for name in sorted(files, key=lambda name: (name.startswith(info), name == record, name)):
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            runs = name.endswith(("-server", ".so"))
            entry.external_attr = (0o100755 if runs else 0o100644) << 16
            archive.writestr(entry, files[name])
    print(path)


main()
