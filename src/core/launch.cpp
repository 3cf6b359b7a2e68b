// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a launch owns while it runs, and how it tells of its progress.

#include "core/launch.h"

#include "core/memory.h"
#include "support/log.h"
#include "support/recycler.h"
#include "support/trace.h"

#include <cstring>

namespace weft {

namespace {

class LaunchCommand final : public Command, public Recycled<LaunchCommand, WEFT_ABI_ALIGNMENT> {
public:
  LaunchCommand(Queue &queue, cl_command_type type, const Kernel &kernel, const weft_launch &range,
                uint64_t context_bytes)
      : Command(Ref<Queue>(&queue), type), snapshot(kernel.snapshotArgs()), code(kernel.code()),
        launch(std::make_unique<KernelLaunch>()) {
    launch->entry = kernel.entry();
    launch->name = kernel.info().name.c_str(); // the code keeps it
    if (trace::enabled()) [[unlikely]]
      name_in_trace = kernel.info().name;
    if (logEnabled(LogGroup::Launch)) [[unlikely]]
      logLaunch(kernel, range);
    launch->launch = range;
    launch->args = snapshot.args.data();
    launch->local_bytes = snapshot.local_bytes;
    launch->context_bytes = context_bytes;
    launch->fibers = kernel.info().uses_fibers;
    // One word of capture: std::function keeps it without allocating.
    launch->started = [this] { advance(CL_RUNNING); };
    launch->done = [this](bool ok) { finish(ok); };
  }

  const KernelArgs::Snapshot &args() const { return snapshot; }

protected:
  void start(Device &device) override {
    // finish() takes this reference back.
    retain();
    device.submit(std::move(launch));
  }

  std::string_view label() const override { return name_in_trace; }

private:
  static void logLaunch(const Kernel &kernel, const weft_launch &range) {
    const auto sizes = [&](const uint64_t (&all)[3]) {
      std::string text;
      for (uint32_t d = 0; d < range.work_dim; ++d)
        text += (d ? " x " : "") + std::to_string(all[d]);
      return text;
    };
    log(LogGroup::Launch, "%s: %s work-items in %s groups of %s", kernel.info().name.c_str(),
        sizes(range.global_size).c_str(), sizes(range.num_groups).c_str(),
        sizes(range.local_size).c_str());
  }

  void finish(bool ok) {
    Ref<LaunchCommand> self = Ref<LaunchCommand>::adopt(this);
    // What the launch owns is gone before it counts as complete: who has waited for it and released
    // a buffer may rely on the memory being free.
    snapshot.memory.clear();
    code.reset();
    advance(ok ? CL_COMPLETE : CL_OUT_OF_RESOURCES);
  }

  KernelArgs::Snapshot snapshot;
  std::shared_ptr<const ProgramImage> code;
  std::unique_ptr<KernelLaunch> launch; // until start()
  std::string name_in_trace;
};

} // namespace

// See weft_thread::context.
static uint64_t contextBytes(const KernelInfo &kernel, const weft_launch &range) {
  const uint64_t items = range.local_size[0] * range.local_size[1] * range.local_size[2];
  const uint64_t rounded = (items + WEFT_CONTEXT_ITEM_MULTIPLE - 1) / WEFT_CONTEXT_ITEM_MULTIPLE *
                           WEFT_CONTEXT_ITEM_MULTIPLE;
  uint64_t bytes;
  // "CL_OUT_OF_RESOURCES if there is a failure to allocate resources required [...] on the device"
  require(!__builtin_mul_overflow(kernel.context_bytes_per_item, rounded, &bytes) &&
              !__builtin_add_overflow(bytes, kernel.context_bytes_per_group, &bytes),
          CL_OUT_OF_RESOURCES, "the work-items' private memory exceeds the address space");
  return bytes;
}

// The checks of a launch but those of its arguments; the range.
static weft_launch checkRange(const Queue &queue, const Kernel &kernel,
                              const NdRangeRequest &request) {
  // "CL_INVALID_CONTEXT if the context associated with command_queue and kernel are not the same"
  require(&kernel.context() == &queue.context(), CL_INVALID_CONTEXT,
          "queue and kernel are of different contexts");
  const Device &device = queue.device();
  // "CL_INVALID_PROGRAM_EXECUTABLE if there is no successfully built program executable available
  // for the device associated with command_queue"
  require(kernel.program().hasDevice(device), CL_INVALID_PROGRAM_EXECUTABLE,
          "the kernel's program is not built for the queue's device");
  return makeNdRange(request, kernel.info(), kernel.uniformWorkGroups(), device.properties());
}

static void checkArgs(const Queue &queue, const KernelArgs::Snapshot &snapshot) {
  for (const Ref<Memory> &memory : snapshot.memory)
    require(&memory->context() == &queue.context(), CL_INVALID_CONTEXT,
            "an argument is a memory object of another context");
  // "CL_OUT_OF_RESOURCES if there is a failure to queue the execution instance of kernel [...]
  // because of insufficient resources [...] such as registers or local memory" (OpenCL 1.2, 5.8)
  require(snapshot.local_bytes <= queue.device().properties().local_memory, CL_OUT_OF_RESOURCES,
          "the kernel needs more local memory than CL_DEVICE_LOCAL_MEM_SIZE");
}

Ref<Command> makeLaunch(Queue &queue, cl_command_type type, Kernel &kernel,
                        const NdRangeRequest &request) {
  const weft_launch range = checkRange(queue, kernel, request);
  // "the kernel command will trivially succeed after its event dependencies are satisfied"
  if (isEmpty(range)) {
    checkArgs(queue, kernel.snapshotArgs());
    return makeMarker(queue, type);
  }
  auto command =
      make<LaunchCommand>(queue, type, kernel, range, contextBytes(kernel.info(), range));
  checkArgs(queue, command->args());
  return command;
}

std::array<uint64_t, 3> suggestLocalSize(const Queue &queue, const Kernel &kernel,
                                         const NdRangeRequest &request) {
  const weft_launch range = checkRange(queue, kernel, request);
  checkArgs(queue, kernel.snapshotArgs());
  // "CL_INVALID_GLOBAL_WORK_SIZE if global_work_size is NULL; if any of the values specified in
  // global_work_size [...] are zero"
  require(!isEmpty(range), CL_INVALID_GLOBAL_WORK_SIZE, "a global size of zero");
  return {range.local_size[0], range.local_size[1], range.local_size[2]};
}

Ref<Command> makeNativeKernel(Queue &queue, NativeFunction function, std::span<const char> args,
                              std::span<const Ref<Memory>> memory, std::span<const size_t> places) {
  ArgBuffer copy(args.size());
  if (!args.empty())
    std::memcpy(copy.data(), args.data(), args.size());
  for (size_t i = 0; i < memory.size(); ++i) {
    void *address = memory[i] ? memory[i]->hostPointer() : nullptr;
    std::memcpy(copy.data() + places[i], &address, sizeof address);
  }
  return makeHostCommand(
      queue, CL_COMMAND_NATIVE_KERNEL, RunOn::Device,
      [function, copy = std::move(copy), has_args = !args.empty(),
       owned = std::vector<Ref<Memory>>(memory.begin(), memory.end())]() mutable {
        function(has_args ? copy.data() : nullptr);
      });
}

} // namespace weft
