// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueReadBuffer.
#include "fixture.h"

namespace weft::test {

class ClEnqueueReadBuffer : public ApiTest {
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
      std::vector<int> target(Count, -1);
      cl_event event = untouched<cl_event>();
      EXPECT_EQ(clEnqueueReadBuffer(call.queue, call.buffer, blocking, call.offset, call.size,
                                    call.null_pointer ? nullptr : target.data(), 0, nullptr,
                                    &event),
                code);
      EXPECT_EQ(event, untouched<cl_event>());
      EXPECT_EQ(target, std::vector<int>(Count, -1));
    }
  }
  Memory buffer;
  void SetUp() override {
    ApiTest::SetUp();
    buffer = makeBuffer();
  }
};

TEST_F(ClEnqueueReadBuffer, ReadsAPart) {
  std::vector<int> target(3, -1);
  ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 10 * sizeof(int), 2 * sizeof(int),
                                target.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(target, (std::vector<int>{10, 11, -1}));
}

TEST_F(ClEnqueueReadBuffer, ReadsUpToTheLastByte) {
  char last = -1;
  ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, Bytes - 4, 1, &last, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(last, char(Count - 1));
}

TEST_F(ClEnqueueReadBuffer, ReadsLaterWithoutBlocking) {
  std::vector<int> target(Count, -1);
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, Bytes, target.data(), count, list,
                                   event);
      },
      CL_COMMAND_READ_BUFFER);
  EXPECT_EQ(target, numbers());
}

TEST_F(ClEnqueueReadBuffer, RefusesWhatIsOutOfBounds) {
  refuses({queue, buffer, 0, Bytes + 1}, CL_INVALID_VALUE);
  refuses({queue, buffer, Bytes, 1}, CL_INVALID_VALUE);
  refuses({queue, buffer, Bytes + 1, 1}, CL_INVALID_VALUE);
  refuses({queue, buffer, ~size_t(0), 2}, CL_INVALID_VALUE);
  refuses({queue, buffer, 2, ~size_t(0)}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueReadBuffer, RefusesNoTarget) {
  refuses({queue, buffer, 0, Bytes, true}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueReadBuffer, RefusesABufferThatTheHostMayNotRead) {
  for (cl_mem_flags flags : {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    Memory closed = makeBuffer(flags);
    refuses({queue, closed}, CL_INVALID_OPERATION);
  }
}

TEST_F(ClEnqueueReadBuffer, RefusesObjectsOfAnotherContext) {
  refuses({queue, otherBuffer()}, CL_INVALID_CONTEXT);
  refuses({otherQueue(), buffer}, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueReadBuffer, RefusesBadWaitLists) {
  std::vector<int> target(Count, -1);
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, Bytes, target.data(), count, list,
                               event);
  });
  EXPECT_EQ(target, std::vector<int>(Count, -1));
}

TEST_F(ClEnqueueReadBuffer, ReportsThatWhatABlockingReadWaitedForFailed) {
  std::vector<int> target(Count, -1);
  reportsFailedWaitList([&](cl_uint count, const cl_event *list, cl_event *event) {
    return clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, Bytes, target.data(), count, list, event);
  });
  EXPECT_EQ(target, std::vector<int>(Count, -1));
}

TEST_F(ClEnqueueReadBuffer, RefusesNull) {
  refuses({nullptr, buffer}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, nullptr}, CL_INVALID_MEM_OBJECT);
}

TEST_F(ClEnqueueReadBuffer, RefusesHandlesOfOtherKinds) {
  refuses({as<cl_command_queue>(device()), buffer}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, as<cl_mem>(device())}, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
