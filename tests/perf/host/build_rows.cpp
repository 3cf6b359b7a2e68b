// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds: what a cold compiler, a warm one and the cache on disk cost.
#include "session.h"

namespace bench {

namespace {

// Three small kernels; each number is a program of its own to every cache. `suffix` ends all names.
std::string source(int number, const std::string &suffix = "") {
  std::string text = "__constant int number@ = " + std::to_string(number) + ";\n" + R"(
__kernel void scale@(__global float *x, float a) {
  size_t i = get_global_id(0);
  x[i] = a * x[i] + number@;
}
__kernel void reverse@(__global const float *x, __global float *y, __local float *tile) {
  size_t l = get_local_id(0), n = get_local_size(0);
  tile[l] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  y[get_global_id(0)] = tile[n - 1 - l];
}
__kernel void wave@(__global float *x, int n) {
  size_t i = get_global_id(0);
  float sum = 0;
  for (int k = 1; k <= n; ++k)
    sum += sin(x[i] * k) / k;
  x[i] = sum;
}
)";
  for (size_t at; (at = text.find('@')) != text.npos;)
    text.replace(at, 1, suffix);
  return text;
}

double timeBuild(const Session &session, int number) {
  const std::string text = source(number);
  const double begin = now();
  cl_program program = buildProgram(session, text);
  for (const char *name : {"scale", "reverse", "wave"})
    clReleaseKernel(makeKernel(program, name));
  const double taken = now() - begin;
  clReleaseProgram(program);
  return taken;
}

} // namespace

void rowBuild() {
  const Session session = openSession();
  report("build_first_ms", timeBuild(session, 0) * 1e-3);
  std::vector<double> samples;
  for (int i = 1; i <= 9; ++i)
    samples.push_back(timeBuild(session, i));
  report("build_ms", median(samples) * 1e-3);
}

void rowLargeBuild() {
  std::string text;
  for (int i = 0; i < 100; ++i)
    text += source(i, "_" + std::to_string(i));
  const Session session = openSession();
  const double begin = now();
  cl_program program = buildProgram(session, text);
  for (const char *name : {"scale_0", "wave_99"})
    clReleaseKernel(makeKernel(program, name));
  report("large_build_s", (now() - begin) * 1e-6);
}

void rowCachedBuild() {
  const Session session = openSession();
  report("cached_build_ms", timeBuild(session, 0) * 1e-3);
}

void rowNewLocalSize() {
  const Session session = openSession();
  cl_program program = buildProgram(session, source(0));
  cl_kernel kernel = makeKernel(program, "reverse");
  cl_mem from = makeBuffer(session, 1 << 16), to = makeBuffer(session, 1 << 16);
  check(clSetKernelArg(kernel, 0, sizeof from, &from), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof to, &to), "clSetKernelArg");
  std::vector<double> samples;
  for (size_t local = 8; local <= 64; local += 4) {
    check(clSetKernelArg(kernel, 2, local * sizeof(float), nullptr), "clSetKernelArg");
    const double begin = now();
    launch(session, kernel, local * 8, local);
    finish(session);
    samples.push_back(now() - begin);
  }
  report("new_local_size_ms", median(samples) * 1e-3);
}

} // namespace bench
