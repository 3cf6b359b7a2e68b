// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/pages/html_page.h"

#include <nlohmann/json.hpp>

#define WEFT_PAGE_FILE(name)                                                                       \
  extern "C" const char weft_page_##name[], weft_page_##name##_end[];                              \
  static std::string_view name() {                                                                 \
    return {weft_page_##name, size_t(weft_page_##name##_end - weft_page_##name)};                  \
  }
WEFT_PAGE_FILE(frame)
WEFT_PAGE_FILE(style)
WEFT_PAGE_FILE(common)
WEFT_PAGE_FILE(explain_facts)
WEFT_PAGE_FILE(explain)
WEFT_PAGE_FILE(trace)
#undef WEFT_PAGE_FILE

namespace weft {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (char c : text)
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    default:
      result += (unsigned char)c < ' ' ? ' ' : c;
    }
  return result;
}

// In a script element, which none of its characters may end. They stand in texts only.
std::string inScript(const nlohmann::ordered_json &data) {
  // What is no UTF-8 becomes U+FFFD.
  const std::string text =
      data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string result;
  for (char c : text)
    switch (c) {
    case '<':
      result += "\\u003c";
      break;
    case '>':
      result += "\\u003e";
      break;
    case '&':
      result += "\\u0026";
      break;
    default:
      result += c;
    }
  return result;
}

std::string scriptOf(PageKind kind) {
  std::string script(common());
  if (kind == PageKind::Trace)
    return script += trace();
  (script += explain_facts()) += explain();
  return script;
}

} // namespace

std::string htmlPage(PageKind kind, std::string_view title, const nlohmann::ordered_json &data) {
  std::string page;
  // What is put in is not looked through again.
  std::string_view rest = frame();
  for (size_t at; (at = rest.find("{{")) != rest.npos;) {
    page += rest.substr(0, at);
    const size_t end = rest.find("}}", at);
    const std::string_view part = rest.substr(at + 2, end - at - 2);
    if (part == "title")
      page += escaped(title);
    else if (part == "style")
      page += style();
    else if (part == "data")
      page += inScript(data);
    else if (part == "script")
      page += scriptOf(kind);
    rest.remove_prefix(end + 2);
  }
  return page += rest;
}

} // namespace weft
