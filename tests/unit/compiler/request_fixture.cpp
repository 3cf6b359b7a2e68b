// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "request_fixture.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

namespace weft::test {
namespace {

const weft_compiler_interface_t &compiler() {
  static const weft_compiler_interface_t *interface = [] {
    void *library = dlopen(WEFT_COMPILER_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, "weft_compiler_interface") : nullptr;
    if (!symbol) {
      std::fprintf(stderr, "%s\n", dlerror());
      std::abort();
    }
    return static_cast<const weft_compiler_interface_t *>(symbol);
  }();
  return *interface;
}

} // namespace

Outcome run(weft_request request) {
  weft_blob blob;
  Outcome outcome;
  outcome.status = compiler().run(&request, &blob);
  std::optional<Artifact> artifact = deserialize({static_cast<const char *>(blob.data), blob.size});
  compiler().free(&blob);
  if (!artifact) {
    std::fprintf(stderr, "the compiler returned no artifact\n");
    std::abort();
  }
  outcome.artifact = std::move(*artifact);
  return outcome;
}

weft_status runRaw(const weft_request &request, weft_blob *artifact) {
  return compiler().run(&request, artifact);
}

void onGivingUp(weft_give_up_fn give_up) { compiler().on_giving_up(give_up); }

weft_request request(weft_action action, const char *options) {
  weft_request result = {};
  result.abi_version = WEFT_COMPILER_ABI_VERSION;
  result.action = action;
  result.options = options;
  result.cpu = "x86-64";
  result.features = "";
  result.extra_options = "";
  return result;
}

Outcome build(const std::string &source, const char *options) {
  weft_request r = request(WEFT_ACTION_BUILD, options);
  r.source = {source.data(), source.size()};
  return run(r);
}

Outcome compile(const std::string &source, const char *options, const Headers &headers) {
  weft_request r = request(WEFT_ACTION_COMPILE, options);
  r.source = {source.data(), source.size()};
  std::vector<weft_header> list;
  for (const auto &[name, text] : headers)
    list.push_back({name.c_str(), {text.data(), text.size()}});
  r.headers = list.data();
  r.num_headers = list.size();
  return run(r);
}

Outcome linkProgram(const std::vector<std::string> &irs, const char *options) {
  weft_request r = request(WEFT_ACTION_LINK, options);
  std::vector<weft_blob> list;
  for (const std::string &ir : irs)
    list.push_back({ir.data(), ir.size()});
  r.inputs = list.data();
  r.num_inputs = list.size();
  return run(r);
}

LoadedCode::LoadedCode(const std::string &elf) {
  file = memfd_create("weft-test", MFD_CLOEXEC);
  if (file < 0 || write(file, elf.data(), elf.size()) != ssize_t(elf.size())) {
    error = "cannot write the code to memory";
    return;
  }
  handle = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    error = dlerror();
}

LoadedCode::~LoadedCode() {
  if (handle)
    dlclose(handle);
  if (file >= 0)
    close(file);
}

void *LoadedCode::find(const std::string &symbol) const {
  return handle ? dlsym(handle, symbol.c_str()) : nullptr;
}

} // namespace weft::test
