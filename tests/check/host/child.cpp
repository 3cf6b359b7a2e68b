// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "child.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::check::test {

bool Result::ended(int code) const { return WIFEXITED(status) && WEXITSTATUS(status) == code; }

Result run(const std::string &name, const std::vector<std::string> &variables,
           const std::function<bool(const std::string &)> &stop) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return {};
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    for (const std::string &variable : variables)
      putenv(const_cast<char *>(variable.c_str()));
    execl(CHECK_CASES, CHECK_CASES, name.c_str(), nullptr);
    _exit(97);
  }
  close(ends[1]);
  Result result;
  char part[4096];
  for (ssize_t bytes; (bytes = read(ends[0], part, sizeof part)) > 0;) {
    result.output.append(part, size_t(bytes));
    if (stop && stop(result.output))
      kill(child, SIGKILL);
  }
  close(ends[0]);
  waitpid(child, &result.status, 0);
  return result;
}

std::string placeOf(const std::string &name) {
  for (const char *file :
       {"cases.cpp", "api_cases.cpp", "race_cases.cpp", "order_cases.cpp", "memory_cases.cpp"}) {
    std::ifstream source(std::string(CHECK_SOURCES) + '/' + file);
    std::string line;
    for (int number = 1; std::getline(source, line); ++number)
      if (line.ends_with("// place: " + name))
        return std::string(file) + ':' + std::to_string(number);
  }
  ADD_FAILURE() << "no line is the place " << name;
  return {};
}

size_t reportsIn(const std::string &output) {
  size_t count = 0;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);)
    count += line.starts_with("weft: ") &&
             (line.find("error: ") != line.npos || line.find("warning: ") != line.npos);
  return count;
}

size_t countOf(const std::string &text, const std::string &part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

std::string contentsOf(const std::string &path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace weft::check::test
