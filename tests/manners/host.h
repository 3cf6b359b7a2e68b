// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the scenarios share: an application's side of OpenCL, and checks that end the process.
#ifndef WEFT_MANNERS_HOST_H
#define WEFT_MANNERS_HOST_H

#include <CL/cl.h>
#include <functional>
#include <string>
#include <vector>

namespace manners {

constexpr int skip_code = 77;

[[noreturn]] void fail(const std::string &what);
// What the scenario needs is not installed.
[[noreturn]] void skip(const std::string &what);

inline void check(bool condition, const std::string &what) {
  if (!condition) [[unlikely]]
    fail(what);
}
inline void ok(cl_int code, const char *what) {
  if (code != CL_SUCCESS) [[unlikely]]
    fail(std::string(what) + ": " + std::to_string(code));
}

// The first device of the platform whose name holds `platform`, a context and a queue. Copies share
// the objects; nothing is released but by release().
struct Host {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

  void openDevice(const char *platform_name = "Weft");
  void openQueue(cl_command_queue_properties properties = 0);
  void release();

  cl_program build(const std::string &source, const char *options = "") const;
  cl_kernel kernel(const std::string &source, const char *name) const;
  cl_mem buffer(size_t bytes) const;
  void launch(cl_kernel kernel, size_t global, size_t local = 0) const;
  // Builds a kernel, runs it on a buffer, checks the result. `salt` makes the program another one.
  void work(int salt = 0) const;
};
Host openHost(const char *platform_name = "Weft");

void setArg(cl_kernel kernel, cl_uint index, size_t size, const void *value);

// A kernel that runs until the process ends, as good as: enqueued on `host`, and running.
void startEndlessKernel(const Host &host);

// Lines of /proc/self/<file>, and entries of the folder /proc/self/<folder>.
std::vector<std::string> processLines(const char *file);
size_t processEntries(const char *folder);
// Whether something of that name is mapped.
bool isMapped(const char *part_of_name);

// The wait status of a child that does `work` and then calls exit(0).
int inChild(const std::function<void()> &work);

// Set by a scenario that holds nothing of OpenCL's any more: then what is left is a leak.
extern bool all_is_released;

struct Scenario {
  const char *name;
  void (*run)();
};
extern const std::vector<Scenario> compile_fault_scenarios, compile_server_scenarios,
    ending_scenarios, fault_scenarios, flat_memory_scenarios, forking_scenarios, limit_scenarios,
    neighbour_scenarios, no_server_scenarios, number_scenarios, process_state_scenarios,
    soak_scenarios, tracing_scenarios;

} // namespace manners
#endif
