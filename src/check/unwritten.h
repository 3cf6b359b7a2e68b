// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which bytes of buffers nobody has written yet: neither the host nor a kernel. Only buffers are
// known that were made without contents; all other memory counts as written.
//
//   buffer      | 1 2 3 4 . . . . |      written by clEnqueueWriteBuffer
//   beside it   | 0 0 0 0 1 1 1 1 |      (each a byte of ones), at a distance that kernels are told
//
// Memory for that is taken when it is first needed: of a buffer that is written whole, never.
#ifndef WEFT_CHECK_UNWRITTEN_H
#define WEFT_CHECK_UNWRITTEN_H

#include "check/ranges.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace weft::check {

// To be called only where Kind::Init is on, from any thread.

// Nothing is written of [base, base + size).
void noteUnfilled(const void *base, size_t size);
void noteUnfilledGone(const void *base);

// Bytes that are no such buffer's are passed over.
void noteWritten(const Bytes &bytes);
// The same for all of the buffer that the address is in.
void noteAllWritten(const void *address);
// As a copy of the bytes does. Both have the same rows of the same width.
void noteCopied(const Bytes &from, const Bytes &to);

// How far it is from the address to what stands beside it; 0: all of its buffer is written, or it
// is none. Good as long as the buffer is.
int64_t distanceToUnwritten(const void *address);

// The first of the bytes that nobody has written.
std::optional<uintptr_t> firstUnwritten(const Bytes &bytes);

} // namespace weft::check
#endif
