// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel launches and native kernels: what a launch sees, owns and refuses.
#include "core/launch.h"

#include "core_fixture.h"

#include <cstring>

namespace weft::test {
namespace {

// args: global int *out, int value, local int *scratch
void fillKernel(const weft_launch *launch, const void *args, weft_thread *thread, uint64_t first,
                uint64_t end) {
  struct Args {
    int *out;
    int value;
    int padding;
    uint64_t scratch;
  };
  const Args &a = *static_cast<const Args *>(args);
  int *scratch = reinterpret_cast<int *>(static_cast<char *>(thread->local_memory) + a.scratch);
  for (uint64_t group = first; group < end; ++group)
    for (uint64_t i = 0; i < launch->local_size[0]; ++i) {
      const uint64_t item = group * launch->local_size[0] + i;
      if (item >= launch->global_size[0])
        break;
      *scratch = a.value;
      a.out[item] = *scratch + int(item + launch->global_offset[0]);
    }
}

class LaunchTest : public CoreTest {
protected:
  LaunchTest() {
    TestKernel &fill = device->kernels["fill"];
    fill.function = fillKernel;
    fill.info.args_size = 24;
    fill.info.local_bytes = 100;
    auto addArg = [&](ArgKind kind, uint32_t size, uint32_t offset) {
      ArgInfo &arg = fill.info.args.emplace_back();
      arg.kind = kind;
      arg.size = size;
      arg.offset = offset;
      arg.slot_size = size ? size : 8;
    };
    addArg(ArgKind::GlobalPointer, 8, 0);
    addArg(ArgKind::Value, 4, 8);
    addArg(ArgKind::LocalPointer, 0, 16);
    queue = makeQueue();
  }
  Ref<Kernel> makeKernel(const char *options = "") {
    Ref<Program> program = make<Program>(context, "fill");
    program->beginBuild({Ref<Device>(device)}, options)();
    auto image = program->executable();
    return make<Kernel>(program, image, *image->find("fill"));
  }
  void setArgs(Kernel &kernel, const Ref<Buffer> &out, int value, size_t local_size = 4) {
    cl_mem handle = out->handle();
    kernel.setArg(0, sizeof handle, &handle);
    kernel.setArg(1, sizeof value, &value);
    kernel.setArg(2, local_size, nullptr);
  }
  Ref<Command> launch(Kernel &kernel, size_t global, size_t local = 0, size_t offset = 0) {
    return makeLaunch(*queue, CL_COMMAND_NDRANGE_KERNEL, kernel,
                      {1, &offset, &global, local ? &local : nullptr});
  }
  void expectFilled(const Buffer &buffer, size_t count, int first) {
    for (size_t i = 0; i < count; ++i)
      ASSERT_EQ(reinterpret_cast<const int *>(buffer.hostPointer())[i], first + int(i));
  }

