// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a kernel's images and samplers when it is compiled for some of its launches: of
// an image the format, of a sampler all of it. The library has code for every format in each
// function that reads or writes an image; of that little is left then.
#ifndef WEFT_PASSES_LOWERING_FIXED_OPAQUE_H
#define WEFT_PASSES_LOWERING_FIXED_OPAQUE_H

#include "llvm/IR/Function.h"

namespace weft {

// Notes that the kernel's parameter is an image of this format (weft_image_format()) or this
// sampler, in every launch. Requires: it is an image or a sampler of the program as the front end
// leaves it.
void fixOpaqueParameter(llvm::Argument &parameter, uint64_t value);

// Replaces what is noted by constants, in a work-item function into which the library's functions
// have been inlined; calls that are left ask the descriptor.
void foldFixedOpaque(llvm::Function &item);

} // namespace weft
#endif
