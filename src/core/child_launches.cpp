// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls come from kernel code, which no exception may cross.
#include "core/child_launches.h"

#include "core/launch.h"
#include "core/sub_groups.h"

#include <cstring>
#include <new>
#include <utility>

namespace weft {

namespace {

// OpenCL C's codes, where they are not those of the host (opencl-c-base.h).
enum EnqueueCode : int32_t {
  Success = 0,
  OutOfResources = -5,
  InvalidArgSize = -51,
  InvalidEventWaitList = -57,
  EventAllocationFailure = -100,
  EnqueueFailure = -101,
  InvalidQueue = -102,
  InvalidNdRange = -160,
  DeviceQueueFull = -161,
};

// kernel_enqueue_flags_t. "Implementations are not required to honor this flag. [They] may not
// schedule kernel launch earlier than the point specified": who waits for the work-group waits for
// the launch.
constexpr uint32_t NoWait = 0;

void *const NullEvent = reinterpret_cast<void *>(~uintptr_t(0));

class MarkerCommand final : public Command {
public:
  MarkerCommand(Queue &queue, Birth birth)
      : Command(Ref<Queue>(&queue), CL_COMMAND_MARKER), birth(std::move(birth)) {}

private:
  void start(Device &, Ref<Command> &) override { end(CL_COMPLETE); }
  void completed() override {
    Command::completed();
    birth.ended(*this);
  }
  Birth birth;
};

NdRangeRequest requestOf(const weft_ndrange &range) {
  static_assert(sizeof(size_t) == sizeof(uint64_t));
  auto sizes = [](const uint64_t (&all)[3]) { return reinterpret_cast<const size_t *>(all); };
  NdRangeRequest request = {};
  request.work_dim = range.dimensions;
  request.global_offset = sizes(range.global_offset);
  request.global_size = sizes(range.global_size);
  request.local_size = range.local_size[0] ? sizes(range.local_size) : nullptr;
  return request;
}

} // namespace

void Birth::ended(const Event &command) {
  if (event)
    event->complete(command.status(), command.times());
  queue->giveBack(bytes);
  if (parent && command.status() < 0)
    parent->childFailed(command.status());
}

ChildLaunches::ChildLaunches(Command &parent, std::shared_ptr<const ProgramImage> image)
    : weft_children{}, parent(parent), image(std::move(image)) {
  static constexpr auto of = [](weft_children *self) -> ChildLaunches & {
    return static_cast<ChildLaunches &>(*self);
  };
  enqueue = [](weft_children *self, const weft_enqueue *call) {
    return of(self).enqueueKernel(*call);
  };
  marker = [](weft_children *self, const weft_enqueue *call) {
    return of(self).enqueueMarker(*call);
  };
  query = [](weft_children *self, const weft_enqueue *call, uint32_t what) {
    return of(self).answer(*call, what);
  };
  find_default_queue = [](weft_children *self) { return of(self).defaultQueue(); };
  create_event = [](weft_children *self) -> void * {
    try {
      Context &context = of(self).context();
      const Ref<DeviceEvent> made = context.deviceEvents().addUser(context);
      return made ? made.get() : NullEvent;
    } catch (const std::bad_alloc &) {
      return NullEvent;
    }
  };
  retain_event = [](weft_children *self, void *event) {
    of(self).context().deviceEvents().retain(event);
  };
  release_event = [](weft_children *self, void *event) {
    of(self).context().deviceEvents().release(event);
  };
  set_event_status = [](weft_children *self, void *event, int32_t status) {
    if (const Ref<DeviceEvent> found = of(self).context().deviceEvents().find(event))
      found->setStatus(status);
  };
  is_valid_event = [](weft_children *self, void *event) -> uint32_t {
    return bool(of(self).context().deviceEvents().find(event));
  };
  capture_times = [](weft_children *self, void *event, void *values) {
    try {
      if (const Ref<DeviceEvent> found = of(self).context().deviceEvents().find(event))
        found->capture(static_cast<uint64_t *>(values));
    } catch (const std::bad_alloc &) {
      // Nothing tells the kernel; the values stay what they were.
    }
  };
}

void *ChildLaunches::defaultQueue() {
  std::lock_guard lock(mutex);
  if (!default_queue)
    default_queue = context().defaultQueue(parent.queue()->device());
  return default_queue.get();
}

int32_t ChildLaunches::failure(cl_int code) const {
  // "If the -g compile option is specified [...] the following errors may be returned instead of
  // CLK_ENQUEUE_FAILURE"
  return image->artifact.debug_info ? code : EnqueueFailure;
}

std::vector<Ref<DeviceEvent>> ChildLaunches::waitList(const weft_enqueue &call) const {
  std::vector<Ref<DeviceEvent>> events;
  require(!call.wait_list == !call.num_events, InvalidEventWaitList, "list and count disagree");
  for (uint32_t i = 0; i < call.num_events; ++i) {
    const void *handle = static_cast<const void *const *>(call.wait_list)[i];
    events.push_back(context().deviceEvents().find(handle));
    require(bool(events.back()), InvalidEventWaitList, "not an event");
  }
  return events;
}

// Room in the queue, and the event. What is thrown leaves neither.
Birth ChildLaunches::prepare(const weft_enqueue &call, uint64_t bytes) {
  Birth birth;
  require(call.queue, InvalidQueue, "no queue");
  birth.queue = Ref<DeviceQueue>(static_cast<DeviceQueue *>(const_cast<void *>(call.queue)));
  if (call.event) {
    birth.event = context().deviceEvents().add();
    require(bool(birth.event), EventAllocationFailure, "too many events");
  }
  bytes += DeviceQueueLimits::CommandBytes + call.num_events * sizeof(void *);
  if (!birth.queue->take(bytes)) {
    if (birth.event)
      context().deviceEvents().release(birth.event.get());
    throw Error{DeviceQueueFull, "the device queue is full"};
  }
  birth.bytes = bytes;
  return birth;
}

void ChildLaunches::send(const weft_enqueue &call, const Ref<Command> &command,
                         const Ref<DeviceEvent> &event) {
  if (event) {
    event->attach(command);
    *static_cast<void **>(call.event) = event.get();
  }
  command->retain(); // enqueue() takes it over
  if (call.range && call.flags != NoWait) {
    std::lock_guard lock(mutex);
    if (!parent_ended) {
      waiting.emplace_back(Ref<Command>::adopt(command.get()));
      return;
    }
  }
  command->enqueue();
  command->tracked();
}

void ChildLaunches::parentEnded() {
  std::vector<Ref<Command>> ready;
  {
    std::lock_guard lock(mutex);
    parent_ended = true;
    ready.swap(waiting);
  }
  for (const Ref<Command> &command : ready) {
    command->retain(); // enqueue() takes it over
    command->enqueue();
    command->tracked();
  }
}

int32_t ChildLaunches::enqueueKernel(const weft_enqueue &call) {
  try {
    const KernelInfo *info = image->find(call.name);
    require(info && info->is_block && info->args.size() == call.num_locals + 1, OutOfResources,
            "no such kernel");
    const std::vector<Ref<DeviceEvent>> before = waitList(call);
    require(call.range->dimensions >= 1 && call.range->dimensions <= 3, InvalidNdRange,
            "not an ND-range");
    BlockArguments arguments = {call.block, call.block->bytes, {call.local_sizes, call.num_locals}};
    for (uint64_t bytes : arguments.local_sizes)
      require(bytes, InvalidArgSize, "local memory of no size");
    Birth birth = prepare(call, arguments.block_bytes);
    // Until the command is made and has both.
    DeviceQueue &queue = *birth.queue;
    const Ref<DeviceEvent> event = birth.event;
    const uint64_t taken = birth.bytes;
    birth.parent = this;
    Ref<Command> command;
    try {
      command = makeChildLaunch(queue.commandQueue(), image, *info, requestOf(*call.range),
                                arguments, std::move(birth));
      command->track();
      for (const Ref<DeviceEvent> &one : before)
        one->orderBefore(*command);
    } catch (...) {
      if (command)
        command->untrack();
      queue.giveBack(taken);
      if (event)
        context().deviceEvents().release(event.get());
      throw;
    }
    parent.holdOpenFor(*command);
    send(call, command, event);
    return Success;
  } catch (const Error &error) {
    switch (error.code) {
    case CL_INVALID_WORK_DIMENSION:
    case CL_INVALID_GLOBAL_OFFSET:
    case CL_INVALID_GLOBAL_WORK_SIZE:
    case CL_INVALID_WORK_GROUP_SIZE:
    case CL_INVALID_WORK_ITEM_SIZE:
      return failure(InvalidNdRange);
    default:
      return failure(error.code);
    }
  } catch (const std::bad_alloc &) {
    return failure(OutOfResources);
  }
}

int32_t ChildLaunches::enqueueMarker(const weft_enqueue &call) {
  // "event_ret must not be NULL as otherwise this is a no-op."
  if (!call.event)
    return Success;
  try {
    const std::vector<Ref<DeviceEvent>> before = waitList(call);
    require(!before.empty(), InvalidEventWaitList, "a marker for nothing");
    Birth birth = prepare(call, 0);
    DeviceQueue &queue = *birth.queue;
    const Ref<DeviceEvent> event = birth.event;
    const uint64_t taken = birth.bytes;
    Ref<Command> command;
    try {
      command = make<MarkerCommand>(queue.commandQueue(), std::move(birth));
      command->track();
      for (const Ref<DeviceEvent> &one : before)
        one->orderBefore(*command);
    } catch (...) {
      if (command)
        command->untrack();
      queue.giveBack(taken);
      context().deviceEvents().release(event.get());
      throw;
    }
    send(call, command, event);
    return Success;
  } catch (const Error &error) {
    return failure(error.code);
  } catch (const std::bad_alloc &) {
    return failure(OutOfResources);
  }
}

uint32_t ChildLaunches::answer(const weft_enqueue &call, uint32_t what) const {
  const KernelInfo *info = image->find(call.name);
  if (!info)
    return 0;
  const DeviceProperties &properties = parent.queue()->device().properties();
  switch (what) {
  case WEFT_QUERY_WORK_GROUP_SIZE:
    return uint32_t(properties.max_work_group_size);
  case WEFT_QUERY_PREFERRED_MULTIPLE:
    return uint32_t(preferredMultiple(*info, properties));
  case WEFT_QUERY_MAX_SUB_GROUP_SIZE:
    return uint32_t(subGroupSize(*info));
  case WEFT_QUERY_MAX_NUM_SUB_GROUPS:
    return uint32_t(maxNumSubGroups(*info, properties));
  case WEFT_QUERY_LOCAL_SIZE:
    return uint32_t(localSizeOf(call.num_sub_groups, *info, properties));
  case WEFT_QUERY_SUB_GROUP_COUNT: {
    // Of the groups that the launch would have.
    try {
      weft_launch launch;
      makeNdRange(requestOf(*call.range), *info, image->artifact.uniform_work_groups, properties,
                  launch);
      return uint32_t(
          subGroupCount(*info, {launch.local_size[0], launch.local_size[1], launch.local_size[2]}));
    } catch (const Error &) {
      return 0;
    }
  }
  default:
    return 0;
  }
}

} // namespace weft
