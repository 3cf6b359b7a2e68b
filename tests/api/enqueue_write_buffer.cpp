// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueWriteBuffer.
#include "fixture.h"

namespace weft::test {

class ClEnqueueWriteBuffer : public ApiTest {
protected:
  struct Call {
    cl_command_queue queue;
    cl_mem buffer;
    size_t offset = 0;
    size_t size = Bytes;
    bool null_pointer = false;
  };
  void refuses(const Call &call, cl_int code) {
    for (cl_bool blocking : {CL_TRUE, CL_FALSE}) {
      cl_event event = untouched<cl_event>();
      EXPECT_EQ(clEnqueueWriteBuffer(call.queue, call.buffer, blocking, call.offset, call.size,
                                     call.null_pointer ? nullptr : source.data(), 0, nullptr,
                                     &event),
                code);
      EXPECT_EQ(event, untouched<cl_event>());
      EXPECT_EQ(read(buffer), numbers());
    }
  }
  Memory buffer;
  const std::vector<int> source = std::vector<int>(Count, 9);
  void SetUp() override {
    ApiTest::SetUp();
    buffer = makeBuffer();
  }
};

TEST_F(ClEnqueueWriteBuffer, WritesAPart) {
  ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 10 * sizeof(int), 2 * sizeof(int),
                                 source.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  std::vector<int> expected = numbers();
  expected[10] = expected[11] = 9;
  EXPECT_EQ(read(buffer), expected);
}

TEST_F(ClEnqueueWriteBuffer, WritesLaterWithoutBlocking) {
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, Bytes, source.data(), count, list,
                                    event);
      },
      CL_COMMAND_WRITE_BUFFER);
  EXPECT_EQ(read(buffer), source);
}

TEST_F(ClEnqueueWriteBuffer, BlockingMeansThatTheSourceMayChange) {
  std::vector<int> data = source;
  ASSERT_EQ(
      clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, Bytes, data.data(), 0, nullptr, nullptr),
      CL_SUCCESS);
  data.assign(Count, 0);
  EXPECT_EQ(read(buffer), source);
}

TEST_F(ClEnqueueWriteBuffer, RefusesWhatIsOutOfBounds) {
  refuses({queue, buffer, 0, Bytes + 1}, CL_INVALID_VALUE);
  refuses({queue, buffer, Bytes, 1}, CL_INVALID_VALUE);
  refuses({queue, buffer, ~size_t(0), 2}, CL_INVALID_VALUE);
  refuses({queue, buffer, 2, ~size_t(0)}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueWriteBuffer, RefusesNoSource) {
  refuses({queue, buffer, 0, Bytes, true}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueWriteBuffer, RefusesABufferThatTheHostMayNotWrite) {
  for (cl_mem_flags flags : {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    Memory closed = makeBuffer(flags);
    refuses({queue, closed}, CL_INVALID_OPERATION);
  }
}

TEST_F(ClEnqueueWriteBuffer, RefusesObjectsOfAnotherContext) {
  refuses({queue, otherBuffer()}, CL_INVALID_CONTEXT);
  refuses({otherQueue(), buffer}, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueWriteBuffer, RefusesBadWaitLists) {
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, Bytes, source.data(), count, list,
                                event);
  });
  EXPECT_EQ(read(buffer), numbers());
}

TEST_F(ClEnqueueWriteBuffer, ReportsThatWhatABlockingWriteWaitedForFailed) {
  reportsFailedWaitList([&](cl_uint count, const cl_event *list, cl_event *event) {
    return clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, Bytes, source.data(), count, list,
                                event);
  });
  queue = makeQueue(context);
  EXPECT_EQ(read(buffer), numbers());
}

TEST_F(ClEnqueueWriteBuffer, RefusesNull) {
  refuses({nullptr, buffer}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, nullptr}, CL_INVALID_MEM_OBJECT);
}

TEST_F(ClEnqueueWriteBuffer, RefusesHandlesOfOtherKinds) {
  refuses({as<cl_command_queue>(device()), buffer}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, as<cl_mem>(device())}, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
