// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One page, which needs nothing from elsewhere and runs no script.
#include "check/collector.h"

#include <nlohmann/json.hpp>

namespace weft::check {

// What is no UTF-8 becomes U+FFFD.
static std::string utf8(std::string_view text) {
  using Json = nlohmann::json;
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace))
      .get<std::string>();
}

static std::string escaped(std::string_view text) {
  std::string result;
  for (char c : utf8(text))
    switch (c) {
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '&':
      result += "&amp;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      // Controls are no characters of HTML.
      result += uint8_t(c) >= ' ' || c == '\t' || c == '\n' ? c : '?';
    }
  return result;
}

static constexpr const char *style = R"(
  :root { color-scheme: light dark; --line: #8884; --error: #c22; --warning: #a60; }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
  article { border: 1px solid var(--line); border-left: 4px solid var(--error); border-radius: 4px;
            margin: 1rem 0; padding: .5rem 1rem; overflow-wrap: anywhere; }
  article.warning { border-left-color: var(--warning); }
  h2 { font-size: 1.1rem; margin: 0; }
  .kind, .count { border: 1px solid var(--line); border-radius: 1rem; font-size: .8rem;
                  font-weight: normal; padding: 0 .6rem; }
  pre { background: #8882; border-radius: 4px; overflow-x: auto; padding: .5rem; }
  ul { margin: .5rem 0; padding-left: 1.2rem; }
)";

static std::string code(const Site &site) {
  std::string html = "<p><code>" + escaped(site.file);
  if (site.line)
    html += ':' + std::to_string(site.line);
  html += "</code></p>\n";
  if (site.text.empty())
    return html;
  html += "<pre>" + escaped(site.text) + '\n';
  if (site.column) {
    for (uint32_t i = 0; i + 1 < site.column && i < site.text.size(); ++i)
      html += site.text[i] == '\t' ? '\t' : ' ';
    html += '^';
  }
  return html + "</pre>\n";
}

std::string asHtml(const std::vector<Finding> &findings) {
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<title>Weft: what checks have found</title>\n<style>";
  html += std::string(style) + "</style>\n</head>\n<body>\n<h1>What checks have found</h1>\n";
  html += "<p>" + std::to_string(findings.size()) +
          (findings.size() == 1 ? " report" : " different reports") + "</p>\n";
  for (const Finding &finding : findings) {
    html += finding.warning ? "<article class=\"warning\">\n" : "<article>\n";
    html += "<h2>" + escaped(finding.message) + " <span class=\"kind\">" +
            escaped(nameOf(finding.kind)) + "</span>";
    if (finding.count > 1)
      html += " <span class=\"count\">" + std::to_string(finding.count) + " times</span>";
    html += "</h2>\n";
    if (!finding.site.file.empty())
      html += code(finding.site);
    html += "<ul>\n";
    for (const std::string &line : finding.notes)
      html += "<li>" + escaped(line) + "</li>\n";
    html += "</ul>\n";
    if (!finding.other_site.text.empty())
      html += code(finding.other_site);
    html += "</article>\n";
  }
  return html + "</body>\n</html>\n";
}

} // namespace weft::check
