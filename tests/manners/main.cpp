// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// manners SCENARIO: see CMakeLists.txt.
#include "host.h"

#include <cstring>
#include <unistd.h>

namespace manners {
bool all_is_released = false;
}

// What sanitizers have to be told: most scenarios end the process in the middle of things, and
// forked children start threads.
extern "C" int __lsan_is_turned_off() { return !manners::all_is_released; }
extern "C" const char *__tsan_default_options() { return "die_after_fork=0:report_thread_leaks=0"; }

int main(int argc, char **argv) {
  using namespace manners;
  alarm(180);
  for (const auto *group :
       {&compile_fault_scenarios, &compile_server_scenarios, &ending_scenarios, &fault_scenarios,
        &flat_memory_scenarios, &forking_scenarios, &limit_scenarios, &neighbour_scenarios,
        &no_server_scenarios, &number_scenarios, &process_state_scenarios, &soak_scenarios,
        &tracing_scenarios})
    for (const Scenario &scenario : *group)
      if (argc == 2 && std::strcmp(argv[1], scenario.name) == 0) {
        scenario.run();
        return 0;
      }
  fail("there is no such scenario");
}
