// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unified shared memory: freeing it, and what the blocking free waits for.
#include "command_buffer_fixture.h"
#include "usm_fixture.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace weft::test {

class UsmFree : public UsmTest {
protected:
  // Whether the blocking free of `pointer` waits for a command that `gate` holds back, which it
  // opens then.
  bool waits(void *pointer, const Event &gate) {
    std::atomic<bool> freed{false};
    std::thread thread([&] {
      EXPECT_EQ(cl.clMemBlockingFreeINTEL(context, pointer), CL_SUCCESS);
      freed = true;
    });
    // What does not wait is there at once; what waits is seen to for a while.
    for (int i = 0; i < 50 && !freed; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const bool waited = !freed;
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    thread.join();
    EXPECT_EQ(typeOf(pointer), cl_unified_shared_memory_type_intel(CL_MEM_TYPE_UNKNOWN_INTEL));
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    return waited;
  }
  // Not freed at the end of the test.
  int *passing(void *pointer) {
    int *data = numbersAt(pointer);
    made.pop_back();
    return data;
  }
  using FreeCall = cl_int (*)(cl_context, void *);
  std::vector<FreeCall> calls() { return {cl.clMemFreeINTEL, cl.clMemBlockingFreeINTEL}; }
};

TEST_F(UsmFree, FreesOnce) {
  for (FreeCall free : calls())
    for (const Alloc &alloc : allKinds()) {
      void *pointer = alloc(nullptr, Bytes, 0, nullptr);
      EXPECT_EQ(free(context, pointer), CL_SUCCESS);
      EXPECT_EQ(free(context, pointer), CL_INVALID_VALUE);
    }
}

TEST_F(UsmFree, RefusesWhatIsNoAllocation) {
  int local = 0;
  auto *data = reinterpret_cast<char *>(sharedNumbers());
  void *svm = clSVMAlloc(context, CL_MEM_READ_WRITE, Bytes, 0);
  void *foreign = cl.clHostMemAllocINTEL(otherContext(), nullptr, Bytes, 0, nullptr);
  for (FreeCall free : calls()) {
    EXPECT_EQ(free(context, nullptr), CL_SUCCESS) << "no action occurs";
    EXPECT_EQ(free(nullptr, data), CL_INVALID_CONTEXT);
    EXPECT_EQ(free(as<cl_context>(device()), data), CL_INVALID_CONTEXT);
    for (void *pointer : {static_cast<void *>(&local), static_cast<void *>(data + 1), svm, foreign})
      EXPECT_EQ(free(context, pointer), CL_INVALID_VALUE);
  }
  clSVMFree(context, data); // not its to free
  EXPECT_EQ(typeOf(data), cl_unified_shared_memory_type_intel(CL_MEM_TYPE_SHARED_INTEL));
  clSVMFree(context, svm);
  EXPECT_EQ(cl.clMemFreeINTEL(otherContext(), foreign), CL_SUCCESS);
}

// What the application forgot goes with the context; the leak check says so.
TEST_F(UsmFree, AContextTakesItsAllocationsWithIt) {
  EXPECT_NE(cl.clHostMemAllocINTEL(otherContext(), nullptr, 1 << 16, 0, nullptr), nullptr);
}

TEST_F(UsmFree, WaitsForAKernelThatRuns) {
  Program program = buildProgram("__kernel void k(__global int *out, __global int *go) {\n"
                                 "  while (!atomic_load_explicit((__global atomic_int *)go,\n"
                                 "      memory_order_acquire, memory_scope_all_svm_devices))\n"
                                 "    ;\n"
                                 "  out[0] = 1;\n"
                                 "}",
                                 "-cl-std=CL3.0");
  Kernel kernel(clCreateKernel(program, "k", nullptr));
  int *out = passing(shared(nullptr, Bytes));
  std::atomic<int> go{0}, freed{0};
  ASSERT_EQ(cl.clSetKernelArgMemPointerINTEL(kernel, 0, out + 1), CL_SUCCESS);
  ASSERT_EQ(cl.clSetKernelArgMemPointerINTEL(kernel, 1, &go), CL_SUCCESS);
  launch(queue, kernel, 1);
  std::thread thread([&] {
    EXPECT_EQ(cl.clMemBlockingFreeINTEL(context, out), CL_SUCCESS);
    freed = 1;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  EXPECT_EQ(freed.load(), 0);
  EXPECT_EQ(typeOf(out), cl_unified_shared_memory_type_intel(CL_MEM_TYPE_SHARED_INTEL));
  go = 1;
  thread.join();
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(UsmFree, WaitsForArgumentsIntoTheMiddleInQueuesOfBothOrders) {
  Queue unordered = makeQueue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  for (cl_command_queue on : {cl_command_queue(queue), cl_command_queue(unordered)}) {
    int *data = passing(shared(nullptr, Bytes));
    Event gate = makeUserEvent();
    launch(on, kernelOn("store", data + 10, 3), 1, &gate);
    EXPECT_TRUE(waits(data, gate));
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
  }
}

TEST_F(UsmFree, DoesNotWaitForCommandsOnOtherMemory) {
  int *other = sharedNumbers(), *data = passing(shared(nullptr, Bytes));
  Event gate = makeUserEvent();
  launch(queue, kernelOn("store", other, 3), 1, &gate);
  EXPECT_FALSE(waits(data, gate));
}

TEST_F(UsmFree, WaitsForTransfers) {
  const int pattern = 1;
  std::vector<int> system(Count);
  Memory buffer = makeBuffer();
  using Enqueue = std::function<cl_int(int *, const cl_event *)>;
  const Enqueue commands[] = {
      [&](int *data, const cl_event *gate) {
        return cl.clEnqueueMemFillINTEL(queue, data, &pattern, 4, Bytes, 1, gate, nullptr);
      },
      [&](int *data, const cl_event *gate) {
        return cl.clEnqueueMemcpyINTEL(queue, CL_FALSE, system.data(), data + 8, 16, 1, gate,
                                       nullptr);
      },
      [&](int *data, const cl_event *gate) {
        return cl.clEnqueueMemcpyINTEL(queue, CL_FALSE, data, system.data(), 16, 1, gate, nullptr);
      },
      [&](int *data, const cl_event *gate) {
        return clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, Bytes, data, 1, gate, nullptr);
      },
      [&](int *data, const cl_event *gate) {
        return clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, Bytes, data, 1, gate, nullptr);
      },
      [&](int *data, const cl_event *gate) {
        const size_t origin[3] = {}, region[3] = {8, 8, 1};
        return clEnqueueReadBufferRect(queue, buffer, CL_FALSE, origin, origin, region, 0, 0, 16, 0,
                                       data, 1, gate, nullptr);
      },
  };
  for (const Enqueue &command : commands) {
    int *data = passing(host(nullptr, Bytes));
    Event gate = makeUserEvent();
    ASSERT_EQ(command(data, gate.list()), CL_SUCCESS);
    EXPECT_TRUE(waits(data, gate));
  }
}

TEST_F(UsmFree, WaitsForKernelsThatMayReachTheKindIndirectly) {
  const cl_kernel_exec_info flags[] = {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                       CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                       CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL};
  const std::vector<Alloc> kinds = allKinds();
  const cl_bool yes = CL_TRUE, no = CL_FALSE;
  Memory buffer = makeBuffer();
  const cl_mem argument = buffer;
  for (size_t flag = 0; flag < 3; ++flag) {
    Kernel kernel = kernelOn("store", nullptr, 3);
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
    ASSERT_EQ(clSetKernelExecInfo(kernel, flags[flag], sizeof yes, &yes), CL_SUCCESS);
    Kernel clone(clCloneKernel(kernel, nullptr)); // with "any information passed to" it
    ASSERT_EQ(clSetKernelExecInfo(kernel, flags[flag], sizeof no, &no), CL_SUCCESS);
    for (size_t kind = 0; kind < 3; ++kind) {
      int *data = passing(kinds[kind](nullptr, Bytes, 0, nullptr));
      Event gate = makeUserEvent();
      launch(queue, clone, 1, &gate);
      launch(queue, kernel, 1);
      EXPECT_EQ(waits(data, gate), flag == kind) << flag << " " << kind;
    }
  }
}

TEST_F(UsmFree, WaitsForKernelsThatAreSaidToReachTheAllocation) {
  int *other = sharedNumbers();
  Kernel kernel = kernelOn("store", other, 3);
  int *data = passing(shared(nullptr, Bytes));
  const void *list[] = {data + 5};
  ASSERT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof list, list),
            CL_SUCCESS);
  Event gate = makeUserEvent();
  launch(queue, kernel, 1, &gate);
  EXPECT_TRUE(waits(data, gate));
  data = passing(shared(nullptr, Bytes));
  ASSERT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 0, nullptr),
            CL_SUCCESS);
  gate = makeUserEvent();
  launch(queue, kernel, 1, &gate);
  EXPECT_FALSE(waits(data, gate));
}

