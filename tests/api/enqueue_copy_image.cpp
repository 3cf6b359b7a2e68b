// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueCopyImage.
#include "image_fixture.h"

#include <algorithm>

namespace weft::test {

class ClEnqueueCopyImage : public ImageTest {
protected:
  struct Call {
    cl_command_queue queue;
    cl_mem source, target;
    Triple from = {1, 0, 0}, to = {2, 0, 0}, region = {3, 1, 1};
  };
  cl_int run(const Call &c, cl_uint count = 0, const cl_event *list = nullptr,
             cl_event *event = nullptr) {
    return clEnqueueCopyImage(c.queue, c.source, c.target, c.from.data(), c.to.data(),
                              c.region.data(), count, list, event);
  }
  void refuses(const Call &call, cl_int code) {
    cl_event event = untouched<cl_event>();
    EXPECT_EQ(run(call, 0, nullptr, &event), code);
    EXPECT_EQ(event, untouched<cl_event>());
  }
  // Of the type, all pixels `value`.
  Memory makeFilled(cl_mem_object_type type, cl_uint value) {
    Memory image = makeImage(type);
    const Triple origin = {0, 0, 0}, region = extent(type);
    const cl_uint color[4] = {value, 0, 0, 0};
    EXPECT_EQ(
        clEnqueueFillImage(queue, image, color, origin.data(), region.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    return image;
  }
};

TEST_F(ClEnqueueCopyImage, CopiesBetweenAllTypes) {
  for (cl_mem_object_type source_type : Types)
    for (cl_mem_object_type target_type : Types) {
      SCOPED_TRACE(testing::Message() << std::hex << source_type << " to " << target_type);
      Memory source = makeImage(source_type), target = makeFilled(target_type, 4711);
      const Triple a = extent(source_type), b = extent(target_type);
      // As much as both have, in opposite corners.
      Triple from, to, region;
      for (size_t axis = 0; axis < 3; ++axis) {
        region[axis] = std::min({a[axis], b[axis], size_t(3)});
        from[axis] = a[axis] - region[axis];
        to[axis] = 0;
      }
      ASSERT_EQ(run({queue, source, target, from, to, region}), CL_SUCCESS);
      Pixels expected(count(target_type).size(), 4711), copied;
      forEach(source_type, from, region, [&](size_t i) { copied.push_back(cl_uint(i)); });
      size_t next = 0;
      forEach(target_type, to, region, [&](size_t i) { expected[i] = copied[next++]; });
      EXPECT_EQ(readImage(target, target_type), expected);
    }
}

TEST_F(ClEnqueueCopyImage, CopiesWithinAnImageWhereNothingOverlaps) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  // The left half of each row onto the right one.
  ASSERT_EQ(run({queue, image, image, {0, 0, 0}, {4, 0, 0}, {4, 6, 1}}), CL_SUCCESS);
  Pixels expected = count(CL_MEM_OBJECT_IMAGE2D);
  forEach(CL_MEM_OBJECT_IMAGE2D, {4, 0, 0}, {4, 6, 1},
          [&](size_t i) { expected[i] = cl_uint(i - 4); });
  EXPECT_EQ(readImage(image, CL_MEM_OBJECT_IMAGE2D), expected);
}

TEST_F(ClEnqueueCopyImage, TakesNoNoticeOfAccessFlags) {
  Memory source = makeImage(CL_MEM_OBJECT_IMAGE2D, CL_MEM_HOST_NO_ACCESS | CL_MEM_WRITE_ONLY),
         target = makeImage(CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_ONLY);
  ASSERT_EQ(run({queue, source, target}), CL_SUCCESS);
  EXPECT_EQ(readImage(target, CL_MEM_OBJECT_IMAGE2D)[2], 1u);
}

TEST_F(ClEnqueueCopyImage, ObeysItsWaitList) {
  Memory source = makeImage(CL_MEM_OBJECT_IMAGE2D), target = makeFilled(CL_MEM_OBJECT_IMAGE2D, 5);
  obeysWaitList([&](cl_uint count, const cl_event *list,
                    cl_event *event) { return run({queue, source, target}, count, list, event); },
                CL_COMMAND_COPY_IMAGE);
  EXPECT_EQ(readImage(target, CL_MEM_OBJECT_IMAGE2D)[3], 2u);
}

TEST_F(ClEnqueueCopyImage, RefusesRegionsThatOverlap) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE3D);
  refuses({queue, image, image, {0, 0, 0}, {2, 1, 1}, {3, 2, 2}}, CL_MEM_COPY_OVERLAP);
  refuses({queue, image, image, {2, 1, 1}, {0, 0, 0}, {3, 2, 2}}, CL_MEM_COPY_OVERLAP);
  refuses({queue, image, image, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}}, CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(run({queue, image, image, {0, 0, 0}, {0, 0, 2}, {8, 6, 2}}), CL_SUCCESS);
}

TEST_F(ClEnqueueCopyImage, RefusesDifferentFormats) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D),
         other_order = create(describe(CL_MEM_OBJECT_IMAGE2D), {CL_A, CL_UNSIGNED_INT32}),
         other_type = create(describe(CL_MEM_OBJECT_IMAGE2D), {CL_R, CL_SIGNED_INT32});
  refuses({queue, image, other_order}, CL_IMAGE_FORMAT_MISMATCH);
  refuses({queue, other_type, image}, CL_IMAGE_FORMAT_MISMATCH);
}

TEST_F(ClEnqueueCopyImage, RefusesBadRegions) {
  const Triple none = {0, 0, 0};
  refusesBadRegions([&](cl_mem image, const size_t *origin, const size_t *region) {
    // An image of which every good region is a part.
    Memory whole = makeImage(CL_MEM_OBJECT_IMAGE3D);
    const cl_int as_source =
        clEnqueueCopyImage(queue, image, whole, origin, none.data(), region, 0, nullptr, nullptr);
    const cl_int as_target =
        clEnqueueCopyImage(queue, whole, image, none.data(), origin, region, 0, nullptr, nullptr);
    EXPECT_EQ(as_source, as_target);
    return as_source;
  });
}

TEST_F(ClEnqueueCopyImage, RefusesObjectsOfAnotherContext) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), other = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refuses({queue, otherImage(), image}, CL_INVALID_CONTEXT);
  refuses({queue, image, otherImage()}, CL_INVALID_CONTEXT);
  refuses({otherQueue(), image, other}, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueCopyImage, RefusesBadWaitLists) {
  Memory source = makeImage(CL_MEM_OBJECT_IMAGE2D), target = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return run({queue, source, target}, count, list, event);
  });
}

TEST_F(ClEnqueueCopyImage, RefusesNull) {
  Memory source = makeImage(CL_MEM_OBJECT_IMAGE2D), target = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refuses({nullptr, source, target}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, nullptr, target}, CL_INVALID_MEM_OBJECT);
  refuses({queue, source, nullptr}, CL_INVALID_MEM_OBJECT);
}

TEST_F(ClEnqueueCopyImage, RefusesHandlesOfOtherKinds) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  refuses({as<cl_command_queue>(device()), image, image}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, as<cl_mem>(device()), image}, CL_INVALID_MEM_OBJECT);
  refuses({queue, image, buffer}, CL_INVALID_MEM_OBJECT);
  refuses({queue, buffer, image}, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
