// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unified shared memory: what is reported, allocation, queries, use in kernels.
#include "usm_fixture.h"

#include <atomic>
#include <thread>

namespace weft::test {

class Usm : public UsmTest {
protected:
  static constexpr cl_mem_alloc_flags_intel Combined = CL_MEM_ALLOC_WRITE_COMBINED_INTEL,
                                            OnDevice = CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL,
                                            OnHost = CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;
};

TEST_F(Usm, IsReported) {
  EXPECT_NE((" " + deviceText(CL_DEVICE_EXTENSIONS) + " ").find(" cl_intel_unified_shared_memory "),
            std::string::npos);
  for (cl_device_info what :
       {CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL})
    EXPECT_EQ(deviceInfo<cl_device_unified_shared_memory_capabilities_intel>(what), 15u) << what;
}

TEST_F(Usm, HostAndKernelsShareEveryKind) {
  for (const Alloc &alloc : allKinds()) {
    int *data = numbersAt(alloc(nullptr, Bytes, 0, nullptr));
    launch(queue, kernelOn("add", data, 5));
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    for (size_t i = 0; i < Count; ++i)
      ASSERT_EQ(data[i], int(i) + 5);
  }
}

TEST_F(Usm, SystemMemoryIsTaken) {
  std::vector<int> system = numbers();
  launch(queue, kernelOn("add", system.data(), 3));
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  for (size_t i = 0; i < Count; ++i)
    ASSERT_EQ(system[i], int(i) + 3);
}

TEST_F(Usm, PointersIntoTheMiddleWork) {
  int *data = sharedNumbers();
  launch(queue, kernelOn("store", data + Count / 2, 9), Count / 2);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  for (size_t i = 0; i < Count; ++i)
    ASSERT_EQ(data[i], i < Count / 2 ? int(i) : 9);
}

TEST_F(Usm, BuffersAreReadIntoItAndWrittenFromIt) {
  int *data = sharedNumbers();
  Memory buffer = makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(Count, 7));
  ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, Bytes / 2, data, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, Bytes, data, 0, nullptr, nullptr),
            CL_SUCCESS);
  for (size_t i = 0; i < Count; ++i)
    ASSERT_EQ(data[i], i < Count / 2 ? int(i) : 7);
}

