// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies, boxes, fills: bounds, overlap, contents, lifetime.
#include "core/transfer.h"

#include "core_fixture.h"

#include <cstring>
#include <numeric>

namespace weft::test {
namespace {

class TransferTest : public CoreTest {
protected:
  TransferTest() : queue(makeQueue()) {}
  void run(const Ref<Command> &command) {
    queue->submit(*command, {});
    command->wait();
    EXPECT_EQ(command->status(), CL_COMPLETE);
  }
  static Side side(const Ref<Buffer> &buffer, size_t offset = 0) {
    return {buffer->hostPointer() + offset, buffer};
  }
  static Side side(void *host) { return {static_cast<char *>(host), nullptr}; }
  static cl_int boxError(std::array<size_t, 3> origin, std::array<size_t, 3> region, size_t row,
                         size_t slice) {
    return errorOf([&] { Box::make(origin.data(), region.data(), row, slice); });
  }
  Ref<Queue> queue;
};

TEST_F(TransferTest, CopiesSmallAndLarge) {
  for (size_t size : {size_t(1), size_t(1000), size_t(1) << 20}) {
    std::vector<char> source(size), result(size);
    std::iota(source.begin(), source.end(), 0);
    Ref<Buffer> a = makeBuffer(size), b = makeBuffer(size);
    run(makeTransfer(*queue, CL_COMMAND_WRITE_BUFFER, Copy{side(source.data()), side(a), size}));
    run(makeTransfer(*queue, CL_COMMAND_COPY_BUFFER, Copy{side(a), side(b), size}));
    run(makeTransfer(*queue, CL_COMMAND_READ_BUFFER, Copy{side(b), side(result.data()), size}));
    EXPECT_EQ(result, source);
  }
}

TEST_F(TransferTest, PendingCopyKeepsItsBuffers) {
  std::vector<char> source(4096, 7);
  Ref<Event> gate = makeUserEvent();
  Ref<Buffer> buffer = makeBuffer(4096);
  Ref<Command> command =
      makeTransfer(*queue, CL_COMMAND_WRITE_BUFFER, Copy{side(source.data()), side(buffer), 4096});
  buffer = nullptr;
  queue->submit(*command, std::vector{gate});
  EXPECT_EQ(device->allocatedBytes(), 4096u);
  gate->advance(CL_COMPLETE);
  command->wait();
  EXPECT_EQ(device->allocatedBytes(), 0u);
}

TEST_F(TransferTest, FillsEveryPatternSize) {
  for (size_t pattern_size = 1; pattern_size <= 128; pattern_size *= 2)
    for (size_t count : {0, 1, 3, 1000}) {
      std::vector<char> pattern(pattern_size);
      std::iota(pattern.begin(), pattern.end(), 1);
      Ref<Buffer> buffer = makeBuffer(pattern_size * 1024);
      std::memset(buffer->hostPointer(), 0, buffer->size());
      run(makeTransfer(*queue, CL_COMMAND_FILL_BUFFER,
                       Fill{side(buffer, pattern_size), count * pattern_size,
                            Pattern(pattern.data(), pattern_size)}));
      const char *bytes = buffer->hostPointer();
      EXPECT_EQ(bytes[pattern_size - 1], 0);
      EXPECT_EQ(bytes[(count + 1) * pattern_size], 0);
      for (size_t i = 0; i < count * pattern_size; ++i)
        ASSERT_EQ(bytes[pattern_size + i], pattern[i % pattern_size]);
    }
}

TEST_F(TransferTest, BoundsAreExact) {
  Ref<Buffer> buffer = makeBuffer(100);
  EXPECT_EQ(errorOf([&] { requireInside(*buffer, 0, 100); }), CL_SUCCESS);
  EXPECT_EQ(errorOf([&] { requireInside(*buffer, 100, 0); }), CL_SUCCESS);
  EXPECT_EQ(errorOf([&] { requireInside(*buffer, 1, 100); }), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf([&] { requireInside(*buffer, 101, 0); }), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf([&] { requireInside(*buffer, 50, SIZE_MAX); }), CL_INVALID_VALUE);
  const size_t origin[3] = {2, 1, 0};
  const size_t region[3] = {8, 9, 1};
  EXPECT_EQ(errorOf([&] { requireInside(*buffer, Box::make(origin, region, 10, 0)); }), CL_SUCCESS);
  const size_t tall[3] = {8, 10, 1};
  EXPECT_EQ(errorOf([&] { requireInside(*buffer, Box::make(origin, tall, 10, 0)); }),
            CL_INVALID_VALUE);
}

TEST_F(TransferTest, BoxesAreChecked) {
  EXPECT_EQ(boxError({0, 0, 0}, {4, 4, 4}, 0, 0), CL_SUCCESS);
  EXPECT_EQ(boxError({0, 0, 0}, {0, 4, 4}, 0, 0), CL_INVALID_VALUE);
  EXPECT_EQ(boxError({0, 0, 0}, {4, 0, 4}, 0, 0), CL_INVALID_VALUE);
  EXPECT_EQ(boxError({0, 0, 0}, {4, 4, 0}, 0, 0), CL_INVALID_VALUE);
  EXPECT_EQ(boxError({0, 0, 0}, {4, 4, 4}, 3, 0), CL_INVALID_VALUE);
  EXPECT_EQ(boxError({0, 0, 0}, {4, 4, 4}, 8, 31), CL_INVALID_VALUE);
  EXPECT_EQ(boxError({0, 0, 0}, {4, 4, 4}, 8, 36), CL_INVALID_VALUE);
  EXPECT_EQ(boxError({0, 0, 0}, {4, 4, 4}, 8, 40), CL_SUCCESS);
  EXPECT_EQ(boxError({0, 0, SIZE_MAX}, {4, 4, 4}, 0, 0), CL_INVALID_VALUE);
  EXPECT_EQ(boxError({0, 0, 0}, {SIZE_MAX, SIZE_MAX, 1}, 0, 0), CL_INVALID_VALUE);
  const size_t sizes[3] = {1, 1, 1};
  EXPECT_EQ(errorOf([&] { Box::make(nullptr, sizes, 0, 0); }), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf([&] { Box::make(sizes, nullptr, 0, 0); }), CL_INVALID_VALUE);
}

TEST_F(TransferTest, BoxCopyMovesTheBoxAndNothingElse) {
  const std::array<size_t, 3> region = {3, 4, 2};
  const std::array<size_t, 3> from = {1, 2, 1}, to = {2, 0, 1};
  // With pitches, and without gaps on either side.
  for (bool tight : {false, true}) {
    const size_t from_row = tight ? 3 : 7, from_slice = tight ? 12 : 49;
    const size_t to_row = tight ? 3 : 5, to_slice = tight ? 12 : 30;
    const std::array<size_t, 3> zero = {};
    const Box source =
        Box::make(tight ? zero.data() : from.data(), region.data(), from_row, from_slice);
    const Box target = Box::make(tight ? zero.data() : to.data(), region.data(), to_row, to_slice);
    std::vector<char> bytes(256);
    std::iota(bytes.begin(), bytes.end(), 0);
    Ref<Buffer> buffer = makeBuffer(256);
    std::vector<char> expected(256, -1);
    std::memset(buffer->hostPointer(), -1, 256);
    for (size_t z = 0; z < 2; ++z)
      for (size_t y = 0; y < 4; ++y)
        for (size_t x = 0; x < 3; ++x)
          expected[target.first + z * to_slice + y * to_row + x] =
              bytes[source.first + z * from_slice + y * from_row + x];
    run(makeTransfer(*queue, CL_COMMAND_WRITE_BUFFER_RECT,
                     BoxCopy{side(bytes.data()), source, side(buffer), target}));
    EXPECT_EQ(std::vector<char>(buffer->hostPointer(), buffer->hostPointer() + 256), expected);
  }
}

TEST_F(TransferTest, OverlapIsFoundAlsoThroughSubBuffers) {
  Ref<Buffer> buffer = makeBuffer(1024), other = makeBuffer(1024);
  Ref<Buffer> sub = Buffer::createRegion(buffer, 0, {256, 512});
  auto overlap = [](const Ref<Buffer> &src, size_t from, const Ref<Buffer> &dst, size_t to,
                    size_t size) {
    return errorOf([&] { requireDisjoint(*src, from, *dst, to, size); });
  };
  EXPECT_EQ(overlap(buffer, 0, buffer, 99, 100), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(overlap(buffer, 0, buffer, 100, 100), CL_SUCCESS);
  EXPECT_EQ(overlap(buffer, 0, other, 0, 100), CL_SUCCESS);
  EXPECT_EQ(overlap(buffer, 300, sub, 0, 100), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(overlap(sub, 0, buffer, 0, 256), CL_SUCCESS);
}

TEST_F(TransferTest, OverlapOfBoxesIsExact) {
  Ref<Buffer> buffer = makeBuffer(1024);
  auto overlap = [&](std::array<size_t, 3> from, std::array<size_t, 3> to,
                     std::array<size_t, 3> region) {
    const Box a = Box::make(from.data(), region.data(), 32, 256);
    const Box b = Box::make(to.data(), region.data(), 32, 256);
    return errorOf([&] { requireDisjoint(*buffer, a, *buffer, b); });
  };
  EXPECT_EQ(overlap({0, 0, 0}, {16, 0, 0}, {16, 8, 2}), CL_SUCCESS); // side by side
  EXPECT_EQ(overlap({0, 0, 0}, {15, 0, 0}, {16, 8, 2}), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(overlap({0, 0, 0}, {0, 4, 0}, {16, 4, 2}), CL_SUCCESS); // one above the other
  EXPECT_EQ(overlap({0, 0, 0}, {0, 3, 0}, {16, 4, 2}), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(overlap({0, 0, 0}, {0, 0, 2}, {16, 4, 2}), CL_SUCCESS);
}

} // namespace
} // namespace weft::test
