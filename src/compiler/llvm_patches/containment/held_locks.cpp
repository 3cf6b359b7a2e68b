// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/llvm_patches/containment/held_locks.h"

#include "compiler/containment/contained.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <malloc.h>
#include <pthread.h>

extern "C" {
int __real_pthread_mutex_lock(pthread_mutex_t *mutex);
int __real_pthread_mutex_trylock(pthread_mutex_t *mutex);
int __real_pthread_mutex_unlock(pthread_mutex_t *mutex);
int __real_pthread_rwlock_rdlock(pthread_rwlock_t *lock);
int __real_pthread_rwlock_wrlock(pthread_rwlock_t *lock);
int __real_pthread_rwlock_unlock(pthread_rwlock_t *lock);
int __real___cxa_guard_acquire(uint64_t *guard);
void __real___cxa_guard_release(uint64_t *guard);
void __real___cxa_guard_abort(uint64_t *guard);
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *memory);
}

namespace weft {
namespace {

enum class LockKind { Mutex, ReaderWriter, Once, Static };

struct HeldLock {
  void *lock;
  LockKind kind;
};

// Locks beyond the last place are not known, as if they were the application's.
struct HeldLocks {
  unsigned count = 0, scope_begin = 0;
  HeldLock locks[24] = {};
};
constinit thread_local HeldLocks held;

// Before the first scope nothing is noted: the variables of a thread may take memory, and threads
// of the application initialise this library.
std::atomic<bool> any_scope{false};

void note(void *lock, LockKind kind) {
  if (!any_scope.load(std::memory_order_relaxed))
    return;
  HeldLocks &own = held;
  if (own.count < std::size(own.locks))
    own.locks[own.count++] = {lock, kind};
}

void forget(void *lock) {
  if (!any_scope.load(std::memory_order_relaxed))
    return;
  HeldLocks &own = held;
  for (unsigned i = own.count; i-- > 0;)
    if (own.locks[i].lock == lock) {
      std::copy(own.locks + i + 1, own.locks + own.count, own.locks + i);
      --own.count;
      return;
    }
}

bool holdsAny() {
  return any_scope.load(std::memory_order_relaxed) && held.count > held.scope_begin;
}

// A pthread_once_t as std::call_once needs it. The C library's own cannot be left: neither by a
// jump, nor by an exception where there is no memory to open libgcc_s.so with.
enum OnceState : int { Fresh = 0, Running = 1, Done = 2 };

void endOnce(pthread_once_t *control, OnceState state) {
  const std::atomic_ref<int> once(*control);
  once.store(state, std::memory_order_release);
  once.notify_all();
}

void giveUp(const HeldLock &lock) {
  switch (lock.kind) {
  case LockKind::Mutex:
    __real_pthread_mutex_unlock(static_cast<pthread_mutex_t *>(lock.lock));
    break;
  case LockKind::ReaderWriter:
    __real_pthread_rwlock_unlock(static_cast<pthread_rwlock_t *>(lock.lock));
    break;
  case LockKind::Once:
    endOnce(static_cast<pthread_once_t *>(lock.lock), Fresh);
    break;
  case LockKind::Static:
    __real___cxa_guard_abort(static_cast<uint64_t *>(lock.lock));
    break;
  }
}

// Never given back: it is needed a few times in the life of a process, if at all.
class Reserve {
public:
  void *take(size_t size, size_t alignment = alignof(std::max_align_t)) {
    if (size > Bytes || alignment > PageSize)
      return nullptr;
    // The size is kept before the block, for who wants a larger one.
    const size_t whole = size + 2 * std::max(alignment, sizeof(size_t));
    const size_t begin = used.fetch_add(whole, std::memory_order_relaxed);
    if (whole > Bytes || begin > Bytes - whole)
      return nullptr;
    const uintptr_t address =
        (uintptr_t(memory) + begin + sizeof(size_t) + alignment - 1) & -uintptr_t(alignment);
    std::memcpy(reinterpret_cast<void *>(address - sizeof(size_t)), &size, sizeof size);
    return reinterpret_cast<void *>(address);
  }
  bool has(const void *block) const { return uintptr_t(block) - uintptr_t(memory) < sizeof memory; }
  static size_t sizeOf(const void *block) {
    size_t size;
    std::memcpy(&size, static_cast<const char *>(block) - sizeof size, sizeof size);
    return size;
  }

private:
  static constexpr size_t Bytes = 1 << 20, PageSize = 4096;
  alignas(PageSize) char memory[Bytes];
  std::atomic<size_t> used;
};
constinit Reserve reserve{};

} // namespace

unsigned beginLockScope() {
  any_scope.store(true, std::memory_order_relaxed);
  const unsigned outer = held.scope_begin;
  held.scope_begin = held.count;
  return outer;
}

void endLockScope(unsigned begun, bool finished) {
  HeldLocks &own = held;
  while (!finished && own.count > own.scope_begin)
    giveUp(own.locks[--own.count]);
  own.scope_begin = begun;
}

} // namespace weft

