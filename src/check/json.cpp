// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/json.h"

#include <cstdio>

namespace weft::check {

// Bytes of the character that begins there; 0 if it is none (RFC 3629: no surrogates, nothing
// longer than it has to be).
static size_t characterBytes(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? uint8_t(text[i]) : 0; };
  const auto follows = [&](size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const uint8_t first = byte(0);
  if (first < 0x80)
    return 1;
  if (first >= 0xc2 && first < 0xe0)
    return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first < 0xf0) {
    const bool good = first == 0xe0 ? byte(1) >= 0xa0 : first == 0xed ? byte(1) < 0xa0 : true;
    return follows(1) && follows(2) && good ? 3 : 0;
  }
  if (first >= 0xf0 && first < 0xf5) {
    const bool good = first == 0xf0 ? byte(1) >= 0x90 : first == 0xf4 ? byte(1) < 0x90 : true;
    return follows(1) && follows(2) && follows(3) && good ? 4 : 0;
  }
  return 0;
}

std::string utf8(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const size_t bytes = characterBytes(text);
    result += bytes ? text.substr(0, bytes) : "\xef\xbf\xbd";
    text.remove_prefix(bytes ? bytes : 1);
  }
  return result;
}

void JsonWriter::begin(std::string_view name) {
  if (!out.empty())
    out += first ? "\n" : ",\n";
  out.append(2 * depth, ' ');
  first = false;
  if (name.empty())
    return;
  quote(name);
  out += ": ";
}

void JsonWriter::open(std::string_view name, char bracket) {
  begin(name);
  out += bracket;
  ++depth;
  first = true;
}

void JsonWriter::close(char bracket) {
  --depth;
  if (!first) {
    out += '\n';
    out.append(2 * depth, ' ');
  }
  out += bracket;
  first = false;
}

void JsonWriter::text(std::string_view name, std::string_view value) {
  begin(name);
  quote(value);
}

void JsonWriter::number(std::string_view name, uint64_t value) {
  begin(name);
  out += std::to_string(value);
}

void JsonWriter::quote(std::string_view value) {
  out += '"';
  for (char c : utf8(value)) {
    if (c == '"' || c == '\\') {
      (out += '\\') += c;
    } else if (uint8_t(c) < ' ' || c == 0x7f) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", unsigned(uint8_t(c)));
      out += escape;
    } else {
      out += c;
    }
  }
  out += '"';
}

} // namespace weft::check
