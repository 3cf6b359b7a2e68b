// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a launch owns while it runs, and how it tells of its progress.

#include "core/launch.h"

#include "check/kinds.h"
#include "check/unwritten.h"
#include "core/checked_launch.h"
#include "core/command_check.h"
#include "core/launch_work.h"
#include "core/memory.h"
#include "core/owned_launch.h"
#include "support/recycler.h"
#include "support/trace.h"

#include <cstring>
#include <utility>

namespace weft {

namespace {

class LaunchCommand final : public Command,
                            public OwnedLaunch,
                            public Recycled<LaunchCommand, WEFT_ABI_ALIGNMENT> {
public:
  LaunchCommand(Queue &queue, cl_command_type type, const Kernel &kernel, KernelCode runs,
                const NdRangeRequest &request)
      : Command(Ref<Queue>(&queue), type),
        OwnedLaunch(queue.context(), queue.device(), std::move(runs), request,
                    [&] { return kernel.snapshotArgs(); }) {
    if (OwnedLaunch::usesPointers())
      Command::usesPointers();
  }
  // What a kernel enqueues.
  LaunchCommand(Queue &queue, KernelCode runs, const NdRangeRequest &request,
                const BlockArguments &of_block, Birth of_child)
      : Command(Ref<Queue>(&queue), CL_COMMAND_NDRANGE_KERNEL),
        OwnedLaunch(queue.context(), queue.device(), runs, request,
                    [&] {
                      return KernelArgs::ofBlock(*runs.info, of_block.block, of_block.block_bytes,
                                                 of_block.local_sizes);
                    }),
        birth(std::make_unique<Birth>(std::move(of_child))) {
    if (isEmpty())
      own_status = CL_COMPLETE;
    KernelArgs::placeBlock(info, snapshot);
  }

  // To be called once, if the range is not empty.
  void complete(const DeviceProperties &device) {
    OwnedLaunch::complete(device);
    if (checked && (check::enabled(check::Kind::Race) ||
                    check::enabled(check::Kind::RaceSameValue))) [[unlikely]]
      checked->findRaces(launch.num_groups[0] * launch.num_groups[1] * launch.num_groups[2],
                         info.uses_barriers);
    if (checked && check::enabled(check::Kind::Memory)) [[unlikely]]
      checked->looksAtMappings();
    if (trace::enabled()) [[unlikely]]
      in_trace = std::make_unique<const InTrace>(
          InTrace{info.name, workOf(info, launch, snapshot, context().allocations())});
  }

  void tell(check::NewCommand &command) const override { addRanges(command, *this); }

protected:
  void start(Device &device, Ref<Command> &self) override {
    if (own_status <= CL_COMPLETE) [[unlikely]]
      return finish(); // children are complete, or there is nothing to do
    if (info.enqueues) [[unlikely]] {
      family = std::make_unique<ChildLaunches>(*this, code);
      children = family.get();
      holdOpen();
    }
    // done() takes the reference back: it may do so before submit() returns.
    Command *const kept = self.leak();
    try {
      device.submit(*this);
    } catch (...) {
      self = Ref<Command>::adopt(kept);
      throw;
    }
  }

  bool mayUse(const Allocation &allocation) const override {
    return OwnedLaunch::mayUse(allocation);
  }

  std::string_view label() const override {
    return in_trace ? std::string_view(in_trace->name) : Command::label();
  }
  const trace::Work *tracedWork() const override { return in_trace ? &in_trace->work : nullptr; }

private:
  void started() override { advance(CL_RUNNING); }

  void done(bool ok) override {
    Ref<LaunchCommand> self = Ref<LaunchCommand>::adopt(this);
    own_status = ok ? CL_COMPLETE : CL_OUT_OF_RESOURCES;
    if (!family) [[likely]]
      return finish();
    stampEnd();
    family->parentEnded();
    closed(Ref<Command>::adopt(self.leak()));
  }

  // "The execution status of the kernel will be an error code [...] if it or any of its child
  // kernels encounter an error".
  void finish() {
    cl_int status = std::min(own_status, cl_int(CL_COMPLETE));
    if (family && status == CL_COMPLETE)
      status = family->status();
    // What the launch owns is gone before it counts as complete: who has waited for it and released
    // a buffer may rely on the memory being free.
    family.reset();
    usesNoPointers();
    dropReferences();
    end(status);
  }

  void completed() override {
    Command::completed();
    if (birth) [[unlikely]]
      birth->ended(*this);
  }

  // What outlives the program in it; null unless traces are written.
  struct InTrace {
    std::string name;
    trace::Work work;
  };
  std::unique_ptr<const InTrace> in_trace;
  cl_int own_status = CL_QUEUED;         // of its own work-items, when they are done
  std::unique_ptr<ChildLaunches> family; // of a kernel that enqueues others, while it runs
  const std::unique_ptr<Birth> birth;    // of what a kernel has enqueued
};

} // namespace

Ref<Command> makeLaunch(Queue &queue, cl_command_type type, Kernel &kernel,
                        const NdRangeRequest &request) {
  KernelCode code = codeFor(queue.context(), queue.device(), kernel);
  auto command = make<LaunchCommand>(queue, type, kernel, std::move(code), request);
  command->checkArguments(queue.context(), queue.device());
  // "the kernel command will trivially succeed after its event dependencies are satisfied"
  if (command->isEmpty())
    return makeMarker(queue, type);
  command->complete(queue.device().properties());
  return command;
}

Ref<Command> makeChildLaunch(Queue &queue, std::shared_ptr<const ProgramImage> image,
                             const KernelInfo &info, const NdRangeRequest &request,
                             const BlockArguments &arguments, Birth birth) {
  auto command = make<LaunchCommand>(queue, codeOf(std::move(image), info), request, arguments,
                                     std::move(birth));
  command->checkArguments(queue.context(), queue.device());
  if (!command->isEmpty())
    command->complete(queue.device().properties());
  return command;
}

std::array<uint64_t, 3> suggestLocalSize(const Queue &queue, const Kernel &kernel,
                                         const NdRangeRequest &request) {
  const KernelCode code = codeFor(queue.context(), queue.device(), kernel);
  weft_launch range;
  makeNdRange(request, *code.info, code.image->artifact.uniform_work_groups,
              queue.device().properties(), range);
  checkArguments(queue.context(), queue.device(), kernel.snapshotArgs());
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
        if (checksCommands()) [[unlikely]]
          check::noteHostFunction();
        function(has_args ? copy.data() : nullptr);
        if (check::enabled(check::Kind::Init)) [[unlikely]]
          for (const Ref<Memory> &memory : owned)
            if (memory)
              check::noteAllWritten(memory->hostPointer());
      });
}

} // namespace weft
