// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ulp_table.h"

#include <cstdio>
#include <fstream>

namespace weft {

void UlpTable::note(const std::string &function, size_t bytes, double limit, double worst) {
  rows[function].cells[bytes / 4] = {true, limit, worst};
}

bool UlpTable::writeInto(const std::string &path) const {
  std::ifstream file(path);
  std::string text(std::istreambuf_iterator<char>(file), {});
  const std::string begin = "<!-- ulp table -->\n", end = "<!-- end of ulp table -->\n";
  size_t from = text.find(begin), to = text.find(end);
  if (!file || from == std::string::npos || to == std::string::npos || to < from) {
    std::fprintf(stderr, "%s: cannot be read or has no place for the table\n", path.c_str());
    return false;
  }
  std::string table =
      "| function | half: limit | measured | float: limit | measured | double: limit | "
      "measured |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const auto &[name, row] : rows) {
    table += "| `" + name + "` |";
    for (const Cell &cell : row.cells) {
      char text[64] = " | |";
      if (cell.there && cell.limit == 0)
        std::snprintf(text, sizeof text, " exact | %s |", cell.worst == 0 ? "exact" : "wrong");
      else if (cell.there)
        std::snprintf(text, sizeof text, " %g | %.2f |", cell.limit, cell.worst);
      table += text;
    }
    table += "\n";
  }
  text.replace(from + begin.size(), to - from - begin.size(), table);
  std::ofstream written(path);
  written << text;
  if (!written.flush()) {
    std::fprintf(stderr, "%s: cannot be written\n", path.c_str());
    return false;
  }
  return true;
}

} // namespace weft
