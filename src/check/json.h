// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes JSON, with every comma, indentation and escape in its place.
#ifndef WEFT_CHECK_JSON_H
#define WEFT_CHECK_JSON_H

#include <cstdint>
#include <string>
#include <string_view>

namespace weft::check {

// Text from elsewhere as UTF-8: what is none becomes U+FFFD.
std::string utf8(std::string_view text);

class JsonWriter {
public:
  // Of an object's member, or of an array's element where `name` is empty.
  void beginObject(std::string_view name = {}) { open(name, '{'); }
  void endObject() { close('}'); }
  void beginArray(std::string_view name = {}) { open(name, '['); }
  void endArray() { close(']'); }
  void text(std::string_view name, std::string_view value);
  void number(std::string_view name, uint64_t value);

  const std::string &result() const { return out; }

private:
  void open(std::string_view name, char bracket);
  void close(char bracket);
  void begin(std::string_view name);
  void quote(std::string_view value);

  std::string out;
  size_t depth = 0;
  bool first = true; // of what is open
};

} // namespace weft::check
#endif
