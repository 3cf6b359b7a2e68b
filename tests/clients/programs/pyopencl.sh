#!/usr/bin/env bash
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# pyopencl's own tests, of the version that Debian has.
. "$(dirname "$0")/common.sh"
packages python3-pyopencl python3-pytest python3-mako
sources inducer/pyopencl "v$(/usr/bin/python3 -c 'import pyopencl; print(pyopencl.VERSION_TEXT)')"

# A clone's package would hide Debian's, so the tests run where there is none.
cp -r "$dir/pyopencl/test" "$results/"
cd "$results/test"
PYOPENCL_NO_CACHE=1 timeout -s KILL 3600 /usr/bin/python3 -m pytest -q -p no:cacheprovider \
  --junitxml="$results/report.xml" >"$results/log" 2>&1 || true
python3 "$here/junit.py" pyopencl "$results/report.xml"
