// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetContextInfo.
#include "fixture.h"

namespace weft::test {

class ClGetContextInfo : public ApiTest {
protected:
  static Query of(cl_context context) {
    return [context](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetContextInfo(context, param, size, value, size_ret);
    };
  }
};

TEST_F(ClGetContextInfo, TellsWhatTheContextWasMadeOf) {
  EXPECT_EQ(queryValue<cl_uint>(of(context), CL_CONTEXT_REFERENCE_COUNT), 1u);
  EXPECT_EQ(queryValue<cl_uint>(of(context), CL_CONTEXT_NUM_DEVICES), 1u);
  EXPECT_EQ(queryArray<cl_device_id>(of(context), CL_CONTEXT_DEVICES),
            std::vector<cl_device_id>{device()});
}

TEST_F(ClGetContextInfo, GivesPropertiesBackAsTheyWere) {
  const cl_context_properties given[] = {CL_CONTEXT_INTEROP_USER_SYNC, CL_FALSE,
                                         CL_CONTEXT_PLATFORM,
                                         reinterpret_cast<cl_context_properties>(platform()), 0};
  cl_device_id id = device();
  Context made(clCreateContext(given, 1, &id, nullptr, nullptr, nullptr));
  ASSERT_TRUE(made);
  EXPECT_EQ(queryArray<cl_context_properties>(of(made), CL_CONTEXT_PROPERTIES),
            std::vector<cl_context_properties>(std::begin(given), std::end(given)));
}

TEST_F(ClGetContextInfo, HasNoPropertiesWhereNoneWereGiven) {
  EXPECT_TRUE(queryArray<cl_context_properties>(of(context), CL_CONTEXT_PROPERTIES).empty());
}

TEST_F(ClGetContextInfo, RefusesUnknownParameters) { refusesUnknownParameter(of(context)); }

TEST_F(ClGetContextInfo, RefusesNull) {
  cl_uint value = 0;
  EXPECT_EQ(clGetContextInfo(nullptr, CL_CONTEXT_NUM_DEVICES, sizeof value, &value, nullptr),
            CL_INVALID_CONTEXT);
}

TEST_F(ClGetContextInfo, RefusesHandlesOfOtherKinds) {
  cl_uint value = 0;
  EXPECT_EQ(clGetContextInfo(as<cl_context>(device()), CL_CONTEXT_NUM_DEVICES, sizeof value, &value,
                             nullptr),
            CL_INVALID_CONTEXT);
}

} // namespace weft::test
