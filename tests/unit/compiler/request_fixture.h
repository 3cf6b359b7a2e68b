// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requests to the compiler in one line each.
#ifndef WEFT_TESTS_REQUEST_FIXTURE_H
#define WEFT_TESTS_REQUEST_FIXTURE_H

#include "support/artifact.h"
#include "weft/compiler.h"

#include <string>
#include <vector>

namespace weft::test {

struct Outcome {
  weft_status status;
  Artifact artifact;
  bool logHas(std::string_view text) const { return artifact.log.find(text) != std::string::npos; }
};

using Headers = std::vector<std::pair<std::string, std::string>>;

// Through the interface of the library, so that serialisation is part of every test.
Outcome run(weft_request request);
// The same, unread; what is in `artifact` belongs to the compiler.
weft_status runRaw(const weft_request &request, weft_blob *artifact);
void onGivingUp(weft_give_up_fn give_up);
weft_request request(weft_action action, const char *options = "");
Outcome build(const std::string &source, const char *options = "");
Outcome compile(const std::string &source, const char *options = "", const Headers &headers = {});
Outcome linkProgram(const std::vector<std::string> &irs, const char *options = "");

// The artifact's code, mapped; unmapped at the end of the scope.
class LoadedCode {
public:
  explicit LoadedCode(const std::string &elf);
  ~LoadedCode();
  LoadedCode(const LoadedCode &) = delete;
  LoadedCode &operator=(const LoadedCode &) = delete;
  void *find(const std::string &symbol) const;
  std::string error;

private:
  void *handle = nullptr;
  // Open as long as the code is loaded: dlopen takes a file of the same name for the same library.
  int file = -1;
};

} // namespace weft::test
#endif
