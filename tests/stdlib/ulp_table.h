// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of greatest errors in docs/builtins.md.
#ifndef WEFT_TESTS_STDLIB_ULP_TABLE_H
#define WEFT_TESTS_STDLIB_ULP_TABLE_H

#include <array>
#include <map>
#include <string>

namespace weft {

class UlpTable {
public:
  /// `bytes`: of the type.
  void note(const std::string &function, size_t bytes, double limit, double worst);

  /// Replaces what stands between the lines "<!-- ulp table -->" and "<!-- end of ulp table -->".
  /// False, with a line on stderr, if the file cannot be read, written, or has no such lines.
  bool writeInto(const std::string &path) const;

private:
  struct Cell {
    bool there = false;
    double limit = 0, worst = 0;
  };
  struct Row {
    std::array<Cell, 3> cells; // half, float, double
  };
  std::map<std::string, Row> rows;
};

} // namespace weft
#endif
