// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Semaphores (cl_khr_semaphore), and the commands that signal them and wait for them. A command
// that waits holds no thread: it is in the semaphore's list, and whoever signals ends it.
#ifndef WEFT_CORE_SEMAPHORE_H
#define WEFT_CORE_SEMAPHORE_H

#include "core/command.h"
#include "core/khr_semaphore.h"

#include <deque>
#include <mutex>
#include <span>
#include <vector>

namespace weft {

class InfoWriter;

// A command that waits for a semaphore.
class SemaphoreWaiter {
public:
  virtual ~SemaphoreWaiter() = default;
  // A signal has come and is the waiter's. Under no lock.
  virtual void signaled() = 0;
};

class Semaphore : public ApiObject<_cl_semaphore_khr, Kind::Semaphore, CL_INVALID_SEMAPHORE_KHR> {
public:
  // What is behind it, apart from what the process knows.
  enum class File {
    None,
    Counter, // an eventfd that processes share: each signal is for one of them
    Fence,   // a sync file, or the like: readable from its only signal on; gone when that is taken
  };

  // Of type CL_SEMAPHORE_TYPE_BINARY_KHR, not signaled. `properties` with the terminating 0.
  Semaphore(Ref<Context> context, std::vector<Ref<Device>> devices,
            std::vector<cl_semaphore_properties_khr> properties);
  ~Semaphore() override;

  // Before the semaphore is used. "export" of CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR.
  void makeExportable(cl_external_semaphore_handle_type_khr type);
  // The file becomes the semaphore's. A fence of -1 has been signaled. CL_INVALID_PROPERTY, and the
  // file stays the application's, if it is not one of that type.
  void import(cl_external_semaphore_handle_type_khr type, int file);
  // clReImportSemaphoreSyncFdKHR, with its checks of the semaphore.
  void importAgain(int file);
  // CL_INVALID_VALUE if it was not made exportable as a file of that type.
  void requireExportable(cl_external_semaphore_handle_type_khr type) const;
  // A file of a type that it was made exportable as. A fence is the signal, which is taken; this
  // waits for it.
  int exportFile(cl_external_semaphore_handle_type_khr type);

  Context &context() const { return *ctx; }
  bool hasDevice(const Device &device) const;

  void signal();
  // True if there is a signal, which is the caller's then. Else `waiter` gets the next that nobody
  // before it waits for; it has to live until then.
  bool take(SemaphoreWaiter &waiter);
  // It gets no signal any more; from how many places among those who wait it was taken.
  size_t forget(SemaphoreWaiter &waiter);

  // clGetSemaphoreInfoKHR.
  void writeInfo(cl_semaphore_info_khr param, InfoWriter &out) const;

private:
  bool takeLocked();
  // The file may have a signal for those who wait.
  void serve();
  void waitForFile();

  const Ref<Context> ctx;
  const std::vector<Ref<Device>> devices;
  const std::vector<cl_semaphore_properties_khr> property_list;
  mutable std::mutex mutex; // guards what is below
  // Of a binary semaphore one is all that a program may rely on. More than one come where signals
  // overtake a wait that is enqueued but not begun; none may be lost then.
  uint64_t signals = 0;
  std::deque<SemaphoreWaiter *> waiters; // oldest first; none while there are signals
  File kind = File::None;
  int file = -1;
  bool file_awaited = false; // serve() will be called
  bool fence_was_imported = false;
  std::vector<cl_external_semaphore_handle_type_khr> export_types;
};

// What CL_DEVICE_SEMAPHORE_TYPES_KHR reports, and the platform.
std::span<const cl_semaphore_type_khr> semaphoreTypes();
// And CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, and those for exporting.
std::span<const cl_external_semaphore_handle_type_khr> semaphoreHandleTypes();

using Semaphores = std::vector<Ref<Semaphore>>;
Ref<Command> makeSemaphoreSignal(Queue &queue, Semaphores semaphores);
// Completes when each has been signaled, and the signals are taken.
Ref<Command> makeSemaphoreWait(Queue &queue, Semaphores semaphores);

} // namespace weft
#endif
