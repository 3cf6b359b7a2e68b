// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreatePipe, clGetPipeInfo, and pipes where other memory objects are asked for.
#include "fixture.h"

namespace weft::test {

class ClCreatePipe : public ApiTest {
protected:
  void refuses(cl_context in, cl_mem_flags flags, cl_uint bytes, cl_uint packets, cl_int code,
               const cl_pipe_properties *properties = nullptr) {
    cl_int got = 4711;
    EXPECT_EQ(clCreatePipe(in, flags, bytes, packets, properties, &got), nullptr);
    EXPECT_EQ(got, code);
    EXPECT_EQ(clCreatePipe(in, flags, bytes, packets, properties, nullptr), nullptr);
  }
  Memory makePipe(cl_mem_flags flags = 0, cl_uint bytes = 4, cl_uint packets = 16) {
    cl_int code = 4711;
    Memory made(clCreatePipe(context, flags, bytes, packets, nullptr, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return made;
  }
};

TEST_F(ClCreatePipe, TakesItsFlags) {
  for (cl_mem_flags flags :
       {cl_mem_flags(0), cl_mem_flags(CL_MEM_READ_WRITE), cl_mem_flags(CL_MEM_HOST_NO_ACCESS),
        cl_mem_flags(CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS)})
    EXPECT_TRUE(makePipe(flags));
}

TEST_F(ClCreatePipe, RefusesOtherFlags) {
  for (cl_mem_flags flags :
       {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY,
        CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR, 1 << 30})
    refuses(context, flags, 4, 16, CL_INVALID_VALUE);
}

TEST_F(ClCreatePipe, RefusesBadSizes) {
  const cl_uint most = deviceInfo<cl_uint>(CL_DEVICE_PIPE_MAX_PACKET_SIZE);
  EXPECT_GE(most, 1024u);
  EXPECT_TRUE(makePipe(0, most, 2));
  refuses(context, 0, 0, 16, CL_INVALID_PIPE_SIZE);
  refuses(context, 0, most + 1, 16, CL_INVALID_PIPE_SIZE);
  refuses(context, 0, 4, 0, CL_INVALID_PIPE_SIZE);
  refuses(context, 0, most, UINT32_MAX, CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

TEST_F(ClCreatePipe, RefusesOtherHandlesAndProperties) {
  const cl_pipe_properties none[] = {0};
  refuses(context, 0, 4, 16, CL_INVALID_VALUE, none);
  refuses(nullptr, 0, 4, 16, CL_INVALID_CONTEXT);
  refuses(as<cl_context>(device()), 0, 4, 16, CL_INVALID_CONTEXT);
}

TEST_F(ClCreatePipe, IsWhatItsQueriesSay) {
  Memory pipe = makePipe(0, 12, 100);
  auto query = [&](cl_uint param, size_t size, void *value, size_t *size_ret) {
    return clGetPipeInfo(pipe, param, size, value, size_ret);
  };
  EXPECT_EQ(queryValue<cl_uint>(query, CL_PIPE_PACKET_SIZE), 12u);
  EXPECT_EQ(queryValue<cl_uint>(query, CL_PIPE_MAX_PACKETS), 100u);
  size_t size = 4711;
  EXPECT_EQ(clGetPipeInfo(pipe, CL_PIPE_PROPERTIES, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0u);
  refusesUnknownParameter(query);
  auto memory = [&](cl_uint param, size_t size, void *value, size_t *size_ret) {
    return clGetMemObjectInfo(pipe, param, size, value, size_ret);
  };
  EXPECT_EQ(queryValue<cl_mem_object_type>(memory, CL_MEM_TYPE),
            cl_mem_object_type(CL_MEM_OBJECT_PIPE));
  EXPECT_EQ(queryValue<cl_mem_flags>(memory, CL_MEM_FLAGS),
            cl_mem_flags(CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS));
  EXPECT_EQ(queryValue<cl_context>(memory, CL_MEM_CONTEXT), context);
  EXPECT_EQ(queryValue<void *>(memory, CL_MEM_HOST_PTR), nullptr);
}

TEST_F(ClCreatePipe, OnlyPipesAnswerItsQueries) {
  Memory buffer = makeBuffer();
  cl_uint packet = 4711;
  for (cl_mem none : {cl_mem(buffer), cl_mem(nullptr), as<cl_mem>(device())})
    EXPECT_EQ(clGetPipeInfo(none, CL_PIPE_PACKET_SIZE, sizeof packet, &packet, nullptr),
              CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(packet, 4711u);
}

TEST_F(ClCreatePipe, IsNeitherBufferNorImage) {
  Memory pipe = makePipe();
  int value = 0;
  EXPECT_EQ(clEnqueueReadBuffer(queue, pipe, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueFillBuffer(queue, pipe, &value, 4, 0, 4, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(clEnqueueMapBuffer(queue, pipe, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, &code),
            nullptr);
  EXPECT_EQ(code, CL_INVALID_MEM_OBJECT);
  const cl_buffer_region region = {0, 4};
  EXPECT_EQ(clCreateSubBuffer(pipe, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_MEM_OBJECT);
  size_t size = 0;
  EXPECT_EQ(clGetImageInfo(pipe, CL_IMAGE_WIDTH, sizeof size, &size, nullptr),
            CL_INVALID_MEM_OBJECT);
}

TEST_F(ClCreatePipe, IsAnArgumentOfPipesOnly) {
  Program made = buildProgram("kernel void k(read_only pipe int p, global int *o) {\n"
                              "  read_pipe(p, o); }",
                              "-cl-std=CL3.0");
  cl_int code = 4711;
  Kernel kernel(clCreateKernel(made, "k", &code));
  ASSERT_EQ(code, CL_SUCCESS);
  Memory pipe = makePipe(), buffer = makeBuffer();
  const cl_mem none = nullptr, is_pipe = pipe, is_buffer = buffer;
  Memory foreign(clCreatePipe(otherContext(), 0, 4, 4, nullptr, nullptr));
  const cl_mem is_foreign = foreign;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &is_buffer), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &none), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem) - 1, &is_pipe), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &is_foreign), CL_INVALID_CONTEXT);
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), &is_pipe), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &is_pipe), CL_SUCCESS);
}

TEST_F(ClCreatePipe, ArgumentsSayThatTheyArePipes) {
  Program made = buildProgram("kernel void k(read_only pipe int4 p, write_only pipe float q) {}",
                              "-cl-std=CL3.0 -cl-kernel-arg-info");
  Kernel kernel(clCreateKernel(made, "k", nullptr));
  ASSERT_TRUE(kernel);
  for (cl_uint index : {0u, 1u}) {
    auto query = [&](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetKernelArgInfo(kernel, index, param, size, value, size_ret);
    };
    EXPECT_EQ(queryValue<cl_kernel_arg_type_qualifier>(query, CL_KERNEL_ARG_TYPE_QUALIFIER),
              cl_kernel_arg_type_qualifier(CL_KERNEL_ARG_TYPE_PIPE));
    EXPECT_EQ(queryValue<cl_kernel_arg_access_qualifier>(query, CL_KERNEL_ARG_ACCESS_QUALIFIER),
              cl_kernel_arg_access_qualifier(index ? CL_KERNEL_ARG_ACCESS_WRITE_ONLY
                                                   : CL_KERNEL_ARG_ACCESS_READ_ONLY));
    EXPECT_EQ(queryText(query, CL_KERNEL_ARG_TYPE_NAME), index ? "float" : "int4");
  }
}

} // namespace weft::test
