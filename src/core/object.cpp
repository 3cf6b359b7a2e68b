// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every handle carries for the loader.
#include "core/object.h"

namespace weft {

static std::atomic<const cl_icd_dispatch *> dispatch_table{nullptr};
static std::atomic<void *> loader_data{nullptr};

void setDispatchTable(const cl_icd_dispatch *table) { dispatch_table = table; }
const cl_icd_dispatch *dispatchTable() { return dispatch_table; }

void setLoaderData(void *data) { loader_data = data; }
void *loaderData() { return loader_data; }

} // namespace weft
