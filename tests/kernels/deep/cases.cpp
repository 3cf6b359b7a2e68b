// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls within each other beyond the depth up to which they are inlined
// (passes/lowering/inlining.cpp): functions that stay calls, and those that cannot.
#include "harness/corpus.h"

namespace weft::kernels {
namespace {

// Enough for two functions that stay calls, with some more above them.
constexpr U32 Levels = 150;

void replaceAll(std::string &text, const std::string &what, const std::string &by) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

// `f0` as given, and f1, f2, ..., of which `text` has "LEVEL" for the number and "NEXT" for the one
// below; `kernel` has "TOP" for the last.
std::string program(const std::string &f0, const std::string &text, std::string kernel) {
  std::string all = f0 + "\n";
  for (U32 level = 1; level < Levels; ++level) {
    std::string one = text;
    replaceAll(one, "NEXT", "f" + std::to_string(level - 1));
    replaceAll(one, "LEVEL", std::to_string(level));
    all += one + "\n";
  }
  replaceAll(kernel, "TOP", "f" + std::to_string(Levels - 1));
  return all + kernel;
}

// Some work-items leave at each level.
const char *const Switches = R"(static uint fLEVEL(uint a) {
  switch (a & 63) {
  case 0: return a * LEVEL;
  case 1: return a + 3 * LEVEL;
  }
  return NEXT(a * 5 + LEVEL);
})";

U32 switches(U32 a) {
  for (U32 level = Levels - 1; level > 0; a = a * 5 + level--) {
    if ((a & 63) == 0)
      return a * level;
    if ((a & 63) == 1)
      return a + 3 * level;
  }
  return a;
}

void addValues(Corpus &c) {
  const char *const last = "static uint f0(uint a) { return a; }";
  c.add("deep_switches", program(last, Switches, R"(
kernel void deep_switches(global uint *data) {
  size_t g = get_global_id(0);
  data[g] = TOP(data[g]);
})"),
        shapes::flat(), [](Job &j) {
          auto &data = j.bits<U32>(j.n());
          j.forEachItem([&](const Item &i) { data[i.gid[0]] = switches(data[i.gid[0]]); });
        });

  // By some work-items only, some of them several times, and in code of two kernels.
  const std::string kernels = program(last, Switches, R"(
kernel void deep_in_loop(global uint *data) {
  size_t g = get_global_id(0);
  uint a = data[g], sum = 0;
  for (uint k = 0; k < g % 5; ++k)
    if ((a >> k) & 1)
      sum += TOP(a + k);
  data[g] = sum;
}
kernel void deep_in_branch(global uint *data) {
  size_t g = get_global_id(0);
  if (data[g] & 2)
    data[g] = TOP(data[g]) ^ f80(data[g] >> 3);
})");
  c.add("deep_in_loop", kernels, shapes::flat(), [](Job &j) {
    auto &data = j.bits<U32>(j.n());
    j.forEachItem([&](const Item &i) {
      const size_t g = i.gid[0];
      U32 sum = 0;
      for (U32 k = 0; k < g % 5; ++k)
        if ((data[g] >> k) & 1)
          sum += switches(data[g] + k);
      data[g] = sum;
    });
  });
  c.add("deep_in_branch", kernels, shapes::flat(), [](Job &j) {
    auto &data = j.bits<U32>(j.n());
    auto from80 = [](U32 a) {
      for (U32 level = 80; level > 0; a = a * 5 + level--)
        if ((a & 63) < 2)
          return (a & 63) == 0 ? a * level : a + 3 * level;
      return a;
    };
    j.forEachItem([&](const Item &i) {
      U32 &a = data[i.gid[0]];
      if (a & 2)
        a = switches(a) ^ from80(a >> 3);
    });
  });
}

void addMemory(Corpus &c) {
  c.add("deep_pointers",
        program(R"(
struct State { uint sums[4]; ushort count; };
static void f0(struct State *s, local uint *l, global uint *o, uint a) { *o ^= a; })",
                R"(static void fLEVEL(struct State *s, local uint *l, global uint *o, uint a) {
  s->sums[a & 3] += LEVEL;
  ++s->count;
  if ((a >> LEVEL % 13) & 1)
    *l += a ^ LEVEL;
  for (uint k = 0; k < (a & 7); ++k)
    *o += k;
  NEXT(s, l, o, a * 3 + LEVEL);
  s->sums[LEVEL & 3] ^= *l;
})",
                R"(
