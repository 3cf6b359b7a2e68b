// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueCopyImageToBuffer and clEnqueueCopyBufferToImage: one set of rules.
#include "image_fixture.h"

namespace weft::test {

class ClEnqueueCopyImageBuffer : public ImageTest {
protected:
  struct Call {
    cl_command_queue queue;
    cl_mem image, buffer;
    size_t offset = 8;
    Triple origin = {1, 2, 0}, region = {3, 4, 1};
  };
  static cl_int toBuffer(const Call &c, cl_uint count = 0, const cl_event *list = nullptr,
                         cl_event *event = nullptr) {
    return clEnqueueCopyImageToBuffer(c.queue, c.image, c.buffer, c.origin.data(), c.region.data(),
                                      c.offset, count, list, event);
  }
  static cl_int toImage(const Call &c, cl_uint count = 0, const cl_event *list = nullptr,
                        cl_event *event = nullptr) {
    return clEnqueueCopyBufferToImage(c.queue, c.buffer, c.image, c.offset, c.origin.data(),
                                      c.region.data(), count, list, event);
  }
  static constexpr auto Both = {toBuffer, toImage};
  void accepts(const Call &call) {
    for (auto *run : Both)
      EXPECT_EQ(run(call, 0, nullptr, nullptr), CL_SUCCESS);
  }
  void refuses(const Call &call, cl_int code) {
    for (auto *run : Both) {
      cl_event event = untouched<cl_event>();
      EXPECT_EQ(run(call, 0, nullptr, &event), code);
      EXPECT_EQ(event, untouched<cl_event>());
    }
  }
};

TEST_F(ClEnqueueCopyImageBuffer, CopiesARegionOfEveryTypeToABuffer) {
  for (cl_mem_object_type type : Types) {
    SCOPED_TRACE(testing::Message() << "type 0x" << std::hex << type);
    Memory image = makeImage(type), buffer = makeBuffer();
    const auto [origin, region] = inside(type);
    ASSERT_EQ(toBuffer({queue, image, buffer, 8, origin, region}), CL_SUCCESS);
    std::vector<int> expected = numbers();
    size_t next = 2;
    forEach(type, origin, region, [&](size_t i) { expected[next++] = int(i); });
    EXPECT_EQ(read(buffer), expected);
  }
}

TEST_F(ClEnqueueCopyImageBuffer, CopiesToARegionOfEveryType) {
  for (cl_mem_object_type type : Types) {
    SCOPED_TRACE(testing::Message() << "type 0x" << std::hex << type);
    Memory image = makeImage(type), buffer = makeBuffer();
    const auto [origin, region] = inside(type);
    ASSERT_EQ(toImage({queue, image, buffer, 8, origin, region}), CL_SUCCESS);
    Pixels expected = count(type);
    cl_uint next = 2;
    forEach(type, origin, region, [&](size_t i) { expected[i] = next++; });
    EXPECT_EQ(readImage(image, type), expected);
  }
}

TEST_F(ClEnqueueCopyImageBuffer, ObeysItsWaitList) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return toBuffer({queue, image, buffer}, count, list, event);
      },
      CL_COMMAND_COPY_IMAGE_TO_BUFFER);
  EXPECT_EQ(read(buffer)[2], 1 + 2 * 8);
  buffer = makeBuffer();
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return toImage({queue, image, buffer}, count, list, event);
      },
      CL_COMMAND_COPY_BUFFER_TO_IMAGE);
  EXPECT_EQ(readImage(image, CL_MEM_OBJECT_IMAGE2D)[1 + 2 * 8], 2u);
}

TEST_F(ClEnqueueCopyImageBuffer, TakesNoNoticeOfAccessFlags) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D, CL_MEM_HOST_NO_ACCESS | CL_MEM_READ_ONLY),
         buffer = makeBuffer(CL_MEM_HOST_NO_ACCESS | CL_MEM_WRITE_ONLY);
  accepts({queue, image, buffer});
}

TEST_F(ClEnqueueCopyImageBuffer, RefusesBadRegions) {
  Memory buffer = makeBuffer();
  refusesBadRegions([&](cl_mem image, const size_t *origin, const size_t *region) {
    return clEnqueueCopyImageToBuffer(queue, image, buffer, origin, region, 0, 0, nullptr, nullptr);
  });
  refusesBadRegions([&](cl_mem image, const size_t *origin, const size_t *region) {
    return clEnqueueCopyBufferToImage(queue, buffer, image, 0, origin, region, 0, nullptr, nullptr);
  });
}

TEST_F(ClEnqueueCopyImageBuffer, RefusesWhatTheBufferCannotHold) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  const size_t bytes = 3 * 4 * 4; // of the region
  accepts({queue, image, buffer, Bytes - bytes});
  refuses({queue, image, buffer, Bytes - bytes + 1}, CL_INVALID_VALUE);
  refuses({queue, image, buffer, ~size_t(0)}, CL_INVALID_VALUE);
  refuses({queue, image, buffer, ~size_t(0) - bytes + 1}, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueCopyImageBuffer, RefusesAnImageMadeOfTheBuffer) {
  Memory buffer = makeBuffer(), other = makeBuffer();
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER);
  desc.mem_object = buffer;
  Memory image = create(desc);
  refuses({queue, image, buffer, 64, {0, 0, 0}, {4, 1, 1}}, CL_INVALID_MEM_OBJECT);
  accepts({queue, image, other, 64, {0, 0, 0}, {4, 1, 1}});
}

TEST_F(ClEnqueueCopyImageBuffer, RefusesObjectsOfAnotherContext) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  refuses({queue, otherImage(), buffer}, CL_INVALID_CONTEXT);
  refuses({queue, image, otherBuffer()}, CL_INVALID_CONTEXT);
  refuses({otherQueue(), image, buffer}, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueCopyImageBuffer, RefusesBadWaitLists) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  for (auto *run : Both)
    refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
      return run({queue, image, buffer}, count, list, event);
    });
}

TEST_F(ClEnqueueCopyImageBuffer, RefusesNull) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  refuses({nullptr, image, buffer}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, nullptr, buffer}, CL_INVALID_MEM_OBJECT);
  refuses({queue, image, nullptr}, CL_INVALID_MEM_OBJECT);
}

TEST_F(ClEnqueueCopyImageBuffer, RefusesHandlesOfOtherKinds) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), buffer = makeBuffer();
  refuses({as<cl_command_queue>(device()), image, buffer}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, as<cl_mem>(device()), buffer}, CL_INVALID_MEM_OBJECT);
  refuses({queue, image, as<cl_mem>(device())}, CL_INVALID_MEM_OBJECT);
  refuses({queue, buffer, buffer}, CL_INVALID_MEM_OBJECT);
  refuses({queue, image, image}, CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