// A table of pointers to allocations of each kind, which no argument points to.
TEST_F(Usm, KernelsReachWhatTheyAreNotGiven) {
  Program program = buildProgram("__kernel void k(__global ulong *table) {\n"
                                 "  for (int i = 0; i < 4; ++i)\n"
                                 "    *(__global int *)table[i] += 10 + i;\n"
                                 "}");
  Kernel kernel(clCreateKernel(program, "k", nullptr));
  int system = 1;
  std::vector<int *> reached;
  for (const Alloc &alloc : allKinds())
    reached.push_back(numbersAt(alloc(nullptr, Bytes, 0, nullptr)) + 1);
  reached.push_back(&system);
  auto *table = static_cast<cl_ulong *>(shared(nullptr, sizeof(cl_ulong) * reached.size()));
  made.push_back(table);
  for (size_t i = 0; i < reached.size(); ++i)
    table[i] = reinterpret_cast<cl_ulong>(reached[i]);
  const cl_bool yes = CL_TRUE;
  for (cl_kernel_exec_info what : {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                   CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                   CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL})
    ASSERT_EQ(clSetKernelExecInfo(kernel, what, sizeof yes, &yes), CL_SUCCESS);
  ASSERT_EQ(cl.clSetKernelArgMemPointerINTEL(kernel, 0, table), CL_SUCCESS);
  ASSERT_EQ(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  for (size_t i = 0; i < reached.size(); ++i)
    EXPECT_EQ(*reached[i], 11 + int(i));
}

TEST_F(Usm, AllocationsAreAlignedUpToPages) {
  for (const Alloc &alloc : allKinds())
    for (cl_uint alignment : {0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096}) {
      cl_int code = 4711;
      void *pointer = alloc(nullptr, 100, alignment, &code);
      ASSERT_EQ(code, CL_SUCCESS) << alignment;
      EXPECT_EQ(reinterpret_cast<uintptr_t>(pointer) % (alignment ? alignment : 128), 0u);
      EXPECT_EQ(cl.clMemFreeINTEL(context, pointer), CL_SUCCESS);
    }
}

TEST_F(Usm, AllocationsAnswerTheirQueries) {
  const cl_mem_properties_intel combined[] = {CL_MEM_ALLOC_FLAGS_INTEL, Combined, 0};
  const cl_mem_properties_intel placed[] = {CL_MEM_ALLOC_FLAGS_INTEL, Combined | OnHost, 0};
  struct Case {
    void *pointer;
    cl_unified_shared_memory_type_intel type;
    cl_device_id device;
    cl_mem_alloc_flags_intel flags;
  };
  const Case cases[] = {
      {host(nullptr, Bytes), CL_MEM_TYPE_HOST_INTEL, nullptr, 0},
      {onDevice(combined, Bytes), CL_MEM_TYPE_DEVICE_INTEL, device(), Combined},
      {shared(placed, Bytes), CL_MEM_TYPE_SHARED_INTEL, device(), Combined | OnHost},
      {cl.clSharedMemAllocINTEL(context, nullptr, nullptr, Bytes, 0, nullptr),
       CL_MEM_TYPE_SHARED_INTEL, nullptr, 0},
  };
  for (const Case &one : cases) {
    const char *base = reinterpret_cast<const char *>(numbersAt(one.pointer));
    for (const char *at : {base, base + 1, base + Bytes - 1}) {
      const Query info = infoOf(at);
      EXPECT_EQ(typeOf(at), one.type);
      EXPECT_EQ(queryValue<void *>(info, CL_MEM_ALLOC_BASE_PTR_INTEL), one.pointer);
      EXPECT_EQ(queryValue<size_t>(info, CL_MEM_ALLOC_SIZE_INTEL), Bytes);
      EXPECT_EQ(queryValue<cl_device_id>(info, CL_MEM_ALLOC_DEVICE_INTEL), one.device);
      EXPECT_EQ(queryValue<cl_mem_alloc_flags_intel>(info, CL_MEM_ALLOC_FLAGS_INTEL), one.flags);
    }
  }
}

TEST_F(Usm, QueriesKnowNothingOfOtherMemory) {
  int local = 0;
  auto *svm = clSVMAlloc(context, CL_MEM_READ_WRITE, Bytes, 0);
  void *foreign = cl.clHostMemAllocINTEL(otherContext(), nullptr, Bytes, 0, nullptr);
  char *data = reinterpret_cast<char *>(sharedNumbers());
  void *freed = host(nullptr, Bytes);
  ASSERT_EQ(cl.clMemFreeINTEL(context, freed), CL_SUCCESS);
  for (const void *at : {static_cast<const void *>(nullptr), static_cast<const void *>(&local),
                         static_cast<const void *>(svm), static_cast<const void *>(foreign),
                         static_cast<const void *>(data + Bytes),
                         static_cast<const void *>(data - 1), static_cast<const void *>(freed)}) {
    const Query info = infoOf(at);
    EXPECT_EQ(typeOf(at), cl_unified_shared_memory_type_intel(CL_MEM_TYPE_UNKNOWN_INTEL));
    EXPECT_EQ(queryValue<void *>(info, CL_MEM_ALLOC_BASE_PTR_INTEL), nullptr);
    EXPECT_EQ(queryValue<size_t>(info, CL_MEM_ALLOC_SIZE_INTEL), 0u);
    EXPECT_EQ(queryValue<cl_device_id>(info, CL_MEM_ALLOC_DEVICE_INTEL), nullptr);
    EXPECT_EQ(queryValue<cl_mem_alloc_flags_intel>(info, CL_MEM_ALLOC_FLAGS_INTEL), 0u);
  }
  clSVMFree(context, svm);
  EXPECT_EQ(cl.clMemFreeINTEL(otherContext(), foreign), CL_SUCCESS);
}

TEST_F(Usm, QueriesRefuse) {
  int *data = sharedNumbers();
  refusesUnknownParameter(infoOf(data));
  refusesUnknownParameter(infoOf(nullptr));
  EXPECT_EQ(cl.clGetMemAllocInfoINTEL(nullptr, data, CL_MEM_ALLOC_TYPE_INTEL, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(cl.clGetMemAllocInfoINTEL(as<cl_context>(device()), data, CL_MEM_ALLOC_TYPE_INTEL, 0,
                                      nullptr, nullptr),
            CL_INVALID_CONTEXT);
}

TEST_F(Usm, AllocationRefuses) {
  const size_t most = deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  const auto refuses = [&](const Alloc &alloc, const Properties &properties, size_t size,
                           cl_uint alignment, cl_int expected) {
    cl_int code = 4711;
    EXPECT_EQ(alloc(properties.data(), size, alignment, &code), nullptr);
    EXPECT_EQ(code, expected);
    EXPECT_EQ(alloc(properties.data(), size, alignment, nullptr), nullptr);
  };
  const std::vector<Alloc> kinds = allKinds();
  for (const Alloc &alloc : kinds) {
    refuses(alloc, {0}, 0, 0, CL_INVALID_BUFFER_SIZE);
    refuses(alloc, {0}, most + 1, 0, CL_INVALID_BUFFER_SIZE);
    refuses(alloc, {0}, 64, 3, CL_INVALID_VALUE);
    refuses(alloc, {0}, 64, 8192, CL_INVALID_VALUE);
    refuses(alloc, {0}, 64, 1u << 31, CL_INVALID_VALUE);
    refuses(alloc, {0x1234, 0, 0}, 64, 0, CL_INVALID_PROPERTY);
    refuses(alloc, {CL_MEM_ALLOC_FLAGS_INTEL, 1 << 3, 0}, 64, 0, CL_INVALID_PROPERTY);
    refuses(alloc, {CL_MEM_ALLOC_FLAGS_INTEL, OnDevice | OnHost, 0}, 64, 0, CL_INVALID_PROPERTY);
    refuses(alloc, {CL_MEM_ALLOC_FLAGS_INTEL, 0, CL_MEM_ALLOC_FLAGS_INTEL, 0, 0}, 64, 0,
            CL_INVALID_PROPERTY);
  }
  for (cl_mem_alloc_flags_intel placement : {OnDevice, OnHost}) {
    refuses(kinds[0], {CL_MEM_ALLOC_FLAGS_INTEL, placement, 0}, 64, 0, CL_INVALID_PROPERTY);
    refuses(kinds[1], {CL_MEM_ALLOC_FLAGS_INTEL, placement, 0}, 64, 0, CL_INVALID_PROPERTY);
  }
  cl_int code = 4711;
  EXPECT_EQ(cl.clHostMemAllocINTEL(nullptr, nullptr, 64, 0, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_CONTEXT);
  EXPECT_EQ(cl.clDeviceMemAllocINTEL(nullptr, device(), nullptr, 64, 0, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_CONTEXT);
  EXPECT_EQ(cl.clSharedMemAllocINTEL(nullptr, device(), nullptr, 64, 0, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_CONTEXT);
  EXPECT_EQ(cl.clDeviceMemAllocINTEL(context, nullptr, nullptr, 64, 0, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_DEVICE);
  const cl_device_id no_device = as<cl_device_id>(cl_context(context));
  EXPECT_EQ(cl.clDeviceMemAllocINTEL(context, no_device, nullptr, 64, 0, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_DEVICE);
  EXPECT_EQ(cl.clSharedMemAllocINTEL(context, no_device, nullptr, 64, 0, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_DEVICE);
}

TEST_F(Usm, DevicesOfOtherContextsAreRefused) {
  const std::vector<cl_device_id> parts = oneForEachUnit();
  if (parts.size() < 2)
    GTEST_SKIP() << "a device of one unit";
  cl_int code = 4711;
  EXPECT_EQ(cl.clDeviceMemAllocINTEL(context, parts[0], nullptr, 64, 0, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_DEVICE);
  EXPECT_EQ(cl.clSharedMemAllocINTEL(context, parts[0], nullptr, 64, 0, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_DEVICE);
  Context of_parts(clCreateContext(nullptr, 2, parts.data(), nullptr, nullptr, nullptr));
  void *pointer = cl.clDeviceMemAllocINTEL(of_parts, parts[1], nullptr, 64, 0, &code);
  EXPECT_EQ(code, CL_SUCCESS);
  cl_device_id of = nullptr;
  EXPECT_EQ(cl.clGetMemAllocInfoINTEL(of_parts, pointer, CL_MEM_ALLOC_DEVICE_INTEL, sizeof of, &of,
                                      nullptr),
            CL_SUCCESS);
  EXPECT_EQ(of, parts[1]);
  EXPECT_EQ(cl.clMemFreeINTEL(of_parts, pointer), CL_SUCCESS);
  of_parts.reset();
  for (cl_device_id part : parts)
    clReleaseDevice(part);
}

TEST_F(Usm, SetKernelArgRefuses) {
  int *data = sharedNumbers();
  Kernel kernel = makeKernel("reverse"), by_value = makeKernel("store");
  EXPECT_EQ(cl.clSetKernelArgMemPointerINTEL(nullptr, 0, data), CL_INVALID_KERNEL);
  EXPECT_EQ(cl.clSetKernelArgMemPointerINTEL(as<cl_kernel>(device()), 0, data), CL_INVALID_KERNEL);
  EXPECT_EQ(cl.clSetKernelArgMemPointerINTEL(kernel, 2, data), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(cl.clSetKernelArgMemPointerINTEL(kernel, 1, data), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(cl.clSetKernelArgMemPointerINTEL(by_value, 1, data), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(cl.clSetKernelArgMemPointerINTEL(by_value, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(cl.clSetKernelArgMemPointerINTEL(by_value, 0, reinterpret_cast<void *>(1)), CL_SUCCESS)
      << "any pointer value is valid";
}

TEST_F(Usm, ExecInfoChecksItsValue) {
  Kernel kernel = makeKernel("store");
  const void *list[] = {sharedNumbers(), nullptr, reinterpret_cast<void *>(1)};
  const cl_bool yes = CL_TRUE;
  const auto set = [&](cl_kernel_exec_info what, size_t size, const void *value) {
    return clSetKernelExecInfo(kernel, what, size, value);
  };
  EXPECT_EQ(set(CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof list, list), CL_SUCCESS);
  EXPECT_EQ(set(CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(set(CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 7, list), CL_INVALID_VALUE);
  EXPECT_EQ(set(CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 8, nullptr), CL_INVALID_VALUE);
  for (cl_kernel_exec_info what : {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                   CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                   CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL}) {
    EXPECT_EQ(set(what, sizeof yes, &yes), CL_SUCCESS);
    EXPECT_EQ(set(what, sizeof yes, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(set(what, 0, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(set(what, 3, &yes), CL_INVALID_VALUE);
  }
}

TEST_F(Usm, ThreadsAllocateAskAndFree) {
  constexpr int Threads = 4, Rounds = 2000;
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int thread = 0; thread < Threads; ++thread)
    threads.emplace_back([&, thread] {
      std::vector<void *> held;
      for (int round = 0; round < Rounds; ++round) {
        const size_t size = 1 + size_t(round * 37 + thread) % 3000;
        void *pointer = allKinds()[size_t(round) % 3](nullptr, size, 0, nullptr);
        held.push_back(pointer);
        void *asked = held[size_t(round) % held.size()], *base = nullptr;
        wrong += cl.clGetMemAllocInfoINTEL(context, asked, CL_MEM_ALLOC_BASE_PTR_INTEL, sizeof base,
                                           &base, nullptr) != CL_SUCCESS ||
                 base != asked;
        if (held.size() < 50)
          continue;
        for (size_t i = 0; i < held.size(); i += 2) {
          wrong += cl.clMemFreeINTEL(context, held[i]) != CL_SUCCESS;
          held[i] = nullptr;
        }
        std::erase(held, nullptr);
      }
      for (void *pointer : held)
        wrong += cl.clMemFreeINTEL(context, pointer) != CL_SUCCESS;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong.load(), 0);
}

} // namespace weft::test
