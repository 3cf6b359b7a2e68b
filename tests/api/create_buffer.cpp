// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateBuffer.
#include "fixture.h"

namespace weft::test {

class ClCreateBuffer : public ApiTest {
protected:
  void refuses(cl_context in, cl_mem_flags flags, size_t size, void *host_ptr, cl_int code) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateBuffer(in, flags, size, host_ptr, &got), nullptr) << flags;
    EXPECT_EQ(got, code) << flags;
    EXPECT_EQ(clCreateBuffer(in, flags, size, host_ptr, nullptr), nullptr) << flags;
  }
};

TEST_F(ClCreateBuffer, TakesEveryAllowedFlag) {
  std::vector<int> data = numbers();
  for (cl_mem_flags device_access : {0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY})
    for (cl_mem_flags host_access :
         {0, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS})
      for (cl_mem_flags pointer :
           {0, CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_ALLOC_HOST_PTR,
            CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR}) {
        const bool takes_data = pointer & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
        cl_int code = 4711;
        Memory made(clCreateBuffer(context, device_access | host_access | pointer, Bytes,
                                   takes_data ? data.data() : nullptr, &code));
        EXPECT_EQ(code, CL_SUCCESS) << (device_access | host_access | pointer);
        EXPECT_TRUE(made);
      }
}

TEST_F(ClCreateBuffer, CopiesTheHostsData) {
  std::vector<int> data = numbers();
  Memory made = makeBuffer(CL_MEM_READ_WRITE, data);
  data.assign(Count, 0);
  EXPECT_EQ(read(made), numbers());
}

TEST_F(ClCreateBuffer, WorksInTheHostsMemory) {
  std::vector<int> data = numbers();
  Memory made(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, Bytes, data.data(), nullptr));
  ASSERT_TRUE(made);
  EXPECT_EQ(read(made), numbers());
  void *mapped =
      clEnqueueMapBuffer(queue, made, CL_TRUE, CL_MAP_READ, 0, Bytes, 0, nullptr, nullptr, nullptr);
  EXPECT_EQ(mapped, data.data());
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, made, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(ClCreateBuffer, RefusesContradictingFlags) {
  std::vector<int> data = numbers();
  refuses(context, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, Bytes, nullptr, CL_INVALID_VALUE);
  refuses(context, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY, Bytes, nullptr, CL_INVALID_VALUE);
  refuses(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, Bytes, nullptr, CL_INVALID_VALUE);
  refuses(context, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, Bytes, nullptr,
          CL_INVALID_VALUE);
  refuses(context, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, Bytes, nullptr, CL_INVALID_VALUE);
  refuses(context, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS, Bytes, nullptr,
          CL_INVALID_VALUE);
  refuses(context, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, Bytes, data.data(),
          CL_INVALID_VALUE);
  refuses(context, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, Bytes, data.data(),
          CL_INVALID_VALUE);
}

TEST_F(ClCreateBuffer, TakesHintsOfOtherVendors) {
  std::vector<int> data = numbers();
  // CL_MEM_USE_PERSISTENT_MEM_AMD, CL_CHANNEL_5_INTELFPGA, CL_MEM_HETEROGENEOUS_INTELFPGA,
  // CL_MEM_FORCE_HOST_MEMORY_INTEL, CL_MEM_ACCESS_FLAGS_UNRESTRICTED_INTEL and
  // CL_MEM_USE_{UNCACHED,CACHED}_CPU_MEMORY_IMG
  for (cl_mem_flags hint : {1 << 6, 5 << 16, 1 << 19, 1 << 20, 1 << 25, 1 << 26, 1 << 27}) {
    SCOPED_TRACE(hint);
    Memory made = makeBuffer(hint | CL_MEM_READ_ONLY, data);
    ASSERT_TRUE(made);
    EXPECT_EQ(read(made), numbers());
    // "Return the flags argument value specified when memobj was created"
    cl_mem_flags flags = 0;
    EXPECT_EQ(clGetMemObjectInfo(made, CL_MEM_FLAGS, sizeof(flags), &flags, nullptr), CL_SUCCESS);
    EXPECT_EQ(flags & (hint | CL_MEM_READ_ONLY), hint | CL_MEM_READ_ONLY);
    const cl_buffer_region region = {0, Bytes};
    Memory part(clCreateSubBuffer(made, hint, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
    EXPECT_TRUE(part);
  }
}

TEST_F(ClCreateBuffer, RefusesUnknownFlags) {
  refuses(context, cl_mem_flags(1) << 40, Bytes, nullptr, CL_INVALID_VALUE);
  // What host_ptr points to is no hint (CL_MEM_EXT_HOST_PTR_QCOM, CL_MEM_USE_GRALLOC_PTR_IMG), nor
  // is protected memory (CL_MEM_PROTECTED_ALLOC_ARM).
  for (cl_mem_flags flag : {cl_mem_flags(1) << 29, cl_mem_flags(1) << 28, cl_mem_flags(1) << 36})
    refuses(context, flag, Bytes, nullptr, CL_INVALID_VALUE);
}

TEST_F(ClCreateBuffer, RefusesSizesOutOfRange) {
  refuses(context, CL_MEM_READ_WRITE, 0, nullptr, CL_INVALID_BUFFER_SIZE);
  const cl_ulong most = deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  refuses(context, CL_MEM_READ_WRITE, most + 1, nullptr, CL_INVALID_BUFFER_SIZE);
  refuses(context, CL_MEM_READ_WRITE, ~size_t(0), nullptr, CL_INVALID_BUFFER_SIZE);
}

TEST_F(ClCreateBuffer, RefusesFlagsThatDoNotFitTheHostPointer) {
  std::vector<int> data = numbers();
  refuses(context, CL_MEM_USE_HOST_PTR, Bytes, nullptr, CL_INVALID_HOST_PTR);
  refuses(context, CL_MEM_COPY_HOST_PTR, Bytes, nullptr, CL_INVALID_HOST_PTR);
  refuses(context, CL_MEM_READ_WRITE, Bytes, data.data(), CL_INVALID_HOST_PTR);
  refuses(context, CL_MEM_ALLOC_HOST_PTR, Bytes, data.data(), CL_INVALID_HOST_PTR);
}

TEST_F(ClCreateBuffer, RefusesNull) {
  refuses(nullptr, CL_MEM_READ_WRITE, Bytes, nullptr, CL_INVALID_CONTEXT);
}

TEST_F(ClCreateBuffer, RefusesHandlesOfOtherKinds) {
  refuses(as<cl_context>(device()), CL_MEM_READ_WRITE, Bytes, nullptr, CL_INVALID_CONTEXT);
}

} // namespace weft::test
