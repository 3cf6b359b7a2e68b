// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/launch/check_subjects.h"

#include "check/objects.h"

namespace weft {

static std::string take(const char *&text) {
  std::string result = text;
  text += result.size() + 1;
  return result;
}

check::Object describe(const Subject &of) {
  check::Object object;
  const char *name = textsOf(*of.object);
  object.name = name;
  object.size = of.wholeSize();
  object.offset = of.offset;
  switch (of.object->kind) {
  case WEFT_OBJECT_ARGUMENT:
    object.argument = of.object->index;
    if (of.argument())
      object.made = check::madeAt(of.argument()->made);
    object.what = of.argument() && !of.argument()->what.empty() ? of.argument()->what : "argument";
    break;
  case WEFT_OBJECT_LOCAL:
    object.what = "local variable";
    break;
  case WEFT_OBJECT_PRIVATE:
    object.what = "private variable";
    break;
  case WEFT_OBJECT_PROGRAM:
    object.what = "variable at program scope";
    break;
  case WEFT_OBJECT_FOUND:
    if (of.address && of.launch)
      of.launch->find(static_cast<const char *>(of.address) - of.offset, &object.what);
    if (object.what.empty())
      object.what = "memory";
    break;
  default:
    object.what = "null pointer";
    object.size.reset();
    break;
  }
  return object;
}

check::AccessType accessType(uint32_t access) {
  switch (access) {
  case WEFT_ACCESS_READ:
    return check::AccessType::Read;
  case WEFT_ACCESS_WRITE:
    return check::AccessType::Write;
  case WEFT_ACCESS_ATOMIC:
    return check::AccessType::Atomic;
  default:
    return check::AccessType::None;
  }
}

check::Site siteOf(const weft_check_site &site, std::string &kernel) {
  const char *texts = textsOf(site);
  kernel = take(texts);
  check::Site result;
  result.file = take(texts);
  result.line = site.line;
  result.column = site.column;
  result.text = take(texts);
  return result;
}

check::WorkItem itemOf(const weft_launch &launch, const uint64_t (&group)[3],
                       const uint64_t (&local)[3]) {
  check::WorkItem item;
  item.dimensions = launch.work_dim;
  for (unsigned d = 0; d < 3; ++d) {
    item.group[d] = group[d];
    item.local[d] = local[d];
    item.global[d] = launch.global_offset[d] + group[d] * launch.local_size[d] + local[d];
  }
  return item;
}

} // namespace weft
