// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCommand*: what each records, and what each refuses.
#include "command_buffer_fixture.h"

#include <array>

namespace weft::test {

class ClCommand : public CommandBufferTest {
protected:
  // What the calls have in common.
  struct Call {
    cl_command_buffer_khr buffer;
    cl_command_queue queue = nullptr;
    const cl_command_properties_khr *properties = nullptr;
    cl_uint count = 0;
    const Point *list = nullptr;
    Point *point = nullptr;
    cl_mutable_command_khr *handle = nullptr;
  };
  using Function = std::function<cl_int(const Call &)>;
  struct Named {
    const char *name;
    Function call;
  };

  void SetUp() override {
    CommandBufferTest::SetUp();
    source = makeBuffer();
    target = zeros();
    image = makeImage();
    other_image = makeImage();
  }
  Memory makeImage() {
    const cl_image_format format = {CL_R, CL_SIGNED_INT32};
    cl_image_desc desc = {};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = desc.image_height = Side;
    Memory made(clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, nullptr, nullptr));
    EXPECT_TRUE(made);
    const cl_int4 color = {{-1, 0, 0, 0}};
    EXPECT_EQ(clEnqueueFillImage(queue, made, &color, Zero, All, 0, nullptr, nullptr), CL_SUCCESS);
    return made;
  }
  std::vector<int> readImage(cl_mem from) {
    std::vector<int> pixels(Count);
    EXPECT_EQ(clEnqueueReadImage(queue, from, CL_TRUE, Zero, All, 0, 0, pixels.data(), 0, nullptr,
                                 nullptr),
              CL_SUCCESS);
    return pixels;
  }

  cl_int copyBuffer(const Call &c, cl_mem from, cl_mem to, size_t from_at = 0, size_t to_at = 0,
                    size_t size = Bytes) {
    return cl.clCommandCopyBufferKHR(c.buffer, c.queue, c.properties, from, to, from_at, to_at,
                                     size, c.count, c.list, c.point, c.handle);
  }
  cl_int copyRect(const Call &c, cl_mem from, cl_mem to, const size_t *region,
                  const size_t *from_at = Zero, const size_t *to_at = Zero, size_t to_row = 0) {
    return cl.clCommandCopyBufferRectKHR(c.buffer, c.queue, c.properties, from, to, from_at, to_at,
                                         region, 0, 0, to_row, 0, c.count, c.list, c.point,
                                         c.handle);
  }
  cl_int fillBuffer(const Call &c, cl_mem to, const void *pattern, size_t pattern_size,
                    size_t at = 0, size_t size = Bytes) {
    return cl.clCommandFillBufferKHR(c.buffer, c.queue, c.properties, to, pattern, pattern_size, at,
                                     size, c.count, c.list, c.point, c.handle);
  }
  cl_int fillImage(const Call &c, cl_mem to, const void *color, const size_t *at = Zero,
                   const size_t *region = All) {
    return cl.clCommandFillImageKHR(c.buffer, c.queue, c.properties, to, color, at, region, c.count,
                                    c.list, c.point, c.handle);
  }
  cl_int copyImage(const Call &c, cl_mem from, cl_mem to, const size_t *from_at = Zero,
                   const size_t *to_at = Zero, const size_t *region = All) {
    return cl.clCommandCopyImageKHR(c.buffer, c.queue, c.properties, from, to, from_at, to_at,
                                    region, c.count, c.list, c.point, c.handle);
  }
  cl_int toImage(const Call &c, cl_mem from, cl_mem to, size_t from_at = 0,
                 const size_t *to_at = Zero, const size_t *region = All) {
    return cl.clCommandCopyBufferToImageKHR(c.buffer, c.queue, c.properties, from, to, from_at,
                                            to_at, region, c.count, c.list, c.point, c.handle);
  }
  cl_int fromImage(const Call &c, cl_mem from, cl_mem to, size_t to_at = 0,
                   const size_t *from_at = Zero, const size_t *region = All) {
    return cl.clCommandCopyImageToBufferKHR(c.buffer, c.queue, c.properties, from, to, from_at,
                                            region, to_at, c.count, c.list, c.point, c.handle);
  }
  cl_int copySvm(const Call &c, void *to, const void *from, size_t size) {
    return cl.clCommandSVMMemcpyKHR(c.buffer, c.queue, c.properties, to, from, size, c.count,
                                    c.list, c.point, c.handle);
  }
  cl_int fillSvm(const Call &c, void *to, const void *pattern, size_t pattern_size, size_t size) {
    return cl.clCommandSVMMemFillKHR(c.buffer, c.queue, c.properties, to, pattern, pattern_size,
                                     size, c.count, c.list, c.point, c.handle);
  }
  cl_int range(const Call &c, cl_kernel kernel, cl_uint dims, const size_t *global,
               const size_t *local = nullptr, const size_t *offset = nullptr) {
    return cl.clCommandNDRangeKernelKHR(c.buffer, c.queue, c.properties, kernel, dims, offset,
                                        global, local, c.count, c.list, c.point, c.handle);
  }
  cl_int barrierCall(const Call &c) {
    return cl.clCommandBarrierWithWaitListKHR(c.buffer, c.queue, c.properties, c.count, c.list,
                                              c.point, c.handle);
  }

