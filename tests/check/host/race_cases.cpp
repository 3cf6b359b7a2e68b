// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands that touch the same bytes, and that nothing orders.
#include "cases.h"

#include <CL/cl_ext.h>

namespace cases {

namespace {

constexpr cl_command_queue_properties any_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

void readOnOtherQueue() {
  Host host;
  const cl_command_queue one = host.queue(), two = host.queue();
  const cl_mem buffer = host.buffer();
  std::vector<int> data(Host::count);
  host.launch(one, host.fill(buffer));
  clEnqueueReadBuffer( // place: read-on-other-queue
      two, buffer, CL_TRUE, 0, Host::bytes, data.data(), 0, nullptr, nullptr);
  host.release();
}

void outOfOrder() {
  Host host;
  const cl_command_queue queue = host.queue(any_order);
  const cl_mem in = host.buffer(), out = host.buffer();
  host.launch(queue, host.fill(in));
  host.launch(queue, host.add(in, out)); // place: out-of-order
  host.release();
}

// The first one waits for a long time, the second is long done: that is luck.
void whateverTheSchedule() {
  Host host;
  cl_int code;
  const cl_command_queue one = host.queue(), two = host.queue();
  const cl_mem buffer = host.buffer();
  const int zero = 0;
  const cl_event user = clCreateUserEvent(host.context, &code);
  host.launch(one, host.fill(buffer), {user});
  clEnqueueFillBuffer(two, buffer, &zero, sizeof zero, 0, Host::bytes, 0, nullptr, nullptr);
  clSetUserEventStatus(user, CL_COMPLETE); // place: whatever-the-schedule
  clFinish(one);
  clReleaseEvent(user);
  host.release();
}

void subBuffers() {
  Host host;
  cl_int code;
  const cl_mem whole = host.buffer();
  const cl_buffer_region left = {0, Host::bytes / 2 + 128}, right = {Host::bytes / 2, 256};
  const cl_mem a = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &left, &code);
  const cl_mem b = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &right, &code);
  ok(code, "clCreateSubBuffer");
  const cl_command_queue queue = host.queue(any_order);
  const int zero = 0;
  clEnqueueFillBuffer(queue, a, &zero, sizeof zero, 0, left.size, 0, nullptr, nullptr);
  clEnqueueFillBuffer(queue, b, &zero, sizeof zero, 0, right.size, 0, nullptr, nullptr);
  clFinish(queue);
  clReleaseMemObject(a);
  clReleaseMemObject(b);
  host.release();
}

// Of the host's memory: both read into the same.
void hostMemory() {
  Host host;
  const cl_command_queue queue = host.queue(any_order);
  const cl_mem a = host.buffer(), b = host.buffer();
  std::vector<int> data(Host::count);
  clEnqueueReadBuffer(queue, a, CL_FALSE, 0, Host::bytes, data.data(), 0, nullptr, nullptr);
  clEnqueueReadBuffer(queue, b, CL_FALSE, Host::bytes - 4, 4, &data.back(), 0, nullptr, nullptr);
  clFinish(queue);
  host.release();
}

void *map(const Host &, cl_command_queue queue, cl_mem buffer, cl_map_flags flags) {
  cl_int code;
  void *mapped = clEnqueueMapBuffer( // place: mapped
      queue, buffer, CL_TRUE, flags, 0, Host::bytes, 0, nullptr, nullptr, &code);
  ok(code, "clEnqueueMapBuffer");
  return mapped;
}

void mapWhileWritten() {
  Host host;
  const cl_command_queue one = host.queue(), two = host.queue();
  const cl_mem buffer = host.buffer();
  host.launch(one, host.fill(buffer));
  void *mapped = map(host, two, buffer, CL_MAP_READ);
  clEnqueueUnmapMemObject(two, buffer, mapped, 0, nullptr, nullptr);
  host.release();
}

void writeWhileMapped() {
  Host host;
  const cl_command_queue queue = host.queue();
  const cl_mem buffer = host.buffer();
  void *mapped = map(host, queue, buffer, CL_MAP_READ);
  host.launch(queue, host.fill(buffer)); // place: write-while-mapped
  clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr);
  host.release();
}

void launchAfterUnorderedUnmap() {
  Host host;
  const cl_command_queue queue = host.queue(any_order);
  const cl_mem buffer = host.buffer();
  void *mapped = map(host, queue, buffer, CL_MAP_WRITE);
  clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr);
  host.launch(queue, host.twice(buffer));
  host.release();
}

void rects() {
  Host host;
  const cl_command_queue queue = host.queue(any_order);
  const cl_mem buffer = host.buffer();
  std::vector<char> data(Host::bytes);
  const size_t left[3] = {0, 0, 0}, middle[3] = {12, 2, 0}, region[3] = {16, 4, 1};
  for (const auto &origin : {left, middle})
    clEnqueueWriteBufferRect(queue, buffer, CL_FALSE, origin, left, region, 64, 0, 16, 0,
                             data.data(), 0, nullptr, nullptr);
  clFinish(queue);
  host.release();
}

} // namespace

const std::vector<Case> race_cases = {
    {"read-on-other-queue", readOnOtherQueue},
    {"out-of-order", outOfOrder},
    {"whatever-the-schedule", whateverTheSchedule},
    {"sub-buffers", subBuffers},
    {"host-memory", hostMemory},
    {"map-while-written", mapWhileWritten},
    {"write-while-mapped", writeWhileMapped},
    {"launch-after-unordered-unmap", launchAfterUnorderedUnmap},
    {"rects", rects},
};

} // namespace cases
