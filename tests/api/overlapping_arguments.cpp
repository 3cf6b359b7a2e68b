// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels whose loops sum up in memory, with arguments that lead to the same memory: each work-item
// keeps to its own row, so the results are defined. Launched often, as later launches may run other
// code.
#include "fixture.h"

#include <array>

namespace weft::test {
namespace {

constexpr int Items = 64, Row = 4, Rounds = 10, Launches = 40;

// What is read in the second round has been written in the first, where out is in.
constexpr const char *Source = R"(
kernel void sums(global int *out, global const int *in, int row, int rounds) {
  int g = get_global_id(0);
  out[g * row] = 1;
  for (int k = 0; k < rounds; k++)
    out[g * row] += in[g * row + k % row] * 3;
}
kernel void nested(global int *out, global const int *in, int row, int rounds) {
  int g = get_global_id(0);
  for (int i = 0; i < rounds; i++) {
    for (int k = 0; k < row; k++)
      out[g * row + 1] += in[g * row + k] ^ i;
    out[g * row + 1] *= 5;
  }
})";

void sums(unsigned *out, const unsigned *in, int g) {
  out[g * Row] = 1;
  for (int k = 0; k < Rounds; ++k)
    out[g * Row] += in[g * Row + k % Row] * 3;
}
void nested(unsigned *out, const unsigned *in, int g) {
  for (unsigned i = 0; i < Rounds; ++i) {
    for (int k = 0; k < Row; ++k)
      out[g * Row + 1] += in[g * Row + k] ^ i;
    out[g * Row + 1] *= 5;
  }
}

class OverlappingArguments : public ApiTest {
protected:
  using Words = std::vector<unsigned>;
  static constexpr size_t Length = 2 * Items * Row; // `out` begins somewhere in the first half

  void SetUp() override {
    ApiTest::SetUp();
    program = buildProgram(Source);
  }
  // Launches each kernel with what `set` makes of its first two arguments, and compares `memory`,
  // where `out` and `in` lie, with what the host computes.
  template <typename Set>
  void check(unsigned *memory, unsigned *out, const unsigned *in, size_t local, const Set &set) {
    using OnHost = void (*)(unsigned *, const unsigned *, int);
    for (const auto &[name, on_host] :
         {std::pair<const char *, OnHost>("sums", sums), {"nested", nested}}) {
      Kernel kernel(clCreateKernel(program, name, nullptr));
      set(kernel);
      for (cl_uint i : {2, 3}) {
        const int value = i == 2 ? Row : Rounds;
        ASSERT_EQ(clSetKernelArg(kernel, i, sizeof value, &value), CL_SUCCESS);
      }
      for (int launch = 0; launch < Launches; ++launch) {
        for (size_t i = 0; i < Length; ++i)
          memory[i] = unsigned(i * 7 + launch);
        Words before(memory, memory + Length);
        const size_t global = Items;
        ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global,
                                         local ? &local : nullptr, 0, nullptr, nullptr),
                  CL_SUCCESS);
        ASSERT_EQ(clFinish(queue), CL_SUCCESS);
        for (int g = 0; g < Items; ++g)
          on_host(before.data() + (out - memory), before.data() + (in - memory), g);
        ASSERT_EQ(before, Words(memory, memory + Length)) << name << ", launch " << launch;
      }
    }
  }
  void set(cl_kernel kernel, cl_uint index, cl_mem buffer) {
    ASSERT_EQ(clSetKernelArg(kernel, index, sizeof buffer, &buffer), CL_SUCCESS);
  }
  Memory bufferOn(unsigned *memory, size_t words) {
    return Memory(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, words * 4,
                                 memory, nullptr));
  }

  Program program;
  alignas(128) std::array<unsigned, Length> memory;
};

TEST_F(OverlappingArguments, OneBufferTwice) {
  Memory buffer = bufferOn(memory.data(), Length);
  for (size_t local : {0, 1, 8, 64})
    check(memory.data(), memory.data(), memory.data(), local, [&](cl_kernel kernel) {
      set(kernel, 0, buffer);
      set(kernel, 1, buffer);
    });
}

TEST_F(OverlappingArguments, BuffersThatAreSeparate) {
  Memory out = bufferOn(memory.data(), Length / 2),
         in = bufferOn(memory.data() + Length / 2, Length / 2);
  for (size_t local : {0, 1, 8, 64})
    check(memory.data(), memory.data(), memory.data() + Length / 2, local, [&](cl_kernel kernel) {
      set(kernel, 0, out);
      set(kernel, 1, in);
    });
}

TEST_F(OverlappingArguments, SubBuffersAndTheirBuffer) {
  const auto align = deviceInfo<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  Memory whole = bufferOn(memory.data(), Length);
  const cl_buffer_region region = {align, (Items + 1) * Row * 4};
  ASSERT_LT(align / 4, size_t(Items * Row));
  Memory part(
      clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
  // One work-item: others read what it writes.
  const size_t global = 1;
  for (const auto &[first, second] : {std::pair<cl_mem, cl_mem>(whole, part), {part, whole}}) {
    Kernel kernel(clCreateKernel(program, "sums", nullptr));
    set(kernel, 0, first);
    set(kernel, 1, second);
    // All of the row that is read lies in the other buffer.
    const int row = int(2 * align / 4), rounds = 2 * row;
    ASSERT_EQ(clSetKernelArg(kernel, 2, sizeof row, &row), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 3, sizeof rounds, &rounds), CL_SUCCESS);
    for (size_t i = 0; i < Length; ++i)
      memory[i] = unsigned(i);
    Words expected(memory.begin(), memory.end());
    unsigned *out = expected.data() + (first == part ? align / 4 : 0);
    const unsigned *in = expected.data() + (second == part ? align / 4 : 0);
    *out = 1;
    for (int k = 0; k < rounds; ++k)
      *out += in[k % row] * 3;
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(expected, Words(memory.begin(), memory.end()));
  }
}

TEST_F(OverlappingArguments, BuffersOnTheSameMemory) {
  Memory one = bufferOn(memory.data(), Length), other = bufferOn(memory.data(), Length);
  check(memory.data(), memory.data(), memory.data(), 0, [&](cl_kernel kernel) {
    set(kernel, 0, one);
    set(kernel, 1, other);
  });
}

TEST_F(OverlappingArguments, PointersIntoOneAllocation) {
  auto *shared = static_cast<unsigned *>(clSVMAlloc(context, CL_MEM_READ_WRITE, Length * 4, 0));
  ASSERT_NE(shared, nullptr);
  for (size_t apart : {size_t(0), Length / 2})
    check(shared, shared, shared + apart, 0, [&](cl_kernel kernel) {
      ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, shared), CL_SUCCESS);
      ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, shared + apart), CL_SUCCESS);
    });
  clSVMFree(context, shared);
}

TEST_F(OverlappingArguments, PointersToTheHostsMemory) {
  if (!(deviceInfo<cl_device_svm_capabilities>(CL_DEVICE_SVM_CAPABILITIES) &
        CL_DEVICE_SVM_FINE_GRAIN_SYSTEM))
    GTEST_SKIP() << "only memory that the driver allocates";
  Memory buffer = bufferOn(memory.data(), Length);
  check(memory.data(), memory.data(), memory.data(), 0, [&](cl_kernel kernel) {
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, memory.data()), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, memory.data()), CL_SUCCESS);
  });
  check(memory.data(), memory.data(), memory.data(), 0, [&](cl_kernel kernel) {
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, memory.data()), CL_SUCCESS);
    set(kernel, 1, buffer);
  });
}

} // namespace
} // namespace weft::test
