// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unified shared memory: fill, copy, migrate, advise.
#include "usm_fixture.h"

#include <array>

namespace weft::test {

class UsmCommands : public UsmTest {
protected:
  using Call = std::function<cl_int(cl_command_queue, cl_uint, const cl_event *, cl_event *)>;

  void SetUp() override {
    UsmTest::SetUp();
    data = sharedNumbers();
    other = numbersAt(host(nullptr, Bytes));
  }
  struct Command {
    cl_command_type type;
    Call call;
  };
  // One of each, which make `data` eights and `other` the same.
  std::vector<Command> all() {
    return {{CL_COMMAND_MEMFILL_INTEL,
             [this](cl_command_queue q, cl_uint n, const cl_event *l, cl_event *e) {
               return cl.clEnqueueMemFillINTEL(q, data, &eight, sizeof eight, Bytes, n, l, e);
             }},
            {CL_COMMAND_MEMCPY_INTEL,
             [this](cl_command_queue q, cl_uint n, const cl_event *l, cl_event *e) {
               return cl.clEnqueueMemcpyINTEL(q, CL_FALSE, other, data, Bytes, n, l, e);
             }},
            {CL_COMMAND_MIGRATEMEM_INTEL,
             [this](cl_command_queue q, cl_uint n, const cl_event *l, cl_event *e) {
               return cl.clEnqueueMigrateMemINTEL(q, data, Bytes, CL_MIGRATE_MEM_OBJECT_HOST, n, l,
                                                  e);
             }},
            {CL_COMMAND_MEMADVISE_INTEL,
             [this](cl_command_queue q, cl_uint n, const cl_event *l, cl_event *e) {
               return cl.clEnqueueMemAdviseINTEL(q, data, Bytes, 0, n, l, e);
             }}};
  }

  const int eight = 8;
  int *data = nullptr, *other = nullptr;
};

TEST_F(UsmCommands, ObeyTheirWaitLists) {
  for (const Command &command : all())
    obeysWaitList([&](cl_uint count, const cl_event *list,
                      cl_event *event) { return command.call(queue, count, list, event); },
                  command.type);
  EXPECT_EQ(contents(data), std::vector<int>(Count, 8));
  EXPECT_EQ(contents(other), std::vector<int>(Count, 8));
}

TEST_F(UsmCommands, RunInOutOfOrderQueuesWithTheirTimes) {
  Queue unordered =
      makeQueue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  Event gate = makeUserEvent(), before;
  const cl_event *list = gate.list();
  std::vector<Event> events;
  for (const Command &command : all()) {
    Event event;
    ASSERT_EQ(command.call(unordered, 1, list, event.out()), CL_SUCCESS);
    events.push_back(std::move(event));
    list = events.back().list();
  }
  EXPECT_EQ(contents(data), numbers());
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(unordered), CL_SUCCESS);
  EXPECT_EQ(contents(other), std::vector<int>(Count, 8));
  cl_ulong last = 0;
  for (const Event &event : events) {
    cl_ulong start = 0, end = 0;
    ASSERT_EQ(
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr),
              CL_SUCCESS);
    EXPECT_LE(last, start);
    EXPECT_LE(start, end);
    last = end;
  }
}

