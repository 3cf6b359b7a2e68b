// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueFillImage. How colors become pixels of each format is tested in unit/core.
#include "image_fixture.h"

namespace weft::test {

class ClEnqueueFillImage : public ImageTest {
protected:
  struct Call {
    cl_command_queue queue;
    cl_mem image;
    Triple origin = {1, 2, 0}, region = {3, 4, 1};
  };
  static constexpr cl_uint Color[4] = {77, 1, 2, 3};
  cl_int run(const Call &c, cl_uint count = 0, const cl_event *list = nullptr,
             cl_event *event = nullptr, const void *color = Color) {
    return clEnqueueFillImage(c.queue, c.image, color, c.origin.data(), c.region.data(), count,
                              list, event);
  }
  void refuses(const Call &call, cl_int code, const void *color = Color) {
    cl_event event = untouched<cl_event>();
    EXPECT_EQ(run(call, 0, nullptr, &event, color), code);
    EXPECT_EQ(event, untouched<cl_event>());
  }
  // The first pixel of an image of this format that was filled with `color`.
  template <typename T> T pixel(const cl_image_format &format, const void *color) {
    Memory image = create(describe(CL_MEM_OBJECT_IMAGE2D), format);
    const Triple origin = {0, 0, 0}, one = {1, 1, 1};
    EXPECT_EQ(
        run({queue, image, origin, extent(CL_MEM_OBJECT_IMAGE2D)}, 0, nullptr, nullptr, color),
        CL_SUCCESS);
    T value{};
    EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin.data(), one.data(), 0, 0, &value, 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    return value;
  }
};

TEST_F(ClEnqueueFillImage, FillsARegionOfEveryType) {
  for (cl_mem_object_type type : Types) {
    SCOPED_TRACE(testing::Message() << "type 0x" << std::hex << type);
    const Triple size = extent(type);
    Triple part = size, origin = {};
    for (size_t axis = 0; axis < 3; ++axis)
      if (size[axis] > 1) {
        origin[axis] = 1;
        part[axis] = size[axis] - 2;
      }
    for (const auto &[from, region] : {std::pair{origin, part}, std::pair{Triple{}, size}}) {
      Memory image = makeImage(type);
      ASSERT_EQ(run({queue, image, from, region}), CL_SUCCESS);
      Pixels expected = count(type);
      forEach(type, from, region, [&](size_t i) { expected[i] = Color[0]; });
      EXPECT_EQ(readImage(image, type), expected);
    }
  }
}

TEST_F(ClEnqueueFillImage, ConvertsTheColor) {
  const cl_float real[4] = {1.0f, 0.0f, 2.0f, -1.0f};
  EXPECT_EQ(pixel<cl_uint>({CL_RGBA, CL_UNORM_INT8}, real), 0x00ff00ffu);
  EXPECT_EQ(pixel<cl_uint>({CL_BGRA, CL_UNORM_INT8}, real), 0x00ff00ffu);
  EXPECT_EQ(pixel<cl_ushort>({CL_RGB, CL_UNORM_SHORT_565}, real), 0xf81fu);
  EXPECT_EQ(pixel<cl_float>({CL_A, CL_FLOAT}, real), -1.0f);
  const cl_int integers[4] = {-1000, 1000, -1, 1};
  EXPECT_EQ(pixel<cl_uint>({CL_RGBA, CL_SIGNED_INT8}, integers), 0x01ff7f80u);
  const cl_float depth = 0.5f;
  EXPECT_EQ(pixel<cl_float>({CL_DEPTH, CL_FLOAT}, &depth), 0.5f);
  EXPECT_EQ(pixel<cl_ushort>({CL_DEPTH, CL_UNORM_INT16}, &depth), 32768u);
}

TEST_F(ClEnqueueFillImage, NeedsTheColorNoLonger) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  Event gate = makeUserEvent();
  cl_uint color[4] = {5, 5, 5, 5};
  ASSERT_EQ(run({queue, image}, 1, gate.list(), nullptr, color), CL_SUCCESS);
  color[0] = 6;
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(readImage(image, CL_MEM_OBJECT_IMAGE2D)[17], 5u);
}

TEST_F(ClEnqueueFillImage, ObeysItsWaitList) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  obeysWaitList([&](cl_uint count, const cl_event *list,
                    cl_event *event) { return run({queue, image}, count, list, event); },
                CL_COMMAND_FILL_IMAGE);
  EXPECT_EQ(readImage(image, CL_MEM_OBJECT_IMAGE2D)[17], Color[0]);
}

TEST_F(ClEnqueueFillImage, RefusesBadRegions) {
  refusesBadRegions([&](cl_mem image, const size_t *origin, const size_t *region) {
    return clEnqueueFillImage(queue, image, Color, origin, region, 0, nullptr, nullptr);
  });
}

TEST_F(ClEnqueueFillImage, RefusesObjectsOfAnotherContext) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refuses({queue, otherImage()}, CL_INVALID_CONTEXT);
  refuses({otherQueue(), image}, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueFillImage, RefusesBadWaitLists) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return run({queue, image}, count, list, event);
  });
}

TEST_F(ClEnqueueFillImage, RefusesNull) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refuses({nullptr, image}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, nullptr}, CL_INVALID_MEM_OBJECT);
  refuses({queue, image}, CL_INVALID_VALUE, nullptr);
}

TEST_F(ClEnqueueFillImage, RefusesHandlesOfOtherKinds) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  refuses({as<cl_command_queue>(device()), image}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, as<cl_mem>(device())}, CL_INVALID_MEM_OBJECT);
  refuses({queue, buffer}, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
