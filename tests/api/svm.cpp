// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared virtual memory: allocation, use in kernels, commands, and the errors of each entry point.
#include "fixture.h"

#include <array>
#include <atomic>
#include <thread>

namespace weft::test {

class Svm : public ApiTest {
protected:
  void SetUp() override {
    ApiTest::SetUp();
    capabilities = deviceInfo<cl_device_svm_capabilities>(CL_DEVICE_SVM_CAPABILITIES);
    ASSERT_TRUE(capabilities & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
    data = allocate();
  }
  void TearDown() override {
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    for (void *pointer : allocations)
      clSVMFree(context, pointer);
  }
  int *allocate(cl_svm_mem_flags flags = CL_MEM_READ_WRITE, size_t bytes = Bytes) {
    void *pointer = clSVMAlloc(context, flags, bytes, 0);
    EXPECT_NE(pointer, nullptr);
    allocations.push_back(pointer);
    auto *words = static_cast<int *>(pointer);
    for (size_t i = 0; words && i < bytes / sizeof(int); ++i)
      words[i] = int(i);
    return words;
  }
  std::vector<int> contents(const int *pointer) { return {pointer, pointer + Count}; }
  // `add` on `pointer`, waited for.
  void add(void *pointer, int value) {
    Kernel kernel = makeKernel("add");
    const size_t global = Count;
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, pointer), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
  cl_device_svm_capabilities capabilities = 0;
  std::vector<void *> allocations;
  int *data = nullptr;
};

TEST_F(Svm, HostAndKernelsShareAnAllocation) {
  std::vector<cl_svm_mem_flags> kinds = {0, CL_MEM_READ_WRITE};
  if (capabilities & CL_DEVICE_SVM_FINE_GRAIN_BUFFER)
    kinds.push_back(CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER);
  for (cl_svm_mem_flags flags : kinds) {
    int *shared = allocate(flags);
    add(shared, 5);
    for (size_t i = 0; i < Count; ++i)
      ASSERT_EQ(shared[i], int(i) + 5);
  }
}

TEST_F(Svm, PointersIntoTheMiddleWork) {
  const int value = 9;
  Kernel kernel = makeKernel("store");
  const size_t global = Count / 2;
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, data + Count / 2), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
  ASSERT_EQ(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  for (size_t i = 0; i < Count; ++i)
    ASSERT_EQ(data[i], i < Count / 2 ? int(i) : 9);
}

// The thread that waits may run the kernel itself, on the stack that holds the array.
TEST_F(Svm, GenericPointersToTheHostsStackAreGlobal) {
  if (!(capabilities & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) ||
      !deviceInfo<cl_bool>(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT))
    GTEST_SKIP();
  Program made = buildProgram("typedef struct { int *global_one; int *seen; } Both;\n"
                              "__kernel void k(__global Both *both, __local int *tile) {\n"
                              "  int own[8];\n"
                              "  int *all[3] = {both->global_one, own, tile};\n"
                              "  int *p = all[get_global_id(0) % 3];\n"
                              "  *p = 1;\n"
                              "  both->seen[get_global_id(0)] = (to_global(p) == p) |\n"
                              "    (to_private(p) == p) << 1 | (to_local(p) == p) << 2;\n"
                              "}",
                              "-cl-std=CL3.0");
  Kernel kernel(clCreateKernel(made, "k", nullptr));
  const size_t global = 96, local = 32;
  for (int round = 0; round < 50; ++round) {
    int one = 0, seen[global] = {};
    struct {
      int *one, *seen;
    } both = {&one, seen};
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, &both), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof(int), nullptr), CL_SUCCESS);
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    ASSERT_EQ(one, 1);
    for (size_t i = 0; i < global; ++i)
      ASSERT_EQ(seen[i], 1 << i % 3) << i;
  }
}

