#!/usr/bin/env bash
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# train.sh BUILD: writes compiler.tar.xz, the profile after which layout.cmake lays the compiler
# out, from a run of the kernel corpus with the compiler of BUILD, instrumented. To be done again for
# another LLVM; a few minutes.
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
tar -C "$folder" --owner=0 --group=0 --mtime=@0 -c compiler.fdata | xz -9e >"$here/compiler.tar.xz"
