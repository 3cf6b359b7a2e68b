// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Per kernel: launches add what they take to `generic`. Once that is much, some launches are
// compared; what they have in common is what the kernel is compiled for, on the background thread.
// The result is put at the head of a list that launches walk without a lock, and stays in it until
// the program's image goes.
#include "cpu/code/kernel_variants.h"

#include "core/program.h"
#include "cpu/code/background.h"
#include "cpu/code/code_loader.h"
#include "support/config.h"
#include "support/log.h"
#include "support/trace.h"

#include "weft/image_abi.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <exception>
#include <mutex>

namespace weft {
namespace {

// Nanoseconds of threads' time: compiling takes a tenth of that, and pays from a gain of a few
// percent on in the next second.
constexpr uint64_t WorthCompiling = 250'000'000;
// Launches are compared somewhat before, so that the code is there soon after.
constexpr uint64_t ComparedBefore = WorthCompiling / 2;
// Launches that are compared. An argument that has not changed by then may be a counter of an outer
// loop, which costs a compile in vain.
constexpr unsigned LaunchesAlike = 16;
// A launch of so many times fewer work-items than another one does not count beside it: it may be
// what is left to do for the results of groups, or a smaller image of several.
constexpr uint64_t MuchSmaller = 8;
// Of a kernel, and alive in the process: code takes memory.
constexpr unsigned MostVariants = 2, MostVariantsForTests = 64, MostInProcess = 256;
// Before one of two codes is chosen each must have run for 40 ms and in 32 launches, or for 400 ms.
constexpr uint64_t WorthComparing = 40'000'000, EnoughToCompare = 10 * WorthComparing;
constexpr uint32_t TurnsToCompare = 64;
// Context memory that a variant may take beside that of the generic code.
constexpr uint64_t MoreContextPerItem = 1 << 10, MoreContextPerGroup = 1 << 20;

enum class Policy { Off, Measured, Soon, Always };

Policy policy() {
  static const Policy chosen = [] {
    const std::string &text = config::specialize();
    return text == "0"        ? Policy::Off
           : text == "soon"   ? Policy::Soon
           : text == "always" ? Policy::Always
                              : Policy::Measured;
  }();
  return chosen;
}

std::atomic<unsigned> variants_alive{0};

// An integer, a sampler, or an image, of which the format counts.
struct FixedArg {
  uint32_t index, offset, size; // size: 1, 2, 4 or 8 bytes
  bool is_image;
  uint64_t value;
};

uint64_t valueOf(const FixedArg &arg, const char *args) {
  if (arg.is_image) {
    const weft_image *image = nullptr;
    std::memcpy(&image, args + arg.offset, sizeof image);
    return image ? weft_image_format(image) : 0;
  }
  uint64_t value = 0;
  std::memcpy(&value, args + arg.offset, arg.size);
  return value;
}

uint64_t itemCount(const weft_launch &range) {
  uint64_t count = 1;
  for (uint64_t size : range.global_size)
    if (__builtin_mul_overflow(count, size, &count))
      return UINT64_MAX;
  return count;
}

// No group is smaller than the others.
bool groupsAreWhole(const weft_launch &range) {
  for (int d = 0; d < 3; ++d)
    if (range.num_groups[d] * range.local_size[d] != range.global_size[d])
      return false;
  return true;
}

bool idsAreNarrow(const weft_launch &range) {
  for (int d = 0; d < 3; ++d)
    if (range.global_offset[d] != 0 || range.global_size[d] > WEFT_NARROW_SIZE)
      return false;
  return true;
}

// What a work-item writes at least where its kernel's stores go past the caches.
constexpr uint64_t FewestBytes = 4;

// What launches have in common.
struct Common {
  uint64_t local_size[3] = {}; // zeros: not all the same, or not the size of all groups
  bool narrow_ids = false;
  uint64_t least_items = 0; // work-items
  std::vector<FixedArg> args;

  bool sameSizes(const weft_launch &range) const {
    return std::equal(local_size, local_size + 3, range.local_size) && groupsAreWhole(range);
  }
  bool holdsFor(const weft_launch &range, const char *values) const {
    if ((local_size[0] && !sameSizes(range)) || (narrow_ids && !idsAreNarrow(range)) ||
        itemCount(range) < least_items)
      return false;
    return std::all_of(args.begin(), args.end(),
                       [&](const FixedArg &arg) { return valueOf(arg, values) == arg.value; });
  }
  bool nothing() const { return !local_size[0] && args.empty() && !least_items; }

