// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libdw is not linked: a driver is to need nothing but the C library, and a program that is not
// checked should not see it. So what is used of it is declared here, as elfutils documents it.
#include "check/symbols.h"

#include "support/fork_safe_mutex.h"

#include <cstdlib>
#include <cxxabi.h>
#include <dlfcn.h>
#include <mutex>
#include <unistd.h>

namespace weft::check {

namespace {

struct Dwfl;
struct DwflModule;
struct DwflLine;
struct DwflCallbacks {
  void *find_elf;
  void *find_debuginfo;
  void *section_address;
  char **debuginfo_path;
};

// Debug information that lies elsewhere is not looked for: that might ask a server.
int findNoDebugInfo() { return -1; }

class Symbols {
public:
  Symbols() {
    library = dlopen("libdw.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (!library)
      return;
    const bool all = load(begin, "dwfl_begin") && load(report, "dwfl_linux_proc_report") &&
                     load(report_begin, "dwfl_report_begin_add") &&
                     load(report_end, "dwfl_report_end") && load(module_of, "dwfl_addrmodule") &&
                     load(name_of, "dwfl_module_addrname") && load(line_of, "dwfl_module_getsrc") &&
                     load(line_info, "dwfl_lineinfo");
    callbacks.find_elf = dlsym(library, "dwfl_linux_proc_find_elf");
    callbacks.find_debuginfo = reinterpret_cast<void *>(&findNoDebugInfo);
    if (all && callbacks.find_elf)
      session = begin(&callbacks);
    if (session)
      readModules();
  }

  void complete(const void *address, HostFrame &frame) {
    if (!session)
      return;
    std::lock_guard lock(mutex);
    const auto at = reinterpret_cast<uintptr_t>(address);
    DwflModule *module = module_of(session, at);
    if (!module) { // loaded since
      report_begin(session);
      readModules();
      module = module_of(session, at);
    }
    if (!module)
      return;
    if (const char *name = name_of(module, at))
      frame.function = name;
    int line = 0;
    if (DwflLine *found = line_of(module, at))
      if (const char *file = line_info(found, nullptr, &line, nullptr, nullptr, nullptr)) {
        frame.file = file;
        frame.line = line > 0 ? uint32_t(line) : 0;
      }
  }

private:
  template <typename T> bool load(T &function, const char *name) {
    function = reinterpret_cast<T>(dlsym(library, name));
    return function != nullptr;
  }
  void readModules() {
    report(session, getpid());
    report_end(session, nullptr, nullptr);
  }

  void *library = nullptr;
  DwflCallbacks callbacks = {};
  Dwfl *(*begin)(const DwflCallbacks *) = nullptr;
  int (*report)(Dwfl *, pid_t) = nullptr;
  void (*report_begin)(Dwfl *) = nullptr;
  int (*report_end)(Dwfl *, void *, void *) = nullptr;
  DwflModule *(*module_of)(Dwfl *, uint64_t) = nullptr;
  const char *(*name_of)(DwflModule *, uint64_t) = nullptr;
  DwflLine *(*line_of)(DwflModule *, uint64_t) = nullptr;
  const char *(*line_info)(DwflLine *, uint64_t *, int *, int *, uint64_t *, uint64_t *) = nullptr;
  Dwfl *session = nullptr;
  ForkSafeMutex mutex; // guards the session
};

std::string demangled(const std::string &name) {
  int status = 0;
  char *text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string result = text ? text : name;
  std::free(text);
  return result;
}

} // namespace

HostFrame symbolAt(const void *address) {
  // Never destroyed: reports come while the process exits.
  static Symbols &symbols = *new Symbols;
  HostFrame frame;
  if (Dl_info info; dladdr(address, &info) && info.dli_fname) {
    const std::string_view path = info.dli_fname;
    frame.module = path.substr(path.rfind('/') + 1);
    frame.offset =
        reinterpret_cast<uintptr_t>(address) - reinterpret_cast<uintptr_t>(info.dli_fbase);
    if (info.dli_sname)
      frame.function = info.dli_sname;
  }
  symbols.complete(address, frame);
  frame.function = demangled(frame.function);
  return frame;
}

} // namespace weft::check