#define WEFT_WRAPPER __attribute__((visibility("hidden")))

extern "C" {

WEFT_WRAPPER int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex) {
  const int error = __real_pthread_mutex_lock(mutex);
  if (!error)
    weft::note(mutex, weft::LockKind::Mutex);
  return error;
}

WEFT_WRAPPER int __wrap_pthread_mutex_trylock(pthread_mutex_t *mutex) {
  const int error = __real_pthread_mutex_trylock(mutex);
  if (!error)
    weft::note(mutex, weft::LockKind::Mutex);
  return error;
}

WEFT_WRAPPER int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex) {
  weft::forget(mutex);
  return __real_pthread_mutex_unlock(mutex);
}

WEFT_WRAPPER int __wrap_pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  const int error = __real_pthread_rwlock_rdlock(lock);
  if (!error)
    weft::note(lock, weft::LockKind::ReaderWriter);
  return error;
}

WEFT_WRAPPER int __wrap_pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  const int error = __real_pthread_rwlock_wrlock(lock);
  if (!error)
    weft::note(lock, weft::LockKind::ReaderWriter);
  return error;
}

WEFT_WRAPPER int __wrap_pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  weft::forget(lock);
  return __real_pthread_rwlock_unlock(lock);
}

WEFT_WRAPPER int __wrap_pthread_once(pthread_once_t *control, void (*fn)()) {
  const std::atomic_ref<int> once(*control);
  for (;;) {
    int state = weft::Fresh;
    if (once.load(std::memory_order_acquire) == weft::Done)
      return 0;
    if (!once.compare_exchange_strong(state, weft::Running, std::memory_order_acquire)) {
      if (state == weft::Running)
        once.wait(weft::Running, std::memory_order_acquire);
      continue;
    }
    weft::note(control, weft::LockKind::Once);
    fn();
    weft::forget(control);
    weft::endOnce(control, weft::Done);
    return 0;
  }
}

WEFT_WRAPPER int __wrap___cxa_guard_acquire(uint64_t *guard) {
  const int mine = __real___cxa_guard_acquire(guard);
  if (mine)
    weft::note(guard, weft::LockKind::Static);
  return mine;
}

WEFT_WRAPPER void __wrap___cxa_guard_release(uint64_t *guard) {
  weft::forget(guard);
  __real___cxa_guard_release(guard);
}

WEFT_WRAPPER void __wrap___cxa_guard_abort(uint64_t *guard) {
  weft::forget(guard);
  __real___cxa_guard_abort(guard);
}

// No program needs a single block as large as this, in bytes, to be compiled; one that doubles its
// macros' arguments again and again would take all memory there is.
static constexpr size_t LargestBlock = size_t(256) << 20;

static bool isTooLarge(size_t size) { return size >= LargestBlock && weft::isContained(); }

WEFT_WRAPPER void *__wrap_malloc(size_t size) {
  if (isTooLarge(size))
    return nullptr;
  void *memory = __real_malloc(size);
  return memory || !weft::holdsAny() ? memory : weft::reserve.take(size);
}

WEFT_WRAPPER void *__wrap_calloc(size_t count, size_t size) {
  void *memory = __real_calloc(count, size);
  if (memory || !weft::holdsAny() || __builtin_mul_overflow(count, size, &size))
    return memory;
  return weft::reserve.take(size); // of zeros, as no part of it is used twice
}

WEFT_WRAPPER void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  void *memory = __real_aligned_alloc(alignment, size);
  return memory || !weft::holdsAny() ? memory : weft::reserve.take(size, alignment);
}

WEFT_WRAPPER void *__wrap_realloc(void *old, size_t size) {
  if (isTooLarge(size))
    return nullptr;
  const bool reserved = weft::reserve.has(old);
  void *memory = reserved ? __real_malloc(size) : __real_realloc(old, size);
  if (!memory && size && weft::holdsAny()) {
    memory = weft::reserve.take(size);
    if (memory && old && !reserved) {
      std::memcpy(memory, old, std::min(size, malloc_usable_size(old)));
      __real_free(old);
    }
  }
  if (memory && reserved)
    std::memcpy(memory, old, std::min(size, weft::Reserve::sizeOf(old)));
  return memory;
}

WEFT_WRAPPER void __wrap_free(void *memory) {
  if (!weft::reserve.has(memory))
    __real_free(memory);
}

} // extern "C"
