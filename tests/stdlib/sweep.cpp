// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sweep.h"

namespace weft {

void Batch::addKernel(const std::string &kernel, const std::string &expression,
                      const std::vector<std::string> &arguments, const std::string &result,
                      int width) {
  std::string suffix = width == 1 ? "" : std::to_string(width);
  std::string parameters, loads;
  char name = 'a';
  for (const std::string &type : arguments) {
    std::string array = std::string("array_") + name;
    parameters += "global const " + type + " *" + array + ", ";
    loads += "  " + type + suffix + " " + name + " = " +
             (width == 1 ? array + "[i]" : "vload" + suffix + "(i, " + array + ")") + ";\n";
    ++name;
  }
  source += "#define N " + suffix + "\n#define R " + result + suffix + "\n";
  source += "kernel void " + kernel + "(" + parameters + "global " + result + " *results) {\n";
  source += "  size_t i = get_global_id(0);\n" + loads;
  source += "  " + result + suffix + " value = " + expression + ";\n";
  source += width == 1 ? "  results[i] = value;\n" : "  vstore" + suffix + "(value, i, results);\n";
  source += "}\n#undef N\n#undef R\n";
}

} // namespace weft
