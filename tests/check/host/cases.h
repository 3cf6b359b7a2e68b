// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the wrong programs share. A line that a report has to name ends with `// place: NAME`.
#ifndef WEFT_TESTS_CHECK_HOST_CASES_H
#define WEFT_TESTS_CHECK_HOST_CASES_H

#include <CL/cl.h>
#include <vector>

namespace cases {

void ok(cl_int code, const char *what);

// A device, a context whose error callback prints, and a program with the kernels
//   fill(global int *out, int value)    out[i] = value
//   twice(global int *data)             data[i] *= 2
//   first(global const int *in, global int *out)    out[i] = the group's first of in
//   add(global const int *in, global int *out)
// release() gives up all that it has made.
struct Host {
  static constexpr size_t count = 1024, bytes = count * sizeof(int);

  Host();
  cl_command_queue queue(cl_command_queue_properties properties = 0);
  cl_mem buffer(cl_mem_flags flags = CL_MEM_READ_WRITE);
  cl_kernel kernel(const char *name);
  // With arguments: `out` and 1.
  cl_kernel fill(cl_mem out);
  cl_kernel twice(cl_mem data);
  cl_kernel add(cl_mem in, cl_mem out);
  cl_kernel first(cl_mem in, cl_mem out);
  void launch(cl_command_queue queue, cl_kernel kernel, const std::vector<cl_event> &after = {},
              cl_event *event = nullptr, size_t offset = 0);
  void release();

  cl_device_id device = nullptr;
  cl_context context = nullptr;

private:
  cl_program program = nullptr;
  std::vector<cl_command_queue> queues;
  std::vector<cl_mem> buffers;
  cl_kernel ofTwo(const char *name, cl_mem in, cl_mem out);
  std::vector<cl_kernel> kernels;
};

struct Case {
  const char *name;
  void (*run)();
};
// Wrong use of the API; commands that race; commands that do not; memory that must not be used.
extern const std::vector<Case> api_cases, race_cases, order_cases, memory_cases;

} // namespace cases
#endif
