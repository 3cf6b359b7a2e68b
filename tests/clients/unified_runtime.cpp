// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the OpenCL adapter of oneAPI's unified run time (below DPC++) asks of a driver: the calls
// that it makes, in its order, with the sizes and null pointers that it passes. What it would ask a
// GPU of Intel alone is left out.
#include "api/khr_command_buffer.h"
#include "client.h"
#include "core/newer_queries.h"

#include <CL/cl_ext.h>
#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace {

using weft::test::text;

class UnifiedRuntime : public weft::test::Client {
protected:
  static constexpr size_t Count = 256, Bytes = Count * sizeof(cl_uint);

  // urPlatformGet(), urDeviceGet(), urContextCreate(), urQueueCreate()
  void SetUp() override {
    cl_uint count = 0;
    ASSERT_EQ(clGetPlatformIDs(0, nullptr, &count), CL_SUCCESS);
    ASSERT_EQ(count, 1u);
    ASSERT_EQ(clGetPlatformIDs(count, &platform, nullptr), CL_SUCCESS);
    EXPECT_EQ(text(clGetPlatformInfo, platform, CL_PLATFORM_NAME).find("NVIDIA CUDA"),
              std::string::npos);
    ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count), CL_SUCCESS);
    ASSERT_EQ(count, 1u);
    ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, &device, nullptr), CL_SUCCESS);
    cl_int code = 4711;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    queue = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  }
  void TearDown() override {
    for (cl_kernel kernel : kernels)
      EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
    if (program)
      EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
    EXPECT_EQ(clReleaseCommandQueue(queue), CL_SUCCESS);
    EXPECT_EQ(clReleaseContext(context), CL_SUCCESS);
  }

  cl_command_queue makeQueue(cl_command_queue_properties flags) {
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, flags, 0};
    cl_int code = 4711;
    cl_command_queue made = clCreateCommandQueueWithProperties(context, device, properties, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    return made;
  }
  // getExtFuncFromContext()
  void *address(const char *name) override {
    cl_uint count = 0;
    EXPECT_EQ(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof count, &count, nullptr),
              CL_SUCCESS);
    std::vector<cl_device_id> devices(count);
    EXPECT_EQ(clGetContextInfo(context, CL_CONTEXT_DEVICES, count * sizeof(cl_device_id),
                               devices.data(), nullptr),
              CL_SUCCESS);
    cl_platform_id of = nullptr;
    EXPECT_EQ(clGetDeviceInfo(devices[0], CL_DEVICE_PLATFORM, sizeof of, &of, nullptr), CL_SUCCESS);
    return clGetExtensionFunctionAddressForPlatform(of, name);
  }
  // urProgramCreateWithIL(), urProgramBuild()
  void build() {
    const std::string module = readModule();
    cl_int code = 4711;
    program = clCreateProgramWithIL(context, module.data(), module.size(), &code);
    ASSERT_EQ(code, CL_SUCCESS);
    ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  }
  // urKernelCreate(), urKernelSetExecInfo() with USM_INDIRECT_ACCESS
  cl_kernel makeKernel(const char *name) {
    cl_int code = 4711;
    cl_kernel kernel = clCreateKernel(program, name, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    kernels.push_back(kernel);
    const cl_bool yes = CL_TRUE;
    for (cl_kernel_exec_info what : {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                     CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                     CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL})
      EXPECT_EQ(clSetKernelExecInfo(kernel, what, sizeof yes, &yes), CL_SUCCESS);
    return kernel;
  }
  cl_uint *allocate() {
    cl_int code = 4711;
    void *memory = WEFT_FUNCTION(clSharedMemAllocINTEL)(context, device, nullptr, Bytes, 0, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    for (cl_uint i = 0; i < Count; ++i)
      static_cast<cl_uint *>(memory)[i] = i;
    return static_cast<cl_uint *>(memory);
  }
  void free(void *memory) {
    EXPECT_EQ(WEFT_FUNCTION(clMemBlockingFreeINTEL)(context, memory), CL_SUCCESS);
  }

  cl_program program = nullptr;
  std::vector<cl_kernel> kernels;
};

// extension_functions.def and core_functions.def; those of host pipes are FPGAs'.
TEST_F(UnifiedRuntime, FindsItsFunctions) {
  for (const char *name : {"clHostMemAllocINTEL",
                           "clDeviceMemAllocINTEL",
                           "clSharedMemAllocINTEL",
                           "clGetDeviceFunctionPointerINTEL",
                           "clGetDeviceGlobalVariablePointerINTEL",
                           "clCreateBufferWithPropertiesINTEL",
                           "clMemBlockingFreeINTEL",
                           "clSetKernelArgMemPointerINTEL",
                           "clEnqueueMemFillINTEL",
                           "clEnqueueMemcpyINTEL",
                           "clEnqueueMigrateMemINTEL",
                           "clGetMemAllocInfoINTEL",
                           "clEnqueueWriteGlobalVariableINTEL",
                           "clEnqueueReadGlobalVariableINTEL",
                           "clCreateCommandBufferKHR",
                           "clRetainCommandBufferKHR",
                           "clReleaseCommandBufferKHR",
                           "clFinalizeCommandBufferKHR",
                           "clCommandNDRangeKernelKHR",
                           "clCommandCopyBufferKHR",
                           "clCommandCopyBufferRectKHR",
                           "clCommandFillBufferKHR",
                           "clCommandBarrierWithWaitListKHR",
                           "clCommandSVMMemFillKHR",
                           "clCommandSVMMemcpyKHR",
                           "clEnqueueCommandBufferKHR",
                           "clGetCommandBufferInfoKHR",
                           "clUpdateMutableCommandsKHR",
                           "clCreateProgramWithILKHR",
                           "clGetKernelSubGroupInfoKHR",
                           "clSetProgramSpecializationConstant",
                           "clSetContextDestructorCallback",
                           "clGetKernelSuggestedLocalWorkSizeKHR"})
    EXPECT_NE(address(name), nullptr) << name;
  for (const char *name : {"clEnqueueReadHostPipeINTEL", "clEnqueueWriteHostPipeINTEL"})
    EXPECT_EQ(address(name), nullptr) << name;
}

// urDeviceGetInfo()
TEST_F(UnifiedRuntime, AsksItsDevice) {
  EXPECT_EQ(text(clGetDeviceInfo, device, CL_DEVICE_VERSION).find("OpenCL 3."), 0u);
  EXPECT_NE(text(clGetDeviceInfo, device, CL_DEVICE_IL_VERSION).find("SPIR-V_1."),
            std::string::npos);
  for (cl_device_info what : {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DRIVER_VERSION,
                              CL_DEVICE_PROFILE, CL_DEVICE_EXTENSIONS})
    EXPECT_NE(text(clGetDeviceInfo, device, what), "") << what;
  EXPECT_EQ(text(clGetDeviceInfo, device, CL_DEVICE_BUILT_IN_KERNELS), "");
  for (const char *extension :
       {"cl_khr_fp16", "cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics",
        "cl_intel_global_variable_access", "cl_intel_unified_shared_memory",
        "cl_intel_required_subgroup_size", "cl_khr_device_uuid", "cl_intel_bfloat16_conversions",
        "cl_intel_devicelib_assert", "cl_khr_command_buffer", "cl_khr_kernel_clock",
        "cl_intel_create_buffer_with_properties"})
    EXPECT_TRUE(has(extension)) << extension;
  // Four or eight bytes are asked for, whatever the type of the specification is called.
  for (cl_device_info what : {CL_DEVICE_TYPE,
                              CL_DEVICE_QUEUE_PROPERTIES,
                              CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES,
                              CL_DEVICE_QUEUE_ON_HOST_PROPERTIES,
                              CL_DEVICE_GLOBAL_MEM_CACHE_TYPE,
                              CL_DEVICE_LOCAL_MEM_TYPE,
                              CL_DEVICE_EXECUTION_CAPABILITIES,
                              CL_DEVICE_PARTITION_AFFINITY_DOMAIN,
                              CL_DEVICE_SINGLE_FP_CONFIG,
                              CL_DEVICE_HALF_FP_CONFIG,
                              CL_DEVICE_DOUBLE_FP_CONFIG,
                              CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES,
                              CL_DEVICE_ATOMIC_FENCE_CAPABILITIES,
                              CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL,
                              CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
                              CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
                              CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
                              CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL,
                              CL_DEVICE_MAX_MEM_ALLOC_SIZE,
                              CL_DEVICE_GLOBAL_MEM_CACHE_SIZE,
                              CL_DEVICE_GLOBAL_MEM_SIZE,
                              CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE,
                              CL_DEVICE_LOCAL_MEM_SIZE,
                              CL_DEVICE_PROFILING_TIMER_RESOLUTION,
                              CL_DEVICE_MAX_WORK_GROUP_SIZE})
    scalar<cl_ulong>(what);
  for (cl_device_info what : {CL_DEVICE_IMAGE_SUPPORT,
                              CL_DEVICE_ERROR_CORRECTION_SUPPORT,
                              CL_DEVICE_HOST_UNIFIED_MEMORY,
                              CL_DEVICE_ENDIAN_LITTLE,
                              CL_DEVICE_AVAILABLE,
                              CL_DEVICE_COMPILER_AVAILABLE,
                              CL_DEVICE_LINKER_AVAILABLE,
                              CL_DEVICE_PREFERRED_INTEROP_USER_SYNC,
                              CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS,
                              CL_DEVICE_VENDOR_ID,
                              CL_DEVICE_MAX_COMPUTE_UNITS,
                              CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS,
                              CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF,
                              CL_DEVICE_MAX_CLOCK_FREQUENCY,
                              CL_DEVICE_ADDRESS_BITS,
                              CL_DEVICE_MAX_READ_IMAGE_ARGS,
                              CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS,
                              CL_DEVICE_MEM_BASE_ADDR_ALIGN,
                              CL_DEVICE_MAX_SAMPLERS,
                              CL_DEVICE_MAX_CONSTANT_ARGS,
                              CL_DEVICE_PARTITION_MAX_SUB_DEVICES})
    scalar<cl_uint>(what);
  EXPECT_GE(scalar<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS), 1u);
  // Assertions of the adapter: the least that an atomic fence has.
  constexpr cl_device_atomic_capabilities Least = CL_DEVICE_ATOMIC_ORDER_RELAXED |
                                                  CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                                                  CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  EXPECT_EQ(scalar<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES) & Least,
            Least);
  size_t size = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, 0, nullptr, &size),
            CL_SUCCESS);
  std::vector<size_t> sizes(size / sizeof(size_t));
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, size, sizes.data(), nullptr),
            CL_SUCCESS);
  EXPECT_FALSE(sizes.empty());
  cl_uchar uuid[CL_UUID_SIZE_KHR] = {};
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_UUID_KHR, sizeof uuid, uuid, nullptr), CL_SUCCESS);
  // Nobody divided it: no type, or one 0.
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_PARTITION_TYPE, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_LE(size, sizeof(cl_device_partition_property));
  // So that command buffers are there, and can be updated.
  EXPECT_TRUE(
      scalar<cl_device_command_buffer_capabilities_khr>(CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR) &
      CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR);
  constexpr cl_mutable_dispatch_fields_khr Fields =
      CL_MUTABLE_DISPATCH_EXEC_INFO_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR |
      CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR | CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR |
      CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR;
  EXPECT_EQ(scalar<cl_mutable_dispatch_fields_khr>(CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR) &
                Fields,
            Fields);
}

