// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Early returns and several exits of whole groups, and control flow made with goto.
#include "harness/corpus.h"

namespace weft::kernels {

void addBarrierExits(Corpus &c) {
  c.add("group_returns_early", R"(
kernel void group_returns_early(global int *data, local int *tmp, uint active) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  if (get_group_id(0) >= active)
    return;
  tmp[l] = data[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[g] = tmp[n - 1 - l] + 1;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          U32 active = j.value<U32>(2);
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items() && g.id[0] < active; ++l)
              data[g.base() + l] = old[g.base() + g.items() - 1 - l] + 1;
          });
        });

  c.add("several_exits", R"(
kernel void several_exits(global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  uint k = get_group_id(0) % 4;
  int v = data[g];
  if (k == 0)
    return;
  tmp[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  v += tmp[(l + 1) % n];
  if (k == 1) {
    data[g] = v;
    return;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  tmp[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  v += tmp[(l + 1) % n];
  if (k == 2) {
    data[g] = v * 2;
    return;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  tmp[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  data[g] = tmp[n - 1 - l];
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            auto once = [&](size_t l) {
              return old[g.base() + l % n] + old[g.base() + (l + 1) % n];
            };
            auto twice = [&](size_t l) { return once(l) + once(l + 1); };
            for (size_t l = 0; l < n; ++l) {
              I32 &v = data[g.base() + l];
              switch (g.id[0] % 4) {
              case 0:
                break;
              case 1:
                v = once(l);
                break;
              case 2:
                v = twice(l) * 2;
                break;
              case 3:
                v = twice(n - 1 - l);
                break;
              }
            }
          });
        });

  c.add("return_inside_loop", R"(
kernel void return_inside_loop(global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  for (int i = 0; i < 6; ++i) {
    tmp[l] = data[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    int v = tmp[(l + 1) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[g] = v + i;
    if (i == get_group_id(0) + 1)
      return;
  }
  data[g] = -data[g];
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            size_t rounds = std::min<size_t>(g.id[0] + 2, 6);
            bool returned = g.id[0] + 1 < 6;
            for (size_t l = 0; l < g.items(); ++l) {
              I32 v = old[g.base() + (l + rounds) % g.items()] + I32(rounds * (rounds - 1) / 2);
              data[g.base() + l] = returned ? v : -v;
            }
          });
        });

  // Two entries into the cycle {first, second}: irreducible.
  c.add("irreducible", R"(
kernel void irreducible(global int *data, local int *tmp, int enter, int rounds) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)];
  if (enter)
    goto second;
first:
  tmp[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  v = tmp[(l + 1) % n] + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
second:
  tmp[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  v = tmp[(l + 1) % n] * 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (--rounds > 0)
    goto first;
  data[get_global_id(0)] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          int enter = j.value<I32>(int(j.items() % 2)), rounds = j.value<I32>(3);
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l) {
              I32 v = old[g.base() + (l + 6 - enter) % g.items()];
              for (int r = 0; r < rounds; ++r)
                v = (v + (r == 0 && enter ? 0 : 1)) * 2;
              data[g.base() + l] = v;
            }
          });
        });

  c.add("goto_state_machine", R"(
kernel void goto_state_machine(global int *data, global const uchar *program, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)], pc = 0;
dispatch:
  switch (program[pc++]) {
  case 0: goto rotate;
  case 1: goto mirror;
  case 2: goto local_work;
  default: goto done;
  }
rotate:
  tmp[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  v = tmp[(l + 1) % n];
  barrier(CLK_LOCAL_MEM_FENCE);
  goto dispatch;
mirror:
  tmp[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  v = tmp[n - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (program[pc] == 0)
    goto rotate;
local_work:
  v = v * 3 + (int)l;
  if (program[pc] == 1) {
    ++pc;
    goto mirror;
  }
  goto dispatch;
done:
  data[get_global_id(0)] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -100, 100);
          auto &program = j.buffer<U8>({0, 1, 0, 2, 1, 2, 2, 0, 1, 1, 9});
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items(), pc = 0;
            I32 *v = &data[g.base()];
            auto rotate = [&] { std::rotate(v, v + 1, v + n); };
            auto mirror = [&] { std::reverse(v, v + n); };
            for (int state = program[pc++]; state != 9;) {
              if (state == 0) {
                rotate();
                state = program[pc++];
              } else if (state == 1) {
                mirror();
                state = program[pc] == 0 ? 0 : 2;
              } else {
                for (size_t l = 0; l < n; ++l)
                  v[l] = v[l] * 3 + int(l);
                if (program[pc] == 1) {
                  ++pc;
                  state = 1;
                } else {
                  state = program[pc++];
                }
              }
            }
          });
        });

  c.add("goto_out_of_nest", R"(
kernel void goto_out_of_nest(global int *data, local int *tmp, int limit) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)], count = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      barrier(CLK_LOCAL_MEM_FENCE);
      tmp[l] = v;
      barrier(CLK_LOCAL_MEM_FENCE);
      v = tmp[(l + 1) % n];
      if (++count == limit)
        goto out;
    }
  v += 5000;
out:
  barrier(CLK_LOCAL_MEM_FENCE);
  tmp[l] = v + count;
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = tmp[n - 1 - l];
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          int limit = j.value<I32>(int(j.items() % 25));
          int count = limit >= 1 && limit <= 16 ? limit : 16;
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            for (size_t l = 0; l < n; ++l)
              data[g.base() + l] =
                  old[g.base() + (n - 1 - l + count) % n] + count + (count == limit ? 0 : 5000);
          });
        });

  c.add("shared_tail", R"(
kernel void shared_tail(global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int v = data[g];
  uint k = get_group_id(0) % 3;
  if (k == 0)
    goto tail;
  tmp[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  v = tmp[(l + 1) % n];
  if (k == 1) {
    v += 100;
    barrier(CLK_LOCAL_MEM_FENCE);
    goto tail;
  }
  v -= 100;
  barrier(CLK_LOCAL_MEM_FENCE);
  tmp[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  v = tmp[(l + 1) % n];
  barrier(CLK_LOCAL_MEM_FENCE);
tail:
  tmp[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  data[g] = tmp[n - 1 - l];
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          const int added[] = {0, 100, -100};
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items(), k = g.id[0] % 3;
            for (size_t l = 0; l < n; ++l)
              data[g.base() + l] = old[g.base() + (n - 1 - l + k) % n] + added[k];
          });
        });
}

} // namespace weft::kernels