  std::string text() const {
    std::string result;
    if (local_size[0])
      result = "groups of " + std::to_string(local_size[0]) + " x " +
               std::to_string(local_size[1]) + " x " + std::to_string(local_size[2]);
    for (const FixedArg &arg : args)
      result += (result.empty() ? "argument " : ", argument ") + std::to_string(arg.index) +
                (arg.is_image ? " of format " : " = ") + std::to_string(arg.value);
    if (narrow_ids)
      result += (result.empty() ? "" : ", ") + std::string("narrow ids");
    if (least_items)
      result += (result.empty() ? "" : ", ") + std::to_string(least_items) + " work-items or more";
    return result;
  }
};

// Code for some launches. Constant once it is in the list, but for the comparison.
struct Variant {
  Variant() { variants_alive.fetch_add(1, std::memory_order_relaxed); }
  ~Variant() { variants_alive.fetch_sub(1, std::memory_order_relaxed); }
  Variant(const Variant &) = delete;
  Variant &operator=(const Variant &) = delete;

  void choose(ChosenCode &code);

  Common common;
  Artifact artifact; // of the one kernel
  std::shared_ptr<LoadedCode> code;
  weft_kernel_fn entry = nullptr;
  Variant *next = nullptr;

  enum State { Compared, Kept, Dropped };
  std::atomic<State> state{Compared};
  LaunchCost own, generic; // of launches that it was made for
  std::atomic<uint32_t> turns{0};

private:
  void compare(uint32_t turns_taken);
};

void Variant::choose(ChosenCode &chosen) {
  switch (state.load(std::memory_order_relaxed)) {
  case Dropped:
    chosen.cost = nullptr;
    return;
  case Compared: {
    const uint32_t turn = turns.fetch_add(1, std::memory_order_relaxed);
    if (turn % 16 == 15)
      compare(turn + 1);
    // Half of the launches each, whatever period there is in what they do or in which of them are
    // measured (the Thue-Morse sequence).
    if (std::popcount(turn) % 2 == 0) {
      chosen.cost = &generic;
      return;
    }
    chosen.cost = &own;
    break;
  }
  case Kept:
    chosen.cost = nullptr;
    break;
  }
  chosen.entry = entry;
  chosen.info = &artifact.kernels.front();
}

void Variant::compare(uint32_t turns_taken) {
  const uint64_t time = std::min(own.time.load(std::memory_order_relaxed),
                                 generic.time.load(std::memory_order_relaxed));
  if (time < (turns_taken < TurnsToCompare ? EnoughToCompare : WorthComparing))
    return;
  const double ratio = own.least_per_item.load(std::memory_order_relaxed) /
                       generic.least_per_item.load(std::memory_order_relaxed);
  state.store(ratio < 1 ? Kept : Dropped, std::memory_order_relaxed);
  if (logEnabled(LogGroup::Build))
    log(LogGroup::Build, "kernel %s for %s: %s, takes %.3f of the time",
        artifact.kernels.front().name.c_str(), common.text().c_str(),
        ratio < 1 ? "kept" : "dropped", ratio);
}

class Variants final : public KernelVariants {
public:
  Variants(std::shared_ptr<Machine> machine, std::weak_ptr<const ProgramImage> image,
           const KernelInfo &info, uint64_t cache_bytes)
      : machine(std::move(machine)), image(std::move(image)), info(info), cache_bytes(cache_bytes),
        left(policy() == Policy::Always ? MostVariantsForTests : MostVariants) {
    generic.is_due = &attentive;
    setDue(policy() == Policy::Measured ? WorthCompiling : 0);
  }
  ~Variants() override {
    while (Variant *variant = head.load())
      head = variant->next, delete variant;
  }

  // Compiles, and has launches take the result.
  void make(const ProgramImage &program, const Common &common) noexcept;

private:
  void chooseNow(const weft_launch &range, const void *args, ChosenCode &code) noexcept override;
  // From how many nanoseconds on it is worth to compile.
  void setDue(uint64_t time);
  bool isWorthCompiling() const;
  Common commonOf(const weft_launch &range, const char *args) const;
  void observe(const weft_launch &range, const char *args);
  void request(Common common);
  std::unique_ptr<Variant> compile(const ProgramImage &program, const Common &common,
                                   std::string &reason);
  bool fits(const KernelInfo &variant) const;
  // Work-items of launches that write more than the caches hold. None do if that is not known.
  uint64_t leastBeyondCaches() const {
    if (!cache_bytes)
      return UINT64_MAX;
    return policy() == Policy::Always
               ? 1
               : cache_bytes / std::max(info.hints.stored_bytes, FewestBytes);
  }

  const std::shared_ptr<Machine> machine;
  const std::weak_ptr<const ProgramImage> image; // which owns this
  const KernelInfo &info;                        // of it
  const uint64_t cache_bytes;

