// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the outcome of a compile depends on, as a key for the artifact cache.
#ifndef WEFT_CPU_CODE_REQUEST_KEY_H
#define WEFT_CPU_CODE_REQUEST_KEY_H

#include "cpu/code/cache_folder.h"
#include "support/artifact.h"

#include <optional>
#include <string>
#include <weft/compiler.h>

namespace weft {

// Of everything in the request and of the compiler that would serve it (`compiler`: what tells one
// build of it from another). Nothing for a request whose outcome is not determined by its content,
// such as a source that asks for the time.
std::optional<CacheKey> requestKey(const weft_request &request, const std::string &compiler);

// Whether a result may be kept under the key of its request. The key holds the current folder only
// where the request seems to include files.
bool mayKeep(const weft_request &request, const Artifact &artifact);

} // namespace weft
#endif
