# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# clinfo lists the platform and its device and prints no error in place of a value.
import re
import subprocess
import sys

# How clinfo prints a query that failed: "<printDeviceInfo:12: get CL_...: error -30>".
QUERY_ERROR = re.compile(r"<[^<>]*error -?\d+[^<>]*>|\berror -\d+", re.IGNORECASE)


def report(*options):
    done = subprocess.run(["clinfo", *options], capture_output=True, text=True, timeout=60)
    if done.returncode:
        sys.exit(f"clinfo {' '.join(options)} ended with {done.returncode}\n{done.stderr}")
    if done.stderr:
        sys.exit(f"clinfo {' '.join(options)} says on stderr:\n{done.stderr}")
    bad = [line for line in done.stdout.splitlines() if QUERY_ERROR.search(line)]
    if bad:
        sys.exit("clinfo could not query:\n" + "\n".join(bad))
    return done.stdout


def raw_values(text):
    """{query: value} of the first device and its platform."""
    values = {}
    for line in text.splitlines():
        match = re.search(r"\b(CL_\w+)\s+(.*\S)", line)
        if match:
            values.setdefault(match[1], match[2])
    return values


def expect(condition, what):
    if not condition:
        sys.exit("wrong: " + what)


listed = report("-l").split("\n")
expect(any("Platform" in line and "Weft" in line for line in listed), "clinfo -l names no Weft")

human = report()
expect(re.search(r"^Number of platforms\s+1$", human, re.M), "there is one platform")
expect(re.search(r"^Number of devices\s+1$", human, re.M), "there is one device")
expect("[WEFT]" in human, "the null platform is Weft")

values = raw_values(report("--raw"))
expect(values["CL_PLATFORM_NAME"] == "Weft", "CL_PLATFORM_NAME")
for version in "CL_PLATFORM_VERSION", "CL_DEVICE_VERSION":
    expect(values[version].startswith(("OpenCL 3.0 ", "OpenCL 3.1 ")), version)
expect(values["CL_DEVICE_PROFILE"] == "FULL_PROFILE", "CL_DEVICE_PROFILE")
expect("CL_DEVICE_TYPE_CPU" in values["CL_DEVICE_TYPE"], "CL_DEVICE_TYPE")
expect(values["CL_DEVICE_COMPILER_AVAILABLE"] == "CL_TRUE", "CL_DEVICE_COMPILER_AVAILABLE")
# What every platform extension promises, the only device keeps, but for what concerns loaders.
platform = set(values["CL_PLATFORM_EXTENSIONS"].split())
device = set(values["CL_DEVICE_EXTENSIONS"].split())
alone = platform - device - {"cl_khr_icd_unloadable"}
expect(not alone, f"extensions of the platform alone: {sorted(alone)}")
print(f"{len(values)} queries answered")
