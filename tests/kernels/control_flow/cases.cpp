// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divergent control flow without barriers.
#include "harness/corpus.h"

namespace weft::kernels {

void addControlFlow(Corpus &c) {
  // More code than is made twice, for full vectors and for what is left at the end of a row.
  c.add("large_body", R"(
#define STEP(k)                                                                                    \
  x = x * (2 * (k) + 3) + in[(g + (k)) % n];                                                       \
  if (x & (1 << (k) % 11))                                                                         \
    y ^= x >> (k) % 7;                                                                             \
  else                                                                                             \
    y += (k);
#define FOUR(k) STEP(k) STEP(k + 1) STEP(k + 2) STEP(k + 3)
#define SIXTEEN(k) FOUR(k) FOUR(k + 4) FOUR(k + 8) FOUR(k + 12)
kernel void large_body(global const uint *in, global uint *out, uint n) {
  uint g = get_global_id(0), x = g, y = 0;
  SIXTEEN(0) SIXTEEN(16) SIXTEEN(32) SIXTEEN(48)
  out[g] = x ^ y;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<U32>(j.n());
          const U32 n = j.value<U32>(U32(j.n()));
          j.forEachItem([&](const Item &i) {
            const U32 g = U32(i.gid[0]);
            U32 x = g, y = 0;
            for (U32 k = 0; k < 64; ++k) {
              x = x * (2 * k + 3) + in[(g + k) % n];
              if (x & (1u << k % 11))
                y ^= x >> k % 7;
              else
                y += k;
            }
            out[g] = x ^ y;
          });
        });

  c.add("divergent_if_else", R"(
kernel void divergent_if_else(global const int *in, global int *out) {
  size_t g = get_global_id(0);
  int v = in[g];
  if (v & 1)
    v = v * 3 + 1;
  else
    v = v >> 1;
  out[g] = v;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &i) {
            I32 v = in[i.gid[0]];
            out[i.gid[0]] = v & 1 ? v * 3 + 1 : v >> 1;
          });
        });

  c.add("deep_nest", R"(
kernel void deep_nest(global const int *in, global int *out) {
  size_t g = get_global_id(0);
  int v = in[g], r = 0;
  if (v > -500) {
    r += 1;
    if (v & 1) {
      r += 2;
      if (v & 2) {
        r += 4;
        if (v % 5 == 0)
          r = -r;
        else if (v % 7 == 0) {
          r *= 100;
          if (g & 1)
            r += 9;
        }
      } else
        r += 8;
    } else if (g % 3 == 0)
      r += 16;
    r *= 3;
  }
  out[g] = r;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &i) {
            size_t g = i.gid[0];
            int v = in[g], r = 0;
            if (v > -500) {
              r += 1;
              if (v & 1) {
                r += 2;
                if (v & 2) {
                  r += 4;
                  if (v % 5 == 0)
                    r = -r;
                  else if (v % 7 == 0) {
                    r *= 100;
                    if (g & 1)
                      r += 9;
                  }
                } else
                  r += 8;
              } else if (g % 3 == 0)
                r += 16;
              r *= 3;
            }
            out[g] = r;
          });
        });

  c.add("divergent_while", R"(
kernel void divergent_while(global const uint *in, global uint *out) {
  size_t g = get_global_id(0);
  uint x = in[g] & 0xffff, steps = 0;
  while (x > 1) {
    x = x & 1 ? 3 * x + 1 : x >> 1;
    ++steps;
  }
  out[g] = steps;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<U32>(j.n());
          j.forEachItem([&](const Item &i) {
            U32 steps = 0;
            for (U32 x = in [i.gid[0]] & 0xffff; x > 1; ++steps)
              x = x & 1 ? 3 * x + 1 : x >> 1;
            out[i.gid[0]] = steps;
          });
        });

  c.add("break_and_continue", R"(
kernel void break_and_continue(global const int *in, global int *out) {
  size_t g = get_global_id(0);
  int v = in[g], sum = 0;
  for (int i = 0; i < 40; ++i) {
    if ((i + v) % 4 == 0)
      continue;
    sum += i;
    if (sum > 50 + (int)(g % 100))
      break;
    if (v < 0 && i > 20)
      break;
    sum ^= v;
  }
  out[g] = sum;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &item) {
            size_t g = item.gid[0];
            int v = in[g], sum = 0;
            for (int i = 0; i < 40; ++i) {
              if ((i + v) % 4 == 0)
                continue;
              sum += i;
              if (sum > 50 + int(g % 100))
                break;
              if (v < 0 && i > 20)
                break;
              sum ^= v;
            }
            out[g] = sum;
          });
        });

  c.add("nested_divergent_loops", R"(
kernel void nested_divergent_loops(global const int *in, global int *out) {
  size_t g = get_global_id(0);
  int n = in[g] & 7, r = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n + (int)(g & 3); ++j) {
      if (i * j == 6)
        goto found;
      r += i ^ j;
      for (int k = 0; k < j; k += 2)
        r += k;
    }
    r = r * 2 - i;
  }
  r += 1000;
