// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows for an OpenCL driver.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "columns.h"

#include <CL/cl.h>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <thread>

namespace scale {

namespace {

const char *Source = R"(
kernel void saxpy(float a, global const float *x, global float *y) {
  size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}
kernel void sums(global const float *x, global float *y) {
  local float part[256];
  uint l = get_local_id(0);
  part[l] = x[get_global_id(0)];
  for (uint step = 128; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < step)
      part[l] += part[l + step];
  }
  if (l == 0)
    y[get_group_id(0)] = part[0];
}
)";

void check(cl_int code, const char *what) {
  if (code == CL_SUCCESS)
    return;
  std::fprintf(stderr, "%s failed: %d\n", what, code);
  std::exit(1);
}

struct Device {
  cl_device_id id = nullptr;
  cl_context context = nullptr;
  cl_program program = nullptr;
};

Device openDevice() {
  Device device;
  cl_platform_id platform = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device.id, nullptr), "clGetDeviceIDs");
  cl_int code;
  device.context = clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &code);
  check(code, "clCreateContext");
  device.program = clCreateProgramWithSource(device.context, 1, &Source, nullptr, &code);
  check(code, "clCreateProgramWithSource");
  check(clBuildProgram(device.program, 1, &device.id, nullptr, nullptr, nullptr), "clBuildProgram");
  return device;
}

// One kernel on a queue and buffers of its own.
class Runner {
public:
  Runner(const Device &device, const char *name, size_t items, size_t local = 0)
      : global(items), local(local) {
    cl_int code;
    queue = clCreateCommandQueue(device.context, device.id, 0, &code);
    check(code, "clCreateCommandQueue");
    kernel = clCreateKernel(device.program, name, &code);
    check(code, "clCreateKernel");
    cl_uint index = 0;
    if (std::string(name) == "saxpy") {
      const float a = 2;
      check(clSetKernelArg(kernel, index++, sizeof a, &a), "clSetKernelArg");
    }
    const std::vector<float> zeros(items);
    for (cl_mem &buffer : buffers) {
      buffer = clCreateBuffer(device.context, CL_MEM_READ_WRITE, items * 4, nullptr, &code);
      check(code, "clCreateBuffer");
      check(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, items * 4, zeros.data(), 0, nullptr,
                                 nullptr),
            "clEnqueueWriteBuffer");
      check(clSetKernelArg(kernel, index++, sizeof buffer, &buffer), "clSetKernelArg");
    }
  }
  ~Runner() {
    for (cl_mem buffer : buffers)
      clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseCommandQueue(queue);
  }
  Runner(const Runner &) = delete;
  Runner &operator=(const Runner &) = delete;

  void launch() {
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, local ? &local : nullptr, 0,
                                 nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  }
  void finish() { check(clFinish(queue), "clFinish"); }

private:
  size_t global, local;
  cl_command_queue queue = nullptr;
  cl_kernel kernel = nullptr;
  cl_mem buffers[2] = {};
};

// Launches that each of `count` host threads waits for, per millisecond of all.
void reportHosts(const Device &device, const char *row, int count) {
  std::atomic<bool> measured{false}, over{false};
  std::atomic<long> launches{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i)
    threads.emplace_back([&] {
      Runner runner(device, "saxpy", 1 << 14);
      long own = 0;
      while (!over.load(std::memory_order_relaxed)) {
        runner.launch();
        runner.finish();
        own += measured.load(std::memory_order_relaxed);
      }
      launches += own;
    });
  const auto pass = [](double microseconds) {
    timespec time = {0, long(microseconds * 1e3)};
    nanosleep(&time, nullptr);
  };
  pass(2 * WarmUp);
  const double begin = now();
  measured = true;
  pass(2 * Measured);
  const double took = now() - begin;
  over = true;
  for (std::thread &thread : threads)
    thread.join();
  const double rate = double(launches.load()) / (took / 1e3);
  std::printf("%s %.9g %.9g\n", row, rate, rate);
}

} // namespace

int openclColumn() {
  const Device device = openDevice();
  for (size_t size : SaxpySizes) {
    Runner runner(device, "saxpy", size);
    report("saxpy-" + std::to_string(size), [&] {
      runner.launch();
      runner.finish();
    });
  }
  {
    Runner runner(device, "saxpy", 1 << 16);
    report(
        "dependent",
        [&] {
          for (int i = 0; i < 100; ++i)
            runner.launch();
          runner.finish();
        },
        100);
  }
  {
    Runner runner(device, "sums", 256 * 256, 256);
    report("barriers", [&] {
      runner.launch();
      runner.finish();
    });
  }
  reportHosts(device, "hosts", 16);
  reportHosts(device, "host", 1);
  return 0;
}

} // namespace scale
