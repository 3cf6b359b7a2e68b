// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stacks and the ring of fibers.
#include "cpu/launch/fibers.h"

#include "cpu/arch/fiber_stack.h"
#include "support/config.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WEFT_ASAN 1
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if __has_feature(thread_sanitizer)
#define WEFT_TSAN 1
#include <sanitizer/tsan_interface.h>
#endif
#endif

namespace weft {

namespace {

constexpr uint64_t fibers_per_slab = 64;
constexpr size_t page = 4096;
constexpr size_t smallest_stack = 16 * 1024;

// Linux 6.13: a guard that costs no mapping of its own.
constexpr int guard_install = 102; // MADV_GUARD_INSTALL

// Without it a guard splits a mapping in two, and a process has 65,530 of them by default. Stacks
// past this number go without a guard rather than take the mappings from the application.
constexpr int most_protected_guards = 8192;
std::atomic<int> protected_guards{0};

constexpr uint64_t most_stack_space = uint64_t(1) << 40; // bytes

size_t roundedStack(size_t bytes) {
  if (bytes == 0)
    bytes = size_t(config::fiberStack()) * 1024;
  bytes = bytes < smallest_stack ? smallest_stack : bytes;
  return (bytes + page - 1) / page * page;
}

} // namespace

struct FiberGroup::Fiber {
  FiberGroup *group = nullptr;
  void *stack_pointer = nullptr; // while suspended
  Fiber *before = nullptr;       // ring of the items that wait at a barrier or run
  Fiber *after = nullptr;
  const void *stack_end = nullptr; // weft_thread's while it runs
  char *bottom = nullptr;          // lowest address, above the guard
  size_t bytes = 0;
  size_t colour = 0; // bytes left free at the top
#ifdef WEFT_ASAN
  void *fake_stack = nullptr;
#endif
#ifdef WEFT_TSAN
  void *tsan = nullptr;
#endif
};

// One mapping: for each fiber a guard page and, above it, the stack.
struct FiberGroup::Slab {
  char *memory = nullptr;
  size_t bytes = 0;
  int guards = 0; // made with mprotect
  Fiber fibers[fibers_per_slab];

  ~Slab() {
#ifdef WEFT_TSAN
    for (Fiber &fiber : fibers)
      if (fiber.tsan)
        __tsan_destroy_fiber(fiber.tsan);
#endif
    if (memory) {
#ifdef WEFT_ASAN
      __asan_unpoison_memory_region(memory, bytes);
#endif
      ::munmap(memory, bytes);
    }
    protected_guards.fetch_sub(guards, std::memory_order_relaxed);
  }

