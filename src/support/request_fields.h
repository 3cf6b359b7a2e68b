// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Goes over the fields of a request, and of the records in it, in the order of weft/request.def.
// Whoever writes, reads or hashes requests is a visitor with
//
//   number(uint32_t), numberApart(uint32_t), text(const char *), blob(weft_blob),
//   list(const T *, size_t)
//
// each of which gets the field itself, and calls visitFields() for the elements of a list.
#ifndef WEFT_SUPPORT_REQUEST_FIELDS_H
#define WEFT_SUPPORT_REQUEST_FIELDS_H

#include "weft/compiler.h"

#include <type_traits>

namespace weft {

template <typename Record, typename Type>
concept RecordOf = std::is_same_v<std::remove_const_t<Record>, Type>;

template <typename Visitor, RecordOf<weft_blob> Record>
void visitFields(Visitor &visitor, Record &record) {
  visitor.blob(record);
}

#define WEFT_RECORD(type)                                                                          \
  template <typename Visitor, RecordOf<type> Record>                                               \
  void visitFields(Visitor &visitor, Record &record) {
#define WEFT_NUMBER(name) visitor.number(record.name);
#define WEFT_NUMBER_APART(name) visitor.numberApart(record.name);
#define WEFT_NUMBERS(name, count)                                                                  \
  for (auto &element : record.name)                                                                \
    visitor.number(element);
#define WEFT_TEXT(name) visitor.text(record.name);
#define WEFT_BLOB(name) visitor.blob(record.name);
#define WEFT_LIST(type, name) visitor.list(record.name, record.num_##name);
#define WEFT_PART(type, name) visitFields(visitor, record.name);
#define WEFT_RECORD_END(type) }
#include "weft/request.def"

} // namespace weft
#endif
