// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs kernels of modules/*.spvasm, most of which are as translators of LLVM IR write them.
#ifndef WEFT_TESTS_SPIRV_TRANSLATED_H
#define WEFT_TESTS_SPIRV_TRANSLATED_H

#include "snippet.h"

#include <cstdint>
#include <fstream>
#include <iterator>

namespace weft::spirv_test {

// A program of modules/<name>.spvasm, and memory that its kernel and the host share.
class Translated {
public:
  explicit Translated(const std::string &name, const char *options = "") {
    std::ifstream file(WEFT_TEST_MODULES "/" + name + ".spv", std::ios::binary);
    const std::string module(std::istreambuf_iterator<char>(file), {});
    std::string log;
    program = build(module, log, options);
    EXPECT_NE(program, nullptr) << log;
    queue = clCreateCommandQueueWithProperties(context(), device(), nullptr, nullptr);
  }
  Translated(const Translated &) = delete;
  Translated &operator=(const Translated &) = delete;
  ~Translated() {
    release();
    clReleaseCommandQueue(queue);
    for (void *one : memory)
      clSVMFree(context(), one);
  }
  void release() {
    if (program)
      clReleaseProgram(program);
    program = nullptr;
  }
  bool isBuilt() const { return program; }
  cl_program get() const { return program; }

  template <typename T> T *share(std::vector<T> values) {
    auto *made =
        static_cast<T *>(clSVMAlloc(context(), CL_MEM_READ_WRITE, values.size() * sizeof(T), 0));
    memory.push_back(made);
    EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, made, values.data(), values.size() * sizeof(T), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    return made;
  }
  // What is shared goes by its address; numbers go by value; the rest is local memory.
  struct Local {
    size_t bytes;
  };
  template <typename... Args> void run(const char *name, size_t items, Args... args) {
    cl_int code = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(program, name, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    cl_uint i = 0;
    (set(kernel, i++, args), ...);
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    clReleaseKernel(kernel);
  }

private:
  template <typename T> static void set(cl_kernel kernel, cl_uint i, T *shared) {
    EXPECT_EQ(clSetKernelArgSVMPointer(kernel, i, shared), CL_SUCCESS);
  }
  static void set(cl_kernel kernel, cl_uint i, uint32_t number) {
    EXPECT_EQ(clSetKernelArg(kernel, i, sizeof number, &number), CL_SUCCESS);
  }
  static void set(cl_kernel kernel, cl_uint i, Local local) {
    EXPECT_EQ(clSetKernelArg(kernel, i, local.bytes, nullptr), CL_SUCCESS);
  }

  cl_program program = nullptr;
  cl_command_queue queue = nullptr;
  std::vector<void *> memory;
};

} // namespace weft::spirv_test
#endif
