// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueMapImage.
#include "image_fixture.h"

namespace weft::test {

class ClEnqueueMapImage : public ImageTest {
protected:
  struct Call {
    cl_command_queue queue;
    cl_mem image;
    cl_map_flags flags = CL_MAP_READ;
    Triple origin = {1, 2, 0}, region = {3, 4, 1};
  };
  size_t row = 4711, slice = 4711;
  cl_uint *run(const Call &c, cl_int *code = nullptr, cl_bool blocking = CL_TRUE, cl_uint count = 0,
               const cl_event *list = nullptr, cl_event *event = nullptr) {
    return static_cast<cl_uint *>(clEnqueueMapImage(c.queue, c.image, blocking, c.flags,
                                                    c.origin.data(), c.region.data(), &row, &slice,
                                                    count, list, event, code));
  }
  void refuses(const Call &call, cl_int code) {
    for (cl_bool blocking : {CL_TRUE, CL_FALSE}) {
      row = slice = 4711;
      cl_event event = untouched<cl_event>();
      cl_int got = 4711;
      EXPECT_EQ(run(call, &got, blocking, 0, nullptr, &event), nullptr);
      EXPECT_EQ(got, code);
      EXPECT_EQ(event, untouched<cl_event>());
      EXPECT_EQ(row, 4711u);
      EXPECT_EQ(slice, 4711u);
    }
  }
  cl_uint mapCount(cl_mem image) {
    cl_uint number = 4711;
    EXPECT_EQ(clGetMemObjectInfo(image, CL_MEM_MAP_COUNT, sizeof number, &number, nullptr),
              CL_SUCCESS);
    return number;
  }
  void unmap(cl_mem image, void *pointer) {
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, image, pointer, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
};

TEST_F(ClEnqueueMapImage, ShowsARegionOfEveryType) {
  for (cl_mem_object_type type : Types) {
    SCOPED_TRACE(testing::Message() << "type 0x" << std::hex << type);
    Memory image = makeImage(type);
    const Triple size = extent(type);
    Triple origin, region;
    for (size_t axis = 0; axis < 3; ++axis) {
      origin[axis] = size[axis] > 1 ? 1 : 0;
      region[axis] = size[axis] > 1 ? size[axis] - 2 : 1;
    }
    cl_int code = 4711;
    cl_uint *mapped = run({queue, image, CL_MAP_READ | CL_MAP_WRITE, origin, region}, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    ASSERT_NE(mapped, nullptr);
    if (!hasSlices(type))
      EXPECT_EQ(slice, 0u);
    const size_t line = (type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice : row) / 4;
    Pixels expected = count(type);
    size_t next = 0;
    forEach(type, origin, region, [&](size_t i) {
      const size_t x = next % region[0], y = next / region[0] % region[1],
                   z = next / region[0] / region[1];
      cl_uint &pixel = mapped[x + y * line + z * slice / 4];
      EXPECT_EQ(pixel, i);
      pixel = expected[i] = cl_uint(1000 + next++);
    });
    EXPECT_EQ(mapCount(image), 1u);
    unmap(image, mapped);
    EXPECT_EQ(mapCount(image), 0u);
    EXPECT_EQ(readImage(image, type), expected);
  }
}

TEST_F(ClEnqueueMapImage, NeedsNoPlaceForAPitchThatIsNotThere) {
  for (cl_mem_object_type type : Types) {
    Memory image = makeImage(type);
    const Triple origin = {0, 0, 0}, one = {1, 1, 1};
    cl_int code = 4711;
    void *mapped = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, origin.data(), one.data(),
                                     &row, nullptr, 0, nullptr, nullptr, &code);
    EXPECT_EQ(code, hasSlices(type) ? CL_INVALID_VALUE : CL_SUCCESS);
    if (mapped)
      unmap(image, mapped);
    EXPECT_EQ(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, origin.data(), one.data(),
                                nullptr, &slice, 0, nullptr, nullptr, &code),
              nullptr);
    EXPECT_EQ(code, CL_INVALID_VALUE);
  }
}

TEST_F(ClEnqueueMapImage, ObeysItsWaitList) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  cl_uint *mapped = nullptr;
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        cl_int code = 4711;
        mapped = run({queue, image}, &code, CL_FALSE, count, list, event);
        return code;
      },
      CL_COMMAND_MAP_IMAGE);
  ASSERT_NE(mapped, nullptr);
  EXPECT_EQ(mapped[0], 1u + 2 * 8);
  unmap(image, mapped);
}

