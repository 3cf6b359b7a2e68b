// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A page of one file: style, script and data are in it, and nothing is loaded from elsewhere, which
// its content security policy says to browsers. The parts are files of this folder (pages.S).
#ifndef WEFT_TOOLS_PAGES_HTML_PAGE_H
#define WEFT_TOOLS_PAGES_HTML_PAGE_H

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace weft {

enum class PageKind { Explain, Trace };

// `data`: for the page's script.
std::string htmlPage(PageKind kind, std::string_view title, const nlohmann::ordered_json &data);

} // namespace weft
#endif
