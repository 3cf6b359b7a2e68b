// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes JSON that may stand in a script element of an HTML page: no character of it ends the
// element or begins a comment.
#ifndef WEFT_TOOLS_PAGES_JSON_WRITER_H
#define WEFT_TOOLS_PAGES_JSON_WRITER_H

#include <concepts>
#include <string>
#include <string_view>

namespace weft {

class JsonWriter {
public:
  template <typename Fn> void object(Fn members) {
    begin('{');
    members();
    end('}');
  }
  template <typename Fn> void array(Fn elements) {
    begin('[');
    elements();
    end(']');
  }
  template <typename List, typename Fn> void array(const List &list, Fn each) {
    array([&] {
      for (const auto &element : list)
        each(element);
    });
  }
  // The name of a member; its value is to follow.
  JsonWriter &operator[](std::string_view name);

  // What is no UTF-8 becomes a replacement character.
  void value(std::string_view text);
  void value(const char *text) { value(std::string_view(text)); }
  void value(double number); // of what is no number: null
  void value(bool is);
  template <std::integral T> void value(T number) { plain(std::to_string(number)); }
  void null() { plain("null"); }

  const std::string &text() const { return out; }

private:
  void begin(char bracket);
  void end(char bracket);
  void plain(std::string_view text);
  void separate();
  void quote(std::string_view text);

  std::string out;
  bool is_first = true; // of what it stands in
};

} // namespace weft
#endif
