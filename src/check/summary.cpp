// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs when the dynamic linker ends the library: after what the program has registered with
// atexit() and after the destructors of its static objects, which may release what it holds. So
// the library has to stay until then, whatever the ICD loader does.
#include "check/summary.h"

#include "check/collector.h"
#include "check/objects.h"
#include "check/report.h"
#include "support/config.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

namespace weft::check {

static pid_t owner = 0; // written once, before checks are on

void prepareSummary() {
  owner = getpid();
  if (Dl_info info; dladdr(reinterpret_cast<void *>(&prepareSummary), &info))
    dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  prepareReports();
}

[[gnu::destructor]] static void endChecks() {
  if (!anyEnabled())
    return;
  // What a forked child holds is its parent's.
  if (enabled(Kind::Api) && getpid() == owner)
    reportLeaks();
  finishReports();
  if (config::checkExit() && reportCount()) {
    std::fflush(nullptr);
    _exit(int(config::checkExit()));
  }
}

} // namespace weft::check
