// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiler that runs out of memory, at whatever point, says so, and does not crash or hang. This
// program has an allocator of its own, which fails on demand.
#include "request_fixture.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <gtest/gtest.h>
#include <link.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr long Never = -1;
std::atomic<long> allocations_left{Never};
std::atomic<bool> only_one_fails{false};
std::atomic<size_t> least_size{0}; // bytes of what fails; nor does anything smaller count
std::atomic<long> allocations{0};

// The dynamic loader ends the process where it has no memory for a thread's variables.
struct LoaderRange {
  uintptr_t begin = 0, end = 0;
  LoaderRange() {
    dl_iterate_phdr(
        [](dl_phdr_info *info, size_t, void *self) {
          if (std::strstr(info->dlpi_name, "/ld-linux"))
            for (int i = 0; i < info->dlpi_phnum; ++i)
              if (info->dlpi_phdr[i].p_flags & PF_X)
                *static_cast<LoaderRange *>(self) = LoaderRange(
                    info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, info->dlpi_phdr[i].p_memsz);
          return 0;
        },
        this);
  }
  LoaderRange(uintptr_t begin, size_t size) : begin(begin), end(begin + size) {}
};
const LoaderRange loader;

bool fails(void *caller, size_t size) {
  if (uintptr_t(caller) >= loader.begin && uintptr_t(caller) < loader.end)
    return false;
  if (size < least_size)
    return false;
  allocations.fetch_add(1, std::memory_order_relaxed);
  long left = allocations_left.load(std::memory_order_relaxed);
  while (left > 0)
    if (allocations_left.compare_exchange_weak(left, left - 1))
      return false;
  if (left == Never)
    return false;
  if (only_one_fails)
    allocations_left = Never;
  errno = ENOMEM;
  return true;
}

} // namespace

extern "C" {
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  return fails(__builtin_return_address(0), size) ? nullptr : __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  return fails(__builtin_return_address(0), count * size) ? nullptr : __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
  return fails(__builtin_return_address(0), size) ? nullptr : __libc_realloc(old, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  return fails(__builtin_return_address(0), size) ? nullptr : __libc_memalign(alignment, size);
}
}

namespace {
using namespace weft::test;

constexpr const char *Source =
    "kernel void a(global float *p) { p[get_global_id(0)] = sin(p[0]) * exp(p[1]); }\n"
    "kernel void b(global float *p, local float *t) { t[get_local_id(0)] = p[get_global_id(0)];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE); p[get_global_id(0)] = t[0]; }\n";

weft_status buildRaw(weft_blob *artifact) {
  weft_request r = request(WEFT_ACTION_BUILD);
  r.source = {Source, std::char_traits<char>::length(Source)};
  r.threads = 2;
  return runRaw(r, artifact);
}

enum Outcome : int { Built, Refused, Wrong };

// What comes of a build, in a process of its own, if memory ends after so many allocations;
// negative for a signal. If the compiler goes on, a build after that, with memory, must succeed.
int buildWithin(long count, bool only_one) {
  pid_t child = fork();
  if (child == 0) {
    alarm(60);
    onGivingUp([](weft_status status, const char *) {
      _exit(status == WEFT_OUT_OF_MEMORY ? Refused : Wrong);
    });
    only_one_fails = only_one;
    allocations_left = count;
    weft_blob blob = {};
    weft_status status = buildRaw(&blob);
    allocations_left = Never;
    // With no memory even for the log there is no artifact, which the status says.
    bool said = status == WEFT_OK || status == WEFT_OUT_OF_MEMORY || blob.data;
    weft_blob again = {};
    if (!said || buildRaw(&again) != WEFT_OK)
      _exit(Wrong);
    _exit(status == WEFT_OK ? Built : Refused);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

void expectRefusal(bool only_one) {
  // What is loaded and set up once is not what is tested here.
  weft_blob blob = {};
  ASSERT_EQ(buildRaw(&blob), WEFT_OK);
  long before = allocations;
  ASSERT_EQ(buildRaw(&blob), WEFT_OK);
  long needed = allocations - before;
  int refused = 0;
  for (long i = 0; i < 30; ++i) {
    long count = i < 6 ? i : needed * (i - 5) / 25 + i;
    int outcome = buildWithin(count, only_one);
    EXPECT_TRUE(outcome == Built || outcome == Refused)
        << count << " of " << needed << ": " << outcome;
    refused += outcome == Refused;
  }
  EXPECT_GT(refused, 15);
}

TEST(Memory, EndingAnywhereIsTold) { expectRefusal(/*only_one=*/false); }
TEST(Memory, OneRefusalAnywhereIsTold) { expectRefusal(/*only_one=*/true); }

// Buffers of texts and tokens, and slabs that hold many objects. Clang uses some buffers without
// looking whether it got them: a crash is for the compile server, but nothing may hang or be wrong.
TEST(Memory, RefusalOfAnyLargeBlockEndsTheBuild) {
  weft_blob blob = {};
  ASSERT_EQ(buildRaw(&blob), WEFT_OK);
  least_size = 4000;
  const long before = allocations;
  ASSERT_EQ(buildRaw(&blob), WEFT_OK);
  const long needed = allocations - before;
  ASSERT_GT(needed, 100);
  int refused = 0, crashed = 0;
  for (long count = 0; count < needed; ++count) {
    int outcome = buildWithin(count, /*only_one=*/true);
    EXPECT_TRUE(outcome == Built || outcome == Refused || outcome == -SIGSEGV)
        << count << " of " << needed << ": " << outcome;
    refused += outcome == Refused;
    crashed += outcome == -SIGSEGV;
  }
  EXPECT_GT(refused, 0);
  EXPECT_LT(crashed, 5);
  least_size = 0;
}

} // namespace
