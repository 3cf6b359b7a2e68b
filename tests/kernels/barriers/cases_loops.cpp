// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in loops.
#include "harness/corpus.h"

namespace weft::kernels {

// What `rounds` rounds of "read the right neighbour and add `add`" leave behind.
static void rotate(Job &j, std::vector<I32> &data, size_t rounds, I32 add) {
  auto old = data;
  j.forEachGroup([&](const Group &g) {
    for (size_t l = 0; l < g.items(); ++l)
      data[g.base() + l] = old[g.base() + (l + rounds) % g.items()] + I32(rounds) * add;
  });
}

void addBarrierLoops(Corpus &c) {
  c.add("for_constant", R"(
kernel void for_constant(global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  for (int i = 0; i < 5; ++i) {
    tmp[l] = data[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[g] = tmp[(l + 1) % n] + 2;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          rotate(j, data, 5, 2);
        });

  c.add("for_argument", R"(
kernel void for_argument(global int *data, local int *tmp, int rounds) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)];
  for (int i = 0; i < rounds; ++i) {
    tmp[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n] + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[get_global_id(0)] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          rotate(j, data, j.value<I32>(int(j.items() % 9)), 1);
        });

  c.add("for_buffer_count", R"(
kernel void for_buffer_count(global int *data, local int *tmp, global const int *rounds) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)];
  for (int i = 0; i < rounds[get_group_id(0)]; ++i) {
    tmp[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n] - 3;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[get_global_id(0)] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto &rounds = j.random<I32>(j.groups(), 0, 6);
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            I32 r = rounds[g.id[0]];
            for (size_t l = 0; l < g.items(); ++l)
              data[g.base() + l] = old[g.base() + (l + r) % g.items()] - 3 * r;
          });
        });

  c.add("for_local_size", R"(
kernel void for_local_size(global const int *in, global int *out, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  tmp[l] = in[g];
  for (size_t step = n / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int other = tmp[(l + step) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[l] += other;
  }
  out[g] = tmp[l];
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            std::vector<U32> tmp(in.begin() + g.base(), in.begin() + g.base() + n);
            for (size_t step = n / 2; step > 0; step /= 2) {
              auto old = tmp;
              for (size_t l = 0; l < n; ++l)
                tmp[l] += old[(l + step) % n];
            }
            for (size_t l = 0; l < n; ++l)
              out[g.base() + l] = I32(tmp[l]);
          });
        });

  c.add("while_loop", R"(
kernel void while_loop(global int *data, local int *tmp, uint bits) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)];
  while (bits) {
    tmp[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n] + 4;
    bits &= bits - 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[get_global_id(0)] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          U32 bits = j.value<U32>(U32(j.items()) * 2654435761u);
          rotate(j, data, __builtin_popcount(bits), 4);
        });

  c.add("do_loop", R"(
kernel void do_loop(global int *data, local int *tmp, int rounds) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)];
  do {
    tmp[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n] - 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (--rounds > 0);
  data[get_global_id(0)] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          int rounds = j.value<I32>(int(j.items() % 4));
          rotate(j, data, std::max(rounds, 1), -1);
        });

  c.add("barrier_at_loop_start", R"(
kernel void barrier_at_loop_start(global int *data, local int *a, local int *b, int rounds) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  a[l] = data[g];
  for (int i = 0; i < rounds; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i & 1)
      a[l] = b[(l + 1) % n];
    else
      b[l] = a[(l + 1) % n];
  }
  data[g] = rounds & 1 ? b[l] : a[l];
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          j.local<I32>(j.localItems());
          rotate(j, data, j.value<I32>(int(j.items() % 6)), 0);
        });

  c.add("barrier_at_loop_end", R"(
kernel void barrier_at_loop_end(global const int *in, global int *out, int rounds) {
  local int shared[8];
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int v = 0;
  for (int i = 0; i < rounds; ++i) {
    if (l == i % n)
      shared[i % 8] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    v = v * 2 + shared[i % 8];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          int rounds = j.value<I32>(11);
          j.forEachGroup([&](const Group &g) {
            int v = 0;
            for (int i = 0; i < rounds; ++i)
              v = v * 2 + in[g.base() + i % g.items()];
            for (size_t l = 0; l < g.items(); ++l)
              out[g.base() + l] = v;
          });
        });

  c.add("nested_loops_each_level", R"(
kernel void nested_loops_each_level(global int *data, local int *tmp, int a, int b, int c) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)];
  for (int i = 0; i < a; ++i) {
    tmp[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n] + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < b; ++j) {
      tmp[l] = v;
      barrier(CLK_LOCAL_MEM_FENCE);
      v = tmp[(l + 1) % n] + 10;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int k = j; k < c; ++k) {
        tmp[l] = v;
        barrier(CLK_LOCAL_MEM_FENCE);
        v = tmp[(l + 1) % n] + 100;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
    }
    tmp[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n] + 1000;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[get_global_id(0)] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          int a = j.value<I32>(2), b = j.value<I32>(3), c = j.value<I32>(3);
          int rounds = 0, added = 0;
          for (int i = 0; i < a; ++i) {
            rounds += 2, added += 1001;
            for (int k = 0; k < b; ++k) {
              ++rounds, added += 10;
              rounds += c - k, added += 100 * (c - k);
            }
          }
          rotate(j, data, rounds, 0);
          j.forEachItem([&](const Item &i) { data[i.gid[0]] += added; });
        });

  c.add("inner_loop_only", R"(
kernel void inner_loop_only(global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)];
  for (int i = 0; i < 4; ++i) {
    v = v * 2 + (int)l;
    for (int j = 0; j < i; ++j) {
      tmp[l] = v;
      barrier(CLK_LOCAL_MEM_FENCE);
      v = tmp[(l + 1) % n];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    v ^= i;
  }
  data[get_global_id(0)] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          for (int i = 0; i < 4; ++i) {
            j.forEachItem(
                [&](const Item &k) { data[k.gid[0]] = data[k.gid[0]] * 2 + int(k.lid[0]); });
            rotate(j, data, i, 0);
            j.forEachItem([&](const Item &k) { data[k.gid[0]] ^= i; });
          }
        });

  c.add("uniform_break", R"(
kernel void uniform_break(global int *data, local int *tmp, int stop) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)];
  for (int i = 0; i < 20; ++i) {
    tmp[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n];
    if (i == stop)
      break;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += 1;
  }
  data[get_global_id(0)] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          int stop = j.value<I32>(int(j.items() % 7));
          rotate(j, data, stop + 1, 0);
          j.forEachItem([&](const Item &i) { data[i.gid[0]] += stop; });
        });

  c.add("uniform_continue", R"(
kernel void uniform_continue(global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)];
  for (int i = 0; i < 9; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i % 3 == 1)
      continue;
    v = tmp[(l + 1) % n] + 1;
    if (i == 5)
      continue;
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n] - 2;
  }
  data[get_global_id(0)] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          for (int i = 0; i < 9; ++i) {
            if (i % 3 == 1)
              continue;
            rotate(j, data, 1, 1);
            if (i != 5)
              rotate(j, data, 1, -2);
          }
        });

  c.add("continue_before_barrier", R"(
kernel void continue_before_barrier(global int *data, local int *tmp, int skip) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)];
  int i = 0;
  while (i < 8) {
    ++i;
    if (i % skip == 0) {
      v += (int)l;
      continue;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n];
  }
  data[get_global_id(0)] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          int skip = j.value<I32>(3);
          for (int i = 1; i <= 8; ++i)
            if (i % skip == 0)
              j.forEachItem([&](const Item &k) { data[k.gid[0]] += int(k.lid[0]); });
            else
              rotate(j, data, 1, 0);
        });

  c.add("break_from_inner", R"(
kernel void break_from_inner(global int *data, local int *tmp, int limit) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)], total = 0;
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      if (i * j > limit)
        break;
      barrier(CLK_LOCAL_MEM_FENCE);
      tmp[l] = v;
      barrier(CLK_LOCAL_MEM_FENCE);
      v = tmp[(l + 1) % n] + i;
      ++total;
    }
    if (total > 15)
      break;
  }
  data[get_global_id(0)] = v + total;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          int limit = j.value<I32>(int(j.items() % 6)), total = 0;
          for (int i = 0; i < 5; ++i) {
            for (int k = 0; k < 5 && i * k <= limit; ++k) {
              rotate(j, data, 1, i);
              ++total;
            }
            if (total > 15)
              break;
          }
          j.forEachItem([&](const Item &k) { data[k.gid[0]] += total; });
        });

  c.add("loop_in_if_in_loop", R"(
kernel void loop_in_if_in_loop(global int *data, local int *tmp, int mask) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)];
  for (int i = 0; i < 6; ++i) {
    if (mask >> i & 1) {
      for (int j = 0; j <= i; ++j) {
        tmp[l] = v;
        barrier(CLK_LOCAL_MEM_FENCE);
        v = tmp[(l + 1) % n] + j;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
    } else {
      v -= i * (int)l;
    }
  }
  data[get_global_id(0)] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          int mask = j.value<I32>(int(j.items()) ^ 0x2d);
          for (int i = 0; i < 6; ++i)
            if (mask >> i & 1)
              for (int k = 0; k <= i; ++k)
                rotate(j, data, 1, k);
            else
              j.forEachItem([&](const Item &k) { data[k.gid[0]] -= i * int(k.lid[0]); });
        });

  c.add("after_divergent_trip_count", R"(
kernel void after_divergent_trip_count(global const int *in, global int *out, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  uint v = in[g];
  for (uint i = 0; i < (uint)l % 7 + (v & 3); ++i)
    v = v * 5 + i;
  tmp[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = tmp[n - 1 - l];
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l) {
              U32 v = in[g.base() + l];
              for (U32 i = 0; i < U32(l) % 7 + (v & 3); ++i)
                v = v * 5 + i;
              out[g.base() + g.items() - 1 - l] = I32(v);
            }
          });
        });

  c.add("divergent_loops_between", R"(
kernel void divergent_loops_between(global uint *data, local uint *tmp, int rounds) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  uint v = data[g];
  for (int r = 0; r < rounds; ++r) {
    uint steps = 0;
    for (uint x = v & 1023; x > 1; ++steps) {
      x = x & 1 ? 3 * x + 1 : x / 2;
      if (steps > 30)
        break;
    }
    tmp[l] = v + steps;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[g] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.bits<U32>(j.n());
          j.local<U32>(j.localItems());
          int rounds = j.value<I32>(3);
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            for (int r = 0; r < rounds; ++r) {
              std::vector<U32> tmp(n);
              for (size_t l = 0; l < n; ++l) {
                U32 v = data[g.base() + l], steps = 0;
                for (U32 x = v & 1023; x > 1; ++steps) {
                  x = x & 1 ? 3 * x + 1 : x / 2;
                  if (steps > 30)
                    break;
                }
                tmp[l] = v + steps;
              }
              for (size_t l = 0; l < n; ++l)
                data[g.base() + l] = tmp[(l + 1) % n];
            }
          });
        });

  c.add("loop_until_shared_flag", R"(
kernel void loop_until_shared_flag(global int *data, global int *rounds) {
  local int busy;
  size_t g = get_global_id(0);
  int v = data[g], count = 0;
  do {
    barrier(CLK_LOCAL_MEM_FENCE);
    busy = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (v > 0) {
      v -= 1 + (int)(g % 3);
      if (v > 0)
        busy = 1;
    }
    ++count;
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (busy);
  data[g] = v;
  rounds[g] = count;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -5, 40);
          auto &rounds = j.output<I32>(j.n());
          j.forEachGroup([&](const Group &g) {
            int most = 1;
            for (size_t l = 0; l < g.items(); ++l) {
              I32 &v = data[g.base() + l], count = 0;
              for (; v > 0; ++count)
                v -= 1 + int((g.base() + l) % 3);
              most = std::max(most, count);
            }
            for (size_t l = 0; l < g.items(); ++l)
              rounds[g.base() + l] = most;
          });
        });

  c.add("two_loops_in_sequence", R"(
kernel void two_loops_in_sequence(global int *data, local int *tmp, int a, int b) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)];
  for (int i = 0; i < a; ++i) {
    tmp[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n] + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  int w = v * 2;
  for (int i = b; i > 0; i -= 2) {
    tmp[l] = w;
    barrier(CLK_LOCAL_MEM_FENCE);
    w = tmp[(l + 1) % n] - 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[get_global_id(0)] = w;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          int a = j.value<I32>(int(j.items() % 4)), b = j.value<I32>(int(j.items() % 5));
          rotate(j, data, a, 1);
          j.forEachItem([&](const Item &i) { data[i.gid[0]] *= 2; });
          rotate(j, data, (b + 1) / 2, -1);
        });

  c.add("infinite_loop_with_exit", R"(
kernel void infinite_loop_with_exit(global int *data, local int *tmp, int rounds) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  for (;;) {
    tmp[l] = data[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    int v = tmp[(l + 1) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (rounds-- == 0)
      return;
    data[g] = v + 6;
  }
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          rotate(j, data, j.value<I32>(int(j.items() % 5)), 6);
        });
}

} // namespace weft::kernels
