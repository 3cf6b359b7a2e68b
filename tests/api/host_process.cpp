// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver is a guest in the process: what it does leaves signals, the environment and the
// floating-point state of the application as they were.
#include "fixture.h"

#include <cfenv>
#include <csignal>
#include <cstdio>
#include <locale>
#include <map>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/wait.h>
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

// ThreadSanitizer ends a child of a process with threads.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WEFT_TEST_NO_FORK 1
#endif
#endif

#ifndef WEFT_TEST_NO_FORK

class HostProcessChild : public HostProcess {
protected:
  // The exit code of a child that runs `body`, which ends the process or returns a code.
  template <typename Body> int child(Body body) {
    fflush(nullptr); // not twice
    const pid_t id = fork();
    if (id == 0)
      _exit(body());
    int status = -1;
    EXPECT_EQ(waitpid(id, &status, 0), id);
    EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
    return WEXITSTATUS(status);
  }
  // What a plain program does from its first call to its result; 0 if that is right.
  static int compute(cl_context context, cl_command_queue queue) {
    const std::vector<int> zeros(Count, 0);
    std::vector<int> got(Count, -1);
    const int pattern = 21;
    Memory buffer(clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, Bytes,
                                 const_cast<int *>(zeros.data()), nullptr));
    if (clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0, Bytes, 0, nullptr,
                            nullptr) != CL_SUCCESS)
      return 2;
    if (clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, Bytes, got.data(), 0, nullptr, nullptr) !=
        CL_SUCCESS)
      return 3;
    return got == std::vector<int>(Count, 21) ? 0 : 4;
  }
};

TEST_F(HostProcessChild, MayUseWhatItsParentMade) {
  work(); // the parent's threads run
  EXPECT_EQ(child([&] { return compute(context, queue); }), 0);
  EXPECT_EQ(compute(context, queue), 0);
}

TEST_F(HostProcessChild, MayMakeItsOwn) {
  work();
  EXPECT_EQ(child([&] {
              cl_device_id id = device();
              Context own(clCreateContext(nullptr, 1, &id, nullptr, nullptr, nullptr));
              Queue own_queue(clCreateCommandQueueWithProperties(own, id, nullptr, nullptr));
              return compute(own, own_queue);
            }),
            0);
}

TEST_F(HostProcessChild, MayBuildAndRunAProgram) {
  work();
  EXPECT_EQ(child([&] {
              const char *source = "__kernel void k(__global int *o) { o[get_global_id(0)] = 5; }";
              Program made(clCreateProgramWithSource(context, 1, &source, nullptr, nullptr));
              if (clBuildProgram(made, 0, nullptr, "", nullptr, nullptr) != CL_SUCCESS)
                return 2;
              Kernel kernel(clCreateKernel(made, "k", nullptr));
              Memory buffer = makeBuffer();
              const cl_mem argument = buffer;
              const size_t global = Count;
              clSetKernelArg(kernel, 0, sizeof argument, &argument);
              if (clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr,
                                         nullptr) != CL_SUCCESS)
                return 3;
              return read(buffer) == std::vector<int>(Count, 5) ? 0 : 4;
            }),
            0);
}

// exit() runs the destructors of all libraries while the driver's threads work.
TEST_F(HostProcessChild, MayExitWithWorkUnderWay) {
  for (int round = 0; round < 5; ++round)
    EXPECT_EQ(child([&]() -> int {
                const int pattern = 1;
                Memory large(clCreateBuffer(context, 0, 64 << 20, nullptr, nullptr));
                for (int i = 0; i < 20; ++i)
                  clEnqueueFillBuffer(queue, large, &pattern, sizeof pattern, 0, 64 << 20, 0,
                                      nullptr, nullptr);
                large.leak();
                exit(7);
              }),
              7);
}

TEST_F(HostProcessChild, MayExitWithCommandsThatNeverRun) {
  EXPECT_EQ(child([&]() -> int {
              Event gate = makeUserEvent();
              clEnqueueMarkerWithWaitList(queue, 1, gate.list(), nullptr);
              gate.leak();
              exit(8);
            }),
            8);
}

// From a callback, which may run on a thread of the driver.
TEST_F(HostProcessChild, MayExitFromACallback) {
  EXPECT_EQ(
      child([&]() -> int {
        std::vector<int> got(Count);
        Memory buffer = makeBuffer();
        Event event;
        clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, Bytes, got.data(), 0, nullptr, event.out());
        clSetEventCallback(event, CL_COMPLETE, [](cl_event, cl_int, void *) { exit(9); }, nullptr);
        clFinish(queue);
        for (;;)
          pause();
      }),
      9);
}

#endif

} // namespace weft::test
