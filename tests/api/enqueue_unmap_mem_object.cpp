// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueUnmapMemObject.
#include "fixture.h"

namespace weft::test {

class ClEnqueueUnmapMemObject : public ApiTest {
protected:
  void refuses(cl_command_queue on, cl_mem memory, void *pointer, cl_int code) {
    cl_event event = untouched<cl_event>();
    EXPECT_EQ(clEnqueueUnmapMemObject(on, memory, pointer, 0, nullptr, &event), code);
    EXPECT_EQ(event, untouched<cl_event>());
    EXPECT_EQ(mapCount(), 1u);
  }
  cl_uint mapCount() {
    cl_uint count = 4711;
    EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof count, &count, nullptr),
              CL_SUCCESS);
    return count;
  }
  Memory buffer;
  void *mapped = nullptr;
  void SetUp() override {
    ApiTest::SetUp();
    buffer = makeBuffer();
    mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 16, 64, 0, nullptr, nullptr,
                                nullptr);
    ASSERT_NE(mapped, nullptr);
  }
  void TearDown() override {
    if (mapped) {
      EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
    }
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
};

TEST_F(ClEnqueueUnmapMemObject, EndsTheMappingOnceItsWaitListIsDone) {
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return clEnqueueUnmapMemObject(queue, buffer, mapped, count, list, event);
      },
      CL_COMMAND_UNMAP_MEM_OBJECT);
  mapped = nullptr;
  EXPECT_EQ(mapCount(), 0u);
}

TEST_F(ClEnqueueUnmapMemObject, RefusesPointersThatNoMappingGave) {
  int elsewhere = 0;
  refuses(queue, buffer, nullptr, CL_INVALID_VALUE);
  refuses(queue, buffer, &elsewhere, CL_INVALID_VALUE);
  refuses(queue, buffer, static_cast<char *>(mapped) + 4, CL_INVALID_VALUE);
  Memory second = makeBuffer();
  refuses(queue, second, mapped, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueUnmapMemObject, RefusesObjectsOfAnotherContext) {
  refuses(otherQueue(), buffer, mapped, CL_INVALID_CONTEXT);
  refuses(queue, otherBuffer(), mapped, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueUnmapMemObject, RefusesBadWaitLists) {
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return clEnqueueUnmapMemObject(queue, buffer, mapped, count, list, event);
  });
  EXPECT_EQ(mapCount(), 1u);
}

TEST_F(ClEnqueueUnmapMemObject, RefusesNull) {
  refuses(nullptr, buffer, mapped, CL_INVALID_COMMAND_QUEUE);
  refuses(queue, nullptr, mapped, CL_INVALID_MEM_OBJECT);
}

TEST_F(ClEnqueueUnmapMemObject, RefusesHandlesOfOtherKinds) {
  refuses(as<cl_command_queue>(device()), buffer, mapped, CL_INVALID_COMMAND_QUEUE);
  refuses(queue, as<cl_mem>(device()), mapped, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
