// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers and sub-buffers: flags, host pointers, mappings, lifetime.
#include "core_fixture.h"

#include <cstring>

namespace weft::test {
namespace {

class MemoryTest : public CoreTest {
protected:
  cl_int createError(cl_mem_flags flags, size_t size, void *host_ptr = nullptr) {
    return errorOf([&] { makeBuffer(size, flags, host_ptr); });
  }
  static void map(Buffer &buffer, size_t offset, size_t size, bool writing) {
    buffer.map(buffer.hostPointer() + offset, {{offset, 0, 0}, {size, 1, 1}}, writing);
  }
  cl_int regionError(const Ref<Buffer> &parent, cl_mem_flags flags, size_t origin, size_t size) {
    return errorOf([&] { Buffer::createRegion(parent, flags, {origin, size}); });
  }
};

TEST_F(MemoryTest, CreationIsChecked) {
  char bytes[16];
  EXPECT_EQ(createError(0, 0), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(createError(0, device->props.max_allocation + 1), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(createError(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16), CL_INVALID_VALUE);
  EXPECT_EQ(createError(CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 16), CL_INVALID_VALUE);
  EXPECT_EQ(createError(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 16, bytes), CL_INVALID_VALUE);
  EXPECT_EQ(createError(CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 16, bytes), CL_INVALID_VALUE);
  EXPECT_EQ(createError(cl_mem_flags(1) << 40, 16), CL_INVALID_VALUE);
  EXPECT_EQ(createError(CL_MEM_COPY_HOST_PTR, 16), CL_INVALID_HOST_PTR);
  EXPECT_EQ(createError(CL_MEM_USE_HOST_PTR, 16), CL_INVALID_HOST_PTR);
  EXPECT_EQ(createError(0, 16, bytes), CL_INVALID_HOST_PTR);
  EXPECT_EQ(createError(CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 16, bytes), CL_SUCCESS);
  device->failAllocations(true);
  EXPECT_EQ(createError(0, 16), CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

TEST_F(MemoryTest, HostPointerIsUsedOrCopied) {
  char bytes[256] = "hello";
  Ref<Buffer> used = makeBuffer(256, CL_MEM_USE_HOST_PTR, bytes);
  EXPECT_EQ(used->hostPointer(), bytes);
  EXPECT_EQ(device->allocatedBytes(), 0u);
  Ref<Buffer> copied = makeBuffer(256, CL_MEM_COPY_HOST_PTR, bytes);
  EXPECT_NE(copied->hostPointer(), bytes);
  EXPECT_STREQ(copied->hostPointer(), "hello");
}

TEST_F(MemoryTest, SubBufferIsAViewThatKeepsItsParent) {
  Ref<Buffer> parent = makeBuffer(1024, CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY);
  Ref<Buffer> sub = Buffer::createRegion(parent, 0, {256, 128});
  EXPECT_EQ(sub->hostPointer(), parent->hostPointer() + 256);
  EXPECT_EQ(sub->flags(), cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY));
  parent = nullptr;
  std::memset(sub->hostPointer(), 1, 128);
  EXPECT_EQ(device->allocatedBytes(), 1024u);
  sub = nullptr;
  EXPECT_EQ(device->allocatedBytes(), 0u);
}

TEST_F(MemoryTest, SubBufferIsChecked) {
  Ref<Buffer> plain = makeBuffer(1024);
  EXPECT_EQ(regionError(plain, 0, 64, 128), CL_MISALIGNED_SUB_BUFFER_OFFSET);
  EXPECT_EQ(regionError(plain, 0, 0, 0), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(regionError(plain, 0, 1024, 1), CL_INVALID_VALUE);
  EXPECT_EQ(regionError(plain, 0, 128, SIZE_MAX), CL_INVALID_VALUE);
  EXPECT_EQ(regionError(plain, CL_MEM_ALLOC_HOST_PTR, 0, 128), CL_INVALID_VALUE);
  EXPECT_EQ(regionError(plain, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 0, 128), CL_SUCCESS);
  Ref<Buffer> sub = Buffer::createRegion(plain, 0, {0, 256});
  EXPECT_EQ(regionError(sub, 0, 0, 128), CL_INVALID_MEM_OBJECT);

  Ref<Buffer> narrow = makeBuffer(1024, CL_MEM_WRITE_ONLY | CL_MEM_HOST_READ_ONLY);
  EXPECT_EQ(regionError(narrow, CL_MEM_READ_WRITE, 0, 128), CL_INVALID_VALUE);
  EXPECT_EQ(regionError(narrow, CL_MEM_READ_ONLY, 0, 128), CL_INVALID_VALUE);
  EXPECT_EQ(regionError(narrow, CL_MEM_HOST_WRITE_ONLY, 0, 128), CL_INVALID_VALUE);
  EXPECT_EQ(regionError(narrow, CL_MEM_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS, 0, 128), CL_SUCCESS);
}

TEST_F(MemoryTest, MappingsAreCountedByAddress) {
  Ref<Buffer> buffer = makeBuffer(1024);
  char *first = buffer->hostPointer();
  map(*buffer, 0, 512, false);
  map(*buffer, 0, 512, false);
  EXPECT_TRUE(buffer->unmap(first));
  EXPECT_TRUE(buffer->unmap(first));
  EXPECT_FALSE(buffer->unmap(first));
  EXPECT_FALSE(buffer->unmap(nullptr));
}

TEST_F(MemoryTest, RegionsMappedForWritingDoNotOverlap) {
  Ref<Buffer> buffer = makeBuffer(1024);
  char *first = buffer->hostPointer();
  map(*buffer, 0, 512, true);
  EXPECT_EQ(errorOf([&] { map(*buffer, 511, 1, true); }), CL_INVALID_OPERATION);
  EXPECT_EQ(errorOf([&] { map(*buffer, 511, 1, false); }), CL_SUCCESS);
  EXPECT_EQ(errorOf([&] { map(*buffer, 512, 512, true); }), CL_SUCCESS);
  EXPECT_TRUE(buffer->unmap(first));
  EXPECT_EQ(errorOf([&] { map(*buffer, 0, 512, true); }), CL_SUCCESS);
}

TEST_F(MemoryTest, DestructorCallbacksRunInReverseWhileTheMemoryIsThere) {
  static std::string log;
  static size_t allocated_then;
  log.clear();
  static TestDevice *current;
  current = device.get();
  Ref<Buffer> buffer = makeBuffer(1024);
  auto note = [](cl_mem, void *name) {
    log += *static_cast<const char *>(name);
    allocated_then = current->allocatedBytes();
  };
  buffer->addDestructorCallback(note, const_cast<char *>("a"));
  buffer->addDestructorCallback(note, const_cast<char *>("b"));
  buffer = nullptr;
  EXPECT_EQ(log, "ba");
  EXPECT_EQ(allocated_then, 1024u);
  EXPECT_EQ(device->allocatedBytes(), 0u);
}

} // namespace
} // namespace weft::test
