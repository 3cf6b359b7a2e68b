// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueMapBuffer.
#include "fixture.h"

namespace weft::test {

class ClEnqueueMapBuffer : public ApiTest {
protected:
  struct Call {
    cl_command_queue queue;
    cl_mem buffer;
    cl_map_flags flags = CL_MAP_READ;
    size_t offset = 0, size = Bytes;
  };
  void refuses(const Call &c, cl_int code) {
    for (cl_bool blocking : {CL_TRUE, CL_FALSE}) {
      cl_event event = untouched<cl_event>();
      cl_int got = 4711;
      EXPECT_EQ(clEnqueueMapBuffer(c.queue, c.buffer, blocking, c.flags, c.offset, c.size, 0,
                                   nullptr, &event, &got),
                nullptr);
      EXPECT_EQ(got, code);
      EXPECT_EQ(event, untouched<cl_event>());
    }
    EXPECT_EQ(mapCount(), 0u);
  }
  cl_uint mapCount() {
    cl_uint count = 4711;
    EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof count, &count, nullptr),
              CL_SUCCESS);
    return count;
  }
  int *map(cl_map_flags flags, size_t offset, size_t size, cl_int *code = nullptr) {
    return static_cast<int *>(
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, offset, size, 0, nullptr, nullptr, code));
  }
  void unmap(void *pointer) {
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, pointer, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
  Memory buffer;
  void SetUp() override {
    ApiTest::SetUp();
    buffer = makeBuffer();
  }
};

TEST_F(ClEnqueueMapBuffer, ShowsTheContents) {
  int *mapped = map(CL_MAP_READ, 4 * sizeof(int), 4 * sizeof(int));
  ASSERT_NE(mapped, nullptr);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(mapped[i], 4 + i);
  unmap(mapped);
}

TEST_F(ClEnqueueMapBuffer, TakesWhatTheHostWrites) {
  for (cl_map_flags flags : {cl_map_flags(CL_MAP_WRITE), cl_map_flags(CL_MAP_READ | CL_MAP_WRITE),
                             cl_map_flags(CL_MAP_WRITE_INVALIDATE_REGION)}) {
    int *mapped = map(flags, 0, Bytes);
    ASSERT_NE(mapped, nullptr);
    for (size_t i = 0; i < Count; ++i)
      mapped[i] = int(flags + i);
    unmap(mapped);
    std::vector<int> got = read(buffer);
    EXPECT_EQ(got[0], int(flags));
    EXPECT_EQ(got[Count - 1], int(flags + Count - 1));
  }
}

TEST_F(ClEnqueueMapBuffer, ObeysItsWaitList) {
  void *mapped = nullptr;
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        cl_int code = 4711;
        mapped = clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_READ, 0, Bytes, count, list,
                                    event, &code);
        return code;
      },
      CL_COMMAND_MAP_BUFFER);
  EXPECT_EQ(std::memcmp(mapped, numbers().data(), Bytes), 0);
  unmap(mapped);
}