// The kernel runs while the host talks to it: each number is answered before the next is sent.
TEST_F(Svm, HostAndKernelTalkThroughAtomics) {
  if (!(capabilities & CL_DEVICE_SVM_ATOMICS))
    GTEST_SKIP();
  auto *shared = static_cast<std::atomic<int> *>(
      clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 4096, 0));
  ASSERT_NE(shared, nullptr);
  allocations.push_back(shared);
  std::atomic<int> &asked = shared[0], &answered = shared[16];
  int *text = reinterpret_cast<int *>(&shared[32]);
  new (&asked) std::atomic<int>(0);
  new (&answered) std::atomic<int>(0);
  Program made =
      buildProgram("__kernel void k(__global atomic_int *asked, __global atomic_int *answered,\n"
                   "                __global int *text) {\n"
                   "  for (int next = 1; next <= 1000; ++next) {\n"
                   "    while (atomic_load_explicit(asked, memory_order_acquire,\n"
                   "                                memory_scope_all_svm_devices) < next)\n"
                   "      ;\n"
                   "    *text = *text * 2 + 1;\n"
                   "    atomic_store_explicit(answered, next, memory_order_release,\n"
                   "                          memory_scope_all_svm_devices);\n"
                   "  }\n"
                   "}",
                   "-cl-std=CL3.0");
  Kernel kernel(clCreateKernel(made, "k", nullptr));
  const size_t one = 1;
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, &asked), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, &answered), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 2, text), CL_SUCCESS);
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  bool right = true;
  for (int next = 1; next <= 1000; ++next) {
    *text = next;
    asked.store(next, std::memory_order_release);
    while (answered.load(std::memory_order_acquire) < next)
      std::this_thread::yield();
    right &= *text == next * 2 + 1;
  }
  EXPECT_TRUE(right);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Svm, SystemMemoryIsSharedWhereReported) {
  if (!(capabilities & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM))
    GTEST_SKIP();
  std::vector<int> system = numbers();
  add(system.data(), 3);
  for (size_t i = 0; i < Count; ++i)
    ASSERT_EQ(system[i], int(i) + 3);
}

