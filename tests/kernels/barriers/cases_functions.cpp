// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in functions that the kernel calls.
#include "harness/corpus.h"

namespace weft::kernels {

void addBarrierFunctions(Corpus &c) {
  c.add("in_function", R"(
void sync_and_mirror(local int *tmp, global int *out) {
  barrier(CLK_LOCAL_MEM_FENCE);
  *out = tmp[get_local_size(0) - 1 - get_local_id(0)];
}
kernel void in_function(global int *data, local int *tmp) {
  tmp[get_local_id(0)] = data[get_global_id(0)] * 2;
  sync_and_mirror(tmp, data + get_global_id(0));
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              data[g.base() + l] = old[g.base() + g.items() - 1 - l] * 2;
          });
        });

  const char *Neighbour = R"(
int neighbour(int v, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0);
  tmp[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  int r = tmp[(l + 1) % n];
  barrier(CLK_LOCAL_MEM_FENCE);
  return r;
}
)";
  c.add("called_twice", std::string(Neighbour) + R"(
kernel void called_twice(global int *data, local int *tmp) {
  int a = data[get_global_id(0)];
  int b = neighbour(a * 3, tmp);
  int c = neighbour(b - a, tmp);
  data[get_global_id(0)] = a + b * 10 + c * 100;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            auto a = [&](size_t l) { return old[g.base() + l % n]; };
            for (size_t l = 0; l < n; ++l)
              data[g.base() + l] = a(l) + a(l + 1) * 30 + (a(l + 2) * 3 - a(l + 1)) * 100;
          });
        });

  c.add("called_in_loop", std::string(Neighbour) + R"(
kernel void called_in_loop(global int *data, local int *tmp, int rounds) {
  int v = data[get_global_id(0)];
  for (int i = 0; i < rounds; ++i)
    v = neighbour(v, tmp) + i;
  data[get_global_id(0)] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          int r = j.value<I32>(int(j.items() % 6));
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              data[g.base() + l] = old[g.base() + (l + r) % g.items()] + r * (r - 1) / 2;
          });
        });

  c.add("called_in_both_arms", std::string(Neighbour) + R"(
kernel void called_in_both_arms(global int *data, local int *tmp) {
  int v = data[get_global_id(0)];
  int w = get_group_id(0) & 1 ? neighbour(v, tmp) : neighbour(neighbour(v + 1, tmp), tmp);
  data[get_global_id(0)] = v - w;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              data[g.base() + l] -= g.id[0] & 1 ? old[g.base() + (l + 1) % g.items()]
                                                : old[g.base() + (l + 2) % g.items()] + 1;
          });
        });

  c.add("nested_calls", R"(
int exchange(int v, int with, local int *tmp) {
  tmp[get_local_id(0)] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  v = tmp[with];
  barrier(CLK_LOCAL_MEM_FENCE);
  return v;
}
int scan(int v, local int *tmp) {
  int l = get_local_id(0);
  for (int d = 1; d < (int)get_local_size(0); d *= 2) {
    int other = exchange(v, max(l - d, 0), tmp);
    if (l >= d)
      v += other;
  }
  return v;
}
int total(int v, local int *tmp) {
  return exchange(scan(v, tmp), (int)get_local_size(0) - 1, tmp);
}
kernel void nested_calls(global const int *in, global int *out, local int *tmp) {
  size_t g = get_global_id(0);
  out[g] = scan(in[g], tmp) * 7 - total(in[g] & 3, tmp);
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            int total = 0, sum = 0;
            for (size_t l = 0; l < g.items(); ++l)
              total += in[g.base() + l] & 3;
            for (size_t l = 0; l < g.items(); ++l) {
              sum += in[g.base() + l];
              out[g.base() + l] = sum * 7 - total;
            }
          });
        });

  c.add("early_return_in_function", R"(
int maybe_exchange(int v, int mode, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0);
  if (mode == 0)
    return v + 1;
  tmp[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  int r = tmp[n - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (mode == 1)
    return r;
  tmp[l] = r * 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  r = tmp[(l + 1) % n];
  barrier(CLK_LOCAL_MEM_FENCE);
  return r;
}
kernel void early_return_in_function(global int *data, local int *tmp) {
  int v = data[get_global_id(0)];
  for (int m = 0; m < 3; ++m)
    v = maybe_exchange(v, m, tmp);
  data[get_global_id(0)] = maybe_exchange(v, get_group_id(0) % 2, tmp);
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            I32 *v = &data[g.base()];
            auto apply = [&](size_t mode) {
              if (mode == 0)
                for (size_t l = 0; l < g.items(); ++l)
                  ++v[l];
              if (mode >= 1)
                std::reverse(v, v + g.items());
              if (mode == 2) {
                for (size_t l = 0; l < g.items(); ++l)
                  v[l] *= 2;
                std::rotate(v, v + 1, v + g.items());
              }
            };
            apply(0), apply(1), apply(2), apply(g.id[0] % 2);
          });
        });

  c.add("pointer_results", R"(
void swap_with_mirror(int *value, float *scale, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0);
  tmp[l] = *value;
  *scale *= 2.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  *value = tmp[n - 1 - l];
  *scale += 1.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void pointer_results(global int *data, global float *scales, local int *tmp) {
  int v = data[get_global_id(0)];
  float s = (float)get_local_id(0);
  swap_with_mirror(&v, &s, tmp);
  v += 3;
  swap_with_mirror(&v, &s, tmp);
  data[get_global_id(0)] = v;
  scales[get_global_id(0)] = s;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          auto &scales = j.output<float>(j.n());
          j.local<I32>(j.localItems());
          j.forEachItem([&](const Item &i) {
            data[i.gid[0]] += 3;
            scales[i.gid[0]] = (float(i.lid[0]) * 2 + 1) * 2 + 1;
          });
        });

  c.add("kernel_calls_kernel", R"(
kernel void mirror(global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0);
  tmp[l] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = tmp[n - 1 - l];
}
kernel void kernel_calls_kernel(global int *data, local int *tmp) {
  data[get_global_id(0)] += (int)get_local_id(0);
  mirror(data, tmp);
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] *= 2;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            for (size_t l = 0; l < n; ++l)
              data[g.base() + l] = (old[g.base() + n - 1 - l] + int(n - 1 - l)) * 2;
          });
        });

  c.add("noinline_function", R"(
__attribute__((noinline)) int shifted(int v, local int *tmp, int by) {
  size_t l = get_local_id(0), n = get_local_size(0);
  tmp[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  int r = tmp[(l + by) % n];
  barrier(CLK_LOCAL_MEM_FENCE);
  return r;
}
kernel void noinline_function(global int *data, local int *tmp) {
  int v = data[get_global_id(0)];
  data[get_global_id(0)] = shifted(v, tmp, 1) + shifted(v, tmp, 2) * 2 + v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              data[g.base() + l] +=
                  old[g.base() + (l + 1) % g.items()] + old[g.base() + (l + 2) % g.items()] * 2;
          });
        });
}

} // namespace weft::kernels
