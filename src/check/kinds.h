// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which checks are on: what WEFT_CHECK says. kinds.def lists them.
#ifndef WEFT_CHECK_KINDS_H
#define WEFT_CHECK_KINDS_H

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace weft::check {

enum class Kind : uint8_t {
#define WEFT_CHECK_KIND(id, name, in_all, what) id,
#include "check/kinds.def"
};

constexpr std::string_view kind_names[] = {
#define WEFT_CHECK_KIND(id, name, in_all, what) name,
#include "check/kinds.def"
};

constexpr std::string_view nameOf(Kind kind) { return kind_names[size_t(kind)]; }
std::string_view describe(Kind kind);

constexpr uint32_t bit(Kind kind) { return 1u << uint32_t(kind); }

// A list as WEFT_CHECK has it: names, `all`, and with a minus before it a name that is left out.
// `error` is a line for the user, empty if all is well; what is unknown is left out.
uint32_t parseKinds(std::string_view list, std::string &error);

// Zero unless WEFT_CHECK is set, and until start().
inline std::atomic<uint32_t> enabled_kinds{0};

// Reads WEFT_CHECK, the first time. Whoever makes a context does this first, so that everything
// that is made in it finds what is on in one word.
void start();

inline bool enabled(Kind kind) { return enabled_kinds.load(std::memory_order_relaxed) & bit(kind); }
inline bool anyEnabled() { return enabled_kinds.load(std::memory_order_relaxed) != 0; }

} // namespace weft::check
#endif
