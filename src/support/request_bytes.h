// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A request of include/weft/compiler.h as bytes, for a compiler in another process.
#ifndef WEFT_SUPPORT_REQUEST_BYTES_H
#define WEFT_SUPPORT_REQUEST_BYTES_H

#include "weft/compiler.h"

#include <memory_resource>
#include <string>
#include <string_view>

namespace weft {

std::string requestBytes(const weft_request &request);

// What requestBytes() wrote, as a request again. The request points into the bytes, which have to
// stay. Of anything else, however damaged, valid() is false; nothing outside the bytes is read.
class RequestReader {
public:
  explicit RequestReader(std::string_view bytes);
  RequestReader(const RequestReader &) = delete;
  RequestReader &operator=(const RequestReader &) = delete;

  bool valid() const { return ok; }
  const weft_request &request() const { return read; }

private:
  std::pmr::monotonic_buffer_resource lists;
  weft_request read = {};
  bool ok;
};

} // namespace weft
#endif
