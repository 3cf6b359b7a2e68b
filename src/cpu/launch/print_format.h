// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The output of printf in kernels.
#ifndef WEFT_CPU_LAUNCH_PRINT_FORMAT_H
#define WEFT_CPU_LAUNCH_PRINT_FORMAT_H

#include <cstdint>
#include <string>
#include <weft/kernel_abi.h>

namespace weft {

// The text of a weft_print_record of `bytes` bytes, formatted as the OpenCL C specification says in
// "printf Format String". A conversion that is not valid, or has no argument left, stands in the
// text as it was written. `ok` is false, and the text empty, if the record is malformed; nothing
// past `bytes` is read.
std::string formatPrintRecord(const void *record, uint64_t bytes, bool &ok);

// weft_thread::print without the thread: writes the text to stdout in one piece. Returns 0, or -1
// if the record is malformed or memory is short. Does not return from a failed assertion.
int32_t printRecord(const void *record, uint64_t bytes);

} // namespace weft
#endif