kernel void deep_pointers(global uint *data, local uint *t) {
  size_t g = get_global_id(0), l = get_local_id(0);
  struct State s = {{1, 2, 3, 4}, 0};
  uint a = data[g];
  t[l] = a;
  if (a & 6)
    TOP(&s, t + l, data + g, a);
  data[g] += s.sums[0] + s.sums[1] * 3 + s.sums[2] * 5 + s.sums[3] * 7 + s.count + t[l];
})"),
        shapes::grouped(), [](Job &j) {
          auto &data = j.bits<U32>(j.n());
          j.local<U32>(j.localItems());
          j.forEachItem([&](const Item &i) {
            U32 &o = data[i.gid[0]];
            U32 sums[4] = {1, 2, 3, 4}, count = 0, l = o, a = o;
            if (a & 6) {
              for (U32 level = Levels - 1; level > 0; a = a * 3 + level--) {
                sums[a & 3] += level;
                ++count;
                if ((a >> level % 13) & 1)
                  l += a ^ level;
                for (U32 k = 0; k < (a & 7); ++k)
                  o += k;
              }
              o ^= a;
              for (U32 level = 1; level < Levels; ++level)
                sums[level & 3] ^= l;
            }
            o += sums[0] + sums[1] * 3 + sums[2] * 5 + sums[3] * 7 + count + l;
          });
        });

  c.add("deep_structures",
        program(R"(
typedef struct { uint a; float b; uint c[3]; } Result;
static Result f0(Result r) { return r; })",
                R"(static Result fLEVEL(Result r) {
  if (r.a % 97 == LEVEL) {
    r.b = -r.b;
    return r;
  }
  r.c[r.a % 3] += LEVEL;
  r.a = r.a * 5 + LEVEL;
  Result below = NEXT(r);
  below.b += 1.0f;
  return below;
})",
                R"(
kernel void deep_structures(global uint *data, global float *out) {
  size_t g = get_global_id(0);
  Result r = {data[g], 0.5f, {1, 2, 3}};
  r = TOP(r);
  data[g] = r.a + r.c[0] * 3 + r.c[1] * 5 + r.c[2] * 7;
  out[g] = r.b;
})"),
        shapes::flat(), [](Job &j) {
          auto &data = j.bits<U32>(j.n());
          auto &out = j.output<float>(j.n());
          j.forEachItem([&](const Item &i) {
            U32 a = data[i.gid[0]], c[3] = {1, 2, 3}, level = Levels - 1;
            for (; level > 0 && a % 97 != level; --level) {
              c[a % 3] += level;
              a = a * 5 + level;
            }
            data[i.gid[0]] = a + c[0] * 3 + c[1] * 5 + c[2] * 7;
            out[i.gid[0]] = (level > 0 ? -0.5f : 0.5f) + float(Levels - 1 - level);
          });
        });
}

// Functions of which all levels have to be in the kernel.
void addInlined(Corpus &c) {
  c.add("deep_ids", program("static uint f0(uint a) { return a ^ get_global_id(0); }", Switches, R"(
kernel void deep_ids(global uint *data) {
  size_t g = get_global_id(0);
  data[g] = g & 1 ? TOP(data[g]) : f70(data[g]);
})"),
        shapes::flat(), [](Job &j) {
          auto &data = j.bits<U32>(j.n());
          j.forEachItem([&](const Item &i) {
            const U32 g = U32(i.gid[0]);
            U32 a = data[g], level = g & 1 ? Levels - 1 : 70;
            for (; level > 0 && (a & 63) > 1; --level)
              a = a * 5 + level;
            data[g] = level == 0 ? a ^ g : (a & 63) == 0 ? a * level : a + 3 * level;
          });
        });

  c.add("deep_barrier",
        program(R"(
static uint f0(local uint *t, uint l, uint n, uint a) {
  t[l] = a;
  barrier(CLK_LOCAL_MEM_FENCE);
  return t[(l + 1) % n];
})",
                R"(static uint fLEVEL(local uint *t, uint l, uint n, uint a) {
  return NEXT(t, l, n, a * 3 + LEVEL) * 5;
})",
                R"(
kernel void deep_barrier(global uint *data, local uint *t) {
  size_t g = get_global_id(0);
  data[g] = TOP(t, get_local_id(0), get_local_size(0), data[g]);
})"),
        shapes::grouped(), [](Job &j) {
          auto &data = j.bits<U32>(j.n());
          j.local<U32>(j.localItems());
          U32 factor = 1;
          for (U32 level = 1; level < Levels; ++level)
            factor *= 5;
          j.forEachGroup([&](const Group &g) {
            const size_t n = g.items();
            std::vector<U32> values(n);
            for (size_t l = 0; l < n; ++l) {
              values[l] = data[g.base() + l];
              for (U32 level = Levels - 1; level > 0; --level)
                values[l] = values[l] * 3 + level;
            }
            for (size_t l = 0; l < n; ++l)
              data[g.base() + l] = values[(l + 1) % n] * factor;
          });
        });
}

// Functions too large to be inlined for asking where the work-item is: they are told instead.
constexpr U32 Statements = 900;

std::string largeFunction(const std::string &name, const std::string &first) {
  std::string text = "__attribute__((noinline)) uint " + name +
                     "(uint a, global const uint *in) {\n" + first + "\n";
  for (U32 k = 0; k < Statements; ++k)
    text += "  a = (a ^ a >> " + std::to_string(k % 13 + 3) + ") * " + std::to_string(2 * k + 3) +
            "u;\n";
  return text + "  return a;\n}\n";
}

