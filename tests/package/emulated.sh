#!/usr/bin/env bash
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# emulated.sh PACKAGES TREE: tests packages for aarch64 on another machine: what is in them, and that
# the unpacked driver and weftc run under qemu-user, with the libraries of the system tree TREE,
# which are a newer C library than the packages ask for, and an ICD loader.
set -euo pipefail
packages=$(cd "$1" && pwd)
tree=$(cd "$2" && pwd)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
. "$here/files.sh"

check_files
for package in "$icd" "$tools"; do
  expect "$(basename "$package") is for arm64" '^arm64$' dpkg-deb --field "$package" Architecture
done
for package in opencl-icd tools; do
  expect "weft-$package.rpm is for aarch64" '^aarch64$' rpm -qp --queryformat '%{ARCH}' "$(only "weft-$package-*.rpm")"
done

echo "== emulated"
clang++-22 --target=aarch64-linux-gnu --sysroot="$tree" -fuse-ld=lld -std=c++20 -DCL_TARGET_OPENCL_VERSION=300 \
  -static-libstdc++ -static-libgcc "$here/../install/build_probe.cpp" -lOpenCL -o "$work/probe"
# run ICD PROGRAM...: with the drivers of the file or folder ICD.
run() { (cd "$work" && env -i PATH="$PATH" HOME="$work" OCL_ICD_VENDORS="$1" WEFT_COMPILE=inside qemu-aarch64-static -L "$tree" "${@:2}"); }
# works WHAT LIBRARY: a program builds and runs a kernel with that driver.
works() {
  echo "$2" >"$work/driver.icd"
  expect "a kernel is built and run with $1" 'answer: 42' run "$work/driver.icd" "$work/probe"
}

mkdir "$work/deb" "$work/tar" "$work/wheel"
dpkg-deb -x "$icd" "$work/deb" && dpkg-deb -x "$tools" "$work/deb"
works "the .deb" "$work/deb$(cat "$work/deb/etc/OpenCL/vendors/weft.icd")"
echo 'kernel void k(global int *a) { a[get_global_id(0)] += 1; }' >"$work/k.cl"
expect "weftc of the .deb compiles" 'kernel k' run /nowhere "$work/deb/usr/bin/weftc" --emit table "$work/k.cl"
tar -C "$work/tar" -xf "$tarball" --strip-components=1
works "the tarball" "$work/tar/lib/weft/libweft.so"
python3 -m zipfile -e "$wheel" "$work/wheel"
works "the wheel" "$work/wheel/weft_opencl/libweft.so"
echo "$passed passed"
