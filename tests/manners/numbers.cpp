// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic: what must not trap, and the floating-point modes of the application's threads.
#include "host.h"

#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <unistd.h>
#include <xmmintrin.h>

namespace manners {
namespace {

// Each type alone and in vectors, with divisors that the compiler knows and that it does not know.
void integerDivision() {
  const Host host = openHost();
  cl_mem data = host.buffer(4096);
  for (const char *type : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"})
    for (const char *width : {"", "2", "3", "4", "8", "16"}) {
      const std::string name = std::string(type) + width;
      const std::string source = "#define T " + name + "\n#define S " + type + R"(
__kernel void divide(__global T *out, __global const S *in) {
  size_t i = get_global_id(0);
  S x = in[i], y = in[i + 8];
  out[0] = (T)x / (T)y;
  out[1] = (T)x % (T)y;
  out[2] = (T)x / (T)(y - y);
  out[3] = (T)x % (T)0;
  if (y != 0)
    out[4] = (T)x / (T)y;
  out[5] = (T)y / (T)3 + (T)y % (T)3;
})";
      cl_kernel kernel = host.kernel(source, "divide");
      // Zero, all ones (-1), the most negative number of every width; 128 bytes of each.
      unsigned char bytes[2048];
      for (size_t i = 0; i < sizeof bytes; ++i)
        bytes[i] = i / 128 % 4 == 0 ? 0 : i / 128 % 4 == 1 ? 0xff : i % 8 == 7 ? 0x80 : 0;
      cl_mem in = host.buffer(sizeof bytes);
      ok(clEnqueueWriteBuffer(host.queue, in, CL_TRUE, 0, sizeof bytes, bytes, 0, nullptr, nullptr),
         "clEnqueueWriteBuffer");
      setArg(kernel, 0, sizeof data, &data);
      setArg(kernel, 1, sizeof in, &in);
      host.launch(kernel, 192, 64);
      ok(clFinish(host.queue), "clFinish");
      ok(clReleaseMemObject(in), "clReleaseMemObject");
      ok(clReleaseKernel(kernel), "clReleaseKernel");
    }
  // INT_MIN / -1 as such, and that later launches still compute.
  cl_kernel kernel = host.kernel("__kernel void f(__global int *x) { x[2] = x[0] / x[1];"
                                 " x[3] = x[0] % x[1]; x[4] = 100 / x[5]; }",
                                 "f");
  int words[6] = {INT_MIN, -1, 0, 0, 0, 7};
  ok(clEnqueueWriteBuffer(host.queue, data, CL_TRUE, 0, sizeof words, words, 0, nullptr, nullptr),
     "clEnqueueWriteBuffer");
  setArg(kernel, 0, sizeof data, &data);
  host.launch(kernel, 1, 1);
  ok(clEnqueueReadBuffer(host.queue, data, CL_TRUE, 0, sizeof words, words, 0, nullptr, nullptr),
     "clEnqueueReadBuffer");
  check(words[4] == 100 / 7, "a division without overflow beside one with it");
}

struct FloatModes {
  uint32_t mxcsr = 0;
  uint16_t x87 = 0;
  bool operator==(const FloatModes &) const = default;
};

FloatModes modes() {
  FloatModes now;
  now.mxcsr = _mm_getcsr() & ~0x3fu; // without the flags that say what happened
  asm volatile("fnstcw %0" : "=m"(now.x87));
  return now;
}

// In a thread with these modes: everything works, kernels compute as ever, the modes stay.
void useWith(uint32_t mxcsr, uint16_t x87) {
  _mm_setcsr(mxcsr);
  asm volatile("fldcw %0" : : "m"(x87));
  const FloatModes before = modes();
  const Host host = openHost();
  check(modes() == before, "opening a queue changed the modes");
  // A denormal stays one; the sum is rounded to nearest.
  cl_kernel kernel = host.kernel("__kernel void f(__global float *x) { x[0] = x[1] * 0.5f;"
                                 " x[2] = x[3] + x[4]; x[5] = x[6] * x[7]; }",
                                 "f");
  check(modes() == before, "a build changed the modes");
  const uint32_t least_normal = 0x00800000, half_of_it = 0x00400000, denormal = 0x00000003;
  const uint32_t one = 0x3f800000, tiny = 0x2f800000, two = 0x40000000;
  uint32_t words[8] = {0, least_normal, 0, one, tiny, 0, denormal, two};
  cl_mem data = host.buffer(sizeof words);
  setArg(kernel, 0, sizeof data, &data);
  for (int i = 0; i < 20; ++i) {
    words[0] = words[2] = words[5] = 0;
    ok(clEnqueueWriteBuffer(host.queue, data, CL_TRUE, 0, sizeof words, words, 0, nullptr, nullptr),
       "clEnqueueWriteBuffer");
    host.launch(kernel, 1, 1);
    // Now on the thread that waits, now on one of the driver's.
    if (i % 2)
      usleep(2000);
    ok(clFinish(host.queue), "clFinish");
    uint32_t result[8];
    ok(clEnqueueReadBuffer(host.queue, data, CL_TRUE, 0, sizeof result, result, 0, nullptr,
                           nullptr),
       "clEnqueueReadBuffer");
    check(result[0] == half_of_it, "a denormal result was flushed");
    check(result[2] == one, "a sum was not rounded to nearest");
    check(result[5] == 2 * denormal, "a denormal operand was flushed");
    check(modes() == before, "a launch changed the modes");
  }
}

void floatModesKept() {
  const FloatModes at_start = modes();
  useWith(0x1f80, 0x037f);
  // Flush to zero, denormals are zero, rounding up; and on the other unit.
  useWith(0x1f80 | 0x8040 | 0x4000, 0x0b7f);
  // The application's thread traps on whatever it does wrong; kernels do not.
  useWith(0x1f80 & ~uint32_t(0x0680), 0x037f & ~0x000d);
  _mm_setcsr(0x1f80);
  const uint16_t x87 = 0x037f;
  asm volatile("fldcw %0" : : "m"(x87));
  FloatModes of_thread;
  std::thread([&] { of_thread = modes(); }).join();
  check(of_thread == at_start, "new threads begin with other modes");
}

} // namespace

const std::vector<Scenario> number_scenarios = {
    {"integer-division", integerDivision},
    {"float-modes-kept", floatModesKept},
};

} // namespace manners
