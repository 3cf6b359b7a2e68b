// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What check/unwritten.h is told of transfers and mappings, as they happen. Nothing here is called
// unless Kind::Init is on.
#ifndef WEFT_CORE_INIT_CHECK_H
#define WEFT_CORE_INIT_CHECK_H

#include "check/ranges.h"
#include "core/memory.h"

namespace weft {

struct Side;

// The bytes were copied.
void noteMoved(const Side &from, const check::Bytes &from_bytes, const Side &to,
               const check::Bytes &to_bytes);
// The host may read the bytes from now on: a warning if nobody has written some of them.
void noteHostReads(const Memory &memory, const check::Bytes &bytes);

} // namespace weft
#endif
