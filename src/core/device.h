// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What core needs of a device. The CPU device (src/cpu) implements it; core knows no other thing
// about CPUs, compilers or threads.
#ifndef WEFT_CORE_DEVICE_H
#define WEFT_CORE_DEVICE_H

#include "core/object.h"
#include "support/artifact.h"

#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>
#include <weft/compiler.h>
#include <weft/kernel_abi.h>

namespace weft {

class CheckedLaunch;
class Platform;
struct ProgramImage;

// Truthful values for clGetDeviceInfo that depend on the machine; all the rest is constant.
struct DeviceProperties {
  std::string name; // "AMD EPYC ..." as the OS reports it
  std::string vendor;
  uint32_t vendor_id = 0;
  uint32_t compute_units = 1; // CPUs this process may use
  uint32_t max_clock_mhz = 0;
  uint32_t preferred_vector_bytes = 16; // width of the SIMD unit in use
  bool native_half = false;             // it computes with halves
  uint64_t global_memory = 0;           // bytes this process may use
  uint64_t max_allocation = 0;          // bytes
  uint64_t cache_bytes = 0;             // last-level cache
  uint32_t cache_line = 64;             // bytes
  uint64_t local_memory = 0;            // bytes per work-group
  uint64_t max_constant = 0;            // bytes
  size_t max_work_group_size = 0;       // work-items
  size_t printf_buffer = 0;             // bytes
  size_t max_parameter_size = 0;        // bytes
  size_t max_image_buffer = 0;          // pixels of an image made of a buffer

  size_t preferredWorkGroupSizeMultiple() const { return preferred_vector_bytes / sizeof(float); }
};

// Whether the kernels of a context are to end early. Set once, from any thread.
class StopFlag {
public:
  bool isSet() const { return value.load(std::memory_order_seq_cst); }
  void set() { value.store(1, std::memory_order_seq_cst); }
  // What compiled kernels look at.
  const uint32_t *word() const { return reinterpret_cast<const uint32_t *>(&value); }

private:
  std::atomic<uint32_t> value{0};
  static_assert(sizeof(std::atomic<uint32_t>) == sizeof(uint32_t));
};

// Native code of one program, loaded for as long as the object lives.
class LoadedCode {
public:
  virtual ~LoadedCode() = default;
  // Null if there is no such symbol.
  virtual weft_kernel_fn find(const std::string &symbol) const = 0;
  // A variable's address, or null; it is there as long as the object lives.
  virtual void *findVariable(const std::string &symbol) const = 0;
  // Before any of its kernels runs: what they look at, if they were compiled for that. It has to
  // live as long as kernels are launched.
  virtual void stopBy(const StopFlag &) {}
};

// What launches took, as far as it was measured.
struct LaunchCost {
  void add(uint64_t more_time, uint64_t more_items) {
    // Of two that lower it at the same time one may be lost.
    const double cost = double(more_time) / double(more_items);
    if (cost < least_per_item.load(std::memory_order_relaxed))
      least_per_item.store(cost, std::memory_order_relaxed);
    if (time.fetch_add(more_time, std::memory_order_relaxed) + more_time >=
        due.load(std::memory_order_relaxed))
      is_due->store(true, std::memory_order_relaxed);
  }
  std::atomic<uint64_t> time{0}; // nanoseconds, of all threads together
  // Nanoseconds per work-item where they were fewest: what else the machine does only adds to them.
  std::atomic<double> least_per_item{std::numeric_limits<double>::infinity()};
  // Nanoseconds from which on `is_due` is set.
  std::atomic<uint64_t> due{UINT64_MAX};
  std::atomic<bool> *is_due = nullptr;
};

// The code that a launch runs.
struct ChosenCode {
  weft_kernel_fn entry;
  const KernelInfo *info; // of this code
  LaunchCost *cost;       // where the launch is to be added; may be null
};

// Codes of one kernel: for all launches, and for some.
class KernelVariants {
public:
  virtual ~KernelVariants() = default;
  // `code` is that for all launches; it is changed if there is better code for this one, which
  // takes the same arguments. On the path of each launch, from any thread.
  void choose(const weft_launch &range, const void *args, ChosenCode &code) noexcept {
    code.cost = &generic;
    if (attentive.load(std::memory_order_relaxed)) [[unlikely]]
      chooseNow(range, args, code);
  }

protected:
  virtual void chooseNow(const weft_launch &range, const void *args, ChosenCode &code) noexcept = 0;

