// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What LLVM has locked, or begun and not finished, when a contained scope is left over the heads of
// its frames, which run no destructors: mutexes, std::call_once, static variables of functions. The
// library is linked with --wrap for what locks them. While a thread has any of them, memory that
// the C library does not have comes from a reserve, so that tables of the process are not left
// half changed; and what it still has in the end is given up, so that nobody waits for it for ever.
#ifndef WEFT_COMPILER_LLVM_PATCHES_CONTAINMENT_HELD_LOCKS_H
#define WEFT_COMPILER_LLVM_PATCHES_CONTAINMENT_HELD_LOCKS_H

namespace weft {

// Of the thread. Between them is a contained scope; the second one has to be told what the first
// one returned. Unless it has `finished`, gives up what has been locked in between and not
// unlocked.
unsigned beginLockScope();
void endLockScope(unsigned begun, bool finished);

} // namespace weft
#endif
