// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueCopyBufferToImage.
#include "image_fixture.h"

namespace weft::test {

class ClEnqueueCopyBufferToImage : public ImageTest {
protected:
  struct Call {
    cl_command_queue queue;
    cl_mem image, buffer;
    size_t offset = 8;
    Triple origin = {1, 2, 0}, region = {3, 4, 1};
  };
  cl_int run(const Call &c, cl_uint count = 0, const cl_event *list = nullptr,
             cl_event *event = nullptr) {
    return clEnqueueCopyBufferToImage(c.queue, c.buffer, c.image, c.offset, c.origin.data(),
                                      c.region.data(), count, list, event);
  }
  void refuses(const Call &call, cl_int code) {
    cl_event event = untouched<cl_event>();
    EXPECT_EQ(run(call, 0, nullptr, &event), code);
    EXPECT_EQ(event, untouched<cl_event>());
  }
  // The region that lies one pixel inside the image, where there is so much.
  static std::pair<Triple, Triple> inside(cl_mem_object_type type) {
    const Triple size = extent(type);
    std::pair<Triple, Triple> result;
    for (size_t axis = 0; axis < 3; ++axis) {
      result.first[axis] = size[axis] > 1 ? 1 : 0;
      result.second[axis] = size[axis] > 1 ? size[axis] - 2 : 1;
    }
    return result;
  }
};

TEST_F(ClEnqueueCopyBufferToImage, CopiesARegionOfEveryType) {
  for (cl_mem_object_type type : Types) {
    SCOPED_TRACE(testing::Message() << "type 0x" << std::hex << type);
    Memory image = makeImage(type), buffer = makeBuffer();
    const auto [origin, region] = inside(type);
    ASSERT_EQ(run({queue, image, buffer, 8, origin, region}), CL_SUCCESS);
    Pixels expected = count(type);
    cl_uint next = 2;
    forEach(type, origin, region, [&](size_t i) { expected[i] = next++; });
    EXPECT_EQ(readImage(image, type), expected);
  }
}

TEST_F(ClEnqueueCopyBufferToImage, ObeysItsWaitList) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  obeysWaitList([&](cl_uint count, const cl_event *list,
                    cl_event *event) { return run({queue, image, buffer}, count, list, event); },
                CL_COMMAND_COPY_BUFFER_TO_IMAGE);
  EXPECT_EQ(readImage(image, CL_MEM_OBJECT_IMAGE2D)[1 + 2 * 8], 2u);
}

TEST_F(ClEnqueueCopyBufferToImage, TakesNoNoticeOfAccessFlags) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D, CL_MEM_HOST_NO_ACCESS | CL_MEM_READ_ONLY),
         buffer = makeBuffer(CL_MEM_HOST_NO_ACCESS | CL_MEM_WRITE_ONLY);
  EXPECT_EQ(run({queue, image, buffer}), CL_SUCCESS);
}

TEST_F(ClEnqueueCopyBufferToImage, RefusesBadRegions) {
  Memory buffer = makeBuffer();
  refusesBadRegions([&](cl_mem image, const size_t *origin, const size_t *region) {
    return clEnqueueCopyBufferToImage(queue, buffer, image, 0, origin, region, 0, nullptr, nullptr);
  });
}

TEST_F(ClEnqueueCopyBufferToImage, RefusesWhatTheBufferCannotHold) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  const size_t bytes = 3 * 4 * 4; // of the region
  EXPECT_EQ(run({queue, image, buffer, Bytes - bytes}), CL_SUCCESS);
  refuses({queue, image, buffer, Bytes - bytes + 1}, CL_INVALID_VALUE);
  refuses({queue, image, buffer, ~size_t(0)}, CL_INVALID_VALUE);
  refuses({queue, image, buffer, ~size_t(0) - bytes + 1}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueCopyBufferToImage, RefusesAnImageMadeOfTheBuffer) {
  Memory buffer = makeBuffer(), other = makeBuffer();
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER);
  desc.mem_object = buffer;
  Memory image = create(desc);
  refuses({queue, image, buffer, 64, {0, 0, 0}, {4, 1, 1}}, CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(run({queue, image, other, 64, {0, 0, 0}, {4, 1, 1}}), CL_SUCCESS);
}

TEST_F(ClEnqueueCopyBufferToImage, RefusesObjectsOfAnotherContext) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  refuses({queue, otherImage(), buffer}, CL_INVALID_CONTEXT);
  refuses({queue, image, otherBuffer()}, CL_INVALID_CONTEXT);
  refuses({otherQueue(), image, buffer}, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueCopyBufferToImage, RefusesBadWaitLists) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return run({queue, image, buffer}, count, list, event);
  });
}

TEST_F(ClEnqueueCopyBufferToImage, RefusesNull) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  refuses({nullptr, image, buffer}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, nullptr, buffer}, CL_INVALID_MEM_OBJECT);
  refuses({queue, image, nullptr}, CL_INVALID_MEM_OBJECT);
}

TEST_F(ClEnqueueCopyBufferToImage, RefusesHandlesOfOtherKinds) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  refuses({as<cl_command_queue>(device()), image, buffer}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, as<cl_mem>(device()), buffer}, CL_INVALID_MEM_OBJECT);
  refuses({queue, image, as<cl_mem>(device())}, CL_INVALID_MEM_OBJECT);
  refuses({queue, buffer, buffer}, CL_INVALID_MEM_OBJECT);
  refuses({queue, image, image}, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
