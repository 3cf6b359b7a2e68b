// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueMigrateMemObjects.
#include "fixture.h"

namespace weft::test {

class ClEnqueueMigrateMemObjects : public ApiTest {
protected:
  void refuses(cl_command_queue on, const std::vector<cl_mem> &objects,
               cl_mem_migration_flags flags, cl_int code) {
    cl_event event = untouched<cl_event>();
    EXPECT_EQ(clEnqueueMigrateMemObjects(on, cl_uint(objects.size()), objects.data(), flags, 0,
                                         nullptr, &event),
              code);
    EXPECT_EQ(event, untouched<cl_event>());
  }
  Memory buffer;
  void SetUp() override {
    ApiTest::SetUp();
    buffer = makeBuffer();
  }
};

TEST_F(ClEnqueueMigrateMemObjects, KeepsTheContents) {
  Memory second = makeBuffer();
  const cl_mem both[] = {buffer, second};
  for (cl_mem_migration_flags flags :
       {cl_mem_migration_flags(0), cl_mem_migration_flags(CL_MIGRATE_MEM_OBJECT_HOST)})
    EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 2, both, flags, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(read(buffer), numbers());
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 2, both, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0,
                                       nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(ClEnqueueMigrateMemObjects, ObeysItsWaitList) {
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        const cl_mem object = buffer;
        return clEnqueueMigrateMemObjects(queue, 1, &object, 0, count, list, event);
      },
      CL_COMMAND_MIGRATE_MEM_OBJECTS);
}

TEST_F(ClEnqueueMigrateMemObjects, RefusesNoObjects) {
  refuses(queue, {}, 0, CL_INVALID_VALUE);
  const cl_mem object = buffer;
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 0, &object, 0, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 1, nullptr, 0, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(ClEnqueueMigrateMemObjects, RefusesUnknownFlags) {
  refuses(queue, {buffer}, cl_mem_migration_flags(1) << 20, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueMigrateMemObjects, RefusesObjectsOfAnotherContext) {
  refuses(queue, {buffer, otherBuffer()}, 0, CL_INVALID_CONTEXT);
  refuses(otherQueue(), {buffer}, 0, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueMigrateMemObjects, RefusesBadWaitLists) {
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    const cl_mem object = buffer;
    return clEnqueueMigrateMemObjects(queue, 1, &object, 0, count, list, event);
  });
}

TEST_F(ClEnqueueMigrateMemObjects, RefusesNull) {
  refuses(nullptr, {buffer}, 0, CL_INVALID_COMMAND_QUEUE);
  refuses(queue, {buffer, nullptr}, 0, CL_INVALID_MEM_OBJECT);
}

TEST_F(ClEnqueueMigrateMemObjects, RefusesHandlesOfOtherKinds) {
  refuses(as<cl_command_queue>(device()), {buffer}, 0, CL_INVALID_COMMAND_QUEUE);
  refuses(queue, {buffer, as<cl_mem>(device())}, 0, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
