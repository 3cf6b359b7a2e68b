// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "producers.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace weft::spirv_test {

// What `command` makes of a file with the text: it reads `source`, and writes m.spv beside it.
static std::string produce(const std::string &text, const char *source, std::string command,
                           std::string &failure) {
  char folder[] = "/tmp/weft-spirv-XXXXXX";
  if (!mkdtemp(folder)) {
    failure = "mkdtemp failed";
    return {};
  }
  const std::string base = std::string(folder) + "/";
  auto contents = [&](const char *name) {
    std::ifstream file(base + name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  std::ofstream(base + source) << text;
  command += " -o " + base + "m.spv " + base + source + " >" + base + "log 2>&1";
  const bool done = std::system(command.c_str()) == 0;
  const std::string module = done ? contents("m.spv") : std::string();
  failure = done ? std::string() : command + "\n" + contents("log") + text;
  for (const char *name : {source, "m.spv", "log"})
    unlink((base + name).c_str());
  rmdir(folder);
  return module;
}

std::string assemble(const std::string &text, std::string &failure, const char *version) {
  return produce(text, "m.spvasm", std::string(WEFT_SPIRV_AS) + " --target-env spv" + version,
                 failure);
}

std::string compileToSpirv(const std::string &clang, const std::string &source,
                           const std::string &options, std::string &failure) {
  return produce(source, "m.cl",
                 clang + " --target=spirv64-unknown-unknown -fno-strict-aliasing -w " + options +
                     " -c",
                 failure);
}

} // namespace weft::spirv_test
