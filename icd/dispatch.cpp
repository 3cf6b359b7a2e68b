// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dispatch table, and the one place that names the CPU device.
#include "dispatch.h"

#include "api/entry_points.h"
#include "core/platform.h"
#include "cpu/cpu_device.h"

#include <cstddef>
#include <mutex>
#include <tuple>

namespace weft {
namespace {

// Fills the slot of an extension that Weft does not have, so that a program which calls it
// regardless gets an error code instead of jumping to nowhere.
template <typename Function> struct Absent {
  // The platform has no such function type (Direct3D).
  static constexpr Function value = nullptr;
};
template <typename... Args> struct Absent<cl_int (*)(Args...)> {
  static cl_int refuse(Args...) { return CL_INVALID_OPERATION; }
  static constexpr auto value = &refuse;
};
template <typename Result, typename... Args> struct Absent<Result *(*)(Args...)> {
  static Result *refuse(Args... args) {
    // The last parameter of every creator.
    auto errcode_ret = std::get<sizeof...(Args) - 1>(std::tuple<Args...>(args...));
    if (errcode_ret)
      *errcode_ret = CL_INVALID_OPERATION;
    return nullptr;
  }
  static constexpr auto value = &refuse;
};

// The table of OpenCL 3.1: that of 3.0, which the system's headers have, and one more slot. Loaders
// that know 3.1 read it where the platform's version says that it is there.
struct DispatchTable {
  cl_icd_dispatch of_headers = {
#define WEFT_ENTRY(name) &api::name,
#define WEFT_ABSENT(name) Absent<cl_api_##name>::value,
#define WEFT_NEWER(name)
#include "weft/entry_points.def"
  };
#define WEFT_ENTRY(name)
#define WEFT_ABSENT(name)
#define WEFT_NEWER(name) decltype(&api::name) name = &api::name;
#include "weft/entry_points.def"
};
static_assert(offsetof(DispatchTable, clGetKernelSuggestedLocalWorkSize) ==
                  offsetof(cl_icd_dispatch, clSetContextDestructorCallback) + sizeof(void *),
              "the headers are of OpenCL 3.1: its entry points are WEFT_ENTRY now");

DispatchTable table;

} // namespace

void compose() {
  static std::once_flag once;
  std::call_once(once, [] {
    // ICD 2 is told by these two slots, which no loader calls through a platform's table.
    cl_icd_dispatch &dispatch = table.of_headers;
    dispatch.clGetPlatformIDs = reinterpret_cast<cl_api_clGetPlatformIDs>(CL_ICD2_TAG_KHR);
    dispatch.clUnloadCompiler = reinterpret_cast<cl_api_clUnloadCompiler>(CL_ICD2_TAG_KHR);
    setDispatchTable(&dispatch);
    Platform::setDeviceFactory(&createCpuDevice);
  });
}

} // namespace weft
