// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
#include "harness/session.h"

#include "producers.h"

#include <algorithm>
#include <cstdlib>

namespace weft::kernels {

Session &Session::get() {
  // Never destroyed: the driver may be gone before static destructors run.
  static Session *session = new Session;
  return *session;
}

std::string Session::infoText(cl_device_info what) const {
  size_t size = 0;
  if (clGetDeviceInfo(Device, what, 0, nullptr, &size) != CL_SUCCESS || size == 0)
    return {};
  std::string text(size, 0);
  clGetDeviceInfo(Device, what, size, text.data(), nullptr);
  text.resize(text.find('\0') == std::string::npos ? size : text.find('\0'));
  return text;
}

Session::Session() {
  cl_platform_id platform = nullptr;
  if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS) {
    Failure = "clGetPlatformIDs lists no platform";
    return;
  }
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &Device, nullptr) != CL_SUCCESS) {
    Failure = "clGetDeviceIDs lists no device";
    return;
  }
  cl_int error;
  Context = clCreateContext(nullptr, 1, &Device, nullptr, nullptr, &error);
  if (error != CL_SUCCESS) {
    Failure = "clCreateContext: " + std::to_string(error);
    return;
  }
  Queue = clCreateCommandQueueWithProperties(Context, Device, nullptr, &error);
  if (error != CL_SUCCESS) {
    Failure = "clCreateCommandQueueWithProperties: " + std::to_string(error);
    return;
  }
  cl_bool flag = CL_FALSE;
  clGetDeviceInfo(Device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof flag, &flag, nullptr);
  NonUniform = flag == CL_TRUE;
  Extensions = " " + infoText(CL_DEVICE_EXTENSIONS) + " ";
  size_t size = 0;
  if (clGetDeviceInfo(Device, CL_DEVICE_OPENCL_C_FEATURES, 0, nullptr, &size) == CL_SUCCESS) {
    std::vector<cl_name_version> features(size / sizeof(cl_name_version));
    clGetDeviceInfo(Device, CL_DEVICE_OPENCL_C_FEATURES, size, features.data(), nullptr);
    for (const cl_name_version &f : features)
      Features.push_back(f.name);
  }
}

bool Session::supports(const std::string &feature) const {
  if (feature == "cl_khr_fp64" && std::count(Features.begin(), Features.end(), "__opencl_c_fp64"))
    return true;
  return Extensions.find(" " + feature + " ") != std::string::npos ||
         std::find(Features.begin(), Features.end(), feature) != Features.end();
}

const Session::Built &Session::build(const std::string &source, const std::string &options) {
  Built &built = Programs[{source, options}];
  if (built.program || !built.failure.empty())
    return built;
  const char *text = source.c_str();
  size_t length = source.size();
  cl_int error;
  if (const char *road = std::getenv("WEFT_TEST_ROAD")) { // by way of SPIR-V
    const std::string module = spirv_test::compileToSpirv(road, source, options, built.failure);
    if (module.empty()) {
      built.beyond_road = spirv_test::isBeyondRoad(road, built.failure);
      return built;
    }
    built.program = clCreateProgramWithIL(Context, module.data(), module.size(), &error);
    if (error != CL_SUCCESS) {
      built.failure = "clCreateProgramWithIL: " + std::to_string(error);
      return built;
    }
  } else {
    built.program = clCreateProgramWithSource(Context, 1, &text, &length, &error);
    if (error != CL_SUCCESS) {
      built.failure = "clCreateProgramWithSource: " + std::to_string(error);
      return built;
    }
  }
  error = clBuildProgram(built.program, 1, &Device, options.c_str(), nullptr, nullptr);
  if (error != CL_SUCCESS) {
    size_t size = 0;
    clGetProgramBuildInfo(built.program, Device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, 0);
    clGetProgramBuildInfo(built.program, Device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    built.failure = "clBuildProgram: " + std::to_string(error) + "\n" + log;
  }
  return built;
}

} // namespace weft::kernels
