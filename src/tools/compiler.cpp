// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/compiler.h"

#include "cpu/code/compiler_library.h"
#include "cpu/host/host.h"
#include "support/config.h"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <vector>

namespace weft {

Target::Target(const std::string &name, const std::string &more) : cpu(name) {
  if (name == "native") {
    std::string complaint;
    Host host = detectHost(config::cpu(), complaint);
    if (!complaint.empty())
      std::fprintf(stderr, "weftc: WEFT_CPU is ignored: %s\n", complaint.c_str());
    description = host.name + ", " + host.cpu;
    cpu = host.cpu;
    features = host.features;
    tune = host.tune;
  } else if (auto level = targetOfLevel(name)) {
    cpu = level->cpu;
    features = level->features;
  }
  if (!more.empty())
    features += (features.empty() ? "" : ",") + more;
}

std::string Target::shown() const { return description.empty() ? cpu : description; }

// Where the compiler is: in the folder of libraries that belongs to that of this program.
static std::vector<std::string> compilerPlaces() {
  if (const std::string &chosen = config::compiler(); !chosen.empty())
    return {chosen};
  char path[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  if (size <= 0)
    return {};
  const std::string own(path, size_t(size));
  const std::string folder = own.substr(0, own.rfind('/') + 1);
  return {folder + WEFT_LIBRARIES_FROM_TOOLS "/libweft-compiler.so",
          folder + "../lib/libweft-compiler.so"};
}

const Compiler *Compiler::open(std::string &error) {
  static CompilerLibrary library(compilerPlaces());
  static Compiler compiler;
  compiler.interface = library.get(error);
  if (!compiler.interface)
    return nullptr;
  compiler.interface->on_giving_up([](weft_status, const char *reason) {
    std::fprintf(stderr, "weftc: the compiler cannot go on: %s\n", reason);
    std::_Exit(1);
  });
  return &compiler;
}

weft_status Compiler::run(const weft_request &request, Artifact &artifact) const {
  weft_blob bytes = {};
  weft_status status = interface->run(&request, &bytes);
  auto read = deserialize({static_cast<const char *>(bytes.data), bytes.size});
  if (bytes.data)
    interface->free(&bytes);
  if (read)
    artifact = std::move(*read);
  else if (status == WEFT_OK)
    status = WEFT_INTERNAL_ERROR;
  if (!read)
    artifact.log = "error: out of memory\n";
  return status;
}

} // namespace weft
