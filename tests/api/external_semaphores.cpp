// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Semaphores that are exported to files and imported from them.
#include "core/khr_semaphore.h"
#include "extension_functions.h"
#include "second_process.h"

#include <sys/eventfd.h>

namespace weft::test {

class ExternalSemaphores : public ApiTest {
protected:
  using Property = cl_semaphore_properties_khr;
  using Type = cl_external_semaphore_handle_type_khr;
  static constexpr Type Opaque = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR;
  static constexpr Type Sync = CL_SEMAPHORE_HANDLE_SYNC_FD_KHR;

  void TearDown() override {
    for (cl_semaphore_khr semaphore : made)
      EXPECT_EQ(cl.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
  }
  cl_semaphore_khr create(const std::vector<Property> &more, cl_int &code) {
    std::vector<Property> list = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR};
    list.insert(list.end(), more.begin(), more.end());
    list.push_back(0);
    return cl.clCreateSemaphoreWithPropertiesKHR(context, list.data(), &code);
  }
  cl_semaphore_khr make(const std::vector<Property> &more) {
    cl_int code = 4711;
    cl_semaphore_khr semaphore = create(more, code);
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_NE(semaphore, nullptr);
    made.push_back(semaphore);
    return semaphore;
  }
  cl_semaphore_khr exportable(Type type) {
    return make({CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, type,
                 CL_SEMAPHORE_EXPORT_HANDLE_TYPES_LIST_END_KHR});
  }
  cl_semaphore_khr imported(Type type, int file) { return make({type, Property(file)}); }
  int fileOf(cl_semaphore_khr semaphore, Type type) {
    int file = -4711;
    size_t size = 0;
    EXPECT_EQ(
        cl.clGetSemaphoreHandleForTypeKHR(semaphore, device(), type, sizeof file, &file, &size),
        CL_SUCCESS);
    EXPECT_EQ(size, sizeof file);
    return file;
  }
  void refuses(const std::vector<Property> &more, cl_int expected) {
    cl_int code = 4711;
    EXPECT_EQ(create(more, code), nullptr);
    EXPECT_EQ(code, expected);
  }
  Query infoOf(cl_semaphore_khr semaphore) {
    return [this, semaphore](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return cl.clGetSemaphoreInfoKHR(semaphore, param, size, value, size_ret);
    };
  }
  cl_semaphore_payload_khr payload(cl_semaphore_khr semaphore) {
    return queryValue<cl_semaphore_payload_khr>(infoOf(semaphore), CL_SEMAPHORE_PAYLOAD_KHR);
  }
  void signal(cl_semaphore_khr semaphore, cl_command_queue on = nullptr) {
    EXPECT_EQ(cl.clEnqueueSignalSemaphoresKHR(on ? on : queue, 1, &semaphore, nullptr, 0, nullptr,
                                              nullptr),
              CL_SUCCESS);
  }
  void wait(cl_semaphore_khr semaphore, cl_event *event = nullptr, cl_command_queue on = nullptr) {
    EXPECT_EQ(
        cl.clEnqueueWaitSemaphoresKHR(on ? on : queue, 1, &semaphore, nullptr, 0, nullptr, event),
        CL_SUCCESS);
  }
  void finish() { EXPECT_EQ(clFinish(queue), CL_SUCCESS); }
  static bool isDone(cl_event event) {
    cl_int status = 4711;
    EXPECT_EQ(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        CL_SUCCESS);
    return status == CL_COMPLETE;
  }

