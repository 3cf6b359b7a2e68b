// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tests ask of programs and of the device to compare the two.
#ifndef WEFT_TESTS_API_DEVICE_LANGUAGE_H
#define WEFT_TESTS_API_DEVICE_LANGUAGE_H

#include "fixture.h"

#include <CL/cl_ext.h>
#include <set>
#include <string>
#include <vector>

namespace weft::test {

class DeviceLanguage : public ApiTest {
protected:
  bool builds(const std::string &source, const std::string &options = "") {
    Program made = makeProgram(source.c_str());
    last_log.clear();
    if (clBuildProgram(made, 0, nullptr, options.c_str(), nullptr, nullptr) == CL_SUCCESS)
      return true;
    last_log = buildLog(made);
    return false;
  }
  // Does a program see the macro?
  bool defines(const std::string &macro, const std::string &options) {
    return builds("#ifndef " + macro + "\n#error " + macro + "\n#endif\n__kernel void k() {}",
                  options);
  }
  std::vector<cl_name_version> list(cl_device_info what) {
    return queryArray<cl_name_version>(
        [](cl_uint param, size_t size, void *value, size_t *size_ret) {
          return clGetDeviceInfo(device(), param, size, value, size_ret);
        },
        what);
  }
  std::set<std::string> names(cl_device_info what) {
    std::set<std::string> result;
    for (const cl_name_version &entry : list(what))
      result.insert(entry.name);
    return result;
  }
  // One work-item of a kernel that ends in `body`; what it stored in out[0], out[1], ...
  template <typename T>
  std::vector<T> compute(const std::string &body, const std::vector<T> &in, size_t count,
                         const char *type, const char *options = "") {
    const std::string source = std::string("__kernel void k(__global const ") + type +
                               " *in, __global " + type + " *out) {" + body + "}";
    Program made = buildProgram(source.c_str(), options);
    Kernel kernel(clCreateKernel(made, "k", nullptr));
    Memory from(clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, in.size() * sizeof(T),
                               const_cast<T *>(in.data()), nullptr));
    Memory to(clCreateBuffer(context, 0, count * sizeof(T), nullptr, nullptr));
    const cl_mem from_handle = from, to_handle = to;
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &from_handle);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &to_handle);
    EXPECT_EQ(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), CL_SUCCESS);
    std::vector<T> got(count);
    EXPECT_EQ(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, count * sizeof(T), got.data(), 0, nullptr,
                                  nullptr),
              CL_SUCCESS);
    return got;
  }
  std::string last_log;
};

} // namespace weft::test
#endif
