// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What objects are called in reports of checks, and where they become the application's.
#ifndef WEFT_CORE_OBJECT_NAME_H
#define WEFT_CORE_OBJECT_NAME_H

#include "core/object.h"

namespace weft {

// "buffer", "in-order queue": a literal.
const char *objectName(const Object &object);

void noteGiven(const Object &object);

// For a new object that is about to be given to the application.
template <typename T> T &given(T &object) {
  if (check::anyEnabled()) [[unlikely]]
    noteGiven(object);
  return object;
}

} // namespace weft
#endif
