// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `weftc --trace-page`: the kernels of a timeline that WEFT_TRACE wrote, under the roof of what the
// machine can do.
#ifndef WEFT_TOOLS_PAGES_TRACE_PAGE_H
#define WEFT_TOOLS_PAGES_TRACE_PAGE_H

#include <string>

namespace weft {

// Empty with an `error`, one line, if the file cannot be read or is no such timeline. One that ends
// in the middle, as where the disk was full, counts up to there.
std::string tracePage(const std::string &path, std::string &error);

} // namespace weft
#endif
