// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/object_name.h"

#include "core/command_buffer.h"
#include "core/device_queue.h"
#include "core/image.h"
#include "core/kernel.h"
#include "core/queue.h"
#include "core/sampler.h"
#include "core/semaphore.h"

namespace weft {

static const char *nameOf(const Memory &memory) {
  if (isImageType(memory.type()))
    return "image";
  if (memory.type() == CL_MEM_OBJECT_PIPE)
    return "pipe";
  return memory.parent() ? "sub-buffer" : "buffer";
}

template <typename T> static const T *as(const Object &object) {
  return dynamic_cast<const T *>(&object);
}

const char *objectName(const Object &object) {
  if (const auto *memory = as<Memory>(object))
    return nameOf(*memory);
  if (const auto *event = as<Event>(object))
    return event->isUser() ? "user event" : "event";
  return as<Context>(object)         ? "context"
         : as<Queue>(object)         ? "queue"
         : as<DeviceQueue>(object)   ? "device queue"
         : as<Program>(object)       ? "program"
         : as<Kernel>(object)        ? "kernel"
         : as<Sampler>(object)       ? "sampler"
         : as<CommandBuffer>(object) ? "command buffer"
         : as<Semaphore>(object)     ? "semaphore"
         : as<Device>(object)        ? "sub-device"
                                     : "object";
}

void noteGiven(const Object &object) { check::noteMade(&object, objectName(object)); }

} // namespace weft