  // Every command, with arguments that are good.
  std::vector<Named> all() {
    nothing = makeKernel("nothing");
    return {
        {"barrier", [this](const Call &c) { return barrierCall(c); }},
        {"copy buffer", [this](const Call &c) { return copyBuffer(c, source, target); }},
        {"copy rect", [this](const Call &c) { return copyRect(c, source, target, All); }},
        {"fill buffer", [this](const Call &c) { return fillBuffer(c, target, &Word, 4); }},
        {"fill image", [this](const Call &c) { return fillImage(c, image, &Color); }},
        {"copy image", [this](const Call &c) { return copyImage(c, image, other_image); }},
        {"buffer to image", [this](const Call &c) { return toImage(c, source, image); }},
        {"image to buffer", [this](const Call &c) { return fromImage(c, image, target); }},
        {"copy SVM", [this](const Call &c) { return copySvm(c, svm[0], svm[1], sizeof svm[0]); }},
        {"fill SVM", [this](const Call &c) { return fillSvm(c, svm[0], &Word, 4, sizeof svm[0]); }},
        {"kernel", [this](const Call &c) { return range(c, nothing, 1, All); }},
    };
  }
  // The commands of `record` once, run to the end.
  void run(const std::function<void(const Call &)> &record) {
    cl_command_buffer_khr buffer = make(queue);
    record({buffer});
    finalize(buffer);
    ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
  void refuses(cl_int expected, const Function &call) {
    Point point = 4711;
    Call c = {recording()};
    c.point = &point;
    EXPECT_EQ(call(c), expected);
    EXPECT_EQ(point, 4711u);
  }
  cl_command_buffer_khr recording() {
    if (!open)
      open = make(queue);
    return open;
  }

  static constexpr size_t Side = 16; // of images, with as many pixels as a buffer has ints
  static constexpr size_t Zero[3] = {0, 0, 0};
  static constexpr size_t All[3] = {Side, Side, 1};
  static constexpr cl_int Word = 0x01020304;
  static constexpr cl_int4 Color = {{9, 9, 9, 9}};
  Memory source, target, image, other_image;
  Kernel nothing;
  alignas(128) int svm[2][64] = {};
  cl_command_buffer_khr open = nullptr;
};

TEST_F(ClCommand, CopiesBuffers) {
  run([&](const Call &c) { EXPECT_EQ(copyBuffer(c, source, target, 40, 80, 8), CL_SUCCESS); });
  std::vector<int> expected(Count, 0);
  expected[20] = 10;
  expected[21] = 11;
  EXPECT_EQ(read(target), expected);
}

TEST_F(ClCommand, CopiesRectangles) {
  const size_t region[3] = {8, 2, 1}, to[3] = {4, 1, 0};
  run([&](const Call &c) {
    EXPECT_EQ(copyRect(c, source, target, region, Zero, to, 64), CL_SUCCESS);
  });
  std::vector<int> expected(Count, 0);
  for (int i = 0; i < 4; ++i)
    expected[size_t(16 * (1 + i / 2) + 1 + i % 2)] = i;
  EXPECT_EQ(read(target), expected);
}

TEST_F(ClCommand, FillsBuffers) {
  int pattern[2] = {3, 4};
  run([&](const Call &c) {
    EXPECT_EQ(fillBuffer(c, target, pattern, sizeof pattern, 8, 16), CL_SUCCESS);
    pattern[0] = 5; // the command has its own
  });
  std::vector<int> expected(Count, 0);
  for (size_t i = 0; i < 4; ++i)
    expected[2 + i] = 3 + int(i % 2);
  EXPECT_EQ(read(target), expected);
}

TEST_F(ClCommand, CopiesAndFillsImages) {
  run([&](const Call &c) {
    EXPECT_EQ(toImage(c, source, image), CL_SUCCESS);
    EXPECT_EQ(copyImage(c, image, other_image), CL_SUCCESS);
    EXPECT_EQ(fromImage(c, other_image, target), CL_SUCCESS);
    EXPECT_EQ(fillImage(c, image, &Color), CL_SUCCESS);
  });
  EXPECT_EQ(read(target), numbers());
  EXPECT_EQ(readImage(other_image), numbers());
  EXPECT_EQ(readImage(image), std::vector<int>(Count, 9));
}

TEST_F(ClCommand, CopiesAndFillsSharedVirtualMemory) {
  run([&](const Call &c) {
    EXPECT_EQ(fillSvm(c, svm[0], &Word, 4, sizeof svm[0]), CL_SUCCESS);
    EXPECT_EQ(copySvm(c, svm[1], svm[0], 32), CL_SUCCESS);
  });
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(svm[0][i], Word);
    EXPECT_EQ(svm[1][i], i < 8 ? Word : 0);
  }
}

