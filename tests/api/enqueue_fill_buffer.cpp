// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueFillBuffer.
#include "fixture.h"

namespace weft::test {

class ClEnqueueFillBuffer : public ApiTest {
protected:
  struct Call {
    cl_command_queue queue;
    cl_mem buffer;
    size_t pattern_size = 4, offset = 0, size = Bytes;
    bool null_pattern = false;
  };
  const std::vector<unsigned char> pattern = std::vector<unsigned char>(256, 0xee);
  cl_int run(const Call &c, cl_uint count, const cl_event *list, cl_event *event) {
    return clEnqueueFillBuffer(c.queue, c.buffer, c.null_pattern ? nullptr : pattern.data(),
                               c.pattern_size, c.offset, c.size, count, list, event);
  }
  void refuses(const Call &call, cl_int code) {
    cl_event event = untouched<cl_event>();
    EXPECT_EQ(run(call, 0, nullptr, &event), code);
    EXPECT_EQ(event, untouched<cl_event>());
    EXPECT_EQ(read(buffer), numbers());
  }
  Memory buffer;
  void SetUp() override {
    ApiTest::SetUp();
    buffer = makeBuffer();
  }
};

TEST_F(ClEnqueueFillBuffer, RepeatsPatternsOfEachSize) {
  for (size_t pattern_size : {1, 2, 4, 8, 16, 32, 64, 128}) {
    SCOPED_TRACE(pattern_size);
    std::vector<unsigned char> bytes(pattern_size);
    for (size_t i = 0; i < pattern_size; ++i)
      bytes[i] = (unsigned char)(i + 1);
    Memory target = makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(Count, 0));
    const size_t offset = 2 * pattern_size, size = 4 * pattern_size;
    ASSERT_EQ(clEnqueueFillBuffer(queue, target, bytes.data(), pattern_size, offset, size, 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    std::vector<unsigned char> expected(Bytes, 0), got(Bytes);
    for (size_t i = 0; i < size; ++i)
      expected[offset + i] = bytes[i % pattern_size];
    std::memcpy(got.data(), read(target).data(), Bytes);
    EXPECT_EQ(got, expected);
  }
}

TEST_F(ClEnqueueFillBuffer, CopiesThePatternAtOnce) {
  Event gate = makeUserEvent();
  int value = 5;
  ASSERT_EQ(
      clEnqueueFillBuffer(queue, buffer, &value, sizeof value, 0, Bytes, 1, gate.list(), nullptr),
      CL_SUCCESS);
  value = 6;
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 5));
}

TEST_F(ClEnqueueFillBuffer, ObeysItsWaitList) {
  obeysWaitList([&](cl_uint count, const cl_event *list,
                    cl_event *event) { return run({queue, buffer}, count, list, event); },
                CL_COMMAND_FILL_BUFFER);
  EXPECT_EQ(read(buffer)[3], int(0xeeeeeeee));
}

TEST_F(ClEnqueueFillBuffer, RefusesBadPatterns) {
  refuses({queue, buffer, 4, 0, Bytes, true}, CL_INVALID_VALUE);
  for (size_t size : {0, 3, 5, 12, 24, 129, 256})
    refuses({queue, buffer, size, 0, 0}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueFillBuffer, RefusesRangesThatThePatternDoesNotDivide) {
  refuses({queue, buffer, 8, 4, 8}, CL_INVALID_VALUE);
  refuses({queue, buffer, 8, 8, 12}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueFillBuffer, RefusesWhatIsOutOfBounds) {
  refuses({queue, buffer, 4, 0, Bytes + 4}, CL_INVALID_VALUE);
  refuses({queue, buffer, 4, Bytes, 4}, CL_INVALID_VALUE);
  refuses({queue, buffer, 4, ~size_t(3), 8}, CL_INVALID_VALUE);
  refuses({queue, buffer, 4, 8, ~size_t(3)}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueFillBuffer, RefusesObjectsOfAnotherContext) {
  refuses({queue, otherBuffer()}, CL_INVALID_CONTEXT);
  refuses({otherQueue(), buffer}, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueFillBuffer, RefusesBadWaitLists) {
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return run({queue, buffer}, count, list, event);
  });
}

TEST_F(ClEnqueueFillBuffer, RefusesNull) {
  refuses({nullptr, buffer}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, nullptr}, CL_INVALID_MEM_OBJECT);
}

TEST_F(ClEnqueueFillBuffer, RefusesHandlesOfOtherKinds) {
  refuses({as<cl_command_queue>(device()), buffer}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, as<cl_mem>(device())}, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
