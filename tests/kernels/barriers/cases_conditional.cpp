// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers under conditions that all work-items of a group decide alike.
#include "harness/corpus.h"

#include <algorithm>
#include <vector>

namespace weft::kernels {

void addBarrierConditionals(Corpus &c) {
  c.add("uniform_if_argument", R"(
kernel void uniform_if_argument(global const int *in, global int *out, local int *tmp, int on) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int v = in[g];
  tmp[l] = v;
  if (on > 3) {
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n] - 1;
  }
  out[g] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          int on = j.value<I32>(j.items() % 2 ? 5 : 2);
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              out[g.base() + l] =
                  on > 3 ? in[g.base() + (l + 1) % g.items()] - 1 : in[g.base() + l];
          });
        });

  c.add("if_on_group_id", R"(
kernel void if_on_group_id(global const int *in, global int *out, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int v = in[g];
  tmp[l] = v;
  if (get_group_id(0) % 2 == 0) {
    barrier(CLK_LOCAL_MEM_FENCE);
    v += tmp[n - 1 - l];
  }
  out[g] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              out[g.base() + l] =
                  in[g.base() + l] + (g.id[0] % 2 ? 0 : in[g.base() + g.items() - 1 - l]);
          });
        });

  c.add("if_else_both_arms", R"(
kernel void if_else_both_arms(global const int *in, global int *out, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int v = in[g];
  if (get_group_id(0) & 1) {
    tmp[l] = v * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n];
  } else {
    tmp[l] = v * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[n - 1 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[l] = v + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n];
  }
  out[g] = v - 1;
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            for (size_t l = 0; l < n; ++l) {
              size_t next = (l + 1) % n;
              out[g.base() + l] =
                  g.id[0] & 1 ? in[g.base() + next] * 2 - 1 : in[g.base() + n - 1 - next] * 3;
            }
          });
        });

  c.add("nested_ifs", R"(
kernel void nested_ifs(global const int *in, global int *out, local int *tmp, int a, int b) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int v = in[g];
  tmp[l] = v;
  if (a) {
    barrier(CLK_LOCAL_MEM_FENCE);
    v += tmp[(l + 1) % n];
    if (get_group_id(0) != 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      tmp[l] = v;
      if (b) {
        barrier(CLK_LOCAL_MEM_FENCE);
        v += tmp[(l + 2) % n] * 10;
      }
    } else {
      v = -v;
    }
  }
  out[g] = v;
})",
        shapes::join(shapes::grouped(), {shapes::line(12, 36), shapes::line(5, 15)}), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          int a = j.value<I32>(j.items() != 48);
          int b = j.value<I32>(j.items() % 5 != 0);
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            auto first = [&](size_t l) {
              return in[g.base() + l % n] + in[g.base() + (l + 1) % n];
            };
            for (size_t l = 0; l < n; ++l)
              out[g.base() + l] = !a             ? in[g.base() + l]
                                  : g.id[0] == 1 ? -first(l)
                                                 : first(l) + (b ? first(l + 2) * 10 : 0);
          });
        });

  c.add("else_if_chain", R"(
kernel void else_if_chain(global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  uint k = get_group_id(0) % 4;
  int v = data[g];
  tmp[l] = v;
  if (k == 0) {
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[0];
  } else if (k == 1) {
    v = v * 7;
  } else if (k == 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[n - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[l] = v + (int)l;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += tmp[n / 2];
  } else {
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[g] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            I32 last = old[g.base() + n - 1];
            for (size_t l = 0; l < n; ++l) {
              I32 &v = data[g.base() + l];
              switch (g.id[0] % 4) {
              case 0:
                v = old[g.base()];
                break;
              case 1:
                v = v * 7;
                break;
              case 2:
                v = last + last + int(n / 2);
                break;
              default:
                break;
              }
            }
          });
        });

  c.add("condition_from_memory", R"(
kernel void condition_from_memory(global const int *flags, global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  tmp[l] = data[g];
  if (flags[get_group_id(0)] > 0) {
    barrier(CLK_LOCAL_MEM_FENCE);
    data[g] = tmp[n - 1 - l];
  }
})",
        shapes::grouped(), [](Job &j) {
          auto &flags = j.random<I32>(j.groups(), -3, 3);
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items() && flags[g.id[0]] > 0; ++l)
              data[g.base() + l] = old[g.base() + g.items() - 1 - l];
          });
        });

  c.add("condition_from_local_memory", R"(
kernel void condition_from_local_memory(global int *data, local int *tmp) {
  local int any;
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  if (l == 0)
    any = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (data[g] > 900)
    any = 1;
  tmp[l] = data[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (any) {
    int v = tmp[(l + 3) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[l] = v + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    data[g] = tmp[(l + 1) % n];
  }
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            bool any = false;
            for (size_t l = 0; l < g.items(); ++l)
              any |= old[g.base() + l] > 900;
            for (size_t l = 0; l < g.items() && any; ++l)
              data[g.base() + l] = old[g.base() + (l + 4) % g.items()] + 1;
          });
        });

  // Uniform in fact, which only the data shows: (x | 1) & 1 is loaded per work-item.
  c.add("condition_varying_in_form", R"(
kernel void condition_varying_in_form(global const int *odd, global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  tmp[l] = data[g];
  if (odd[g] & 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    data[g] = tmp[n - 1 - l] + odd[g];
  } else {
    barrier(CLK_LOCAL_MEM_FENCE);
    data[g] = tmp[(l + 1) % n] - odd[g];
  }
})",
        shapes::grouped(), [](Job &j) {
          std::vector<I32> parity(j.n());
          Random random(3);
          j.forEachItem([&](const Item &i) {
            parity[i.gid[0]] = I32(random.within(-50, 50) * 2 + I64((i.gid[0] - i.lid[0]) / 8 % 2));
          });
          auto &odd = j.buffer(parity);
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            for (size_t l = 0; l < n; ++l) {
              I32 o = odd[g.base() + l];
              data[g.base() + l] =
                  o & 1 ? old[g.base() + n - 1 - l] + o : old[g.base() + (l + 1) % n] - o;
            }
          });
        });

  c.add("divergent_code_between", R"(
kernel void divergent_code_between(global const int *in, global int *out, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int v = in[g];
  if (v & 1)
    tmp[l] = v * 3;
  else
    tmp[l] = v - 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  int w = tmp[(l + 1) % n];
  if (w > 0) {
    if (l % 3 == 0)
      w = -w;
    else if (l % 3 == 1)
      w *= 2;
  } else {
    w = w * w;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  tmp[l] = w;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = l % 2 ? tmp[n - 1 - l] : tmp[l] + v;
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            auto w = [&](size_t l) {
              I32 v = in[g.base() + (l + 1) % n];
              I32 w = v & 1 ? v * 3 : v - 5;
              if (w > 0)
                return l % 3 == 0 ? -w : l % 3 == 1 ? w * 2 : w;
              return w * w;
            };
            for (size_t l = 0; l < n; ++l)
              out[g.base() + l] = l % 2 ? w(n - 1 - l) : w(l) + in[g.base() + l];
          });
        });

  c.add("switch_cases", R"(
kernel void switch_cases(global const int *in, global int *out, local int *tmp, int bias) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int v = in[g];
  tmp[l] = v;
  switch ((get_group_id(0) + bias) % 5) {
  case 0:
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[0];
    break;
  case 1:
    v = 11;
    break;
  case 2:
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[n - 1 - l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[l];
    break;
  case 3:
    v++;
  default:
    barrier(CLK_LOCAL_MEM_FENCE);
    v += tmp[(l + 1) % n];
  }
  out[g] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          int bias = j.value<I32>(int(j.items() % 7));
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items(), which = (g.id[0] + bias) % 5;
            for (size_t l = 0; l < n; ++l) {
              I32 v = in[g.base() + l], next = in[g.base() + (l + 1) % n];
              const I32 results[] = {in[g.base()], 11, in[g.base() + n - 1 - l], v + 1 + next,
                                     v + next};
              out[g.base() + l] = results[which];
            }
          });
        });

  c.add("switch_fall_through", R"(
kernel void switch_fall_through(global const int *in, global int *out, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int v = in[g];
  switch (get_group_id(0) % 3) {
  case 2:
    tmp[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
  case 1:
    tmp[l] = v * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
  case 0:
    tmp[l] = v + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = tmp[(l + 1) % n];
  }
  out[g] = v;
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            size_t which = g.id[0] % 3;
            for (size_t l = 0; l < g.items(); ++l) {
              I32 v = in[g.base() + (l + 1 + which) % g.items()];
              out[g.base() + l] = (which >= 1 ? v * 2 : v) + 1;
            }
          });
        });

  c.add("ternary_and_short_circuit", R"(
int check(int x, int y) { return x > 2 && (y < 5 || x == y); }
kernel void ternary_and_short_circuit(global int *data, local int *tmp, int x, int y) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  tmp[l] = data[g];
  if (x > 1 && (y != 3 || check(x, y))) {
    barrier(CLK_LOCAL_MEM_FENCE);
    data[g] = l & 1 ? tmp[n - 1 - l] : tmp[(l + 1) % n];
  }
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          int x = j.value<I32>(int(j.items() % 4) + 1), y = j.value<I32>(3);
          bool taken = x > 1 && (y != 3 || (x > 2 && (y < 5 || x == y)));
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            for (size_t l = 0; l < n && taken; ++l)
              data[g.base() + l] = old[g.base() + (l & 1 ? n - 1 - l : (l + 1) % n)];
          });
        });

  c.add("unreachable_barrier", R"(
kernel void unreachable_barrier(global const int *in, global int *out, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  tmp[l] = in[g];
  if (0) {
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[l] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = tmp[n - 1 - l];
  return;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = 0;
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

  c.add("never_taken", R"(
kernel void never_taken(global int *data, local int *tmp, int never) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  for (int i = 0; i < never; ++i) {
    tmp[l] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    data[g] = tmp[n - 1 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (never) {
    barrier(CLK_LOCAL_MEM_FENCE);
    data[g] = 0;
  }
})",
        shapes::grouped(), [](Job &j) {
          j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          j.value<I32>(0);
        });

  c.add("join_of_values", R"(
kernel void join_of_values(global const int *in, global int *out, local int *tmp, int mode) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int a = in[g], b, c;
  tmp[l] = a;
  if (mode == 1) {
    b = a * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    c = b + tmp[n - 1 - l];
  } else if (mode == 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    b = tmp[(l + 1) % n];
    c = (int)l;
  } else {
    b = -1;
    c = a;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = a + 3 * b + 5 * c;
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          int mode = j.value<I32>(int(j.items() % 3));
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            for (size_t l = 0; l < n; ++l) {
              I32 a = in[g.base() + l], b = -1, c = a;
              if (mode == 1) {
                b = a * 2;
                c = b + in[g.base() + n - 1 - l];
              } else if (mode == 2) {
                b = in[g.base() + (l + 1) % n];
                c = int(l);
              }
              out[g.base() + l] = a + 3 * b + 5 * c;
            }
          });
        });

  // Ways that all work-items of a group go together, through different barriers, with values that
  // one of them changes and the other keeps.
  c.add("ways_of_a_round", R"(
kernel void ways_of_a_round(global int *data, local int *tmp, int rounds) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int odd = 1, turns = 0, v = data[g];
  for (int i = 0; i < rounds;) {
    if (i & 1) {
      tmp[l] = v;
      odd = odd * 3 + i;
      barrier(CLK_LOCAL_MEM_FENCE);
      v = tmp[(l + 1) % n] + odd;
      barrier(CLK_LOCAL_MEM_FENCE);
      i += 1;
    } else {
      if (l == 0)
        tmp[0] = v + odd;
      barrier(CLK_LOCAL_MEM_FENCE);
      v -= tmp[0] + turns++;
      barrier(CLK_LOCAL_MEM_FENCE);
      i += 3;
    }
  }
  data[g] = v * 4 + odd - turns;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          int rounds = j.value<I32>(int(j.items() % 9));
          j.forEachGroup([&](const Group &g) {
            int odd = 1, turns = 0;
            std::vector<I32> v(data.begin() + g.base(), data.begin() + g.base() + g.items());
            for (int i = 0; i < rounds;) {
              if (i & 1) {
                odd = odd * 3 + i;
                std::rotate(v.begin(), v.begin() + 1, v.end());
                for (I32 &each : v)
                  each += odd;
                i += 1;
              } else {
                I32 less = v[0] + odd + turns++;
                for (I32 &each : v)
                  each -= less;
                i += 3;
              }
            }
            for (size_t l = 0; l < g.items(); ++l)
              data[g.base() + l] = v[l] * 4 + odd - turns;
          });
        });
}

} // namespace weft::kernels
