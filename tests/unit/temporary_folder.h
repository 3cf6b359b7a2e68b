// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A directory of its own for a test, removed with everything in it.
#ifndef WEFT_TESTS_UNIT_TEMPORARY_FOLDER_H
#define WEFT_TESTS_UNIT_TEMPORARY_FOLDER_H

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <stdlib.h>
#include <string>
#include <string_view>

namespace weft {

class TemporaryFolder {
public:
  TemporaryFolder() : path((std::filesystem::temp_directory_path() / "weft-test-XXXXXX").string()) {
    if (!mkdtemp(path.data()))
      throw std::runtime_error("cannot make " + path);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }

  // Writes a file, with the folders above it. `name` starts with a slash.
  void write(const std::string &name, std::string_view text) const {
    std::filesystem::create_directories(std::filesystem::path(path + name).parent_path());
    std::ofstream(path + name, std::ios::binary) << text;
  }
  bool empty() const { return std::filesystem::is_empty(path); }

  std::string path;
};

} // namespace weft
#endif
