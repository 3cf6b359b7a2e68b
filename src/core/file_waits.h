// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Waiting for files that other processes and drivers make readable. One thread waits for all of
// them, from the first on for as long as the process lives. It runs code of this library, which
// whoever has a queue keeps mapped.
#ifndef WEFT_CORE_FILE_WAITS_H
#define WEFT_CORE_FILE_WAITS_H

#include <functional>

namespace weft {

// Calls `then` once, on the thread that waits and under no lock, when `file` may be read from. A
// file is waited for once at a time. Throws CL_OUT_OF_RESOURCES if the system has no means to wait.
void whenReadable(int file, std::function<void()> then);

} // namespace weft
#endif
