// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a launch is told of the buffers of its arguments (weft_launch::separate_buffers).
#include "core/kernel_args.h"
#include "core_fixture.h"

#include <vector>

namespace weft::test {
namespace {

class SeparateBuffersTest : public CoreTest {
protected:
  // Pointers, of which the kernel writes some.
  static KernelInfo kernelWith(const std::vector<bool> &written) {
    KernelInfo kernel;
    kernel.asks_for_separate_buffers = true;
    for (bool is_written : written) {
      ArgInfo &arg = kernel.args.emplace_back();
      arg.kind = ArgKind::GlobalPointer;
      arg.size = arg.slot_size = 8;
      arg.offset = uint32_t(kernel.args_size);
      arg.is_written = is_written;
      kernel.args_size += 8;
    }
    return kernel;
  }
  bool areSeparate(const KernelInfo &kernel, const std::vector<Ref<Buffer>> &buffers) {
    KernelArgs args(kernel);
    for (cl_uint i = 0; i < buffers.size(); ++i) {
      cl_mem handle = buffers[i] ? buffers[i]->handle() : nullptr;
      args.set(*context, i, sizeof handle, &handle);
    }
    return args.snapshot(context->allocations()).separate_buffers;
  }
};

TEST_F(SeparateBuffersTest, BuffersOfTheirOwnAre) {
  EXPECT_TRUE(areSeparate(kernelWith({true, false, true}),
                          {makeBuffer(100), makeBuffer(100), makeBuffer(1)}));
  EXPECT_TRUE(areSeparate(kernelWith({true}), {makeBuffer(100)}));
  EXPECT_TRUE(areSeparate(kernelWith({true, true}), {makeBuffer(100), {}})) << "null is nowhere";
}

TEST_F(SeparateBuffersTest, WhatIsWrittenAndReadIsNot) {
  Ref<Buffer> buffer = makeBuffer(100), other = makeBuffer(100);
  EXPECT_FALSE(areSeparate(kernelWith({true, false}), {buffer, buffer}));
  EXPECT_FALSE(areSeparate(kernelWith({false, true}), {buffer, buffer}));
  EXPECT_FALSE(areSeparate(kernelWith({true, true}), {buffer, buffer}));
  EXPECT_FALSE(areSeparate(kernelWith({false, false, true}), {buffer, other, buffer}));
}

TEST_F(SeparateBuffersTest, WhatIsOnlyReadMayBeTheSame) {
  Ref<Buffer> buffer = makeBuffer(100);
  EXPECT_TRUE(areSeparate(kernelWith({false, false, true}), {buffer, buffer, makeBuffer(100)}));
}

TEST_F(SeparateBuffersTest, BuffersOnMemoryOfTheHostCountByIt) {
  alignas(128) char memory[1024];
  auto on = [&](size_t first, size_t bytes) {
    return makeBuffer(bytes, CL_MEM_USE_HOST_PTR, memory + first);
  };
  const KernelInfo kernel = kernelWith({true, false});
  EXPECT_TRUE(areSeparate(kernel, {on(0, 512), on(512, 512)}));
  EXPECT_TRUE(areSeparate(kernel, {on(512, 512), on(0, 512)}));
  EXPECT_FALSE(areSeparate(kernel, {on(0, 513), on(512, 512)}));
  EXPECT_FALSE(areSeparate(kernel, {on(0, 1024), on(512, 4)}));
  EXPECT_FALSE(areSeparate(kernel, {on(512, 4), on(0, 1024)}));
  // What lies between is behind another one that reaches further.
  EXPECT_FALSE(
      areSeparate(kernelWith({false, false, true}), {on(0, 1024), on(128, 4), on(512, 4)}));
}

TEST_F(SeparateBuffersTest, PointersCountWithTheirAllocation) {
  char *one = static_cast<char *>(context->allocations().allocate(256, AllocationKind::Svm)),
       *other = static_cast<char *>(context->allocations().allocate(256, AllocationKind::Svm));
  const KernelInfo kernel = kernelWith({true, false});
  auto areSeparateAt = [&](const void *first, const void *second) {
    KernelArgs args(kernel);
    args.setPointer(0, first);
    args.setPointer(1, second);
    return args.snapshot(context->allocations()).separate_buffers;
  };
  EXPECT_TRUE(areSeparateAt(one, other));
  EXPECT_TRUE(areSeparateAt(one + 255, other + 1));
  EXPECT_TRUE(areSeparateAt(one, nullptr));
  EXPECT_FALSE(areSeparateAt(one, one + 128));
  const Ref<Buffer> buffer = makeBuffer(256);
  EXPECT_TRUE(areSeparateAt(one, buffer->hostPointer() + 128)) << "a buffer's by its address";
  EXPECT_FALSE(areSeparateAt(buffer->hostPointer(), buffer->hostPointer() + 255));
  char of_the_host[8];
  EXPECT_FALSE(areSeparateAt(one, of_the_host)) << "how far it reaches, nobody says";
}

TEST_F(SeparateBuffersTest, NobodyLooksUnlessTheKernelAsks) {
  KernelInfo kernel = kernelWith({true, false});
  kernel.asks_for_separate_buffers = false;
  EXPECT_FALSE(areSeparate(kernel, {makeBuffer(100), makeBuffer(100)}));
}

} // namespace
} // namespace weft::test