TEST_F(ClCommand, LaunchesWithTheArgumentsOfRecording) {
  Kernel store = makeKernel("store");
  const auto set = [&](cl_mem out, int value) {
    EXPECT_EQ(clSetKernelArg(store, 0, sizeof out, &out), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(store, 1, sizeof value, &value), CL_SUCCESS);
  };
  const size_t half = Count / 2;
  run([&](const Call &c) {
    set(target, 1);
    EXPECT_EQ(range(c, store, 1, &half), CL_SUCCESS);
    set(target, 2);
    EXPECT_EQ(range(c, store, 1, &half, nullptr, &half), CL_SUCCESS);
    set(source, 3);
    store.reset();
  });
  std::vector<int> expected(Count, 1);
  std::fill(expected.begin() + half, expected.end(), 2);
  EXPECT_EQ(read(target), expected);
  EXPECT_EQ(read(source), numbers());
}

TEST_F(ClCommand, LaunchesAnEmptyRange) {
  Kernel store = makeKernel("store");
  const cl_mem out = target;
  const int value = 1;
  const size_t none = 0;
  ASSERT_EQ(clSetKernelArg(store, 0, sizeof out, &out), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(store, 1, sizeof value, &value), CL_SUCCESS);
  run([&](const Call &c) {
    EXPECT_EQ(range(c, store, 1, &none), CL_SUCCESS);
    EXPECT_EQ(range(c, store, 1, nullptr), CL_SUCCESS);
    EXPECT_EQ(copyBuffer(c, source, target, 0, 0, 4), CL_SUCCESS);
  });
  EXPECT_EQ(read(target), std::vector<int>(Count, 0));
}

TEST_F(ClCommand, LaunchesWithLocalMemoryAndBarriers) {
  Kernel reverse = makeKernel("reverse");
  const cl_mem data = source;
  const size_t items = Count, local = 16;
  ASSERT_EQ(clSetKernelArg(reverse, 0, sizeof data, &data), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(reverse, 1, local * sizeof(int), nullptr), CL_SUCCESS);
  run([&](const Call &c) { EXPECT_EQ(range(c, reverse, 1, &items, &local), CL_SUCCESS); });
  std::vector<int> expected(Count);
  for (size_t i = 0; i < Count; ++i)
    expected[i] = int(i / local * local + local - 1 - i % local);
  EXPECT_EQ(read(source), expected);
}

