// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/pages/json_reader.h"

#include <charconv>
#include <cstdint>

namespace weft {
namespace {

constexpr unsigned MostNested = 64;

class Reader {
public:
  explicit Reader(std::string_view &rest) : rest(rest) {}

  bool value(JsonValue &to, unsigned depth = 0) {
    skipSpace();
    if (rest.empty() || depth > MostNested)
      return false;
    switch (rest[0]) {
    case '{':
      return object(to.value.emplace<JsonValue::Object>(), depth);
    case '[':
      return array(to.value.emplace<JsonValue::Array>(), depth);
    case '"':
      return string(to.value.emplace<std::string>());
    case 't':
      to.value = true;
      return take("true");
    case 'f':
      to.value = false;
      return take("false");
    case 'n':
      return take("null");
    default:
      return number(to.value.emplace<double>());
    }
  }

  void skipSpace() {
    const size_t begin = rest.find_first_not_of(" \t\r\n");
    rest.remove_prefix(begin == rest.npos ? rest.size() : begin);
  }

private:
  bool take(std::string_view expected) {
    if (!rest.starts_with(expected))
      return false;
    rest.remove_prefix(expected.size());
    return true;
  }

  // Elements between brackets, with commas between them.
  template <typename Fn> bool list(char closing, Fn element) {
    rest.remove_prefix(1);
    skipSpace();
    if (take({&closing, 1}))
      return true;
    do {
      if (!element())
        return false;
      skipSpace();
    } while (take(","));
    return take({&closing, 1});
  }

  bool object(JsonValue::Object &to, unsigned depth) {
    return list('}', [&] {
      std::string name;
      skipSpace();
      if (!string(name))
        return false;
      skipSpace();
      return take(":") && value(to[name], depth + 1);
    });
  }

  bool array(JsonValue::Array &to, unsigned depth) {
    return list(']', [&] { return value(to.emplace_back(), depth + 1); });
  }

  bool number(double &to) {
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), to);
    if (error != std::errc() || (rest[0] != '-' && (rest[0] < '0' || rest[0] > '9')))
      return false;
    rest.remove_prefix(size_t(end - rest.data()));
    return true;
  }

  bool string(std::string &to) {
    if (!take("\""))
      return false;
    while (!rest.empty()) {
      const char c = rest[0];
      rest.remove_prefix(1);
      if (c == '"')
        return true;
      if (uint8_t(c) < ' ')
        return false;
      if (c != '\\')
        to += c;
      else if (!escaped(to))
        return false;
    }
    return false;
  }

  bool escaped(std::string &to) {
    if (rest.empty())
      return false;
    const char c = rest[0];
    rest.remove_prefix(1);
    static constexpr std::string_view Names = "\"\\/bfnrt", Meanings = "\"\\/\b\f\n\r\t";
    if (const size_t known = Names.find(c); known != Names.npos) {
      to += Meanings[known];
      return true;
    }
    uint32_t code;
    if (c != 'u' || !hex(code))
      return false;
    if (uint32_t low; code >= 0xd800 && code < 0xdc00) {
      if (!take("\\u") || !hex(low) || low < 0xdc00 || low > 0xdfff)
        return false;
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    append(code, to);
    return true;
  }

  bool hex(uint32_t &to) {
    if (rest.size() < 4)
      return false;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + 4, to, 16);
    rest.remove_prefix(4);
    return error == std::errc() && end == rest.data();
  }

  static void append(uint32_t code, std::string &to) {
    if (code < 0x80) {
      to += char(code);
      return;
    }
    const unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static constexpr uint8_t First[] = {0, 0xc0, 0xe0, 0xf0};
    to += char(First[more] | (code >> (6 * more)));
    for (unsigned i = more; i-- > 0;)
      to += char(0x80 | ((code >> (6 * i)) & 0x3f));
  }

  std::string_view &rest;
};

} // namespace

const JsonValue *JsonValue::find(std::string_view name) const {
  auto *object = std::get_if<Object>(&value);
  if (!object)
    return nullptr;
  const auto member = object->find(name);
  return member == object->end() ? nullptr : &member->second;
}

double JsonValue::number(std::string_view name, double otherwise) const {
  const JsonValue *member = find(name);
  auto *number = member ? std::get_if<double>(&member->value) : nullptr;
  return number ? *number : otherwise;
}

std::string JsonValue::text(std::string_view name) const {
  const JsonValue *member = find(name);
  auto *text = member ? std::get_if<std::string>(&member->value) : nullptr;
  return text ? *text : std::string();
}

std::optional<JsonValue> readJson(std::string_view &text) {
  Reader reader(text);
  JsonValue value;
  if (!reader.value(value))
    return std::nullopt;
  reader.skipSpace();
  return value;
}

} // namespace weft
