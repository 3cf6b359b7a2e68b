// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in straight-line code: one, several, first and last, with each fence.
#include "harness/corpus.h"

namespace weft::kernels {

void addBarrierSequences(Corpus &c) {
  c.add("one_barrier", R"(
kernel void one_barrier(global const int *in, global int *out, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0);
  tmp[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tmp[n - 1 - l];
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              out[g.base() + l] = in[g.base() + g.items() - 1 - l];
          });
        });

  c.add("three_barriers", R"(
kernel void three_barriers(global const uint *in, global uint *out, local uint *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  tmp[l] = in[g] * 3u;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint a = tmp[(l + 1) % n];
  barrier(CLK_LOCAL_MEM_FENCE);
  tmp[l] = a ^ (uint)l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = a + tmp[(l + n - 1) % n];
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<U32>(j.n());
          j.local<U32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            auto a = [&](size_t l) { return in[g.base() + (l + 1) % n] * 3u; };
            for (size_t l = 0; l < n; ++l) {
              size_t p = (l + n - 1) % n;
              out[g.base() + l] = a(l) + (a(p) ^ U32(p));
            }
          });
        });

  c.add("eight_barriers_rotate", R"(
#define STEP tmp[l] = v; barrier(CLK_LOCAL_MEM_FENCE); \
             v = tmp[(l + 1) % n] + 1; barrier(CLK_LOCAL_MEM_FENCE);
kernel void eight_barriers_rotate(global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)];
  STEP STEP STEP STEP
  data[get_global_id(0)] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              data[g.base() + l] = old[g.base() + (l + 4) % g.items()] + 4;
          });
        });

  c.add("first_statement", R"(
kernel void first_statement(global int *out) {
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = (int)get_local_id(0) * 2 + 1;
})",
        shapes::grouped(), [](Job &j) {
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &i) { out[i.gid[0]] = int(i.lid[0]) * 2 + 1; });
        });

  c.add("last_statement", R"(
kernel void last_statement(global int *out) {
  out[get_global_id(0)] = (int)get_local_id(0) - 7;
  barrier(CLK_GLOBAL_MEM_FENCE);
})",
        shapes::grouped(), [](Job &j) {
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &i) { out[i.gid[0]] = int(i.lid[0]) - 7; });
        });

  c.add("only_barriers", R"(
kernel void only_barriers(global int *out) {
  barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_GLOBAL_MEM_FENCE);
})",
        shapes::grouped(), [](Job &j) { j.output<I32>(j.n()); });

  c.add("adjacent_barriers", R"(
kernel void adjacent_barriers(global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0);
  tmp[l] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  data[get_global_id(0)] = tmp[(l * 3 + 1) % n];
  barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_GLOBAL_MEM_FENCE);
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              data[g.base() + l] = old[g.base() + (l * 3 + 1) % g.items()];
          });
        });

  c.add("global_fence", R"(
kernel void global_fence(global int *data) {
  size_t g = get_global_id(0), l = get_local_id(0), n = get_local_size(0), base = g - l;
  data[g] = data[g] * 2 + (int)l;
  barrier(CLK_GLOBAL_MEM_FENCE);
  int next = data[base + (l + 1) % n];
  barrier(CLK_GLOBAL_MEM_FENCE);
  data[g] = next;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l) {
              size_t next = (l + 1) % g.items();
              data[g.base() + l] = old[g.base() + next] * 2 + int(next);
            }
          });
        });

  c.add("both_fences", R"(
kernel void both_fences(global int *data, global int *aux, local int *tmp) {
  size_t g = get_global_id(0), l = get_local_id(0), n = get_local_size(0), base = g - l;
  tmp[l] = data[g];
  aux[g] = (int)l + 5;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  data[g] = tmp[n - 1 - l] * 100 + aux[base + n - 1 - l];
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          auto &aux = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            for (size_t l = 0; l < n; ++l) {
              aux[g.base() + l] = int(l) + 5;
              data[g.base() + l] = old[g.base() + n - 1 - l] * 100 + int(n - 1 - l) + 5;
            }
          });
        });

  c.add("work_group_barrier_scope", R"(
kernel void work_group_barrier_scope(global int *data, local int *tmp) {
  size_t g = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
  tmp[l] = data[g] + 9;
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  int a = tmp[n - 1 - l];
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  tmp[n - 1 - l] = a * 2;
  work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device);
  data[g] = tmp[l] - a;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            for (size_t l = 0; l < n; ++l)
              data[g.base() + l] = 2 * (old[g.base() + l] + 9) - (old[g.base() + n - 1 - l] + 9);
          });
        });

  c.add("no_memory_at_all", R"(
kernel void no_memory_at_all(global int *out) {
  int a = (int)get_global_id(0) * 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  a += (int)get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  a ^= (int)get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a;
})",
        shapes::grouped(), [](Job &j) {
          auto &out = j.output<I32>(j.n());
          j.forEachGroup([&](const Group &g) {
            j.forEachItem(g, [&](const Item &i) {
              out[i.gid[0]] = (int(i.gid[0]) * 3 + int(i.lid[0])) ^ int(g.id[0]);
            });
          });
        });

  c.add("one_item_writes_shared", R"(
kernel void one_item_writes_shared(global const int *in, global int *out) {
  local int shared;
  if (get_local_id(0) == 0)
    shared = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int first = shared;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == get_local_size(0) - 1)
    shared = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = first * 1000 + shared;
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -99, 99);
          auto &out = j.output<I32>(j.n());
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              out[g.base() + l] = in[g.base()] * 1000 + in[g.base() + g.items() - 1];
          });
        });

  c.add("three_dimensions", R"(
kernel void three_dimensions(global const int *in, global int *out, local int *tmp) {
  size_t lx = get_local_id(0), ly = get_local_id(1), lz = get_local_id(2);
  size_t sx = get_local_size(0), sy = get_local_size(1), sz = get_local_size(2);
  size_t g = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) +
             get_global_id(0);
  tmp[(lz * sy + ly) * sx + lx] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t rx = sx - 1 - lx, ry = sy - 1 - ly, rz = sz - 1 - lz;
  int mirrored = tmp[(rz * sy + ry) * sx + rx];
  barrier(CLK_LOCAL_MEM_FENCE);
  tmp[(lz * sy + ly) * sx + lx] = mirrored * 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = tmp[(lz * sy + ly) * sx + (lx + 1) % sx] + (int)lz;
})",
        shapes::join(shapes::join(shapes::planes(), shapes::cubes()), shapes::remainders()),
        [](Job &j) {
          auto &in = j.random<I32>(j.items(), -1000, 1000);
          auto &out = j.output<I32>(j.items());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            std::vector<I32> mirrored(g.items()), old(g.items());
            j.forEachItem(g, [&](const Item &i) { old[i.local] = in[i.linear]; });
            for (size_t l = 0; l < g.items(); ++l)
              mirrored[l] = old[g.items() - 1 - l];
            j.forEachItem(g, [&](const Item &i) {
              size_t row = i.local - i.lid[0];
              out[i.linear] = mirrored[row + (i.lid[0] + 1) % g.size[0]] * 3 + int(i.lid[2]);
            });
          });
        });

  c.add("reqd_size", R"(
kernel __attribute__((reqd_work_group_size(24, 1, 1)))
void reqd_size(global const int *in, global int *out) {
  local int tmp[24];
  size_t l = get_local_id(0);
  tmp[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int i = 0; i < 24; ++i)
    sum += tmp[i] * (i + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  tmp[23 - l] = sum + (int)l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tmp[l];
})",
        shapes::exactly(24), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.forEachGroup([&](const Group &g) {
            int sum = 0;
            for (int i = 0; i < 24; ++i)
              sum += in[g.base() + i] * (i + 1);
            for (int l = 0; l < 24; ++l)
              out[g.base() + l] = sum + 23 - l;
          });
        });

  c.add("reqd_size_one", R"(
kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void reqd_size_one(global int *data) {
  local int tmp;
  tmp = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = tmp * 2;
  barrier(CLK_LOCAL_MEM_FENCE);
})",
        {shapes::line(1, 1), shapes::line(1, 9)}, [](Job &j) {
          for (I32 &x : j.random<I32>(j.n(), -1000, 1000))
            x *= 2;
        });
}

} // namespace weft::kernels
