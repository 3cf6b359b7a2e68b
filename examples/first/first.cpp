// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A first program: adds two vectors on the first device of the platform "Weft".
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 300
#include <CL/opencl.hpp>
#include <iostream>
#include <vector>

static cl::Device chooseDevice() {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  for (const cl::Platform &platform : platforms)
    if (platform.getInfo<CL_PLATFORM_NAME>() == "Weft") {
      std::vector<cl::Device> devices;
      platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
      return devices.at(0);
    }
  throw std::runtime_error("there is no platform \"Weft\"");
}

int main() {
  try {
    const cl::Device device = chooseDevice();
    const cl::Context context(device);
    cl::CommandQueue queue(context, device);
    cl::Program program(context, R"CL(
      kernel void add(global const float *a, global const float *b, global float *sum) {
        size_t i = get_global_id(0);
        sum[i] = a[i] + b[i];
      }
    )CL");
    try {
      program.build();
    } catch (const cl::BuildError &error) {
      for (const auto &[which, log] : error.getBuildLog())
        std::cerr << log;
      throw;
    }

    std::vector<float> a(1000000, 1), b(a.size(), 2), sum(a.size());
    // With the host's own memory there is nothing to copy.
    const cl::Buffer bufferA(context, a.begin(), a.end(), /*readOnly=*/true, /*useHostPtr=*/true);
    const cl::Buffer bufferB(context, b.begin(), b.end(), true, true);
    const cl::Buffer bufferSum(context, CL_MEM_WRITE_ONLY, sum.size() * sizeof(float));
    cl::KernelFunctor<cl::Buffer, cl::Buffer, cl::Buffer> add(program, "add");
    add(cl::EnqueueArgs(queue, cl::NDRange(a.size())), bufferA, bufferB, bufferSum);
    cl::copy(queue, bufferSum, sum.begin(), sum.end());

    std::cout << device.getInfo<CL_DEVICE_NAME>() << ": 1 + 2 = " << sum.back() << '\n';
    return sum.back() == 3 ? 0 : 1;
  } catch (const std::exception &error) {
    std::cerr << "first: " << error.what() << '\n';
    return 1;
  }
}
