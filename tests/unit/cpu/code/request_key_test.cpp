// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/code/build_identity.h"
#include "cpu/code/request_key.h"
#include "support/request_changes.h"
#include "unit/temporary_folder.h"

#include <cstring>
#include <filesystem>
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

// Each field of weft/request.def, but for those of which the list says that nothing depends on
// them.
TEST(RequestKey, EveryPartCounts) {
  std::set<CacheKey> keys = {*requestKey(test::ChangedRequest().request, "compiler"),
                             *requestKey(test::ChangedRequest().request, "another compiler")};
  ASSERT_EQ(keys.size(), 2u);
  size_t apart = 0;
  for (size_t field = 0;; ++field) {
    const test::ChangedRequest changed(field);
    if (!changed.reached) {
      EXPECT_GT(field, 20u);
      break;
    }
    const auto key = requestKey(changed.request, "compiler");
    ASSERT_TRUE(key);
    EXPECT_EQ(*key, *requestKey(changed.request, "compiler"));
    EXPECT_EQ(keys.insert(*key).second, !changed.apart) << field;
    apart += changed.apart;
  }
  EXPECT_EQ(apart, 1u); // threads
}

// The same text in another field is another request.
TEST(RequestKey, FieldsAreToldApart) {
  weft_request options = request(), extra = request();
  extra.options = options.extra_options;
  extra.extra_options = options.options;
  EXPECT_NE(*requestKey(options, "compiler"), *requestKey(extra, "compiler"));
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
