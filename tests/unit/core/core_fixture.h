// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device, a context and queues on it, made anew for every test.
#ifndef WEFT_TESTS_UNIT_CORE_CORE_FIXTURE_H
#define WEFT_TESTS_UNIT_CORE_CORE_FIXTURE_H

#include "core/command.h"
#include "core/context.h"
#include "core/memory.h"
#include "core/queue.h"
#include "test_device.h"

#include <gtest/gtest.h>

namespace weft::test {

class CoreTest : public testing::Test {
protected:
  CoreTest()
      : device(make<TestDevice>()),
        context(make<Context>(std::vector<Ref<Device>>{Ref<Device>(device)})) {}
  ~CoreTest() override { device->stop(); }

  Ref<Queue> makeQueue(cl_command_queue_properties properties = 0) {
    return make<Queue>(context, Ref<Device>(device), properties);
  }
  Ref<Event> makeUserEvent() { return make<Event>(context, CL_COMMAND_USER, CL_SUBMITTED); }
  Ref<Buffer> makeBuffer(size_t size, cl_mem_flags flags = 0, void *host_ptr = nullptr) {
    return Buffer::create(context, {}, flags, size, host_ptr);
  }

  Ref<TestDevice> device;
  Ref<Context> context;
};

// The code of the Error that `fn` throws, or CL_SUCCESS.
template <typename Fn> cl_int errorOf(Fn &&fn) {
  try {
    fn();
  } catch (const Error &error) {
    return error.code;
  }
  return CL_SUCCESS;
}

} // namespace weft::test
#endif
