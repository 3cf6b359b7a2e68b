// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dot products of integers (SPV_KHR_integer_dot_product) and fields of bits
// (SPV_KHR_bit_instructions).
#include "snippet.h"

#include <cstdint>

namespace weft::spirv_test {
namespace {

const char *const Packed = "OpCapability DotProductKHR\n"
                           "OpCapability DotProductInput4x8BitPackedKHR\n"
                           "OpExtension \"SPV_KHR_integer_dot_product\"";
const char *const All = "OpCapability DotProductKHR\n"
                        "OpCapability DotProductInputAllKHR\n"
                        "OpExtension \"SPV_KHR_integer_dot_product\"";
const char *const Bits = "OpCapability BitInstructions\n"
                         "OpExtension \"SPV_KHR_bit_instructions\"";

// -1, 2, -128, 127 and 3, -4, 5, 127 from the lowest byte on; and the least and the largest.
const std::vector<uint32_t> A = {0x7f8002ff, 0x80808080, 0xffffffff};
const std::vector<uint32_t> B = {0x7f05fc03, 0x80808080, 0x7f7f7f7f};

std::vector<uint32_t> dots(const std::string &instruction, const char *tail = "") {
  return run<uint32_t>(
      {"%r = " + instruction + " %uint %x %y " + tail + " PackedVectorFormat4x8BitKHR", "uint",
       "uint", Packed},
      A, B);
}

TEST(IntegerDot, OfPackedBytes) {
  EXPECT_EQ(dots("OpSDotKHR"),
            (std::vector<uint32_t>{uint32_t(-3 - 8 - 640 + 127 * 127), 65536, uint32_t(-4 * 127)}));
  EXPECT_EQ(dots("OpUDotKHR"),
            (std::vector<uint32_t>{255 * 3 + 2 * 252 + 128 * 5 + 127 * 127, 65536, 4 * 255 * 127}));
  EXPECT_EQ(dots("OpSUDotKHR"),
            (std::vector<uint32_t>{uint32_t(-3 + 2 * 252 - 640 + 127 * 127),
                                   uint32_t(-4 * 128 * 128), uint32_t(-4 * 127)}));
}

TEST(IntegerDot, OnlyTheAccumulationSaturates) {
  const Snippet sdot = {"%r = OpSDotAccSatKHR %uint %x %y %most PackedVectorFormat4x8BitKHR",
                        "uint",
                        "uint",
                        Packed,
                        "",
                        "%most = OpConstant %uint 0x7ffffff0"};
  EXPECT_EQ(run<uint32_t>(sdot, A, B),
            (std::vector<uint32_t>{0x7fffffff, 0x7fffffff, 0x7ffffff0 - 4 * 127}));
  Snippet udot = sdot;
  udot.body = "%r = OpUDotAccSatKHR %uint %x %y %most PackedVectorFormat4x8BitKHR";
  udot.declarations = "%most = OpConstant %uint 0xfffff000";
  EXPECT_EQ(run<uint32_t>(udot, A, B), (std::vector<uint32_t>{0xffffffff, 0xffffffff, 0xffffffff}));
  Snippet sudot = sdot;
  sudot.body = "%r = OpSUDotAccSatKHR %uint %x %y %least PackedVectorFormat4x8BitKHR";
  sudot.declarations = "%least = OpConstant %uint 0x80000010";
  EXPECT_EQ(
      run<uint32_t>(sudot, A, B),
      (std::vector<uint32_t>{0x80000010 - 3 + 2 * 252 - 640 + 127 * 127, 0x80000000, 0x80000000}));
}

TEST(IntegerDot, OfVectorsIsAsWideAsTheResult) {
  const Snippet wide = {"%u = OpBitcast %v2ushort %x\n%v = OpBitcast %v2ushort %y\n"
                        "%r = OpSDotKHR %ulong %u %v",
                        "ulong", "uint", All};
  EXPECT_EQ(run<int64_t>(wide, A, B),
            (std::vector<int64_t>{0x02ff * -0x3fd + 0x7f80 * 0x7f05, 2 * int64_t(0x7f80) * 0x7f80,
                                  -2 * 0x7f7f}));
  // Of 8 bits: the low part.
  const Snippet narrow = {"%u = OpBitcast %v4uchar %x\n%v = OpBitcast %v4uchar %y\n"
                          "%r = OpUDotKHR %uchar %u %v",
                          "uchar", "uint", All};
  EXPECT_EQ(run<uint8_t>(narrow, A, B),
            (std::vector<uint8_t>{uint8_t(255 * 3 + 2 * 252 + 128 * 5 + 127 * 127), 0,
                                  uint8_t(4 * 255 * 127)}));
}

TEST(IntegerDot, IsOfSpirv16WithoutTheExtension) {
  Snippet snippet = {"%r = OpSDot %uint %x %y PackedVectorFormat4x8Bit", "uint", "uint",
                     "OpCapability DotProduct\nOpCapability DotProductInput4x8BitPacked"};
  snippet.version = "1.6";
  EXPECT_EQ(run<uint32_t>(snippet, A, B)[1], 65536u);
}

TEST(IntegerDot, OfOtherTypesNeedsTheCapability) {
  const std::string log =
      failure({"%u = OpBitcast %v2ushort %x\n%r = OpUDotKHR %uint %u %u", "uint", "uint", Packed});
  EXPECT_NE(log.find("DotProductInputAll"), std::string::npos) << log;
}

TEST(BitFields, AreInserted) {
  EXPECT_EQ(run<uint32_t>(
                {"%r = OpBitFieldInsert %uint %x %y %uint_4 %uint_8", "uint", "uint", Bits}, A, B),
            (std::vector<uint32_t>{0x7f80003f, 0x80808808, 0xfffff7ff}));
}

TEST(BitFields, AreExtractedWithAndWithoutTheirSign) {
  EXPECT_EQ(
      run<uint32_t>({"%r = OpBitFieldSExtract %uint %x %uint_4 %uint_4", "uint", "uint", Bits}, A),
      (std::vector<uint32_t>{0xffffffff, 0xfffffff8, 0xffffffff}));
  EXPECT_EQ(
      run<uint32_t>({"%r = OpBitFieldUExtract %uint %x %uint_4 %uint_4", "uint", "uint", Bits}, A),
      (std::vector<uint32_t>{15, 8, 15}));
}

TEST(BitFields, OfVectorsAndOtherWidths) {
  EXPECT_EQ(run<uint32_t>({"%u = OpBitcast %v2ushort %x\n%v = OpBitcast %v2ushort %y\n"
                           "%w = OpBitFieldInsert %v2ushort %u %v %uint_8 %uint_8\n"
                           "%r = OpBitcast %uint %w",
                           "uint", "uint", Bits},
                          A, B),
            (std::vector<uint32_t>{0x058003ff, 0x80808080, 0x7fff7fff}));
}

TEST(Bits, AreReversed) {
  EXPECT_EQ(run<uint32_t>({"%r = OpBitReverse %uint %x", "uint", "uint", Bits}, A),
            (std::vector<uint32_t>{0xff4001fe, 0x01010101, 0xffffffff}));
}

TEST(Bits, AreCountedInOtherWidths) {
  EXPECT_EQ(run<uint8_t>({"%r = OpBitCount %uchar %x", "uchar", "uint"}, A),
            (std::vector<uint8_t>{7 + 1 + 1 + 8, 4, 32}));
  EXPECT_EQ(run<uint64_t>({"%r = OpBitCount %ulong %x", "ulong", "uint"}, A),
            (std::vector<uint64_t>{17, 4, 32}));
}

} // namespace
} // namespace weft::spirv_test
