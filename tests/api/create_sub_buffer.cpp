// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateSubBuffer.
#include "fixture.h"

namespace weft::test {

class ClCreateSubBuffer : public ApiTest {
protected:
  void refuses(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type, const void *info,
               cl_int code) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateSubBuffer(parent, flags, type, info, &got), nullptr);
    EXPECT_EQ(got, code);
    EXPECT_EQ(clCreateSubBuffer(parent, flags, type, info, nullptr), nullptr);
  }
  void refuses(cl_mem parent, cl_mem_flags flags, const cl_buffer_region &region, cl_int code) {
    refuses(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, code);
  }
  const size_t align = deviceInfo<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  Memory parentWith(cl_mem_flags flags) {
    return Memory(clCreateBuffer(context, flags, 4 * align, nullptr, nullptr));
  }
};

TEST_F(ClCreateSubBuffer, ShowsAPartOfItsParent) {
  std::vector<int> data(4 * align / sizeof(int));
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = int(i);
  Memory parent = makeBuffer(CL_MEM_READ_WRITE, data);
  const cl_buffer_region region = {align, 2 * align};
  cl_int code = 4711;
  Memory part(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  const size_t first = align / sizeof(int), count = 2 * align / sizeof(int);
  EXPECT_EQ(read(part), std::vector<int>(data.begin() + first, data.begin() + first + count));
  // Writing through one is seen through the other.
  const int seven = 7;
  ASSERT_EQ(
      clEnqueueWriteBuffer(queue, part, CL_TRUE, 0, sizeof seven, &seven, 0, nullptr, nullptr),
      CL_SUCCESS);
  data[first] = 7;
  EXPECT_EQ(read(parent), data);
}

TEST_F(ClCreateSubBuffer, OutlivesTheHandleOfItsParent) {
  Memory parent = parentWith(CL_MEM_READ_WRITE);
  const cl_buffer_region region = {align, align};
  Memory part(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
  parent.reset();
  const int pattern = 5;
  EXPECT_EQ(
      clEnqueueFillBuffer(queue, part, &pattern, sizeof pattern, 0, align, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(read(part), std::vector<int>(align / sizeof(int), 5));
}

TEST_F(ClCreateSubBuffer, InheritsFlagsThatItDoesNotName) {
  Memory parent = parentWith(CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_ALLOC_HOST_PTR);
  const cl_buffer_region region = {0, align};
  Memory part(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
  cl_mem_flags flags = 0;
  EXPECT_EQ(clGetMemObjectInfo(part, CL_MEM_FLAGS, sizeof flags, &flags, nullptr), CL_SUCCESS);
  EXPECT_EQ(flags, cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_ALLOC_HOST_PTR));
}

TEST_F(ClCreateSubBuffer, RefusesRegionsOutsideTheParent) {
  Memory parent = parentWith(CL_MEM_READ_WRITE);
  refuses(parent, 0, {0, 4 * align + 1}, CL_INVALID_VALUE);
  refuses(parent, 0, {2 * align, 3 * align}, CL_INVALID_VALUE);
  refuses(parent, 0, {8 * align, align}, CL_INVALID_VALUE);
  refuses(parent, 0, {align, ~size_t(0)}, CL_INVALID_VALUE);
}

TEST_F(ClCreateSubBuffer, RefusesAnEmptyRegion) {
  Memory parent = parentWith(CL_MEM_READ_WRITE);
  refuses(parent, 0, {0, 0}, CL_INVALID_BUFFER_SIZE);
}

TEST_F(ClCreateSubBuffer, RefusesAMisalignedOrigin) {
  Memory parent = parentWith(CL_MEM_READ_WRITE);
  refuses(parent, 0, {align / 2, align}, CL_MISALIGNED_SUB_BUFFER_OFFSET);
  refuses(parent, 0, {1, align}, CL_MISALIGNED_SUB_BUFFER_OFFSET);
}

TEST_F(ClCreateSubBuffer, RefusesUnknownTypesAndNoRegion) {
  Memory parent = parentWith(CL_MEM_READ_WRITE);
  const cl_buffer_region region = {0, align};
  refuses(parent, 0, 0x1234, &region, CL_INVALID_VALUE);
  refuses(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, CL_INVALID_VALUE);
}

TEST_F(ClCreateSubBuffer, RefusesFlagsAgainstTheParents) {
  const struct {
    cl_mem_flags parent, part;
  } pairs[] = {
      {CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE},
      {CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY},
      {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE},
      {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY},
      {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY},
      {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY},
      {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY},
      {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY},
      {CL_MEM_READ_WRITE, CL_MEM_USE_HOST_PTR},
      {CL_MEM_READ_WRITE, CL_MEM_ALLOC_HOST_PTR},
      {CL_MEM_READ_WRITE, CL_MEM_COPY_HOST_PTR},
      {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY},
      {CL_MEM_READ_WRITE, cl_mem_flags(1) << 40},
  };
  for (const auto &pair : pairs) {
    SCOPED_TRACE(testing::Message() << pair.parent << " " << pair.part);
    Memory parent = parentWith(pair.parent);
    refuses(parent, pair.part, {0, align}, CL_INVALID_VALUE);
  }
}

TEST_F(ClCreateSubBuffer, RefusesToDivideASubBuffer) {
  Memory parent = parentWith(CL_MEM_READ_WRITE);
  const cl_buffer_region region = {0, 2 * align};
  Memory part(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
  refuses(part, 0, {0, align}, CL_INVALID_MEM_OBJECT);
}

TEST_F(ClCreateSubBuffer, RefusesNull) { refuses(nullptr, 0, {0, align}, CL_INVALID_MEM_OBJECT); }

TEST_F(ClCreateSubBuffer, RefusesHandlesOfOtherKinds) {
  refuses(as<cl_mem>(device()), 0, {0, align}, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
