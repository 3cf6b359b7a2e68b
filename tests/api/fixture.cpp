// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See fixture.h.
#include "fixture.h"

#include <fstream>
#include <iterator>
#include <numeric>

namespace weft::test {

const char *const kernel_source = R"(
__kernel void copy(__global const int *in, __global int *out) {
  size_t i = get_global_id(0);
  out[i] = in[i];
}
__kernel void add(__global int *out, int value) { out[get_global_id(0)] += value; }
__kernel void store(__global int *out, int value) { out[get_global_id(0)] = value; }
__kernel void reverse(__global int *data, __local int *scratch) {
  size_t l = get_local_id(0), n = get_local_size(0);
  scratch[l] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = scratch[n - 1 - l];
}
__kernel void constants(__constant int *table, __global int *out) {
  out[get_global_id(0)] = table[get_global_id(0)];
}
__kernel __attribute__((reqd_work_group_size(4, 2, 1))) void fixed(__global int *out) {
  size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
  out[i] = (int)get_local_size(0) * 10 + (int)get_local_size(1);
}
__kernel void vectors(float4 v, short2 s, char c, __global float *out) {
  out[0] = v.x + v.y + v.z + v.w + s.x + s.y + c;
}
__kernel void nothing(void) {}
)";

cl_platform_id platform() {
  static const cl_platform_id first = [] {
    cl_platform_id id = nullptr;
    EXPECT_EQ(clGetPlatformIDs(1, &id, nullptr), CL_SUCCESS);
    return id;
  }();
  return first;
}

cl_device_id device() {
  static const cl_device_id first = [] {
    cl_device_id id = nullptr;
    EXPECT_EQ(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 1, &id, nullptr), CL_SUCCESS);
    return id;
  }();
  return first;
}

std::string openclVersionText() {
  return "OpenCL " + std::to_string(OpenCLMajor) + "." + std::to_string(OpenCLMinor);
}

std::string deviceText(cl_device_info what) {
  return queryText(
      [](cl_uint param, size_t size, void *value, size_t *size_ret) {
        return clGetDeviceInfo(device(), param, size, value, size_ret);
      },
      what);
}

std::string moduleBytes(const std::string &name) {
  std::ifstream file(WEFT_TEST_MODULES "/" + name + ".spv", std::ios::binary);
  EXPECT_TRUE(file) << name;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<unsigned char> binaryOf(cl_program program) {
  size_t size = 0;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
            CL_SUCCESS);
  std::vector<unsigned char> binary(size);
  unsigned char *to = binary.data();
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof to, &to, nullptr), CL_SUCCESS);
  return binary;
}

Program programFromBinary(cl_context context, const std::vector<unsigned char> &binary) {
  const cl_device_id id = device();
  const size_t size = binary.size();
  const unsigned char *bytes = binary.data();
  cl_int status = 4711, code = 4711;
  Program made(clCreateProgramWithBinary(context, 1, &id, &size, &bytes, &status, &code));
  EXPECT_EQ(status, CL_SUCCESS);
  EXPECT_EQ(code, CL_SUCCESS);
  return made;
}

