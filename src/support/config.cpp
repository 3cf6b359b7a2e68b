// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the environment; nothing else does.
#include "support/config.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <sys/auxv.h>

namespace weft::config {

bool privileged() { return getauxval(AT_SECURE) != 0; }

static Text parse(const char *text, const Text &) { return text; }

static Count parse(const char *text, const Count &fallback) {
  Count value = 0;
  const char *end = text + std::strlen(text);
  auto [rest, error] = std::from_chars(text, end, value);
  return error == std::errc() && rest == end ? value : fallback;
}

// In a process with more rights than its caller's the environment is the caller's, and what it says
// is not heard: it could name a library to load or a file to overwrite.
template <typename T> static T read(const char *variable, const T &fallback) {
  const char *text = secure_getenv(variable);
  return text && *text ? parse(text, fallback) : fallback;
}

#define WEFT_OPTION(getter, variable, type, default_value, doc)                                    \
  const type &getter() {                                                                           \
    /* Never destroyed: workers may still ask while the process exits. */                          \
    static const type &value = *new type(read<type>(variable, default_value));                     \
    return value;                                                                                  \
  }
#define WEFT_SYSTEM_VARIABLE(getter, variable) WEFT_OPTION(getter, variable, Text, "", "")
#include "support/config.def"

} // namespace weft::config
