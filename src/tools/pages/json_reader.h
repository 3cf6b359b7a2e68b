// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads JSON (RFC 8259) into values that refer to nothing.
#ifndef WEFT_TOOLS_PAGES_JSON_READER_H
#define WEFT_TOOLS_PAGES_JSON_READER_H

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace weft {

struct JsonValue {
  using Object = std::map<std::string, JsonValue, std::less<>>;
  using Array = std::vector<JsonValue>;
  std::variant<std::monostate, bool, double, std::string, Array, Object> value;

  // A member; null if this is no object, or has none of the name.
  const JsonValue *find(std::string_view name) const;
  // A member that is a number or a text, or else what is given.
  double number(std::string_view name, double otherwise = 0) const;
  std::string text(std::string_view name) const;
};

// The value that `text` begins with, which is cut off together with white space after it; none if
// there is none, or one deeper than anybody nests.
std::optional<JsonValue> readJson(std::string_view &text);

} // namespace weft
#endif
