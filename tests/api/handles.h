// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Owners of handles, so that a failing test leaks nothing into the next.
#ifndef WEFT_TESTS_API_HANDLES_H
#define WEFT_TESTS_API_HANDLES_H

#include <CL/cl.h>
#include <utility>

namespace weft::test {

inline cl_int retain(cl_context handle) { return clRetainContext(handle); }
inline cl_int retain(cl_command_queue handle) { return clRetainCommandQueue(handle); }
inline cl_int retain(cl_mem handle) { return clRetainMemObject(handle); }
inline cl_int retain(cl_program handle) { return clRetainProgram(handle); }
inline cl_int retain(cl_kernel handle) { return clRetainKernel(handle); }
inline cl_int retain(cl_event handle) { return clRetainEvent(handle); }
inline cl_int retain(cl_sampler handle) { return clRetainSampler(handle); }
inline cl_int release(cl_context handle) { return clReleaseContext(handle); }
inline cl_int release(cl_command_queue handle) { return clReleaseCommandQueue(handle); }
inline cl_int release(cl_mem handle) { return clReleaseMemObject(handle); }
inline cl_int release(cl_program handle) { return clReleaseProgram(handle); }
inline cl_int release(cl_kernel handle) { return clReleaseKernel(handle); }
inline cl_int release(cl_event handle) { return clReleaseEvent(handle); }
inline cl_int release(cl_sampler handle) { return clReleaseSampler(handle); }

// Owns one reference of the application.
template <typename H> class Owned {
public:
  Owned() = default;
  explicit Owned(H handle) : handle(handle) {}
  Owned(Owned &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  Owned &operator=(Owned other) noexcept {
    std::swap(handle, other.handle);
    return *this;
  }
  ~Owned() { reset(); }
  operator H() const { return handle; }
  // Where a call is to put a new handle.
  H *out() {
    reset();
    return &handle;
  }
  // For wait lists.
  const H *list() const { return &handle; }
  H leak() { return std::exchange(handle, nullptr); }
  void reset() {
    if (handle)
      release(std::exchange(handle, nullptr));
  }

private:
  H handle = nullptr;
};

using Context = Owned<cl_context>;
using Queue = Owned<cl_command_queue>;
using Memory = Owned<cl_mem>;
using Program = Owned<cl_program>;
using Kernel = Owned<cl_kernel>;
using Event = Owned<cl_event>;
using Sampler = Owned<cl_sampler>;

} // namespace weft::test
#endif
