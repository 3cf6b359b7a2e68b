// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requests that differ in one field each, for every field of weft/request.def, those of elements of
// lists among them.
#ifndef WEFT_TESTS_UNIT_SUPPORT_REQUEST_CHANGES_H
#define WEFT_TESTS_UNIT_SUPPORT_REQUEST_CHANGES_H

#include "support/request_fields.h"

#include <deque>
#include <memory>
#include <string>

namespace weft::test {

// A request in which every field is set and every list has one element; field number `changed` of
// it is another than without (~0: none).
class ChangedRequest {
public:
  explicit ChangedRequest(size_t changed = ~size_t(0)) : changed(changed) {
    visitFields(*this, request);
  }
  ChangedRequest(const ChangedRequest &) = delete;

  weft_request request = {};
  size_t fields = 0;    // that there are
  bool apart = false;   // the outcome does not depend on the changed one
  bool reached = false; // there is such a field

  void number(uint32_t &value) { value = next() ? 3 : 2; }
  void numberApart(uint32_t &value) {
    const bool other = next();
    apart |= other;
    value = other ? 3 : 2;
  }
  void text(const char *&value) { value = bytes().c_str(); }
  void blob(weft_blob &value) {
    const std::string &of = bytes();
    value = {of.data(), of.size()};
  }
  template <typename T> void list(const T *&values, size_t &count) {
    count = next() ? 2 : 1;
    std::shared_ptr<T[]> elements(new T[count]());
    for (size_t i = 0; i < count; ++i)
      visitFields(*this, elements[i]);
    values = elements.get();
    lists.push_back(std::move(elements));
  }

private:
  bool next() {
    const bool is_it = fields++ == changed;
    reached |= is_it;
    return is_it;
  }
  const std::string &bytes() { return texts.emplace_back(next() ? "other" : "some"); }

  size_t changed;
  std::deque<std::string> texts;
  std::deque<std::shared_ptr<void>> lists;
};

} // namespace weft::test
#endif
