// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// to_global, to_local, to_private and get_fence, where nothing but the address can tell.
#include "harness/corpus.h"

namespace weft::kernels {

static const Corpus::Extra Generic = {"-cl-std=CL3.0", "__opencl_c_generic_address_space"};

// What `kind` says of a pointer into global, local and private memory.
enum : int { IsGlobal = 1 + 2 * 8, IsLocal = 2 + 1 * 8, IsPrivate = 4 };

static std::string withKind(const char *source) {
  return std::string(R"(
int kind(int *p) {
  int spaces = (to_global(p) != 0) + (to_local(p) != 0) * 2 + (to_private(p) != 0) * 4;
  return spaces + (int)get_fence(p) * 8;
}
)") + source;
}

void addGenericPointerQueries(Corpus &c) {
  c.add(
      "where_chosen_pointers_lead", withKind(R"(
kernel void where_chosen_pointers_lead(global const int *in, global int *out, local int *tile) {
  size_t g = get_global_id(0), l = get_local_id(0);
  int own[2] = {5, 6};
  int *p = in[g] == 0 ? &own[l & 1] : in[g] == 1 ? (int *)tile + l : out + g;
  int answer = kind(p);
  if (to_private(p))
    *to_private(p) += 10;
  if (to_local(p))
    *to_local(p) = 20;
  if (to_global(p))
    *to_global(p) = 30;
  out[g] = answer * 100 + *p + own[0] + own[1];
})"),
      shapes::grouped(),
      [](Job &j) {
        auto &in = j.random<I32>(j.n(), 0, 2);
        auto &out = j.output<I32>(j.n());
        j.local<I32>(j.localItems());
        j.forEachItem([&](const Item &item) {
          size_t g = item.gid[0];
          const int answers[] = {IsPrivate, IsLocal, IsGlobal};
          const int found[] = {15 + int(item.lid[0] & 1) + 21, 20 + 11, 30 + 11};
          out[g] = answers[in[g]] * 100 + found[in[g]];
        });
      },
      Generic);

  // Pointers that come from memory: nothing is known of them.
  c.add(
      "where_stored_pointers_lead", withKind(R"(
typedef struct { int a, b; } Pair;
kernel void where_stored_pointers_lead(global int *in, global int *out, local int *tile, Pair pair,
                                       constant int *ways) {
  local int fixed[3];
  size_t g = get_global_id(0), l = get_local_id(0);
  int one = 1, many[20];
  for (int i = 0; i < 20; ++i)
    many[i] = in[g] + i;
  int *all[10] = {&one, many, many + 20, (int *)tile, (int *)(tile + get_local_size(0)),
                  fixed + 2, in, out + g, &pair.b, fixed + 3};
  if (l == 0)
    fixed[0] = fixed[1] = fixed[2] = 0;
  int *p = all[ways[in[g]]];
  int *zero = ways[in[g]] < 0 ? &one : 0;
  out[g] = kind(p) + 64 * (to_local(zero) == 0 && to_private(zero) == 0 && to_global(zero) == 0) +
           128 * many[3];
})"),
      shapes::grouped(),
      [](Job &j) {
        auto &in = j.random<I32>(j.n(), 0, 9);
        auto &out = j.output<I32>(j.n());
        j.local<I32>(j.localItems());
        j.value<std::array<I32, 2>>({1, 2});
        j.buffer<I32>({3, 1, 4, 0, 5, 9, 2, 6, 8, 7});
        const int ways[10] = {3, 1, 4, 0, 5, 9, 2, 6, 8, 7};
        const int kinds[10] = {IsPrivate, IsPrivate, IsPrivate, IsLocal,   IsLocal,
                               IsLocal,   IsGlobal,  IsGlobal,  IsPrivate, IsLocal};
        j.forEachItem([&](const Item &item) {
          int v = in[item.gid[0]];
          out[item.gid[0]] = kinds[ways[v]] + 64 + 128 * (v + 3);
        });
      },
      Generic);

  // Variables of the program, which many launches see: nothing is changed for good.
  c.add("where_program_variables_are", withKind(R"(
global int table[40] = {0, 1, 4, 9, 16, 25, 36, 49};
constant int *constant first = (constant int *)0;
global int *global middle = table + 20;
kernel void where_program_variables_are(global const int *in, global int *out, local int *tile) {
  static int ends[2] = {7, 8};
  size_t g = get_global_id(0), l = get_local_id(0);
  int own = 5;
  tile[l] = 6;
  int *all[5] = {table + in[g] % 8, ends + (in[g] & 1), middle, &own, (int *)tile + l};
  int *p = all[in[g] % 5];
  out[g] = kind(p) * 100 + *p + (first == 0);
})"),
        shapes::grouped(),
        [](Job &j) {
          auto &in = j.random<I32>(j.n(), 0, 100);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          j.forEachItem([&](const Item &item) {
            int v = in[item.gid[0]];
            const int kinds[] = {IsGlobal, IsGlobal, IsGlobal, IsPrivate, IsLocal};
            const int found[] = {(v % 8) * (v % 8), 7 + (v & 1), 0, 5, 6};
            out[item.gid[0]] = kinds[v % 5] * 100 + found[v % 5] + 1;
          });
        },
        {"-cl-std=CL3.0", "__opencl_c_program_scope_global_variables"});

  // Private memory that lives across a barrier lies elsewhere than on the stack.
  c.add(
      "where_pointers_lead_across_barriers", withKind(R"(
kernel void where_pointers_lead_across_barriers(global const int *in, global int *out,
                                                local int *tile) {
  size_t g = get_global_id(0), l = get_local_id(0);
  int own[5];
  int *all[3] = {own + in[g], (int *)&tile[l], out + g};
  tile[l] = own[in[g]] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  int *p = all[in[g] % 3];
  int first = kind(p);
  *p = 4;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = kind(p) * 100 + (first == kind(all[(in[g]) % 3])) * 50 + own[in[g]] * 5 + tile[l];
})"),
      shapes::grouped(),
      [](Job &j) {
        auto &in = j.random<I32>(j.n(), 0, 4);
        auto &out = j.output<I32>(j.n());
        j.local<I32>(j.localItems());
        j.forEachItem([&](const Item &item) {
          int v = in[item.gid[0]];
          const int answers[] = {IsPrivate, IsLocal, IsGlobal};
          out[item.gid[0]] =
              answers[v % 3] * 100 + 50 + (v % 3 == 0 ? 4 : 3) * 5 + (v % 3 == 1 ? 4 : 3);
        });
      },
      Generic);

  // Too much for a thread's stack.
  c.add(
      "where_large_arrays_are", withKind(R"(
kernel void where_large_arrays_are(global const int *in, global int *out) {
  size_t g = get_global_id(0);
  int large[40000];
  int *all[2] = {large + 39999, out + g};
  for (int i = 0; i < 40000; i += 1000)
    large[i] = in[g] + i;
  large[39999] = 1;
  int *p = all[in[g] & 1];
  *p = 2;
  out[g] = kind(p) * 100 + large[39999] + large[17000] - large[1000];
})"),
      {shapes::line(1, 3), shapes::line(16, 16), shapes::line(20, 20)},
      [](Job &j) {
        auto &in = j.random<I32>(j.n(), 0, 9);
        auto &out = j.output<I32>(j.n());
        j.forEachItem([&](const Item &item) {
          bool global = in[item.gid[0]] & 1;
          out[item.gid[0]] = (global ? IsGlobal : IsPrivate) * 100 + (global ? 1 : 2) + 16000;
        });
      },
      Generic);
}

} // namespace weft::kernels
