// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clSetContextDestructorCallback.
#include "fixture.h"

namespace weft::test {

class ClSetContextDestructorCallback : public ApiTest {
protected:
  static void CL_CALLBACK note(cl_context, void *data) {
    auto &[log, number] = *static_cast<std::pair<std::vector<int> *, int> *>(data);
    log->push_back(number);
  }
};

TEST_F(ClSetContextDestructorCallback, RunsInReverseOrderOnceTheContextIsDestroyed) {
  std::vector<int> log;
  std::pair<std::vector<int> *, int> notes[] = {{&log, 1}, {&log, 2}, {&log, 3}};
  cl_device_id id = device();
  Context made(clCreateContext(nullptr, 1, &id, nullptr, nullptr, nullptr));
  for (auto &entry : notes)
    ASSERT_EQ(clSetContextDestructorCallback(made, note, &entry), CL_SUCCESS);
  cl_context shared = made;
  ASSERT_EQ(clRetainContext(shared), CL_SUCCESS);
  made.reset();
  EXPECT_TRUE(log.empty());
  ASSERT_EQ(clReleaseContext(shared), CL_SUCCESS);
  EXPECT_EQ(log, (std::vector<int>{3, 2, 1}));
}

TEST_F(ClSetContextDestructorCallback, WaitsForTheObjectsOfTheContext) {
  std::vector<int> log;
  std::pair<std::vector<int> *, int> entry{&log, 1};
  cl_device_id id = device();
  Context made(clCreateContext(nullptr, 1, &id, nullptr, nullptr, nullptr));
  ASSERT_EQ(clSetContextDestructorCallback(made, note, &entry), CL_SUCCESS);
  Memory buffer(clCreateBuffer(made, CL_MEM_READ_WRITE, 64, nullptr, nullptr));
  ASSERT_TRUE(buffer);
  made.reset();
  EXPECT_TRUE(log.empty());
  buffer.reset();
  EXPECT_EQ(log, (std::vector<int>{1}));
}

TEST_F(ClSetContextDestructorCallback, RefusesNoCallback) {
  EXPECT_EQ(clSetContextDestructorCallback(context, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(ClSetContextDestructorCallback, RefusesNull) {
  EXPECT_EQ(clSetContextDestructorCallback(nullptr, note, nullptr), CL_INVALID_CONTEXT);
}

TEST_F(ClSetContextDestructorCallback, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clSetContextDestructorCallback(as<cl_context>(device()), note, nullptr),
            CL_INVALID_CONTEXT);
}

} // namespace weft::test
