// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that are too large for what others are worth (passes/budget.h): many regions, long
// blocks, many sums that may wrap, many accesses side by side, many loops within each other.
#include "harness/corpus.h"

namespace weft::kernels {
namespace {

// Steps that hand values on to the next work-item of the group, with two barriers each.
constexpr const char *Steps = R"(
#define STEP t[l] = a; barrier(CLK_LOCAL_MEM_FENCE); \
             a = a * 3 + t[(l + 1) % n]; barrier(CLK_LOCAL_MEM_FENCE);
#define STEPS_9 STEP STEP STEP STEP STEP STEP STEP STEP STEP
)";

void runSteps(std::vector<U32> &values, unsigned steps) {
  const size_t n = values.size();
  for (unsigned step = 0; step < steps; ++step) {
    const std::vector<U32> before = values;
    for (size_t l = 0; l < n; ++l)
      values[l] = before[l] * 3 + before[(l + 1) % n];
  }
}

// `steps` of a group of the buffer `data`, starting from its values times `factor`.
void reference(Job &j, unsigned steps) {
  auto &data = j.bits<U32>(j.n());
  j.local<U32>(j.localItems());
  const U32 factor = j.value<U32>(7);
  j.forEachGroup([&](const Group &g) {
    std::vector<U32> values(g.items());
    for (size_t l = 0; l < g.items(); ++l)
      values[l] = data[g.base() + l] * factor;
    runSteps(values, steps);
    for (size_t l = 0; l < g.items(); ++l)
      data[g.base() + l] = values[l] + factor;
  });
}

std::string sequence(const char *name, const char *body) {
  return std::string(Steps) + "kernel void " + name +
         R"((global uint *data, local uint *t, uint factor) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  uint a = data[g] * factor;
)" + body +
         R"(
  data[g] = a + factor;
})";
}

void addRegions(Corpus &c) {
  c.add("regions_19", sequence("regions_19", "STEPS_9"), shapes::grouped(),
        [](Job &j) { reference(j, 9); });
  c.add("regions_37", sequence("regions_37", "STEPS_9 STEPS_9"), shapes::grouped(),
        [](Job &j) { reference(j, 18); });
  // A choice that the group makes, in a loop and without one.
  c.add(
      "regions_of_a_choice",
      sequence("regions_of_a_choice",
               "STEPS_9 if (factor > 3) { STEP STEP } for (uint i = 0; i < factor; ++i) { STEP }"),
      shapes::grouped(), [](Job &j) { reference(j, 9 + 2 + 7); });
  c.add("regions_of_many_choices",
        sequence("regions_of_many_choices",
                 "STEPS_9 STEPS_9 for (uint i = 0; i < factor; ++i) { if (i & 1) { STEP } }"),
        shapes::grouped(), [](Job &j) { reference(j, 18 + 3); });
  // Work-items that return while others go on to barriers that those do not wait at.
  for (const char *name : {"regions_left_early", "regions_left_earlier"}) {
    const bool many = std::string(name) == "regions_left_earlier";
    c.add(name,
          sequence(name, (std::string("if (get_group_id(0) % 2) return; ") +
                          (many ? "STEPS_9 STEPS_9" : "STEPS_9"))
                             .c_str()),
          shapes::grouped(), [many](Job &j) {
            auto &data = j.bits<U32>(j.n());
            j.local<U32>(j.localItems());
            const U32 factor = j.value<U32>(5);
            j.forEachGroup([&](const Group &g) {
              if (g.id[0] % 2)
                return;
              std::vector<U32> values(g.items());
              for (size_t l = 0; l < g.items(); ++l)
                values[l] = data[g.base() + l] * factor;
              runSteps(values, many ? 18 : 9);
              for (size_t l = 0; l < g.items(); ++l)
                data[g.base() + l] = values[l] + factor;
            });
          });
  }
  // Ids of two dimensions, and more than one row in a group.
  c.add("regions_of_planes", std::string(Steps) + R"(
kernel void regions_of_planes(global uint *data, local uint *t) {
  size_t n = get_local_size(0) * get_local_size(1);
  size_t l = get_local_id(1) * get_local_size(0) + get_local_id(0);
  size_t g = get_global_linear_id();
  uint a = (uint)g + (uint)get_local_id(1);
  STEPS_9
  data[g] = a;
})",
        {shapes::plane(5, 3, 10, 6), shapes::plane(16, 2, 16, 8), shapes::plane(1, 7, 3, 7)},
        [](Job &j) {
          auto &data = j.output<U32>(j.items());
          j.local<U32>(j.localItems());
          const size_t row = j.shape().global[0];
          j.forEachGroup([&](const Group &g) {
            std::vector<U32> values;
            auto at = [&](size_t l) {
              return (g.first[1] + l / g.size[0]) * row + g.first[0] + l % g.size[0];
            };
            for (size_t l = 0; l < g.items(); ++l)
              values.push_back(U32(at(l)) + U32(l / g.size[0]));
            runSteps(values, 9);
            for (size_t l = 0; l < g.items(); ++l)
              data[at(l)] = values[l];
          });
        });
}

// M(100) to M(699).
constexpr const char *Repeat = R"(
#define M10(i) M(i##0) M(i##1) M(i##2) M(i##3) M(i##4) M(i##5) M(i##6) M(i##7) M(i##8) M(i##9)
#define M100(i) M10(i##0) M10(i##1) M10(i##2) M10(i##3) M10(i##4) \
                M10(i##5) M10(i##6) M10(i##7) M10(i##8) M10(i##9)
#define ALL M100(1) M100(2) M100(3) M100(4) M100(5) M100(6)
)";