TEST_F(UsmCommands, CopyBetweenAllocationsAndSystemMemory) {
  std::vector<int> system(Count, 5);
  int *on_device = numbersAt(onDevice(nullptr, Bytes));
  const auto copy = [&](void *to, const void *from) {
    return cl.clEnqueueMemcpyINTEL(queue, CL_TRUE, to, from, Bytes, 0, nullptr, nullptr);
  };
  ASSERT_EQ(copy(on_device, system.data()), CL_SUCCESS);
  EXPECT_EQ(contents(on_device), system);
  ASSERT_EQ(copy(system.data(), data), CL_SUCCESS);
  EXPECT_EQ(system, numbers());
  std::vector<int> another(Count);
  ASSERT_EQ(copy(another.data(), system.data()), CL_SUCCESS);
  EXPECT_EQ(another, numbers());
  ASSERT_EQ(cl.clEnqueueMemcpyINTEL(queue, CL_TRUE, data, data + 1, 4, 0, nullptr, nullptr),
            CL_SUCCESS)
      << "regions beside each other";
  EXPECT_EQ(data[0], 1);
  ASSERT_EQ(cl.clEnqueueMemcpyINTEL(queue, CL_TRUE, other, data, 0, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(contents(other), numbers());
}

TEST_F(UsmCommands, FillTakesEveryPattern) {
  auto *bytes = reinterpret_cast<unsigned char *>(data);
  for (size_t size = 1; size <= 128; size *= 2) {
    std::array<unsigned char, 128> pattern;
    for (size_t i = 0; i < size; ++i)
      pattern[i] = static_cast<unsigned char>(size + i);
    ASSERT_EQ(cl.clEnqueueMemFillINTEL(queue, bytes + 128, pattern.data(), size, 256, 0, nullptr,
                                       nullptr),
              CL_SUCCESS);
    pattern = {}; // "can be reused [...] after the function returns"
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    for (size_t i = 0; i < 256; ++i)
      ASSERT_EQ(bytes[128 + i], static_cast<unsigned char>(size + i % size)) << size;
  }
  EXPECT_EQ(data[31], 31);
  EXPECT_EQ(data[96], 96);
}

TEST_F(UsmCommands, BlockingCopiesReportAFailedWaitList) {
  reportsFailedWaitList([&](cl_uint count, const cl_event *list, cl_event *event) {
    return cl.clEnqueueMemcpyINTEL(queue, CL_TRUE, other + 1, data, 8, count, list, event);
  });
  EXPECT_EQ(contents(other), numbers());
}

TEST_F(UsmCommands, RefuseBadWaitListsAndQueues) {
  for (const Command &command : all()) {
    refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
      return command.call(queue, count, list, event);
    });
    cl_event event = untouched<cl_event>();
    EXPECT_EQ(command.call(nullptr, 0, nullptr, &event), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(command.call(as<cl_command_queue>(device()), 0, nullptr, &event),
              CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(event, untouched<cl_event>());
  }
  EXPECT_EQ(contents(data), numbers());
  EXPECT_EQ(contents(other), numbers());
}

TEST_F(UsmCommands, RefuseBadValues) {
  const std::array<char, 256> large = {};
  cl_event event = untouched<cl_event>();
  const auto refused = [&](cl_int got, cl_int expected) {
    EXPECT_EQ(got, expected);
    EXPECT_EQ(event, untouched<cl_event>());
  };
  const auto copy = [&](void *to, const void *from, size_t size) {
    return cl.clEnqueueMemcpyINTEL(queue, CL_TRUE, to, from, size, 0, nullptr, &event);
  };
  refused(copy(nullptr, data, 4), CL_INVALID_VALUE);
  refused(copy(data, nullptr, 4), CL_INVALID_VALUE);
  refused(copy(data, data + 1, 8), CL_MEM_COPY_OVERLAP);
  refused(copy(data + 1, data, 8), CL_MEM_COPY_OVERLAP);
  refused(copy(data, data, 4), CL_MEM_COPY_OVERLAP);
  const auto fill = [&](void *to, const void *from, size_t pattern_size, size_t size) {
    return cl.clEnqueueMemFillINTEL(queue, to, from, pattern_size, size, 0, nullptr, &event);
  };
  refused(fill(nullptr, &eight, 4, 8), CL_INVALID_VALUE);
  refused(fill(data, nullptr, 4, 8), CL_INVALID_VALUE);
  refused(fill(data, &eight, 0, 8), CL_INVALID_VALUE);
  refused(fill(data, &eight, 3, 9), CL_INVALID_VALUE);
  refused(fill(data, large.data(), 256, 256), CL_INVALID_VALUE);
  refused(fill(data, &eight, 4, 6), CL_INVALID_VALUE);
  refused(fill(reinterpret_cast<char *>(data) + 2, &eight, 4, 8), CL_INVALID_VALUE);
  refused(cl.clEnqueueMigrateMemINTEL(queue, data, Bytes, 1 << 20, 0, nullptr, &event),
          CL_INVALID_VALUE);
  refused(cl.clEnqueueMemAdviseINTEL(queue, data, Bytes, 0x1234, 0, nullptr, &event),
          CL_INVALID_VALUE);
  EXPECT_EQ(contents(data), numbers());
}

// "flags equal to zero is valid and indicates that the memory should be migrated to the device".
TEST_F(UsmCommands, MemoryMayBeMigratedToTheDevice) {
  for (cl_mem_migration_flags flags :
       {cl_mem_migration_flags(0), cl_mem_migration_flags(CL_MIGRATE_MEM_OBJECT_HOST)})
    EXPECT_EQ(cl.clEnqueueMigrateMemINTEL(queue, data, Bytes, flags, 0, nullptr, nullptr),
              CL_SUCCESS);
}

} // namespace weft::test
