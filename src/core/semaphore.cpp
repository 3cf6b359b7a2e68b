// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signals and those who wait for them.
#include "core/semaphore.h"

#include "core/file_waits.h"
#include "core/info_writer.h"

#include <algorithm>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/eventfd.h>
#include <unistd.h>

namespace weft {

Semaphore::Semaphore(Ref<Context> context, std::vector<Ref<Device>> devices,
                     std::vector<cl_semaphore_properties_khr> properties)
    : ctx(std::move(context)), devices(std::move(devices)), property_list(std::move(properties)) {}

Semaphore::~Semaphore() {
  if (file >= 0)
    close(file);
}

bool Semaphore::hasDevice(const Device &device) const {
  return std::ranges::any_of(devices, [&](const Ref<Device> &own) { return own.get() == &device; });
}

std::span<const cl_semaphore_type_khr> semaphoreTypes() {
  static constexpr cl_semaphore_type_khr Types[] = {CL_SEMAPHORE_TYPE_BINARY_KHR};
  return Types;
}

std::span<const cl_external_semaphore_handle_type_khr> semaphoreHandleTypes() {
  static constexpr cl_external_semaphore_handle_type_khr Types[] = {
      CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR};
  return Types;
}

static bool isReadable(int file) {
  pollfd one = {file, POLLIN, 0};
  return poll(&one, 1, 0) == 1 && one.revents & POLLIN;
}

// Made by eventfd(2), and not of another kind that could be read from and written to.
static bool isCounter(int file) {
  char target[64];
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  const ssize_t bytes = readlink(link.c_str(), target, sizeof target);
  return bytes > 0 && std::string_view(target, size_t(bytes)) == "anon_inode:[eventfd]";
}

void Semaphore::makeExportable(cl_external_semaphore_handle_type_khr type) {
  export_types.push_back(type);
  if (type != CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR)
    return;
  file = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE);
  require(file >= 0, CL_OUT_OF_RESOURCES, "no file for the semaphore");
  kind = File::Counter;
}

void Semaphore::import(cl_external_semaphore_handle_type_khr type, int handle) {
  if (type == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR) {
    require(isCounter(handle), CL_INVALID_PROPERTY, "not a file of a semaphore");
    kind = File::Counter;
    file = handle;
    return;
  }
  // "The special value -1 for fd is treated like a valid sync file descriptor referring to an
  // object that has already signaled."
  require(handle == -1 || fcntl(handle, F_GETFD) != -1, CL_INVALID_PROPERTY, "not an open file");
  fence_was_imported = true;
  if (handle == -1) {
    signals = 1;
    return;
  }
  kind = File::Fence;
  file = handle;
}

void Semaphore::importAgain(int handle) {
  require(handle == -1 || fcntl(handle, F_GETFD) != -1, CL_INVALID_VALUE, "not an open file");
  std::lock_guard lock(mutex);
  // "CL_INVALID_SEMAPHORE_KHR if a CL_SEMAPHORE_HANDLE_SYNC_FD_KHR handle was not imported when
  // sema_object was created."
  require(fence_was_imported, CL_INVALID_SEMAPHORE_KHR, "not a semaphore of a sync file");
  if (file >= 0)
    close(file);
  signals = handle == -1;
  kind = handle == -1 ? File::None : File::Fence;
  file = handle;
}

// With the mutex held: a signal, if there is one.
bool Semaphore::takeLocked() {
  if (signals) {
    --signals;
    return true;
  }
  if (kind == File::Counter) {
    uint64_t one;
    return read(file, &one, sizeof one) == sizeof one; // another process may be faster
  }
  if (kind == File::None || !isReadable(file))
    return false;
  close(file);
  file = -1;
  kind = File::None;
  return true;
}

// With the mutex held.
void Semaphore::waitForFile() {
  if (kind == File::None || file_awaited || waiters.empty())
    return;
  whenReadable(file, [self = Ref<Semaphore>(this)] { self->serve(); });
  file_awaited = true;
}

void Semaphore::serve() {
  std::vector<SemaphoreWaiter *> served;
  {
    std::lock_guard lock(mutex);
    file_awaited = false;
    while (!waiters.empty() && takeLocked()) {
      served.push_back(waiters.front());
      waiters.pop_front();
    }
    waitForFile();
  }
  for (SemaphoreWaiter *waiter : served)
    waiter->signaled();
}

void Semaphore::signal() {
  SemaphoreWaiter *next = nullptr;
  {
    std::lock_guard lock(mutex);
    if (kind == File::Counter) {
      // Whoever waits for the file gets it, here or elsewhere.
      const uint64_t one = 1;
      if (write(file, &one, sizeof one) == sizeof one)
        return;
    }
    if (waiters.empty()) {
      ++signals;
      return;
    }
    next = waiters.front();
    waiters.pop_front();
  }
  next->signaled();
}

bool Semaphore::take(SemaphoreWaiter &waiter) {
  std::lock_guard lock(mutex);
  if (waiters.empty() && takeLocked())
    return true;
  waiters.push_back(&waiter);
  try {
    waitForFile();
  } catch (...) {
    waiters.pop_back();
    throw;
  }
  return false;
}

size_t Semaphore::forget(SemaphoreWaiter &waiter) {
  std::lock_guard lock(mutex);
  return std::erase(waiters, &waiter);
}

