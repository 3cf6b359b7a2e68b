// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// async_work_group_copy, strided copies, wait_group_events and prefetch.
#include "harness/corpus.h"

namespace weft::kernels {

void addAsyncCopies(Corpus &c) {
  c.add("copy_to_local", R"(
kernel void copy_to_local(global const int *in, global int *out, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), first = get_global_id(0) - l;
  event_t e = async_work_group_copy(tmp, in + first, n, 0);
  wait_group_events(1, &e);
  out[first + l] = tmp[n - 1 - l];
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            std::reverse_copy(&in[g.base()], &in[g.base()] + g.items(), &out[g.base()]);
          });
        });

  c.add("copy_to_global", R"(
kernel void copy_to_global(global const int *in, global int *out, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), first = get_global_id(0) - l;
  tmp[n - 1 - l] = in[first + l] * 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + first, tmp, n, 0);
  wait_group_events(1, &e);
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              out[g.base() + l] = in[g.base() + g.items() - 1 - l] * 2;
          });
        });

  c.add("strided", R"(
kernel void strided(global const int2 *in, global int2 *out, local int2 *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), first = get_global_id(0) - l;
  event_t e = async_work_group_strided_copy(tmp, in + first * 3, n, 3, 0);
  wait_group_events(1, &e);
  int2 v = tmp[n - 1 - l].yx;
  barrier(CLK_LOCAL_MEM_FENCE);
  tmp[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_strided_copy(out + first * 2, tmp, n, 2, 0);
  wait_group_events(1, &e);
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n() * 6, -1000, 1000);
          auto &out = j.output<I32>(j.n() * 4);
          j.local<I64>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l) {
              size_t from = (g.base() * 3 + (g.items() - 1 - l) * 3) * 2;
              size_t to = (g.base() * 2 + l * 2) * 2;
              out[to] = in[from + 1];
              out[to + 1] = in[from];
            }
          });
        });

  c.add("several_events", R"(
kernel void several_events(global const float *a, global const float *b, global float *out,
                           local float *ta, local float *tb) {
  size_t l = get_local_id(0), n = get_local_size(0), first = get_global_id(0) - l;
  event_t e[2];
  e[0] = async_work_group_copy(ta, a + first, n, 0);
  e[1] = async_work_group_copy(tb, b + first, n, 0);
  wait_group_events(2, e);
  out[first + l] = ta[n - 1 - l] + tb[(l + 1) % n];
})",
        shapes::grouped(), [](Job &j) {
          auto &a = j.random<float>(j.n(), -1000, 1000);
          auto &b = j.random<float>(j.n(), -1000, 1000);
          auto &out = j.output<float>(j.n());
          j.local<float>(j.localItems());
          j.local<float>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            for (size_t l = 0; l < n; ++l)
              out[g.base() + l] = a[g.base() + n - 1 - l] + b[g.base() + (l + 1) % n];
          });
        });

  c.add("shared_event", R"(
kernel void shared_event(global const uchar *a, global const uchar *b, global uchar *out,
                         local uchar *ta, local uchar *tb) {
  size_t l = get_local_id(0), n = get_local_size(0), first = get_global_id(0) - l;
  event_t e = async_work_group_copy(ta, a + first, n, 0);
  e = async_work_group_copy(tb, b + first, n, e);
  wait_group_events(1, &e);
  out[first + l] = ta[n - 1 - l] ^ tb[l / 2];
})",
        shapes::grouped(), [](Job &j) {
          auto &a = j.bits<U8>(j.n());
          auto &b = j.bits<U8>(j.n());
          auto &out = j.output<U8>(j.n());
          j.local<U8>(j.localItems());
          j.local<U8>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              out[g.base() + l] = a[g.base() + g.items() - 1 - l] ^ b[g.base() + l / 2];
          });
        });

  c.add("in_loop", R"(
kernel void in_loop(global const int *in, global int *out, local int *tmp, int chunks) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int sum = 0;
  for (int k = 0; k < chunks; ++k) {
    event_t e = async_work_group_copy(tmp, in + k * 7, 7, 0);
    prefetch(in + (k + 1) % chunks * 7, 7);
    wait_group_events(1, &e);
    for (int i = 0; i < 7; ++i)
      sum += tmp[i] * (int)(l + i + k);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(7 * 6, -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(7);
          int chunks = j.value<I32>(6);
          j.forEachItem([&](const Item &item) {
            int sum = 0;
            for (int k = 0; k < chunks; ++k)
              for (int i = 0; i < 7; ++i)
                sum += in[k * 7 + i] * (int(item.lid[0]) + i + k);
            out[item.gid[0]] = sum;
          });
        });

  c.add("three_vectors", R"(
kernel void three_vectors(global const short3 *in, global short3 *out, local short3 *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), first = get_global_id(0) - l;
  event_t e = async_work_group_copy(tmp, in + first, n, 0);
  wait_group_events(1, &e);
  short3 v = tmp[n - 1 - l];
  vstore3(v.zyx, 0, (global short *)(out + first + l));
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<int16_t>(j.n() * 4, -1000, 1000);
          auto &out = j.output<int16_t>(j.n() * 4);
          j.local<I64>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              for (size_t e = 0; e < 3; ++e)
                out[(g.base() + l) * 4 + e] = in[(g.base() + g.items() - 1 - l) * 4 + 2 - e];
          });
        });

  c.add("conditional_copy", R"(
kernel void conditional_copy(global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), first = get_global_id(0) - l;
  if (get_group_id(0) & 1) {
    event_t e = async_work_group_copy(tmp, data + first, n, 0);
    wait_group_events(1, &e);
    data[first + l] = tmp[n - 1 - l] + 1;
  }
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items() && (g.id[0] & 1); ++l)
              data[g.base() + l] = old[g.base() + g.items() - 1 - l] + 1;
          });
        });
}

} // namespace weft::kernels
