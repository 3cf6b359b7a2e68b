#!/usr/bin/env bash
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# AdaptiveCpp's generic compiler and its OpenCL back end.
. "$(dirname "$0")/common.sh"
packages clang-16 llvm-16-dev llvm-16-tools libclang-16-dev libboost-fiber-dev libboost-context-dev libboost-test-dev \
  ocl-icd-opencl-dev g++ cmake ninja-build patch
sources AdaptiveCpp/AdaptiveCpp 49544a4828da7383ae481a3fc5c5e480c8a4f142
sources unisa-hpc/sycl-bench 31fc70b
sources KhronosGroup/SPIRV-LLVM-Translator origin/llvm_release_160
sources KhronosGroup/SPIRV-Headers 575b6512579ebde466ed3dfc04e413439d14d95d
sources KhronosGroup/OpenCL-Headers c860bb551eeef9a47d56286a70cea903db3d6ed2
sources KhronosGroup/OpenCL-CLHPP 0bdbbfe5ecda42cff50c96cc5e33527f42fcbd45

if [ ! -e "$built/installed" ]; then
  say "building AdaptiveCpp"
  cmake -S "$dir/AdaptiveCpp" -B "$built/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$built/prefix" \
    -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ -DLLVM_DIR=/usr/lib/llvm-16/lib/cmake/llvm \
    -DWITH_OPENCL_BACKEND=ON -DWITH_CUDA_BACKEND=OFF -DWITH_ROCM_BACKEND=OFF -DWITH_LEVEL_ZERO_BACKEND=OFF \
    -DFETCHCONTENT_SOURCE_DIR_LLVMSPIRVTRANSLATOR="$dir/SPIRV-LLVM-Translator" \
    -DFETCHCONTENT_SOURCE_DIR_OCL-HEADERS="$dir/OpenCL-Headers" \
    -DFETCHCONTENT_SOURCE_DIR_OCL-CXX-HEADERS="$dir/OpenCL-CLHPP" -DBUILD_TESTING=OFF
  # Of the jobs the translator, which is a build of its own, has one.
  CMAKE_BUILD_PARALLEL_LEVEL=1 ninja -C "$built/build" -j "$jobs" install
  touch "$built/installed"
fi

# The kernels are compiled when they are first launched, from what the programs carry.
compiler=(-DAdaptiveCpp_DIR="$built/prefix/lib/cmake/AdaptiveCpp" -DACPP_TARGETS=generic
  -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1)
unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER
if [ ! -e "$built/tests/made" ]; then
  say "building its tests"
  cmake -S "$dir/AdaptiveCpp/tests" -B "$built/tests" "${compiler[@]}"
  ninja -C "$built/tests" -j "$jobs" sycl_tests
  touch "$built/tests/made"
fi

# on MASK COMMAND...: with the devices of a back end. AdaptiveCpp prefers what is no CPU to its own threads,
# and lets its translator write atomics of floats only for platforms of this name.
on() {
  local mask=$1; shift
  env ACPP_VISIBILITY_MASK="$mask" ACPP_APPDB_DIR="$results/database" ACPP_DEBUG_LEVEL=1 WEFT_DEVICE_TYPE=gpu \
    WEFT_PLATFORM_NAME='Intel(R) OpenCL' "$@"
}
# judge NAME COMMAND...: counts it.
judge() {
  local name=$1; shift
  if "$@"; then
    right=$((right + 1))
  else
    wrong=$((wrong + 1)) status=1
    echo "  wrong: $name"
  fi
}
acpp=$built/prefix/bin/acpp
status=0
rm -rf "$results/database"
mkdir -p "$built/programs"

# Its compiler's tests of small programs, of which FileCheck reads what they print. Their own lines run them
# on its threads.
isAsExpected() {
  local source=$1 name=$2
  [ -e "$built/programs/$name" ] || "$acpp" --acpp-targets=generic -O1 "$source" -o "$built/programs/$name"
  on 'omp;ocl' timeout -s KILL 300 "$built/programs/$name" >"$results/$name.out" 2>"$results/$name.err" &&
    { ! grep -q CHECK "$source" || FileCheck-16 "$source" <"$results/$name.out" >>"$results/$name.err" 2>&1; }
}
right=0 wrong=0
for source in "$dir"/AdaptiveCpp/tests/compiler/{sscp,reflection,cbs}/*.cpp; do
  name=$(basename "$source" .cpp)
  judge "$name" isAsExpected "$source" "$name"
done
say "small programs: $right right, $wrong wrong"

# SYCL-Bench checks what its kernels compute. Those with hierarchical kernels are left out: the generic
# compiler has none.
isVerified() {
  local source=$1 name=$2
  [ -e "$built/programs/$name" ] || "$acpp" --acpp-targets=generic -O2 -std=c++17 -DSYCL_BENCH_HAS_FP64_SUPPORT=1 \
    -I"$dir/sycl-bench/include" -I"$dir/sycl-bench/polybench/common" "$source" -o "$built/programs/$name"
  on 'omp;ocl' timeout -s KILL 300 "$built/programs/$name" --size=256 --local=64 --num-runs=2 \
    >"$results/$name.out" 2>&1 && grep -q 'Verification: PASS' "$results/$name.out" &&
    ! grep -q 'Verification: FAIL' "$results/$name.out"
}
right=0 wrong=0
for path in single-kernel/{vec_add,lin_reg_coeff,kmeans,mol_dyn} polybench/{gramschmidt,correlation,3mm} \
  runtime/matmulchain; do
  judge "$(basename "$path")" isVerified "$dir/sycl-bench/$path.cpp" "$(basename "$path")"
done
say "SYCL-Bench: $right right, $wrong wrong"

# Its tests, each a process: after an error the rest of a process may wait for ever. What is wrong is tried
# on AdaptiveCpp's threads, too.
tests=$built/tests/sycl_tests
right=0 wrong=0
passes() {
  on "$1" timeout -s KILL 300 "$tests" --run_test="$2" >"$results/log" 2>&1 </dev/null || true
  grep -aq 'No errors detected' "$results/log"
}
while read -r name; do
  if passes 'omp;ocl' "$name"; then
    right=$((right + 1))
  else
    wrong=$((wrong + 1))
    cp "$results/log" "$results/sycl_tests_$wrong.log"
    if passes omp "$name"; then status=1; there=""; else there=" (on its threads, too)"; fi
    echo "  wrong: $name$there, see $results/sycl_tests_$wrong.log"
  fi
done < <("$tests" --list_content 2>&1 |
  awk '{ sub(/\*$/, "") } /^[^ ]/ { suite = $0; next } { sub(/^ +/, ""); print suite "/" $0 }')
say "sycl_tests: $right right, $wrong wrong"
[ $right != 0 ] && exit $status
