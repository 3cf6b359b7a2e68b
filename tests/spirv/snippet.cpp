// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "snippet.h"

#include "producers.h"

namespace weft::spirv_test {

static const struct {
  const char *name, *declaration;
} Scalars[] = {{"uchar", "OpTypeInt 8 0"},  {"ushort", "OpTypeInt 16 0"},
               {"uint", "OpTypeInt 32 0"},  {"ulong", "OpTypeInt 64 0"},
               {"half", "OpTypeFloat 16"},  {"float", "OpTypeFloat 32"},
               {"double", "OpTypeFloat 64"}};

std::string Snippet::text() const {
  std::string text;
  auto line = [&](const std::string &one) { text += one + "\n"; };
  for (const char *name : {"Addresses", "Kernel", "Linkage", "Int8", "Int16", "Int64", "Float16",
                           "Float64", "GenericPointer", "Vector16", "Groups"})
    line(std::string("OpCapability ") + name);
  line(capabilities);
  line("%std = OpExtInstImport \"OpenCL.std\"");
  line("OpMemoryModel Physical64 OpenCL");
  line("OpEntryPoint Kernel %main \"main\" %gid");
  line(preamble);
  line("OpDecorate %gid BuiltIn GlobalInvocationId");
  line("%void = OpTypeVoid\n%bool = OpTypeBool");
  for (const auto &scalar : Scalars) {
    const std::string name = scalar.name;
    line("%" + name + " = " + scalar.declaration);
    for (const char *n : {"2", "3", "4"})
      line("%v" + std::string(n) + name + " = OpTypeVector %" + name + " " + n);
    line("%global_" + name + " = OpTypePointer CrossWorkgroup %" + name);
    line("%private_" + name + " = OpTypePointer Function %" + name);
    line("%local_" + name + " = OpTypePointer Workgroup %" + name);
  }
  line("%input_v3ulong = OpTypePointer Input %v3ulong");
  for (int i = 0; i <= 16; ++i)
    line("%uint_" + std::to_string(i) + " = OpConstant %uint " + std::to_string(i));
  line("%gid = OpVariable %input_v3ulong Input");
  line(declarations);
  line("%kernel_type = OpTypeFunction %void %global_" + out + " %global_" + in + " %global_" + in);
  line("%main = OpFunction %void None %kernel_type");
  line("%out = OpFunctionParameter %global_" + out);
  line("%a = OpFunctionParameter %global_" + in);
  line("%b = OpFunctionParameter %global_" + in);
  line("%entry = OpLabel");
  line("%ids = OpLoad %v3ulong %gid");
  line("%i = OpCompositeExtract %ulong %ids 0");
  line("%at_a = OpInBoundsPtrAccessChain %global_" + in + " %a %i");
  line("%at_b = OpInBoundsPtrAccessChain %global_" + in + " %b %i");
  line("%at_out = OpInBoundsPtrAccessChain %global_" + out + " %out %i");
  line("%x = OpLoad %" + in + " %at_a");
  line("%y = OpLoad %" + in + " %at_b");
  line(body);
  line("OpStore %at_out %r");
  line("OpReturn\nOpFunctionEnd");
  line(functions);
  return text;
}

cl_device_id device() {
  static const cl_device_id found = [] {
    cl_platform_id platform = nullptr;
    cl_device_id id = nullptr;
    EXPECT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
    EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, nullptr), CL_SUCCESS);
    return id;
  }();
  return found;
}

// Never released: the driver may be gone before static destructors run.
cl_context context() {
  static const cl_context made = [] {
    cl_device_id id = device();
    return clCreateContext(nullptr, 1, &id, nullptr, nullptr, nullptr);
  }();
  return made;
}

cl_program build(const std::string &module, std::string &log, const char *options) {
  cl_int code = CL_SUCCESS;
  cl_program program = clCreateProgramWithIL(context(), module.data(), module.size(), &code);
  if (!program) {
    log = "clCreateProgramWithIL: " + std::to_string(code);
    return nullptr;
  }
  code = clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
  size_t size = 0;
  clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  log.resize(size);
  clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  if (code == CL_SUCCESS)
    return program;
  clReleaseProgram(program);
  return nullptr;
}

std::string runBytes(const Snippet &snippet, const std::string &a, const std::string &b,
                     size_t count, size_t out_size, size_t local_size) {
  std::string log;
  const std::string module = assemble(snippet.text(), log, snippet.version);
  cl_program program = module.empty() ? nullptr : build(module, log);
  if (!program) {
    ADD_FAILURE() << log;
    return {};
  }
  cl_kernel kernel = clCreateKernel(program, "main", nullptr);
  cl_command_queue queue =
      clCreateCommandQueueWithProperties(context(), device(), nullptr, nullptr);
  std::string result(count * out_size, 0);
  auto buffer = [&](const std::string &contents) {
    return clCreateBuffer(context(), CL_MEM_COPY_HOST_PTR, contents.size(),
                          const_cast<char *>(contents.data()), nullptr);
  };
  cl_mem memory[] = {buffer(result), buffer(a), buffer(b)};
  for (cl_uint i = 0; i < 3; ++i)
    EXPECT_EQ(clSetKernelArg(kernel, i, sizeof(cl_mem), &memory[i]), CL_SUCCESS);
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count,
                                   local_size ? &local_size : nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueReadBuffer(queue, memory[0], CL_TRUE, 0, result.size(), result.data(), 0,
                                nullptr, nullptr),
            CL_SUCCESS);
  for (cl_mem one : memory)
    clReleaseMemObject(one);
  clReleaseCommandQueue(queue);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  return result;
}

std::string failure(const Snippet &snippet) {
  std::string log;
  const std::string module = assemble(snippet.text(), log, snippet.version);
  if (module.empty()) {
    ADD_FAILURE() << log;
    return {};
  }
  cl_program program = build(module, log);
  EXPECT_EQ(program, nullptr) << "the module is built";
  if (program)
    clReleaseProgram(program);
  return log;
}

} // namespace weft::spirv_test
