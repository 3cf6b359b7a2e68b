// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work that nobody waits for.
#ifndef WEFT_CPU_CODE_BACKGROUND_H
#define WEFT_CPU_CODE_BACKGROUND_H

#include "core/device.h"

#include <memory>

namespace weft {

// Runs the task on a thread of low priority, after those handed over before; one thread for the
// process, which ends when there is nothing left to do. From any thread. False if the task will not
// be run. Neither are those that have not begun when the process exits, nor, in a forked child, the
// one that has.
bool runInBackground(std::unique_ptr<HostTask> task) noexcept;

} // namespace weft
#endif
