// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses of buffers (cl_ext_buffer_device_address).
#include "extension_functions.h"
#include "fixture.h"

namespace weft::test {

class BufferDeviceAddress : public ApiTest {
protected:
  using Address = cl_mem_device_address_ext;

  Memory addressed(cl_context in, cl_mem_properties wanted = CL_TRUE) {
    const cl_mem_properties properties[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, wanted, 0};
    cl_int code = 4711;
    std::vector<int> initial = numbers();
    Memory buffer(clCreateBufferWithProperties(in, properties, CL_MEM_COPY_HOST_PTR, Bytes,
                                               initial.data(), &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return buffer;
  }
  static Query infoOf(cl_mem buffer) {
    return [buffer](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetMemObjectInfo(buffer, param, size, value, size_ret);
    };
  }
  static Address addressOf(cl_mem buffer) {
    return queryValue<Address>(infoOf(buffer), CL_MEM_DEVICE_ADDRESS_EXT);
  }
  static void hasNoAddress(cl_mem memory) {
    Address address = 1;
    EXPECT_EQ(
        clGetMemObjectInfo(memory, CL_MEM_DEVICE_ADDRESS_EXT, sizeof address, &address, nullptr),
        CL_INVALID_OPERATION);
    EXPECT_EQ(address, 1u);
  }
  void launch(cl_kernel kernel, size_t items) {
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
  }

  const ExtensionFunctions cl;
};

TEST_F(BufferDeviceAddress, IsReported) {
  EXPECT_NE((" " + deviceText(CL_DEVICE_EXTENSIONS) + " ").find(" cl_ext_buffer_device_address "),
            std::string::npos);
}

TEST_F(BufferDeviceAddress, IsWhatKernelsSee) {
  Program program = buildProgram("__kernel void k(__global int *in, __global ulong *out) {\n"
                                 "  out[0] = (ulong)in;\n"
                                 "}");
  Kernel kernel(clCreateKernel(program, "k", nullptr));
  Memory buffer = addressed(context), out = makeBuffer();
  const cl_mem arguments[] = {buffer, out};
  for (cl_uint i = 0; i < 2; ++i)
    ASSERT_EQ(clSetKernelArg(kernel, i, sizeof(cl_mem), &arguments[i]), CL_SUCCESS);
  launch(kernel, 1);
  Address seen = 0;
  ASSERT_EQ(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof seen, &seen, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(seen, addressOf(buffer));
  EXPECT_EQ(queryArray<cl_mem_properties>(infoOf(buffer), CL_MEM_PROPERTIES),
            (std::vector<cl_mem_properties>{CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0}));
}

TEST_F(BufferDeviceAddress, ThereIsOneForEachDevice) {
  const std::vector<cl_device_id> parts = oneForEachUnit();
  if (parts.size() < 2)
    GTEST_SKIP() << "a device of one unit";
  {
    Context of_parts(
        clCreateContext(nullptr, cl_uint(parts.size()), parts.data(), nullptr, nullptr, nullptr));
    Memory buffer = addressed(of_parts);
    const auto addresses = queryArray<Address>(infoOf(buffer), CL_MEM_DEVICE_ADDRESS_EXT);
    ASSERT_EQ(addresses.size(), parts.size());
    for (Address address : addresses)
      EXPECT_NE(address, 0u);
  }
  for (cl_device_id part : parts)
    clReleaseDevice(part);
}

TEST_F(BufferDeviceAddress, OfASubBufferIsWithinTheWhole) {
  Memory buffer = addressed(context);
  const cl_buffer_region region = {256, 512};
  Memory part(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
  EXPECT_EQ(addressOf(part), addressOf(buffer) + 256);
}

TEST_F(BufferDeviceAddress, IsThatOfTheApplicationsMemory) {
  void *svm = clSVMAlloc(context, CL_MEM_READ_WRITE, Bytes, 0);
  const cl_mem_properties properties[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
  {
    Memory buffer(clCreateBufferWithProperties(context, properties, CL_MEM_USE_HOST_PTR, Bytes, svm,
                                               nullptr));
    EXPECT_EQ(addressOf(buffer), reinterpret_cast<uintptr_t>(svm));
  }
  clSVMFree(context, svm);
}

TEST_F(BufferDeviceAddress, KernelsTakeItAsAnArgument) {
  Memory buffer = addressed(context);
  Kernel kernel = makeKernel("store");
  const int value = 9;
  ASSERT_EQ(cl.clSetKernelArgDevicePointerEXT(kernel, 0, addressOf(buffer) + Bytes / 2),
            CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
  launch(kernel, Count / 2);
  const std::vector<int> got = read(buffer);
  for (size_t i = 0; i < Count; ++i)
    ASSERT_EQ(got[i], i < Count / 2 ? int(i) : 9);
}

TEST_F(BufferDeviceAddress, KernelsFollowItFromMemory) {
  Program program = buildProgram("__kernel void k(__global ulong *at, __global int *out) {\n"
                                 "  out[0] = *(__global int *)at[0];\n"
                                 "}");
  Kernel kernel(clCreateKernel(program, "k", nullptr));
  Memory buffer = addressed(context), table = makeBuffer(), out = makeBuffer();
  Address place = addressOf(buffer) + 7 * sizeof(int);
  ASSERT_EQ(
      clEnqueueWriteBuffer(queue, table, CL_TRUE, 0, sizeof place, &place, 0, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT, sizeof place, &place),
            CL_SUCCESS);
  const cl_mem arguments[] = {table, out};
  for (cl_uint i = 0; i < 2; ++i)
    ASSERT_EQ(clSetKernelArg(kernel, i, sizeof(cl_mem), &arguments[i]), CL_SUCCESS);
  launch(kernel, 1);
  EXPECT_EQ(read(out)[0], 7);
}

TEST_F(BufferDeviceAddress, IsNotThereWhereNobodyAskedForIt) {
  Memory plain = makeBuffer(), not_wanted = addressed(context, CL_FALSE);
  hasNoAddress(plain);
  hasNoAddress(not_wanted);
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  const cl_image_desc desc = {CL_MEM_OBJECT_IMAGE1D, 16, 0, 0, 0, 0, 0, 0, 0, {nullptr}};
  Memory image(clCreateImage(context, 0, &format, &desc, nullptr, nullptr));
  hasNoAddress(image);
}

TEST_F(BufferDeviceAddress, PropertiesAreChecked) {
  const auto refused = [&](std::vector<cl_mem_properties> properties) {
    cl_int code = 4711;
    EXPECT_EQ(clCreateBufferWithProperties(context, properties.data(), 0, Bytes, nullptr, &code),
              nullptr);
    EXPECT_EQ(code, CL_INVALID_PROPERTY);
  };
  refused({CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, 2, 0});
  refused(
      {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0});
  const cl_mem_properties wanted[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  const cl_image_desc desc = {CL_MEM_OBJECT_IMAGE1D, 16, 0, 0, 0, 0, 0, 0, 0, {nullptr}};
  cl_int code = 4711;
  EXPECT_EQ(clCreateImageWithProperties(context, wanted, 0, &format, &desc, nullptr, &code),
            nullptr);
  EXPECT_EQ(code, CL_INVALID_PROPERTY);
}

TEST_F(BufferDeviceAddress, SetKernelArgRefuses) {
  Kernel kernel = makeKernel("reverse"), constants = makeKernel("constants");
  EXPECT_EQ(cl.clSetKernelArgDevicePointerEXT(nullptr, 0, 64), CL_INVALID_KERNEL);
  EXPECT_EQ(cl.clSetKernelArgDevicePointerEXT(kernel, 2, 64), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(cl.clSetKernelArgDevicePointerEXT(kernel, 1, 64), CL_INVALID_ARG_INDEX) << "local";
  EXPECT_EQ(cl.clSetKernelArgDevicePointerEXT(constants, 0, 64), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(cl.clSetKernelArgDevicePointerEXT(kernel, 0, 1), CL_SUCCESS)
      << "not looked into before the kernel is";
}

TEST_F(BufferDeviceAddress, ExecInfoChecksItsValue) {
  Kernel kernel = makeKernel("store");
  const Address list[] = {1, 2};
  const cl_kernel_exec_info what = CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT;
  EXPECT_EQ(clSetKernelExecInfo(kernel, what, sizeof list, list), CL_SUCCESS);
  EXPECT_EQ(clSetKernelExecInfo(kernel, what, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelExecInfo(kernel, what, 7, list), CL_INVALID_VALUE);
  EXPECT_EQ(clSetKernelExecInfo(kernel, what, 8, nullptr), CL_INVALID_VALUE);
}

} // namespace weft::test
