// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateSubDevices, and what sub-devices are good for.
#include "fixture.h"

#include <sched.h>
#include <set>

namespace weft::test {

class ClCreateSubDevices : public ApiTest {
protected:
  using Properties = std::vector<cl_device_partition_property>;
  struct Devices {
    std::vector<cl_device_id> ids;
    Devices() = default;
    Devices(Devices &&other) noexcept : ids(std::move(other.ids)) { other.ids.clear(); }
    ~Devices() {
      for (cl_device_id id : ids)
        EXPECT_EQ(clReleaseDevice(id), CL_SUCCESS);
    }
  };
  Devices split(cl_device_id in, const Properties &properties) {
    Devices devices;
    cl_uint count = 0;
    EXPECT_EQ(clCreateSubDevices(in, properties.data(), 0, nullptr, &count), CL_SUCCESS);
    devices.ids.resize(count);
    EXPECT_EQ(clCreateSubDevices(in, properties.data(), count, devices.ids.data(), nullptr),
              CL_SUCCESS);
    return devices;
  }
  void refuses(cl_device_id in, const Properties &properties, cl_int code) {
    std::vector<cl_device_id> out(64, untouched<cl_device_id>());
    cl_uint count = 4711;
    EXPECT_EQ(clCreateSubDevices(in, properties.empty() ? nullptr : properties.data(),
                                 cl_uint(out.size()), out.data(), &count),
              code);
    EXPECT_EQ(out, std::vector<cl_device_id>(64, untouched<cl_device_id>()));
    EXPECT_EQ(count, 4711u);
  }
  template <typename T> T infoOf(cl_device_id id, cl_device_info what) {
    return queryValue<T>(
        [id](cl_uint param, size_t size, void *value, size_t *size_ret) {
          return clGetDeviceInfo(id, param, size, value, size_ret);
        },
        what);
  }
  Properties listOf(cl_device_id id, cl_device_info what) {
    return queryArray<cl_device_partition_property>(
        [id](cl_uint param, size_t size, void *value, size_t *size_ret) {
          return clGetDeviceInfo(id, param, size, value, size_ret);
        },
        what);
  }
  cl_uint unitsOf(cl_device_id id) { return infoOf<cl_uint>(id, CL_DEVICE_MAX_COMPUTE_UNITS); }
  // Two sub-devices, one context and two queues; nothing if the device is too small.
  void pair() {
    if (units < 2)
      return;
    const Properties counts = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                               cl_device_partition_property(units) - 1,
                               CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    parts.emplace_back(split(device(), counts));
    shared = Context(clCreateContext(nullptr, 2, parts[0].ids.data(), nullptr, nullptr, nullptr));
    for (int i : {0, 1})
      queues[i] =
          Queue(clCreateCommandQueueWithProperties(shared, parts[0].ids[i], nullptr, nullptr));
  }
  const cl_uint units = unitsOf(device());
  std::vector<Devices> parts;
  Context shared;
  Queue queues[2];
};

TEST_F(ClCreateSubDevices, SplitsEqually) {
  if (units < 2)
    GTEST_SKIP() << "one compute unit";
  for (cl_uint size = 1; size < units; ++size) {
    const Properties scheme = {CL_DEVICE_PARTITION_EQUALLY, size, 0};
    Devices made = split(device(), scheme);
    EXPECT_EQ(made.ids.size(), units / size);
    for (cl_device_id id : made.ids) {
      EXPECT_EQ(unitsOf(id), size);
      EXPECT_EQ(listOf(id, CL_DEVICE_PARTITION_TYPE), scheme);
      EXPECT_EQ(infoOf<cl_device_id>(id, CL_DEVICE_PARENT_DEVICE), device());
      EXPECT_EQ(infoOf<cl_platform_id>(id, CL_DEVICE_PLATFORM), platform());
      EXPECT_EQ(infoOf<cl_uint>(id, CL_DEVICE_REFERENCE_COUNT), 1u);
    }
  }
}

TEST_F(ClCreateSubDevices, SplitsByCounts) {
  if (units < 2)
    GTEST_SKIP() << "one compute unit";
  const Properties scheme = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1,
                             CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  Devices made = split(device(), scheme);
  ASSERT_EQ(made.ids.size(), 2u);
  for (cl_device_id id : made.ids) {
    EXPECT_EQ(unitsOf(id), 1u);
    EXPECT_EQ(listOf(id, CL_DEVICE_PARTITION_TYPE), scheme);
  }
}

TEST_F(ClCreateSubDevices, SplitsByEachDomainThatItReports) {
  const auto reported =
      infoOf<cl_device_affinity_domain>(device(), CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  for (cl_device_affinity_domain domain :
       {CL_DEVICE_AFFINITY_DOMAIN_NUMA, CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE,
        CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE,
        CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE}) {
    const Properties scheme = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                               cl_device_partition_property(domain), 0};
    if (!(reported & domain)) {
      refuses(device(), scheme, CL_DEVICE_PARTITION_FAILED);
      continue;
    }
    Devices made = split(device(), scheme);
    EXPECT_GE(made.ids.size(), 2u);
    cl_uint sum = 0;
    for (cl_device_id id : made.ids) {
      sum += unitsOf(id);
      const Properties type = listOf(id, CL_DEVICE_PARTITION_TYPE);
      ASSERT_EQ(type.size(), 3u);
      EXPECT_NE(type[1],
                cl_device_partition_property(CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE));
      EXPECT_TRUE(reported & cl_device_affinity_domain(type[1]));
    }
    EXPECT_EQ(sum, units);
  }
}

TEST_F(ClCreateSubDevices, ReportsTheSchemesThatWork) {
  const Properties schemes = listOf(device(), CL_DEVICE_PARTITION_PROPERTIES);
  ASSERT_FALSE(schemes.empty());
  if (units < 2) {
    EXPECT_EQ(schemes, Properties{0});
    return;
  }
  const std::set<cl_device_partition_property> set(schemes.begin(), schemes.end());
  EXPECT_TRUE(set.count(CL_DEVICE_PARTITION_EQUALLY));
  EXPECT_TRUE(set.count(CL_DEVICE_PARTITION_BY_COUNTS));
  EXPECT_EQ(set.count(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN) != 0,
            infoOf<cl_ulong>(device(), CL_DEVICE_PARTITION_AFFINITY_DOMAIN) != 0);
  EXPECT_EQ(infoOf<cl_uint>(device(), CL_DEVICE_PARTITION_MAX_SUB_DEVICES), units);
}

TEST_F(ClCreateSubDevices, ComputesOnEachPart) {
  pair();
  if (parts.empty())
    GTEST_SKIP() << "one compute unit";
  const char *source = "__kernel void k(__global int *o, int v) { o[get_global_id(0)] += v; }";
  Program made(clCreateProgramWithSource(shared, 1, &source, nullptr, nullptr));
  ASSERT_EQ(clBuildProgram(made, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  Kernel kernel(clCreateKernel(made, "k", nullptr));
  const std::vector<int> zeros(Count, 0);
  Memory buffer(clCreateBuffer(shared, CL_MEM_COPY_HOST_PTR, Bytes, const_cast<int *>(zeros.data()),
                               nullptr));
  const cl_mem argument = buffer;
  const size_t global = Count;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  Event last;
  for (int round = 0; round < 20; ++round) {
    const int value = round + 1;
    Event next;
    ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
    ASSERT_EQ(clEnqueueNDRangeKernel(queues[round % 2], kernel, 1, nullptr, &global, nullptr,
                                     last ? 1 : 0, last ? last.list() : nullptr, next.out()),
              CL_SUCCESS);
    last = std::move(next);
  }
  std::vector<int> got(Count, -1);
  ASSERT_EQ(clEnqueueReadBuffer(queues[0], buffer, CL_TRUE, 0, Bytes, got.data(), 1, last.list(),
                                nullptr),
            CL_SUCCESS);
  EXPECT_EQ(got, std::vector<int>(Count, 210));
}

// Commands of a part run on its CPUs and on no other.
TEST_F(ClCreateSubDevices, StaysOnItsProcessors) {
  pair();
  if (parts.empty())
    GTEST_SKIP() << "one compute unit";
  struct Seen {
    std::set<int> cpus;
  } seen[2];
  for (int i : {0, 1}) {
    Seen *pointer = &seen[i];
    for (int round = 0; round < 50; ++round) {
      ASSERT_EQ(clEnqueueNativeKernel(
                    queues[i],
                    [](void *data) { (*static_cast<Seen **>(data))->cpus.insert(sched_getcpu()); },
                    &pointer, sizeof pointer, 0, nullptr, nullptr, 0, nullptr, nullptr),
                CL_SUCCESS);
      ASSERT_EQ(clFinish(queues[i]), CL_SUCCESS);
    }
    EXPECT_LE(seen[i].cpus.size(), unitsOf(parts[0].ids[i]));
  }
  for (int cpu : seen[0].cpus)
    EXPECT_FALSE(seen[1].cpus.count(cpu)) << cpu;
}

TEST_F(ClCreateSubDevices, RunsOnlyWhatIsBuiltForIt) {
  pair();
  if (parts.empty())
    GTEST_SKIP() << "one compute unit";
  const char *source = "__kernel void k(__global int *o) { o[0] = 1; }";
  Program made(clCreateProgramWithSource(shared, 1, &source, nullptr, nullptr));
  ASSERT_EQ(clBuildProgram(made, 1, &parts[0].ids[0], "", nullptr, nullptr), CL_SUCCESS);
  Kernel kernel(clCreateKernel(made, "k", nullptr));
  Memory buffer(clCreateBuffer(shared, 0, Bytes, nullptr, nullptr));
  const cl_mem argument = buffer;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  EXPECT_EQ(clEnqueueTask(queues[0], kernel, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueTask(queues[1], kernel, 0, nullptr, nullptr), CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(clFinish(queues[0]), CL_SUCCESS);
  // The root is no device of this context.
  cl_int code = 4711;
  EXPECT_EQ(clCreateCommandQueueWithProperties(shared, device(), nullptr, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_DEVICE);
}

TEST_F(ClCreateSubDevices, RunsWhatIsBuiltForItsParent) {
  pair();
  if (parts.empty())
    GTEST_SKIP() << "one compute unit";
  const cl_device_id all[] = {parts[0].ids[0], device()};
  Context both(clCreateContext(nullptr, 2, all, nullptr, nullptr, nullptr));
  const char *source = "__kernel void k(__global int *o) { o[0] = 42; }";
  Program made(clCreateProgramWithSource(both, 1, &source, nullptr, nullptr));
  ASSERT_EQ(clBuildProgram(made, 1, &all[1], "-DX=1", nullptr, nullptr), CL_SUCCESS);
  const auto build = [&](cl_uint param, size_t size, void *value, size_t *size_ret) {
    return clGetProgramBuildInfo(made, all[0], param, size, value, size_ret);
  };
  EXPECT_EQ(queryValue<cl_build_status>(build, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(queryText(build, CL_PROGRAM_BUILD_OPTIONS), "-DX=1");
  Kernel kernel(clCreateKernel(made, "k", nullptr));
  Memory buffer(clCreateBuffer(both, 0, Bytes, nullptr, nullptr));
  const cl_mem argument = buffer;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  Queue queue(clCreateCommandQueueWithProperties(both, all[0], nullptr, nullptr));
  ASSERT_EQ(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), CL_SUCCESS);
  int got = -1;
  ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof got, &got, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(got, 42);
}

TEST_F(ClCreateSubDevices, IsCounted) {
  if (units < 2)
    GTEST_SKIP() << "one compute unit";
  Devices made = split(device(), {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  const cl_device_id id = made.ids[0];
  EXPECT_EQ(clRetainDevice(id), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_uint>(id, CL_DEVICE_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseDevice(id), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_uint>(id, CL_DEVICE_REFERENCE_COUNT), 1u);
}

// All that is left of the part dies on its own thread.
TEST_F(ClCreateSubDevices, MayBeReleasedWhileItWorks) {
  for (int round = 0; round < 10; ++round) {
    parts.clear();
    pair();
    if (parts.empty())
      GTEST_SKIP() << "one compute unit";
    cl_int code = 4711;
    Event gate(clCreateUserEvent(shared, &code));
    for (Queue &queue : queues) {
      ASSERT_EQ(clEnqueueNativeKernel(
                    queue, [](void *) {}, nullptr, 0, 0, nullptr, nullptr, 1, gate.list(), nullptr),
                CL_SUCCESS);
      queue.reset();
    }
    shared.reset();
    parts.clear();
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  }
}

TEST_F(ClCreateSubDevices, RefusesToSplitOneUnit) {
  if (units < 2) {
    refuses(device(), {CL_DEVICE_PARTITION_EQUALLY, 2, 0}, CL_DEVICE_PARTITION_FAILED);
    return;
  }
  Devices made = split(device(), {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  EXPECT_EQ(listOf(made.ids[0], CL_DEVICE_PARTITION_PROPERTIES), Properties{0});
  refuses(made.ids[0], {CL_DEVICE_PARTITION_EQUALLY, 2, 0}, CL_DEVICE_PARTITION_FAILED);
  refuses(made.ids[0],
          {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0},
          CL_DEVICE_PARTITION_FAILED);
}

// The one part would be the device itself.
TEST_F(ClCreateSubDevices, RefusesAnEqualSplitIntoOnePart) {
  refuses(device(), {CL_DEVICE_PARTITION_EQUALLY, cl_device_partition_property(units), 0},
          CL_DEVICE_PARTITION_FAILED);
}

TEST_F(ClCreateSubDevices, RefusesMoreUnitsInEachThanThereAre) {
  if (units < 2)
    GTEST_SKIP() << "one compute unit";
  refuses(device(), {CL_DEVICE_PARTITION_EQUALLY, cl_device_partition_property(units) + 1, 0},
          CL_INVALID_DEVICE_PARTITION_COUNT);
}

TEST_F(ClCreateSubDevices, RefusesCountsThatDoNotFit) {
  const cl_device_partition_property end = CL_DEVICE_PARTITION_BY_COUNTS_LIST_END;
  const cl_device_partition_property most = units;
  for (const Properties &scheme : {Properties{CL_DEVICE_PARTITION_BY_COUNTS, most + 1, end, 0},
                                   Properties{CL_DEVICE_PARTITION_BY_COUNTS, most, 1, end, 0},
                                   Properties{CL_DEVICE_PARTITION_BY_COUNTS, -1, end, 0},
                                   Properties{CL_DEVICE_PARTITION_BY_COUNTS, INTPTR_MAX, end, 0}})
    refuses(device(), scheme, CL_INVALID_DEVICE_PARTITION_COUNT);
  refuses(device(), {CL_DEVICE_PARTITION_BY_COUNTS, end, 0}, CL_INVALID_VALUE);
}

TEST_F(ClCreateSubDevices, RefusesUnknownSchemes) {
  refuses(device(), {0x1234, 1, 0}, CL_INVALID_VALUE);
  refuses(device(), {}, CL_INVALID_VALUE);
  refuses(device(), {0}, CL_INVALID_VALUE);
  refuses(device(), {CL_DEVICE_PARTITION_EQUALLY, 0, 0}, CL_INVALID_VALUE);
  refuses(device(), {CL_DEVICE_PARTITION_EQUALLY, -2, 0}, CL_INVALID_VALUE);
  refuses(device(), {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 0x4000, 0}, CL_INVALID_VALUE);
}

TEST_F(ClCreateSubDevices, RefusesRoomForTooFew) {
  if (units < 2)
    GTEST_SKIP() << "one compute unit";
  const Properties scheme = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id out = untouched<cl_device_id>();
  EXPECT_EQ(clCreateSubDevices(device(), scheme.data(), 1, &out, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(out, untouched<cl_device_id>());
}

TEST_F(ClCreateSubDevices, RefusesNoDevice) {
  refuses(nullptr, {CL_DEVICE_PARTITION_EQUALLY, 1, 0}, CL_INVALID_DEVICE);
}

TEST_F(ClCreateSubDevices, RefusesHandlesOfOtherKinds) {
  refuses(as<cl_device_id>(cl_context(context)), {CL_DEVICE_PARTITION_EQUALLY, 1, 0},
          CL_INVALID_DEVICE);
}

} // namespace weft::test
