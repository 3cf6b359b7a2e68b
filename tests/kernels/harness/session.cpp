// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
#include "harness/session.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <unistd.h>

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

// OpenCL C by way of SPIR-V: WEFT_TEST_SPIRV_CLANG compiles it to SPIR-V, WEFT_TEST_SPIRV_WEFTC
// that to a binary. Null with the reason in `failure`.
static cl_program buildBySpirv(cl_context context, cl_device_id device, const std::string &clang,
                               const std::string &weftc, const std::string &source,
                               const std::string &options, std::string &failure) {
  char folder[] = "/tmp/weft-spirv-XXXXXX";
  if (!mkdtemp(folder)) {
    failure = "mkdtemp failed";
    return nullptr;
  }
  const std::string base = folder, log = base + "/log";
  auto run = [&](const std::string &command) {
    const bool done = std::system((command + " >" + log + " 2>&1").c_str()) == 0;
    if (!done) {
      std::ifstream text(log);
      failure = command + "\n" + std::string(std::istreambuf_iterator<char>(text), {});
    }
    return done;
  };
  std::ofstream(base + "/k.cl") << source;
  const bool made = run(clang + " --target=spirv64-unknown-unknown -w " + options + " -c -o " +
                        base + "/k.spv " + base + "/k.cl") &&
                    run(weftc + " -o " + base + "/k.bin " + base + "/k.spv");
  std::ifstream file(base + "/k.bin", std::ios::binary);
  const std::string binary(std::istreambuf_iterator<char>(file), {});
  for (const char *name : {"/k.cl", "/k.spv", "/k.bin", "/log"})
    unlink((base + name).c_str());
  rmdir(folder);
  if (!made)
    return nullptr;
  const size_t size = binary.size();
  auto *bytes = reinterpret_cast<const unsigned char *>(binary.data());
  cl_int error;
  cl_program program =
      clCreateProgramWithBinary(context, 1, &device, &size, &bytes, nullptr, &error);
  if (error != CL_SUCCESS)
    failure = "clCreateProgramWithBinary: " + std::to_string(error);
  return program;
}

const Session::Built &Session::build(const std::string &source, const std::string &options) {
  Built &built = Programs[{source, options}];
  if (built.program || !built.failure.empty())
    return built;
  const char *text = source.c_str();
  size_t length = source.size();
  cl_int error;
  const char *clang = std::getenv("WEFT_TEST_SPIRV_CLANG");
  const char *weftc = std::getenv("WEFT_TEST_SPIRV_WEFTC");
  if (clang && weftc) {
    built.program = buildBySpirv(Context, Device, clang, weftc, source, options, built.failure);
    if (!built.program)
      return built;
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
