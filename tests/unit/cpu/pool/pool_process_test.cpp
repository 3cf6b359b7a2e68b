// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What fork, exit and dlclose do to a pool; each scenario is a process (pool_process_child.cpp).
#include <cstdio>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>

class PoolProcess : public testing::TestWithParam<const char *> {};

TEST_P(PoolProcess, EndsWell) {
  const std::string command = std::string(WEFT_CHILD_PROGRAM) + " " + GetParam();
  FILE *output = popen(command.c_str(), "r");
  ASSERT_NE(output, nullptr);
  std::string text;
  for (int c; (c = std::fgetc(output)) != EOF;)
    text += char(c);
  const int status = pclose(output);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  if (GetParam() == std::string("print-before-done"))
    EXPECT_EQ(text, "a line of text\na line of text\na line of text\n");
}

INSTANTIATE_TEST_SUITE_P(Scenarios, PoolProcess,
                         testing::Values("exit-while-idle", "exit-while-a-kernel-runs",
                                         "exit-while-others-wait", "exit-while-threads-submit",
                                         "exit-in-done", "exit-in-task", "exit-then-use",
                                         "exit-while-a-kernel-runs-then-use",
                                         "exit-destroys-a-pool", "exit-destroys-a-busy-pool",
                                         "fork-while-idle", "fork-before-start", "fork-while-busy",
                                         "fork-in-task", "print-before-done", "close-library"),
                         [](const auto &info) {
                           std::string name = info.param;
                           for (char &c : name)
                             if (c == '-')
                               c = '_';
                           return name;
                         });
