// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SARIF 2.1.0 (OASIS): one run, the kinds as its rules, a result for each finding.
#include "check/collector.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace weft::check {

using Json = nlohmann::ordered_json;

// As a URI reference (RFC 3986): what is no unreserved character, or `/`, is written by its number.
static std::string uriOf(const std::string &path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    char escape[4];
    std::snprintf(escape, sizeof escape, "%%%02X", unsigned(uint8_t(c)));
    plain ? uri += c : uri += escape;
  }
  return uri;
}

static Json locationOf(const Site &site) {
  Json physical = {{"artifactLocation", {{"uri", uriOf(site.file)}}}};
  if (site.line) {
    Json &region = physical["region"] = {{"startLine", site.line}};
    if (site.column)
      region["startColumn"] = site.column;
    if (!site.text.empty())
      region["snippet"] = {{"text", site.text}};
  }
  return {{"physicalLocation", std::move(physical)}};
}

static Json resultOf(const Finding &finding) {
  std::string message = finding.message;
  for (const std::string &line : finding.notes)
    message += '\n' + line;
  // Of what no kernel does, the place is the application's.
  const Site call = {finding.call_file, finding.call_line, 0, ""};
  const Site &site = finding.site.file.empty() ? call : finding.site;
  Json location = Json::object();
  if (!site.file.empty())
    location = locationOf(site);
  if (!finding.kernel.empty())
    location["logicalLocations"] =
        Json::array({Json{{"name", finding.kernel}, {"kind", "function"}}});
  Json result = {{"ruleId", nameOf(finding.kind)},
                 {"ruleIndex", unsigned(finding.kind)},
                 {"level", finding.warning ? "warning" : "error"},
                 {"message", {{"text", message}}},
                 {"locations", Json::array()}};
  if (!location.empty())
    result["locations"].push_back(std::move(location));
  if (!finding.other_site.file.empty()) {
    Json other = locationOf(finding.other_site);
    other["message"] = {{"text", "the other access"}};
    result["relatedLocations"] = Json::array({std::move(other)});
  }
  result["occurrenceCount"] = finding.count;
  return result;
}

std::string asSarif(const std::vector<Finding> &findings) {
  Json rules = Json::array(), results = Json::array();
  for (size_t i = 0; i < std::size(kind_names); ++i)
    rules.push_back({{"id", kind_names[i]}, {"shortDescription", {{"text", describe(Kind(i))}}}});
  for (const Finding &finding : findings)
    results.push_back(resultOf(finding));
  const Json driver = {{"name", "Weft"}, {"version", WEFT_VERSION}, {"rules", std::move(rules)}};
  const Json run = {{"tool", {{"driver", driver}}},
                    {"columnKind", "unicodeCodePoints"},
                    {"results", std::move(results)}};
  const Json log = {{"$schema",
                     "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                     "sarif-schema-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({run})}};
  // What is no UTF-8 becomes U+FFFD.
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace weft::check
