// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups of messages, chosen by WEFT_DEBUG.
#include "support/log.h"

#include "support/config.h"

#include <cstdarg>
#include <cstdio>
#include <string>
#include <string_view>

namespace weft {

static uint32_t enabledGroups() {
  uint32_t groups = 0;
  std::string_view rest = config::debug();
  while (!rest.empty()) {
    size_t comma = rest.find(',');
    std::string_view word = rest.substr(0, comma);
    rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 1);
    if (word == "all")
      groups = ~0u;
    else if (word == "api")
      groups |= uint32_t(LogGroup::Api);
    else if (word == "build")
      groups |= uint32_t(LogGroup::Build);
    else if (word == "device")
      groups |= uint32_t(LogGroup::Device);
    else if (word == "cache")
      groups |= uint32_t(LogGroup::Cache);
    else if (word == "launch")
      groups |= uint32_t(LogGroup::Launch);
    else
      std::fprintf(stderr, "weft: WEFT_DEBUG has no group '%.*s'\n", int(word.size()), word.data());
  }
  return groups;
}

bool logEnabled(LogGroup group) {
  static const uint32_t groups = enabledGroups();
  return groups & uint32_t(group);
}

void log(LogGroup group, const char *format, ...) {
  if (!logEnabled(group))
    return;
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = std::vsnprintf(nullptr, 0, format, args);
  va_end(args);
  std::string line(length > 0 ? size_t(length) : 0, '\0');
  std::vsnprintf(line.data(), line.size() + 1, format, again);
  va_end(again);
  std::fprintf(stderr, "weft: %s\n", line.c_str());
}

} // namespace weft
