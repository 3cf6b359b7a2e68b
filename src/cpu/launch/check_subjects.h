// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What reports of checked kernels are about: from the constants of a kernel's code to words.
#ifndef WEFT_CPU_LAUNCH_CHECK_SUBJECTS_H
#define WEFT_CPU_LAUNCH_CHECK_SUBJECTS_H

#include "core/checked_launch.h"

#include <string>
#include <weft/check_abi.h>
#include <weft/kernel_abi.h>

namespace weft {

// The texts behind a record.
template <typename Record> const char *textsOf(const Record &record) {
  return reinterpret_cast<const char *>(&record + 1);
}

// What an event is about.
struct Subject {
  const weft_check_site &site;
  const weft_check_object *object;
  const CheckedLaunch *launch; // null: it says nothing of its arguments
  int64_t offset;
  uint64_t size; // that may be accessed so
  const void *address;

  const CheckedLaunch::Target *argument() const {
    return launch && object && object->kind == WEFT_OBJECT_ARGUMENT ? &launch->target(object->index)
                                                                    : nullptr;
  }
  // Of the object, whatever may be done with it.
  uint64_t wholeSize() const {
    const CheckedLaunch::Target *target = argument();
    return target && !target->what.empty() ? target->size : size;
  }
  bool isWithin(uint64_t all) const {
    return offset >= 0 && uint64_t(offset) < all && site.bytes <= all - uint64_t(offset);
  }
};

check::Object describe(const Subject &of);
check::AccessType accessType(uint32_t access);
check::Site siteOf(const weft_check_site &site, std::string &kernel);
check::WorkItem itemOf(const weft_launch &launch, const uint64_t (&group)[3],
                       const uint64_t (&local)[3]);

} // namespace weft
#endif
