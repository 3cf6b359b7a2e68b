// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program with libweft-embedded.so and no loader: it calls what KernelAbstractions calls of its
// driver for CPUs, in that order, by names with a prefix, and looks at what comes back.
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <vector>

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define CL(name) JOIN(WEFT_PREFIX, name)
#define DECLARE(name) extern "C" decltype(name) CL(name);
DECLARE(clGetPlatformIDs)
DECLARE(clGetPlatformInfo)
DECLARE(clGetDeviceIDs)
DECLARE(clGetDeviceInfo)
DECLARE(clCreateContext)
DECLARE(clCreateCommandQueue)
DECLARE(clCreateProgramWithSource)
DECLARE(clBuildProgram)
DECLARE(clGetProgramInfo)
DECLARE(clGetProgramBuildInfo)
DECLARE(clCreateKernel)
DECLARE(clSVMAlloc)
DECLARE(clSVMFree)
DECLARE(clSetKernelArg)
DECLARE(clSetKernelArgSVMPointer)
DECLARE(clSetKernelExecInfo)
DECLARE(clGetKernelWorkGroupInfo)
DECLARE(clGetKernelSubGroupInfo)
DECLARE(clEnqueueNDRangeKernel)
DECLARE(clWaitForEvents)
DECLARE(clReleaseEvent)
DECLARE(clFinish)
DECLARE(clReleaseKernel)
DECLARE(clReleaseProgram)
DECLARE(clReleaseCommandQueue)
DECLARE(clReleaseContext)

static void check(bool good, const char *what) {
  if (good)
    return;
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}
static void ok(cl_int code, const char *what) {
  if (code == CL_SUCCESS)
    return;
  std::fprintf(stderr, "%s: %d\n", what, code);
  std::exit(1);
}

int main() {
  // None of the system's names is there.
  check(!dlsym(RTLD_DEFAULT, "clGetPlatformIDs"), "there is a loader in the process");
  cl_uint count = 0;
  ok(CL(clGetPlatformIDs)(0, nullptr, &count), "clGetPlatformIDs");
  check(count == 1, "not one platform");
  cl_platform_id platform;
  ok(CL(clGetPlatformIDs)(1, &platform, nullptr), "clGetPlatformIDs");
  char name[64] = "";
  ok(CL(clGetPlatformInfo)(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr),
     "clGetPlatformInfo");
  check(!std::strcmp(name, "Weft"), name);
  cl_device_id device;
  ok(CL(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  size_t most = 0;
  ok(CL(clGetDeviceInfo)(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, nullptr),
     "clGetDeviceInfo");
  cl_int code;
  cl_context context = CL(clCreateContext)(nullptr, 1, &device, nullptr, nullptr, &code);
  ok(code, "clCreateContext");
  cl_command_queue queue = CL(clCreateCommandQueue)(context, device, 0, &code);
  ok(code, "clCreateCommandQueue");

  const char *source =
      "kernel void scale(global int *x, int factor, local int *l) {"
      "  l[get_local_id(0)] = x[get_global_id(0)];"
      "  barrier(CLK_LOCAL_MEM_FENCE);"
      "  x[get_global_id(0)] = factor * l[get_local_size(0) - 1 - get_local_id(0)];"
      "}";
  cl_program program = CL(clCreateProgramWithSource)(context, 1, &source, nullptr, &code);
  ok(code, "clCreateProgramWithSource");
  code = CL(clBuildProgram)(program, 1, &device, "", nullptr, nullptr);
  if (code != CL_SUCCESS) {
    std::vector<char> log(65536);
    ok(CL(clGetProgramBuildInfo)(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(),
                                 nullptr),
       "clGetProgramBuildInfo");
    std::fprintf(stderr, "%s\n", log.data());
  }
  ok(code, "clBuildProgram");
  size_t kernels = 0;
  ok(CL(clGetProgramInfo)(program, CL_PROGRAM_NUM_KERNELS, sizeof kernels, &kernels, nullptr),
     "clGetProgramInfo");
  check(kernels == 1, "not one kernel");
  cl_kernel kernel = CL(clCreateKernel)(program, "scale", &code);
  ok(code, "clCreateKernel");
  const size_t global = 1024, local = 64;
  size_t group = 0, sub_group = 0;
  ok(CL(clGetKernelWorkGroupInfo)(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof group, &group,
                                  nullptr),
     "clGetKernelWorkGroupInfo");
  check(group >= local && group <= most, "the size of groups");
  ok(CL(clGetKernelSubGroupInfo)(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                 sizeof local, &local, sizeof sub_group, &sub_group, nullptr),
     "clGetKernelSubGroupInfo");

  auto *data = static_cast<int *>(CL(clSVMAlloc)(
      context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, global * sizeof(int), 0));
  check(data, "clSVMAlloc");
  for (size_t i = 0; i < global; ++i)
    data[i] = int(i);
  const int factor = 3;
  ok(CL(clSetKernelArgSVMPointer)(kernel, 0, data), "clSetKernelArgSVMPointer");
  ok(CL(clSetKernelArg)(kernel, 1, sizeof factor, &factor), "clSetKernelArg");
  ok(CL(clSetKernelArg)(kernel, 2, local * sizeof(int), nullptr), "clSetKernelArg");
  void *pointers[] = {data};
  ok(CL(clSetKernelExecInfo)(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers),
     "clSetKernelExecInfo");
  cl_event event;
  ok(CL(clEnqueueNDRangeKernel)(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, &event),
     "clEnqueueNDRangeKernel");
  ok(CL(clWaitForEvents)(1, &event), "clWaitForEvents");
  ok(CL(clReleaseEvent)(event), "clReleaseEvent");
  for (size_t i = 0; i < global; ++i)
    check(data[i] == 3 * int(i / local * local + local - 1 - i % local), "wrong results");

  ok(CL(clFinish)(queue), "clFinish");
  CL(clSVMFree)(context, data);
  ok(CL(clReleaseKernel)(kernel), "clReleaseKernel");
  ok(CL(clReleaseProgram)(program), "clReleaseProgram");
  ok(CL(clReleaseCommandQueue)(queue), "clReleaseCommandQueue");
  ok(CL(clReleaseContext)(context), "clReleaseContext");
  return 0;
}