// A list of nodes that the kernel follows by the pointers in it.
TEST_F(Svm, PointersInMemoryMeanTheSameToHostAndKernels) {
  struct Node {
    cl_ulong next;
    int value;
  };
  Program made = buildProgram("typedef struct { ulong next; int value; } Node;\n"
                              "__kernel void sum(__global const Node *n, __global int *out) {\n"
                              "  int s = 0;\n"
                              "  for (; n; n = (__global const Node *)n->next) s += n->value;\n"
                              "  out[0] = s; }");
  auto *nodes = static_cast<Node *>(clSVMAlloc(context, 0, 10 * sizeof(Node), 0));
  ASSERT_NE(nodes, nullptr);
  allocations.push_back(nodes);
  for (int i = 0; i < 10; ++i)
    nodes[i] = {i == 9 ? 0 : reinterpret_cast<cl_ulong>(&nodes[i + 1]), i * i};
  Kernel sum(clCreateKernel(made, "sum", nullptr));
  ASSERT_EQ(clSetKernelArgSVMPointer(sum, 0, nodes), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(sum, 1, data), CL_SUCCESS);
  void *list[] = {nodes};
  ASSERT_EQ(clSetKernelExecInfo(sum, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof list, list), CL_SUCCESS);
  ASSERT_EQ(clEnqueueTask(queue, sum, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(data[0], 285);
}

TEST_F(Svm, ABufferMayLieOnAnAllocation) {
  cl_int code = 4711;
  Memory buffer(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, Count * sizeof(int), data, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  cl_bool uses = CL_FALSE;
  ASSERT_EQ(clGetMemObjectInfo(buffer, CL_MEM_USES_SVM_POINTER, sizeof uses, &uses, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(uses, cl_bool(CL_TRUE));
  add(data, 1);
  std::vector<int> got = read(buffer);
  EXPECT_EQ(got, contents(data));
  Memory plain = makeBuffer();
  ASSERT_EQ(clGetMemObjectInfo(plain, CL_MEM_USES_SVM_POINTER, sizeof uses, &uses, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(uses, cl_bool(CL_FALSE));
}

TEST_F(Svm, ABufferMayNotBeLargerThanItsAllocation) {
  auto *shared = static_cast<char *>(clSVMAlloc(context, CL_MEM_READ_WRITE, 1024, 0));
  ASSERT_NE(shared, nullptr);
  for (cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
    cl_int code = 4711;
    EXPECT_EQ(clCreateBuffer(context, flags, 2048, shared, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_BUFFER_SIZE);
    EXPECT_EQ(clCreateBuffer(context, flags, 1024, shared + 1, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_BUFFER_SIZE);
    Memory whole(clCreateBuffer(context, flags, 1024, shared, &code));
    EXPECT_EQ(code, CL_SUCCESS);
  }
  clSVMFree(context, shared);
}

TEST_F(Svm, SetKernelArgTakesTheArgumentBack) {
  Kernel kernel = makeKernel("store");
  Memory buffer = makeBuffer();
  const cl_mem argument = buffer;
  const int value = 4;
  const size_t global = Count;
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, data), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
  ASSERT_EQ(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 4));
  EXPECT_EQ(contents(data), numbers());
}

TEST_F(Svm, AllocationsAreAligned) {
  for (cl_uint alignment : {0, 1, 2, 4, 8, 16, 32, 64, 128}) {
    void *pointer = clSVMAlloc(context, 0, 100, alignment);
    ASSERT_NE(pointer, nullptr) << alignment;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(pointer) % (alignment ? alignment : 128), 0u);
    clSVMFree(context, pointer);
  }
}

TEST_F(Svm, AllocRefuses) {
  const size_t most = deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  EXPECT_EQ(clSVMAlloc(nullptr, 0, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(as<cl_context>(device()), 0, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_SVM_ATOMICS, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_USE_HOST_PTR, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, cl_svm_mem_flags(1) << 50, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, 0, 0, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, 0, most + 1, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, 0, 64, 3), nullptr);
  EXPECT_EQ(clSVMAlloc(context, 0, 64, 1u << 31), nullptr);
  if (!(capabilities & CL_DEVICE_SVM_ATOMICS)) {
    EXPECT_EQ(clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 64, 0),
              nullptr);
  }
}

TEST_F(Svm, FreeTakesNull) {
  clSVMFree(context, nullptr);
  clSVMFree(nullptr, nullptr);
  EXPECT_EQ(contents(data), numbers());
}

TEST_F(Svm, EnqueueFreeFreesInOrder) {
  void *pointer = clSVMAlloc(context, 0, 64, 0);
  ASSERT_NE(pointer, nullptr);
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return clEnqueueSVMFree(queue, 1, &pointer, nullptr, nullptr, count, list, event);
      },
      CL_COMMAND_SVM_FREE);
}

TEST_F(Svm, EnqueueFreeLeavesItToTheFunction) {
  struct Call {
    std::atomic<int> count{0};
    cl_command_queue queue = nullptr;
    std::vector<void *> pointers;
  } call;
  int first = 0, second = 0;
  void *pointers[] = {&first, &second};
  Event event;
  ASSERT_EQ(clEnqueueSVMFree(
                queue, 2, pointers,
                [](cl_command_queue queue, cl_uint count, void *pointers[], void *data) {
                  auto *call = static_cast<Call *>(data);
                  call->queue = queue;
                  call->pointers.assign(pointers, pointers + count);
                  ++call->count;
                },
                &call, 0, nullptr, event.out()),
            CL_SUCCESS);
  pointers[0] = pointers[1] = nullptr; // "can be reused [...] after the function returns"
  ASSERT_EQ(clWaitForEvents(1, event.list()), CL_SUCCESS);
  EXPECT_EQ(call.count.load(), 1);
  EXPECT_EQ(call.queue, cl_command_queue(queue));
  EXPECT_EQ(call.pointers, (std::vector<void *>{&first, &second}));
}

TEST_F(Svm, CommandsObeyTheirWaitLists) {
  int *other = allocate();
  const int pattern = 8;
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return clEnqueueSVMMemFill(queue, data, &pattern, sizeof pattern, Bytes, count, list,
                                   event);
      },
      CL_COMMAND_SVM_MEMFILL);
  EXPECT_EQ(contents(data), std::vector<int>(Count, 8));
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return clEnqueueSVMMemcpy(queue, CL_FALSE, other, data, Bytes, count, list, event);
      },
      CL_COMMAND_SVM_MEMCPY);
  EXPECT_EQ(contents(other), std::vector<int>(Count, 8));
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return clEnqueueSVMMap(queue, CL_FALSE, CL_MAP_READ, data, Bytes, count, list, event);
      },
      CL_COMMAND_SVM_MAP);
  obeysWaitList([&](cl_uint count, const cl_event *list,
                    cl_event *event) { return clEnqueueSVMUnmap(queue, data, count, list, event); },
                CL_COMMAND_SVM_UNMAP);
  const void *pointers[] = {data, other + 1};
  const size_t sizes[] = {Bytes, 8};
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return clEnqueueSVMMigrateMem(queue, 2, pointers, sizes, 0, count, list, event);
      },
      CL_COMMAND_SVM_MIGRATE_MEM);
}

