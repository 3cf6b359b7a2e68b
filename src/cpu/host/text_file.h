// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small text files of the kernel, and the words in them.
#ifndef WEFT_CPU_HOST_TEXT_FILE_H
#define WEFT_CPU_HOST_TEXT_FILE_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

// The whole file, up to 16 MiB; empty if it cannot be read.
std::string readTextFile(const std::string &path);

// The first line without its end; empty if the file cannot be read.
std::string firstLine(const std::string &path);

// Takes the next word, separated by blanks, off the front of `line`; empty at its end.
std::string_view nextWord(std::string_view &line);

// A decimal number and nothing else.
std::optional<uint64_t> parseNumber(std::string_view text);

// for (std::string_view line : Lines(readTextFile(path)))
class Lines {
public:
  explicit Lines(std::string text) : text(std::move(text)) {}

  class Iterator {
  public:
    explicit Iterator(std::string_view rest) : rest(rest) {}
    std::string_view operator*() const { return rest.substr(0, rest.find('\n')); }
    Iterator &operator++() {
      size_t end = rest.find('\n');
      rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
      return *this;
    }
    bool operator!=(const Iterator &other) const { return rest.size() != other.rest.size(); }

  private:
    std::string_view rest;
  };

  Iterator begin() const { return Iterator(text); }
  Iterator end() const { return Iterator({}); }

private:
  std::string text;
};

} // namespace weft
#endif
