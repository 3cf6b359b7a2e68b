// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "producers.h"
#include "snippet.h"

#include <array>
#include <cstdint>

namespace weft::spirv_test {
namespace {

// Reads each of `samplers` ("Clamp 1 Nearest") at x = `at`, y = 0.5, of an image; the results'
// first components are in out[0], out[1], ...
std::string samplingModule(const std::vector<std::string> &samplers, const std::string &at) {
  std::string text = "OpCapability Addresses\nOpCapability Kernel\nOpCapability Linkage\n"
                     "OpCapability ImageBasic\nOpCapability LiteralSampler\n"
                     "OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %main \"main\"\n"
                     "%void = OpTypeVoid\n%uint = OpTypeInt 32 0\n%float = OpTypeFloat 32\n"
                     "%v2float = OpTypeVector %float 2\n%v4uint = OpTypeVector %uint 4\n"
                     "%global_uint = OpTypePointer CrossWorkgroup %uint\n"
                     "%image = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly\n"
                     "%sampler = OpTypeSampler\n%sampled = OpTypeSampledImage %image\n"
                     "%main_type = OpTypeFunction %void %global_uint %image\n"
                     "%zero = OpConstant %float 0\n%x = OpConstant %float " +
                     at +
                     "\n%y = OpConstant %float 0.5\n%place = OpConstantComposite %v2float %x %y\n";
  for (size_t i = 0; i < samplers.size(); ++i) {
    const std::string n = std::to_string(i);
    text += "%s" + n + " = OpConstantSampler %sampler " + samplers[i] + "\n%uint_" + n +
            " = OpConstant %uint " + n + "\n";
  }
  text += "%main = OpFunction %void None %main_type\n%out = OpFunctionParameter %global_uint\n"
          "%from = OpFunctionParameter %image\n%entry = OpLabel\n";
  for (size_t i = 0; i < samplers.size(); ++i) {
    const std::string n = std::to_string(i);
    text += "%both" + n + " = OpSampledImage %sampled %from %s" + n + "\n%color" + n +
            " = OpImageSampleExplicitLod %v4uint %both" + n + " %place Lod %zero\n%first" + n +
            " = OpCompositeExtract %uint %color" + n + " 0\n%at" + n +
            " = OpInBoundsPtrAccessChain %global_uint %out %uint_" + n + "\nOpStore %at" + n +
            " %first" + n + "\n";
  }
  return text + "OpReturn\nOpFunctionEnd\n";
}

// As Clang's optimiser hands over arguments that nothing reads.
TEST(Images, MayBeUndefinedWhereNothingReadsThem) {
  const Snippet snippet = {"%r = OpFunctionCall %uint %other %x %no_image %no_sampler",
                           "uint",
                           "uint",
                           "OpCapability ImageBasic",
                           "",
                           "%image = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly\n"
                           "%sampler = OpTypeSampler\n%no_image = OpUndef %image\n"
                           "%no_sampler = OpUndef %sampler\n"
                           "%other_type = OpTypeFunction %uint %uint %image %sampler",
                           "%other = OpFunction %uint None %other_type\n"
                           "%number = OpFunctionParameter %uint\n"
                           "%ignored = OpFunctionParameter %image\n"
                           "%ignored_too = OpFunctionParameter %sampler\n"
                           "%there = OpLabel\n%more = OpIAdd %uint %number %uint_1\n"
                           "OpReturnValue %more\nOpFunctionEnd"};
  EXPECT_EQ(run<uint32_t>(snippet, std::vector<uint32_t>{5, 7}), (std::vector<uint32_t>{6, 8}));
}

TEST(Images, ConstantSamplersAddressAsTheySay) {
  const std::vector<std::string> samplers = {"ClampToEdge 1 Nearest", "Clamp 1 Nearest",
                                             "Repeat 1 Nearest", "RepeatMirrored 1 Nearest"};
  std::string log;
  // The texel before the one before the first of four.
  cl_program program = build(assemble(samplingModule(samplers, "-0.375"), log), log);
  ASSERT_TRUE(program) << log;
  cl_kernel kernel = clCreateKernel(program, "main", nullptr);
  std::array<uint32_t, 4> out = {};
  std::array<uint8_t, 16> texels = {};
  for (size_t i = 0; i < 4; ++i)
    texels[4 * i] = uint8_t(10 + i);
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = 4;
  shape.image_height = 1;
  cl_mem image =
      clCreateImage(context(), CL_MEM_COPY_HOST_PTR, &format, &shape, texels.data(), nullptr);
  cl_mem buffer = clCreateBuffer(context(), 0, sizeof out, nullptr, nullptr);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof image, &image), CL_SUCCESS);
  cl_command_queue queue =
      clCreateCommandQueueWithProperties(context(), device(), nullptr, nullptr);
  const size_t one = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(
      clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof out, out.data(), 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(out, (std::array<uint32_t, 4>{10, 0, 12, 11}));
  clReleaseCommandQueue(queue);
  clReleaseMemObject(buffer);
  clReleaseMemObject(image);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

} // namespace
} // namespace weft::spirv_test
