// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clSetProgramReleaseCallback: for programs that have something to do when they go.
#include "fixture.h"

namespace weft::test {

class ClSetProgramReleaseCallback : public ApiTest {
protected:
  static void CL_CALLBACK ignore(cl_program, void *) {}
};

TEST_F(ClSetProgramReleaseCallback, RefusesProgramsWithoutDestructors) {
  Program made = buildProgram();
  EXPECT_EQ(clSetProgramReleaseCallback(made, ignore, nullptr), CL_INVALID_OPERATION);
  cl_bool present = CL_TRUE;
  EXPECT_EQ(clGetProgramInfo(made, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, sizeof present, &present,
                             nullptr),
            CL_SUCCESS);
  EXPECT_EQ(present, cl_bool(CL_FALSE));
}

struct Noted {
  std::vector<int> *log;
  int number;
  const cl_int *written_by_destructor;
};
static void CL_CALLBACK note(cl_program, void *data) {
  auto &noted = *static_cast<Noted *>(data);
  noted.log->push_back(noted.number);
  noted.log->push_back(*noted.written_by_destructor);
}

// The last one that registers is told first; all of them when the destructors have run.
TEST_F(ClSetProgramReleaseCallback, ComesAfterTheDestructorsInReverseOrder) {
  Program made = makeModule("finalizer");
  ASSERT_EQ(clBuildProgram(made, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  for (cl_program_info what :
       {CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT}) {
    cl_bool present = 4711;
    EXPECT_EQ(clGetProgramInfo(made, what, sizeof present, &present, nullptr), CL_SUCCESS);
    EXPECT_EQ(present, cl_bool(CL_TRUE));
  }
  auto *out = static_cast<cl_int *>(
      clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, sizeof(cl_int), 0));
  ASSERT_NE(out, nullptr);
  *out = 0;
  std::vector<int> log;
  Noted first = {&log, 1, out}, second = {&log, 2, out};
  EXPECT_EQ(clSetProgramReleaseCallback(made, nullptr, nullptr), CL_INVALID_VALUE);
  ASSERT_EQ(clSetProgramReleaseCallback(made, note, &first), CL_SUCCESS);
  ASSERT_EQ(clSetProgramReleaseCallback(made, note, &second), CL_SUCCESS);
  Kernel kernel(clCreateKernel(made, "k", nullptr));
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, out), CL_SUCCESS);
  // A launch that waits holds the code when nobody holds the program any more.
  Event gate = makeUserEvent();
  const cl_event before = gate;
  const size_t one = 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, 1, &before, nullptr),
            CL_SUCCESS);
  kernel.reset();
  made.reset();
  EXPECT_TRUE(log.empty());
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(log, (std::vector<int>{2, 42, 1, 42}));
  clSVMFree(context, out);
}

TEST_F(ClSetProgramReleaseCallback, RefusesNull) {
  EXPECT_EQ(clSetProgramReleaseCallback(nullptr, ignore, nullptr), CL_INVALID_PROGRAM);
}

TEST_F(ClSetProgramReleaseCallback, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clSetProgramReleaseCallback(as<cl_program>(device()), ignore, nullptr),
            CL_INVALID_PROGRAM);
}

} // namespace weft::test
