// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A few instructions in a kernel around them, run through clCreateProgramWithIL.
#ifndef WEFT_TESTS_SPIRV_SNIPPET_H
#define WEFT_TESTS_SPIRV_SNIPPET_H

#include <CL/cl.h>
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace weft::spirv_test {

// What goes where in this module:
//
//   the usual capabilities, <capabilities>, %std, <preamble>, the types named %uint, %v4float, ...
//   (void, bool, uchar ... double, and v2, v3, v4 of them), their pointers %global_uint,
//   %private_uint, %local_uint, the constants %uint_0 to %uint_16, <declarations>, and a kernel
//
//     kernel void main(global <out> *out, global <in> *a, global <in> *b)
//
//   with %i, its global id; %x and %y, what is there in a and b; <body>, which makes %r; and
//   out[i] = %r.
struct Snippet {
  std::string body;
  std::string out = "uint", in = "uint";
  std::string capabilities = ""; // and extensions: whole instructions
  std::string preamble = "";     // execution modes and decorations
  std::string declarations = ""; // types and constants
  std::string functions = "";    // behind the kernel
  const char *version = "1.4";

  std::string text() const;
};

// Null where there is no device; then the test has failed.
cl_context context();
cl_device_id device();

// The program, built; null where building failed, with the log in `log`.
cl_program build(const std::string &module, std::string &log, const char *options = "");

// Runs the snippet for each element of `a`, in work-groups of `local_size` work-items (0: any). A
// failed build fails the test, and yields nothing.
std::string runBytes(const Snippet &snippet, const std::string &a, const std::string &b,
                     size_t count, size_t out_size, size_t local_size);

template <typename Out, typename In>
std::vector<Out> run(const Snippet &snippet, const std::vector<In> &a, std::vector<In> b = {},
                     size_t local_size = 0) {
  b.resize(a.size());
  auto bytes = [](const std::vector<In> &from) {
    return std::string(reinterpret_cast<const char *>(from.data()), from.size() * sizeof(In));
  };
  const std::string result =
      runBytes(snippet, bytes(a), bytes(b), a.size(), sizeof(Out), local_size);
  std::vector<Out> values(result.size() / sizeof(Out));
  std::memcpy(values.data(), result.data(), result.size());
  return values;
}

// The log of a build that has to fail.
std::string failure(const Snippet &snippet);

} // namespace weft::spirv_test
#endif
