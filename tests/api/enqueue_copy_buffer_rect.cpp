// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueCopyBufferRect.
#include "fixture.h"

namespace weft::test {

// The buffers are seen as 4 slices of 4 rows of 16 ints.
class ClEnqueueCopyBufferRect : public ApiTest {
protected:
  static constexpr size_t Row = 16 * sizeof(int), Slice = 4 * Row;
  struct Call {
    cl_command_queue queue;
    cl_mem source, target;
    std::vector<size_t> source_origin = {0, 0, 0};
    std::vector<size_t> target_origin = {0, 0, 0};
    std::vector<size_t> region = {8, 2, 2};
    size_t source_row = Row, source_slice = Slice, target_row = Row, target_slice = Slice;
  };
  static const size_t *triple(const std::vector<size_t> &value) {
    return value.empty() ? nullptr : value.data();
  }
  cl_int run(const Call &c, cl_uint count, const cl_event *list, cl_event *event) {
    return clEnqueueCopyBufferRect(c.queue, c.source, c.target, triple(c.source_origin),
                                   triple(c.target_origin), triple(c.region), c.source_row,
                                   c.source_slice, c.target_row, c.target_slice, count, list,
                                   event);
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

TEST_F(ClEnqueueCopyBufferRect, CopiesABox) {
  ASSERT_EQ(run({queue, source, target, {4, 1, 1}, {12, 0, 0}, {8, 3, 2}, Row, Slice, 32, 96}, 0,
                nullptr, nullptr),
            CL_SUCCESS);
  std::vector<int> expected(Count, 0);
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 2; ++x)
        expected[3 + x + 8 * y + 24 * z] = (1 + x) + 16 * (1 + y) + 64 * (1 + z);
  EXPECT_EQ(read(target), expected);
}

TEST_F(ClEnqueueCopyBufferRect, CopiesWithinABufferWhereNothingOverlaps) {
  // The left half of each row onto the right half: the byte ranges interleave.
  ASSERT_EQ(run({queue, source, source, {0, 0, 0}, {Row / 2, 0, 0}, {Row / 2, 4, 4}}, 0, nullptr,
                nullptr),
            CL_SUCCESS);
  std::vector<int> expected = numbers();
  for (size_t i = 0; i < Count; ++i)
    if (i % 16 >= 8)
      expected[i] = int(i - 8);
  EXPECT_EQ(read(source), expected);
}

TEST_F(ClEnqueueCopyBufferRect, ObeysItsWaitList) {
  obeysWaitList([&](cl_uint count, const cl_event *list,
                    cl_event *event) { return run({queue, source, target}, count, list, event); },
                CL_COMMAND_COPY_BUFFER_RECT);
  EXPECT_EQ(read(target)[1], 1);
}

TEST_F(ClEnqueueCopyBufferRect, RefusesMissingCoordinates) {
  refuses({queue, source, target, {}, {0, 0, 0}, {4, 1, 1}}, CL_INVALID_VALUE);
  refuses({queue, source, target, {0, 0, 0}, {}, {4, 1, 1}}, CL_INVALID_VALUE);
  refuses({queue, source, target, {0, 0, 0}, {0, 0, 0}, {}}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueCopyBufferRect, RefusesAnEmptyRegion) {
  refuses({queue, source, target, {0, 0, 0}, {0, 0, 0}, {0, 1, 1}}, CL_INVALID_VALUE);
  refuses({queue, source, target, {0, 0, 0}, {0, 0, 0}, {4, 0, 1}}, CL_INVALID_VALUE);
  refuses({queue, source, target, {0, 0, 0}, {0, 0, 0}, {4, 1, 0}}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueCopyBufferRect, RefusesWhatIsOutOfBounds) {
  refuses({queue, source, target, {0, 0, 0}, {0, 0, 0}, {4, 1, 5}}, CL_INVALID_VALUE);
  refuses({queue, source, target, {0, 0, 4}, {0, 0, 0}, {4, 1, 1}}, CL_INVALID_VALUE);
  refuses({queue, source, target, {0, 0, 0}, {0, 0, 4}, {4, 1, 1}}, CL_INVALID_VALUE);
  refuses({queue, source, target, {~size_t(0), 0, 0}, {0, 0, 0}, {4, 1, 1}}, CL_INVALID_VALUE);
  refuses({queue, source, target, {0, 0, 0}, {0, ~size_t(0) / Row + 1, 0}, {4, 1, 1}},
          CL_INVALID_VALUE);
}

TEST_F(ClEnqueueCopyBufferRect, RefusesPitchesThatDoNotFit) {
  const std::vector<size_t> o = {0, 0, 0}, region = {8, 2, 2};
  refuses({queue, source, target, o, o, region, 4, Slice, Row, Slice}, CL_INVALID_VALUE);
  refuses({queue, source, target, o, o, region, Row, Row, Row, Slice}, CL_INVALID_VALUE);
  refuses({queue, source, target, o, o, region, Row, Slice + 4, Row, Slice}, CL_INVALID_VALUE);
  refuses({queue, source, target, o, o, region, Row, Slice, 4, Slice}, CL_INVALID_VALUE);
  refuses({queue, source, target, o, o, region, Row, Slice, Row, Row}, CL_INVALID_VALUE);
  refuses({queue, source, target, o, o, region, Row, Slice, Row, Slice + 4}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueCopyBufferRect, RefusesDifferentPitchesOfOneBuffer) {
  const std::vector<size_t> a = {0, 0, 0}, b = {0, 0, 2}, region = {4, 1, 1};
  refuses({queue, source, source, a, b, region, Row, Slice, Row / 2, Slice}, CL_INVALID_VALUE);
  refuses({queue, source, source, a, b, region, Row, Slice, Row, Slice / 2}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueCopyBufferRect, RefusesRegionsThatOverlap) {
  refuses({queue, source, source, {0, 0, 0}, {4, 1, 1}, {8, 2, 2}}, CL_MEM_COPY_OVERLAP);
  refuses({queue, source, source, {4, 1, 1}, {0, 0, 0}, {8, 2, 2}}, CL_MEM_COPY_OVERLAP);
  refuses({queue, source, source, {0, 0, 0}, {0, 0, 0}, {8, 2, 2}}, CL_MEM_COPY_OVERLAP);
}

TEST_F(ClEnqueueCopyBufferRect, RefusesObjectsOfAnotherContext) {
  refuses({queue, otherBuffer(), target}, CL_INVALID_CONTEXT);
  refuses({queue, source, otherBuffer()}, CL_INVALID_CONTEXT);
  refuses({otherQueue(), source, target}, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueCopyBufferRect, RefusesBadWaitLists) {
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return run({queue, source, target}, count, list, event);
  });
}

TEST_F(ClEnqueueCopyBufferRect, RefusesNull) {
  refuses({nullptr, source, target}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, nullptr, target}, CL_INVALID_MEM_OBJECT);
  refuses({queue, source, nullptr}, CL_INVALID_MEM_OBJECT);
}

TEST_F(ClEnqueueCopyBufferRect, RefusesHandlesOfOtherKinds) {
  refuses({as<cl_command_queue>(device()), source, target}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, as<cl_mem>(device()), target}, CL_INVALID_MEM_OBJECT);
  refuses({queue, source, as<cl_mem>(device())}, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
