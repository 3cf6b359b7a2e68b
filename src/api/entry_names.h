// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_API_ENTRY_NAMES_H
#define WEFT_API_ENTRY_NAMES_H

namespace weft::api {

// "clCreateBuffer" for the address of that function; null for any other.
const char *entryNameAt(const void *function);

} // namespace weft::api
#endif
