// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of newer C libraries that LLVM, libstdc++ and the compiler's run time refer to, made of
// what there is in that of 2.28. Linked statically and hidden.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// 2.33: the functions behind these had a version of the structure as their first argument.
#ifdef __x86_64__
#define STAT_VERSION 1
#else
#define STAT_VERSION 0
#endif
int __xstat(int version, const char *path, struct stat *status);
int __lxstat(int version, const char *path, struct stat *status);
int __fxstat(int version, int file, struct stat *status);

int stat(const char *path, struct stat *status) { return __xstat(STAT_VERSION, path, status); }
int lstat(const char *path, struct stat *status) { return __lxstat(STAT_VERSION, path, status); }
int fstat(int file, struct stat *status) { return __fxstat(STAT_VERSION, file, status); }
int fstat64(int file, struct stat64 *status) {
  return __fxstat(STAT_VERSION, file, (struct stat *)status);
}

int __fxstatat(int version, int folder, const char *path, struct stat *status, int flags);
int fstatat(int folder, const char *path, struct stat *status, int flags) {
  return __fxstatat(STAT_VERSION, folder, path, status, flags);
}

// 2.30. A deadline of another clock becomes one of the clock that the condition variable has, by
// what is left until then; who waits with a deadline looks at the clock again.
int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *deadline) {
  struct timespec now, real;
  if (clock == CLOCK_REALTIME)
    return pthread_cond_timedwait(condition, mutex, deadline);
  if (clock_gettime(clock, &now) != 0 || clock_gettime(CLOCK_REALTIME, &real) != 0)
    return EINVAL;
  real.tv_sec += deadline->tv_sec - now.tv_sec;
  real.tv_nsec += deadline->tv_nsec - now.tv_nsec;
  if (real.tv_nsec < 0) {
    real.tv_nsec += 1000000000;
    --real.tv_sec;
  } else if (real.tv_nsec >= 1000000000) {
    real.tv_nsec -= 1000000000;
    ++real.tv_sec;
  }
  return pthread_cond_timedwait(condition, mutex, &real);
}

// 2.32: those that end a process.
const char *sigabbrev_np(int signal) {
  switch (signal) {
#define NAME(name)                                                                                 \
  case SIG##name:                                                                                  \
    return #name;
    NAME(HUP) NAME(INT) NAME(QUIT) NAME(ILL) NAME(TRAP) NAME(ABRT) NAME(BUS) NAME(FPE) NAME(KILL)
    NAME(USR1) NAME(SEGV) NAME(USR2) NAME(PIPE) NAME(ALRM) NAME(TERM) NAME(XCPU) NAME(XFSZ)
    NAME(SYS)
#undef NAME
  default:
    return 0;
  }
}

// 2.30.
pid_t gettid(void) { return (pid_t)syscall(SYS_gettid); }

// 2.32: "false" is always right.
char __libc_single_threaded = 0;

// 2.33: the older one counts in int.
struct mallinfo2 mallinfo2(void) {
  const struct mallinfo old = mallinfo();
  struct mallinfo2 info = {0};
  info.arena = (unsigned)old.arena;
  info.ordblks = (unsigned)old.ordblks;
  info.hblks = (unsigned)old.hblks;
  info.hblkhd = (unsigned)old.hblkhd;
  info.uordblks = (unsigned)old.uordblks;
  info.fordblks = (unsigned)old.fordblks;
  info.keepcost = (unsigned)old.keepcost;
  return info;
}

// 2.36.
uint32_t arc4random(void) {
  uint32_t value = 0;
  while (getrandom(&value, sizeof value, 0) != sizeof value && errno == EINTR)
    ;
  return value;
}

// 2.35: which loaded file holds an address, for who unwinds the stack. Where the library has it, it
// is used: it takes no lock.
struct Search {
  uintptr_t address;
  struct dl_find_object *result;
};

static int look(struct dl_phdr_info *file, size_t size, void *argument) {
  (void)size;
  struct Search *search = argument;
  uintptr_t start = UINTPTR_MAX, end = 0;
  int inside = 0;
  void *frames = 0;
  for (int i = 0; i < file->dlpi_phnum; ++i) {
    const ElfW(Phdr) *header = &file->dlpi_phdr[i];
    const uintptr_t address = file->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_GNU_EH_FRAME)
      frames = (void *)address;
    if (header->p_type != PT_LOAD)
      continue;
    start = address < start ? address : start;
    end = address + header->p_memsz > end ? address + header->p_memsz : end;
    inside |= search->address - address < header->p_memsz;
  }
  if (!inside || !frames)
    return 0;
  search->result->dlfo_map_start = (void *)start;
  search->result->dlfo_map_end = (void *)end;
  search->result->dlfo_eh_frame = frames;
  return 1;
}

int _dl_find_object(void *address, struct dl_find_object *result) {
  typedef int (*Function)(void *, struct dl_find_object *);
  static _Atomic(uintptr_t) known; // 1: there is none
  uintptr_t function = atomic_load_explicit(&known, memory_order_relaxed);
  if (!function) {
    function = (uintptr_t)dlsym(RTLD_DEFAULT, "_dl_find_object");
    atomic_store_explicit(&known, function ? function : 1, memory_order_relaxed);
  }
  if (function > 1)
    return ((Function)function)(address, result);
  *result = (struct dl_find_object){0};
  struct Search search = {(uintptr_t)address, result};
  return dl_iterate_phdr(look, &search) == 1 ? 0 : -1;
}
