// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the environment.
#include "support/config.h"

#include <charconv>
#include <cstdlib>
#include <cstring>

namespace weft::config {

[[maybe_unused]] static Text parse(const char *text, const Text &) { return text; }

static Count parse(const char *text, const Count &fallback) {
  Count value = 0;
  const char *end = text + std::strlen(text);
  auto [rest, error] = std::from_chars(text, end, value);
  return error == std::errc() && rest == end ? value : fallback;
}

template <typename T> static T read(const char *variable, const T &fallback) {
  const char *text = std::getenv(variable);
  return text && *text ? parse(text, fallback) : fallback;
}

#define WEFT_OPTION(getter, variable, type, default_value, doc)                                    \
  const type &getter() {                                                                           \
    /* Never destroyed: workers may still ask while the process exits. */                          \
    static const type &value = *new type(read<type>(variable, default_value));                     \
    return value;                                                                                  \
  }
#include "support/config.def"

} // namespace weft::config