  std::atomic<bool> attentive{false}; // there may be something to choose or to find out
  // Of launches of the code for all. Written by those who run them, so away from what is read.
  alignas(64) LaunchCost generic;
};

// Something ready to run. run() is called on some thread of the device, then finished.
class HostTask {
public:
  virtual ~HostTask() = default;
  virtual void run() = 0;
};

// One kernel launch, ready to run. Fields are constant once submitted, until done() is called,
// which may delete it.
struct KernelLaunch {
  weft_kernel_fn entry = nullptr;
  const char *name = ""; // of the kernel, for traces
  weft_launch launch = {};
  const void *args = nullptr; // packed argument buffer, WEFT_ABI_ALIGNMENT aligned
  uint64_t local_bytes = 0;   // static plus dynamic, per work-group
  uint64_t context_bytes = 0; // per work-group: weft_thread::context
  bool fibers = false;
  bool clear_local = false; // each work-group begins with zeros in its local memory
  LaunchHints hints;
  LaunchCost *cost = nullptr;          // where to add what it takes
  const void *remembered_as = nullptr; // what its cost is remembered for; null: `entry`
  weft_children *children = nullptr;   // see weft_thread
  CheckedLaunch *checked = nullptr;    // of a kernel that is checked; else null
  const StopFlag *stop = nullptr;      // when to end early, without success; null: never

  const void *costKey() const {
    return remembered_as ? remembered_as : reinterpret_cast<const void *>(entry);
  }

  // Called once, before the first group runs.
  virtual void started() {}
  // Called once, on the thread that finishes last; not under locks.
  virtual void done(bool ok) {}
};

class Device : public ApiObject<_cl_device_id, Kind::Device, CL_INVALID_DEVICE> {
public:
  virtual const DeviceProperties &properties() const = 0;

  // Runs the compiler (see weft/compiler.h); the request's cpu, features and emitter are filled in
  // here. Never throws for a program's faults: the artifact holds the log.
  struct CompileResult {
    weft_status status;
    Artifact artifact;
  };
  struct CompileRequest {
    weft_action action;
    std::string source;                                       // OpenCL C, unless is_spirv
    std::vector<std::pair<std::string, std::string>> headers; // name, text
    std::vector<std::string> inputs;                          // IR
    std::string options;
    bool is_spirv = false;
    std::vector<std::pair<uint32_t, std::string>> spec_constants = {}; // of SPIR-V: SpecId, bytes
  };
  virtual CompileResult compile(const CompileRequest &request) = 0;
  virtual bool compilerAvailable() const = 0;
  // The `target` string that artifacts for this device carry.
  virtual std::string target() const = 0;
  // Null with a reason in `error` if the code cannot be loaded.
  virtual std::shared_ptr<LoadedCode> load(const Artifact &artifact, std::string &error) = 0;

  // For each kernel of an executable program; empty if the device has one code for all launches.
  // They belong to the image, and may outlive the device.
  virtual std::vector<std::unique_ptr<KernelVariants>>
  variantsOf(const std::shared_ptr<const ProgramImage> &image) {
    return {};
  }

  // Asynchronous; both may be called from any thread, also from within a task or done(). The launch
  // belongs to the caller.
  virtual void submit(std::unique_ptr<HostTask> task) = 0;
  virtual void submit(KernelLaunch &launch) = 0;
  // Runs launches, one after another, on the calling thread, as long as each takes less than
  // handing it to others would; returns how many: none, unless the thread is in a task or done().
  // `ok` becomes false if the last of these failed. started() and done() are not called.
  virtual size_t runShort(std::span<const KernelLaunch *const> launches, bool &ok) { return 0; }
  // Runs pending work on the calling thread until stop() is true; sleeps when there is none.
  // Whoever makes stop() true must call wakeHelpers() afterwards.
  virtual void helpUntil(const std::function<bool()> &stop) = 0;
  virtual void wakeHelpers() = 0;
  // The device may leave a short launch for a while to whoever will wait for it: no longer.
  virtual void expedite() {}
  // The calling thread goes on to run a function of the application, which may wait for anything:
  // nothing that was submitted may depend on the thread's coming back. Also from within a task or
  // done().
  virtual void mayBlock() = 0;
  // Starts the worker threads if they do not run yet (the first queue).
  virtual void start() = 0;

  // Buffer memory, aligned to at least WEFT_ABI_ALIGNMENT, and to `alignment`, which is 0 or a
  // power of two of at most MaxAlignment; null if there is none. Contents undefined.
  static constexpr size_t MaxAlignment = 4096;
  virtual void *allocate(size_t bytes, size_t alignment) = 0;
  virtual void free(void *memory, size_t bytes) = 0;

  // Nanoseconds on the clock of profiling and of clGetHostTimer.
  virtual uint64_t now() const = 0;

  // Sub-devices. Compute units are numbered from 0.
  virtual bool divisible() const { return false; }
  // The compute units grouped by what they share; empty if that is not known.
  virtual std::vector<std::vector<unsigned>> unitsBy(cl_device_affinity_domain domain) const {
    return {};
  }
  // A device of some of the compute units, whose threads stay on these. Only if divisible().
  virtual Ref<Device> part(const std::vector<unsigned> &units) { return nullptr; }

  Platform *platform = nullptr; // lives as long as the process
  // Of a sub-device, constant from its creation on: CL_DEVICE_PARENT_DEVICE and _PARTITION_TYPE.
  Ref<Device> parent;
  std::vector<cl_device_partition_property> partition_type;
};

} // namespace weft
#endif
