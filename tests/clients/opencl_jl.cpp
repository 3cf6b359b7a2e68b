// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What OpenCL.jl 0.10 asks of a driver, without Julia: each call that its lib/cl makes on the way
// from `using OpenCL` to a kernel that has run, in that order, with the sizes and null pointers
// that it passes. Memory comes from each of its three back ends.
#include "client.h"

#include <CL/cl_ext.h>
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace {

using weft::test::text;

constexpr char KernelName[] = "_Z4axpy13CLDeviceArrayI7Float32Li1ELi1EES_7Float32";

// CLDeviceArray{Float32, 1}
struct DeviceArray {
  void *ptr;
  cl_long maxsize;
  cl_long dims[1];
  cl_long len;
};
struct KernelState {
  cl_uint random_seed;
};

class OpenCLjl : public weft::test::Client {
protected:
  static constexpr size_t Length = 1000, Bytes = Length * sizeof(float);

  void SetUp() override {
    // platforms(), default_platform()
    cl_uint count = 0;
    ASSERT_EQ(clGetPlatformIDs(0, nullptr, &count), CL_SUCCESS);
    ASSERT_GE(count, 1u);
    std::vector<cl_platform_id> ids(count);
    ASSERT_EQ(clGetPlatformIDs(count, ids.data(), nullptr), CL_SUCCESS);
    auto found = std::find_if(ids.begin(), ids.end(), [](cl_platform_id id) {
      return text(clGetPlatformInfo, id, CL_PLATFORM_PROFILE) == "FULL_PROFILE";
    });
    ASSERT_NE(found, ids.end());
    platform = *found;
    // default_device(), then device(): the only one of the context.
    ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 0, nullptr, &count), CL_SUCCESS);
    ASSERT_EQ(count, 1u);
    cl_device_id first;
    ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, count, &first, nullptr), CL_SUCCESS);
    cl_int code = 4711;
    context = clCreateContext(nullptr, 1, &first, notify, reinterpret_cast<void *>(&log), &code);
    ASSERT_EQ(code, CL_SUCCESS);
    ASSERT_EQ(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof count, &count, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(count, 1u);
    ASSERT_EQ(clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof device, &device, nullptr),
              CL_SUCCESS);
    queue = clCreateCommandQueue(context, device, 0, &code);
    ASSERT_EQ(code, CL_SUCCESS);
  }
  // Finalizers, in whatever order.
  void TearDown() override {
    EXPECT_EQ(clReleaseContext(context), CL_SUCCESS);
    if (kernel)
      EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
    if (program)
      EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
    EXPECT_EQ(clReleaseCommandQueue(queue), CL_SUCCESS);
  }

  // The callback gets a function as its data.
  static void log(const char *message, const void *, size_t) {
    std::fprintf(stderr, "%s\n", message);
  }
  static void CL_CALLBACK notify(const char *message, const void *info, size_t size, void *data) {
    reinterpret_cast<decltype(&log)>(data)(message, info, size);
  }

  // link_kernel()
  void build() {
    const std::string module = readModule();
    cl_int code = 4711;
    program = clCreateProgramWithIL(context, module.data(), module.size(), &code);
    ASSERT_EQ(code, CL_SUCCESS);
    code = clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
    EXPECT_EQ(text(
                  [&](cl_program of, cl_uint what, size_t size, void *value, size_t *size_ret) {
                    return clGetProgramBuildInfo(of, device, what, size, value, size_ret);
                  },
                  program, CL_PROGRAM_BUILD_LOG),
              "");
    ASSERT_EQ(code, CL_SUCCESS);
    cl_build_status status = 4711;
    EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status,
                                    &status, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(status, CL_BUILD_SUCCESS);
    kernel = clCreateKernel(program, KernelName, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    cl_uint args = 0;
    EXPECT_EQ(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof args, &args, nullptr), CL_SUCCESS);
    EXPECT_EQ(args, 6u);
  }

  // enqueue_kernel() of a kernel with random numbers.
  void launch(void *y, void *x, float alpha) {
    const KernelState state = {7};
    const DeviceArray arrays[2] = {{y, cl_long(Bytes), {Length}, Length},
                                   {x, cl_long(Bytes), {Length}, Length}};
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof state, &state), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof arrays[0], &arrays[0]), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 2, sizeof arrays[1], &arrays[1]), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 3, sizeof alpha, &alpha), CL_SUCCESS);
    EXPECT_LE(1u, scalar<cl_uint>(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS));
    const size_t local = 64, global = (Length + local - 1) / local * local;
    size_t slots = 0;
    ASSERT_EQ(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
                                      sizeof local, &local, sizeof slots, &slots, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(slots, 2u); // of 32, as the kernel asks
    for (cl_uint i : {4u, 5u})
      ASSERT_EQ(clSetKernelArg(kernel, i, sizeof(cl_uint) * slots, nullptr), CL_SUCCESS);
    cl_event event = nullptr;
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, &event),
        CL_SUCCESS);
    ASSERT_EQ(clReleaseEvent(event), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
  void allowAccess(cl_kernel_exec_info flag) {
    const cl_bool yes = CL_TRUE;
    ASSERT_EQ(clSetKernelExecInfo(kernel, flag, sizeof yes, &yes), CL_SUCCESS);
  }
  static std::vector<float> numbers(float first) {
    std::vector<float> values(Length);
    for (size_t i = 0; i < Length; ++i)
      values[i] = first + float(i);
    return values;
  }
  static void expectResults(const std::vector<float> &y) {
    for (size_t i = 0; i < Length; ++i)
      ASSERT_EQ(y[i], 2.0f * (100.0f + float(i)) + float(i) + 7.0f) << i;
  }

  cl_program program = nullptr;
  cl_kernel kernel = nullptr;
};

