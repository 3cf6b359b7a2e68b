// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations on local memory at computed places: by bytes that an argument chooses, by booleans and
// by narrow integers.
#include "harness/corpus.h"

namespace weft::kernels {
namespace {

// One launch of a kernel that fills `Bins` words of local memory, and what `add` does to them for
// each work-item's number.
template <typename Bin, typename In, typename Add>
void bins(Job &job, size_t count, Bin initial, int64_t low, int64_t high, Add add) {
  auto &in = job.random<In>(job.n(), low, high);
  auto &out = job.output<Bin>(job.groups() * count, Bin(initial));
  job.forEachGroup([&](const Group &group) {
    Bin *own = &out[group.linear * count];
    job.forEachItem(group, [&](const Item &item) { add(own, in[item.gid[0]], item); });
  });
}

// A kernel of which `update` is done by each work-item, with its number in x and bins in c.
std::string source(const std::string &name, const std::string &in, const std::string &bin,
                   size_t count, const std::string &initial, const std::string &update,
                   const std::string &parameters = "") {
  const std::string number = std::to_string(count);
  return "kernel void " + name + "(global const " + in + " *in, global " + bin + " *out" +
         parameters + ") {\n  local " + bin + " c[" + number +
         "];\n"
         "  size_t g = get_global_id(0), l = get_local_id(0), n = get_local_size(0);\n"
         "  for (size_t i = l; i < " +
         number + "; i += n) c[i] = " + initial +
         ";\n"
         "  barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  " +
         in + " x = in[g];\n  " + update +
         "\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  for (size_t i = l; i < " +
         number + "; i += n) out[get_group_id(0) * " + number + " + i] = c[i];\n}\n";
}

// The count of a radix sort.
void addDigits(Corpus &c) {
  for (U32 shift : {0u, 4u, 8u, 9u, 16u, 24u})
    for (U32 mask : {0xffu, 0xfu, 0xffffu}) {
      const std::string name =
          "count_of_digits_at_" + std::to_string(shift) + "_of_" + std::to_string(mask);
      const size_t count = size_t(mask) < 4096 ? size_t(mask) + 1 : 256;
      const std::string at = count > mask ? "" : " & 255";
      c.add(name,
            source(name, "uint", "uint", count, "0",
                   "atomic_inc(c + ((((x >> shift) & " + std::to_string(mask) + "u))" + at + "));",
                   ", uint shift"),
            shapes::grouped(), [=](Job &job) {
              bins<U32, U32>(job, count, 0, 0, UINT32_MAX, [&](U32 *own, U32 x, const Item &) {
                ++own[((x >> shift) & mask) & (count - 1)];
              });
              job.value(shift);
            });
    }
  c.add("count_of_digits_of_a_long",
        source("count_of_digits_of_a_long", "ulong", "uint", 256, "0",
               "atomic_inc(c + ((x >> shift) & 255)); atomic_inc(c + ((x << 3 >> 11) & 255));",
               ", uint shift"),
        shapes::grouped(), [](Job &job) {
          bins<U32, U64>(job, 256, 0, 0, INT64_MAX, [](U32 *own, U64 x, const Item &) {
            ++own[(x >> 40) & 255];
            ++own[(x << 3 >> 11) & 255];
          });
          job.value(U32(40));
        });
  c.add("count_of_bytes_under_a_chosen_mask",
        source("count_of_bytes_under_a_chosen_mask", "uint", "uint", 256, "0",
               "atomic_inc(c + ((x & mask) >> 16)); atomic_inc(c + ((x >> 8) & mask >> 16));",
               ", uint mask"),
        shapes::grouped(), [](Job &job) {
          bins<U32, U32>(job, 256, 0, 0, UINT32_MAX, [](U32 *own, U32 x, const Item &) {
            ++own[(x & 0x7f0000) >> 16];
            ++own[(x >> 8) & 0x7f];
          });
          job.value(U32(0x7f0000));
        });
}

void addPlaces(Corpus &c) {
  auto add = [&](const std::string &name, const std::string &in, size_t count,
                 const std::string &update, auto reference) {
    using In = decltype(reference.number);
    c.add(name, source(name, in, "int", count, "0", update), shapes::grouped(),
          [=](Job &job) { bins<I32, In>(job, count, 0, -100, 100, reference.add); });
  };
  auto of = [](auto number, auto add) {
    struct Reference {
      decltype(number) number;
      decltype(add) add;
    };
    return Reference{number, add};
  };
  add("count_at_a_boolean", "int", 2, "atomic_inc(&c[x > 0]);",
      of(I32(0), [](I32 *own, I32 x, const Item &) { ++own[x > 0]; }));
  add("counts_at_booleans_in_turn", "int", 3,
      "atomic_inc(&c[x > 0]); atomic_add(&c[x < -5], x); atomic_sub(&c[1 + (x == 7)], 3);",
      of(I32(0), [](I32 *own, I32 x, const Item &) {
        ++own[x > 0];
        own[x < -5] += x;
        own[1 + (x == 7)] -= 3;
      }));
  add("count_at_a_boolean_by_some", "int", 2, "if (x & 3) atomic_inc(&c[!(x & 8)]);",
      of(I32(0), [](I32 *own, I32 x, const Item &) {
        if (x & 3)
          ++own[!(x & 8)];
      }));
  add("count_before_a_negative_boolean", "int", 2, "atomic_inc(&c[1 + -(int)(x > 0)]);",
      of(I32(0), [](I32 *own, I32 x, const Item &) { ++own[x > 0 ? 0 : 1]; }));
  add("greatest_and_least_at_a_bit", "int", 4,
      "atomic_max(&c[x & 1], x); atomic_min(&c[2 + ((x >> 1) & 1)], x / 2);",
      of(I32(0), [](I32 *own, I32 x, const Item &) {
        own[x & 1] = std::max(own[x & 1], x);
        own[2 + ((x >> 1) & 1)] = std::min(own[2 + ((x >> 1) & 1)], x / 2);
      }));
  add("bits_at_two_bits", "int", 4,
      "atomic_or(&c[x & 3], 1 << (x & 15)); atomic_xor(&c[x & 3], 0);",
      of(I32(0), [](I32 *own, I32 x, const Item &) { own[x & 3] |= 1 << (x & 15); }));
  add("count_at_bytes", "uchar", 256, "atomic_inc(&c[x]); atomic_inc(&c[(uchar)(x + 3)]);",
      of(U8(0), [](I32 *own, U8 x, const Item &) {
        ++own[x];
        ++own[U8(x + 3)];
      }));
  add("count_at_signed_bytes", "char", 256, "atomic_inc(&c[128 + x]); atomic_inc(c + 128 + x / 2);",
      of(int8_t(0), [](I32 *own, int8_t x, const Item &) {
        ++own[128 + x];
        ++own[128 + x / 2];
      }));
  add("count_at_shorts", "ushort", 256, "atomic_inc(&c[x >> 8]); atomic_inc(&c[x & 31]);",
      of(uint16_t(0), [](I32 *own, uint16_t x, const Item &) {
        ++own[x >> 8];
        ++own[x & 31];
      }));
  add("count_at_three_bytes", "uint", 256, "atomic_inc(&c[((x << 8) >> 8) % 251]);",
      of(U32(0), [](I32 *own, U32 x, const Item &) { ++own[((x << 8) >> 8) % 251]; }));
  // What was there before adds up to the same in any order.
  add("places_taken_at_a_boolean", "int", 4,
      "int old = atomic_inc(&c[x > 0]); atomic_add(&c[2 + (x > 0)], old);",
      of(I32(0), [](I32 *own, I32 x, const Item &) {
        int old = own[x > 0]++;
        own[2 + (x > 0)] += old;
      }));
  add("exchange_until_it_fits", "int", 2,
      "int old = c[x > 0], seen;\n"
      "  while ((seen = atomic_cmpxchg(&c[x > 0], old, old + x)) != old) old = seen;",
      of(I32(0), [](I32 *own, I32 x, const Item &) { own[x > 0] += x; }));
}

} // namespace

void addComputedAtomics(Corpus &c) {
  addDigits(c);
  addPlaces(c);
}

} // namespace weft::kernels
