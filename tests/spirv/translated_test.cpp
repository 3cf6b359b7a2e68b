// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers, variables and names as translators of LLVM IR write them.
#include "producers.h"
#include "translated.h"

namespace weft::spirv_test {
namespace {

// Private, local, global: 0, CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE.
TEST(GenericPointers, TellTheFlagsOfFences) {
  Translated module("get_fence");
  ASSERT_TRUE(module.isBuilt());
  for (uint32_t n : {0u, 1u, 2u}) {
    uint32_t *out = module.share<uint32_t>({4711, 4711});
    module.run("k", 1, out, Translated::Local{16}, n);
    EXPECT_EQ(out[1], n);
  }
}

TEST(GenericPointers, MayLeadToFunctions) {
  Translated module("generic_function_pointers");
  ASSERT_TRUE(module.isBuilt());
  for (uint32_t n : {2u, 7u}) {
    std::vector<uint32_t> want = {1, 2, 3, 4, 5, 6, 7};
    uint32_t *p = module.share(want);
    bool first = n > 3;
    for (uint32_t i = 0; i < n; ++i) {
      want[i] = first ? want[i] + 1 : want[i] * 2;
      first ^= want[i] & 1;
    }
    module.run("k", 1, p, n);
    EXPECT_EQ(std::vector<uint32_t>(p, p + 7), want) << n;
  }
}

TEST(Sizes, OfWhatPointersLeadTo) {
  Snippet snippet{"%variable = OpVariable %private_record Function\n"
                  "%a_size = OpSizeOf %uint %variable\n%b_size = OpSizeOf %uint %at_a\n"
                  "%shifted = OpShiftLeftLogical %uint %a_size %uint_8\n"
                  "%r = OpBitwiseOr %uint %shifted %b_size"};
  snippet.version = "1.1";
  snippet.declarations = "%record = OpTypeStruct %uchar %ulong %v3uint\n"
                         "%private_record = OpTypePointer Function %record";
  EXPECT_EQ(run<uint32_t>(snippet, std::vector<uint32_t>{0}), std::vector<uint32_t>{32u << 8 | 4});
}

TEST(BuiltinVariables, AreReadOutOfGlobalMemory) {
  const Snippet snippet = {
      "%ids2 = OpLoad %v3ulong %other\n%j = OpCompositeExtract %ulong %ids2 0\n"
      "%part = OpInBoundsAccessChain %global_ulong %other %uint_0\n%k = OpLoad %ulong %part\n"
      "%sum = OpIAdd %ulong %j %k\n%r = OpUConvert %uint %sum",
      "uint",
      "uint",
      "",
      "OpDecorate %other BuiltIn GlobalInvocationId\nOpDecorate %other Constant\n"
      "OpDecorate %other LinkageAttributes \"__spirv_BuiltInGlobalInvocationId\" Import",
      "%global_v3ulong = OpTypePointer CrossWorkgroup %v3ulong\n"
      "%other = OpVariable %global_v3ulong CrossWorkgroup"};
  std::vector<uint32_t> want;
  for (uint32_t i = 0; i < 64; ++i)
    want.push_back(2 * i);
  EXPECT_EQ(run<uint32_t>(snippet, std::vector<uint32_t>(64, 1)), want);
}

TEST(Names, OfWhatIsExportedMayBeEmpty) {
  Snippet snippet{"%p = OpInBoundsAccessChain %constant_uint %table %x\n"
                  "%q = OpInBoundsAccessChain %constant_uint %again %x\n"
                  "%one = OpLoad %uint %p\n%two = OpLoad %uint %q\n%r = OpIAdd %uint %one %two"};
  snippet.preamble = "OpDecorate %table LinkageAttributes \"\" Export\n"
                     "OpDecorate %again LinkageAttributes \"\" Export";
  snippet.declarations = "%array = OpTypeArray %uint %uint_2\n"
                         "%constant_array = OpTypePointer UniformConstant %array\n"
                         "%constant_uint = OpTypePointer UniformConstant %uint\n"
                         "%first = OpConstantComposite %array %uint_3 %uint_5\n"
                         "%second = OpConstantComposite %array %uint_9 %uint_16\n"
                         "%table = OpVariable %constant_array UniformConstant %first\n"
                         "%again = OpVariable %constant_array UniformConstant %second";
  EXPECT_EQ(run<uint32_t>(snippet, std::vector<uint32_t>{0, 1}), (std::vector<uint32_t>{12, 21}));
}

TEST(Names, OfKernelsAndFunctionsMayHaveOursInThem) {
  for (const char *name : {"weft", "my_weft", "weft_main", "weftkernel"}) {
    Snippet snippet{"%r = OpFunctionCall %uint %twice %x"};
    snippet.preamble = std::string("OpEntryPoint Kernel %main \"") + name +
                       "\" %gid\nOpDecorate %main LinkageAttributes \"" + name +
                       "\" Export\nOpDecorate %twice LinkageAttributes \"" + name +
                       "_twice\" Export";
    snippet.declarations = "%unary = OpTypeFunction %uint %uint";
    snippet.functions = "%twice = OpFunction %uint None %unary\n%n = OpFunctionParameter %uint\n"
                        "%l = OpLabel\n%nn = OpIAdd %uint %n %n\nOpReturnValue %nn\nOpFunctionEnd";
    std::string log;
    cl_program program = build(assemble(snippet.text(), log), log);
    ASSERT_NE(program, nullptr) << log;
    cl_int code = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(program, name, &code);
    ASSERT_EQ(code, CL_SUCCESS) << name;
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    EXPECT_EQ(run<uint32_t>(snippet, std::vector<uint32_t>{3}), std::vector<uint32_t>{6});
  }
}

TEST(Names, ThatAreReservedAreRefused) {
  for (const char *name : {"__weft_constructors", "weft_kernel_main", "weft.barrier"}) {
    Snippet exported{"%r = OpIAdd %uint %x %y"}, kernel = exported;
    exported.preamble = std::string("OpDecorate %main LinkageAttributes \"") + name + "\" Export";
    kernel.preamble = std::string("OpEntryPoint Kernel %main \"") + name + "\" %gid";
    for (const Snippet &one : {exported, kernel}) {
      const std::string log = failure(one);
      EXPECT_NE(log.find(name), std::string::npos) << log;
    }
  }
}

} // namespace
} // namespace weft::spirv_test
