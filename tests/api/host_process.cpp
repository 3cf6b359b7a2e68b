// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver is a guest in the process: what it does leaves signals, the environment and the
// floating-point state of the application as they were.
#include "fixture.h"

#include <cfenv>
#include <csignal>
#include <locale>
#include <map>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

namespace weft::test {

class HostProcess : public ApiTest {
protected:
  // A build that succeeds, one that fails, and a launch.
  void work() {
    Program made = buildProgram("__kernel void k(__global int *o) { o[get_global_id(0)] = 3; }");
    Program failing = makeProgram("__kernel void k( {");
    EXPECT_EQ(clBuildProgram(failing, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
    Kernel kernel(clCreateKernel(made, "k", nullptr));
    Memory buffer = makeBuffer();
    const cl_mem argument = buffer;
    const size_t global = Count;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(read(buffer), std::vector<int>(Count, 3));
  }
};

TEST_F(HostProcess, KeepsItsSignalHandlers) {
  auto handlers = [] {
    std::map<int, std::pair<void *, int>> result;
    for (int number = 1; number < NSIG; ++number) {
      struct sigaction action = {};
      if (sigaction(number, nullptr, &action) == 0)
        result[number] = {reinterpret_cast<void *>(action.sa_handler), action.sa_flags};
    }
    return result;
  };
  const auto before = handlers();
  work();
  for (const auto &[number, action] : handlers())
    EXPECT_EQ(action, before.at(number)) << "signal " << number;
}

TEST_F(HostProcess, KeepsItsSignalMaskAndStack) {
  sigset_t before, after;
  stack_t stack_before = {}, stack_after = {};
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  sigaltstack(nullptr, &stack_before);
  work();
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  sigaltstack(nullptr, &stack_after);
  for (int number = 1; number < NSIG; ++number)
    EXPECT_EQ(sigismember(&before, number), sigismember(&after, number)) << number;
  EXPECT_EQ(stack_before.ss_sp, stack_after.ss_sp);
  EXPECT_EQ(stack_before.ss_flags, stack_after.ss_flags);
}

TEST_F(HostProcess, KeepsItsEnvironment) {
  auto variables = [] {
    std::vector<std::string> result;
    for (char **entry = environ; *entry; ++entry)
      result.push_back(*entry);
    return result;
  };
  const auto before = variables();
  work();
  EXPECT_EQ(variables(), before);
}

TEST_F(HostProcess, KeepsItsDirectoryMaskAndLocale) {
  char before[4096] = {}, after[4096] = {};
  ASSERT_NE(getcwd(before, sizeof before), nullptr);
  const mode_t mask = umask(022);
  umask(mask);
  const std::string locale = std::setlocale(LC_ALL, nullptr);
  work();
  ASSERT_NE(getcwd(after, sizeof after), nullptr);
  EXPECT_STREQ(before, after);
  const mode_t mask_after = umask(mask);
  EXPECT_EQ(mask_after, mask);
  EXPECT_EQ(std::setlocale(LC_ALL, nullptr), locale);
}

// A kernel that rounds or flushes otherwise does so on its own.
TEST_F(HostProcess, KeepsItsFloatingPointState) {
  auto state = [] {
    unsigned control = 0;
    asm volatile("stmxcsr %0" : "=m"(control));
    return control & ~0x3fu; // without the flags that any operation may raise
  };
  const unsigned before = state();
  work();
  EXPECT_EQ(state(), before);
  const int mode = std::fegetround();
  ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
  Program made = buildProgram("__kernel void k(__global float *o) {\n"
                              "  o[0] = o[1] + o[2]; o[3] = o[1] / o[4]; }");
  Kernel kernel(clCreateKernel(made, "k", nullptr));
  float values[5] = {0, 1.0f, 0x1p-40f, 0, 3.0f};
  Memory buffer(clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof values, values, nullptr));
  const cl_mem argument = buffer;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  EXPECT_EQ(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), CL_SUCCESS);
  // This thread helps with the launch; the kernel still rounds to nearest.
  EXPECT_EQ(
      clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof values, values, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  std::fesetround(mode);
  EXPECT_EQ(values[0], 1.0f);
  EXPECT_EQ(values[3], 1.0f / 3.0f);
}

} // namespace weft::test
