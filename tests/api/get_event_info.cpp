// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetEventInfo.
#include "fixture.h"

namespace weft::test {

class ClGetEventInfo : public ApiTest {
protected:
  Query of(cl_event event) {
    return [event](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetEventInfo(event, param, size, value, size_ret);
    };
  }
};

TEST_F(ClGetEventInfo, TellsOfACommand) {
  Event event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  const Query query = of(event);
  EXPECT_EQ(queryValue<cl_command_queue>(query, CL_EVENT_COMMAND_QUEUE), cl_command_queue(queue));
  EXPECT_EQ(queryValue<cl_context>(query, CL_EVENT_CONTEXT), cl_context(context));
  EXPECT_EQ(queryValue<cl_command_type>(query, CL_EVENT_COMMAND_TYPE), cl_uint(CL_COMMAND_MARKER));
  EXPECT_EQ(queryValue<cl_int>(query, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
  EXPECT_EQ(queryValue<cl_uint>(query, CL_EVENT_REFERENCE_COUNT), 1u);
}

TEST_F(ClGetEventInfo, TellsOfAUserEvent) {
  Event event = makeUserEvent();
  const Query query = of(event);
  EXPECT_EQ(queryValue<cl_command_queue>(query, CL_EVENT_COMMAND_QUEUE), nullptr);
  EXPECT_EQ(queryValue<cl_context>(query, CL_EVENT_CONTEXT), cl_context(context));
  EXPECT_EQ(queryValue<cl_command_type>(query, CL_EVENT_COMMAND_TYPE), cl_uint(CL_COMMAND_USER));
  EXPECT_EQ(queryValue<cl_int>(query, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_SUBMITTED);
  EXPECT_EQ(queryValue<cl_uint>(query, CL_EVENT_REFERENCE_COUNT), 1u);
}

TEST_F(ClGetEventInfo, CountsReferencesOfTheApplicationOnly) {
  Event gate = makeUserEvent();
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, gate.list(), nullptr), CL_SUCCESS);
  EXPECT_EQ(queryValue<cl_uint>(of(gate), CL_EVENT_REFERENCE_COUNT), 1u);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(ClGetEventInfo, RefusesUnknownParameters) {
  Event event = makeUserEvent();
  refusesUnknownParameter(of(event));
}

TEST_F(ClGetEventInfo, RefusesNull) {
  cl_int status = 4711;
  EXPECT_EQ(
      clGetEventInfo(nullptr, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
      CL_INVALID_EVENT);
  EXPECT_EQ(status, 4711);
}

TEST_F(ClGetEventInfo, RefusesHandlesOfOtherKinds) {
  cl_int status = 4711;
  EXPECT_EQ(clGetEventInfo(as<cl_event>(device()), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                           &status, nullptr),
            CL_INVALID_EVENT);
  EXPECT_EQ(status, 4711);
}

} // namespace weft::test