// urKernelGetInfo(), urKernelGetGroupInfo(), urKernelGetSubGroupInfo(), urProgramGetInfo()
TEST_F(UnifiedRuntime, AsksKernelsAndPrograms) {
  build();
  cl_kernel kernel = makeKernel("now");
  size_t size = 0, value = 0;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &size), CL_SUCCESS);
  std::string names(size, ' ');
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, names.data(), nullptr),
            CL_SUCCESS);
  EXPECT_NE(names.find("apply"), std::string::npos);
  EXPECT_EQ(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, 0, nullptr, &size), CL_SUCCESS);
  for (cl_kernel_work_group_info what :
       {CL_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
        CL_KERNEL_LOCAL_MEM_SIZE, CL_KERNEL_PRIVATE_MEM_SIZE})
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, what, sizeof value, &value, nullptr),
              CL_SUCCESS);
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_SPILL_MEM_SIZE_INTEL,
                                     sizeof(cl_ulong), &value, nullptr),
            CL_SUCCESS);
  // Unofficial: what it takes for an answer that there is none.
  EXPECT_EQ(clGetKernelInfo(kernel, 0x425B, sizeof value, &value, nullptr), CL_INVALID_VALUE);
  // The largest group, one dimension of it.
  std::vector<size_t> group(scalar<cl_uint>(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS));
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, group.size() * sizeof(size_t),
                            group.data(), nullptr),
            CL_SUCCESS);
  std::fill(group.begin() + 1, group.end(), 1);
  EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                    group.size() * sizeof(size_t), group.data(), sizeof value,
                                    &value, &size),
            CL_SUCCESS);
  EXPECT_GE(value, 1u);
  for (cl_kernel_sub_group_info what :
       {CL_KERNEL_MAX_NUM_SUB_GROUPS, CL_KERNEL_COMPILE_NUM_SUB_GROUPS,
        CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL})
    EXPECT_EQ(
        clGetKernelSubGroupInfo(kernel, device, what, 0, nullptr, sizeof value, &value, &size),
        CL_SUCCESS)
        << what;
  const size_t global[3] = {1000, 1, 1};
  size_t local[3] = {};
  auto suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      address("clGetKernelSuggestedLocalWorkSizeKHR"));
  cl_uint *memory = allocate();
  ASSERT_EQ(WEFT_FUNCTION(clSetKernelArgMemPointerINTEL)(kernel, 0, memory), CL_SUCCESS);
  EXPECT_EQ(suggest(queue, kernel, 1, nullptr, global, local), CL_SUCCESS);
  EXPECT_GE(local[0], 1u);
  free(memory);
}

