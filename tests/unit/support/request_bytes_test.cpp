// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "request_changes.h"
#include "support/request_bytes.h"

#include <gtest/gtest.h>

using namespace weft;

namespace {

weft_blob blob(const char *text) { return {text, std::string(text).size()}; }

std::string sample() {
  static const weft_header header = {"a.h", blob("int x;")};
  static const weft_blob inputs[] = {blob("first"), blob("")};
  static const weft_fixed_arg arg = {3, blob("1234")};
  weft_request request = {};
  request.abi_version = WEFT_COMPILER_ABI_VERSION;
  request.action = WEFT_ACTION_LINK;
  request.language = WEFT_LANGUAGE_SPIRV;
  request.source = blob("kernel void f() {}");
  request.headers = &header;
  request.num_headers = 1;
  static const weft_spec_constant constants[] = {{7, blob("four")}};
  request.spec_constants = constants;
  request.num_spec_constants = 1;
  request.inputs = inputs;
  request.num_inputs = 2;
  request.options = "-D A";
  request.specialization.kernel = "f";
  request.specialization.local_size[1] = 8;
  request.specialization.args = &arg;
  request.specialization.num_args = 1;
  request.inspect = WEFT_INSPECT_TIMES;
  return requestBytes(request);
}

TEST(RequestBytes, AreTheRequestAgain) {
  const std::string bytes = sample();
  const RequestReader reader(bytes);
  ASSERT_TRUE(reader.valid());
  const weft_request &read = reader.request();
  EXPECT_EQ(read.action, uint32_t(WEFT_ACTION_LINK));
  EXPECT_EQ(read.language, uint32_t(WEFT_LANGUAGE_SPIRV));
  EXPECT_EQ(std::string(static_cast<const char *>(read.source.data), read.source.size),
            "kernel void f() {}");
  ASSERT_EQ(read.num_headers, 1u);
  EXPECT_STREQ(read.headers[0].name, "a.h");
  EXPECT_EQ(read.headers[0].text.size, 6u);
  ASSERT_EQ(read.num_spec_constants, 1u);
  EXPECT_EQ(read.spec_constants[0].id, 7u);
  EXPECT_EQ(read.spec_constants[0].value.size, 4u);
  ASSERT_EQ(read.num_inputs, 2u);
  EXPECT_EQ(read.inputs[0].size, 5u);
  EXPECT_EQ(read.inputs[1].size, 0u);
  EXPECT_STREQ(read.options, "-D A");
  EXPECT_EQ(read.cpu, nullptr);
  EXPECT_STREQ(read.specialization.kernel, "f");
  EXPECT_EQ(read.specialization.local_size[1], 8u);
  ASSERT_EQ(read.specialization.num_args, 1u);
  EXPECT_EQ(read.specialization.args[0].index, 3u);
  EXPECT_EQ(read.inspect, uint32_t(WEFT_INSPECT_TIMES));
}

// Each field of the list arrives, the next one that is added to it among them.
TEST(RequestBytes, HoldEachField) {
  const std::string plain = requestBytes(test::ChangedRequest().request);
  for (size_t field = 0;; ++field) {
    const test::ChangedRequest changed(field);
    if (!changed.reached) {
      EXPECT_GT(field, 20u);
      break;
    }
    const std::string bytes = requestBytes(changed.request);
    EXPECT_NE(bytes, plain) << field;
    const RequestReader reader(bytes);
    ASSERT_TRUE(reader.valid()) << field;
    EXPECT_EQ(requestBytes(reader.request()), bytes) << field;
  }
}

TEST(RequestBytes, CutOffAreRefused) {
  const std::string bytes = sample();
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(RequestReader(std::string(bytes, 0, size)).valid()) << size;
  EXPECT_FALSE(RequestReader(bytes + "x").valid());
}

// What is still valid may be used: all that it points to is inside.
TEST(RequestBytes, DamagedAreRefusedOrStayInside) {
  const std::string good = sample();
  for (size_t at = 0; at < good.size(); ++at)
    for (int value : {0, 1, 127, 255}) {
      std::string bytes = good;
      bytes[at] = char(value);
      const RequestReader reader(bytes);
      if (!reader.valid())
        continue;
      const weft_blob &source = reader.request().source;
      EXPECT_LE(static_cast<const char *>(source.data) + source.size, bytes.data() + bytes.size());
    }
}

} // namespace