// cl.versioninfo(), and the fields of a device that its compiler and its tests look at.
TEST_F(OpenCLjl, DescribesItsDevice) {
  int major = 0, minor = 0;
  for (const std::string &version : {text(clGetPlatformInfo, platform, CL_PLATFORM_VERSION),
                                     text(clGetDeviceInfo, device, CL_DEVICE_VERSION)}) {
    EXPECT_EQ(std::sscanf(version.c_str(), "OpenCL %d.%d", &major, &minor), 2) << version;
    EXPECT_GE(major, 3);
  }
  EXPECT_NE(text(clGetPlatformInfo, platform, CL_PLATFORM_NAME), "");
  EXPECT_NE(text(clGetPlatformInfo, platform, CL_PLATFORM_VENDOR), "");
  EXPECT_NE(text(clGetDeviceInfo, device, CL_DEVICE_NAME), "");
  EXPECT_NE(text(clGetDeviceInfo, device, CL_DRIVER_VERSION), "");
  EXPECT_EQ(scalar<cl_platform_id>(CL_DEVICE_PLATFORM), platform);
  EXPECT_EQ(scalar<cl_bool>(CL_DEVICE_AVAILABLE), cl_bool(CL_TRUE));
  EXPECT_EQ(scalar<cl_bool>(CL_DEVICE_COMPILER_AVAILABLE), cl_bool(CL_TRUE));
  EXPECT_EQ(scalar<cl_uint>(CL_DEVICE_ADDRESS_BITS), 64u);
  EXPECT_GT(scalar<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE), 0u);
  EXPECT_GT(scalar<size_t>(CL_DEVICE_PROFILING_TIMER_RESOLUTION), 0u);
  std::vector<size_t> sizes(scalar<cl_uint>(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS));
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizes.size() * sizeof(size_t),
                            sizes.data(), nullptr),
            CL_SUCCESS);
}

