// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs check_cases as a process of its own.
#ifndef WEFT_TESTS_CHECK_HOST_CHILD_H
#define WEFT_TESTS_CHECK_HOST_CHILD_H

#include <functional>
#include <string>
#include <vector>

namespace weft::check::test {

struct Result {
  int status = 0;     // as of waitpid()
  std::string output; // stderr
  bool ended(int code) const;
};

// With these variables ("NAME=value") beside those of the test. Where `stop` says so of what has
// been written so far, the process is killed.
Result run(const std::string &name, const std::vector<std::string> &variables,
           const std::function<bool(const std::string &)> &stop = nullptr);

// "api_cases.cpp:12": the line that ends with `// place: NAME`.
std::string placeOf(const std::string &name);

// Reports that were printed; the error callback prints others with `told: ` before them.
size_t reportsIn(const std::string &output);

// How often `part` is in `text`.
size_t countOf(const std::string &text, const std::string &part);

std::string contentsOf(const std::string &path);

} // namespace weft::check::test
#endif