TEST_F(ClCommand, EachHasItsSyncPoint) {
  std::vector<Point> seen;
  for (const Named &command : all()) {
    Point point = 0;
    Call c = {recording()};
    c.point = &point;
    EXPECT_EQ(command.call(c), CL_SUCCESS) << command.name;
    EXPECT_NE(point, 0u) << command.name;
    EXPECT_EQ(std::find(seen.begin(), seen.end(), point), seen.end()) << command.name;
    seen.push_back(point);
    // Without one, and with a wait list.
    c.point = nullptr;
    c.count = cl_uint(seen.size());
    c.list = seen.data();
    EXPECT_EQ(command.call(c), CL_SUCCESS) << command.name;
  }
  finalize(recording());
  EXPECT_EQ(enqueue(recording()), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(ClCommand, RefusesWhatIsCommonToAll) {
  cl_command_buffer_khr closed = make(queue);
  finalize(closed);
  const cl_command_properties_khr unknown[] = {0x4711, 1, 0}, none[] = {0};
  const Point never[] = {1000}, zero[] = {0};
  cl_mutable_command_khr handle = nullptr;
  for (const Named &command : all()) {
    const auto refuses = [&](cl_int expected, Call c) {
      Point point = 4711;
      c.point = &point;
      EXPECT_EQ(command.call(c), expected) << command.name;
      EXPECT_EQ(point, 4711u) << command.name;
    };
    const cl_command_buffer_khr good = recording();
    refuses(CL_INVALID_COMMAND_BUFFER_KHR, {nullptr});
    refuses(CL_INVALID_COMMAND_BUFFER_KHR, {as<cl_command_buffer_khr>(device())});
    refuses(CL_INVALID_OPERATION, {closed});
    refuses(CL_INVALID_COMMAND_QUEUE, {good, queue});
    refuses(CL_INVALID_VALUE, {good, nullptr, unknown});
    refuses(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, {good, nullptr, nullptr, 1, nullptr});
    refuses(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, {good, nullptr, nullptr, 0, never});
    refuses(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, {good, nullptr, nullptr, 1, never});
    refuses(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, {good, nullptr, nullptr, 1, zero});
    if (command.name != std::string("kernel"))
      refuses(CL_INVALID_VALUE, {good, nullptr, nullptr, 0, nullptr, nullptr, &handle});
    EXPECT_EQ(command.call({good, nullptr, none}), CL_SUCCESS) << command.name;
  }
}

TEST_F(ClCommand, RefusesMemoryObjectsThatAreNone) {
  const size_t region[3] = {4, 1, 1};
  for (cl_mem bad : {cl_mem(nullptr), as<cl_mem>(device())}) {
    const cl_int code = CL_INVALID_MEM_OBJECT;
    refuses(code, [&](const Call &c) { return copyBuffer(c, bad, target); });
    refuses(code, [&](const Call &c) { return copyBuffer(c, source, bad); });
    refuses(code, [&](const Call &c) { return copyRect(c, bad, target, region); });
    refuses(code, [&](const Call &c) { return copyRect(c, source, bad, region); });
    refuses(code, [&](const Call &c) { return fillBuffer(c, bad, &Word, 4); });
    refuses(code, [&](const Call &c) { return fillImage(c, bad, &Color); });
    refuses(code, [&](const Call &c) { return copyImage(c, bad, image); });
    refuses(code, [&](const Call &c) { return copyImage(c, image, bad); });
    refuses(code, [&](const Call &c) { return toImage(c, bad, image); });
    refuses(code, [&](const Call &c) { return toImage(c, source, bad); });
    refuses(code, [&](const Call &c) { return fromImage(c, bad, target); });
    refuses(code, [&](const Call &c) { return fromImage(c, image, bad); });
  }
  // Buffers for images and the other way round.
  refuses(CL_INVALID_MEM_OBJECT, [&](const Call &c) { return copyBuffer(c, image, target); });
  refuses(CL_INVALID_MEM_OBJECT, [&](const Call &c) { return fillImage(c, target, &Color); });
}

TEST_F(ClCommand, RefusesMemoryObjectsOfOtherContexts) {
  const size_t region[3] = {4, 1, 1};
  const cl_mem foreign = otherBuffer();
  const cl_int code = CL_INVALID_CONTEXT;
  refuses(code, [&](const Call &c) { return copyBuffer(c, foreign, target); });
  refuses(code, [&](const Call &c) { return copyBuffer(c, source, foreign); });
  refuses(code, [&](const Call &c) { return copyRect(c, foreign, target, region); });
  refuses(code, [&](const Call &c) { return fillBuffer(c, foreign, &Word, 4); });
  refuses(code, [&](const Call &c) { return toImage(c, foreign, image); });
  refuses(code, [&](const Call &c) { return fromImage(c, image, foreign); });
}

TEST_F(ClCommand, RefusesRegionsThatAreOutOfBoundsOrOverlap) {
  const size_t wide[3] = {Bytes + 1, 1, 1}, empty[3] = {0, 1, 1}, at[3] = {2, 0, 0};
  const size_t half[3] = {8, 1, 1}, large[3] = {Side + 1, 1, 1};
  const auto value = CL_INVALID_VALUE, overlap = CL_MEM_COPY_OVERLAP;
  refuses(value, [&](const Call &c) { return copyBuffer(c, source, target, 4); });
  refuses(value, [&](const Call &c) { return copyBuffer(c, source, target, 0, 4); });
  refuses(overlap, [&](const Call &c) { return copyBuffer(c, source, source, 0, 4, 8); });
  refuses(value, [&](const Call &c) { return copyRect(c, source, target, wide); });
  refuses(value, [&](const Call &c) { return copyRect(c, source, target, empty); });
  refuses(value, [&](const Call &c) { return copyRect(c, source, target, nullptr); });
  refuses(overlap, [&](const Call &c) { return copyRect(c, source, source, half, Zero, at); });
  refuses(value, [&](const Call &c) { return fillBuffer(c, target, nullptr, 4); });
  refuses(value, [&](const Call &c) { return fillBuffer(c, target, &Word, 0); });
  refuses(value, [&](const Call &c) { return fillBuffer(c, target, &Word, 3); });
  refuses(value, [&](const Call &c) { return fillBuffer(c, target, &Word, 4, 2, 4); });
  refuses(value, [&](const Call &c) { return fillBuffer(c, target, &Word, 4, 4, Bytes); });
  refuses(value, [&](const Call &c) { return fillImage(c, image, nullptr); });
  refuses(value, [&](const Call &c) { return fillImage(c, image, &Color, Zero, large); });
  refuses(value, [&](const Call &c) { return fillImage(c, image, &Color, nullptr); });
  refuses(value, [&](const Call &c) { return copyImage(c, image, other_image, at); });
  refuses(overlap, [&](const Call &c) { return copyImage(c, image, image, Zero, at, half); });
  refuses(value, [&](const Call &c) { return toImage(c, source, image, 4); });
  refuses(value, [&](const Call &c) { return fromImage(c, image, target, 4); });
  refuses(value, [&](const Call &c) { return fromImage(c, image, target, 0, Zero, empty); });
  refuses(value, [&](const Call &c) { return copySvm(c, nullptr, svm[0], 4); });
  refuses(value, [&](const Call &c) { return copySvm(c, svm[0], nullptr, 4); });
  refuses(overlap, [&](const Call &c) { return copySvm(c, svm[0], svm[0] + 1, 8); });
  refuses(value, [&](const Call &c) { return fillSvm(c, nullptr, &Word, 4, 8); });
  refuses(value, [&](const Call &c) { return fillSvm(c, svm[0], nullptr, 4, 8); });
  refuses(value, [&](const Call &c) { return fillSvm(c, svm[0], &Word, 3, 9); });
  refuses(value, [&](const Call &c) { return fillSvm(c, svm[0], &Word, 4, 6); });
  refuses(value, [&](const Call &c) {
    return fillSvm(c, reinterpret_cast<char *>(svm[0]) + 1, &Word, 4, 8);
  });
}

TEST_F(ClCommand, RefusesImagesOfDifferentFormats) {
  const cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
  cl_image_desc desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = Side;
  Memory bytes(clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, nullptr, nullptr));
  refuses(CL_IMAGE_FORMAT_MISMATCH, [&](const Call &c) { return copyImage(c, bytes, image); });
}

TEST_F(ClCommand, RefusesBadLaunches) {
  Kernel store = makeKernel("store"), fixed = makeKernel("fixed");
  const cl_mem out = target;
  const int value = 1;
  const size_t items = 16, odd = 3, huge = ~size_t(0), two[2] = {16, 16};
  refuses(CL_INVALID_KERNEL_ARGS, [&](const Call &c) { return range(c, store, 1, &items); });
  ASSERT_EQ(clSetKernelArg(store, 0, sizeof out, &out), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(store, 1, sizeof value, &value), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(fixed, 0, sizeof out, &out), CL_SUCCESS);
  refuses(CL_INVALID_KERNEL, [&](const Call &c) { return range(c, nullptr, 1, &items); });
  refuses(CL_INVALID_KERNEL,
          [&](const Call &c) { return range(c, as<cl_kernel>(device()), 1, &items); });
  refuses(CL_INVALID_WORK_DIMENSION, [&](const Call &c) { return range(c, store, 0, &items); });
  refuses(CL_INVALID_WORK_DIMENSION, [&](const Call &c) { return range(c, store, 4, &items); });
  refuses(CL_INVALID_GLOBAL_OFFSET,
          [&](const Call &c) { return range(c, store, 1, &items, nullptr, &huge); });
  refuses(CL_INVALID_WORK_GROUP_SIZE, [&](const Call &c) { return range(c, fixed, 2, two, two); });
  refuses(CL_INVALID_WORK_ITEM_SIZE,
          [&](const Call &c) { return range(c, store, 1, &huge, &huge); });
  refuses(CL_INVALID_WORK_GROUP_SIZE,
          [&](const Call &c) { return range(c, store, 1, &items, &odd); });
}

TEST_F(ClCommand, RefusesKernelsOfOtherContexts) {
  const char *source_text = "__kernel void nothing(void) {}";
  Program program(clCreateProgramWithSource(otherContext(), 1, &source_text, nullptr, nullptr));
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  Kernel foreign(clCreateKernel(program, "nothing", nullptr));
  const size_t items = 1;
  refuses(CL_INVALID_CONTEXT, [&](const Call &c) { return range(c, foreign, 1, &items); });
}

} // namespace weft::test
