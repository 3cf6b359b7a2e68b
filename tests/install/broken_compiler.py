# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# broken_compiler.py BUILD_PROBE LIBWEFT LIBWEFT_COMPILER: without its compiler, or with a damaged
# one, the driver still lists its device, and a build fails with a log that says why.
import os
import re
import shutil
import subprocess
import sys
import tempfile

probe, driver, compiler = sys.argv[1:]
COMPILER_NOT_AVAILABLE, BUILD_PROGRAM_FAILURE = -3, -11


def run(icd, **environment):
    clean = {k: v for k, v in os.environ.items() if not k.startswith("WEFT_")}
    # Without the cache: what it holds needs no compiler.
    done = subprocess.run([probe], env=dict(clean, OCL_ICD_VENDORS=icd, WEFT_CACHE="0",
                                            **environment),
                          capture_output=True, text=True, timeout=120)
    if done.returncode:
        sys.exit(f"{environment}: ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return int(re.search(r"clBuildProgram: (-?\d+)", done.stdout)[1]), done.stdout


def expect(condition, case, said):
    if not condition:
        sys.exit(f"{case}: said\n{said}")
    print(f"{case}: as expected")


with tempfile.TemporaryDirectory() as folder:
    # The libraries find each other wherever they are, as long as they are together.
    moved = folder + "/moved"
    os.mkdir(moved)
    shutil.copy(driver, moved)
    os.symlink(compiler, moved + "/" + os.path.basename(compiler))
    icd = folder + "/weft.icd"
    with open(icd, "w") as file:
        file.write(moved + "/" + os.path.basename(driver) + "\n")
    code, said = run(icd)
    expect(code == 0 and "answer: 42" in said, "moved", said)

    # The driver alone, by a symbolic link: its compiler is where the link leads.
    os.mkdir(folder + "/link")
    os.symlink(os.path.abspath(driver), folder + "/link/libweft.so")
    with open(icd, "w") as file:
        file.write(folder + "/link/libweft.so\n")
    code, said = run(icd)
    expect(code == 0 and "answer: 42" in said, "linked", said)

    path = folder + "/libweft-compiler.so"
    code, said = run(icd, WEFT_COMPILER=path)
    expect(code == COMPILER_NOT_AVAILABLE and "compiler available: 0" in said and path in said and
           "kernel compiler cannot be loaded" in said, "missing", said)

    with open(compiler, "rb") as file:
        head = file.read(3 << 20)
    for case, content in (("empty", b""), ("no library", b"not a library\n" * 1000),
                          ("cut off", head), ("only a header", head[:64]),
                          ("wrong header", head[:16] + b"\xff" * 48 + head[64:])):
        with open(path, "wb") as file:
            file.write(content)
        code, said = run(icd, WEFT_COMPILER=path)
        expect(code == BUILD_PROGRAM_FAILURE and path in said and
               "kernel compiler cannot be loaded" in said, case, said)

    # A library, but another one.
    code, said = run(icd, WEFT_COMPILER=driver)
    expect(code == BUILD_PROGRAM_FAILURE and driver + ": not Weft's compiler" in said and
           "kernel compiler cannot be loaded" in said, "another", said)
