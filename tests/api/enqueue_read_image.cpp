// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueReadImage.
#include "image_fixture.h"

namespace weft::test {

class ClEnqueueReadImage : public ImageTest {
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
    return clEnqueueReadImage(c.queue, c.image, blocking, c.origin.data(), c.region.data(),
                              c.row_pitch, c.slice_pitch, const_cast<void *>(c.ptr), count, list,
                              event);
  }
  // Where a pixel of the region is expected in memory with these pitches, in pixels.
  static size_t placeOf(cl_mem_object_type type, size_t x, size_t y, size_t z, size_t row,
                        size_t slice) {
    return type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? x + y * slice : x + y * row + z * slice;
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

TEST_F(ClEnqueueReadImage, ReadsARegionOfEveryType) {
  for (cl_mem_object_type type : Types) {
    SCOPED_TRACE(testing::Message() << "type 0x" << std::hex << type);
    Memory image = makeImage(type);
    const Triple size = extent(type);
    Triple origin, region;
    for (size_t axis = 0; axis < 3; ++axis) {
      origin[axis] = size[axis] > 1 ? 1 : 0;
      region[axis] = size[axis] > 1 ? size[axis] - 2 : 1;
    }
    // Without gaps, and with gaps behind rows and slices, which stay as they were.
    const size_t rows = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : region[1];
    for (size_t gap : {0, 1, 3}) {
      const size_t row = region[0] + gap, slice = row * rows + gap;
      pixels.assign(1024, 4711);
      ASSERT_EQ(run({queue, image, pixels.data(), gap ? row * 4 : 0,
                     gap && hasSlices(type) ? slice * 4 : 0, origin, region}),
                CL_SUCCESS);
      Pixels expected(1024, 4711);
      for (size_t z = 0; z < region[2]; ++z)
        for (size_t y = 0; y < region[1]; ++y)
          for (size_t x = 0; x < region[0]; ++x)
            expected[placeOf(type, x, y, z, row, slice)] =
                cl_uint(((origin[2] + z) * size[1] + origin[1] + y) * size[0] + origin[0] + x);
      EXPECT_EQ(pixels, expected) << gap;
    }
  }
}

TEST_F(ClEnqueueReadImage, ReadsLargeImagesOnOtherThreads) {
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  desc.image_width = desc.image_height = 1000;
  std::vector<cl_uint> data(1000 * 1000), got(data.size());
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = cl_uint(i * 2654435761u);
  Memory image = create(desc, Format, CL_MEM_COPY_HOST_PTR, data.data());
  Event event;
  ASSERT_EQ(run({queue, image, got.data(), 0, 0, {0, 0, 0}, {1000, 1000, 1}}, CL_FALSE, 0, nullptr,
                event.out()),
            CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, event.list()), CL_SUCCESS);
  EXPECT_EQ(got, data);
}

TEST_F(ClEnqueueReadImage, IsProfiled) {
  Queue profiled = makeQueue(context, CL_QUEUE_PROFILING_ENABLE);
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  Event event;
  ASSERT_EQ(run({profiled, image, pixels.data()}, CL_TRUE, 0, nullptr, event.out()), CL_SUCCESS);
  cl_ulong last = 0;
  for (cl_profiling_info what : {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                 CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END}) {
    cl_ulong time = 0;
    ASSERT_EQ(clGetEventProfilingInfo(event, what, sizeof time, &time, nullptr), CL_SUCCESS);
    EXPECT_GE(time, last);
    last = time;
  }
  EXPECT_GT(last, 0u);
}

TEST_F(ClEnqueueReadImage, ObeysItsWaitList) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return run({queue, image, pixels.data()}, CL_FALSE, count, list, event);
      },
      CL_COMMAND_READ_IMAGE);
  EXPECT_EQ(pixels[0], 1u + 2 * 8);
  EXPECT_EQ(pixels[11], 3u + 5 * 8);
  EXPECT_EQ(pixels[12], 4711u);
}

TEST_F(ClEnqueueReadImage, ReportsThatWhatItWaitedForFailed) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  reportsFailedWaitList([&](cl_uint count, const cl_event *list, cl_event *event) {
    return run({queue, image, pixels.data()}, CL_TRUE, count, list, event);
  });
}

TEST_F(ClEnqueueReadImage, RefusesBadRegions) {
  refusesBadRegions([&](cl_mem image, const size_t *origin, const size_t *region) {
    return clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, pixels.data(), 0,
                              nullptr, nullptr);
  });
  EXPECT_EQ(pixels, Pixels(1024, 4711));
}

TEST_F(ClEnqueueReadImage, RefusesPitchesThatDoNotFit) {
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

TEST_F(ClEnqueueReadImage, RefusesImagesClosedToTheHost) {
  for (cl_mem_flags flags : {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    Memory closed = makeImage(CL_MEM_OBJECT_IMAGE2D, flags);
    refuses({queue, closed, pixels.data()}, CL_INVALID_OPERATION);
  }
  Memory open = makeImage(CL_MEM_OBJECT_IMAGE2D, CL_MEM_HOST_READ_ONLY);
  EXPECT_EQ(run({queue, open, pixels.data()}), CL_SUCCESS);
}

TEST_F(ClEnqueueReadImage, RefusesObjectsOfAnotherContext) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refuses({queue, otherImage(), pixels.data()}, CL_INVALID_CONTEXT);
  refuses({otherQueue(), image, pixels.data()}, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueReadImage, RefusesBadWaitLists) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return run({queue, image, pixels.data()}, CL_FALSE, count, list, event);
  });
}

TEST_F(ClEnqueueReadImage, RefusesNull) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refuses({nullptr, image, pixels.data()}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, nullptr, pixels.data()}, CL_INVALID_MEM_OBJECT);
  refuses({queue, image, nullptr}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueReadImage, RefusesHandlesOfOtherKinds) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  refuses({as<cl_command_queue>(device()), image, pixels.data()}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, as<cl_mem>(device()), pixels.data()}, CL_INVALID_MEM_OBJECT);
  refuses({queue, buffer, pixels.data()}, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
