// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extensions that compilers of SYCL let the Khronos translator use: integers of any width, vectors
// of pointers, untyped pointers, small instructions, and advice.
#include "snippet.h"

namespace weft::spirv_test {
namespace {

// An instruction that the assembler does not know, of so many words: operands follow. Behind
// OpNop, which has none, its first word is not taken for an operand.
std::string word(unsigned opcode, unsigned words) {
  return "OpNop\n!" + std::to_string(words << 16 | opcode) + " ";
}

std::vector<uint32_t> upTo(uint32_t end) {
  std::vector<uint32_t> numbers;
  for (uint32_t i = 0; i < end; ++i)
    numbers.push_back(i);
  return numbers;
}

const char *const AnyWidth = "OpCapability ArbitraryPrecisionIntegersINTEL\n"
                             "OpExtension \"SPV_INTEL_arbitrary_precision_integers\"";

TEST(OddIntegers, AreSwitchedOn) {
  const Snippet snippet = {"%two = OpUConvert %i2 %x\n"
                           "OpSelectionMerge %end None\n"
                           "OpSwitch %two %other 1 %first 3 %third\n"
                           "%first = OpLabel\nOpBranch %end\n"
                           "%third = OpLabel\nOpBranch %end\n"
                           "%other = OpLabel\nOpBranch %end\n"
                           "%end = OpLabel\n"
                           "%n = OpPhi %i2 %i2_1 %first %i2_2 %third %i2_3 %other\n"
                           "%wide = OpUConvert %uint %n\n%s = OpSConvert %uint %n\n"
                           "%ten = OpIMul %uint %wide %uint_10\n%r = OpIAdd %uint %ten %s",
                           "uint",
                           "uint",
                           AnyWidth,
                           "",
                           "%i2 = OpTypeInt 2 0\n%i2_1 = OpConstant %i2 1\n"
                           "%i2_2 = OpConstant %i2 2\n%i2_3 = OpConstant %i2 3"};
  EXPECT_EQ(run<uint32_t>(snippet, upTo(8)),
            (std::vector<uint32_t>{29, 11, 29, 18, 29, 11, 29, 18}));
}

TEST(OddIntegers, WrapAtTheirWidth) {
  const Snippet snippet = {"%narrow = OpUConvert %i24 %x\n%p = OpIMul %i24 %narrow %most\n"
                           "OpStore %place %p\n%c = OpLoad %i24 %place\n"
                           "%d = OpShiftRightArithmetic %i24 %c %c_1\n"
                           "%r = OpSConvert %uint %d",
                           "uint",
                           "uint",
                           AnyWidth,
                           "",
                           "%i24 = OpTypeInt 24 0\n%most = OpConstant %i24 0x7fffff\n"
                           "%c_1 = OpConstant %i24 1\n%i24p = OpTypePointer Workgroup %i24\n"
                           "%place = OpVariable %i24p Workgroup"};
  EXPECT_EQ(run<uint32_t>(snippet, std::vector<uint32_t>{0, 1, 2, 3}, {}, 1),
            (std::vector<uint32_t>{0, 0x3fffff, ~0u, 0x3ffffe}));
}

// As optimisers copy the members of a struct.
TEST(OddIntegers, AreWiderThanRegisters) {
  const Snippet snippet = {
      "%wide = OpUConvert %i192 %x\n%up = OpShiftLeftLogical %i192 %wide %c_130\n"
      "%sum = OpBitwiseOr %i192 %up %most\n"
      "OpStore %place %sum\n%c = OpLoad %i192 %place\n"
      "%p = OpIMul %i192 %c %c_3\n"
      "%d = OpShiftRightLogical %i192 %p %c_128\n"
      "%r = OpUConvert %uint %d",
      "uint",
      "uint",
      AnyWidth,
      "",
      "%i192 = OpTypeInt 192 0\n"
      "%most = OpConstant %i192 !0xffffffff !0xffffffff !0xffffffff !0xffffffff !0 !0\n"
      "%c_3 = OpConstant %i192 !3 !0 !0 !0 !0 !0\n"
      "%c_128 = OpConstant %i192 !128 !0 !0 !0 !0 !0\n"
      "%c_130 = OpConstant %i192 !130 !0 !0 !0 !0 !0\n"
      "%i192p = OpTypePointer Workgroup %i192\n"
      "%place = OpVariable %i192p Workgroup"};
  EXPECT_EQ(run<uint32_t>(snippet, upTo(4), {}, 1), (std::vector<uint32_t>{2, 14, 26, 38}));
}

TEST(OddIntegers, AreSwitchedOnAsWideAsTheyAre) {
  const Snippet snippet = {"%wide = OpUConvert %i96 %x\n%up = OpShiftLeftLogical %i96 %wide %c_64\n"
                           "OpSelectionMerge %end None\n"
                           "OpSwitch %up %end !0 !0 !1 %first !0 !0 !2 %end\n"
                           "%first = OpLabel\nOpBranch %end\n%end = OpLabel\n"
                           "%r = OpPhi %uint %uint_16 %entry %uint_15 %first",
                           "uint",
                           "uint",
                           AnyWidth,
                           "",
                           "%i96 = OpTypeInt 96 0\n%c_64 = OpConstant %i96 !64 !0 !0"};
  EXPECT_EQ(run<uint32_t>(snippet, upTo(3)), (std::vector<uint32_t>{16, 15, 16}));
}

TEST(OddIntegers, WiderThanRegistersAreNotDivided) {
  for (const char *what : {"%q = OpUDiv %i128 %wide %wide", "%f = OpConvertUToF %float %wide"}) {
    const std::string log = failure(
        {std::string("%wide = OpUConvert %i128 %x\n") + what + "\n%r = OpUConvert %uint %wide",
         "uint", "uint", AnyWidth, "", "%i128 = OpTypeInt 128 0"});
    EXPECT_NE(log.find("more than 64 bits"), std::string::npos) << log;
  }
}

TEST(OddIntegers, NeedTheirCapability) {
  const std::string log = failure({"%narrow = OpUConvert %i24 %x\n%r = OpUConvert %uint %narrow",
                                   "uint", "uint", "", "", "%i24 = OpTypeInt 24 0"});
  EXPECT_NE(log.find("24 bits"), std::string::npos) << log;
}

// %pointers: of x's place and the next one; lanes of the mask: whether x is odd, and whether it is
// more than 2.
const char *const Lanes = "%odd = OpBitwiseAnd %uint %x %uint_1\n"
                          "%first = OpINotEqual %bool %odd %uint_0\n"
                          "%second = OpUGreaterThan %bool %x %uint_2\n"
                          "%mask = OpCompositeConstruct %v2bool %first %second\n"
                          "%steps = OpCompositeConstruct %v2ulong %zero %one\n";
const char *const LaneTypes = "%v2bool = OpTypeVector %bool 2\n"
                              "%pointers = OpTypeVector %global_uint 2\n"
                              "%zero = OpConstant %ulong 0\n%one = OpConstant %ulong 1\n"
                              "%none = OpConstantComposite %v2uint %uint_16 %uint_15";
const char *const GatherCapability =
    "OpCapability !6427\nOpExtension \"SPV_INTEL_masked_gather_scatter\"";

TEST(VectorsOfPointers, AreGatheredFrom) {
  const Snippet snippet = {std::string(Lanes) +
                               "%both = OpCompositeConstruct %pointers %at_a %at_a\n"
                               "%p = OpInBoundsPtrAccessChain %pointers %both %steps\n" +
                               word(6428, 7) + "%v2uint %loaded %p 4 %mask %none\n" +
                               "%e0 = OpCompositeExtract %uint %loaded 0\n"
                               "%e1 = OpCompositeExtract %uint %loaded 1\n"
                               "%hundred = OpIMul %uint %e1 %c_100\n"
                               "%r = OpIAdd %uint %hundred %e0",
                           "uint",
                           "uint",
                           GatherCapability,
                           "",
                           std::string(LaneTypes) + "\n%c_100 = OpConstant %uint 100"};
  std::vector<uint32_t> in = upTo(9), want;
  for (uint32_t i = 0; i < 8; ++i)
    want.push_back(100 * (i > 2 ? i + 1 : 15) + (i % 2 ? i : 16));
  std::vector<uint32_t> got = run<uint32_t>(snippet, in);
  ASSERT_EQ(got.size(), 9u);
  got.pop_back(); // whose second lane is beyond the buffer
  EXPECT_EQ(got, want);
}

TEST(VectorsOfPointers, AreScatteredTo) {
  const Snippet snippet = {std::string(Lanes) +
                               "OpStore %low %uint_0\nOpStore %high %uint_0\n"
                               "%both = OpCompositeConstruct %pointers %low %high\n" +
                               word(6429, 5) + "%none %both 0 %mask\n" +
                               "%e0 = OpLoad %uint %low\n%e1 = OpLoad %uint %high\n"
                               "%hundred = OpIMul %uint %e1 %c_100\n"
                               "%r = OpIAdd %uint %hundred %e0",
                           "uint",
                           "uint",
                           GatherCapability,
                           "",
                           "%v2bool = OpTypeVector %bool 2\n"
                           "%pointers = OpTypeVector %local_uint 2\n"
                           "%zero = OpConstant %ulong 0\n%one = OpConstant %ulong 1\n"
                           "%none = OpConstantComposite %v2uint %uint_16 %uint_15\n"
                           "%c_100 = OpConstant %uint 100\n"
                           "%low = OpVariable %local_uint Workgroup\n"
                           "%high = OpVariable %local_uint Workgroup"};
  std::vector<uint32_t> want;
  for (uint32_t i = 0; i < 8; ++i)
    want.push_back(100 * (i > 2 ? 15 : 0) + (i % 2 ? 16 : 0));
  EXPECT_EQ(run<uint32_t>(snippet, upTo(8), {}, 1), want);
}

// As translators wrote what Clang had made vectors of, before there was an extension.
TEST(VectorsOfPointers, NeedNoCapability) {
  const Snippet snippet = {"%one = OpCompositeInsert %pointers %at_a %nulls 0\n"
                           "%same = OpIEqual %v2bool %one %nulls\n"
                           "%bits = OpSelect %v2uint %same %ones %zeros\n"
                           "%e0 = OpCompositeExtract %uint %bits 0\n"
                           "%e1 = OpCompositeExtract %uint %bits 1\n"
                           "%any = OpPtrCastToGeneric %generics %one\n"
                           "%back = OpGenericCastToPtr %pointers %any\n"
                           "%p = OpCompositeExtract %global_uint %back 0\n"
                           "%there = OpLoad %uint %p\n%ten = OpIMul %uint %there %uint_10\n"
                           "%two = OpIMul %uint %e1 %uint_2\n%sum = OpIAdd %uint %ten %two\n"
                           "%r = OpIAdd %uint %sum %e0",
                           "uint",
                           "uint",
                           "",
                           "",
                           "%v2bool = OpTypeVector %bool 2\n"
                           "%pointers = OpTypeVector %global_uint 2\n"
                           "%generic_uint = OpTypePointer Generic %uint\n"
                           "%generics = OpTypeVector %generic_uint 2\n"
                           "%nulls = OpConstantNull %pointers\n%zeros = OpConstantNull %v2uint\n"
                           "%ones = OpConstantComposite %v2uint %uint_1 %uint_1"};
  EXPECT_EQ(run<uint32_t>(snippet, std::vector<uint32_t>{5, 7}), (std::vector<uint32_t>{52, 72}));
}

const char *const Untyped = "OpCapability !4473\nOpExtension \"SPV_KHR_untyped_pointers\"";

TEST(UntypedPointers, AreStoredToAndLoadedFrom) {
  const Snippet snippet = {word(4418, 6) + "%private %place 7 %pair %initial\n" + // the variable
                               word(4420, 6) + "%private %second %pair %place %uint_1\n" +
                               "OpStore %second %x\n" + word(4424, 6) +
                               "%private %next %uint %place %uint_1\n" +
                               "%e1 = OpLoad %uint %next\n%e0 = OpLoad %uint %place\n"
                               "%untyped = OpBitcast %global %b\n" +
                               word(4423, 6) + "%global %at %uint %untyped %i\n" +
                               "OpCopyMemory %place %at_b\n" // of which type the other one says
                               "%copied = OpLoad %uint %place\n%same = OpLoad %uint %at\n"
                               "%t = OpIAdd %uint %e0 %e1\n%u = OpIAdd %uint %t %copied\n"
                               "%r = OpIAdd %uint %u %same",
                           "uint",
                           "uint",
                           Untyped,
                           "",
                           word(4417, 3) + "%private 7\n" + word(4417, 3) + "%global 5\n" +
                               "%pair = OpTypeStruct %uint %uint\n"
                               "%c_1000 = OpConstant %uint 1000\n"
                               "%initial = OpConstantComposite %pair %c_1000 %uint_1"};
  EXPECT_EQ(run<uint32_t>(snippet, std::vector<uint32_t>{1, 2, 3}, {10, 20, 30}),
            (std::vector<uint32_t>{1021, 1042, 1063}));
}

TEST(UntypedPointers, PointToWhatSomethingSays) {
  const std::string log =
      failure({"%untyped = OpBitcast %global %b\n"
               "%r0 = OpInBoundsPtrAccessChain %global_uint %untyped %i\n%r = OpLoad %uint %r0",
               "uint", "uint", Untyped, "", word(4417, 3) + "%global 5"});
  EXPECT_NE(log.find("untyped pointer"), std::string::npos) << log;
}

TEST(Small, FmaAndFenceAndFreeze) {
  const Snippet snippet = {
      word(4427, 6) + "%float %product %x %y %half_one\n" + word(6145, 4) +
          "%float %fenced %product\n" + word(5159, 4) + "%float %frozen %fenced\n" + word(5949, 4) +
          "%float %same %frozen\n%r = OpFAdd %float %same %y",
      "float",
      "float",
      "OpCapability !6030\nOpCapability !6144\nOpCapability !5156\nOpCapability FPGARegINTEL\n"
      "OpExtension \"SPV_KHR_fma\"\nOpExtension \"SPV_EXT_arithmetic_fence\"\n"
      "OpExtension \"SPV_KHR_poison_freeze\"\nOpExtension \"SPV_INTEL_fpga_reg\"",
      "",
      "%half_one = OpConstant %float 0.5"};
  EXPECT_EQ(run<float>(snippet, std::vector<float>{1, 2, 3}, {4, 5, 6}),
            (std::vector<float>{8.5f, 15.5f, 24.5f}));
}

std::string importing(const char *body) {
  return failure({body, "uint", "uint", "",
                  "OpDecorate %import LinkageAttributes \"llvm.vector.reduce.add.v2i32\" Import",
                  "%function = OpTypeFunction %uint %v2uint",
                  "%import = OpFunction %uint None %function\n%v = OpFunctionParameter %v2uint\n"
                  "OpFunctionEnd"});
}

TEST(Imports, OfLlvmAreIgnoredUntilTheyAreCalled) {
  const Snippet snippet = {
      "%r = OpIAdd %uint %x %uint_1",
      "uint",
      "uint",
      "",
      "OpDecorate %import LinkageAttributes \"llvm.vector.reduce.add.v2i32\" Import",
      "%function = OpTypeFunction %uint %v2uint",
      "%import = OpFunction %uint None %function\n%v = OpFunctionParameter %v2uint\nOpFunctionEnd"};
  EXPECT_EQ(run<uint32_t>(snippet, std::vector<uint32_t>{1, 2}), (std::vector<uint32_t>{2, 3}));
  const std::string log = importing("%both = OpCompositeConstruct %v2uint %x %y\n"
                                    "%r = OpFunctionCall %uint %import %both");
  EXPECT_NE(log.find("llvm.vector.reduce.add.v2i32"), std::string::npos) << log;
}

TEST(Clock, OfAScopeThatIsComputed) {
  const Snippet snippet = {"%scope = OpIAdd %uint %x %uint_1\n"
                           "%before = OpReadClockKHR %ulong %scope\n"
                           "%after = OpReadClockKHR %ulong %scope\n"
                           "%ordered = OpUGreaterThanEqual %bool %after %before\n"
                           "%r = OpSelect %uint %ordered %uint_1 %uint_0",
                           "uint",
                           "uint",
                           "OpCapability ShaderClockKHR\nOpExtension \"SPV_KHR_shader_clock\"",
                           "",
                           "",
                           ""};
  EXPECT_EQ(run<uint32_t>(snippet, std::vector<uint32_t>{0, 1, 2}),
            (std::vector<uint32_t>{1, 1, 1}));
}

const char *const Bfloat16 = "OpCapability !6115\nOpExtension \"SPV_INTEL_bfloat16_conversion\"";

TEST(Bfloat16, RoundsToTheNearestEven) {
  const Snippet snippet = {word(6116, 4) + "%ushort %short %x\n%r = OpUConvert %uint %short",
                           "uint", "float", Bfloat16};
  const std::vector<float> values = {1.0f, 0x1.01p0f, 0x1.03p0f, 0x1.01002p0f, -0x1.fffffep127f};
  EXPECT_EQ(run<uint32_t>(snippet, values),
            (std::vector<uint32_t>{0x3f80, 0x3f80, 0x3f82, 0x3f81, 0xff80}));
}

TEST(Bfloat16, OfVectorsIsOfEachElement) {
  const Snippet snippet = {"%both = OpCompositeConstruct %v2float %x %y\n" + word(6116, 4) +
                               "%v2ushort %short %both\n" + word(6117, 4) +
                               "%v2float %back %short\n"
                               "%first = OpCompositeExtract %float %back 0\n"
                               "%second = OpCompositeExtract %float %back 1\n"
                               "%r = OpFSub %float %first %second",
                           "float", "float", Bfloat16};
  EXPECT_EQ(run<float>(snippet, std::vector<float>{3.0f, 0x1.01p0f}, {1.0f, -1.0f}),
            (std::vector<float>{2.0f, 2.0f}));
}

TEST(Bfloat16, RefusesOtherTypes) {
  const Snippet snippet = {word(6116, 4) + "%uint %r %x", "uint", "float", Bfloat16};
  EXPECT_NE(failure(snippet).find("fitting types"), std::string::npos);
}

// cl_intel_devicelib_assert: what compilers of SYCL make of assert(x < 7).
Snippet asserting() {
  return {
      "%fine = OpULessThan %bool %x %uint_7\nOpSelectionMerge %end None\n"
      "OpBranchConditional %fine %end %fails\n%fails = OpLabel\n"
      "%e = OpPtrCastToGeneric %generic_uchar %expression_start\n"
      "%f = OpPtrCastToGeneric %generic_uchar %file_start\n"
      "%called = OpFunctionCall %void %import %e %f %line %f %i %one %one %i %one %one\n"
      "OpBranch %end\n%end = OpLabel\n%r = OpIAdd %uint %x %uint_1",
      "uint",
      "uint",
      "",
      "OpDecorate %import LinkageAttributes \"__devicelib_assert_fail\" Import",
      "%generic_uchar = OpTypePointer Generic %uchar\n"
      "%function = OpTypeFunction %void %generic_uchar %generic_uchar %uint %generic_uchar %ulong "
      "%ulong %ulong %ulong %ulong %ulong\n"
      "%line = OpConstant %uint 42\n%one = OpConstant %ulong 1\n"
      "%c_x = OpConstant %uchar 120\n%c_lt = OpConstant %uchar 60\n%c_7 = OpConstant %uchar 55\n"
      "%c_a = OpConstant %uchar 97\n%c_0 = OpConstant %uchar 0\n"
      "%array4 = OpTypeArray %uchar %uint_4\n%array2 = OpTypeArray %uchar %uint_2\n"
      "%expression = OpConstantComposite %array4 %c_x %c_lt %c_7 %c_0\n"
      "%file = OpConstantComposite %array2 %c_a %c_0\n"
      "%global_4 = OpTypePointer CrossWorkgroup %array4\n"
      "%global_2 = OpTypePointer CrossWorkgroup %array2\n"
      "%expression_variable = OpVariable %global_4 CrossWorkgroup %expression\n"
      "%file_variable = OpVariable %global_2 CrossWorkgroup %file\n"
      "%expression_start = OpSpecConstantOp %global_uchar InBoundsPtrAccessChain "
      "%expression_variable %uint_0 %uint_0\n"
      "%file_start = OpSpecConstantOp %global_uchar InBoundsPtrAccessChain %file_variable %uint_0 "
      "%uint_0",
      "%import = OpFunction %void None %function\n"
      "%p1 = OpFunctionParameter %generic_uchar\n%p2 = OpFunctionParameter %generic_uchar\n"
      "%p3 = OpFunctionParameter %uint\n%p4 = OpFunctionParameter %generic_uchar\n"
      "%p5 = OpFunctionParameter %ulong\n%p6 = OpFunctionParameter %ulong\n"
      "%p7 = OpFunctionParameter %ulong\n%p8 = OpFunctionParameter %ulong\n"
      "%p9 = OpFunctionParameter %ulong\n%p10 = OpFunctionParameter %ulong\nOpFunctionEnd"};
}

TEST(Assertion, ThatHoldsIsPassed) {
  EXPECT_EQ(run<uint32_t>(asserting(), upTo(3)), (std::vector<uint32_t>{1, 2, 3}));
}

TEST(AssertionDeathTest, ThatFailsSaysWhereAndAborts) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(run<uint32_t>(asserting(), std::vector<uint32_t>{0, 1, 9}),
               "a:42: a: global id: .2,1,1., local id: .2,1,1. Assertion `x<7` failed.");
}

// Cache controls, host access, initialisation of a variable, largest error, registers, prefetches,
// memory of FPGAs.
TEST(Advice, ChangesNothing) {
  const Snippet snippet = {
      word(6221, 3) + "%at_a %uint_4\n" + word(4426, 3) + "%at_a %uint_4\n" +
          "%old = OpLoad %float %counter\n%sum = OpFAdd %float %x %old\n%r = OpFMul %float %sum %y",
      "float",
      "float",
      "OpCapability !6441\nOpCapability !6187\nOpCapability !6189\nOpCapability !6169\n"
      "OpCapability !6460\nOpCapability !6220\nOpCapability !4473\n"
      "OpCapability FPGAMemoryAttributesINTEL\nOpCapability FPGABufferLocationINTEL",
      "OpExecutionMode %main !6461 32\n"
      "OpDecorate %at_a !6442 0 1\nOpDecorate %counter !6188 1 \"counter\"\n"
      "OpDecorate %counter !6190 0\nOpDecorate %r !6170 0x40000000\n"
      "OpDecorate %counter RegisterINTEL\nOpDecorate %a BufferLocationINTEL 2",
      "%two = OpConstant %float 2\n%counter = OpVariable %global_float CrossWorkgroup %two"};
  EXPECT_EQ(run<float>(snippet, std::vector<float>{1, 2}, {3, 4}), (std::vector<float>{9, 16}));
}

} // namespace
} // namespace weft::spirv_test