found:
  out[g] = r;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &item) {
            size_t g = item.gid[0];
            int n = in[g] & 7, r = 0;
            for (int i = 0; i < n; ++i) {
              for (int k = i; k < n + int(g & 3); ++k) {
                if (i * k == 6)
                  goto found;
                r += i ^ k;
                for (int m = 0; m < k; m += 2)
                  r += m;
              }
              r = r * 2 - i;
            }
            r += 1000;
          found:
            out[g] = r;
          });
        });

  c.add("early_returns", R"(
kernel void early_returns(global int *data, int n) {
  int g = get_global_id(0);
  if (g >= n)
    return;
  if (data[g] < 0) {
    data[g] = -data[g];
    return;
  }
  for (int i = 0; i < 10; ++i) {
    data[g] += i;
    if (data[g] % 5 == 0)
      return;
  }
  data[g] = 0;
})",
        shapes::flat(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          int n = j.value<I32>(int(j.n()) - 3);
          j.forEachItem([&](const Item &item) {
            int g = int(item.gid[0]);
            if (g >= n)
              return;
            if (data[g] < 0) {
              data[g] = -data[g];
              return;
            }
            for (int i = 0; i < 10; ++i) {
              data[g] += i;
              if (data[g] % 5 == 0)
                return;
            }
            data[g] = 0;
          });
        });

  c.add("divergent_switch", R"(
kernel void divergent_switch(global const int *in, global int *out) {
  size_t g = get_global_id(0);
  int v = in[g], r = 7;
  switch (v & 15) {
  case 0: r = v; break;
  case 1: r = -v;
  case 2: r += 2; break;
  case 5: case 6: case 7:
    for (int i = 0; i < (v & 7); ++i)
      r = r * 3 + i;
    break;
  case 9: out[g] = 9; return;
  case 14: r = r << 4;
  default: r ^= 0x55;
  }
  out[g] = r;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &item) {
            int v = in[item.gid[0]], r = 7;
            int &o = out[item.gid[0]];
            switch (v & 15) {
            case 0:
              r = v;
              break;
            case 1:
              r = -v;
              [[fallthrough]];
            case 2:
              r += 2;
              break;
            case 5:
            case 6:
            case 7:
              for (int i = 0; i < (v & 7); ++i)
                r = r * 3 + i;
              break;
            case 9:
              o = 9;
              return;
            case 14:
              r = r << 4;
              [[fallthrough]];
            default:
              r ^= 0x55;
            }
            o = r;
          });
        });

  c.add("irreducible_divergent", R"(
kernel void irreducible_divergent(global const uint *in, global uint *out) {
  size_t g = get_global_id(0);
  uint x = in[g] & 0xff, count = 0;
  if (x & 1)
    goto odd;
even:
  x = x / 2 + count;
  if (++count > 20)
    goto done;
  if (!(x & 1))
    goto even;
odd:
  x = x * 3 + 1;
  if (++count > 25)
    goto done;
  if (x & 2)
    goto odd;
  goto even;
done:
  out[g] = x * 100 + count;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<U32>(j.n());
          j.forEachItem([&](const Item &item) {
            U32 x = in[item.gid[0]] & 0xff, count = 0;
            for (bool odd = x & 1;;) {
              if (!odd) {
                x = x / 2 + count;
                if (++count > 20)
                  break;
                odd = x & 1;
              } else {
                x = x * 3 + 1;
                if (++count > 25)
                  break;
                odd = x & 2;
              }
            }
            out[item.gid[0]] = x * 100 + count;
          });
        });

  c.add("short_circuit_loads", R"(
kernel void short_circuit_loads(global const int *in, global int *out, int n) {
  int g = get_global_id(0);
  int left = g > 0 ? in[g - 1] : -1;
  int right = g + 1 < n && in[g + 1] > 0 ? in[g + 1] : -2;
  out[g] = left * 3 + right + ((g + 2 < n && in[g + 2] & 1) || left > 5);
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          int n = j.value<I32>(int(j.n()));
          j.forEachItem([&](const Item &item) {
            int g = int(item.gid[0]);
            int left = g > 0 ? in[g - 1] : -1;
            int right = g + 1 < n && in[g + 1] > 0 ? in[g + 1] : -2;
            out[g] = left * 3 + right + ((g + 2 < n && (in[g + 2] & 1)) || left > 5);
          });
        });

  c.add("binary_search", R"(
kernel void binary_search(global const int *keys, global const int *sorted, global int *out,
                          int n) {
  size_t g = get_global_id(0);
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (sorted[middle] < keys[g])
      low = middle + 1;
    else
      high = middle;
  }
  out[g] = low;
})",
        shapes::flat(), [](Job &j) {
          auto &keys = j.random<I32>(j.n(), -1100, 1100);
          std::vector<I32> table(333);
          Random random(8);
          for (I32 &x : table)
            x = I32(random.within(-1000, 1000));
          std::sort(table.begin(), table.end());
          auto &sorted = j.buffer(table);
          auto &out = j.output<I32>(j.n());
          j.value<I32>(int(table.size()));
          j.forEachItem([&](const Item &i) {
            out[i.gid[0]] = I32(std::lower_bound(sorted.begin(), sorted.end(), keys[i.gid[0]]) -
                                sorted.begin());
          });
        });

  c.add("mandelbrot", R"(
#pragma OPENCL FP_CONTRACT OFF
kernel void mandelbrot(global int *out, int width) {
  size_t g = get_global_id(0);
  float cx = (float)(int)(g % width) * 0.0625f - 2.0f, cy = (float)(int)(g / width) * 0.125f - 1.0f;
  float x = 0.0f, y = 0.0f;
  int i = 0;
  for (; i < 200; ++i) {
    float xx = x * x, yy = y * y;
    if (xx + yy > 4.0f)
      break;
    y = 2.0f * (x * y) + cy;
    x = (xx - yy) + cx;
  }
  out[g] = i;
})",
        shapes::flat(), [](Job &j) {
          auto &out = j.output<I32>(j.n());
          int width = j.value<I32>(48);
          j.forEachItem([&](const Item &item) {
            size_t g = item.gid[0];
            float cx = float(int(g % width)) * 0.0625f - 2.0f;
            float cy = float(int(g / width)) * 0.125f - 1.0f, x = 0, y = 0;
            int i = 0;
            for (; i < 200; ++i) {
              float xx = x * x, yy = y * y;
              if (xx + yy > 4.0f)
                break;
              y = 2.0f * (x * y) + cy;
              x = (xx - yy) + cx;
            }
            out[g] = i;
          });
        });

  c.add("divergent_calls", R"(
int gcd(int a, int b) {
  while (b) {
    int t = a % b;
    a = b;
    b = t;
  }
  return a;
}
int fold(int v, int n) {
  if (n < 3)
    return v;
  int r = 0;
  for (int i = 1; i < n; ++i)
    r += gcd(v + i, n);
  return r;
}
kernel void divergent_calls(global const int *in, global int *out) {
  size_t g = get_global_id(0);
  out[g] = in[g] > 500 ? gcd(in[g], (int)g + 1) : fold(in[g], (int)(g % 9));
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), 1, 1000);
          auto &out = j.output<I32>(j.n());
          auto gcd = [](int a, int b) {
            while (b)
              a = std::exchange(b, a % b);
            return a;
          };
          j.forEachItem([&](const Item &item) {
            size_t g = item.gid[0];
            int n = int(g % 9), v = in[g], r = n < 3 ? v : 0;
            for (int i = 1; i < n && n >= 3; ++i)
              r += gcd(v + i, n);
            out[g] = v > 500 ? gcd(v, int(g) + 1) : r;
          });
        });

  c.add("loop_with_stores", R"(
kernel void loop_with_stores(global int *data, int stride) {
  size_t g = get_global_id(0);
  global int *row = data + g * stride;
  for (int i = 1; i < stride; ++i) {
    if (row[i] < row[i - 1]) {
      row[i] += row[i - 1];
      if (row[i] > 2000)
        break;
    } else
      row[i - 1] = i;
  }
})",
        shapes::flat(), [](Job &j) {
          auto &data = j.random<I32>(j.n() * 11, -1000, 1000);
          int stride = j.value<I32>(11);
          j.forEachItem([&](const Item &item) {
            I32 *row = &data[item.gid[0] * stride];
            for (int i = 1; i < stride; ++i) {
              if (row[i] < row[i - 1]) {
                row[i] += row[i - 1];
                if (row[i] > 2000)
                  break;
              } else
                row[i - 1] = i;
            }
          });
        });

  c.add("empty_kernel", "kernel void empty_kernel(global int *out) {}", shapes::flat(),
        [](Job &j) { j.output<I32>(j.n()); });
}

} // namespace weft::kernels
