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
#include <utility>

namespace weft {

namespace {

// See weft_thread::context.
uint64_t contextBytes(const KernelInfo &kernel, const weft_launch &range) {
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

class LaunchCommand final : public Command,
                            private KernelLaunch,
                            public Recycled<LaunchCommand, WEFT_ABI_ALIGNMENT> {
public:
  LaunchCommand(Queue &queue, cl_command_type type, const Kernel &kernel, KernelCode runs,
                const NdRangeRequest &request)
      : Command(Ref<Queue>(&queue), type), code(std::move(runs.image)), info(*runs.info),
        snapshot(prepare(queue, kernel, request)) {
    launch.separate_buffers = snapshot.separate_buffers;
    takeOver(runs);
  }
  // What a kernel enqueues.
  LaunchCommand(Queue &queue, KernelCode runs, const NdRangeRequest &request,
                const BlockArguments &of_block, Birth of_child)
      : Command(Ref<Queue>(&queue), CL_COMMAND_NDRANGE_KERNEL), code(std::move(runs.image)),
        info(*runs.info), snapshot(KernelArgs::ofBlock(info, of_block.block, of_block.block_bytes,
                                                       of_block.local_sizes)),
        birth(std::make_unique<Birth>(std::move(of_child))) {
    makeNdRange(request, info, code->artifact.uniform_work_groups, queue.device().properties(),
                launch);
    if (isEmpty(launch))
      own_status = CL_COMPLETE;
    KernelArgs::placeBlock(info, snapshot);
    takeOver(runs);
  }

  // To be called once, if the range is not empty. `variants` of the kernel, or null.
  void complete(KernelVariants *variants) {
    ChosenCode chosen = {entry, &info, nullptr};
    if (variants) {
      variants->choose(launch, args, chosen);
      entry = chosen.entry;
      cost = chosen.cost;
    }
    context_bytes = contextBytes(*chosen.info, launch);
    hints = chosen.info->hints;
    if (trace::enabled()) [[unlikely]]
      name_in_trace = std::make_unique<const std::string>(info.name);
    if (logEnabled(LogGroup::Launch)) [[unlikely]]
      logLaunch(info, launch, chosen.info != &info);
    if (chosen.info->transposed)
      for (auto *sizes :
           {launch.global_size, launch.global_offset, launch.local_size, launch.num_groups})
        std::swap(sizes[0], sizes[1]);
  }

  const weft_launch &range() const { return launch; }
  const KernelArgs::Snapshot &arguments() const { return snapshot; }

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

  std::string_view label() const override {
    return name_in_trace ? std::string_view(*name_in_trace) : Command::label();
  }

private:
  // Checks sizes, then arguments. The range is written to where it stays.
  KernelArgs::Snapshot prepare(const Queue &queue, const Kernel &kernel,
                               const NdRangeRequest &request) {
    makeNdRange(request, info, code->artifact.uniform_work_groups, queue.device().properties(),
                launch);
    return kernel.snapshotArgs();
  }

  static void logLaunch(const KernelInfo &kernel, const weft_launch &range, bool specialized) {
    const auto sizes = [&](const uint64_t (&all)[3]) {
      std::string text;
      for (uint32_t d = 0; d < range.work_dim; ++d)
        text += (d ? " x " : "") + std::to_string(all[d]);
      return text;
    };
    log(LogGroup::Launch, "%s: %s work-items in %s groups of %s%s", kernel.name.c_str(),
        sizes(range.global_size).c_str(), sizes(range.num_groups).c_str(),
        sizes(range.local_size).c_str(), specialized ? ", specialised" : "");
  }

  void takeOver(const KernelCode &runs) {
    entry = runs.entry;
    name = info.name.c_str();
    args = snapshot.args.data();
    local_bytes = snapshot.local_bytes;
    fibers = info.uses_fibers;
    clear_local = local_bytes && context().clearsLocalMemory();
  }

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
    snapshot.memory.clear();
    snapshot.queues.reset();
    family.reset();
    code.reset();
    end(status);
  }

  void completed() override {
    Command::completed();
    if (birth) [[unlikely]]
      birth->ended(*this);
  }

  std::shared_ptr<const ProgramImage> code;
  const KernelInfo &info; // of `code`
  std::unique_ptr<const std::string> name_in_trace;
  KernelArgs::Snapshot snapshot;
  cl_int own_status = CL_QUEUED;         // of its own work-items, when they are done
  std::unique_ptr<ChildLaunches> family; // of a kernel that enqueues others, while it runs
  const std::unique_ptr<Birth> birth;    // of what a kernel has enqueued
};

} // namespace

static KernelCode codeFor(const Queue &queue, const Kernel &kernel) {
  // "CL_INVALID_CONTEXT if the context associated with command_queue and kernel are not the same"
  require(&kernel.context() == &queue.context(), CL_INVALID_CONTEXT,
          "queue and kernel are of different contexts");
  return kernel.codeOn(queue.device());
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
  KernelCode code = codeFor(queue, kernel);
  KernelVariants *const variants = code.variants; // of the image, which the command keeps
  auto command = make<LaunchCommand>(queue, type, kernel, std::move(code), request);
  checkArgs(queue, command->arguments());
  // "the kernel command will trivially succeed after its event dependencies are satisfied"
  if (isEmpty(command->range()))
    return makeMarker(queue, type);
  command->complete(variants);
  return command;
}

Ref<Command> makeChildLaunch(Queue &queue, std::shared_ptr<const ProgramImage> image,
                             const KernelInfo &info, const NdRangeRequest &request,
                             const BlockArguments &arguments, Birth birth) {
  KernelCode code = codeOf(std::move(image), info);
  KernelVariants *const variants = code.variants;
  auto command = make<LaunchCommand>(queue, std::move(code), request, arguments, std::move(birth));
  checkArgs(queue, command->arguments());
  if (!isEmpty(command->range()))
    command->complete(variants);
  return command;
}

std::array<uint64_t, 3> suggestLocalSize(const Queue &queue, const Kernel &kernel,
                                         const NdRangeRequest &request) {
  const KernelCode code = codeFor(queue, kernel);
  weft_launch range;
  makeNdRange(request, *code.info, code.image->artifact.uniform_work_groups,
              queue.device().properties(), range);
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
