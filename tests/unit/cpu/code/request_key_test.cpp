// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/code/build_identity.h"
#include "cpu/code/request_key.h"
#include "temporary_folder.h"

#include <cstring>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <unistd.h>

namespace weft {
namespace {

weft_blob blob(const char *text) { return {text, std::strlen(text)}; }

weft_request request() {
  weft_request result = {};
  result.abi_version = WEFT_COMPILER_ABI_VERSION;
  result.action = WEFT_ACTION_BUILD;
  result.source = blob("kernel void f() {}");
  result.options = "-DA=1";
  result.cpu = "x86-64-v3";
  result.features = "+avx2";
  result.extra_options = "";
  return result;
}

TEST(RequestKey, EveryPartCounts) {
  weft_header one[] = {{"a.h", blob("x")}}, name[] = {{"b.h", blob("x")}},
              text[] = {{"a.h", blob("y")}};
  weft_blob input[] = {blob("ir")}, other_input[] = {blob("ri")};
  const char one_byte[] = {1}, two_byte[] = {2};
  weft_fixed_arg arg[] = {{0, {one_byte, 1}}}, other_arg[] = {{1, {one_byte, 1}}},
                 other_value[] = {{0, {two_byte, 1}}};
  weft_spec_constant constant[] = {{0, {one_byte, 1}}}, other_id[] = {{1, {one_byte, 1}}},
                     other_constant[] = {{0, {two_byte, 1}}};
  std::vector<std::function<void(weft_request &)>> changes = {
      [](weft_request &) {},
      [](weft_request &r) { r.action = WEFT_ACTION_COMPILE; },
      [](weft_request &r) { r.emitter = WEFT_EMITTER_FIBERS; },
      [](weft_request &r) { r.simd_width = 4; },
      [](weft_request &r) { r.source = blob("kernel void f() { }"); },
      [](weft_request &r) { r.options = "-DA=2"; },
      [](weft_request &r) { r.options = "", r.extra_options = "-DA=1"; },
      [](weft_request &r) { r.cpu = "x86-64-v2"; },
      [](weft_request &r) { r.features = "+avx2,+fma"; },
      [](weft_request &r) { r.language = WEFT_LANGUAGE_SPIRV; },
      [&](weft_request &r) { r.spec_constants = constant, r.num_spec_constants = 1; },
      [&](weft_request &r) { r.spec_constants = other_id, r.num_spec_constants = 1; },
      [&](weft_request &r) { r.spec_constants = other_constant, r.num_spec_constants = 1; },
      [](weft_request &r) { r.tune = "znver4"; },
      [&](weft_request &r) { r.headers = one, r.num_headers = 1; },
      [&](weft_request &r) { r.headers = name, r.num_headers = 1; },
      [&](weft_request &r) { r.headers = text, r.num_headers = 1; },
      [&](weft_request &r) { r.inputs = input, r.num_inputs = 1; },
      [&](weft_request &r) { r.inputs = other_input, r.num_inputs = 1; },
      [](weft_request &r) { r.specialization.kernel = "f"; },
      [](weft_request &r) { r.specialization.kernel = "g"; },
      [](weft_request &r) { r.specialization.local_size[0] = 8; },
      [](weft_request &r) { r.specialization.local_size[1] = 8; },
      [](weft_request &r) { r.specialization.simd_width = 8; },
      [](weft_request &r) { r.specialization.narrow_ids = 1; },
      [](weft_request &r) { r.specialization.exceeds_caches = 1; },
      [&](weft_request &r) { r.specialization.args = arg, r.specialization.num_args = 1; },
      [&](weft_request &r) { r.specialization.args = other_arg, r.specialization.num_args = 1; },
      [&](weft_request &r) { r.specialization.args = other_value, r.specialization.num_args = 1; },
  };
  std::set<CacheKey> keys;
  for (const auto &change : changes) {
    weft_request changed = request();
    change(changed);
    auto key = requestKey(changed, "compiler");
    ASSERT_TRUE(key);
    EXPECT_EQ(*key, *requestKey(changed, "compiler"));
    keys.insert(*key);
  }
  keys.insert(*requestKey(request(), "another compiler"));
  EXPECT_EQ(keys.size(), changes.size() + 1);
}

TEST(RequestKey, NoneForWhatIsNotDeterminedByContent) {
  EXPECT_FALSE(requestKey(request(), ""));
  weft_request asks = request();
  asks.source = blob("constant char when[] = __TIME__;");
  EXPECT_FALSE(requestKey(asks, "compiler"));
  asks.language = WEFT_LANGUAGE_SPIRV; // there it is a name like others
  EXPECT_TRUE(requestKey(asks, "compiler"));
}

TEST(RequestKey, FolderCountsOnlyWhereFilesAreIncluded) {
  TemporaryFolder folder;
  weft_request plain = request(), including = request();
  including.source = blob("#include \"a.h\"");
  CacheKey plain_before = *requestKey(plain, "c"), before = *requestKey(including, "c");
  std::filesystem::path old = std::filesystem::current_path();
  std::filesystem::current_path(folder.path);
  EXPECT_EQ(plain_before, *requestKey(plain, "c"));
  EXPECT_NE(before, *requestKey(including, "c"));
  std::filesystem::current_path(old);

  Artifact artifact;
  EXPECT_TRUE(mayKeep(plain, artifact));
  artifact.includes.push_back({"/a.h", true, 1});
  EXPECT_FALSE(mayKeep(plain, artifact));
  EXPECT_TRUE(mayKeep(including, artifact));
}

TEST(BuildIdentity, TellsFilesApartByContent) {
  std::string good = buildIdentity(GOOD_COMPILER);
  EXPECT_FALSE(good.empty());
  EXPECT_EQ(good, buildIdentity(GOOD_COMPILER));
  EXPECT_NE(good, buildIdentity(OLD_COMPILER));
  EXPECT_EQ(buildIdentity("/nowhere/lib.so"), "");
  TemporaryFolder folder;
  folder.write("/text", "not ELF");
  EXPECT_NE(buildIdentity(folder.path + "/text"), "");
  // Cut off anywhere, it is still somebody.
  std::ifstream in(GOOD_COMPILER, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  for (size_t size : {0, 20, 64, 100, 400, 700}) {
    folder.write("/cut", bytes.substr(0, size));
    EXPECT_NE(buildIdentity(folder.path + "/cut"), "") << size;
  }
}

} // namespace
} // namespace weft
