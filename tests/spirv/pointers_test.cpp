// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers to functions and to unified memory, and functions that several modules have.
#include "producers.h"
#include "snippet.h"

#include <cstdint>

namespace weft::spirv_test {
namespace {

TEST(FunctionPointers, AreCalled) {
  const Snippet snippet = {
      "%odd = OpBitwiseAnd %uint %x %uint_1\n%p = OpINotEqual %bool %odd %uint_0\n"
      "%f = OpSelect %pointer %p %pointer_twice %pointer_square\n"
      "%r = OpFunctionPointerCallINTEL %uint %f %x",
      "uint",
      "uint",
      "OpCapability FunctionPointersINTEL\nOpExtension \"SPV_INTEL_function_pointers\"",
      "",
      "%function = OpTypeFunction %uint %uint\n"
      "%pointer = OpTypePointer CodeSectionINTEL %function\n"
      "%pointer_twice = OpConstantFunctionPointerINTEL %pointer %twice\n"
      "%pointer_square = OpConstantFunctionPointerINTEL %pointer %square",
      "%twice = OpFunction %uint None %function\n%v = OpFunctionParameter %uint\n%l0 = OpLabel\n"
      "%sum = OpIAdd %uint %v %v\nOpReturnValue %sum\nOpFunctionEnd\n"
      "%square = OpFunction %uint None %function\n%w = OpFunctionParameter %uint\n%l1 = OpLabel\n"
      "%ids1 = OpLoad %v3ulong %gid\n%id1 = OpCompositeExtract %ulong %ids1 0\n"
      "%id32 = OpUConvert %uint %id1\n" // what only a function that is inlined can ask for
      "%product = OpIMul %uint %w %id32\nOpReturnValue %product\nOpFunctionEnd"};
  std::vector<uint32_t> in, want;
  for (uint32_t i = 0; i < 64; ++i) {
    in.push_back(i);
    want.push_back(i % 2 ? 2 * i : i * i);
  }
  EXPECT_EQ(run<uint32_t>(snippet, in), want);
}

TEST(FunctionPointers, OfAnotherTypeAreRefused) {
  const std::string log = failure(
      {"%r = OpFunctionPointerCallINTEL %uint %pointer_twice %x %x", "uint", "uint",
       "OpCapability FunctionPointersINTEL\nOpExtension \"SPV_INTEL_function_pointers\"", "",
       "%function = OpTypeFunction %uint %uint\n"
       "%pointer = OpTypePointer CodeSectionINTEL %function\n"
       "%pointer_twice = OpConstantFunctionPointerINTEL %pointer %twice",
       "%twice = OpFunction %uint None %function\n%v = OpFunctionParameter %uint\n%l0 = OpLabel\n"
       "OpReturnValue %v\nOpFunctionEnd"});
  EXPECT_NE(log.find("OpFunctionPointerCallINTEL"), std::string::npos) << log;
}

TEST(Pointers, AreCastToTwoWordsAndBack) {
  EXPECT_EQ(run<uint32_t>({"%words = OpBitcast %v2uint %at_a\n"
                           "%low = OpCompositeExtract %uint %words 0\n"
                           "%high = OpCompositeExtract %uint %words 1\n"
                           "%again = OpCompositeConstruct %v2uint %low %high\n"
                           "%pointer = OpBitcast %global_uint %again\n"
                           "%r = OpLoad %uint %pointer"},
                          std::vector<uint32_t>{5, 7}),
            (std::vector<uint32_t>{5, 7}));
}

// As the translators of LLVM IR write them.
TEST(BuiltinVariables, AreReadOutOfUniformConstants) {
  const Snippet snippet = {
      "%ids2 = OpLoad %v3ulong %other\n%j = OpCompositeExtract %ulong %ids2 0\n"
      "%part = OpInBoundsAccessChain %constant_ulong %other %uint_0\n%k = OpLoad %ulong %part\n"
      "%sum = OpIAdd %ulong %j %k\n%r = OpUConvert %uint %sum",
      "uint",
      "uint",
      "",
      "OpDecorate %other BuiltIn GlobalInvocationId\nOpDecorate %other Constant\n"
      "OpDecorate %other LinkageAttributes \"__spirv_BuiltInGlobalInvocationId\" Import",
      "%constant_ulong = OpTypePointer UniformConstant %ulong\n"
      "%constant_v3ulong = OpTypePointer UniformConstant %v3ulong\n"
      "%other = OpVariable %constant_v3ulong UniformConstant"};
  std::vector<uint32_t> want;
  for (uint32_t i = 0; i < 64; ++i)
    want.push_back(2 * i);
  EXPECT_EQ(run<uint32_t>(snippet, std::vector<uint32_t>(64, 1)), want);
}

TEST(UnifiedMemory, HasStorageClassesOfItsOwn) {
  EXPECT_EQ(run<uint32_t>({"%device = OpCrossWorkgroupCastToPtrINTEL %device_uint %at_a\n"
                           "%one = OpLoad %uint %device\n"
                           "%back = OpPtrCastToCrossWorkgroupINTEL %global_uint %device\n"
                           "%other = OpLoad %uint %back\n%r = OpIAdd %uint %one %other",
                           "uint", "uint",
                           "OpCapability USMStorageClassesINTEL\n"
                           "OpExtension \"SPV_INTEL_usm_storage_classes\"",
                           "", "%device_uint = OpTypePointer DeviceOnlyINTEL %uint"},
                          std::vector<uint32_t>{5}),
            std::vector<uint32_t>{10});
}

// A module with a function that all of them may have, and one of its own that calls it.
cl_program compiled(const char *name) {
  const std::string text =
      std::string("OpCapability Addresses\nOpCapability Kernel\nOpCapability Linkage\n"
                  "OpExtension \"SPV_KHR_linkonce_odr\"\nOpMemoryModel Physical64 OpenCL\n"
                  "OpEntryPoint Kernel %main \"") +
      name +
      "\"\nOpDecorate %shared LinkageAttributes \"shared\" LinkOnceODR\n"
      "%void = OpTypeVoid\n%uint = OpTypeInt 32 0\n%uint_7 = OpConstant %uint 7\n"
      "%global = OpTypePointer CrossWorkgroup %uint\n%f = OpTypeFunction %uint\n"
      "%k = OpTypeFunction %void %global\n"
      "%shared = OpFunction %uint None %f\n%l = OpLabel\nOpReturnValue %uint_7\nOpFunctionEnd\n"
      "%main = OpFunction %void None %k\n%out = OpFunctionParameter %global\n%e = OpLabel\n"
      "%v = OpFunctionCall %uint %shared\nOpStore %out %v\nOpReturn\nOpFunctionEnd\n";
  std::string log;
  const std::string module = assemble(text, log);
  EXPECT_FALSE(module.empty()) << log;
  cl_program made = clCreateProgramWithIL(context(), module.data(), module.size(), nullptr);
  EXPECT_EQ(clCompileProgram(made, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  return made;
}

// As translators of LLVM IR write kernels: an entry point, and the function that it stands for.
TEST(EntryPoints, MayCallAFunctionThatIsExportedUnderTheirName) {
  Snippet one{"%r = OpFunctionCall %uint %twice %x"};
  one.preamble = "OpDecorate %twice LinkageAttributes \"main\" Export";
  one.declarations = "%unary = OpTypeFunction %uint %uint";
  one.functions = "%twice = OpFunction %uint None %unary\n%n = OpFunctionParameter %uint\n"
                  "%l = OpLabel\n%nn = OpIAdd %uint %n %n\nOpReturnValue %nn\nOpFunctionEnd";
  EXPECT_EQ(run<uint32_t>(one, std::vector<uint32_t>{3, 5}), (std::vector<uint32_t>{6, 10}));
}

TEST(LinkOnceOdr, SeveralModulesMayHaveTheFunction) {
  const cl_program parts[] = {compiled("one"), compiled("two")};
  cl_int code = 4711;
  cl_program whole = clLinkProgram(context(), 0, nullptr, "", 2, parts, nullptr, nullptr, &code);
  EXPECT_EQ(code, CL_SUCCESS);
  size_t kernels = 0;
  clGetProgramInfo(whole, CL_PROGRAM_NUM_KERNELS, sizeof kernels, &kernels, nullptr);
  EXPECT_EQ(kernels, 2u);
  for (cl_program one : {parts[0], parts[1], whole})
    clReleaseProgram(one);
}

} // namespace
} // namespace weft::spirv_test
