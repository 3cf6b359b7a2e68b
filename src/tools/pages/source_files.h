// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of the files that debug lines name.
#ifndef WEFT_TOOLS_PAGES_SOURCE_FILES_H
#define WEFT_TOOLS_PAGES_SOURCE_FILES_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

class SourceFilesOnPage {
public:
  // Of a program, text or SPIR-V module, that was read from `path`.
  SourceFilesOnPage(const std::string &path, const std::string &program);

  struct File {
    std::string name;
    std::optional<std::string> text; // none: it is not there to be read
  };
  // The number of a file that lines call so; the same for the same.
  uint32_t numberOf(const std::string &name);
  const std::vector<File> &all() const { return files; }

private:
  File read(const std::string &name) const;

  std::string folder; // of the program, with its slash
  bool is_text;
  std::map<std::string, std::string> inside; // texts that a module has in itself
  std::vector<File> files;
  std::map<std::string, uint32_t> numbers;
};

} // namespace weft
#endif