U32 largeFunction(U32 a) {
  for (U32 k = 0; k < Statements; ++k)
    a = (a ^ a >> (k % 13 + 3)) * (2 * k + 3);
  return a;
}

void addLargeFunctions(Corpus &c) {
  const std::string functions =
      largeFunction("inner", R"(
  a += get_global_id(0) * 3 + get_global_id(1) * 5 + get_global_id(2) * 7;
  a += get_local_id(0) * 11 + get_local_id(1) * 13 + get_local_id(2) * 17;
  a += get_global_linear_id() * 19 + get_local_linear_id() * 23 + get_work_dim() * 29;
  if (get_local_id(0) & 1)
    a += get_global_id(0) * 31;)") +
      largeFunction("outer",
                    "  a = (a & 1) ? inner(a, in) : inner(a + in[get_global_linear_id()], in);");
  c.add("large_functions_ask", functions + R"(
kernel void large_functions_ask(global const uint *in, global uint *out) {
  size_t g = get_global_linear_id();
  uint a = in[g];
  for (uint k = 0; k < (g & 3); ++k)
    a += outer(a + k, in);
  out[g] = (g & 4) ? inner(a, in) : a;
})",
        shapes::remainders(), [](Job &j) {
          const auto &in = j.bits<U32>(j.n());
          auto &out = j.output<U32>(j.n());
          const U32 dimensions = j.shape().dims;
          j.forEachItem([&](const Item &i) {
            auto inner = [&](U32 a) {
              a += U32(i.gid[0] * 3 + i.gid[1] * 5 + i.gid[2] * 7 + i.lid[0] * 11 + i.lid[1] * 13 +
                       i.lid[2] * 17 + i.linear * 19 + i.local * 23 + dimensions * 29);
              return largeFunction(i.lid[0] & 1 ? a + U32(i.gid[0]) * 31 : a);
            };
            U32 a = in[i.linear];
            for (U32 k = 0; k < (i.linear & 3); ++k) {
              const U32 b = a + k;
              a += largeFunction(b & 1 ? inner(b) : inner(b + in[i.linear]));
            }
            out[i.linear] = i.linear & 4 ? inner(a) : a;
          });
        });
}

// As much of it as keeps a kernel from being widened if all calls were inlined.
void addManyCopies(Corpus &c) {
  constexpr U32 Calls = 24;
  std::string calls;
  for (U32 k = 0; k < Calls; ++k)
    calls += "  if (s.x[" + std::to_string(k % 4) +
             "] & 1) mix(&s);\n  s.n += " + std::to_string(k) + ";\n";
  c.add("many_copies", R"(
typedef struct { uint x[4], n; } state;
static void mix(state *s) {
  uint w[16];
  for (int i = 0; i < 16; i++)
    w[i] = s->x[i & 3] + i * s->n;
  #pragma unroll
  for (int i = 0; i < 192; i++) {
    w[i & 15] = w[(i + 1) & 15] * 3 + (w[(i + 7) & 15] ^ w[(i + 12) & 15] >> 5) + i;
    s->x[i & 3] = rotate(s->x[(i + 1) & 3], 7u) + w[i & 15];
  }
}
kernel void many_copies(global const uint *in, global uint *out) {
  size_t g = get_global_id(0);
  state s = { { in[g], in[g] ^ 5, 7, 9 }, 1 };
)" + calls + R"(
  out[g] = s.x[0] ^ s.x[1] ^ s.x[2] ^ s.x[3];
})",
        shapes::flat(), [](Job &j) {
          const auto &in = j.bits<U32>(j.n());
          auto &out = j.output<U32>(j.n());
          j.forEachItem([&](const Item &item) {
            const size_t g = item.gid[0];
            U32 x[4] = {in[g], in[g] ^ 5, 7, 9}, n = 1;
            for (U32 k = 0; k < Calls; n += k++) {
              if (!(x[k % 4] & 1))
                continue;
              U32 w[16];
              for (U32 i = 0; i < 16; ++i)
                w[i] = x[i & 3] + i * n;
              for (U32 i = 0; i < 192; ++i) {
                w[i & 15] = w[(i + 1) & 15] * 3 + (w[(i + 7) & 15] ^ w[(i + 12) & 15] >> 5) + i;
                const U32 next = x[(i + 1) & 3];
                x[i & 3] = (next << 7 | next >> 25) + w[i & 15];
              }
            }
            out[g] = x[0] ^ x[1] ^ x[2] ^ x[3];
          });
        });
}

} // namespace

void addDeep(Corpus &c) {
  addValues(c);
  addMemory(c);
  addInlined(c);
  addLargeFunctions(c);
  addManyCopies(c);
}

} // namespace weft::kernels