  bool map(size_t stack_bytes) {
    const size_t stride = stack_bytes + page;
    if (__builtin_mul_overflow(stride, fibers_per_slab, &bytes))
      return false;
    void *mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (mapped == MAP_FAILED)
      return false;
    memory = static_cast<char *>(mapped);
    // A huge page would give real memory to stacks that touch a few kilobytes.
    ::madvise(memory, bytes, MADV_NOHUGEPAGE);
    for (uint64_t i = 0; i < fibers_per_slab; ++i) {
      char *guard = memory + i * stride;
      if (::madvise(guard, page, guard_install) != 0 &&
          protected_guards.load(std::memory_order_relaxed) < most_protected_guards &&
          ::mprotect(guard, page, PROT_NONE) == 0) {
        ++guards;
        protected_guards.fetch_add(1, std::memory_order_relaxed);
      }
      Fiber &fiber = fibers[i];
      fiber.bottom = guard + page;
      fiber.bytes = stack_bytes;
      fiber.stack_end = fiber.bottom + stack_bytes;
      // Stacks that all begin at one offset in their page would compete for few cache sets.
      fiber.colour = i % 32 * 128;
    }
    return true;
  }
};

FiberGroup::FiberGroup(size_t bytes) : stack_bytes(roundedStack(bytes)) {}

FiberGroup::~FiberGroup() = default;

FiberGroup::Fiber &FiberGroup::fiber(uint64_t index) {
  return slabs[index / fibers_per_slab]->fibers[index % fibers_per_slab];
}

bool FiberGroup::reserve(uint64_t wanted) {
  // Address space is plenty; taking all of it piece by piece would not end in this life.
  if (wanted > most_stack_space / stack_bytes)
    return false;
  try {
    if (!scheduler)
      scheduler = std::make_unique<Fiber>();
    while (slabs.size() * fibers_per_slab < wanted) {
      auto slab = std::make_unique<Slab>();
      if (!slab->map(stack_bytes))
        return false;
      slabs.push_back(std::move(slab));
    }
  } catch (const std::bad_alloc &) {
    return false;
  }
  return true;
}

void FiberGroup::prepare(Fiber &fiber) {
#ifdef WEFT_ASAN
  // What ran here last left without unwinding.
  __asan_unpoison_memory_region(fiber.bottom, fiber.bytes);
#endif
#ifdef WEFT_TSAN
  if (!fiber.tsan)
    fiber.tsan = __tsan_create_fiber(0);
#endif
  fiber.group = this;
  fiber.stack_pointer =
      arch::makeStack(fiber.bottom + fiber.bytes - fiber.colour, &itemMain, &fiber);
}

// `for_good`: the running item has returned, its stack is not resumed.
void FiberGroup::switchTo(Fiber &to, bool for_good) {
  Fiber &from = *running;
  previous = &from;
  running = &to;
  thread->stack_end = to.stack_end;
#ifdef WEFT_ASAN
  __sanitizer_start_switch_fiber(for_good ? nullptr : &from.fake_stack, to.bottom, to.bytes);
#endif
#ifdef WEFT_TSAN
  __tsan_switch_to_fiber(to.tsan, 0);
#endif
  weft_switch_stack(&from.stack_pointer, to.stack_pointer);
#ifdef WEFT_ASAN
  __sanitizer_finish_switch_fiber(from.fake_stack, nullptr, nullptr);
#endif
}

bool FiberGroup::run(weft_thread *of_thread, weft_item_fn of_fn, void *of_frame, uint64_t count) {
  abandoned = false;
  if (!reserve(count))
    return false;
  if (count == 0)
    return true;
  thread = of_thread;
  fn = of_fn;
  frame = of_frame;
  items = count;
  next_item = 0;
  alive = count;
  arrived = 0;
  fibers_used = 1;
#ifdef WEFT_TSAN
  scheduler->tsan = __tsan_get_current_fiber();
#endif
  running = scheduler.get();
  running->stack_end = of_thread->stack_end;
  Fiber &first = fiber(0);
  prepare(first);
  first.before = first.after = &first;
  switchTo(first, /*for_good=*/false);
  return true;
}

void FiberGroup::abandon() {
  abandoned = true;
  switchTo(*scheduler, /*for_good=*/true);
  __builtin_unreachable();
}

void FiberGroup::itemMain(Fiber *self) {
  FiberGroup &group = *self->group;
#ifdef WEFT_ASAN
  const void *bottom = nullptr;
  size_t bytes = 0;
  __sanitizer_finish_switch_fiber(nullptr, &bottom, &bytes);
  if (group.previous == group.scheduler.get()) {
    group.scheduler->bottom = static_cast<char *>(const_cast<void *>(bottom));
    group.scheduler->bytes = bytes;
  }
#endif
  // An item that reached a barrier has handed on the right to begin items, so the test below is
  // true only for the fiber that began the last one so far.
  do {
    group.fn(group.frame, group.thread, group.next_item++);
    --group.alive;
    group.meet();
  } while (group.next_item < group.items);

  Fiber *after = self->after;
  if (after == self)
    group.switchTo(*group.scheduler, /*for_good=*/true);
  self->before->after = after;
  after->before = self->before;
  group.switchTo(*after, /*for_good=*/true);
  __builtin_unreachable();
}

// Lets go of those at the barrier if nobody is missing.
void FiberGroup::meet() {
  if (arrived < alive)
    return;
  arrived = 0;
  ++meetings;
}

// In the order of the ring, each comes to its barrier in turn: a single switch for each, but where
// some yield in between.
void FiberGroup::barrier() {
  const uint64_t before = meetings;
  ++arrived;
  meet();
  do
    yield();
  while (meetings == before);
}

void FiberGroup::yield() {
  Fiber *self = running;
  if (next_item < items) {
    // The first round: begin the next item, at the end of the ring, that is before its first one.
    Fiber &begun = fiber(fibers_used++);
    prepare(begun);
    begun.before = self;
    begun.after = self->after;
    self->after->before = &begun;
    self->after = &begun;
    switchTo(begun, /*for_good=*/false);
  } else if (self->after != self) {
    switchTo(*self->after, /*for_good=*/false);
  }
}

} // namespace weft