void ApiTest::SetUp() {
  ASSERT_NE(device(), nullptr);
  cl_int code = CL_SUCCESS;
  cl_device_id id = device();
  context = Context(clCreateContext(nullptr, 1, &id, nullptr, nullptr, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  queue = makeQueue(context);
}

std::vector<cl_device_id> ApiTest::oneForEachUnit() {
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_uint count = 0;
  if (clCreateSubDevices(device(), equally, 0, nullptr, &count) != CL_SUCCESS || count < 2)
    return {};
  std::vector<cl_device_id> parts(count);
  EXPECT_EQ(clCreateSubDevices(device(), equally, count, parts.data(), nullptr), CL_SUCCESS);
  return parts;
}

Queue ApiTest::makeQueue(cl_context in, cl_command_queue_properties properties) {
  cl_int code = CL_SUCCESS;
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
  Queue made(clCreateCommandQueueWithProperties(in, device(), list, &code));
  EXPECT_EQ(code, CL_SUCCESS);
  return made;
}

std::vector<int> ApiTest::numbers() const {
  std::vector<int> values(Count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

Memory ApiTest::makeBuffer(cl_mem_flags flags) { return makeBuffer(flags, numbers()); }

Memory ApiTest::makeBuffer(cl_mem_flags flags, const std::vector<int> &contents) {
  cl_int code = CL_SUCCESS;
  Memory made(clCreateBuffer(context, flags | CL_MEM_COPY_HOST_PTR, contents.size() * sizeof(int),
                             const_cast<int *>(contents.data()), &code));
  EXPECT_EQ(code, CL_SUCCESS);
  return made;
}

Event ApiTest::makeUserEvent() {
  cl_int code = CL_SUCCESS;
  Event made(clCreateUserEvent(context, &code));
  EXPECT_EQ(code, CL_SUCCESS);
  return made;
}

Program ApiTest::makeProgram(const char *source) {
  cl_int code = CL_SUCCESS;
  Program made(clCreateProgramWithSource(context, 1, &source, nullptr, &code));
  EXPECT_EQ(code, CL_SUCCESS);
  return made;
}

Program ApiTest::makeModule(const char *name) {
  const std::string bytes = moduleBytes(name);
  cl_int code = 4711;
  Program made(clCreateProgramWithIL(context, bytes.data(), bytes.size(), &code));
  EXPECT_EQ(code, CL_SUCCESS) << name;
  return made;
}

Program ApiTest::buildProgram(const char *source, const char *options) {
  Program made = makeProgram(source);
  EXPECT_EQ(clBuildProgram(made, 0, nullptr, options, nullptr, nullptr), CL_SUCCESS)
      << buildLog(made);
  return made;
}

cl_program ApiTest::program() {
  if (built)
    return built;
  // Built once per process; contexts after the first load the binary.
  static std::vector<unsigned char> binary;
  if (binary.empty()) {
    built = buildProgram();
    binary = binaryOf(built);
    return built;
  }
  built = programFromBinary(context, binary);
  EXPECT_EQ(clBuildProgram(built, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS) << buildLog(built);
  return built;
}

Kernel ApiTest::makeKernel(const char *name) {
  cl_int code = CL_SUCCESS;
  Kernel made(clCreateKernel(program(), name, &code));
  EXPECT_EQ(code, CL_SUCCESS) << name;
  return made;
}

cl_context ApiTest::otherContext() {
  if (!other_context) {
    cl_int code = CL_SUCCESS;
    cl_device_id id = device();
    other_context = Context(clCreateContext(nullptr, 1, &id, nullptr, nullptr, &code));
    EXPECT_EQ(code, CL_SUCCESS);
  }
  return other_context;
}

cl_command_queue ApiTest::otherQueue() {
  if (!other_queue)
    other_queue = makeQueue(otherContext());
  return other_queue;
}

cl_mem ApiTest::otherBuffer() {
  if (!other_buffer) {
    cl_int code = CL_SUCCESS;
    other_buffer = Memory(clCreateBuffer(otherContext(), CL_MEM_READ_WRITE, Bytes, nullptr, &code));
    EXPECT_EQ(code, CL_SUCCESS);
  }
  return other_buffer;
}

cl_event ApiTest::otherEvent() {
  if (!other_event) {
    cl_int code = CL_SUCCESS;
    other_event = Event(clCreateUserEvent(otherContext(), &code));
    EXPECT_EQ(code, CL_SUCCESS);
  }
  return other_event;
}

std::vector<int> ApiTest::read(cl_mem buffer) {
  size_t bytes = 0;
  EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr), CL_SUCCESS);
  std::vector<int> values(bytes / sizeof(int), -1);
  EXPECT_EQ(
      clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, values.data(), 0, nullptr, nullptr),
      CL_SUCCESS);
  return values;
}

std::vector<int> ApiTest::runInGroups(const char *source, const char *options) {
  Program made = buildProgram(source, options);
  Kernel kernel(clCreateKernel(made, "k", nullptr));
  Memory memory = makeBuffer();
  const cl_mem argument = memory;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  const size_t global = Count, local = 64;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
            CL_SUCCESS);
  return read(memory);
}

cl_int ApiTest::statusOf(cl_event event) {
  cl_int status = 4711;
  EXPECT_EQ(
      clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
      CL_SUCCESS);
  return status;
}

std::string ApiTest::buildLog(cl_program program) {
  size_t size = 0;
  clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  return log.c_str();
}

void ApiTest::refusesBadWaitLists(const Enqueue &call) {
  Event event = makeUserEvent();
  const cl_event good = event;
  const cl_event with_null[] = {good, nullptr};
  const cl_event foreign[] = {good, otherEvent()};
  const cl_event other_kind[] = {good, as<cl_event>(device())};
  auto expect = [&](cl_int code, cl_uint count, const cl_event *list, const char *what) {
    cl_event out = untouched<cl_event>();
    EXPECT_EQ(call(count, list, &out), code) << what;
    EXPECT_EQ(out, untouched<cl_event>()) << what;
  };
  expect(CL_INVALID_EVENT_WAIT_LIST, 1, nullptr, "a count without a list");
  expect(CL_INVALID_EVENT_WAIT_LIST, 0, &good, "a list without a count");
  expect(CL_INVALID_EVENT_WAIT_LIST, 2, with_null, "null in the list");
  expect(CL_INVALID_EVENT_WAIT_LIST, 2, other_kind, "a device in the list");
  expect(CL_INVALID_CONTEXT, 2, foreign, "an event of another context");
  // Nothing was enqueued that waits for `event`, which never completes.
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

void ApiTest::obeysWaitList(const Enqueue &call, cl_command_type type) {
  Event gate = makeUserEvent();
  Event event;
  ASSERT_EQ(call(1, gate.list(), event.out()), CL_SUCCESS);
  cl_command_type got = 0;
  cl_int status = CL_COMPLETE;
  cl_command_queue owner = nullptr;
  EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof got, &got, nullptr), CL_SUCCESS);
  EXPECT_EQ(got, type);
  EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof owner, &owner, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(owner, cl_command_queue(queue));
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_EQ(
      clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
      CL_SUCCESS);
  EXPECT_GT(status, CL_COMPLETE) << "ran before its wait list was done";
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, event.list()), CL_SUCCESS);
  EXPECT_EQ(
      clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(status, CL_COMPLETE);
}

