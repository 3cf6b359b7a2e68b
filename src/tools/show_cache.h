// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `weftc --cache`: the driver's cache of compiled programs.
#ifndef WEFT_TOOLS_SHOW_CACHE_H
#define WEFT_TOOLS_SHOW_CACHE_H

namespace weft {

enum class CacheAction { List, Clear, Stat };

// What weftc itself compiles does not show in it. Returns an exit status.
int showCache(CacheAction action);

} // namespace weft
#endif
