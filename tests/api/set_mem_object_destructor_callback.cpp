// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clSetMemObjectDestructorCallback.
#include "fixture.h"

namespace weft::test {

class ClSetMemObjectDestructorCallback : public ApiTest {
protected:
  static void CL_CALLBACK note(cl_mem, void *data) {
    auto &[log, number] = *static_cast<std::pair<std::vector<int> *, int> *>(data);
    log->push_back(number);
  }
};

TEST_F(ClSetMemObjectDestructorCallback, RunsInReverseOrderOnceTheBufferIsDestroyed) {
  std::vector<int> log;
  std::pair<std::vector<int> *, int> notes[] = {{&log, 1}, {&log, 2}, {&log, 3}};
  Memory buffer = makeBuffer();
  for (auto &entry : notes)
    ASSERT_EQ(clSetMemObjectDestructorCallback(buffer, note, &entry), CL_SUCCESS);
  cl_mem shared = buffer;
  ASSERT_EQ(clRetainMemObject(shared), CL_SUCCESS);
  buffer.reset();
  EXPECT_TRUE(log.empty());
  ASSERT_EQ(clReleaseMemObject(shared), CL_SUCCESS);
  EXPECT_EQ(log, (std::vector<int>{3, 2, 1}));
}

TEST_F(ClSetMemObjectDestructorCallback, RunsWhileTheHostsMemoryIsStillUsable) {
  std::vector<int> data = numbers();
  std::vector<int> log;
  std::pair<std::vector<int> *, int> entry{&log, 1};
  Memory buffer(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, Bytes, data.data(), nullptr));
  ASSERT_EQ(clSetMemObjectDestructorCallback(buffer, note, &entry), CL_SUCCESS);
  // A queued command keeps the buffer; the callback tells when the memory is free for reuse.
  Event gate = makeUserEvent();
  const int pattern = 3;
  Event event;
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0, Bytes, 1, gate.list(),
                                event.out()),
            CL_SUCCESS);
  buffer.reset();
  EXPECT_TRUE(log.empty());
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(data, std::vector<int>(Count, 3));
}

TEST_F(ClSetMemObjectDestructorCallback, RefusesNoCallback) {
  Memory buffer = makeBuffer();
  EXPECT_EQ(clSetMemObjectDestructorCallback(buffer, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(ClSetMemObjectDestructorCallback, RefusesNull) {
  EXPECT_EQ(clSetMemObjectDestructorCallback(nullptr, note, nullptr), CL_INVALID_MEM_OBJECT);
}

TEST_F(ClSetMemObjectDestructorCallback, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clSetMemObjectDestructorCallback(as<cl_mem>(device()), note, nullptr),
            CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
