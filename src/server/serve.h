// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compile server: runs the compiler for one host process, so that what the compiler does wrong
// is done here (docs/compile-server.md).
#ifndef WEFT_SERVER_SERVE_H
#define WEFT_SERVER_SERVE_H

#include <weft/compiler.h>

namespace weft {

// For tests: called around the compiler's work. Null: nothing is done.
struct ServeHooks {
  void (*opened)(const weft_compiler_interface_t &compiler) = nullptr;
  void (*begin)(weft_request &request) = nullptr; // which it may change
  // In the place of the answer; false: nothing was sent, and the answer is to be.
  bool (*reply)(const weft_request &request, int socket, weft_status status,
                const weft_blob &artifact) = nullptr;
};

// With the arguments that the driver gives: version, path of the compiler library, MiB that this
// process may take. Returns when the host is gone.
int serve(int argc, char **argv, const ServeHooks &hooks = {});

} // namespace weft
#endif
