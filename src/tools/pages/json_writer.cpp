// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/pages/json_writer.h"

#include <cmath>
#include <cstdint>
#include <cstdio>

namespace weft {
namespace {

// Bytes of the character that `text` begins with; 0 if that is none (RFC 3629).
size_t characterSize(std::string_view text) {
  const auto byte = [&](size_t i) { return uint8_t(text[i]); };
  const uint8_t first = byte(0);
  const size_t size = first < 0x80       ? 1
                      : first >> 5 == 6  ? 2
                      : first >> 4 == 14 ? 3
                      : first >> 3 == 30 ? 4
                                         : 0;
  if (size == 0 || size > text.size())
    return 0;
  uint32_t code = size == 1 ? first : first & (0xffu >> (size + 1));
  for (size_t i = 1; i < size; ++i) {
    if (byte(i) >> 6 != 2)
      return 0;
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr uint32_t Least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  return code < Least[size] || code > 0x10ffff || is_surrogate ? 0 : size;
}

} // namespace

void JsonWriter::separate() {
  if (!is_first)
    out += ',';
  is_first = false;
}

void JsonWriter::begin(char bracket) {
  separate();
  out += bracket;
  is_first = true;
}

void JsonWriter::end(char bracket) {
  out += bracket;
  is_first = false;
}

void JsonWriter::plain(std::string_view text) {
  separate();
  out += text;
}

JsonWriter &JsonWriter::operator[](std::string_view name) {
  separate();
  quote(name);
  out += ':';
  is_first = true;
  return *this;
}

void JsonWriter::value(std::string_view text) {
  separate();
  quote(text);
}

void JsonWriter::value(double number) {
  if (!std::isfinite(number))
    return null();
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", number);
  plain(text);
}

void JsonWriter::value(bool is) { plain(is ? "true" : "false"); }

void JsonWriter::quote(std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const size_t size = characterSize(text);
    const char c = text[0];
    if (size == 0) {
      out += "\xef\xbf\xbd";
    } else if (size > 1) {
      out += text.substr(0, size);
    } else if (c == '"' || c == '\\') {
      (out += '\\') += c;
    } else if (uint8_t(c) < ' ' || c == '<' || c == '>' || c == '&' || c == 0x7f) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", unsigned(uint8_t(c)));
      out += escaped;
    } else {
      out += c;
    }
    text.remove_prefix(size ? size : 1);
  }
  out += '"';
}

} // namespace weft
