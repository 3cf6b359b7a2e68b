// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages for whoever sets WEFT_DEBUG; silent otherwise.
#ifndef WEFT_SUPPORT_LOG_H
#define WEFT_SUPPORT_LOG_H

#include <cstdint>

namespace weft {

enum class LogGroup : uint32_t { Api = 1, Build = 2, Device = 4, Cache = 8, Launch = 16 };

bool logEnabled(LogGroup group);

// One line on stderr, "weft: " before it, if the group is enabled. A line is written whole.
[[gnu::format(printf, 2, 3)]] void log(LogGroup group, const char *format, ...);

} // namespace weft
#endif
