// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueCopyBuffer.
#include "fixture.h"

namespace weft::test {

class ClEnqueueCopyBuffer : public ApiTest {
protected:
  struct Call {
    cl_command_queue queue;
    cl_mem source, target;
    size_t source_offset = 0, target_offset = 0, size = Bytes;
  };
  cl_int run(const Call &c, cl_uint count, const cl_event *list, cl_event *event) {
    return clEnqueueCopyBuffer(c.queue, c.source, c.target, c.source_offset, c.target_offset,
                               c.size, count, list, event);
  }
  void refuses(const Call &call, cl_int code) {
    cl_event event = untouched<cl_event>();
    EXPECT_EQ(run(call, 0, nullptr, &event), code);
    EXPECT_EQ(event, untouched<cl_event>());
    EXPECT_EQ(read(source), numbers());
    EXPECT_EQ(read(target), std::vector<int>(Count, 0));
  }
  Memory source, target;
  void SetUp() override {
    ApiTest::SetUp();
    source = makeBuffer();
    target = makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(Count, 0));
  }
};

TEST_F(ClEnqueueCopyBuffer, CopiesAPart) {
  ASSERT_EQ(run({queue, source, target, 40, 80, 8}, 0, nullptr, nullptr), CL_SUCCESS);
  std::vector<int> expected(Count, 0);
  expected[20] = 10;
  expected[21] = 11;
  EXPECT_EQ(read(target), expected);
}

TEST_F(ClEnqueueCopyBuffer, CopiesWithinABufferWhereNothingOverlaps) {
  ASSERT_EQ(run({queue, source, source, 0, Bytes / 2, Bytes / 2}, 0, nullptr, nullptr), CL_SUCCESS);
  std::vector<int> expected = numbers();
  for (size_t i = 0; i < Count / 2; ++i)
    expected[Count / 2 + i] = int(i);
  EXPECT_EQ(read(source), expected);
}

TEST_F(ClEnqueueCopyBuffer, ObeysItsWaitList) {
  obeysWaitList([&](cl_uint count, const cl_event *list,
                    cl_event *event) { return run({queue, source, target}, count, list, event); },
                CL_COMMAND_COPY_BUFFER);
  EXPECT_EQ(read(target), numbers());
}

TEST_F(ClEnqueueCopyBuffer, RefusesWhatIsOutOfBounds) {
  refuses({queue, source, target, 0, 0, Bytes + 1}, CL_INVALID_VALUE);
  refuses({queue, source, target, 4, 0, Bytes}, CL_INVALID_VALUE);
  refuses({queue, source, target, 0, 4, Bytes}, CL_INVALID_VALUE);
  refuses({queue, source, target, ~size_t(0), 0, 2}, CL_INVALID_VALUE);
  refuses({queue, source, target, 0, ~size_t(0), 2}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueCopyBuffer, RefusesRegionsThatOverlap) {
  refuses({queue, source, source, 0, 4, 8}, CL_MEM_COPY_OVERLAP);
  refuses({queue, source, source, 4, 0, 8}, CL_MEM_COPY_OVERLAP);
  refuses({queue, source, source, 0, 0, Bytes}, CL_MEM_COPY_OVERLAP);
}

TEST_F(ClEnqueueCopyBuffer, RefusesSubBuffersThatOverlap) {
  const size_t align = deviceInfo<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  Memory parent(clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * align, nullptr, nullptr));
  const cl_buffer_region first = {0, 2 * align}, second = {align, 2 * align};
  Memory a(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &first, nullptr));
  Memory b(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &second, nullptr));
  refuses({queue, a, b, 0, 0, 2 * align}, CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(run({queue, a, b, 0, align, align}, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(ClEnqueueCopyBuffer, RefusesObjectsOfAnotherContext) {
  refuses({queue, otherBuffer(), target}, CL_INVALID_CONTEXT);
  refuses({queue, source, otherBuffer()}, CL_INVALID_CONTEXT);
  refuses({otherQueue(), source, target}, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueCopyBuffer, RefusesBadWaitLists) {
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return run({queue, source, target}, count, list, event);
  });
}

TEST_F(ClEnqueueCopyBuffer, RefusesNull) {
  refuses({nullptr, source, target}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, nullptr, target}, CL_INVALID_MEM_OBJECT);
  refuses({queue, source, nullptr}, CL_INVALID_MEM_OBJECT);
}

TEST_F(ClEnqueueCopyBuffer, RefusesHandlesOfOtherKinds) {
  refuses({as<cl_command_queue>(device()), source, target}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, as<cl_mem>(device()), target}, CL_INVALID_MEM_OBJECT);
  refuses({queue, source, as<cl_mem>(device())}, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
