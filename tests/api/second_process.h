// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A second process that runs one test of this program, with files of the first.
#ifndef WEFT_TESTS_API_SECOND_PROCESS_H
#define WEFT_TESTS_API_SECOND_PROCESS_H

#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace weft::test {

class SecondProcess {
public:
  // Runs the test, which is DISABLED_ for all others. It finds copies of `files` by file().
  SecondProcess(const std::string &test, const std::vector<int> &files) {
    std::string numbers;
    for (int file : files)
      numbers += std::to_string(file) + " ";
    id = fork();
    if (id)
      return;
    for (int file : files)
      fcntl(file, F_SETFD, 0); // stays open in the new program
    setenv("WEFT_TEST_FILES", numbers.c_str(), 1);
    const std::string filter = "--gtest_filter=" + test;
    execl("/proc/self/exe", "second", filter.c_str(), "--gtest_also_run_disabled_tests",
          "--gtest_brief=1", nullptr);
    _exit(99);
  }
  // Of the process: 0 if the test has passed.
  int wait() {
    int status = -1;
    waitpid(id, &status, 0);
    return status;
  }
  // In the second process.
  static int file(size_t index) {
    const char *text = getenv("WEFT_TEST_FILES");
    char *end = const_cast<char *>(text);
    long number = -1;
    for (size_t i = 0; end && i <= index; ++i)
      number = std::strtol(end, &end, 10);
    return int(number);
  }

private:
  pid_t id;
};

} // namespace weft::test
#endif
