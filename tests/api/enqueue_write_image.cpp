// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueWriteImage.
#include "image_fixture.h"

namespace weft::test {

class ClEnqueueWriteImage : public ImageTest {
protected:
  struct Call {
    cl_command_queue queue;
    cl_mem image;
    const void *ptr = nullptr;
    size_t row_pitch = 0, slice_pitch = 0;
    Triple origin = {1, 2, 0}, region = {3, 4, 1};
  };
  cl_int run(const Call &c, cl_bool blocking = CL_TRUE, cl_uint count = 0,
             const cl_event *list = nullptr, cl_event *event = nullptr) {
    return clEnqueueWriteImage(c.queue, c.image, blocking, c.origin.data(), c.region.data(),
                               c.row_pitch, c.slice_pitch, c.ptr, count, list, event);
  }
  void refuses(const Call &call, cl_int code) {
    for (cl_bool blocking : {CL_TRUE, CL_FALSE}) {
      cl_event event = untouched<cl_event>();
      EXPECT_EQ(run(call, blocking, 0, nullptr, &event), code);
      EXPECT_EQ(event, untouched<cl_event>());
    }
    EXPECT_EQ(pixels, Pixels(1024, 4711));
  }
  Pixels pixels = Pixels(1024, 4711);
};

TEST_F(ClEnqueueWriteImage, WritesARegionOfEveryType) {
  for (cl_mem_object_type type : Types) {
    SCOPED_TRACE(testing::Message() << "type 0x" << std::hex << type);
    const Triple size = extent(type);
    Triple origin, region;
    for (size_t axis = 0; axis < 3; ++axis) {
      origin[axis] = size[axis] > 1 ? 1 : 0;
      region[axis] = size[axis] > 1 ? size[axis] - 2 : 1;
    }
    const size_t rows = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : region[1];
    for (size_t gap : {0, 1, 3}) {
      Memory image = makeImage(type);
      const size_t row = region[0] + gap, slice = row * rows + gap;
      Pixels source(1024, 1), expected = count(type);
      size_t next = 0;
      forEach(type, origin, region, [&](size_t i) {
        const size_t x = next % region[0], y = next / region[0] % region[1],
                     z = next / region[0] / region[1];
        const size_t place =
            type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? x + y * slice : x + y * row + z * slice;
        source[place] = expected[i] = cl_uint(100000 + next++);
      });
      ASSERT_EQ(run({queue, image, source.data(), gap ? row * 4 : 0,
                     gap && hasSlices(type) ? slice * 4 : 0, origin, region}),
                CL_SUCCESS);
      EXPECT_EQ(readImage(image, type), expected) << gap;
    }
  }
}

TEST_F(ClEnqueueWriteImage, ObeysItsWaitList) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return run({queue, image, pixels.data()}, CL_FALSE, count, list, event);
      },
      CL_COMMAND_WRITE_IMAGE);
  Pixels expected = count(CL_MEM_OBJECT_IMAGE2D);
  forEach(CL_MEM_OBJECT_IMAGE2D, {1, 2, 0}, {3, 4, 1}, [&](size_t i) { expected[i] = 4711; });
  EXPECT_EQ(readImage(image, CL_MEM_OBJECT_IMAGE2D), expected);
}

TEST_F(ClEnqueueWriteImage, ReportsThatWhatItWaitedForFailed) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  reportsFailedWaitList([&](cl_uint count, const cl_event *list, cl_event *event) {
    return run({queue, image, pixels.data()}, CL_TRUE, count, list, event);
  });
}

TEST_F(ClEnqueueWriteImage, RefusesBadRegions) {
  refusesBadRegions([&](cl_mem image, const size_t *origin, const size_t *region) {
    return clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, pixels.data(), 0,
                               nullptr, nullptr);
  });
  EXPECT_EQ(pixels, Pixels(1024, 4711));
}

TEST_F(ClEnqueueWriteImage, RefusesPitchesThatDoNotFit) {
  Memory flat = makeImage(CL_MEM_OBJECT_IMAGE2D), solid = makeImage(CL_MEM_OBJECT_IMAGE3D),
         line = makeImage(CL_MEM_OBJECT_IMAGE1D), lines = makeImage(CL_MEM_OBJECT_IMAGE1D_ARRAY);
  refuses({queue, flat, pixels.data(), 11}, CL_INVALID_VALUE);
  refuses({queue, flat, pixels.data(), 12, 48}, CL_INVALID_VALUE);
  refuses({queue, line, pixels.data(), 0, 12, {1, 0, 0}, {3, 1, 1}}, CL_INVALID_VALUE);
  refuses({queue, solid, pixels.data(), 12, 47}, CL_INVALID_VALUE);
  refuses({queue, solid, pixels.data(), 0, 47}, CL_INVALID_VALUE);
  refuses({queue, solid, pixels.data(), ~size_t(0)}, CL_INVALID_VALUE);
  refuses({queue, lines, pixels.data(), 0, 11, {1, 0, 0}, {3, 2, 1}}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueWriteImage, RefusesImagesClosedToTheHost) {
  for (cl_mem_flags flags : {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    Memory closed = makeImage(CL_MEM_OBJECT_IMAGE2D, flags);
    refuses({queue, closed, pixels.data()}, CL_INVALID_OPERATION);
  }
  Memory open = makeImage(CL_MEM_OBJECT_IMAGE2D, CL_MEM_HOST_WRITE_ONLY);
  EXPECT_EQ(run({queue, open, pixels.data()}), CL_SUCCESS);
}

TEST_F(ClEnqueueWriteImage, RefusesObjectsOfAnotherContext) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refuses({queue, otherImage(), pixels.data()}, CL_INVALID_CONTEXT);
  refuses({otherQueue(), image, pixels.data()}, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueWriteImage, RefusesBadWaitLists) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return run({queue, image, pixels.data()}, CL_FALSE, count, list, event);
  });
}

TEST_F(ClEnqueueWriteImage, RefusesNull) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refuses({nullptr, image, pixels.data()}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, nullptr, pixels.data()}, CL_INVALID_MEM_OBJECT);
  refuses({queue, image, nullptr}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueWriteImage, RefusesHandlesOfOtherKinds) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  refuses({as<cl_command_queue>(device()), image, pixels.data()}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, as<cl_mem>(device()), pixels.data()}, CL_INVALID_MEM_OBJECT);
  refuses({queue, buffer, pixels.data()}, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