  const ExtensionFunctions cl;

private:
  std::vector<cl_semaphore_khr> made;
};

TEST_F(ExternalSemaphores, AreReported) {
  const std::string all = " " + deviceText(CL_DEVICE_EXTENSIONS) + " ";
  for (const char *name : {" cl_khr_external_semaphore ", " cl_khr_external_semaphore_opaque_fd ",
                           " cl_khr_external_semaphore_sync_fd "})
    EXPECT_NE(all.find(name), std::string::npos) << name;
  const std::vector<Type> both = {Opaque, Sync};
  const Query of_device = [](cl_uint param, size_t size, void *value, size_t *size_ret) {
    return clGetDeviceInfo(device(), param, size, value, size_ret);
  };
  const Query of_platform = [](cl_uint param, size_t size, void *value, size_t *size_ret) {
    return clGetPlatformInfo(platform(), param, size, value, size_ret);
  };
  EXPECT_EQ(queryArray<Type>(of_device, CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR), both);
  EXPECT_EQ(queryArray<Type>(of_device, CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR), both);
  EXPECT_EQ(queryArray<Type>(of_platform, CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR), both);
  EXPECT_EQ(queryArray<Type>(of_platform, CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR), both);
}

TEST_F(ExternalSemaphores, SayWhatTheyCanBeExportedTo) {
  for (Type type : {Opaque, Sync}) {
    const Query query = infoOf(exportable(type));
    EXPECT_EQ(queryArray<Type>(query, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR),
              std::vector<Type>{type});
    EXPECT_EQ(queryValue<cl_bool>(query, CL_SEMAPHORE_EXPORTABLE_KHR), cl_bool(CL_TRUE));
  }
  const Query query = infoOf(make({}));
  EXPECT_TRUE(queryArray<Type>(query, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR).empty());
  EXPECT_EQ(queryValue<cl_bool>(query, CL_SEMAPHORE_EXPORTABLE_KHR), cl_bool(CL_FALSE));
}

// "Semaphore signaling and waiting operations performed on any semaphore in the set must behave as
// if the set were a single semaphore."
TEST_F(ExternalSemaphores, AreOneWithThoseOfTheSameFile) {
  cl_semaphore_khr first = exportable(Opaque);
  const int file = fileOf(first, Opaque);
  cl_semaphore_khr second = imported(Opaque, dup(file)), third = imported(Opaque, file);
  EXPECT_EQ(payload(third), 0u);
  signal(first);
  finish();
  for (cl_semaphore_khr semaphore : {first, second, third})
    EXPECT_EQ(payload(semaphore), 1u);
  wait(second);
  finish();
  for (cl_semaphore_khr semaphore : {first, second, third})
    EXPECT_EQ(payload(semaphore), 0u);
  // A wait that comes first.
  Queue other = makeQueue(context);
  Event waited;
  wait(first, waited.out());
  EXPECT_FALSE(isDone(waited));
  signal(third, other);
  EXPECT_EQ(clWaitForEvents(1, waited.list()), CL_SUCCESS);
  EXPECT_EQ(payload(second), 0u);
}

TEST_F(ExternalSemaphores, GiveEachSignalToOneWait) {
  cl_semaphore_khr first = exportable(Opaque);
  cl_semaphore_khr second = imported(Opaque, fileOf(first, Opaque));
  Queue unordered = makeQueue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Event waits[2];
  wait(first, waits[0].out(), unordered);
  wait(second, waits[1].out(), unordered);
  signal(second);
  const auto done = [&] { return isDone(waits[0]) + isDone(waits[1]); };
  while (!done())
    usleep(1000);
  usleep(10000);
  EXPECT_EQ(done(), 1);
  signal(first);
  EXPECT_EQ(clFinish(unordered), CL_SUCCESS);
}

// Waits for a signal of the first process and answers, a hundred times.
TEST_F(ExternalSemaphores, DISABLED_SecondProcessAnswers) {
  cl_semaphore_khr question = imported(Opaque, SecondProcess::file(0)),
                   answer = imported(Opaque, SecondProcess::file(1));
  for (int i = 0; i < 100; ++i) {
    wait(question);
    signal(answer);
  }
  finish();
}

TEST_F(ExternalSemaphores, OrderCommandsOfTwoProcesses) {
  cl_semaphore_khr question = exportable(Opaque), answer = exportable(Opaque);
  const int files[] = {fileOf(question, Opaque), fileOf(answer, Opaque)};
  SecondProcess second("ExternalSemaphores.DISABLED_SecondProcessAnswers", {files[0], files[1]});
  for (int i = 0; i < 100; ++i) {
    signal(question);
    wait(answer);
  }
  finish();
  EXPECT_EQ(second.wait(), 0);
  EXPECT_EQ(payload(question), 0u);
  EXPECT_EQ(payload(answer), 0u);
  close(files[0]);
  close(files[1]);
}

TEST_F(ExternalSemaphores, SyncFilesAreCopies) {
  cl_semaphore_khr semaphore = exportable(Sync);
  signal(semaphore);
  const int file = fileOf(semaphore, Sync);
  // "exporting [...] has the same side effects [...] as executing a semaphore wait operation"
  EXPECT_EQ(payload(semaphore), 0u);
  cl_semaphore_khr copy = imported(Sync, file);
  EXPECT_EQ(payload(copy), 1u);
  wait(copy);
  finish();
  EXPECT_EQ(payload(copy), 0u);
  EXPECT_EQ(payload(semaphore), 0u);
}

TEST_F(ExternalSemaphores, ExportWaitsForTheSignal) {
  cl_semaphore_khr semaphore = exportable(Sync);
  Memory data = makeBuffer();
  Event gate = makeUserEvent();
  ASSERT_EQ(cl.clEnqueueSignalSemaphoresKHR(queue, 1, &semaphore, nullptr, 1, gate.list(), nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  const int file = fileOf(semaphore, Sync);
  EXPECT_EQ(file, -1); // signaled, as far as anybody can tell
}

TEST_F(ExternalSemaphores, WaitForAFileThatIsSignaledLater) {
  // Like a sync file it is readable from its signal on.
  const int file = eventfd(0, EFD_CLOEXEC), own = dup(file);
  cl_semaphore_khr semaphore = imported(Sync, file);
  EXPECT_EQ(payload(semaphore), 0u);
  Event waited;
  wait(semaphore, waited.out());
  EXPECT_FALSE(isDone(waited));
  const uint64_t one = 1;
  ASSERT_EQ(write(own, &one, sizeof one), ssize_t(sizeof one));
  EXPECT_EQ(clWaitForEvents(1, waited.list()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 0u) << "a fence is used once";
  EXPECT_EQ(fcntl(file, F_GETFD), -1) << "still open";
  // And can be given another.
  EXPECT_EQ(cl.clReImportSemaphoreSyncFdKHR(semaphore, nullptr, own), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 1u);
  EXPECT_EQ(cl.clReImportSemaphoreSyncFdKHR(semaphore, nullptr, -1), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 1u);
}

TEST_F(ExternalSemaphores, RefuseBadImportsAgain) {
  cl_semaphore_khr fence = imported(Sync, -1), plain = make({});
  EXPECT_EQ(cl.clReImportSemaphoreSyncFdKHR(nullptr, nullptr, -1), CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(cl.clReImportSemaphoreSyncFdKHR(plain, nullptr, -1), CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(cl.clReImportSemaphoreSyncFdKHR(fence, nullptr, -2), CL_INVALID_VALUE);
  EXPECT_EQ(cl.clReImportSemaphoreSyncFdKHR(fence, nullptr, 1 << 20), CL_INVALID_VALUE);
}

TEST_F(ExternalSemaphores, RefuseBadProperties) {
  const Property types = CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR,
                 end = CL_SEMAPHORE_EXPORT_HANDLE_TYPES_LIST_END_KHR;
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  refuses({types, 0x4711, end}, CL_INVALID_PROPERTY);
  refuses({types, Opaque, Sync, end}, CL_INVALID_VALUE);
  refuses({types, Sync, end, Sync, Property(-1)}, CL_INVALID_OPERATION);
  refuses({Sync, Property(-1), Opaque, Property(ends[0])}, CL_INVALID_PROPERTY);
  refuses({Opaque, Property(-1)}, CL_INVALID_PROPERTY);
  refuses({Opaque, Property(ends[0])}, CL_INVALID_PROPERTY);
  refuses({Sync, Property(-2)}, CL_INVALID_PROPERTY);
  refuses({Sync, Property(1 << 20)}, CL_INVALID_PROPERTY);
  EXPECT_NE(fcntl(ends[0], F_GETFD), -1) << "still the application's";
  close(ends[0]);
  close(ends[1]);
}

TEST_F(ExternalSemaphores, RefuseBadExports) {
  cl_semaphore_khr semaphore = exportable(Opaque);
  int file = -4711;
  const auto refused = [&](cl_semaphore_khr of, cl_device_id to, Type type, size_t size) {
    const cl_int code = cl.clGetSemaphoreHandleForTypeKHR(of, to, type, size, &file, nullptr);
    EXPECT_EQ(file, -4711);
    return code;
  };
  EXPECT_EQ(refused(nullptr, device(), Opaque, sizeof file), CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(refused(semaphore, nullptr, Opaque, sizeof file), CL_INVALID_DEVICE);
  EXPECT_EQ(refused(semaphore, device(), Sync, sizeof file), CL_INVALID_VALUE);
  EXPECT_EQ(refused(make({}), device(), Opaque, sizeof file), CL_INVALID_VALUE);
  EXPECT_EQ(refused(semaphore, device(), Opaque, sizeof file - 1), CL_INVALID_VALUE);
  size_t size = 0;
  EXPECT_EQ(cl.clGetSemaphoreHandleForTypeKHR(semaphore, device(), Opaque, 0, nullptr, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof(int));
}

} // namespace weft::test