TEST_F(Svm, BlockingCallsReportAFailedWaitList) {
  int *other = allocate();
  reportsFailedWaitList([&](cl_uint count, const cl_event *list, cl_event *event) {
    return clEnqueueSVMMemcpy(queue, CL_TRUE, other + 1, data, 8, count, list, event);
  });
  reportsFailedWaitList([&](cl_uint count, const cl_event *list, cl_event *event) {
    return clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, data, 8, count, list, event);
  });
  EXPECT_EQ(contents(other), numbers());
}

TEST_F(Svm, CommandsRefuseBadWaitListsAndQueues) {
  int *other = allocate();
  void *none = nullptr;
  const void *pointers[] = {data};
  const int pattern = -1;
  using Call = std::function<cl_int(cl_command_queue, cl_uint, const cl_event *, cl_event *)>;
  const Call calls[] = {
      [&](cl_command_queue q, cl_uint n, const cl_event *l, cl_event *e) {
        return clEnqueueSVMFree(q, 1, &none, nullptr, nullptr, n, l, e);
      },
      [&](cl_command_queue q, cl_uint n, const cl_event *l, cl_event *e) {
        return clEnqueueSVMMemcpy(q, CL_FALSE, other, data + 1, 4, n, l, e);
      },
      [&](cl_command_queue q, cl_uint n, const cl_event *l, cl_event *e) {
        return clEnqueueSVMMemFill(q, data, &pattern, sizeof pattern, 4, n, l, e);
      },
      [&](cl_command_queue q, cl_uint n, const cl_event *l, cl_event *e) {
        return clEnqueueSVMMap(q, CL_FALSE, CL_MAP_WRITE, data, 4, n, l, e);
      },
      [&](cl_command_queue q, cl_uint n, const cl_event *l, cl_event *e) {
        return clEnqueueSVMUnmap(q, data, n, l, e);
      },
      [&](cl_command_queue q, cl_uint n, const cl_event *l, cl_event *e) {
        return clEnqueueSVMMigrateMem(q, 1, pointers, nullptr, 0, n, l, e);
      },
  };
  for (const Call &call : calls) {
    refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
      return call(queue, count, list, event);
    });
    cl_event event = untouched<cl_event>();
    EXPECT_EQ(call(nullptr, 0, nullptr, &event), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(call(as<cl_command_queue>(device()), 0, nullptr, &event), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(event, untouched<cl_event>());
  }
  EXPECT_EQ(contents(data), numbers());
  EXPECT_EQ(contents(other), numbers());
}

