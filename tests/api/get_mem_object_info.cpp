// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetMemObjectInfo.
#include "fixture.h"

namespace weft::test {

class ClGetMemObjectInfo : public ApiTest {
protected:
  static Query of(cl_mem memory) {
    return [memory](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetMemObjectInfo(memory, param, size, value, size_ret);
    };
  }
};

TEST_F(ClGetMemObjectInfo, TellsWhatABufferWasMadeOf) {
  Memory buffer(
      clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY, Bytes, nullptr, nullptr));
  EXPECT_EQ(queryValue<cl_mem_object_type>(of(buffer), CL_MEM_TYPE),
            cl_mem_object_type(CL_MEM_OBJECT_BUFFER));
  EXPECT_EQ(queryValue<cl_mem_flags>(of(buffer), CL_MEM_FLAGS),
            cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY));
  EXPECT_EQ(queryValue<size_t>(of(buffer), CL_MEM_SIZE), size_t(Bytes));
  EXPECT_EQ(queryValue<void *>(of(buffer), CL_MEM_HOST_PTR), nullptr);
  EXPECT_EQ(queryValue<cl_uint>(of(buffer), CL_MEM_MAP_COUNT), 0u);
  EXPECT_EQ(queryValue<cl_uint>(of(buffer), CL_MEM_REFERENCE_COUNT), 1u);
  EXPECT_EQ(queryValue<cl_context>(of(buffer), CL_MEM_CONTEXT), cl_context(context));
  EXPECT_EQ(queryValue<cl_mem>(of(buffer), CL_MEM_ASSOCIATED_MEMOBJECT), nullptr);
  EXPECT_EQ(queryValue<size_t>(of(buffer), CL_MEM_OFFSET), 0u);
  EXPECT_EQ(queryValue<cl_bool>(of(buffer), CL_MEM_USES_SVM_POINTER), cl_bool(CL_FALSE));
  EXPECT_TRUE(queryArray<cl_mem_properties>(of(buffer), CL_MEM_PROPERTIES).empty());
}

TEST_F(ClGetMemObjectInfo, TellsADefaultOfReadWrite) {
  Memory buffer(clCreateBuffer(context, 0, Bytes, nullptr, nullptr));
  EXPECT_EQ(queryValue<cl_mem_flags>(of(buffer), CL_MEM_FLAGS), cl_mem_flags(CL_MEM_READ_WRITE));
}

TEST_F(ClGetMemObjectInfo, TellsTheHostPointer) {
  std::vector<int> data = numbers();
  Memory used(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, Bytes, data.data(), nullptr));
  EXPECT_EQ(queryValue<void *>(of(used), CL_MEM_HOST_PTR), data.data());
  Memory copied = makeBuffer();
  EXPECT_EQ(queryValue<void *>(of(copied), CL_MEM_HOST_PTR), nullptr);
}

TEST_F(ClGetMemObjectInfo, TellsWhereASubBufferLies) {
  const size_t align = deviceInfo<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  std::vector<char> data(4 * align);
  Memory parent(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, data.size(), data.data(), nullptr));
  const cl_buffer_region region = {align, 2 * align};
  Memory part(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
  ASSERT_TRUE(part);
  EXPECT_EQ(queryValue<cl_mem>(of(part), CL_MEM_ASSOCIATED_MEMOBJECT), cl_mem(parent));
  EXPECT_EQ(queryValue<size_t>(of(part), CL_MEM_OFFSET), align);
  EXPECT_EQ(queryValue<size_t>(of(part), CL_MEM_SIZE), 2 * align);
  EXPECT_EQ(queryValue<void *>(of(part), CL_MEM_HOST_PTR), data.data() + align);
  EXPECT_EQ(queryValue<cl_mem_object_type>(of(part), CL_MEM_TYPE),
            cl_mem_object_type(CL_MEM_OBJECT_BUFFER));
}

TEST_F(ClGetMemObjectInfo, CountsMappings) {
  Memory buffer = makeBuffer();
  void *a = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, Bytes, 0, nullptr, nullptr,
                               nullptr);
  void *b = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, Bytes, 0, nullptr, nullptr,
                               nullptr);
  EXPECT_EQ(queryValue<cl_uint>(of(buffer), CL_MEM_MAP_COUNT), 2u);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, a, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, b, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(queryValue<cl_uint>(of(buffer), CL_MEM_MAP_COUNT), 0u);
}

TEST_F(ClGetMemObjectInfo, GivesThePropertyListBack) {
  const cl_mem_properties empty[] = {0};
  Memory made(
      clCreateBufferWithProperties(context, empty, CL_MEM_READ_WRITE, Bytes, nullptr, nullptr));
  EXPECT_EQ(queryArray<cl_mem_properties>(of(made), CL_MEM_PROPERTIES),
            std::vector<cl_mem_properties>{0});
}

TEST_F(ClGetMemObjectInfo, RefusesUnknownParameters) {
  Memory buffer = makeBuffer();
  refusesUnknownParameter(of(buffer));
}

TEST_F(ClGetMemObjectInfo, RefusesNull) {
  size_t size = 0;
  EXPECT_EQ(of(nullptr)(CL_MEM_SIZE, sizeof size, &size, nullptr), CL_INVALID_MEM_OBJECT);
}

TEST_F(ClGetMemObjectInfo, RefusesHandlesOfOtherKinds) {
  size_t size = 0;
  EXPECT_EQ(of(as<cl_mem>(device()))(CL_MEM_SIZE, sizeof size, &size, nullptr),
            CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