namespace {
// A thread of the application that waits.
class BlockedThread final : public SemaphoreWaiter {
public:
  explicit BlockedThread(Device &device) : device(device) {}
  void waitFor(Semaphore &semaphore) {
    if (semaphore.take(*this))
      return;
    const Context &context = semaphore.context();
    auto has_signal = [this] { return has_come.load(std::memory_order_seq_cst); };
    device.helpUntil([&] { return has_signal() || context.terminated(); });
    if (has_signal())
      return;
    if (semaphore.forget(*this))
      context.requireActive();
    device.helpUntil(has_signal); // it is on its way
  }

private:
  void signaled() override {
    Device &helped = device; // the waiter may be gone once it is told
    const Ref<Device> kept(&helped);
    has_come.store(true, std::memory_order_seq_cst);
    helped.wakeHelpers();
  }
  Device &device;
  std::atomic<bool> has_come{false};
};
} // namespace

void Semaphore::requireExportable(cl_external_semaphore_handle_type_khr type) const {
  // "CL_INVALID_VALUE if the requested external semaphore handle type was not specified when
  // sema_object was created."
  require(std::ranges::find(export_types, type) != export_types.end(), CL_INVALID_VALUE,
          "the semaphore was not made for such files");
}

int Semaphore::exportFile(cl_external_semaphore_handle_type_khr type) {
  if (type == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR) {
    const int copy = fcntl(file, F_DUPFD_CLOEXEC, 0);
    require(copy >= 0, CL_OUT_OF_RESOURCES, "no more files");
    return copy;
  }
  // Nobody but a driver in the kernel can make a sync file that is signaled later. One that has
  // been signaled is -1; "exporting a semaphore payload to a handle with copy transference has the
  // same side effects on the source semaphore's payload as executing a semaphore wait operation".
  BlockedThread(ctx->device()).waitFor(*this);
  return -1;
}

void Semaphore::writeInfo(cl_semaphore_info_khr param, InfoWriter &out) const {
  switch (param) {
  case CL_SEMAPHORE_CONTEXT_KHR:
    return out.write<cl_context>(ctx->handle());
  case CL_SEMAPHORE_REFERENCE_COUNT_KHR:
    return out.write<cl_uint>(apiRefs());
  case CL_SEMAPHORE_PROPERTIES_KHR:
    return out.array(property_list);
  case CL_SEMAPHORE_TYPE_KHR:
    return out.write<cl_semaphore_type_khr>(CL_SEMAPHORE_TYPE_BINARY_KHR);
  case CL_SEMAPHORE_PAYLOAD_KHR: {
    // "0 if the semaphore is in an un-signaled state, and 1 if it is in a signaled state"
    std::lock_guard lock(mutex);
    return out.write<cl_semaphore_payload_khr>(
        signals || (kind != File::None && isReadable(file)) ? 1 : 0);
  }
  case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
    return out.array(export_types);
  case CL_SEMAPHORE_EXPORTABLE_KHR:
    return out.boolean(!export_types.empty());
  case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR: {
    std::vector<cl_device_id> handles;
    for (const Ref<Device> &device : devices)
      handles.push_back(device->handle());
    return out.array(handles);
  }
  default:
    // "CL_INVALID_VALUE if param_name is not one of the supported values"
    throw Error{CL_INVALID_VALUE, "unknown semaphore query"};
  }
}

namespace {

class WaitCommand final : public Command, private SemaphoreWaiter {
public:
  WaitCommand(Queue &queue, Semaphores semaphores)
      : Command(Ref<Queue>(&queue), CL_COMMAND_SEMAPHORE_WAIT_KHR),
        semaphores(std::move(semaphores)) {}

private:
  void start(Device &, Ref<Command> &) override {
    advance(CL_RUNNING);
    // One more, so that it is not over before all have been asked.
    left.store(semaphores.size() + 1, std::memory_order_relaxed);
    retain(); // of signaled()
    for (const Ref<Semaphore> &semaphore : semaphores)
      if (semaphore->take(*this))
        left.fetch_sub(1, std::memory_order_relaxed);
    if (context().terminated()) [[unlikely]]
      forgetSemaphores();
    signaled();
  }

  void giveUpWaiting() override {
    // Once more, so that the semaphores stay meanwhile; unless it is over, or not there yet, which
    // start() sees to.
    size_t seen = left.load(std::memory_order_acquire);
    do {
      if (seen == 0)
        return;
    } while (!left.compare_exchange_weak(seen, seen + 1, std::memory_order_acq_rel));
    forgetSemaphores();
    signaled();
  }

  // Each that has not signaled counts as if it had.
  void forgetSemaphores() {
    for (const Ref<Semaphore> &semaphore : semaphores)
      left.fetch_sub(semaphore->forget(*this), std::memory_order_relaxed);
  }

  void signaled() override {
    if (left.fetch_sub(1, std::memory_order_acq_rel) != 1)
      return;
    const auto self = Ref<Command>::adopt(this);
    semaphores.clear();
    end(CL_COMPLETE);
  }

  Semaphores semaphores;
  std::atomic<size_t> left{0};
};

} // namespace

Ref<Command> makeSemaphoreWait(Queue &queue, Semaphores semaphores) {
  return make<WaitCommand>(queue, std::move(semaphores));
}

Ref<Command> makeSemaphoreSignal(Queue &queue, Semaphores semaphores) {
  return makeHostCommand(queue, CL_COMMAND_SEMAPHORE_SIGNAL_KHR, RunOn::AtOnce,
                         [semaphores = std::move(semaphores)] {
                           for (const Ref<Semaphore> &semaphore : semaphores)
                             semaphore->signal();
                         });
}

} // namespace weft
