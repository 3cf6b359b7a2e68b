#!/usr/bin/env bash
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# train.sh BUILD: writes compiler.profile, after which layout.cmake lays the compiler out, from a run of
# the kernel corpus with the compiler of BUILD, instrumented. BUILD is a release build; for an LLVM that
# there is no profile for, of cmake -DWEFT_PROFILE_IS_MISSING=ON, which lays out after what there is. To
# be done again for another LLVM; a few minutes.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(cd "$1" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$(llvm-config-22 --bindir)/llvm-bolt" "$build/src/compiler/linked.so" -instrument \
  --instrumentation-file="$folder/compiler.fdata" -o "$folder/libweft-compiler.so" >"$folder/log" 2>&1 ||
  { cat "$folder/log" >&2; exit 1; }
cp "$build/lib/libweft.so" "$folder"
echo "$folder/libweft.so" >"$folder/weft.icd"
OCL_ICD_VENDORS=$folder/weft.icd WEFT_CACHE=0 "$build/bin/kernel_corpus" --gtest_brief=1
python3 "$here/profile.py" pack "$folder/compiler.fdata" \
  "$(python3 "$here/profile.py" identity "$(llvm-config-22 --libdir)")" "$here/compiler.profile"
