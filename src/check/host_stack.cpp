// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Return addresses, by the unwinder that is part of the driver.
#include "check/host_stack.h"

#include "check/symbols.h"

#include <algorithm>
#include <cstdio>
#include <dlfcn.h>
#include <link.h>
#include <string_view>
#include <unwind.h>

namespace weft::check {

namespace {

struct Extent {
  uintptr_t first = 0, end = 0;
};

// Where the driver's own code lies.
Extent ownCode() {
  Extent found;
  dl_iterate_phdr(
      [](dl_phdr_info *module, size_t, void *data) {
        Extent extent{UINTPTR_MAX, 0};
        for (unsigned i = 0; i < module->dlpi_phnum; ++i) {
          const ElfW(Phdr) &segment = module->dlpi_phdr[i];
          if (segment.p_type != PT_LOAD)
            continue;
          extent.first = std::min<uintptr_t>(extent.first, module->dlpi_addr + segment.p_vaddr);
          extent.end = std::max<uintptr_t>(extent.end,
                                           module->dlpi_addr + segment.p_vaddr + segment.p_memsz);
        }
        const auto here = reinterpret_cast<uintptr_t>(&ownCode);
        if (here < extent.first || here >= extent.end)
          return 0;
        *static_cast<Extent *>(data) = extent;
        return 1;
      },
      &found);
  return found;
}

struct Walk {
  HostStack stack;
  Extent own;
  bool outside = false;
};

} // namespace

HostStack HostStack::here() {
  static const Extent own = ownCode();
  Walk walk;
  walk.own = own;
  _Unwind_Backtrace(
      [](_Unwind_Context *context, void *data) {
        auto &walk = *static_cast<Walk *>(data);
        // Before the address is where the call is.
        const uintptr_t address = _Unwind_GetIP(context) - 1;
        walk.outside |= address < walk.own.first || address >= walk.own.end;
        if (!walk.outside) {
          walk.stack.entry = reinterpret_cast<const void *>(_Unwind_GetRegionStart(context));
          return _URC_NO_REASON;
        }
        walk.stack.callers[walk.stack.count++] = reinterpret_cast<const void *>(address);
        return walk.stack.count == HostStack::most ? _URC_END_OF_STACK : _URC_NO_REASON;
      },
      &walk);
  return walk.stack;
}

HostPlace lookUp(const HostStack &stack) {
  HostPlace place;
  if (const auto nameOf = entry_name_at.load(std::memory_order_relaxed))
    if (const char *name = nameOf(stack.entry))
      place.entry_point = name;
  for (uint32_t i = 0; i < stack.count; ++i) {
    HostFrame frame = symbolAt(stack.callers[i]);
    if (place.frames.empty() && std::string_view(frame.module).starts_with("libOpenCL.so"))
      continue;
    // What called main() is of no interest.
    if (!place.frames.empty() && std::string_view(frame.module).starts_with("libc.so"))
      break;
    place.frames.push_back(std::move(frame));
    if (place.frames.back().function == "main")
      break;
  }
  return place;
}

std::string describe(const HostFrame &frame) {
  std::string text = frame.function;
  if (frame.line)
    return (text.empty() ? "" : text + " at ") + frame.file + ':' + std::to_string(frame.line);
  char offset[32];
  std::snprintf(offset, sizeof offset, "+0x%llx", (unsigned long long)frame.offset);
  return (text.empty() ? frame.module + offset : text + " in " + frame.module + offset);
}

} // namespace weft::check
