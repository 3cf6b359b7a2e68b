// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of unified shared memory share.
#ifndef WEFT_TESTS_API_USM_FIXTURE_H
#define WEFT_TESTS_API_USM_FIXTURE_H

#include "extension_functions.h"
#include "fixture.h"

namespace weft::test {

class UsmTest : public ApiTest {
protected:
  using Properties = std::vector<cl_mem_properties_intel>;
  using Alloc = std::function<void *(const cl_mem_properties_intel *, size_t, cl_uint, cl_int *)>;

  void TearDown() override {
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    for (void *pointer : made)
      EXPECT_EQ(cl.clMemFreeINTEL(context, pointer), CL_SUCCESS);
  }

  // The three calls in the fixture's context, on its device.
  void *host(const cl_mem_properties_intel *properties, size_t size, cl_uint alignment = 0,
             cl_int *code = nullptr) {
    return cl.clHostMemAllocINTEL(context, properties, size, alignment, code);
  }
  void *onDevice(const cl_mem_properties_intel *properties, size_t size, cl_uint alignment = 0,
                 cl_int *code = nullptr) {
    return cl.clDeviceMemAllocINTEL(context, device(), properties, size, alignment, code);
  }
  void *shared(const cl_mem_properties_intel *properties, size_t size, cl_uint alignment = 0,
               cl_int *code = nullptr) {
    return cl.clSharedMemAllocINTEL(context, device(), properties, size, alignment, code);
  }
  std::vector<Alloc> allKinds() {
    return {[this](const cl_mem_properties_intel *p, size_t s, cl_uint a, cl_int *c) {
              return host(p, s, a, c);
            },
            [this](const cl_mem_properties_intel *p, size_t s, cl_uint a, cl_int *c) {
              return onDevice(p, s, a, c);
            },
            [this](const cl_mem_properties_intel *p, size_t s, cl_uint a, cl_int *c) {
              return shared(p, s, a, c);
            }};
  }
  // `Count` ints 0, 1, 2, ...; freed at the end of the test.
  int *numbersAt(void *pointer) {
    EXPECT_NE(pointer, nullptr);
    made.push_back(pointer);
    auto *words = static_cast<int *>(pointer);
    for (size_t i = 0; words && i < Count; ++i)
      words[i] = int(i);
    return words;
  }
  int *sharedNumbers() { return numbersAt(shared(nullptr, Bytes)); }
  std::vector<int> contents(const int *pointer) { return {pointer, pointer + Count}; }

  Query infoOf(const void *pointer) {
    return [this, pointer](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return cl.clGetMemAllocInfoINTEL(context, pointer, param, size, value, size_ret);
    };
  }
  cl_unified_shared_memory_type_intel typeOf(const void *pointer) {
    return queryValue<cl_unified_shared_memory_type_intel>(infoOf(pointer),
                                                           CL_MEM_ALLOC_TYPE_INTEL);
  }

  // The kernel `name(int *, int)` of the fixture's program, with its arguments.
  Kernel kernelOn(const char *name, void *pointer, int value) {
    Kernel kernel = makeKernel(name);
    EXPECT_EQ(cl.clSetKernelArgMemPointerINTEL(kernel, 0, pointer), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
    return kernel;
  }
  void launch(cl_command_queue on, cl_kernel kernel, size_t items = Count,
              const Event *after = nullptr) {
    EXPECT_EQ(clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &items, nullptr, after ? 1 : 0,
                                     after ? after->list() : nullptr, nullptr),
              CL_SUCCESS);
  }

  const ExtensionFunctions cl;
  std::vector<void *> made;
};

} // namespace weft::test
#endif
