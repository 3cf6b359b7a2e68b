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
#include <filesystem>
#include <mutex>
#include <unistd.h>

namespace weft::check {

namespace {

struct Dwfl;
struct DwflModule;
struct Die;
struct Line;
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
                     load(name_of, "dwfl_module_addrname") &&
                     load(next_unit, "dwfl_module_nextcu") && load(has, "dwarf_haspc") &&
                     load(line_in, "dwarf_getsrc_die") && load(file_of, "dwarf_linesrc") &&
                     load(number_of, "dwarf_lineno");
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
    // By going through the units: Clang writes no table that says which of them has an address.
    uint64_t bias = 0;
    for (Die *unit = next_unit(module, nullptr, &bias); unit;
         unit = next_unit(module, unit, &bias)) {
      if (has(unit, at - bias) != 1)
        continue;
      Line *const line = line_in(unit, at - bias);
      int number = 0;
      const char *const file = line ? file_of(line, nullptr, nullptr) : nullptr;
      if (!file || number_of(line, &number) != 0 || number <= 0)
        return;
      frame.file = std::filesystem::path(file).lexically_normal();
      frame.line = uint32_t(number);
      return;
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
  Die *(*next_unit)(DwflModule *, Die *, uint64_t *) = nullptr;
  int (*has)(Die *, uint64_t) = nullptr;
  Line *(*line_in)(Die *, uint64_t) = nullptr;
  const char *(*file_of)(Line *, uint64_t *, uint64_t *) = nullptr;
  int (*number_of)(Line *, int *) = nullptr;
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