// urUSM*Alloc(), urEnqueueUSMFill(), urEnqueueUSMMemcpy(), urUSMFree()
TEST_F(UnifiedRuntime, MovesUnifiedMemory) {
  cl_int code = 4711;
  void *host = WEFT_FUNCTION(clHostMemAllocINTEL)(context, nullptr, Bytes, 64, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  const cl_mem_properties_intel combined[] = {CL_MEM_ALLOC_FLAGS_INTEL,
                                              CL_MEM_ALLOC_WRITE_COMBINED_INTEL, 0};
  void *on_device =
      WEFT_FUNCTION(clDeviceMemAllocINTEL)(context, device, combined, Bytes, 0, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(WEFT_FUNCTION(clDeviceMemAllocINTEL)(context, device, nullptr, 0, 0, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_BUFFER_SIZE);
  // An empty list of events has the address of an empty vector.
  std::vector<cl_event> none;
  const cl_uint pattern = 7;
  cl_event event = nullptr;
  ASSERT_EQ(WEFT_FUNCTION(clEnqueueMemFillINTEL)(queue, on_device, &pattern, sizeof pattern, Bytes,
                                                 0, none.data(), &event),
            CL_SUCCESS);
  cl_command_type type = 0;
  EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
  EXPECT_EQ(type, cl_command_type(CL_COMMAND_MEMFILL_INTEL));
  for (const void *memory : {host, on_device}) {
    auto of = reinterpret_cast<cl_device_id>(std::uintptr_t(0x5a5a5a5a));
    EXPECT_EQ(WEFT_FUNCTION(clGetMemAllocInfoINTEL)(context, memory, CL_MEM_ALLOC_DEVICE_INTEL,
                                                    sizeof of, &of, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(of, memory == host ? nullptr : device);
  }
  ASSERT_EQ(WEFT_FUNCTION(clEnqueueMemcpyINTEL)(queue, CL_TRUE, host, on_device, Bytes, 1, &event,
                                                nullptr),
            CL_SUCCESS);
  EXPECT_EQ(static_cast<cl_uint *>(host)[Count - 1], 7u);
  // urEnqueueUSMPrefetch(), urEventGetProfilingInfo(), urQueueFinish()
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 0, none.data(), nullptr), CL_SUCCESS);
  cl_ulong times[2] = {};
  EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, 8, &times[0], nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, 8, &times[1], nullptr),
            CL_SUCCESS);
  EXPECT_LE(times[0], times[1]);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
  free(host);
  free(on_device);
}

// urMemBufferCreate() with properties
TEST_F(UnifiedRuntime, MakesBuffersWithProperties) {
  cl_uint content[4] = {1, 2, 3, 4};
  const std::vector<cl_mem_properties_intel> nothing = {0};
  cl_int code = 4711;
  auto create = function<clCreateBufferWithPropertiesINTEL_fn>("clCreateBufferWithPropertiesINTEL");
  cl_mem made = create(context, nothing.data(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                       sizeof content, content, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  cl_uint got[4] = {};
  EXPECT_EQ(clEnqueueReadBuffer(queue, made, CL_TRUE, 0, sizeof got, got, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_TRUE(std::equal(got, got + 4, content));
  EXPECT_EQ(clReleaseMemObject(made), CL_SUCCESS);
  // cl_intel_mem_channel_property is not listed, so the adapter says that there is none.
  EXPECT_FALSE(has("cl_intel_mem_channel_property"));
  const cl_mem_properties_intel channel[] = {CL_MEM_CHANNEL_INTEL, 1, 0};
  EXPECT_EQ(create(context, channel, CL_MEM_READ_WRITE, 16, nullptr, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_PROPERTY);
}

// urProgramGetGlobalVariablePointer(), urEnqueueDeviceGlobalVariable*(),
// urProgramGetFunctionPointer()
TEST_F(UnifiedRuntime, HasVariablesAndFunctionsByName) {
  build();
  size_t size = 0;
  void *pointer = nullptr;
  auto find = WEFT_FUNCTION(clGetDeviceGlobalVariablePointerINTEL);
  EXPECT_EQ(find(device, program, "host_counter", &size, &pointer), CL_SUCCESS);
  EXPECT_EQ(size, sizeof(cl_uint));
  // Of a name that is none it makes its own error, where the code is this one.
  EXPECT_EQ(find(device, program, "foo", &size, &pointer), CL_INVALID_ARG_VALUE);
  std::vector<cl_event> none;
  const cl_uint nine = 9;
  cl_uint got = 0;
  EXPECT_EQ(WEFT_FUNCTION(clEnqueueWriteGlobalVariableINTEL)(queue, program, "host_counter", true,
                                                             sizeof nine, 0, &nine, 0, none.data(),
                                                             nullptr),
            CL_SUCCESS);
  EXPECT_EQ(*static_cast<cl_uint *>(pointer), 9u);
  EXPECT_EQ(WEFT_FUNCTION(clEnqueueReadGlobalVariableINTEL)(
                queue, program, "host_counter", true, sizeof got, 0, &got, 0, none.data(), nullptr),
            CL_SUCCESS);
  EXPECT_EQ(got, 9u);
  // It asks for pointers to kernels alone, which have no address that a kernel could call.
  cl_ulong kernel_pointer = 0;
  EXPECT_EQ(WEFT_FUNCTION(clGetDeviceFunctionPointerINTEL)(device, program, "now", &kernel_pointer),
            CL_INVALID_ARG_VALUE);
}

// urCommandBufferCreateExp() ... urCommandBufferUpdateKernelLaunchExp()
TEST_F(UnifiedRuntime, RecordsAndUpdatesCommandBuffers) {
  build();
  cl_kernel kernel = makeKernel("apply");
  cl_uint *memory = allocate(), *other = allocate();
  cl_ulong twice = 0;
  ASSERT_EQ(WEFT_FUNCTION(clGetDeviceFunctionPointerINTEL)(device, program, "twice", &twice),
            CL_SUCCESS);
  const cl_command_buffer_properties_khr properties[] = {
      CL_COMMAND_BUFFER_FLAGS_KHR,
      CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
  cl_command_queue own = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_int code = 4711;
  cl_command_buffer_khr buffer =
      WEFT_FUNCTION(clCreateCommandBufferKHR)(1, &own, properties, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  ASSERT_EQ(WEFT_FUNCTION(clSetKernelArgMemPointerINTEL)(kernel, 0, memory), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof twice, &twice), CL_SUCCESS);
  const cl_command_properties_khr updatable[] = {
      CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
      CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR |
          CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR |
          CL_MUTABLE_DISPATCH_EXEC_INFO_KHR,
      0};
  const size_t offset = 0, global = Count, local = 16;
  cl_sync_point_khr point = 0;
  cl_mutable_command_khr command = nullptr;
  ASSERT_EQ(WEFT_FUNCTION(clCommandNDRangeKernelKHR)(buffer, nullptr, updatable, kernel, 1, &offset,
                                                     &global, &local, 0, nullptr, &point, &command),
            CL_SUCCESS);
  ASSERT_EQ(WEFT_FUNCTION(clFinalizeCommandBufferKHR)(buffer), CL_SUCCESS);
  auto enqueue = WEFT_FUNCTION(clEnqueueCommandBufferKHR);
  ASSERT_EQ(enqueue(1, &queue, buffer, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(memory[5], 10u);
  // A pointer and a size are new; lists without entries have no address.
  const size_t fewer = 32;
  const weft::MutableDispatchArg pointers[] = {{0, 0, other}};
  weft::MutableDispatchConfig config = {};
  config.command = command;
  config.num_svm_args = config.work_dim = 1;
  config.arg_svm_list = pointers;
  config.global_work_size = &fewer;
  const cl_command_buffer_update_type_khr types[] = {weft::MutableDispatchConfigType};
  const void *configs[] = {&config};
  EXPECT_EQ(WEFT_FUNCTION(clUpdateMutableCommandsKHR)(buffer, 1, types, configs), CL_SUCCESS);
  ASSERT_EQ(enqueue(1, &queue, buffer, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(memory[5], 10u);
  EXPECT_EQ(other[31], 62u);
  EXPECT_EQ(other[32], 32u);
  EXPECT_EQ(WEFT_FUNCTION(clReleaseCommandBufferKHR)(buffer), CL_SUCCESS);
  EXPECT_EQ(clReleaseCommandQueue(own), CL_SUCCESS);
  free(memory);
  free(other);
}

} // namespace
