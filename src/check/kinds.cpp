// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What WEFT_CHECK says.
#include "check/kinds.h"

#include "check/summary.h"
#include "support/config.h"

#include <cstdio>
#include <mutex>

namespace weft::check {

namespace {
struct Line {
  std::string_view name;
  bool in_all;
  std::string_view what;
};
constexpr Line lines[] = {
#define WEFT_CHECK_KIND(id, name, in_all, what) {name, in_all, what},
#include "check/kinds.def"
};
} // namespace

std::string_view describe(Kind kind) { return lines[size_t(kind)].what; }

uint32_t parseKinds(std::string_view list, std::string &error) {
  uint32_t kinds = 0;
  while (!list.empty()) {
    const size_t comma = list.find(',');
    std::string_view word = list.substr(0, comma);
    list = comma == list.npos ? std::string_view() : list.substr(comma + 1);
    const bool out = word.starts_with('-');
    const std::string_view name = word.substr(out);
    uint32_t named = 0;
    for (uint32_t i = 0; i < std::size(lines); ++i)
      if (name == lines[i].name || (name == "all" && lines[i].in_all))
        named |= 1u << i;
    kinds = out ? kinds & ~named : kinds | named;
    if (named || word.empty() || !error.empty())
      continue;
    error = "WEFT_CHECK has no kind '" + std::string(name) + "'; there are";
    for (const Line &line : lines)
      (error += ' ').append(line.name) += ',';
    error += " and all";
  }
  return kinds;
}

void start() {
  static std::once_flag once;
  std::call_once(once, [] {
    if (config::check().empty())
      return;
    std::string error;
    const uint32_t kinds = parseKinds(config::check(), error);
    if (!error.empty())
      std::fprintf(stderr, "weft: %s\n", error.c_str());
    if (!kinds)
      return;
    prepareSummary();
    enabled_kinds.store(kinds, std::memory_order_relaxed);
  });
}

} // namespace weft::check
