// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetKernelArgInfo.
#include "fixture.h"

namespace weft::test {

class ClGetKernelArgInfo : public ApiTest {
protected:
  static Query of(cl_kernel kernel, cl_uint index) {
    return [=](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetKernelArgInfo(kernel, index, param, size, value, size_ret);
    };
  }
  void SetUp() override {
    ApiTest::SetUp();
    described = buildProgram("typedef struct { int a; float b; } pair_t;\n"
                             "__kernel void k(__global const float4 *restrict in,\n"
                             "    __constant int *table, __local volatile uint *scratch,\n"
                             "    pair_t by_value, const unsigned char small, __global void *any,\n"
                             "    volatile __global unsigned long *counter) {}\n",
                             "-cl-kernel-arg-info");
    kernel = Kernel(clCreateKernel(described, "k", nullptr));
    ASSERT_TRUE(kernel);
  }
  struct Expected {
    const char *name, *type;
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_type_qualifier qualifiers;
  };
  Program described;
  Kernel kernel;
};

TEST_F(ClGetKernelArgInfo, DescribesEachArgument) {
  const Expected expected[] = {
      {"in", "float4*", CL_KERNEL_ARG_ADDRESS_GLOBAL,
       CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT},
      {"table", "int*", CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST},
      {"scratch", "uint*", CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_TYPE_VOLATILE},
      {"by_value", "pair_t", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
      {"small", "uchar", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
      {"any", "void*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_NONE},
      {"counter", "ulong*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_VOLATILE},
  };
  for (cl_uint i = 0; i < std::size(expected); ++i) {
    const Expected &e = expected[i];
    SCOPED_TRACE(e.name);
    EXPECT_EQ(queryText(of(kernel, i), CL_KERNEL_ARG_NAME), e.name);
    EXPECT_EQ(queryText(of(kernel, i), CL_KERNEL_ARG_TYPE_NAME), e.type);
    EXPECT_EQ(
        queryValue<cl_kernel_arg_address_qualifier>(of(kernel, i), CL_KERNEL_ARG_ADDRESS_QUALIFIER),
        e.address);
    EXPECT_EQ(
        queryValue<cl_kernel_arg_access_qualifier>(of(kernel, i), CL_KERNEL_ARG_ACCESS_QUALIFIER),
        cl_kernel_arg_access_qualifier(CL_KERNEL_ARG_ACCESS_NONE));
    EXPECT_EQ(queryValue<cl_kernel_arg_type_qualifier>(of(kernel, i), CL_KERNEL_ARG_TYPE_QUALIFIER),
              e.qualifiers);
  }
}

TEST_F(ClGetKernelArgInfo, IsEitherWholeOrNotAvailableWithoutTheOption) {
  Kernel plain = makeKernel("store");
  char name[16] = "";
  const cl_int code = clGetKernelArgInfo(plain, 1, CL_KERNEL_ARG_NAME, sizeof name, name, nullptr);
  if (code == CL_SUCCESS)
    EXPECT_STREQ(name, "value");
  else
    EXPECT_EQ(code, CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
}

TEST_F(ClGetKernelArgInfo, RefusesIndicesThatAreNoArguments) {
  size_t size = 0;
  EXPECT_EQ(of(kernel, 7)(CL_KERNEL_ARG_NAME, 0, nullptr, &size), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(of(kernel, ~0u)(CL_KERNEL_ARG_NAME, 0, nullptr, &size), CL_INVALID_ARG_INDEX);
}

TEST_F(ClGetKernelArgInfo, RefusesUnknownParameters) { refusesUnknownParameter(of(kernel, 0)); }

TEST_F(ClGetKernelArgInfo, RefusesNull) {
  size_t size = 0;
  EXPECT_EQ(of(nullptr, 0)(CL_KERNEL_ARG_NAME, 0, nullptr, &size), CL_INVALID_KERNEL);
}

TEST_F(ClGetKernelArgInfo, RefusesHandlesOfOtherKinds) {
  size_t size = 0;
  EXPECT_EQ(of(as<cl_kernel>(device()), 0)(CL_KERNEL_ARG_NAME, 0, nullptr, &size),
            CL_INVALID_KERNEL);
}

} // namespace weft::test