TEST_F(UsmFree, WaitsForManyCommands) {
  Queue unordered = makeQueue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  int *data = passing(shared(nullptr, Bytes));
  Event gate = makeUserEvent();
  Kernel kernel = kernelOn("store", data, 3);
  for (int i = 0; i < 500; ++i)
    launch(unordered, kernel, 16, &gate);
  EXPECT_TRUE(waits(data, gate));
}

TEST_F(UsmFree, ACommandThatFailsIsNotWaitedFor) {
  int *data = passing(shared(nullptr, Bytes));
  Event gate = makeUserEvent();
  launch(queue, kernelOn("store", data, 3), 1, &gate);
  ASSERT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
  EXPECT_EQ(cl.clMemBlockingFreeINTEL(context, data), CL_SUCCESS);
}

// A kernel that ran on after its memory was freed would write into what another thread has got.
TEST_F(UsmFree, ThreadsFreeWhatTheirKernelsUse) {
  constexpr int Threads = 4, Rounds = 200;
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < Threads; ++thread)
    threads.emplace_back([&, thread] {
      Queue own = makeQueue(context, thread % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
      Program program = buildProgram();
      Kernel kernel(clCreateKernel(program, "add", nullptr));
      const int one = 1;
      const size_t items = Count;
      wrong += clSetKernelArg(kernel, 1, sizeof one, &one) != CL_SUCCESS;
      for (int round = 0; round < Rounds; ++round) {
        auto *used = static_cast<int *>(shared(nullptr, Bytes));
        std::fill_n(used, Count, thread);
        wrong += cl.clSetKernelArgMemPointerINTEL(kernel, 0, used) != CL_SUCCESS ||
                 clEnqueueNDRangeKernel(own, kernel, 1, nullptr, &items, nullptr, 0, nullptr,
                                        nullptr) != CL_SUCCESS ||
                 cl.clMemBlockingFreeINTEL(context, used) != CL_SUCCESS;
        auto *kept = static_cast<int *>(host(nullptr, Bytes));
        std::fill_n(kept, Count, thread);
        std::this_thread::yield();
        wrong += std::count(kept, kept + Count, thread) != int(Count) ||
                 cl.clMemBlockingFreeINTEL(context, kept) != CL_SUCCESS;
      }
      wrong += clFinish(own) != CL_SUCCESS;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong.load(), 0);
}

class UsmInCommandBuffers : public CommandBufferTest {
protected:
  int *allocate() {
    auto *data =
        static_cast<int *>(cl.clSharedMemAllocINTEL(context, device(), nullptr, Bytes, 0, nullptr));
    EXPECT_NE(data, nullptr);
    std::fill_n(data, Count, 0);
    return data;
  }
  Kernel store(int *data, int value) {
    Kernel kernel = makeKernel("store");
    EXPECT_EQ(cl.clSetKernelArgMemPointerINTEL(kernel, 0, data), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
    return kernel;
  }
  cl_int free(int *data) { return cl.clMemBlockingFreeINTEL(context, data); }
};

TEST_F(UsmInCommandBuffers, KernelsAreRecordedWithPointers) {
  int *data = allocate(), *other = allocate();
  cl_command_buffer_khr buffer = make(queue);
  launch(buffer, store(data + 1, 4), Count - 1);
  EXPECT_EQ(cl.clCommandSVMMemcpyKHR(buffer, nullptr, nullptr, other, data, Bytes, 0, nullptr,
                                     nullptr, nullptr),
            CL_SUCCESS);
  finalize(buffer);
  ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  for (size_t i = 0; i < Count; ++i)
    ASSERT_EQ(other[i], i ? 4 : 0);
  EXPECT_EQ(free(data), CL_SUCCESS);
  EXPECT_EQ(free(other), CL_SUCCESS);
}

TEST_F(UsmInCommandBuffers, PointersOfRecordedKernelsCanBeChanged) {
  int *data = allocate(), *other = allocate();
  const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                         CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
  cl_command_buffer_khr buffer = make(queue, properties);
  Kernel kernel = store(data, 4);
  const size_t items = Count;
  cl_mutable_command_khr command = nullptr;
  ASSERT_EQ(cl.clCommandNDRangeKernelKHR(buffer, nullptr, nullptr, kernel, 1, nullptr, &items,
                                         nullptr, 0, nullptr, nullptr, &command),
            CL_SUCCESS);
  finalize(buffer);
  const void *list[] = {data};
  const weft::MutableDispatchArg arg = {0, 0, other};
  const weft::MutableDispatchExecInfo exec_info = {CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof list,
                                                   list};
  weft::MutableDispatchConfig config = {};
  config.command = command;
  config.num_svm_args = 1;
  config.arg_svm_list = &arg;
  config.num_exec_infos = 1;
  config.exec_info_list = &exec_info;
  const void *configs[] = {&config};
  const cl_command_buffer_update_type_khr types[] = {0};
  ASSERT_EQ(cl.clUpdateMutableCommandsKHR(buffer, 1, types, configs), CL_SUCCESS);
  ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(data[0], 0);
  EXPECT_EQ(other[Count - 1], 4);
  EXPECT_EQ(free(data), CL_SUCCESS);
  EXPECT_EQ(free(other), CL_SUCCESS);
}

TEST_F(UsmInCommandBuffers, TheBlockingFreeWaitsForReplays) {
  int *data = allocate(), *other = allocate();
  cl_command_buffer_khr buffer = make(queue);
  launch(buffer, store(data, 4), Count);
  finalize(buffer);
  Event gate = makeUserEvent();
  ASSERT_EQ(cl.clEnqueueCommandBufferKHR(0, nullptr, buffer, 1, gate.list(), nullptr), CL_SUCCESS);
  EXPECT_EQ(free(other), CL_SUCCESS) << "which no command uses";
  std::atomic<bool> freed{false};
  std::thread thread([&] {
    EXPECT_EQ(free(data), CL_SUCCESS);
    freed = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  EXPECT_FALSE(freed);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  thread.join();
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

} // namespace weft::test
