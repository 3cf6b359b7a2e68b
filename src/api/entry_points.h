// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declares every entry point of the driver as weft::api::cl*, hidden, with the type that the
// dispatch table has for it: a definition that differs does not link.
#ifndef WEFT_API_ENTRY_POINTS_H
#define WEFT_API_ENTRY_POINTS_H

#include "api/icd2.h"

#include <CL/cl_ext.h>
#include <CL/cl_icd.h>
#include <type_traits>

namespace weft::api {

// Of the slot: what headers call its type differs from year to year. OpenCL 3.1 has in its core
// what an extension had before.
#define WEFT_ENTRY(name) std::remove_pointer_t<decltype(cl_icd_dispatch::name)> name;
#define WEFT_ABSENT(name)
#define WEFT_NEWER(name) std::remove_pointer_t<name##KHR_fn> name;
#include "weft/entry_points.def"

} // namespace weft::api
#endif
