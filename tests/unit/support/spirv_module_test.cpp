// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/spirv_module.h"

#include <gtest/gtest.h>
#include <string>

using namespace weft;

namespace {

using Words = std::vector<uint32_t>;

std::string bytes(const Words &words) {
  return {reinterpret_cast<const char *>(words.data()), words.size() * sizeof(uint32_t)};
}

// An instruction of the opcode.
void add(Words &to, uint32_t opcode, const Words &operands) {
  to.push_back(uint32_t(operands.size() + 1) << 16 | opcode);
  to.insert(to.end(), operands.begin(), operands.end());
}

enum : uint32_t {
  MemoryModel = 14,
  TypeBool = 20,
  TypeInt = 21,
  SpecConstantTrue = 48,
  SpecConstant = 50,
  Decorate = 71,
  DecorationGroup = 73,
  GroupDecorate = 74,
  SpecId = 1,
};

Words sample() {
  Words words = {0x07230203, 0x00010200, 0, 100, 0};
  add(words, MemoryModel, {2, 2});
  add(words, Decorate, {10, SpecId, 7});
  add(words, Decorate, {11, SpecId, 8});
  add(words, Decorate, {20, SpecId, 9});
  add(words, DecorationGroup, {20});
  add(words, GroupDecorate, {20, 12});
  add(words, TypeBool, {1});
  add(words, TypeInt, {2, 64, 0});
  add(words, TypeInt, {3, 16, 0});
  add(words, SpecConstantTrue, {1, 10});
  add(words, SpecConstant, {2, 11, 1, 0});
  add(words, SpecConstant, {3, 12, 1});
  return words;
}

TEST(SpirvModule, FindsSpecialisationConstants) {
  const auto found = readSpirvConstants(bytes(sample()));
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 3u);
  EXPECT_EQ((*found)[0].spec_id, 7u);
  EXPECT_EQ((*found)[0].size, 1u);
  EXPECT_EQ((*found)[1].spec_id, 8u);
  EXPECT_EQ((*found)[1].size, 8u);
  EXPECT_EQ((*found)[2].spec_id, 9u);
  EXPECT_EQ((*found)[2].size, 2u);
}

TEST(SpirvModule, CutOffIsRefusedOrWhole) {
  const std::string good = bytes(sample());
  for (size_t size = 0; size < good.size(); ++size)
    if (size % 4 || size <= 20)
      EXPECT_FALSE(readSpirvConstants(std::string(good, 0, size))) << size;
    else
      readSpirvConstants(std::string(good, 0, size)); // for the sanitizers
}

TEST(SpirvModule, DamagedWordsStayInside) {
  const Words good = sample();
  for (size_t at = 0; at < good.size(); ++at)
    for (uint32_t value : {0u, 1u, 0x0001ffffu, 0x00020032u, 0xffff0047u, ~0u}) {
      Words words = good;
      words[at] = value;
      readSpirvConstants(bytes(words));
    }
}

TEST(SpirvModule, NeedsAMemoryModel) {
  Words words = sample();
  words[5] = 3u << 16; // OpNop, of three words
  EXPECT_FALSE(readSpirvConstants(bytes(words)));
}

} // namespace
