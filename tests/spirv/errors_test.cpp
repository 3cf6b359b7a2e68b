// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the log says of modules that are not supported or not valid.
#include "producers.h"
#include "snippet.h"

#include <cstdint>

namespace weft::spirv_test {
namespace {

void expectAll(const std::string &log, std::initializer_list<const char *> words) {
  for (const char *word : words)
    EXPECT_NE(log.find(word), std::string::npos) << "'" << word << "' is not in: " << log;
}

std::string failureOf(const std::string &text) {
  std::string log;
  const std::string module = assemble(text, log);
  EXPECT_FALSE(module.empty()) << log;
  cl_program made = build(module, log);
  EXPECT_EQ(made, nullptr);
  return log;
}

TEST(Errors, NameTheInstructionAndWhereItIs) {
  expectAll(failure({"%r = OpIAdd %uint %x %i"}), {"OpIAdd", "word "});
}

TEST(Errors, NameTheKernelThatIsThereTwice) {
  Snippet twice{"%r = OpIAdd %uint %x %y"};
  twice.preamble = "OpEntryPoint Kernel %main \"main\" %gid";
  expectAll(failureOf(twice.text()), {"'main' is there twice"});
}

TEST(Errors, NameTheCapabilityThatIsNotDeclared) {
  expectAll(failure({"%r = OpBitReverse %uint %x"}), {"OpBitReverse", "BitInstructions"});
}

TEST(Errors, NameTheValueThatIsNotAlwaysThere) {
  expectAll(failure({"%p = OpULessThan %bool %x %uint_16\n"
                     "OpBranchConditional %p %then %join\n%then = OpLabel\n"
                     "%sum = OpIAdd %uint %x %y\nOpBranch %join\n%join = OpLabel\n"
                     "%r = OpIMul %uint %sum %sum"}),
            {"OpIAdd", "every way"});
}

TEST(Errors, OfModulesWith32BitAddresses) {
  expectAll(failureOf("OpCapability Addresses\nOpCapability Kernel\n"
                      "OpMemoryModel Physical32 OpenCL\n"),
            {"Physical32", "64"});
}

TEST(Errors, OfInlineAssembly) {
  expectAll(failureOf("OpCapability Addresses\nOpCapability Kernel\nOpCapability AsmINTEL\n"
                      "OpExtension \"SPV_INTEL_inline_assembly\"\n"
                      "OpMemoryModel Physical64 OpenCL\n"),
            {"AsmINTEL", "assembly"});
}

TEST(Errors, OfGraphics) {
  expectAll(failureOf("OpCapability Shader\nOpMemoryModel Logical GLSL450\n"), {"Shader"});
}

TEST(Errors, OfAFunctionWithoutBlocksThatIsNotImported) {
  expectAll(failureOf("OpCapability Addresses\nOpCapability Kernel\nOpCapability Linkage\n"
                      "OpExtension \"SPV_KHR_linkonce_odr\"\nOpMemoryModel Physical64 OpenCL\n"
                      "OpDecorate %shared LinkageAttributes \"shared\" LinkOnceODR\n"
                      "%uint = OpTypeInt 32 0\n%f = OpTypeFunction %uint\n"
                      "%shared = OpFunction %uint None %f\nOpFunctionEnd\n"),
            {"without blocks", "imported"});
}

TEST(Errors, OfAnInstructionSetThatIsUnknown) {
  expectAll(failureOf("OpCapability Addresses\nOpCapability Kernel\n"
                      "%s = OpExtInstImport \"GLSL.std.450\"\n"
                      "OpMemoryModel Physical64 OpenCL\n"),
            {"GLSL.std.450"});
}

// Each is made before the phi.
TEST(Phis, OfConstantSamplers) {
  EXPECT_EQ(run<uint32_t>({"%p = OpULessThan %bool %x %uint_16\n"
                           "OpBranchConditional %p %then %join\n%then = OpLabel\n"
                           "OpBranch %join\n%join = OpLabel\n"
                           "%s = OpPhi %sampler %near %entry %far %then\n%r = OpIAdd %uint %x %y",
                           "uint", "uint", "OpCapability LiteralSampler", "",
                           "%sampler = OpTypeSampler\n"
                           "%near = OpConstantSampler %sampler None 0 Nearest\n"
                           "%far = OpConstantSampler %sampler Clamp 0 Nearest"},
                          std::vector<uint32_t>{3}),
            std::vector<uint32_t>{3});
}

// Hints are accepted: that a function is not to be optimised, is expected, does not wrap.
TEST(Hints, AreAccepted) {
  EXPECT_EQ(run<uint32_t>({"%p = OpULessThan %bool %x %uint_16\nOpAssumeTrueKHR %p\n"
                           "%e = OpExpectKHR %uint %x %uint_3\n"
                           "%sum = OpIAdd %uint %e %uint_1\n"
                           "%r = OpFunctionCall %uint %slow %sum",
                           "uint", "uint",
                           "OpCapability ExpectAssumeKHR\nOpCapability OptNoneINTEL\n"
                           "OpExtension \"SPV_KHR_expect_assume\"\n"
                           "OpExtension \"SPV_INTEL_optnone\"\n"
                           "OpExtension \"SPV_KHR_no_integer_wrap_decoration\"",
                           "OpDecorate %sum NoSignedWrap\nOpDecorate %sum NoUnsignedWrap",
                           "%function = OpTypeFunction %uint %uint",
                           "%slow = OpFunction %uint OptNoneINTEL %function\n"
                           "%v = OpFunctionParameter %uint\n%l = OpLabel\n"
                           "%w = OpIMul %uint %v %v\nOpReturnValue %w\nOpFunctionEnd"},
                          std::vector<uint32_t>{3, 9}),
            (std::vector<uint32_t>{16, 100}));
}

} // namespace
} // namespace weft::spirv_test
