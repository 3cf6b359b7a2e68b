// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SARIF 2.1.0 (OASIS): one run, the kinds as its rules, a result for each finding.
#include "check/collector.h"
#include "check/json.h"

#include <cstdio>

namespace weft::check {

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

static void writeLocation(JsonWriter &out, const std::string &file, uint32_t line, uint32_t column,
                          const std::string &text, const std::string &kernel,
                          const std::string &message) {
  out.beginObject();
  if (!file.empty()) {
    out.beginObject("physicalLocation");
    out.beginObject("artifactLocation");
    out.text("uri", uriOf(file));
    out.endObject();
    if (line) {
      out.beginObject("region");
      out.number("startLine", line);
      if (column)
        out.number("startColumn", column);
      if (!text.empty()) {
        out.beginObject("snippet");
        out.text("text", text);
        out.endObject();
      }
      out.endObject();
    }
    out.endObject();
  }
  if (!kernel.empty()) {
    out.beginArray("logicalLocations");
    out.beginObject();
    out.text("name", kernel);
    out.text("kind", "function");
    out.endObject();
    out.endArray();
  }
  if (!message.empty()) {
    out.beginObject("message");
    out.text("text", message);
    out.endObject();
  }
  out.endObject();
}

static void writeResult(JsonWriter &out, const Finding &finding) {
  out.beginObject();
  out.text("ruleId", nameOf(finding.kind));
  out.number("ruleIndex", uint64_t(finding.kind));
  out.text("level", finding.warning ? "warning" : "error");
  out.beginObject("message");
  std::string message = finding.message;
  for (const std::string &line : finding.notes)
    message += '\n' + line;
  out.text("text", message);
  out.endObject();
  // Of what no kernel does, the place is the application's.
  const bool in_kernel = !finding.site.file.empty();
  out.beginArray("locations");
  if (in_kernel)
    writeLocation(out, finding.site.file, finding.site.line, finding.site.column, finding.site.text,
                  finding.kernel, {});
  else if (!finding.call_file.empty() || !finding.kernel.empty())
    writeLocation(out, finding.call_file, finding.call_line, 0, {}, finding.kernel, {});
  out.endArray();
  if (!finding.other_site.file.empty()) {
    out.beginArray("relatedLocations");
    writeLocation(out, finding.other_site.file, finding.other_site.line, finding.other_site.column,
                  finding.other_site.text, {}, "the other access");
    out.endArray();
  }
  out.number("occurrenceCount", finding.count);
  out.endObject();
}

std::string asSarif(const std::vector<Finding> &findings) {
  JsonWriter out;
  out.beginObject();
  out.text("$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                      "sarif-schema-2.1.0.json");
  out.text("version", "2.1.0");
  out.beginArray("runs");
  out.beginObject();
  out.beginObject("tool");
  out.beginObject("driver");
  out.text("name", "Weft");
  out.text("version", WEFT_VERSION);
  out.beginArray("rules");
  for (size_t i = 0; i < std::size(kind_names); ++i) {
    out.beginObject();
    out.text("id", kind_names[i]);
    out.beginObject("shortDescription");
    out.text("text", describe(Kind(i)));
    out.endObject();
    out.endObject();
  }
  out.endArray();
  out.endObject();
  out.endObject();
  out.text("columnKind", "unicodeCodePoints");
  out.beginArray("results");
  for (const Finding &finding : findings)
    writeResult(out, finding);
  out.endArray();
  out.endObject();
  out.endArray();
  out.endObject();
  return out.result() + '\n';
}

} // namespace weft::check
