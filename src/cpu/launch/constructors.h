// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_CPU_CONSTRUCTORS_H
#define WEFT_CPU_CONSTRUCTORS_H

#include "core/device.h"

namespace weft {

// Runs what a program has its variables constructed with (Artifact::constructors), on this thread,
// as one work-item. To be called once, when the code has been loaded and nobody else knows of it.
// Null, with the reason in `error`, if it cannot be run. What runs before the code goes away
// (Artifact::destructors) does so on the thread that lets go of what this returns, after all
// kernels.
std::shared_ptr<LoadedCode> constructed(const Artifact &artifact, std::shared_ptr<LoadedCode> code,
                                        std::string &error);

} // namespace weft
#endif
