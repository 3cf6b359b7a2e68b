// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads files with the system's calls: streams would read the locale.
#include "cpu/host/text_file.h"

#include <algorithm>
#include <charconv>
#include <fcntl.h>
#include <unistd.h>

namespace weft {

std::string readTextFile(const std::string &path) {
  constexpr size_t MaxBytes = 16 << 20;
  std::string text;
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return text;
  char chunk[4096];
  ssize_t bytes;
  while (text.size() < MaxBytes && (bytes = read(file, chunk, sizeof(chunk))) > 0)
    text.append(chunk, size_t(bytes));
  close(file);
  return text;
}

std::string firstLine(const std::string &path) {
  std::string text = readTextFile(path);
  text.resize(std::min(text.size(), text.find('\n')));
  return text;
}

std::string_view nextWord(std::string_view &line) {
  constexpr std::string_view Blanks = " \t\r";
  line.remove_prefix(std::min(line.size(), line.find_first_not_of(Blanks)));
  std::string_view word = line.substr(0, line.find_first_of(Blanks));
  line.remove_prefix(word.size());
  return word;
}

std::optional<uint64_t> parseNumber(std::string_view text) {
  uint64_t value = 0;
  auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || rest != text.data() + text.size())
    return std::nullopt;
  return value;
}

} // namespace weft
