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

// The table of OpenCL 3.1: that of 3.0, and one more slot, which the system's headers may have,
// too. Loaders that know 3.1 read it where the platform's version says that it is there.
struct DispatchTable {
  cl_icd_dispatch of_headers = {
#define WEFT_ENTRY(name) &api::name,
#define WEFT_ABSENT(name) Absent<decltype(cl_icd_dispatch::name)>::value,
#define WEFT_NEWER(name)
#include "weft/entry_points.def"
  };
  // Of headers that do not have it.
#define WEFT_ENTRY(name)
#define WEFT_ABSENT(name)
#define WEFT_NEWER(name) decltype(&api::name) name = &api::name;
#include "weft/entry_points.def"
};

// Of headers that have it.
template <typename Table> void fillNewerSlots(Table &table) {
#define WEFT_ENTRY(name)
#define WEFT_ABSENT(name)
#define WEFT_NEWER(slot)                                                                           \
  if constexpr (requires { table.slot; })                                                          \
    table.slot = reinterpret_cast<decltype(table.slot)>(&api::slot);                               \
  else                                                                                             \
    static_assert(offsetof(DispatchTable, slot) ==                                                 \
                  offsetof(cl_icd_dispatch, clSetContextDestructorCallback) + sizeof(void *));
#include "weft/entry_points.def"
}

DispatchTable table;

} // namespace

void compose() {
  static std::once_flag once;
  std::call_once(once, [] {
    // ICD 2 is told by these two slots, which no loader calls through a platform's table.
    cl_icd_dispatch &dispatch = table.of_headers;
    dispatch.clGetPlatformIDs =
        reinterpret_cast<decltype(dispatch.clGetPlatformIDs)>(CL_ICD2_TAG_KHR);
    dispatch.clUnloadCompiler =
        reinterpret_cast<decltype(dispatch.clUnloadCompiler)>(CL_ICD2_TAG_KHR);
    fillNewerSlots(dispatch);
    setDispatchTable(&dispatch);
    Platform::setDeviceFactory(&createCpuDevice);
  });
}

} // namespace weft
