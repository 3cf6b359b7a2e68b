// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the OpenCL back ends of AdaptiveCpp (src/runtime/ocl) and of chipStar (src/backend/OpenCL)
// ask of a driver that others do not: the same calls, in their order.
#include "client.h"

#include <CL/cl_ext.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace {

constexpr size_t Count = 256, Bytes = Count * sizeof(cl_uint);

class RunTimes : public weft::test::Client {
protected:
  void SetUp() override {
    ASSERT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
    ASSERT_EQ(clGetDeviceIDs(platform,
                             CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR,
                             1, &device, nullptr),
              CL_SUCCESS);
  }
  void TearDown() override {
    if (kernel)
      EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
    if (queue)
      EXPECT_EQ(clReleaseCommandQueue(queue), CL_SUCCESS);
    if (context)
      EXPECT_EQ(clReleaseContext(context), CL_SUCCESS);
  }
  cl_program fromModule() {
    const std::string module = readModule();
    cl_int code = 4711;
    cl_program made = clCreateProgramWithIL(context, module.data(), module.size(), &code);
    EXPECT_EQ(code, CL_SUCCESS);
    return made;
  }
  void prepare(cl_program program, void *memory) {
    cl_int code = 4711;
    kernel = clCreateKernel(program, "now", &code);
    ASSERT_EQ(code, CL_SUCCESS);
    ASSERT_EQ(WEFT_FUNCTION(clSetKernelArgMemPointerINTEL)(kernel, 0, memory), CL_SUCCESS);
  }

  cl_kernel kernel = nullptr;
};

TEST_F(RunTimes, AdaptiveCppRunsOnUnifiedMemory) {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(platform), 0};
  cl_int code = 4711;
  context = clCreateContext(properties, 1, &device, nullptr, nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  const cl_queue_properties profiled[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  queue = clCreateCommandQueueWithProperties(context, device, profiled, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  // A list of properties that only ends.
  const cl_mem_properties_intel none = 0;
  void *shared = WEFT_FUNCTION(clSharedMemAllocINTEL)(context, device, &none, Bytes, 128, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  // memset() is a pattern of one byte; prefetches are to the host and to the device.
  const unsigned char byte = 0x11;
  ASSERT_EQ(
      WEFT_FUNCTION(clEnqueueMemFillINTEL)(queue, shared, &byte, 1, Bytes, 0, nullptr, nullptr),
      CL_SUCCESS);
  for (cl_mem_migration_flags flags : {CL_MIGRATE_MEM_OBJECT_HOST, 0})
    EXPECT_EQ(
        WEFT_FUNCTION(clEnqueueMigrateMemINTEL)(queue, shared, Bytes, flags, 0, nullptr, nullptr),
        CL_SUCCESS);
  cl_program program = fromModule();
  ASSERT_EQ(clBuildProgram(program, 1, &device, "-cl-uniform-work-group-size -cl-fast-relaxed-math",
                           nullptr, nullptr),
            CL_SUCCESS);
  prepare(program, shared);
  EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
  const size_t global = 1, local = 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(static_cast<cl_uint *>(shared)[1], 7u);
  EXPECT_EQ(static_cast<cl_uint *>(shared)[2], 0x11111111u);
  // Of a pointer that nobody allocated the type is asked first.
  cl_unified_shared_memory_type_intel type = 4711;
  EXPECT_EQ(WEFT_FUNCTION(clGetMemAllocInfoINTEL)(context, &code, CL_MEM_ALLOC_TYPE_INTEL,
                                                  sizeof type, &type, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(type, cl_unified_shared_memory_type_intel(CL_MEM_TYPE_UNKNOWN_INTEL));
  EXPECT_EQ(WEFT_FUNCTION(clMemFreeINTEL)(context, shared), CL_SUCCESS);
}

TEST_F(RunTimes, ChipStarCompilesLinksAndRuns) {
  cl_int code = 4711;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  queue = clCreateCommandQueueWithProperties(context, device, nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  // Its flags and its default ones, of which there may be none of the first.
  const char *const flags = " -cl-kernel-arg-info -cl-std=CL3.0";
  cl_program object = fromModule();
  ASSERT_EQ(clCompileProgram(object, 1, &device, flags, 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  cl_program linked = clLinkProgram(context, 0, nullptr, "", 1, &object, nullptr, nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(clReleaseProgram(object), CL_SUCCESS);
  cl_uint count = 0;
  ASSERT_EQ(clCreateKernelsInProgram(linked, 0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 4u);
  void *memory = WEFT_FUNCTION(clHostMemAllocINTEL)(context, nullptr, Bytes, 0, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  prepare(linked, memory);
  EXPECT_EQ(clReleaseProgram(linked), CL_SUCCESS);
  // Kernels are used again: the list of pointers is emptied, then given anew.
  EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr), CL_SUCCESS);
  void *const pointers[] = {memory};
  EXPECT_EQ(
      clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof pointers, pointers),
      CL_SUCCESS);
  // Three dimensions, whatever the grid.
  const size_t offset[3] = {}, global[3] = {4, 1, 1}, local[3] = {4, 1, 1};
  cl_event event = nullptr;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 3, offset, global, local, 0, nullptr, &event),
            CL_SUCCESS);
  cl_uint references = 0;
  EXPECT_EQ(
      clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof references, &references, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(references, 1u);
  ASSERT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
  EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
  EXPECT_EQ(static_cast<cl_uint *>(memory)[1], 7u);
  EXPECT_EQ(WEFT_FUNCTION(clMemFreeINTEL)(context, memory), CL_SUCCESS);
}

} // namespace