// compiler_config(): FEATURES, the back end for programs, and the size of sub-groups.
TEST_F(OpenCLjl, FindsWhatItsCompilerMayUse) {
  for (const char *extension :
       {"cl_khr_il_program", "cl_khr_fp16", "cl_khr_fp64", "cl_khr_int64_base_atomics",
        "cl_khr_subgroups", "cl_khr_subgroup_shuffle", "cl_intel_required_subgroup_size"})
    EXPECT_TRUE(has(extension)) << extension;
  // cl_name_version, read as 68 bytes each.
  static_assert(sizeof(cl_name_version) == 68);
  size_t size = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, 0, nullptr, &size), CL_SUCCESS);
  ASSERT_EQ(size % sizeof(cl_name_version), 0u);
  std::vector<cl_name_version> features(size / sizeof(cl_name_version));
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, size, features.data(), nullptr),
            CL_SUCCESS);
  EXPECT_TRUE(std::any_of(features.begin(), features.end(), [](const cl_name_version &feature) {
    return std::string_view(feature.name) == "__opencl_c_generic_address_space";
  }));
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, 0, nullptr, &size),
            CL_SUCCESS);
  EXPECT_GT(size, 0u);
  constexpr cl_device_info SubGroupSizes = 0x4108; // CL_DEVICE_SUB_GROUP_SIZES_INTEL
  ASSERT_EQ(clGetDeviceInfo(device, SubGroupSizes, 0, nullptr, &size), CL_SUCCESS);
  std::vector<size_t> sizes(size / sizeof(size_t));
  ASSERT_EQ(clGetDeviceInfo(device, SubGroupSizes, size, sizes.data(), nullptr), CL_SUCCESS);
  EXPECT_NE(std::find(sizes.begin(), sizes.end(), 32u), sizes.end());
}

