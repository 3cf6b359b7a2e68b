// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueReadImage and clEnqueueWriteImage: one set of rules.
#include "image_fixture.h"

namespace weft::test {

class ClEnqueueReadWriteImage : public ImageTest {
protected:
  struct Call {
    cl_command_queue queue;
    cl_mem image;
    void *ptr = nullptr;
    size_t row_pitch = 0, slice_pitch = 0;
    Triple origin = {1, 2, 0}, region = {3, 4, 1};
  };
  static cl_int doRead(const Call &c, cl_bool blocking = CL_TRUE, cl_uint count = 0,
                       const cl_event *list = nullptr, cl_event *event = nullptr) {
    return clEnqueueReadImage(c.queue, c.image, blocking, c.origin.data(), c.region.data(),
                              c.row_pitch, c.slice_pitch, c.ptr, count, list, event);
  }
  static cl_int doWrite(const Call &c, cl_bool blocking = CL_TRUE, cl_uint count = 0,
                        const cl_event *list = nullptr, cl_event *event = nullptr) {
    return clEnqueueWriteImage(c.queue, c.image, blocking, c.origin.data(), c.region.data(),
                               c.row_pitch, c.slice_pitch, c.ptr, count, list, event);
  }
  static constexpr auto Both = {doRead, doWrite};
  // Neither reads nor writes.
  void refuses(const Call &call, cl_int code) {
    for (auto *run : Both)
      for (cl_bool blocking : {CL_TRUE, CL_FALSE}) {
        cl_event event = untouched<cl_event>();
        EXPECT_EQ(run(call, blocking, 0, nullptr, &event), code);
        EXPECT_EQ(event, untouched<cl_event>());
      }
    EXPECT_EQ(pixels, Pixels(1024, 4711));
  }
  // Calls `fn(type, call, place)` for a region inside an image of each type, in memory without gaps
  // and with gaps behind rows and slices; `place(x, y, z)` is where a pixel of the region is there.
  using Place = std::function<size_t(size_t, size_t, size_t)>;
  void
  forEachLayout(const std::function<void(cl_mem_object_type, const Call &, const Place &)> &fn) {
    for (cl_mem_object_type type : Types) {
      SCOPED_TRACE(testing::Message() << "type 0x" << std::hex << type);
      const auto [origin, region] = inside(type);
      const bool lines = type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
      for (size_t gap : {0, 1, 3}) {
        SCOPED_TRACE(testing::Message() << "gap of " << gap);
        Memory image = makeImage(type);
        const size_t row = region[0] + gap, slice = row * (lines ? 1 : region[1]) + gap;
        fn(type,
           {queue, image, pixels.data(), gap ? row * 4 : 0, gap && hasSlices(type) ? slice * 4 : 0,
            origin, region},
           [=](size_t x, size_t y, size_t z) {
             return lines ? x + y * slice : x + y * row + z * slice;
           });
      }
    }
  }
  Pixels pixels = Pixels(1024, 4711);
};

TEST_F(ClEnqueueReadWriteImage, ReadsARegionOfEveryType) {
  forEachLayout([&](cl_mem_object_type type, const Call &call, const Place &place) {
    const auto &[origin, region] = inside(type);
    const Triple size = extent(type);
    pixels.assign(1024, 4711); // what is in gaps stays as it was
    ASSERT_EQ(doRead(call), CL_SUCCESS);
    Pixels expected(1024, 4711);
    for (size_t z = 0; z < region[2]; ++z)
      for (size_t y = 0; y < region[1]; ++y)
        for (size_t x = 0; x < region[0]; ++x)
          expected[place(x, y, z)] =
              cl_uint(((origin[2] + z) * size[1] + origin[1] + y) * size[0] + origin[0] + x);
    EXPECT_EQ(pixels, expected);
  });
}

TEST_F(ClEnqueueReadWriteImage, WritesARegionOfEveryType) {
  forEachLayout([&](cl_mem_object_type type, const Call &call, const Place &place) {
    Pixels expected = count(type);
    pixels.assign(1024, 1);
    size_t next = 0;
    forEach(type, call.origin, call.region, [&](size_t i) {
      const size_t x = next % call.region[0], y = next / call.region[0] % call.region[1],
                   z = next / call.region[0] / call.region[1];
      pixels[place(x, y, z)] = expected[i] = cl_uint(100000 + next++);
    });
    ASSERT_EQ(doWrite(call), CL_SUCCESS);
    EXPECT_EQ(readImage(call.image, type), expected);
  });
}

TEST_F(ClEnqueueReadWriteImage, ReadsLargeImagesOnOtherThreads) {
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  desc.image_width = desc.image_height = 1000;
  std::vector<cl_uint> data(1000 * 1000), got(data.size());
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = cl_uint(i * 2654435761u);
  Memory image = create(desc, Format, CL_MEM_COPY_HOST_PTR, data.data());
  Event event;
  ASSERT_EQ(doRead({queue, image, got.data(), 0, 0, {0, 0, 0}, {1000, 1000, 1}}, CL_FALSE, 0,
                   nullptr, event.out()),
            CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, event.list()), CL_SUCCESS);
  EXPECT_EQ(got, data);
}

