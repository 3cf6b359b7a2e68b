#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""deaf_compiler.py PROBE ICD: variables of LLVM and lld do nothing to a program that builds kernels,
wherever that is done."""
import os
import subprocess
import sys
import tempfile

probe, icd = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    trace = os.path.join(folder, "reproduce.tar")
    for where in ("server", "inside"):
        environment = dict(os.environ, OCL_ICD_VENDORS=icd, WEFT_CACHE="0", WEFT_COMPILE=where,
                           LLD_REPRODUCE=trace)
        subprocess.run([probe], env=environment, check=True, timeout=100)
        if os.listdir(folder):
            sys.exit(f"{where}: the linker has written {trace}")
