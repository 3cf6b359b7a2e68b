// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The end of the process, and of the driver in it, at any moment and in any order.
#include "host.h"

#include <CL/cl_icd.h>
#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <thread>
#include <unistd.h>

namespace manners {
namespace {

// Static objects as applications have them. This one is made before the driver is loaded and so
// destroyed after everything that the driver registers for the end.
struct StaticObject {
  void (*at_end)() = nullptr;
  ~StaticObject() {
    if (at_end)
      at_end();
  }
};
StaticObject early;

Host global;
cl_kernel global_kernel;
cl_mem global_buffer;
cl_event global_event;

void makeGlobals() {
  global = openHost();
  global_kernel = global.kernel("__kernel void inc(__global int *x) { x[0]++; }", "inc");
  global_buffer = global.buffer(64);
  setArg(global_kernel, 0, sizeof global_buffer, &global_buffer);
  const size_t one = 1;
  ok(clEnqueueNDRangeKernel(global.queue, global_kernel, 1, nullptr, &one, &one, 0, nullptr,
                            &global_event),
     "clEnqueueNDRangeKernel");
}

void releaseGlobals() {
  ok(clReleaseEvent(global_event), "clReleaseEvent");
  ok(clReleaseMemObject(global_buffer), "clReleaseMemObject");
  ok(clReleaseKernel(global_kernel), "clReleaseKernel");
  global.release();
}

void useGlobals() {
  for (int i = 0; i < 3; ++i)
    global.launch(global_kernel, 1000);
  ok(clFinish(global.queue), "clFinish");
  releaseGlobals();
}

// Made after the driver has started, destroyed before it ends.
void staticsReleaseEarly() {
  makeGlobals();
  static StaticObject late;
  late.at_end = releaseGlobals;
}

void staticsReleaseLate() {
  early.at_end = releaseGlobals;
  makeGlobals();
}

void staticsUseLate() {
  early.at_end = useGlobals;
  makeGlobals();
}

void exitWhileIdle() {
  openHost().work();
  std::exit(0);
}

void exitWithWorkInFlight() {
  startEndlessKernel(openHost());
  std::exit(0);
}

void exitWhileWaiting() {
  static const Host host = openHost();
  startEndlessKernel(host);
  for (int i = 0; i < 2; ++i)
    std::thread([] { clFinish(host.queue); }).detach();
  usleep(20'000);
  std::exit(0);
}

void exitWhileBuilding() {
  static const Host host = openHost();
  static std::atomic<int> builds{0};
  for (int i = 0; i < 2; ++i)
    std::thread([i] {
      for (int salt = i * 100'000;; ++salt) {
        host.work(salt);
        ++builds;
      }
    }).detach();
  while (builds.load() < 4)
    usleep(100);
  std::exit(0);
}

void exitInCallback() {
  const Host host = openHost();
  cl_mem buffer = host.buffer(64);
  const int zero = 0;
  cl_event event;
  ok(clEnqueueFillBuffer(host.queue, buffer, &zero, sizeof zero, 0, 64, 0, nullptr, &event),
     "clEnqueueFillBuffer");
  ok(clSetEventCallback(
         event, CL_COMPLETE, [](cl_event, cl_int, void *) { std::exit(0); }, nullptr),
     "clSetEventCallback");
  for (;;)
    pause();
}

void exitInThread() {
  const Host host = openHost();
  host.work();
  std::thread([&] {
    host.work(1);
    std::exit(0);
  }).join();
}

// --- dlclose: the driver without a loader ------------------------------------------------------

struct Driver {
  void *library = nullptr;
  cl_icd_dispatch *calls = nullptr;
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

Driver openDriver() {
  Driver driver;
  driver.library = dlopen(WEFT_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  check(driver.library, "dlopen");
  using Find = void *(*)(const char *);
  using Platforms = cl_int (*)(cl_uint, cl_platform_id *, cl_uint *);
  auto find = reinterpret_cast<Find>(dlsym(driver.library, "clGetExtensionFunctionAddress"));
  check(find, "clGetExtensionFunctionAddress");
  auto platforms = reinterpret_cast<Platforms>(find("clIcdGetPlatformIDsKHR"));
  check(platforms, "clIcdGetPlatformIDsKHR");
  ok(platforms(1, &driver.platform, nullptr), "clIcdGetPlatformIDsKHR");
  // A handle begins with a pointer to the functions.
  driver.calls = *reinterpret_cast<cl_icd_dispatch **>(driver.platform);
  ok(driver.calls->clGetDeviceIDs(driver.platform, CL_DEVICE_TYPE_ALL, 1, &driver.device, nullptr),
     "clGetDeviceIDs");
  cl_int code;
  driver.context =
      driver.calls->clCreateContext(nullptr, 1, &driver.device, nullptr, nullptr, &code);
  ok(code, "clCreateContext");
  driver.queue = driver.calls->clCreateCommandQueue(driver.context, driver.device, 0, &code);
  ok(code, "clCreateCommandQueue");
  return driver;
}

cl_mem fillBuffer(const Driver &driver, size_t bytes, int times) {
  cl_int code;
  cl_mem buffer =
      driver.calls->clCreateBuffer(driver.context, CL_MEM_READ_WRITE, bytes, nullptr, &code);
  ok(code, "clCreateBuffer");
  for (int i = 0; i < times; ++i)
    ok(driver.calls->clEnqueueFillBuffer(driver.queue, buffer, &i, sizeof i, 0, bytes, 0, nullptr,
                                         nullptr),
       "clEnqueueFillBuffer");
  return buffer;
}

void closeDriver() {
  for (int i = 0; i < 3; ++i) {
    const Driver driver = openDriver();
    cl_mem buffer = fillBuffer(driver, 4096, 10);
    ok(driver.calls->clFinish(driver.queue), "clFinish");
    ok(driver.calls->clReleaseMemObject(buffer), "clReleaseMemObject");
    ok(driver.calls->clReleaseCommandQueue(driver.queue), "clReleaseCommandQueue");
    ok(driver.calls->clReleaseContext(driver.context), "clReleaseContext");
    check(dlclose(driver.library) == 0, "dlclose");
    usleep(5'000);
  }
}

void closeDriverWithWorkInFlight() {
  for (int i = 0; i < 3; ++i) {
    const Driver driver = openDriver();
    fillBuffer(driver, size_t(4) << 20, 200);
    check(dlclose(driver.library) == 0, "dlclose");
    usleep(5'000);
  }
}

} // namespace

const std::vector<Scenario> ending_scenarios = {
    {"exit-while-idle", exitWhileIdle},
    {"exit-with-work-in-flight", exitWithWorkInFlight},
    {"exit-while-waiting", exitWhileWaiting},
    {"exit-while-building", exitWhileBuilding},
    {"exit-in-callback", exitInCallback},
    {"exit-in-thread", exitInThread},
    {"statics-release-early", staticsReleaseEarly},
    {"statics-release-late", staticsReleaseLate},
    {"statics-use-late", staticsUseLate},
    {"close-driver", closeDriver},
    {"close-driver-with-work-in-flight", closeDriverWithWorkInFlight},
};

} // namespace manners
