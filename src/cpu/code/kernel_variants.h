// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that take much time are compiled again for what their launches have in common: the local
// size, the values of integer arguments, the formats of images. Nobody waits for that; launches for
// which the new code was made take it in turns with the old, until it shows which is faster.
// docs/runtime.md says when what happens.
#ifndef WEFT_CPU_CODE_KERNEL_VARIANTS_H
#define WEFT_CPU_CODE_KERNEL_VARIANTS_H

#include "core/device.h"
#include "cpu/machine.h"

#include <memory>
#include <vector>

namespace weft {

// See Device::variantsOf. Empty where WEFT_SPECIALIZE or the emitter forbids it. `cache_bytes`: of
// the last level, 0 if unknown.
std::vector<std::unique_ptr<KernelVariants>>
makeKernelVariants(const std::shared_ptr<Machine> &machine,
                   const std::shared_ptr<const ProgramImage> &image, uint64_t cache_bytes);

} // namespace weft
#endif
