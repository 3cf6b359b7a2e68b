// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The patches of LLVM that the program has to install; the others are linked. See patches.def.
#ifndef WEFT_COMPILER_LLVM_PATCHES_PATCHES_H
#define WEFT_COMPILER_LLVM_PATCHES_PATCHES_H

namespace weft {

// Adds the passes of ours to LLVM's code generator; once per process, before one is made. Does
// nothing in a build without patches (WEFT_LLVM_PATCHES).
void installLlvmPatches();

} // namespace weft
#endif
