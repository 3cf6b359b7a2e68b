// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Semaphores: creation, references, queries, signals and waits.
#include "core/khr_semaphore.h"
#include "extension_functions.h"

#include <thread>

namespace weft::test {

class Semaphores : public ApiTest {
protected:
  using Property = cl_semaphore_properties_khr;
  static constexpr Property Binary[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};

  void TearDown() override {
    for (cl_semaphore_khr semaphore : made)
      EXPECT_EQ(cl.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
  }
  // Released at the end of the test.
  cl_semaphore_khr make(cl_context in, const Property *properties = Binary) {
    cl_int code = 4711;
    cl_semaphore_khr semaphore = cl.clCreateSemaphoreWithPropertiesKHR(in, properties, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_NE(semaphore, nullptr);
    made.push_back(semaphore);
    return semaphore;
  }
  Query infoOf(cl_semaphore_khr semaphore) {
    return [this, semaphore](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return cl.clGetSemaphoreInfoKHR(semaphore, param, size, value, size_ret);
    };
  }
  cl_semaphore_payload_khr payload(cl_semaphore_khr semaphore) {
    return queryValue<cl_semaphore_payload_khr>(infoOf(semaphore), CL_SEMAPHORE_PAYLOAD_KHR);
  }
  cl_int signal(cl_command_queue on, cl_semaphore_khr semaphore, cl_event *event = nullptr) {
    return cl.clEnqueueSignalSemaphoresKHR(on, 1, &semaphore, nullptr, 0, nullptr, event);
  }
  cl_int wait(cl_command_queue on, cl_semaphore_khr semaphore, cl_event *event = nullptr) {
    return cl.clEnqueueWaitSemaphoresKHR(on, 1, &semaphore, nullptr, 0, nullptr, event);
  }
  void refuses(cl_context in, const Property *properties, cl_int expected) {
    cl_int code = 4711;
    EXPECT_EQ(cl.clCreateSemaphoreWithPropertiesKHR(in, properties, &code), nullptr);
    EXPECT_EQ(code, expected);
    EXPECT_EQ(cl.clCreateSemaphoreWithPropertiesKHR(in, properties, nullptr), nullptr);
  }
  const ExtensionFunctions cl;

private:
  std::vector<cl_semaphore_khr> made;
};

TEST_F(Semaphores, AreReported) {
  EXPECT_NE((" " + deviceText(CL_DEVICE_EXTENSIONS) + " ").find(" cl_khr_semaphore "),
            std::string::npos);
  EXPECT_EQ(deviceInfo<cl_semaphore_type_khr>(CL_DEVICE_SEMAPHORE_TYPES_KHR),
            cl_semaphore_type_khr(CL_SEMAPHORE_TYPE_BINARY_KHR));
  cl_semaphore_type_khr type = 0;
  EXPECT_EQ(
      clGetPlatformInfo(platform(), CL_PLATFORM_SEMAPHORE_TYPES_KHR, sizeof type, &type, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(type, cl_semaphore_type_khr(CL_SEMAPHORE_TYPE_BINARY_KHR));
}

TEST_F(Semaphores, AnswerTheirQueries) {
  const Property properties[] = {CL_SEMAPHORE_TYPE_KHR,
                                 CL_SEMAPHORE_TYPE_BINARY_KHR,
                                 CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                                 Property(device()),
                                 CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR,
                                 0};
  const Query query = infoOf(make(context, properties));
  EXPECT_EQ(queryValue<cl_context>(query, CL_SEMAPHORE_CONTEXT_KHR), cl_context(context));
  EXPECT_EQ(queryValue<cl_uint>(query, CL_SEMAPHORE_REFERENCE_COUNT_KHR), 1u);
  EXPECT_EQ(queryArray<Property>(query, CL_SEMAPHORE_PROPERTIES_KHR),
            std::vector<Property>(properties, properties + 6));
  EXPECT_EQ(queryValue<cl_semaphore_type_khr>(query, CL_SEMAPHORE_TYPE_KHR),
            cl_semaphore_type_khr(CL_SEMAPHORE_TYPE_BINARY_KHR));
  EXPECT_EQ(queryValue<cl_semaphore_payload_khr>(query, CL_SEMAPHORE_PAYLOAD_KHR), 0u);
  EXPECT_EQ(queryArray<cl_device_id>(query, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR),
            std::vector<cl_device_id>{device()});
  refusesUnknownParameter(query);
  EXPECT_EQ(queryArray<cl_device_id>(infoOf(make(context)), CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR),
            std::vector<cl_device_id>{device()});
}

TEST_F(Semaphores, CountReferences) {
  cl_semaphore_khr semaphore = make(context);
  EXPECT_EQ(cl.clRetainSemaphoreKHR(semaphore), CL_SUCCESS);
  EXPECT_EQ(queryValue<cl_uint>(infoOf(semaphore), CL_SEMAPHORE_REFERENCE_COUNT_KHR), 2u);
  EXPECT_EQ(cl.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
  EXPECT_EQ(queryValue<cl_uint>(infoOf(semaphore), CL_SEMAPHORE_REFERENCE_COUNT_KHR), 1u);
}

TEST_F(Semaphores, HaveAPayloadFromSignalToWait) {
  cl_semaphore_khr semaphore = make(context);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(payload(semaphore), 0u);
    ASSERT_EQ(signal(queue, semaphore), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(payload(semaphore), 1u);
    ASSERT_EQ(wait(queue, semaphore), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
  EXPECT_EQ(payload(semaphore), 0u);
}

TEST_F(Semaphores, OrderCommandsOfTwoQueues) {
  cl_semaphore_khr semaphore = make(context);
  Queue producer = makeQueue(context), consumer = makeQueue(context);
  Memory data = makeBuffer(), copy = makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(Count, 0));
  for (int round = 1; round <= 50; ++round) {
    // The wait comes first.
    Event waited;
    ASSERT_EQ(wait(consumer, semaphore, waited.out()), CL_SUCCESS);
    ASSERT_EQ(clEnqueueCopyBuffer(consumer, data, copy, 0, 0, Bytes, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_GT(statusOf(waited), CL_COMPLETE);
    ASSERT_EQ(
        clEnqueueFillBuffer(producer, data, &round, sizeof round, 0, Bytes, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(signal(producer, semaphore), CL_SUCCESS);
    ASSERT_EQ(clFinish(consumer), CL_SUCCESS);
    EXPECT_EQ(statusOf(waited), CL_COMPLETE);
    EXPECT_EQ(read(copy), std::vector<int>(Count, round));
  }
}

// A signal does not get lost where the wait before it has not begun.
TEST_F(Semaphores, KeepASignalForAWaitThatBeginsLater) {
  cl_semaphore_khr semaphore = make(context);
  Queue unordered = makeQueue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Event gate = makeUserEvent(), first, second;
  ASSERT_EQ(signal(unordered, semaphore), CL_SUCCESS);
  ASSERT_EQ(
      cl.clEnqueueWaitSemaphoresKHR(unordered, 1, &semaphore, nullptr, 1, gate.list(), first.out()),
      CL_SUCCESS);
  ASSERT_EQ(signal(unordered, semaphore), CL_SUCCESS);
  ASSERT_EQ(wait(unordered, semaphore, second.out()), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, second.list()), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, first.list()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 0u);
}

TEST_F(Semaphores, AreWaitedForTogether) {
  const cl_semaphore_khr both[] = {make(context), make(context)};
  Event waited;
  ASSERT_EQ(cl.clEnqueueWaitSemaphoresKHR(queue, 2, both, nullptr, 0, nullptr, waited.out()),
            CL_SUCCESS);
  Queue other = makeQueue(context);
  ASSERT_EQ(signal(other, both[1]), CL_SUCCESS);
  ASSERT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_GT(statusOf(waited), CL_COMPLETE);
  ASSERT_EQ(signal(other, both[0]), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, waited.list()), CL_SUCCESS);
  // And signaled together.
  ASSERT_EQ(cl.clEnqueueSignalSemaphoresKHR(other, 2, both, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(payload(both[0]), 1u);
  EXPECT_EQ(payload(both[1]), 1u);
}

TEST_F(Semaphores, OutliveTheApplicationsReference) {
  cl_semaphore_khr semaphore = cl.clCreateSemaphoreWithPropertiesKHR(context, Binary, nullptr);
  ASSERT_NE(semaphore, nullptr);
  Queue other = makeQueue(context);
  Event gate = makeUserEvent(), waited;
  ASSERT_EQ(wait(queue, semaphore, waited.out()), CL_SUCCESS);
  ASSERT_EQ(cl.clEnqueueSignalSemaphoresKHR(other, 1, &semaphore, nullptr, 1, gate.list(), nullptr),
            CL_SUCCESS);
  EXPECT_EQ(cl.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, waited.list()), CL_SUCCESS);
}

TEST_F(Semaphores, PassSignalsBetweenThreads) {
  cl_semaphore_khr ping = make(context), pong = make(context);
  std::thread other([&] {
    Queue own = makeQueue(context);
    for (int i = 0; i < 200; ++i) {
      EXPECT_EQ(wait(own, ping), CL_SUCCESS);
      EXPECT_EQ(signal(own, pong), CL_SUCCESS);
    }
    EXPECT_EQ(clFinish(own), CL_SUCCESS);
  });
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(signal(queue, ping), CL_SUCCESS);
    EXPECT_EQ(wait(queue, pong), CL_SUCCESS);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  other.join();
}

TEST_F(Semaphores, ObeyWaitLists) {
  cl_semaphore_khr semaphore = make(context);
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return cl.clEnqueueSignalSemaphoresKHR(queue, 1, &semaphore, nullptr, count, list, event);
      },
      CL_COMMAND_SEMAPHORE_SIGNAL_KHR);
  EXPECT_EQ(payload(semaphore), 1u);
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return cl.clEnqueueWaitSemaphoresKHR(queue, 1, &semaphore, nullptr, count, list, event);
      },
      CL_COMMAND_SEMAPHORE_WAIT_KHR);
  EXPECT_EQ(payload(semaphore), 0u);
  const auto signals = [&](cl_uint count, const cl_event *list, cl_event *event) {
    return cl.clEnqueueSignalSemaphoresKHR(queue, 1, &semaphore, nullptr, count, list, event);
  };
  const auto waits = [&](cl_uint count, const cl_event *list, cl_event *event) {
    return cl.clEnqueueWaitSemaphoresKHR(queue, 1, &semaphore, nullptr, count, list, event);
  };
  refusesBadWaitLists(signals);
  refusesBadWaitLists(waits);
  EXPECT_EQ(payload(semaphore), 0u);
}

TEST_F(Semaphores, RefuseWaitListsThatHaveFailed) {
  cl_semaphore_khr semaphore = make(context);
  Event failed = makeUserEvent();
  ASSERT_EQ(clSetUserEventStatus(failed, -1), CL_SUCCESS);
  EXPECT_EQ(
      cl.clEnqueueSignalSemaphoresKHR(queue, 1, &semaphore, nullptr, 1, failed.list(), nullptr),
      CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(cl.clEnqueueWaitSemaphoresKHR(queue, 1, &semaphore, nullptr, 1, failed.list(), nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 0u);
}

TEST_F(Semaphores, RefuseBadProperties) {
  const Property none[] = {0},
                 unknown[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0x4711, 1, 0},
                 type[] = {CL_SEMAPHORE_TYPE_KHR, 4711, 0},
                 twice[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                            CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
  refuses(nullptr, Binary, CL_INVALID_CONTEXT);
  refuses(as<cl_context>(device()), Binary, CL_INVALID_CONTEXT);
  refuses(context, nullptr, CL_INVALID_VALUE);
  refuses(context, none, CL_INVALID_VALUE);
  refuses(context, unknown, CL_INVALID_PROPERTY);
  refuses(context, type, CL_INVALID_PROPERTY);
  refuses(context, twice, CL_INVALID_PROPERTY);
}

TEST_F(Semaphores, RefuseBadDevices) {
  const auto with = [&](std::vector<Property> devices) {
    std::vector<Property> list = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                                  CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR};
    list.insert(list.end(), devices.begin(), devices.end());
    list.push_back(CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR);
    list.push_back(0);
    return list;
  };
  refuses(context, with({}).data(), CL_INVALID_DEVICE);
  refuses(context, with({Property(cl_context(context))}).data(), CL_INVALID_DEVICE);
  refuses(context, with({Property(device()), Property(device())}).data(), CL_INVALID_DEVICE);
}

TEST_F(Semaphores, BelongToOneDeviceOfSeveral) {
  const cl_device_partition_property by_counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                    CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id part = nullptr;
  if (clCreateSubDevices(device(), by_counts, 1, &part, nullptr) != CL_SUCCESS)
    GTEST_SKIP() << "one compute unit";
  const cl_device_id both[] = {device(), part};
  {
    Context shared(clCreateContext(nullptr, 2, both, nullptr, nullptr, nullptr));
    refuses(shared, Binary, CL_INVALID_PROPERTY);
    const Property of_part[] = {CL_SEMAPHORE_TYPE_KHR,
                                CL_SEMAPHORE_TYPE_BINARY_KHR,
                                CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                                Property(part),
                                CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR,
                                0};
    refuses(context, of_part, CL_INVALID_DEVICE);
    cl_semaphore_khr semaphore = make(shared, of_part);
    Queue whole(clCreateCommandQueueWithProperties(shared, device(), nullptr, nullptr));
    EXPECT_EQ(signal(whole, semaphore), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(wait(whole, semaphore), CL_INVALID_COMMAND_QUEUE);
  }
  EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
}

TEST_F(Semaphores, RefuseWhatIsNoSemaphore) {
  cl_semaphore_khr good = make(context), foreign = make(otherContext());
  for (auto bad : {cl_semaphore_khr(nullptr), as<cl_semaphore_khr>(device())}) {
    const cl_semaphore_khr list[] = {good, bad};
    cl_event event = untouched<cl_event>();
    EXPECT_EQ(cl.clRetainSemaphoreKHR(bad), CL_INVALID_SEMAPHORE_KHR);
    EXPECT_EQ(cl.clReleaseSemaphoreKHR(bad), CL_INVALID_SEMAPHORE_KHR);
    cl_uint value;
    EXPECT_EQ(cl.clGetSemaphoreInfoKHR(bad, CL_SEMAPHORE_REFERENCE_COUNT_KHR, sizeof value, &value,
                                       nullptr),
              CL_INVALID_SEMAPHORE_KHR);
    EXPECT_EQ(cl.clEnqueueSignalSemaphoresKHR(queue, 2, list, nullptr, 0, nullptr, &event),
              CL_INVALID_SEMAPHORE_KHR);
    EXPECT_EQ(cl.clEnqueueWaitSemaphoresKHR(queue, 2, list, nullptr, 0, nullptr, &event),
              CL_INVALID_SEMAPHORE_KHR);
    EXPECT_EQ(event, untouched<cl_event>());
  }
  EXPECT_EQ(cl.clEnqueueSignalSemaphoresKHR(queue, 0, &good, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(cl.clEnqueueWaitSemaphoresKHR(queue, 0, &good, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(cl.clEnqueueSignalSemaphoresKHR(queue, 1, nullptr, nullptr, 0, nullptr, nullptr),
            CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(signal(nullptr, good), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(wait(nullptr, good), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(signal(queue, foreign), CL_INVALID_CONTEXT);
  EXPECT_EQ(wait(queue, foreign), CL_INVALID_CONTEXT);
  EXPECT_EQ(payload(good), 0u);
}

} // namespace weft::test
