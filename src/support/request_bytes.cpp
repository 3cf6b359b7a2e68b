// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/request_bytes.h"

#include "support/request_fields.h"

#include <cstring>
#include <memory>

namespace weft {
namespace {

// Of a text that is null: no text is as long.
constexpr uint64_t Null = ~uint64_t(0);

class Writer {
public:
  void number(uint32_t value) {
    bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
  }
  void numberApart(uint32_t value) { number(value); }
  void blob(const weft_blob &blob) {
    size(blob.size);
    if (blob.size)
      bytes.append(static_cast<const char *>(blob.data), blob.size);
  }
  // With the NUL at its end, so that the reader can point to it.
  void text(const char *text) {
    if (!text)
      return size(Null);
    const size_t length = std::strlen(text) + 1;
    size(length);
    bytes.append(text, length);
  }
  template <typename T> void list(const T *values, size_t count) {
    number(uint32_t(count));
    for (size_t i = 0; i < count; ++i)
      visitFields(*this, values[i]);
  }
  std::string bytes;

private:
  void size(uint64_t value) { bytes.append(reinterpret_cast<const char *>(&value), sizeof value); }
};

class Reader {
public:
  Reader(std::string_view bytes, std::pmr::memory_resource &lists) : rest(bytes), lists(lists) {}

  void number(uint32_t &value) { plain(value); }
  void numberApart(uint32_t &value) { plain(value); }
  void blob(weft_blob &blob) {
    uint64_t size = 0;
    plain(size);
    if (!ok || size > rest.size()) {
      ok = false;
      return;
    }
    blob = {rest.data(), size_t(size)};
    rest.remove_prefix(size_t(size));
  }
  void text(const char *&text) {
    uint64_t size = 0;
    if (rest.size() >= sizeof size)
      std::memcpy(&size, rest.data(), sizeof size);
    if (size == Null) {
      rest.remove_prefix(sizeof size);
      return;
    }
    weft_blob bytes = {};
    blob(bytes);
    text = static_cast<const char *>(bytes.data);
    if (!ok || bytes.size == 0 || std::memchr(text, 0, bytes.size) != text + bytes.size - 1) {
      ok = false;
      text = "";
    }
  }
  template <typename T> void list(const T *&values, size_t &count) {
    uint32_t said = 0;
    number(said);
    // Of things that take at least four bytes each: a larger number is damage.
    if (said > rest.size() / sizeof(uint32_t))
      ok = false;
    if (!ok)
      return;
    T *const elements = std::pmr::polymorphic_allocator<T>(&lists).allocate(said);
    std::uninitialized_value_construct_n(elements, said);
    values = elements;
    count = said;
    for (size_t i = 0; i < said; ++i)
      visitFields(*this, elements[i]);
  }
  bool isWhole() const { return ok && rest.empty(); }

private:
  template <typename T> void plain(T &value) {
    if (rest.size() < sizeof value) {
      ok = false;
      return;
    }
    std::memcpy(&value, rest.data(), sizeof value);
    rest.remove_prefix(sizeof value);
  }

  std::string_view rest;
  std::pmr::memory_resource &lists;
  bool ok = true;
};

size_t roughSize(const weft_request &request) {
  size_t size = 4096 + request.source.size;
  for (size_t i = 0; i < request.num_inputs; ++i)
    size += request.inputs[i].size;
  return size;
}

} // namespace

std::string requestBytes(const weft_request &request) {
  Writer to;
  to.bytes.reserve(roughSize(request));
  visitFields(to, request);
  return std::move(to.bytes);
}

RequestReader::RequestReader(std::string_view bytes) {
  Reader from(bytes, lists);
  visitFields(from, read);
  ok = from.isWhole();
}

} // namespace weft
