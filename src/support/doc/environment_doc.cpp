// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes docs/environment.md from config.def, to standard output.
#include <cstdio>
#include <string_view>

static const char *typeName(std::string_view type) { return type == "Count" ? "number" : "text"; }

int main() {
  std::puts(
      "# Environment\n\n"
      "Variables that change what Weft does. Each is read once, at its first use, and none in\n"
      "a process that runs with more rights than its caller has ([security](security.md)). This "
      "page\n"
      "is written from `src/support/config.def` by `ninja environment-doc`.\n\n"
      "| variable | type | default | meaning |\n"
      "|---|---|---|---|");
#define WEFT_OPTION(getter, variable, type, default_value, doc)                                    \
  {                                                                                                \
    std::string_view text = #default_value;                                                        \
    std::printf("| `%s` | %s | %s | %s |\n", variable, typeName(#type),                            \
                text == "\"\"" ? "empty" : text.data(), doc);                                      \
  }
#include "support/config.def"
}