TEST_F(ClEnqueueReadWriteImage, IsProfiled) {
  Queue profiled = makeQueue(context, CL_QUEUE_PROFILING_ENABLE);
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  Event event;
  ASSERT_EQ(doRead({profiled, image, pixels.data()}, CL_TRUE, 0, nullptr, event.out()), CL_SUCCESS);
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

TEST_F(ClEnqueueReadWriteImage, ReadsAndWritesLaterWithoutBlocking) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  const Call call = {queue, image, pixels.data()};
  obeysWaitList([&](cl_uint count, const cl_event *list,
                    cl_event *event) { return doRead(call, CL_FALSE, count, list, event); },
                CL_COMMAND_READ_IMAGE);
  EXPECT_EQ(pixels[0], 1u + 2 * 8);
  EXPECT_EQ(pixels[11], 3u + 5 * 8);
  EXPECT_EQ(pixels[12], 4711u);
  pixels.assign(1024, 4711);
  obeysWaitList([&](cl_uint count, const cl_event *list,
                    cl_event *event) { return doWrite(call, CL_FALSE, count, list, event); },
                CL_COMMAND_WRITE_IMAGE);
  Pixels expected = count(CL_MEM_OBJECT_IMAGE2D);
  forEach(CL_MEM_OBJECT_IMAGE2D, {1, 2, 0}, {3, 4, 1}, [&](size_t i) { expected[i] = 4711; });
  EXPECT_EQ(readImage(image, CL_MEM_OBJECT_IMAGE2D), expected);
}

TEST_F(ClEnqueueReadWriteImage, ReportsThatWhatItWaitedForFailed) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  for (auto *run : Both)
    reportsFailedWaitList([&](cl_uint count, const cl_event *list, cl_event *event) {
      return run({queue, image, pixels.data()}, CL_TRUE, count, list, event);
    });
}

TEST_F(ClEnqueueReadWriteImage, RefusesBadRegions) {
  refusesBadRegions([&](cl_mem image, const size_t *origin, const size_t *region) {
    return clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, pixels.data(), 0,
                              nullptr, nullptr);
  });
  refusesBadRegions([&](cl_mem image, const size_t *origin, const size_t *region) {
    return clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, pixels.data(), 0,
                               nullptr, nullptr);
  });
  EXPECT_EQ(pixels, Pixels(1024, 4711));
}

TEST_F(ClEnqueueReadWriteImage, RefusesPitchesThatDoNotFit) {
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

TEST_F(ClEnqueueReadWriteImage, RefusesImagesClosedToTheHost) {
  auto code = [&](decltype(doRead) run, cl_mem_flags flags) {
    Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D, flags);
    return run({queue, image, pixels.data()}, CL_TRUE, 0, nullptr, nullptr);
  };
  EXPECT_EQ(code(doRead, CL_MEM_HOST_READ_ONLY), CL_SUCCESS);
  EXPECT_EQ(code(doWrite, CL_MEM_HOST_WRITE_ONLY), CL_SUCCESS);
  pixels.assign(1024, 4711);
  EXPECT_EQ(code(doRead, CL_MEM_HOST_WRITE_ONLY), CL_INVALID_OPERATION);
  EXPECT_EQ(code(doWrite, CL_MEM_HOST_READ_ONLY), CL_INVALID_OPERATION);
  Memory closed = makeImage(CL_MEM_OBJECT_IMAGE2D, CL_MEM_HOST_NO_ACCESS);
  refuses({queue, closed, pixels.data()}, CL_INVALID_OPERATION);
}

TEST_F(ClEnqueueReadWriteImage, RefusesObjectsOfAnotherContext) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refuses({queue, otherImage(), pixels.data()}, CL_INVALID_CONTEXT);
  refuses({otherQueue(), image, pixels.data()}, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueReadWriteImage, RefusesBadWaitLists) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  for (auto *run : Both)
    refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
      return run({queue, image, pixels.data()}, CL_FALSE, count, list, event);
    });
}

TEST_F(ClEnqueueReadWriteImage, RefusesNull) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refuses({nullptr, image, pixels.data()}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, nullptr, pixels.data()}, CL_INVALID_MEM_OBJECT);
  refuses({queue, image, nullptr}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueReadWriteImage, RefusesHandlesOfOtherKinds) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  refuses({as<cl_command_queue>(device()), image, pixels.data()}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, as<cl_mem>(device()), pixels.data()}, CL_INVALID_MEM_OBJECT);
  refuses({queue, buffer, pixels.data()}, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
