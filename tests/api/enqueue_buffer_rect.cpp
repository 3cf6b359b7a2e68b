// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueReadBufferRect and clEnqueueWriteBufferRect: one set of rules.
#include "fixture.h"

namespace weft::test {

// The buffer is seen as 4 slices of 4 rows of 16 ints.
class ClEnqueueBufferRect : public ApiTest {
protected:
  static constexpr size_t Row = 16 * sizeof(int), Slice = 4 * Row;
  struct Call {
    cl_command_queue queue;
    cl_mem buffer;
    std::vector<size_t> buffer_origin = {0, 0, 0};
    std::vector<size_t> host_origin = {0, 0, 0};
    std::vector<size_t> region = {8, 2, 2};
    size_t buffer_row = Row, buffer_slice = Slice, host_row = Row, host_slice = Slice;
    bool null_pointer = false;
    cl_bool blocking = CL_TRUE;
  };
  static const size_t *triple(const std::vector<size_t> &value) {
    return value.empty() ? nullptr : value.data();
  }
  cl_int doRead(const Call &c, int *to, cl_uint count, const cl_event *list, cl_event *event) {
    return clEnqueueReadBufferRect(c.queue, c.buffer, c.blocking, triple(c.buffer_origin),
                                   triple(c.host_origin), triple(c.region), c.buffer_row,
                                   c.buffer_slice, c.host_row, c.host_slice, to, count, list,
                                   event);
  }
  cl_int doWrite(const Call &c, const int *from, cl_uint count, const cl_event *list,
                 cl_event *event) {
    return clEnqueueWriteBufferRect(c.queue, c.buffer, c.blocking, triple(c.buffer_origin),
                                    triple(c.host_origin), triple(c.region), c.buffer_row,
                                    c.buffer_slice, c.host_row, c.host_slice, from, count, list,
                                    event);
  }
  // Neither reads nor writes.
  void refuses(const Call &call, cl_int code) {
    std::vector<int> host(Count, -1);
    cl_event event = untouched<cl_event>();
    int *pointer = call.null_pointer ? nullptr : host.data();
    EXPECT_EQ(doRead(call, pointer, 0, nullptr, &event), code);
    EXPECT_EQ(doWrite(call, pointer, 0, nullptr, &event), code);
    EXPECT_EQ(event, untouched<cl_event>());
    EXPECT_EQ(host, std::vector<int>(Count, -1));
    EXPECT_EQ(read(buffer), numbers());
  }
  Memory buffer;
  void SetUp() override {
    ApiTest::SetUp();
    buffer = makeBuffer();
  }
};

TEST_F(ClEnqueueBufferRect, ReadsABox) {
  std::vector<int> host(Count, -1);
  // 2 ints wide, 3 rows, 2 slices from (1, 1, 1) to the host's (3, 0, 0) with its own pitches.
  Call call{queue, buffer, {4, 1, 1}, {12, 0, 0}, {8, 3, 2}, Row, Slice, 32, 96};
  ASSERT_EQ(doRead(call, host.data(), 0, nullptr, nullptr), CL_SUCCESS);
  std::vector<int> expected(Count, -1);
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 2; ++x)
        expected[3 + x + 8 * y + 24 * z] = (1 + x) + 16 * (1 + y) + 64 * (1 + z);
  EXPECT_EQ(host, expected);
}

TEST_F(ClEnqueueBufferRect, WritesABox) {
  std::vector<int> host = numbers();
  Call call{queue, buffer, {4, 1, 1}, {12, 0, 0}, {8, 3, 2}, Row, Slice, 32, 96};
  ASSERT_EQ(doWrite(call, host.data(), 0, nullptr, nullptr), CL_SUCCESS);
  std::vector<int> expected = numbers();
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 2; ++x)
        expected[(1 + x) + 16 * (1 + y) + 64 * (1 + z)] = 3 + x + 8 * y + 24 * z;
  EXPECT_EQ(read(buffer), expected);
}

TEST_F(ClEnqueueBufferRect, PitchesOfZeroFollowTheRegion) {
  std::vector<int> host(Count, -1);
  Call call{queue, buffer, {0, 0, 1}, {0, 0, 0}, {8, 4, 2}, 0, 0, 0, 0};
  ASSERT_EQ(doRead(call, host.data(), 0, nullptr, nullptr), CL_SUCCESS);
  std::vector<int> expected(Count, -1);
  for (int i = 0; i < 16; ++i)
    expected[i] = 8 + i; // a slice is 4 rows of 2 ints
  EXPECT_EQ(host, expected);
}