// supported_memory_backends(): the first is what arrays are made of.
TEST_F(OpenCLjl, ChoosesUnifiedMemory) {
  ASSERT_TRUE(has("cl_intel_unified_shared_memory"));
  using Capabilities = cl_device_unified_shared_memory_capabilities_intel;
  EXPECT_TRUE(scalar<Capabilities>(CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL) &
              CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL);
  EXPECT_TRUE(scalar<Capabilities>(CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL) &
              CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL);
  for (cl_device_info what : {CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
                              CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL,
                              CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL})
    scalar<Capabilities>(what);
  EXPECT_TRUE(has("cl_ext_buffer_device_address"));
  EXPECT_TRUE(scalar<cl_device_svm_capabilities>(CL_DEVICE_SVM_CAPABILITIES) &
              CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
}

TEST_F(OpenCLjl, RunsOnDeviceMemory) {
  build();
  cl_int code = 4711;
  auto allocate = WEFT_FUNCTION(clDeviceMemAllocINTEL);
  void *y = allocate(context, device, nullptr, Bytes, 0, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  void *x = allocate(context, device, nullptr, Bytes, 0, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  std::vector<float> y_host = numbers(0), x_host = numbers(100);
  auto copy = WEFT_FUNCTION(clEnqueueMemcpyINTEL);
  cl_event event = nullptr;
  ASSERT_EQ(copy(queue, CL_FALSE, y, y_host.data(), Bytes, 0, nullptr, &event), CL_SUCCESS);
  ASSERT_EQ(clReleaseEvent(event), CL_SUCCESS);
  ASSERT_EQ(copy(queue, CL_TRUE, x, x_host.data(), Bytes, 0, nullptr, nullptr), CL_SUCCESS);
  allowAccess(CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL);
  void *pointers[] = {y, x};
  ASSERT_EQ(
      clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof pointers, pointers),
      CL_SUCCESS);
  launch(y, x, 2.0f);
  ASSERT_EQ(copy(queue, CL_TRUE, y_host.data(), y, Bytes, 0, nullptr, nullptr), CL_SUCCESS);
  expectResults(y_host);
  auto free = WEFT_FUNCTION(clMemBlockingFreeINTEL);
  EXPECT_EQ(free(context, y), CL_SUCCESS);
  EXPECT_EQ(free(context, x), CL_SUCCESS);
}

TEST_F(OpenCLjl, RunsOnSharedAndHostMemory) {
  build();
  cl_int code = 4711;
  auto *y = static_cast<float *>(
      WEFT_FUNCTION(clSharedMemAllocINTEL)(context, device, nullptr, Bytes, 0, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  auto *x =
      static_cast<float *>(WEFT_FUNCTION(clHostMemAllocINTEL)(context, nullptr, Bytes, 0, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  const std::vector<float> y_host = numbers(0), x_host = numbers(100);
  std::copy(y_host.begin(), y_host.end(), y);
  std::copy(x_host.begin(), x_host.end(), x);
  allowAccess(CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL);
  allowAccess(CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL);
  void *pointers[] = {y, x};
  ASSERT_EQ(
      clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof pointers, pointers),
      CL_SUCCESS);
  ASSERT_EQ(WEFT_FUNCTION(clEnqueueMigrateMemINTEL)(queue, y, Bytes, 0, 0, nullptr, nullptr),
            CL_SUCCESS);
  launch(y, x, 2.0f);
  expectResults({y, y + Length});
  auto free = WEFT_FUNCTION(clMemFreeINTEL);
  EXPECT_EQ(free(context, y), CL_SUCCESS);
  EXPECT_EQ(free(context, x), CL_SUCCESS);
}

TEST_F(OpenCLjl, RunsOnBuffersWithAddresses) {
  build();
  constexpr cl_mem_properties PrivateAddress = 0x5000;   // CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
  constexpr cl_mem_info DeviceAddress = 0x5001;          // CL_MEM_DEVICE_ADDRESS_EXT
  constexpr cl_kernel_exec_info DevicePointers = 0x5002; // CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT
  const cl_mem_properties properties[] = {PrivateAddress, CL_TRUE, 0};
  std::vector<float> y_host = numbers(0), x_host = numbers(100);
  cl_mem buffers[2];
  cl_ulong addresses[2];
  float *contents[2] = {y_host.data(), x_host.data()};
  for (int i = 0; i < 2; ++i) {
    cl_int code = 4711;
    buffers[i] =
        clCreateBufferWithProperties(context, properties, CL_MEM_READ_WRITE, Bytes, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    ASSERT_EQ(
        clGetMemObjectInfo(buffers[i], DeviceAddress, sizeof addresses[i], &addresses[i], nullptr),
        CL_SUCCESS);
    cl_event event = nullptr;
    ASSERT_EQ(
        clEnqueueWriteBuffer(queue, buffers[i], CL_TRUE, 0, Bytes, contents[i], 0, nullptr, &event),
        CL_SUCCESS);
    ASSERT_EQ(clReleaseEvent(event), CL_SUCCESS);
  }
  ASSERT_EQ(clSetKernelExecInfo(kernel, DevicePointers, sizeof addresses, addresses), CL_SUCCESS);
  launch(reinterpret_cast<void *>(addresses[0]), reinterpret_cast<void *>(addresses[1]), 2.0f);
  ASSERT_EQ(
      clEnqueueReadBuffer(queue, buffers[0], CL_TRUE, 0, Bytes, y_host.data(), 0, nullptr, nullptr),
      CL_SUCCESS);
  expectResults(y_host);
  for (cl_mem buffer : buffers)
    EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
}

// Mapped where the host looks at it, unmapped where the device does.
TEST_F(OpenCLjl, RunsOnSharedVirtualMemory) {
  build();
  auto *y = static_cast<float *>(clSVMAlloc(context, CL_MEM_READ_WRITE, Bytes, 0));
  auto *x = static_cast<float *>(clSVMAlloc(context, CL_MEM_READ_WRITE, Bytes, 0));
  ASSERT_TRUE(x && y);
  float first = 100;
  for (float *array : {x, y}) {
    cl_event event = nullptr;
    ASSERT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, array, Bytes, 0, nullptr,
                              &event),
              CL_SUCCESS);
    ASSERT_EQ(clReleaseEvent(event), CL_SUCCESS);
    const std::vector<float> values = numbers(first);
    first = 0;
    std::copy(values.begin(), values.end(), array);
    ASSERT_EQ(clEnqueueSVMUnmap(queue, array, 0, nullptr, &event), CL_SUCCESS);
    ASSERT_EQ(clReleaseEvent(event), CL_SUCCESS);
  }
  void *pointers[] = {y, x};
  ASSERT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers),
            CL_SUCCESS);
  launch(y, x, 2.0f);
  std::vector<float> got(Length);
  ASSERT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, got.data(), y, Bytes, 0, nullptr, nullptr),
            CL_SUCCESS);
  expectResults(got);
  const cl_float zero = 0;
  ASSERT_EQ(clEnqueueSVMMemFill(queue, y, &zero, sizeof zero, Bytes, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(y[Length - 1], 0.0f);
  clSVMFree(context, y);
  clSVMFree(context, x);
}

// A kernel of OpenCL C with plain pointers: clcall() chooses the call by the memory's kind.
TEST_F(OpenCLjl, SetsPointersByTheKindOfMemory) {
  const char *source = "kernel void k(global int *a, global int *b, global int *c, local int *l) {"
                       "  size_t i = get_global_id(0); l[get_local_id(0)] = a[i] + b[i];"
                       "  c[i] = l[get_local_id(0)]; }";
  cl_int code = 4711;
  program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  ASSERT_EQ(
      clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0 -cl-kernel-arg-info", nullptr, nullptr),
      CL_SUCCESS);
  kernel = clCreateKernel(program, "k", &code);
  ASSERT_EQ(code, CL_SUCCESS);
  cl_kernel_arg_address_qualifier space = 0;
  ASSERT_EQ(
      clGetKernelArgInfo(kernel, 3, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(space, cl_kernel_arg_address_qualifier(CL_KERNEL_ARG_ADDRESS_LOCAL));

  int *a = static_cast<int *>(clSVMAlloc(context, CL_MEM_READ_WRITE, Bytes, 0));
  int *b = static_cast<int *>(
      WEFT_FUNCTION(clSharedMemAllocINTEL)(context, device, nullptr, Bytes, 0, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  const cl_mem_properties properties[] = {0x5000, CL_TRUE, 0};
  cl_mem c =
      clCreateBufferWithProperties(context, properties, CL_MEM_READ_WRITE, Bytes, nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  cl_ulong address = 0;
  ASSERT_EQ(clGetMemObjectInfo(c, 0x5001, sizeof address, &address, nullptr), CL_SUCCESS);
  for (size_t i = 0; i < Length; ++i)
    a[i] = b[i] = int(i);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, a), CL_SUCCESS);
  ASSERT_EQ(WEFT_FUNCTION(clSetKernelArgMemPointerINTEL)(kernel, 1, b), CL_SUCCESS);
  ASSERT_EQ(WEFT_FUNCTION(clSetKernelArgDevicePointerEXT)(kernel, 2, address), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 3, 8 * sizeof(int), nullptr), CL_SUCCESS);
  const size_t global = Length, local = 8;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
            CL_SUCCESS);
  std::vector<int> got(Length);
  ASSERT_EQ(clEnqueueReadBuffer(queue, c, CL_TRUE, 0, Bytes, got.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  for (size_t i = 0; i < Length; ++i)
    ASSERT_EQ(got[i], 2 * int(i));
  EXPECT_EQ(clReleaseMemObject(c), CL_SUCCESS);
  EXPECT_EQ(WEFT_FUNCTION(clMemFreeINTEL)(context, b), CL_SUCCESS);
  clSVMFree(context, a);
}

} // namespace