TEST_F(ClEnqueueMapBuffer, RefusesWhatIsOutOfBounds) {
  refuses({queue, buffer, CL_MAP_READ, 0, Bytes + 1}, CL_INVALID_VALUE);
  refuses({queue, buffer, CL_MAP_READ, Bytes, 1}, CL_INVALID_VALUE);
  refuses({queue, buffer, CL_MAP_READ, ~size_t(0), 2}, CL_INVALID_VALUE);
  refuses({queue, buffer, CL_MAP_READ, 2, ~size_t(0)}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueMapBuffer, RefusesAnEmptyRegion) {
  refuses({queue, buffer, CL_MAP_READ, 0, 0}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueMapBuffer, RefusesBadFlags) {
  refuses({queue, buffer, cl_map_flags(1) << 20}, CL_INVALID_VALUE);
  refuses({queue, buffer, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION}, CL_INVALID_VALUE);
  refuses({queue, buffer, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueMapBuffer, RefusesABufferClosedToTheHost) {
  for (cl_mem_flags flags : {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    Memory closed = makeBuffer(flags);
    refuses({queue, closed, CL_MAP_READ}, CL_INVALID_OPERATION);
  }
  for (cl_mem_flags flags : {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    Memory closed = makeBuffer(flags);
    refuses({queue, closed, CL_MAP_WRITE}, CL_INVALID_OPERATION);
    refuses({queue, closed, CL_MAP_WRITE_INVALIDATE_REGION}, CL_INVALID_OPERATION);
  }
}

TEST_F(ClEnqueueMapBuffer, RefusesToMapOverlappingRegionsForWriting) {
  int *first = map(CL_MAP_WRITE, 0, Bytes / 2);
  ASSERT_NE(first, nullptr);
  cl_int code = 4711;
  EXPECT_EQ(map(CL_MAP_WRITE, Bytes / 4, Bytes / 2, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_OPERATION);
  EXPECT_EQ(mapCount(), 1u);
  // The other half is free.
  int *second = map(CL_MAP_WRITE, Bytes / 2, Bytes / 2, &code);
  EXPECT_EQ(code, CL_SUCCESS);
  ASSERT_NE(second, nullptr);
  unmap(first);
  unmap(second);
  int *again = map(CL_MAP_WRITE, 0, Bytes, &code);
  EXPECT_EQ(code, CL_SUCCESS);
  unmap(again);
}

TEST_F(ClEnqueueMapBuffer, RefusesObjectsOfAnotherContext) {
  refuses({queue, otherBuffer()}, CL_INVALID_CONTEXT);
  refuses({otherQueue(), buffer}, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueMapBuffer, RefusesBadWaitLists) {
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    cl_int code = 4711;
    EXPECT_EQ(clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_READ, 0, Bytes, count, list, event,
                                 &code),
              nullptr);
    return code;
  });
  EXPECT_EQ(mapCount(), 0u);
}

TEST_F(ClEnqueueMapBuffer, ReportsThatWhatABlockingMapWaitedForFailed) {
  reportsFailedWaitList([&](cl_uint count, const cl_event *list, cl_event *event) {
    cl_int code = 4711;
    EXPECT_EQ(clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, Bytes, count, list, event,
                                 &code),
              nullptr);
    return code;
  });
}

TEST_F(ClEnqueueMapBuffer, LeavesNothingMappedIfItFails) {
  Event gate = makeUserEvent();
  cl_event waits = gate, ended = nullptr;
  cl_int code = 4711;
  ASSERT_NE(
      clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_WRITE, 0, Bytes, 1, &waits, &ended, &code),
      nullptr);
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(mapCount(), 1u);
  ASSERT_EQ(clSetUserEventStatus(gate, -1), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &ended), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  clReleaseEvent(ended);
  EXPECT_EQ(mapCount(), 0u);
  int *again = map(CL_MAP_WRITE, 0, Bytes, &code);
  EXPECT_EQ(code, CL_SUCCESS);
  unmap(again);
}

// One that was unmapped before it failed takes no other mapping of the address with it.
TEST_F(ClEnqueueMapBuffer, FailsWithoutEndingALaterMapping) {
  Event gate = makeUserEvent();
  cl_event waits = gate, ended = nullptr;
  cl_int code = 4711;
  void *first =
      clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_WRITE, 0, Bytes, 1, &waits, &ended, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  ASSERT_EQ(clEnqueueUnmapMemObject(queue, buffer, first, 0, nullptr, nullptr), CL_SUCCESS);
  void *second = clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_WRITE, 0, Bytes, 0, nullptr,
                                    nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, -1), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &ended), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  clReleaseEvent(ended);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(mapCount(), 1u);
  unmap(static_cast<int *>(second));
}

TEST_F(ClEnqueueMapBuffer, RefusesNull) {
  refuses({nullptr, buffer}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, nullptr}, CL_INVALID_MEM_OBJECT);
}

TEST_F(ClEnqueueMapBuffer, RefusesHandlesOfOtherKinds) {
  refuses({as<cl_command_queue>(device()), buffer}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, as<cl_mem>(device())}, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