TEST_F(ClEnqueueBufferRect, TakesABoxThatEndsWithTheBuffer) {
  std::vector<int> host(Count, -1);
  Call call{queue, buffer, {Row - 4, 3, 3}, {0, 0, 0}, {4, 1, 1}};
  ASSERT_EQ(doRead(call, host.data(), 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(host[0], int(Count - 1));
}

TEST_F(ClEnqueueBufferRect, ReadsAndWritesLaterWithoutBlocking) {
  std::vector<int> host(Count, 9);
  Call call{queue, buffer};
  call.blocking = CL_FALSE;
  obeysWaitList([&](cl_uint count, const cl_event *list,
                    cl_event *event) { return doWrite(call, host.data(), count, list, event); },
                CL_COMMAND_WRITE_BUFFER_RECT);
  EXPECT_EQ(read(buffer)[1], 9);
  host.assign(Count, -1);
  obeysWaitList([&](cl_uint count, const cl_event *list,
                    cl_event *event) { return doRead(call, host.data(), count, list, event); },
                CL_COMMAND_READ_BUFFER_RECT);
  EXPECT_EQ(host[1], 9);
}

TEST_F(ClEnqueueBufferRect, RefusesMissingCoordinates) {
  refuses({queue, buffer, {}, {0, 0, 0}, {4, 1, 1}}, CL_INVALID_VALUE);
  refuses({queue, buffer, {0, 0, 0}, {}, {4, 1, 1}}, CL_INVALID_VALUE);
  refuses({queue, buffer, {0, 0, 0}, {0, 0, 0}, {}}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueBufferRect, RefusesAnEmptyRegion) {
  refuses({queue, buffer, {0, 0, 0}, {0, 0, 0}, {0, 1, 1}}, CL_INVALID_VALUE);
  refuses({queue, buffer, {0, 0, 0}, {0, 0, 0}, {4, 0, 1}}, CL_INVALID_VALUE);
  refuses({queue, buffer, {0, 0, 0}, {0, 0, 0}, {4, 1, 0}}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueBufferRect, RefusesWhatIsOutOfBounds) {
  refuses({queue, buffer, {0, 0, 0}, {0, 0, 0}, {4, 1, 5}}, CL_INVALID_VALUE);
  refuses({queue, buffer, {0, 0, 4}, {0, 0, 0}, {4, 1, 1}}, CL_INVALID_VALUE);
  refuses({queue, buffer, {Row - 4, 3, 3}, {0, 0, 0}, {8, 1, 1}}, CL_INVALID_VALUE);
  refuses({queue, buffer, {0, 3, 3}, {0, 0, 0}, {4, 2, 1}}, CL_INVALID_VALUE);
  refuses({queue, buffer, {~size_t(0), 0, 0}, {0, 0, 0}, {4, 1, 1}}, CL_INVALID_VALUE);
  refuses({queue, buffer, {0, 0, ~size_t(0) / Slice + 1}, {0, 0, 0}, {4, 1, 1}}, CL_INVALID_VALUE);
  refuses({queue, buffer, {0, 0, 0}, {0, 0, 0}, {4, 1, ~size_t(0)}}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueBufferRect, RefusesPitchesThatDoNotFit) {
  const std::vector<size_t> origin = {0, 0, 0}, region = {8, 2, 2};
  refuses({queue, buffer, origin, origin, region, 4, Slice, Row, Slice}, CL_INVALID_VALUE);
  refuses({queue, buffer, origin, origin, region, Row, Row, Row, Slice}, CL_INVALID_VALUE);
  refuses({queue, buffer, origin, origin, region, Row, Slice + 4, Row, Slice}, CL_INVALID_VALUE);
  refuses({queue, buffer, origin, origin, region, Row, Slice, 4, Slice}, CL_INVALID_VALUE);
  refuses({queue, buffer, origin, origin, region, Row, Slice, Row, Row}, CL_INVALID_VALUE);
  refuses({queue, buffer, origin, origin, region, Row, Slice, Row, Slice + 4}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueBufferRect, RefusesNoHostMemory) {
  Call call{queue, buffer};
  call.null_pointer = true;
  refuses(call, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueBufferRect, RefusesABufferClosedToTheHost) {
  std::vector<int> host(Count, -1);
  for (cl_mem_flags flags : {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    Memory closed = makeBuffer(flags);
    EXPECT_EQ(doRead({queue, closed}, host.data(), 0, nullptr, nullptr), CL_INVALID_OPERATION);
  }
  for (cl_mem_flags flags : {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    Memory closed = makeBuffer(flags);
    EXPECT_EQ(doWrite({queue, closed}, host.data(), 0, nullptr, nullptr), CL_INVALID_OPERATION);
  }
  EXPECT_EQ(host, std::vector<int>(Count, -1));
}

TEST_F(ClEnqueueBufferRect, RefusesObjectsOfAnotherContext) {
  refuses({queue, otherBuffer()}, CL_INVALID_CONTEXT);
  refuses({otherQueue(), buffer}, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueBufferRect, RefusesBadWaitLists) {
  std::vector<int> host(Count, -1);
  Call call{queue, buffer};
  call.blocking = CL_FALSE;
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return doRead(call, host.data(), count, list, event);
  });
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return doWrite(call, host.data(), count, list, event);
  });
}

TEST_F(ClEnqueueBufferRect, ReportsThatWhatABlockingCallWaitedForFailed) {
  std::vector<int> host(Count, -1);
  Call call{queue, buffer};
  reportsFailedWaitList([&](cl_uint count, const cl_event *list, cl_event *event) {
    return doRead(call, host.data(), count, list, event);
  });
  reportsFailedWaitList([&](cl_uint count, const cl_event *list, cl_event *event) {
    return doWrite(call, host.data(), count, list, event);
  });
}

TEST_F(ClEnqueueBufferRect, RefusesNull) {
  refuses({nullptr, buffer}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, nullptr}, CL_INVALID_MEM_OBJECT);
}

TEST_F(ClEnqueueBufferRect, RefusesHandlesOfOtherKinds) {
  refuses({as<cl_command_queue>(device()), buffer}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, as<cl_mem>(device())}, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