  Ref<Queue> queue;
};

TEST_F(LaunchTest, RunsEveryWorkItem) {
  Ref<Kernel> kernel = makeKernel();
  Ref<Buffer> out = makeBuffer(4000);
  setArgs(*kernel, out, 5);
  Ref<Command> command = launch(*kernel, 1000, 64, 3);
  queue->submit(*command, {});
  command->wait();
  EXPECT_EQ(command->status(), CL_COMPLETE);
  expectFilled(*out, 1000, 8);
}

TEST_F(LaunchTest, KeepsTheArgumentsOfItsEnqueue) {
  Ref<Kernel> kernel = makeKernel();
  Ref<Buffer> first = makeBuffer(400), second = makeBuffer(400);
  Ref<Event> gate = makeUserEvent();
  setArgs(*kernel, first, 1);
  Ref<Command> command = launch(*kernel, 100);
  queue->submit(*command, std::vector{gate});
  setArgs(*kernel, second, 1000);
  queue->submit(*launch(*kernel, 100), {});
  gate->advance(CL_COMPLETE);
  queue->finish();
  expectFilled(*first, 100, 1);
  expectFilled(*second, 100, 1000);
}

TEST_F(LaunchTest, OwnsWhatItTouchesUntilItIsDone) {
  Ref<Event> gate = makeUserEvent();
  Ref<Command> command;
  {
    Ref<Kernel> kernel = makeKernel();
    Ref<Buffer> out = makeBuffer(400);
    setArgs(*kernel, out, 1);
    command = launch(*kernel, 100);
    queue->submit(*command, std::vector{gate});
  }
  EXPECT_EQ(device->allocatedBytes(), 400u);
  gate->advance(CL_COMPLETE);
  command->wait();
  EXPECT_EQ(command->status(), CL_COMPLETE);
  EXPECT_EQ(device->allocatedBytes(), 0u);
}

TEST_F(LaunchTest, UnsetArgumentIsRefused) {
  Ref<Kernel> kernel = makeKernel();
  EXPECT_EQ(errorOf([&] { launch(*kernel, 1); }), CL_INVALID_KERNEL_ARGS);
}

TEST_F(LaunchTest, TooMuchLocalMemoryIsRefused) {
  Ref<Kernel> kernel = makeKernel();
  Ref<Buffer> out = makeBuffer(4);
  setArgs(*kernel, out, 1, device->props.local_memory - 128);
  EXPECT_EQ(errorOf([&] { launch(*kernel, 1); }), CL_SUCCESS);
  setArgs(*kernel, out, 1, device->props.local_memory);
  EXPECT_EQ(errorOf([&] { launch(*kernel, 1); }), CL_OUT_OF_RESOURCES);
  setArgs(*kernel, out, 1, SIZE_MAX);
  EXPECT_EQ(errorOf([&] { launch(*kernel, 1); }), CL_OUT_OF_RESOURCES);
}

TEST_F(LaunchTest, UniformProgramsNeedLocalSizesThatDivide) {
  Ref<Kernel> kernel = makeKernel("uniform");
  Ref<Buffer> out = makeBuffer(400);
  setArgs(*kernel, out, 1);
  EXPECT_EQ(errorOf([&] { launch(*kernel, 100, 64); }), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(errorOf([&] { launch(*kernel, 100, 50); }), CL_SUCCESS);
}

TEST_F(LaunchTest, OtherContextsAreRefused) {
  Ref<Kernel> kernel = makeKernel();
  Ref<Context> other = make<Context>(std::vector<Ref<Device>>{Ref<Device>(device)});
  Ref<Buffer> foreign = Buffer::create(other, {}, 0, 4, nullptr);
  EXPECT_EQ(errorOf([&] { setArgs(*kernel, foreign, 1); }), CL_INVALID_CONTEXT);
  setArgs(*kernel, makeBuffer(4), 1);
  queue = make<Queue>(other, Ref<Device>(device), 0);
  EXPECT_EQ(errorOf([&] { launch(*kernel, 1); }), CL_INVALID_CONTEXT);
}

TEST_F(LaunchTest, EmptyRangeCompletesWithoutRunning) {
  Ref<Kernel> kernel = makeKernel();
  Ref<Buffer> out = makeBuffer(4);
  std::memset(out->hostPointer(), 0, 4);
  setArgs(*kernel, out, 1);
  Ref<Command> command = launch(*kernel, 0);
  queue->submit(*command, {});
  command->wait();
  EXPECT_EQ(command->status(), CL_COMPLETE);
  EXPECT_EQ(command->type(), cl_command_type(CL_COMMAND_NDRANGE_KERNEL));
  EXPECT_EQ(*out->hostPointer(), 0);
}

TEST_F(LaunchTest, NativeKernelGetsACopyWithAddresses) {
  struct Args {
    int value;
    cl_mem memory;
  };
  Ref<Buffer> buffer = makeBuffer(4);
  Args args = {42, buffer->handle()};
  const Ref<Memory> memory = buffer;
  const size_t place = offsetof(Args, memory);
  Ref<Command> command = makeNativeKernel(*queue,
                                          [](void *copy) {
                                            const Args &args = *static_cast<Args *>(copy);
                                            *reinterpret_cast<int *>(args.memory) = args.value;
                                          },
                                          {reinterpret_cast<const char *>(&args), sizeof args},
                                          {&memory, 1}, {&place, 1});
  args.value = 0;
  queue->submit(*command, {});
  command->wait();
  EXPECT_EQ(*reinterpret_cast<int *>(buffer->hostPointer()), 42);
}

} // namespace
} // namespace weft::test
