// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers and images of files that others map, too.
#include "core/external_memory.h"
#include "core/memory_flags.h"
#include "extension_functions.h"
#include "second_process.h"

#include <sys/mman.h>

namespace weft::test {

class ExternalMemory : public ApiTest {
protected:
  // Of the application; with `Count` ints 0, 1, 2, ...
  int makeFile(size_t bytes = Bytes) {
    const int file = memfd_create("weft-test", MFD_CLOEXEC);
    EXPECT_GE(file, 0);
    EXPECT_EQ(ftruncate(file, off_t(bytes)), 0);
    const std::vector<int> contents = numbers();
    EXPECT_EQ(pwrite(file, contents.data(), std::min(bytes, Bytes), 0),
              ssize_t(std::min(bytes, Bytes)));
    return file;
  }
  static std::vector<cl_mem_properties> of(int file) {
    return {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, cl_mem_properties(file), 0};
  }
  cl_mem create(const std::vector<cl_mem_properties> &properties, cl_int &code,
                cl_mem_flags flags = 0, size_t size = Bytes, void *host_ptr = nullptr) {
    return clCreateBufferWithProperties(context, properties.data(), flags, size, host_ptr, &code);
  }
  // The file becomes the buffer's.
  Memory make(int file) {
    cl_int code = 4711;
    Memory buffer(create(of(file), code));
    EXPECT_EQ(code, CL_SUCCESS);
    return buffer;
  }
  void refuses(const std::vector<cl_mem_properties> &properties, cl_int expected,
               cl_mem_flags flags = 0, size_t size = Bytes, void *host_ptr = nullptr) {
    cl_int code = 4711;
    EXPECT_EQ(create(properties, code, flags, size, host_ptr), nullptr);
    EXPECT_EQ(code, expected);
  }
  void acquire(cl_mem memory) {
    EXPECT_EQ(cl.clEnqueueAcquireExternalMemObjectsKHR(queue, 1, &memory, 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  void giveBack(cl_mem memory) {
    EXPECT_EQ(cl.clEnqueueReleaseExternalMemObjectsKHR(queue, 1, &memory, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
  void add(cl_mem out, int value) {
    Kernel kernel = makeKernel("add");
    const size_t items = Count;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof out, &out), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
  }
  std::vector<int> plus(int value) const {
    std::vector<int> result = numbers();
    for (int &number : result)
      number += value;
    return result;
  }
  const ExtensionFunctions cl;
};

TEST_F(ExternalMemory, IsReported) {
  const std::string all = " " + deviceText(CL_DEVICE_EXTENSIONS) + " ";
  EXPECT_NE(all.find(" cl_khr_external_memory "), std::string::npos);
  EXPECT_NE(all.find(" cl_khr_external_memory_opaque_fd "), std::string::npos);
  using Type = cl_external_memory_handle_type_khr;
  const Type fd = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR;
  EXPECT_EQ(deviceInfo<Type>(CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR), fd);
  EXPECT_EQ(
      deviceInfo<Type>(CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR), fd);
  Type of_platform = 0;
  EXPECT_EQ(clGetPlatformInfo(platform(), CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR,
                              sizeof of_platform, &of_platform, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(of_platform, fd);
}

TEST_F(ExternalMemory, IsThatOfTheFile) {
  const int file = makeFile(), own = dup(file);
  Memory buffer = make(file);
  acquire(buffer);
  EXPECT_EQ(read(buffer), numbers());
  add(buffer, 5);
  giveBack(buffer);
  std::vector<int> got(Count);
  EXPECT_EQ(pread(own, got.data(), Bytes, 0), ssize_t(Bytes));
  EXPECT_EQ(got, plus(5));
  // The other way round, without a copy.
  const int first = 4711;
  EXPECT_EQ(pwrite(own, &first, sizeof first, 0), ssize_t(sizeof first));
  EXPECT_EQ(read(buffer)[0], first);
  close(own);
}

// cl_ext_immutable_memory_objects; of a file that cannot be written to, no others are made.
TEST_F(ExternalMemory, MayBeImmutable) {
  const int file = makeFile();
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  const int only_read = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  close(file);
  refuses(of(only_read), CL_INVALID_PROPERTY);
  cl_int code = 4711;
  Memory buffer(create(of(only_read), code, CL_MEM_IMMUTABLE_EXT));
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(read(buffer), numbers());
  const int value = 1;
  EXPECT_EQ(
      clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr),
      CL_INVALID_OPERATION);
}

TEST_F(ExternalMemory, OwnsTheFile) {
  const int file = makeFile();
  Memory buffer = make(file);
  EXPECT_EQ(fcntl(file, F_GETFD), -1) << "still open";
  const std::vector<cl_mem_properties> expected = of(file);
  EXPECT_EQ(queryArray<cl_mem_properties>(
                [&](cl_uint param, size_t size, void *value, size_t *size_ret) {
                  return clGetMemObjectInfo(buffer, param, size, value, size_ret);
                },
                CL_MEM_PROPERTIES),
            expected);
}

TEST_F(ExternalMemory, IsSharedByTwoBuffers) {
  const int file = makeFile();
  Memory first = make(dup(file)), second = make(file);
  acquire(first);
  add(first, 1);
  giveBack(first);
  acquire(second);
  EXPECT_EQ(read(second), plus(1));
}

TEST_F(ExternalMemory, HoldsImages) {
  const int file = makeFile();
  const cl_image_format format = {CL_R, CL_SIGNED_INT32};
  cl_image_desc desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 8;
  desc.image_row_pitch = 128; // of 32 ints
  cl_int code = 4711;
  const auto properties = of(file);
  Memory image(
      clCreateImageWithProperties(context, properties.data(), 0, &format, &desc, nullptr, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  acquire(image);
  int got[8][8];
  const size_t zero[3] = {}, all[3] = {8, 8, 1};
  ASSERT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, zero, all, 0, 0, got, 0, nullptr, nullptr),
            CL_SUCCESS);
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x)
      EXPECT_EQ(got[y][x], 32 * y + x);
}

// The second process adds 10 to all numbers.
TEST_F(ExternalMemory, DISABLED_SecondProcessAdds) {
  Memory buffer = make(SecondProcess::file(0));
  acquire(buffer);
  EXPECT_EQ(read(buffer), plus(5));
  add(buffer, 10);
  giveBack(buffer);
}

TEST_F(ExternalMemory, IsSharedByTwoProcesses) {
  const int file = makeFile(), other = dup(file);
  Memory buffer = make(file);
  acquire(buffer);
  add(buffer, 5);
  giveBack(buffer);
  SecondProcess second("ExternalMemory.DISABLED_SecondProcessAdds", {other});
  EXPECT_EQ(second.wait(), 0);
  close(other);
  acquire(buffer);
  EXPECT_EQ(read(buffer), plus(15));
}

TEST_F(ExternalMemory, ObeysWaitLists) {
  Memory buffer = make(makeFile());
  const cl_mem memory = buffer;
  const auto acquires = [&](cl_uint count, const cl_event *list, cl_event *event) {
    return cl.clEnqueueAcquireExternalMemObjectsKHR(queue, 1, &memory, count, list, event);
  };
  const auto releases = [&](cl_uint count, const cl_event *list, cl_event *event) {
    return cl.clEnqueueReleaseExternalMemObjectsKHR(queue, 1, &memory, count, list, event);
  };
  obeysWaitList(acquires, CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR);
  obeysWaitList(releases, CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR);
  refusesBadWaitLists(acquires);
  refusesBadWaitLists(releases);
  EXPECT_EQ(cl.clEnqueueAcquireExternalMemObjectsKHR(queue, 0, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(cl.clEnqueueReleaseExternalMemObjectsKHR(queue, 0, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
}

TEST_F(ExternalMemory, RefusesWaitListsThatHaveFailed) {
  Memory buffer = make(makeFile());
  const cl_mem memory = buffer;
  Event failed = makeUserEvent();
  ASSERT_EQ(clSetUserEventStatus(failed, -1), CL_SUCCESS);
  EXPECT_EQ(cl.clEnqueueAcquireExternalMemObjectsKHR(queue, 1, &memory, 1, failed.list(), nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(cl.clEnqueueReleaseExternalMemObjectsKHR(queue, 1, &memory, 1, failed.list(), nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(ExternalMemory, RefusesToHandOverWhatIsNotExternal) {
  Memory buffer = makeBuffer(), shared = make(makeFile());
  for (auto call :
       {cl.clEnqueueAcquireExternalMemObjectsKHR, cl.clEnqueueReleaseExternalMemObjectsKHR}) {
    for (cl_mem bad : {cl_mem(nullptr), as<cl_mem>(device()), cl_mem(buffer)})
      EXPECT_EQ(call(queue, 1, &bad, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    const cl_mem good = shared;
    EXPECT_EQ(call(queue, 0, &good, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(call(queue, 1, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(call(nullptr, 1, &good, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(call(otherQueue(), 1, &good, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
  }
}

TEST_F(ExternalMemory, RefusesBadFiles) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  refuses(of(-1), CL_INVALID_PROPERTY);
  refuses(of(1 << 20), CL_INVALID_PROPERTY);
  refuses(of(ends[0]), CL_INVALID_PROPERTY);
  close(ends[0]);
  close(ends[1]);
  // They stay the application's.
  const int file = makeFile(Bytes / 2);
  refuses(of(file), CL_INVALID_BUFFER_SIZE);
  EXPECT_NE(fcntl(file, F_GETFD), -1);
  const cl_mem_properties fd = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, number = file;
  refuses({fd, number, fd, number, 0}, CL_INVALID_PROPERTY);
  close(file);
}

TEST_F(ExternalMemory, RefusesOtherMemoryBesideIt) {
  const int file = makeFile();
  std::vector<int> host(Count);
  refuses(of(file), CL_INVALID_VALUE, CL_MEM_USE_HOST_PTR, Bytes, host.data());
  refuses(of(file), CL_INVALID_VALUE, CL_MEM_COPY_HOST_PTR, Bytes, host.data());
  refuses(of(file), CL_INVALID_VALUE, CL_MEM_ALLOC_HOST_PTR);
  refuses(of(file), CL_INVALID_HOST_PTR, 0, Bytes, host.data());
  refuses(of(file), CL_INVALID_BUFFER_SIZE, 0, 0);
  close(file);
}

TEST_F(ExternalMemory, BelongsToTheDevicesOfItsList) {
  const int file = makeFile();
  const cl_mem_properties fd = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, number = file,
                          devices = CL_MEM_DEVICE_HANDLE_LIST_KHR,
                          end = CL_MEM_DEVICE_HANDLE_LIST_END_KHR;
  refuses({devices, cl_mem_properties(device()), end, 0}, CL_INVALID_PROPERTY);
  refuses({fd, number, devices, cl_mem_properties(cl_context(context)), end, 0}, CL_INVALID_DEVICE);
  cl_int code = 4711;
  const std::vector<cl_mem_properties> good = {fd,  number, devices, cl_mem_properties(device()),
                                               end, 0};
  Memory buffer(create(good, code));
  ASSERT_EQ(code, CL_SUCCESS);
  acquire(buffer);
  EXPECT_EQ(read(buffer), numbers());
  EXPECT_EQ(queryArray<cl_mem_properties>(
                [&](cl_uint param, size_t size, void *value, size_t *size_ret) {
                  return clGetMemObjectInfo(buffer, param, size, value, size_ret);
                },
                CL_MEM_PROPERTIES),
            good);
}

} // namespace weft::test