TEST_F(ClEnqueueMapImage, ReportsThatWhatItWaitedForFailed) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  reportsFailedWaitList([&](cl_uint count, const cl_event *list, cl_event *event) {
    cl_int code = 4711;
    EXPECT_EQ(run({queue, image}, &code, CL_TRUE, count, list, event), nullptr);
    return code;
  });
  EXPECT_EQ(mapCount(image), 0u);
}

TEST_F(ClEnqueueMapImage, RefusesToMapOverlappingRegionsForWriting) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  cl_uint *left = run({queue, image, CL_MAP_WRITE, {0, 0, 0}, {4, 6, 1}});
  ASSERT_NE(left, nullptr);
  refuses({queue, image, CL_MAP_WRITE, {3, 5, 0}, {2, 1, 1}}, CL_INVALID_OPERATION);
  refuses({queue, image, CL_MAP_WRITE_INVALIDATE_REGION, {0, 0, 0}, {1, 1, 1}},
          CL_INVALID_OPERATION);
  // The other half of each row is free, and reading always is.
  cl_uint *right = run({queue, image, CL_MAP_WRITE, {4, 0, 0}, {4, 6, 1}});
  ASSERT_NE(right, nullptr);
  cl_uint *corner = run({queue, image, CL_MAP_READ, {3, 5, 0}, {2, 1, 1}});
  ASSERT_NE(corner, nullptr);
  EXPECT_EQ(mapCount(image), 3u);
  for (cl_uint *mapped : {left, right, corner})
    unmap(image, mapped);
}

TEST_F(ClEnqueueMapImage, RefusesBadRegions) {
  refusesBadRegions([&](cl_mem image, const size_t *origin, const size_t *region) {
    cl_int code = 4711;
    EXPECT_EQ(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, origin, region, &row, &slice, 0,
                                nullptr, nullptr, &code),
              nullptr);
    EXPECT_EQ(mapCount(image), 0u);
    return code;
  });
}

TEST_F(ClEnqueueMapImage, RefusesBadFlags) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refuses({queue, image, cl_map_flags(1) << 20}, CL_INVALID_VALUE);
  refuses({queue, image, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION}, CL_INVALID_VALUE);
  refuses({queue, image, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueMapImage, RefusesImagesClosedToTheHost) {
  for (cl_mem_flags flags : {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    Memory closed = makeImage(CL_MEM_OBJECT_IMAGE2D, flags);
    refuses({queue, closed, CL_MAP_READ}, CL_INVALID_OPERATION);
  }
  for (cl_mem_flags flags : {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    Memory closed = makeImage(CL_MEM_OBJECT_IMAGE2D, flags);
    refuses({queue, closed, CL_MAP_WRITE}, CL_INVALID_OPERATION);
    refuses({queue, closed, CL_MAP_WRITE_INVALIDATE_REGION}, CL_INVALID_OPERATION);
  }
}

TEST_F(ClEnqueueMapImage, RefusesObjectsOfAnotherContext) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refuses({queue, otherImage()}, CL_INVALID_CONTEXT);
  refuses({otherQueue(), image}, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueMapImage, RefusesBadWaitLists) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    cl_int code = 4711;
    EXPECT_EQ(run({queue, image}, &code, CL_FALSE, count, list, event), nullptr);
    return code;
  });
  EXPECT_EQ(mapCount(image), 0u);
}

TEST_F(ClEnqueueMapImage, RefusesNull) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refuses({nullptr, image}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, nullptr}, CL_INVALID_MEM_OBJECT);
}

TEST_F(ClEnqueueMapImage, RefusesHandlesOfOtherKinds) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  refuses({as<cl_command_queue>(device()), image}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, as<cl_mem>(device())}, CL_INVALID_MEM_OBJECT);
  refuses({queue, buffer}, CL_INVALID_MEM_OBJECT);
}

TEST_F(ClEnqueueMapImage, AnImageIsNotMappedAsABuffer) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  cl_int code = 4711;
  EXPECT_EQ(
      clEnqueueMapBuffer(queue, image, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, &code),
      nullptr);
  EXPECT_EQ(code, CL_INVALID_MEM_OBJECT);
  // What is not mapped is not unmapped.
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, image, &code, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

} // namespace weft::test
