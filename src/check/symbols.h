// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and lines of addresses in the application's code: by elfutils' libdw where it is installed,
// which is loaded when the first report asks; else the names that the dynamic linker knows.
#ifndef WEFT_CHECK_SYMBOLS_H
#define WEFT_CHECK_SYMBOLS_H

#include "check/host_stack.h"

namespace weft::check {

HostFrame symbolAt(const void *address);

} // namespace weft::check
#endif
