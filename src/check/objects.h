// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the application has made and not yet given up, and where: objects by their address, memory
// by that of its first byte.
#ifndef WEFT_CHECK_OBJECTS_H
#define WEFT_CHECK_OBJECTS_H

#include "check/host_stack.h"

namespace weft::check {

// `what`: "buffer", a literal. The place is that of the call that is in progress.
void noteMade(const void *object, const char *what);
void noteGone(const void *object);
// Empty if it is not known.
HostStack madeAt(const void *object);

// Reports what is left, as leaks.
void reportLeaks();

} // namespace weft::check
#endif