void addBlocks(Corpus &c) {
  // Sums of 32 bits, some of which wrap between the work-items of a row.
  c.add("many_sums_that_wrap", std::string(Repeat) + R"(
#define M(i) a = a * 3 + (ulong)(b + i##u); a ^= (ulong)(b - i##u);
kernel void many_sums_that_wrap(global ulong *out, uint start) {
  uint b = get_global_id(0) + start;
  ulong a = b;
  ALL
  out[get_global_id(0)] = a;
})",
        shapes::flat(), [](Job &j) {
          auto &out = j.output<U64>(j.n());
          const U32 starts[] = {1000, 0xfffffffau, 0xffffff00u, 130, 0xfffffd80u};
          const U32 start = j.value<U32>(starts[j.items() % 5]);
          j.forEachItem([&](const Item &item) {
            const U32 b = U32(item.gid[0]) + start;
            U64 a = b;
            for (U32 i = 100; i < 700; ++i)
              a = (a * 3 + U64(U32(b + i))) ^ U64(U32(b - i));
            out[item.gid[0]] = a;
          });
        });

  // One more of another value, which wraps from below between the work-items of a row.
  c.add("one_sum_beside_many", std::string(Repeat) + R"(
#define M(i) a = a * 3 + (ulong)(b + i##u);
kernel void one_sum_beside_many(global ulong *out, uint start, uint other) {
  uint b = get_global_id(0) + start, d = get_global_id(0) + other;
  ulong a = b;
  ALL
  out[get_global_id(0)] = a + (ulong)(d - 5u);
})",
        shapes::flat(), [](Job &j) {
          auto &out = j.output<U64>(j.n());
          const U32 start = j.value<U32>(1000), other = j.value<U32>(U32(j.items() % 4));
          j.forEachItem([&](const Item &item) {
            const U32 b = U32(item.gid[0]) + start, d = U32(item.gid[0]) + other;
            U64 a = b;
            for (U32 i = 100; i < 700; ++i)
              a = a * 3 + U64(U32(b + i));
            out[item.gid[0]] = a + U64(U32(d - 5));
          });
        });

  c.add("many_loads_of_one_block", std::string(Repeat) + R"(
#define M(i) a = a * 5 + in[g + i]; a ^= in[g * 4 + (i & 3)];
kernel void many_loads_of_one_block(global const uchar *in, global uint *out) {
  uint g = get_global_id(0), a = g;
  ALL
  out[g] = a;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<U8>(j.n() * 4 + 700);
          auto &out = j.output<U32>(j.n());
          j.forEachItem([&](const Item &item) {
            const size_t g = item.gid[0];
            U32 a = U32(g);
            for (U32 i = 100; i < 700; ++i)
              a = (a * 5 + in[g + i]) ^ in[g * 4 + (i & 3)];
            out[g] = a;
          });
        });

  // Long blocks under conditions, within a loop, with values that go around it.
  c.add("long_blocks_of_a_loop", std::string(Repeat) + R"(
#define M(i) a = a * b + i; b ^= a >> 7;
kernel void long_blocks_of_a_loop(global const uint *in, global uint *out, int rounds) {
  uint g = get_global_id(0), a = in[g], b = g | 1;
  for (int r = 0; r < rounds; ++r) {
    if (a & 1) { ALL } else { a += 3; }
    a += b;
  }
  out[g] = a;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<U32>(j.n());
          const I32 rounds = j.value<I32>(3);
          j.forEachItem([&](const Item &item) {
            const size_t g = item.gid[0];
            U32 a = in[g], b = U32(g) | 1;
            for (I32 r = 0; r < rounds; ++r) {
              if (a & 1) {
                for (U32 i = 100; i < 700; ++i) {
                  a = a * b + i;
                  b ^= a >> 7;
                }
              } else {
                a += 3;
              }
              a += b;
            }
            out[g] = a;
          });
        });
}

// More loops within each other than are widened; every tenth runs once or twice.
constexpr unsigned Depth = 80;

void runNest(const U32 bits, unsigned depth, U32 &a) {
  if (depth == Depth)
    return;
  const U32 rounds = 1 + (depth % 10 == 0 ? bits >> depth / 10 & 1 : 0);
  for (U32 i = 0; i < rounds; ++i) {
    a = a * 3 + i + depth;
    runNest(bits, depth + 1, a);
  }
}

void addNests(Corpus &c) {
  std::string text = "kernel void deep_nest(global uint *data, uint one) {\n"
                     "  size_t g = get_global_id(0);\n"
                     "  uint bits = data[g], a = bits;\n";
  for (unsigned depth = 0; depth < Depth; ++depth) {
    const std::string number = std::to_string(depth), i = "i" + number;
    const std::string more =
        depth % 10 == 0 ? " + (bits >> " + std::to_string(depth / 10) + " & 1)" : "";
    text += "for (uint " + i + " = 0; " + i + " < one" + more + "; ++" + i + ") {\n  a = a * 3 + " +
            i + " + " + number + ";\n";
  }
  text += std::string(Depth, '}') + "\n  data[g] = a;\n}";
  c.add("deep_nest", text, shapes::flat(), [](Job &j) {
    auto &data = j.bits<U32>(j.n());
    j.value<U32>(1);
    j.forEachItem([&](const Item &item) {
      U32 &a = data[item.gid[0]];
      runNest(a, 0, a);
    });
  });
}

} // namespace

void addLarge(Corpus &c) {
  addRegions(c);
  addBlocks(c);
  addNests(c);
}

} // namespace weft::kernels
