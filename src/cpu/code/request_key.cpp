// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/code/request_key.h"

#include "support/request_fields.h"

#include <climits>
#include <memory>
#include <string_view>
#include <unistd.h>
#include <weft/kernel_abi.h>
#include <xxhash.h>

namespace weft {
namespace {

// To be changed with what an entry holds and what goes into its key.
constexpr uint64_t KeyVersion = 8;

std::string_view view(const weft_blob &blob) {
  return blob.size ? std::string_view(static_cast<const char *>(blob.data), blob.size)
                   : std::string_view();
}

std::string_view view(const char *text) { return text ? text : ""; }

class Hasher {
public:
  Hasher() : state(XXH3_createState(), XXH3_freeState) {
    if (state)
      XXH3_128bits_reset(state.get());
  }
  explicit operator bool() const { return state != nullptr; }
  void add(uint64_t number) { XXH3_128bits_update(state.get(), &number, sizeof(number)); }
  // With its length, so that no two lists of texts look the same.
  void add(std::string_view text) {
    add(uint64_t(text.size()));
    if (!text.empty())
      XXH3_128bits_update(state.get(), text.data(), text.size());
  }

  // The fields of a request.
  void number(uint32_t value) { add(uint64_t(value)); }
  void numberApart(uint32_t) {}
  void text(const char *text) { add(view(text)); }
  void blob(const weft_blob &blob) { add(view(blob)); }
  template <typename T> void list(const T *values, size_t count) {
    add(uint64_t(count));
    for (size_t i = 0; i < count; ++i)
      visitFields(*this, values[i]);
  }

  CacheKey key() const {
    XXH128_hash_t hash = XXH3_128bits_digest(state.get());
    return {hash.high64, hash.low64};
  }

private:
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t *)> state;
};

// Each text of the request that the preprocessor may see, which is none beside a module.
template <typename Predicate> bool anyText(const weft_request &request, Predicate holds) {
  if (request.language == WEFT_LANGUAGE_SPIRV)
    return false;
  if (holds(view(request.source)) || holds(view(request.options)) ||
      holds(view(request.extra_options)))
    return true;
  for (size_t i = 0; i < request.num_headers; ++i)
    if (holds(view(request.headers[i].text)))
      return true;
  return false;
}

// #include, #include_next, #import, #embed, __has_include, and options of that name.
bool seemsToInclude(const weft_request &request) {
  return anyText(request, [](std::string_view text) {
    return text.find("include") != text.npos || text.find("import") != text.npos ||
           text.find("embed") != text.npos;
  });
}

bool asksForTime(const weft_request &request) {
  return anyText(request, [](std::string_view text) {
    return text.find("__TIME") != text.npos || text.find("__DATE") != text.npos;
  });
}

} // namespace

std::optional<CacheKey> requestKey(const weft_request &request, const std::string &compiler) {
  Hasher hasher;
  if (!hasher || compiler.empty() || asksForTime(request))
    return std::nullopt;
  hasher.add(KeyVersion);
  hasher.add(uint64_t(WEFT_KERNEL_ABI_VERSION));
  hasher.add(compiler);
  visitFields(hasher, request);
  if (seemsToInclude(request)) {
    // Names of files may be relative.
    char folder[PATH_MAX];
    if (!getcwd(folder, sizeof(folder)))
      return std::nullopt;
    hasher.add(view(folder));
  }
  return hasher.key();
}

bool mayKeep(const weft_request &request, const Artifact &artifact) {
  return artifact.includes.empty() || seemsToInclude(request);
}

} // namespace weft