void ApiTest::reportsFailedWaitList(const Enqueue &blocking_call) {
  Event failed = makeUserEvent();
  ASSERT_EQ(clSetUserEventStatus(failed, -42), CL_SUCCESS);
  EXPECT_EQ(blocking_call(1, failed.list(), nullptr), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

std::vector<unsigned char> queryBytes(const Query &query, cl_uint param) {
  SCOPED_TRACE(testing::Message() << "parameter 0x" << std::hex << param);
  size_t size = ~size_t(0);
  EXPECT_EQ(query(param, 0, nullptr, &size), CL_SUCCESS);
  if (size == ~size_t(0)) {
    ADD_FAILURE() << "no size";
    return {};
  }
  constexpr unsigned char Mark = 0xa5;
  if (size > 0) {
    std::vector<unsigned char> small(size, Mark);
    EXPECT_EQ(query(param, size - 1, small.data(), nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(small, std::vector<unsigned char>(size, Mark)) << "written although too small";
  }
  std::vector<unsigned char> exact(size, Mark);
  EXPECT_EQ(query(param, size, exact.data(), nullptr), CL_SUCCESS);
  std::vector<unsigned char> roomy(size + 16, Mark);
  size_t again = 0;
  EXPECT_EQ(query(param, roomy.size(), roomy.data(), &again), CL_SUCCESS);
  EXPECT_EQ(again, size);
  for (size_t i = size; i < roomy.size(); ++i)
    EXPECT_EQ(roomy[i], Mark) << "written past the value's end";
  roomy.resize(size);
  EXPECT_EQ(roomy, exact);
  return exact;
}

std::string queryText(const Query &query, cl_uint param) {
  std::vector<unsigned char> bytes = queryBytes(query, param);
  if (bytes.empty() || bytes.back() != 0) {
    ADD_FAILURE() << "parameter 0x" << std::hex << param << " does not end in NUL";
    return {};
  }
  std::string text(bytes.begin(), bytes.end() - 1);
  EXPECT_EQ(text.find('\0'), std::string::npos) << "NUL inside";
  return text;
}

void refusesUnknownParameter(const Query &query) {
  for (cl_uint param : {0u, 1u, 0xffffffffu}) {
    unsigned char value[64];
    std::memset(value, 0xa5, sizeof value);
    size_t size = 4711;
    EXPECT_EQ(query(param, sizeof value, value, &size), CL_INVALID_VALUE) << param;
    EXPECT_EQ(size, 4711u);
    for (unsigned char byte : value)
      ASSERT_EQ(byte, 0xa5);
  }
}

} // namespace weft::test
