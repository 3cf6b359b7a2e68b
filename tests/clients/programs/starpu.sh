#!/usr/bin/env bash
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# StarPU's examples, as Debian compiles them, with OpenCL devices as the only workers. A task that has no
# kernel for OpenCL makes its program end with 77, or with no task done; both are counted apart. Kernels and
# their headers are those of the sources, as Debian leaves the headers out.
. "$(dirname "$0")/common.sh"
packages starpu-examples
sources starpu-runtime/starpu starpu-1.3.10

examples=$(dirname "$(dpkg -L starpu-examples | grep '^/usr/lib/.*/examples/axpy$')")
export STARPU_HOME=$results STARPU_NCPU=0 STARPU_NCUDA=0 STARPU_NOPENCL=1 STARPU_OPENCL_ON_CPUS=1 \
  STARPU_OPENCL_ONLY_ON_CPUS=1 STARPU_OPENCL_PROGRAM_DIR=$dir/starpu/ STARPU_WORKER_STATS=1
right=0 without=0 status=0 wrong=()
cd "$dir/starpu/examples"
for program in "$examples"/*; do
  name=$(basename "$program")
  # Those that want a screen, a film, or hours.
  case "$name" in gl_interop* | *.sh | mandelbrot | *overhead* | ppm_downscaler | yuv_downscaler) continue ;; esac
  [ -f "$program" ] && [ -x "$program" ] || continue
  code=0
  timeout -s KILL 120 "$program" >"$results/$name.log" 2>&1 </dev/null || code=$?
  tasks=$(awk '/^OpenCL/ { getline; tasks += $1 } END { print tasks + 0 }' "$results/$name.log")
  if [ $code = 77 ] || { [ $code = 0 ] && [ "$tasks" = 0 ]; } ||
    grep -q 'No such device' "$results/$name.log"; then
    without=$((without + 1))
  elif [ $code = 0 ]; then
    right=$((right + 1))
    echo "$name: $tasks tasks"
  else
    wrong+=("$name")
    echo "$name: ended with $code, see $results/$name.log"
  fi
done
say "examples: $right right, ${#wrong[@]} wrong, $without without a task for OpenCL"
[ $right != 0 ] && [ ${#wrong[@]} = 0 ]