  std::atomic<Variant *> head{nullptr};
  static constexpr uint64_t Never = UINT64_MAX;
  unsigned left;    // variants that may still be made; whoever makes them counts, one at a time
  std::mutex mutex; // guards what follows; nobody waits for it
  unsigned compared = 0;
  uint64_t most_items = 0; // of these
  Common seen;             // what the launches compared have in common
};

class Specialize final : public HostTask {
public:
  Specialize(Variants &variants, std::weak_ptr<const ProgramImage> image, Common common)
      : variants(variants), image(std::move(image)), common(std::move(common)) {}
  void run() override {
    // Whoever has the image has the variants. Without it nobody launches the kernel any more.
    if (const std::shared_ptr<const ProgramImage> program = image.lock())
      variants.make(*program, common);
  }

private:
  Variants &variants;
  const std::weak_ptr<const ProgramImage> image;
  const Common common;
};

void Variants::chooseNow(const weft_launch &range, const void *values, ChosenCode &code) noexcept {
  const char *args = static_cast<const char *>(values);
  auto chooseKnown = [&] {
    for (Variant *variant = head.load(std::memory_order_acquire); variant; variant = variant->next)
      if (variant->common.holdsFor(range, args)) {
        variant->choose(code);
        return true;
      }
    return false;
  };
  if (chooseKnown() ||
      generic.time.load(std::memory_order_relaxed) < generic.due.load(std::memory_order_relaxed))
    return;
  try {
    observe(range, args);
  } catch (const std::exception &) {
    setDue(Never);
  }
  if (policy() == Policy::Always)
    chooseKnown();
}

void Variants::setDue(uint64_t time) {
  generic.due.store(time == Never || time == 0 ? time : time - ComparedBefore,
                    std::memory_order_relaxed);
  // Whoever adds to `generic` from now on sees to the rest.
  attentive.store(head.load(std::memory_order_relaxed) || time == 0, std::memory_order_relaxed);
}

bool Variants::isWorthCompiling() const {
  const uint64_t time = generic.time.load(std::memory_order_relaxed);
  const uint64_t due = generic.due.load(std::memory_order_relaxed);
  return due == 0 || (time >= due && time - due >= ComparedBefore);
}

Common Variants::commonOf(const weft_launch &range, const char *args) const {
  Common common;
  common.narrow_ids = idsAreNarrow(range);
  if (groupsAreWhole(range))
    std::copy_n(range.local_size, 3, common.local_size);
  if (itemCount(range) >= leastBeyondCaches())
    common.least_items = leastBeyondCaches();
  for (uint32_t i = 0; i < info.args.size(); ++i) {
    const ArgInfo &arg = info.args[i];
    const bool is_opaque = arg.kind == ArgKind::Image || arg.kind == ArgKind::Sampler;
    if ((!arg.is_integer && !is_opaque) || arg.size > sizeof(uint64_t))
      continue;
    FixedArg fixed = {i, arg.offset, arg.size, arg.kind == ArgKind::Image, 0};
    fixed.value = valueOf(fixed, args);
    common.args.push_back(fixed);
  }
  return common;
}

void Variants::observe(const weft_launch &range, const char *args) {
  const bool at_once = policy() == Policy::Always;
  std::unique_lock lock(mutex, std::defer_lock);
  if (at_once)
    lock.lock();
  else if (!lock.try_lock())
    return;
  const uint64_t items = itemCount(range);
  if (compared != 0 && !at_once) {
    if (items < most_items / MuchSmaller)
      return;
    if (items / MuchSmaller > most_items)
      compared = 0;
  }
  most_items = compared == 0 ? items : std::max(most_items, items);
  if (compared++ == 0) {
    seen = commonOf(range, args);
  } else {
    if (!seen.sameSizes(range))
      std::fill_n(seen.local_size, 3, 0);
    seen.narrow_ids &= idsAreNarrow(range);
    if (itemCount(range) < seen.least_items)
      seen.least_items = 0;
    std::erase_if(seen.args, [&](const FixedArg &arg) { return valueOf(arg, args) != arg.value; });
  }
  if (at_once) {
    compared = 0;
    if (const auto program = image.lock(); program && !seen.nothing())
      make(*program, seen);
    return;
  }
  if (compared < (policy() == Policy::Soon ? 2 : LaunchesAlike) || !isWorthCompiling())
    return;
  compared = 0;
  request(std::exchange(seen, {}));
}

void Variants::request(Common common) {
  if (common.nothing() || variants_alive.load(std::memory_order_relaxed) >= MostInProcess) {
    // Another time, perhaps.
    if (policy() == Policy::Measured)
      setDue(generic.time.load(std::memory_order_relaxed) + 4 * WorthCompiling);
    return;
  }
  setDue(Never);
  runInBackground(std::make_unique<Specialize>(*this, image, std::move(common)));
}

void Variants::make(const ProgramImage &program, const Common &common) noexcept {
  std::unique_ptr<Variant> variant;
  try {
    const trace::ThreadSpan span("specialize");
    std::string reason;
    variant = compile(program, common, reason);
    if (logEnabled(LogGroup::Build))
      log(LogGroup::Build, "kernel %s for %s: %s%s", info.name.c_str(), common.text().c_str(),
          variant ? "ready" : "not specialised: ", reason.c_str());
  } catch (const std::exception &) {
    variant.reset(); // of memory, there is not enough
  }
  // What stands in its way once would do so again.
  if (!variant) {
    setDue(Never);
    return;
  }
  const bool measured = policy() == Policy::Measured;
  variant->state = measured ? Variant::Compared : Variant::Kept;
  variant->next = head.load(std::memory_order_relaxed);
  head.store(variant.release(), std::memory_order_release);
  if (--left == 0)
    setDue(Never);
  else
    setDue(measured ? generic.time.load(std::memory_order_relaxed) + WorthCompiling : 0);
}

// Whether it can be launched as the generic code is, and for no more memory to speak of.
bool Variants::fits(const KernelInfo &variant) const {
  return variant.args_size == info.args_size && variant.local_bytes <= info.local_bytes &&
         variant.uses_fibers == info.uses_fibers &&
         variant.context_bytes_per_item <= info.context_bytes_per_item + MoreContextPerItem &&
         variant.context_bytes_per_group <= info.context_bytes_per_group + MoreContextPerGroup &&
         std::equal(variant.args.begin(), variant.args.end(), info.args.begin(), info.args.end(),
                    [](const ArgInfo &a, const ArgInfo &b) {
                      return a.kind == b.kind && a.offset == b.offset;
                    });
}

std::unique_ptr<Variant> Variants::compile(const ProgramImage &program, const Common &common,
                                           std::string &reason) {
  std::vector<weft_fixed_arg> args;
  for (const FixedArg &arg : common.args)
    args.push_back({arg.index, {&arg.value, arg.size}});
  const weft_blob ir = {program.artifact.ir.data(), program.artifact.ir.size()};
  weft_request wanted = {};
  wanted.action = WEFT_ACTION_SPECIALIZE;
  wanted.threads = 1;
  wanted.inputs = &ir;
  wanted.num_inputs = 1;
  wanted.options = program.artifact.options.c_str();
  wanted.specialization.kernel = info.name.c_str();
  std::copy_n(common.local_size, 3, wanted.specialization.local_size);
  wanted.specialization.generic_width = info.simd_width;
  wanted.specialization.narrow_ids = common.narrow_ids;
  wanted.specialization.exceeds_caches = common.least_items != 0;
  wanted.specialization.args = args.data();
  wanted.specialization.num_args = args.size();
  Device::CompileResult result = machine->compile(wanted);
  reason = std::move(result.artifact.log);
  if (result.status != WEFT_OK)
    return nullptr;
  reason.clear();
  if (result.artifact.kernels.size() != 1 || !fits(result.artifact.kernels.front())) {
    reason = "the code takes more than that for all launches";
    return nullptr;
  }
  auto variant = std::make_unique<Variant>();
  variant->code = loadCode(result.artifact, machine->target(), reason);
  if (!variant->code)
    return nullptr;
  if (program.stop)
    variant->code->stopBy(*program.stop);
  variant->common = common;
  if (!result.artifact.kernels.front().hints.has_non_temporal_stores)
    variant->common.least_items = 0;
  variant->artifact = std::move(result.artifact);
  variant->artifact.code = {};
  variant->entry = variant->code->find(variant->artifact.kernels.front().symbol);
  if (!variant->entry) {
    reason = "the code lacks the kernel's symbol";
    return nullptr;
  }
  return variant;
}

} // namespace

std::vector<std::unique_ptr<KernelVariants>>
makeKernelVariants(const std::shared_ptr<Machine> &machine,
                   const std::shared_ptr<const ProgramImage> &image, uint64_t cache_bytes) {
  std::vector<std::unique_ptr<KernelVariants>> variants;
  const bool vectors =
      machine->emitter == WEFT_EMITTER_DEFAULT || machine->emitter == WEFT_EMITTER_VECTOR;
  if (policy() == Policy::Off || !vectors || image->artifact.ir.empty())
    return variants;
  for (const KernelInfo &kernel : image->artifact.kernels)
    variants.push_back(
        kernel.uses_fibers // what it spends its time with does not depend on a launch's sizes
            ? nullptr
            : std::make_unique<Variants>(machine, image, kernel, cache_bytes));
  return variants;
}

} // namespace weft
