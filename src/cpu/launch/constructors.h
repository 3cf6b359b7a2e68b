// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_CPU_CONSTRUCTORS_H
#define WEFT_CPU_CONSTRUCTORS_H

#include "core/device.h"

namespace weft {

// Runs what a program of C++ for OpenCL has its variables constructed with, on this thread, as one
// work-item. To be called once, when the code has been loaded and nobody else knows of it. False,
// with the reason in `error`, if it cannot be run.
bool runConstructors(const Artifact &artifact, const LoadedCode &code, std::string &error);

} // namespace weft
#endif
