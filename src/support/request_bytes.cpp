// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/request_bytes.h"

#include <cstring>

namespace weft {
namespace {

// Of a text that is null: no text is as long.
constexpr uint64_t Null = ~uint64_t(0);

class Writer {
public:
  void number(uint32_t value) {
    bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
  }
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
  std::string bytes;

private:
  void size(uint64_t value) { bytes.append(reinterpret_cast<const char *>(&value), sizeof value); }
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
  to.number(request.abi_version);
  to.number(request.action);
  to.number(request.emitter);
  to.number(request.simd_width);
  to.number(request.threads);
  to.number(request.language);
  to.blob(request.source);
  to.number(uint32_t(request.num_spec_constants));
  for (size_t i = 0; i < request.num_spec_constants; ++i) {
    to.number(request.spec_constants[i].id);
    to.blob(request.spec_constants[i].value);
  }
  to.number(uint32_t(request.num_headers));
  for (size_t i = 0; i < request.num_headers; ++i) {
    to.text(request.headers[i].name);
    to.blob(request.headers[i].text);
  }
  to.number(uint32_t(request.num_inputs));
  for (size_t i = 0; i < request.num_inputs; ++i)
    to.blob(request.inputs[i]);
  to.text(request.options);
  to.text(request.cpu);
  to.text(request.features);
  to.text(request.tune);
  to.text(request.extra_options);
  const weft_specialization &special = request.specialization;
  to.text(special.kernel);
  for (uint32_t size : special.local_size)
    to.number(size);
  to.number(special.simd_width);
  to.number(special.narrow_ids);
  to.number(special.exceeds_caches);
  to.number(uint32_t(special.num_args));
  for (size_t i = 0; i < special.num_args; ++i) {
    to.number(special.args[i].index);
    to.blob(special.args[i].value);
  }
  to.number(request.inspect);
  return std::move(to.bytes);
}

uint32_t RequestReader::number() {
  uint32_t value = 0;
  if (rest.size() < sizeof value) {
    ok = false;
    return 0;
  }
  std::memcpy(&value, rest.data(), sizeof value);
  rest.remove_prefix(sizeof value);
  return value;
}

// Of things that take at least four bytes each: a larger number is damage.
uint32_t RequestReader::count() {
  const uint32_t value = number();
  if (value > rest.size() / sizeof(uint32_t))
    ok = false;
  return ok ? value : 0;
}

weft_blob RequestReader::blob() {
  uint64_t size = 0;
  if (rest.size() < sizeof size) {
    ok = false;
    return {};
  }
  std::memcpy(&size, rest.data(), sizeof size);
  if (size > rest.size() - sizeof size) {
    ok = false;
    return {};
  }
  rest.remove_prefix(sizeof size);
  const weft_blob blob = {rest.data(), size_t(size)};
  rest.remove_prefix(size_t(size));
  return blob;
}

const char *RequestReader::text() {
  uint64_t size = 0;
  if (rest.size() >= sizeof size)
    std::memcpy(&size, rest.data(), sizeof size);
  if (size == Null) {
    rest.remove_prefix(sizeof size);
    return nullptr;
  }
  const weft_blob bytes = blob();
  const char *text = static_cast<const char *>(bytes.data);
  if (!ok || bytes.size == 0 || std::memchr(text, 0, bytes.size) != text + bytes.size - 1) {
    ok = false;
    return "";
  }
  return text;
}

RequestReader::RequestReader(std::string_view bytes) : rest(bytes) {
  read.abi_version = number();
  read.action = number();
  read.emitter = number();
  read.simd_width = number();
  read.threads = number();
  read.language = number();
  read.source = blob();
  spec_constants.resize(count());
  for (weft_spec_constant &constant : spec_constants) {
    constant.id = number();
    constant.value = blob();
  }
  headers.resize(count());
  for (weft_header &header : headers) {
    header.name = text();
    header.text = blob();
  }
  inputs.resize(count());
  for (weft_blob &input : inputs)
    input = blob();
  read.options = text();
  read.cpu = text();
  read.features = text();
  read.tune = text();
  read.extra_options = text();
  weft_specialization &special = read.specialization;
  special.kernel = text();
  for (uint32_t &size : special.local_size)
    size = number();
  special.simd_width = number();
  special.narrow_ids = number();
  special.exceeds_caches = number();
  args.resize(count());
  for (weft_fixed_arg &arg : args) {
    arg.index = number();
    arg.value = blob();
  }
  read.inspect = number();
  ok = ok && rest.empty();
  read.spec_constants = spec_constants.data();
  read.num_spec_constants = spec_constants.size();
  read.headers = headers.data();
  read.num_headers = headers.size();
  read.inputs = inputs.data();
  read.num_inputs = inputs.size();
  special.args = args.data();
  special.num_args = args.size();
}

} // namespace weft