TEST_F(Svm, CommandsRefuseBadValues) {
  const int pattern = -1;
  const std::array<char, 256> large = {};
  cl_event event = untouched<cl_event>();
  auto refused = [&](cl_int got, cl_int expected) {
    EXPECT_EQ(got, expected);
    EXPECT_EQ(event, untouched<cl_event>());
  };
  void *list[] = {data};
  auto freeing = [&](cl_uint count, void **pointers) {
    return clEnqueueSVMFree(queue, count, pointers, nullptr, nullptr, 0, nullptr, &event);
  };
  refused(freeing(0, list), CL_INVALID_VALUE);
  refused(freeing(1, nullptr), CL_INVALID_VALUE);
  auto copy = [&](void *to, const void *from, size_t size) {
    return clEnqueueSVMMemcpy(queue, CL_TRUE, to, from, size, 0, nullptr, &event);
  };
  refused(copy(nullptr, data, 4), CL_INVALID_VALUE);
  refused(copy(data, nullptr, 4), CL_INVALID_VALUE);
  refused(copy(data, data + 1, 8), CL_MEM_COPY_OVERLAP);
  refused(copy(data + 1, data, 8), CL_MEM_COPY_OVERLAP);
  auto fill = [&](void *to, const void *from, size_t pattern_size, size_t size) {
    return clEnqueueSVMMemFill(queue, to, from, pattern_size, size, 0, nullptr, &event);
  };
  refused(fill(nullptr, &pattern, 4, 8), CL_INVALID_VALUE);
  refused(fill(data, nullptr, 4, 8), CL_INVALID_VALUE);
  refused(fill(data, &pattern, 0, 8), CL_INVALID_VALUE);
  refused(fill(data, &pattern, 3, 9), CL_INVALID_VALUE);
  refused(fill(data, large.data(), 256, 256), CL_INVALID_VALUE);
  refused(fill(data, &pattern, 4, 6), CL_INVALID_VALUE);
  refused(fill(reinterpret_cast<char *>(data) + 2, &pattern, 4, 8), CL_INVALID_VALUE);
  auto map = [&](void *at, size_t size, cl_map_flags flags) {
    return clEnqueueSVMMap(queue, CL_TRUE, flags, at, size, 0, nullptr, &event);
  };
  refused(map(nullptr, 4, CL_MAP_READ), CL_INVALID_VALUE);
  refused(map(data, 0, CL_MAP_READ), CL_INVALID_VALUE);
  refused(map(data, 4, cl_map_flags(1) << 20), CL_INVALID_VALUE);
  refused(map(data, 4, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION), CL_INVALID_VALUE);
  refused(clEnqueueSVMUnmap(queue, nullptr, 0, nullptr, &event), CL_INVALID_VALUE);
  const void *inside[] = {data};
  const void *outside[] = {&pattern};
  const size_t fits[] = {Bytes}, too_large[] = {Bytes + 1};
  auto migrate = [&](cl_uint count, const void **pointers, const size_t *sizes,
                     cl_mem_migration_flags flags) {
    return clEnqueueSVMMigrateMem(queue, count, pointers, sizes, flags, 0, nullptr, &event);
  };
  refused(migrate(0, inside, fits, 0), CL_INVALID_VALUE);
  refused(migrate(1, nullptr, fits, 0), CL_INVALID_VALUE);
  refused(migrate(1, inside, fits, 1 << 20), CL_INVALID_VALUE);
  refused(migrate(1, inside, too_large, 0), CL_INVALID_VALUE);
  refused(migrate(1, outside, fits, 0), CL_INVALID_VALUE);
  EXPECT_EQ(contents(data), numbers());
}

TEST_F(Svm, SetKernelArgPointerRefuses) {
  Kernel kernel = makeKernel("reverse"), by_value = makeKernel("store");
  EXPECT_EQ(clSetKernelArgSVMPointer(nullptr, 0, data), CL_INVALID_KERNEL);
  EXPECT_EQ(clSetKernelArgSVMPointer(as<cl_kernel>(device()), 0, data), CL_INVALID_KERNEL);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 2, data), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 1, data), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArgSVMPointer(by_value, 1, data), CL_INVALID_ARG_VALUE);
}

TEST_F(Svm, ExecInfoChecksItsValue) {
  Kernel kernel = makeKernel("store");
  void *list[] = {data, data};
  const cl_bool yes = CL_TRUE;
  auto set = [&](cl_kernel_exec_info what, size_t size, const void *value) {
    return clSetKernelExecInfo(kernel, what, size, value);
  };
  EXPECT_EQ(set(CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof list, list), CL_SUCCESS);
  EXPECT_EQ(set(CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr), CL_SUCCESS) << "the empty set";
  EXPECT_EQ(set(CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(set(CL_KERNEL_EXEC_INFO_SVM_PTRS, 7, list), CL_INVALID_VALUE);
  EXPECT_EQ(set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 3, &yes), CL_INVALID_VALUE);
  EXPECT_EQ(set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes),
            capabilities & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM ? CL_SUCCESS : CL_INVALID_OPERATION);
  EXPECT_EQ(set(0x1234, sizeof yes, &yes), CL_INVALID_VALUE);
  EXPECT_EQ(clSetKernelExecInfo(nullptr, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof list, list),
            CL_INVALID_KERNEL);
}

// What the application forgot goes with the context; the leak check says so.
TEST_F(Svm, AContextTakesItsAllocationsWithIt) {
  EXPECT_NE(clSVMAlloc(otherContext(), 0, 1 << 16, 0), nullptr);
}

} // namespace weft::test
