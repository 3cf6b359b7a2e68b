// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One memory through pointers of several element types, at the same index and at related ones: what
// a pass says of two indices, it must not say of two addresses. docs/kernel-compiler.md has the
// list of what passes take for granted of two accesses of one base.
#include "harness/corpus.h"

namespace weft::kernels {
namespace {

// The type of the index: its name, how it is written, and what a work-item's number becomes in it.
struct IndexType {
  const char *name;
  I64 (*of)(U64);
};

template <typename T> I64 as(U64 number) { return I64(T(number)); }

const IndexType IndexTypes[] = {
    {"char", as<int8_t>}, {"uchar", as<U8>}, {"short", as<int16_t>}, {"ushort", as<uint16_t>},
    {"int", as<I32>},     {"uint", as<U32>}, {"long", as<I64>},      {"ulong", as<U64>},
};

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// For each type of indices a case of its own.
void addForIndices(Corpus &c, const std::string &name, const std::string &source, Shapes shapes,
                   std::function<void(Job &, const IndexType &)> reference,
                   std::initializer_list<const char *> types) {
  for (const IndexType &type : IndexTypes)
    if (std::find(types.begin(), types.end(), std::string(type.name)) != types.end()) {
      const std::string its_name = name + "_" + type.name;
      c.add(its_name, replaced(replaced(source, "INDEX", type.name), "NAME", its_name), shapes,
            [reference, type](Job &j) { reference(j, type); });
    }
}

// An argument of a type of 32 or 64 bits.
void passIndex(Job &j, const IndexType &type, U32 number) {
  if (type.of(~U64(0) >> 1) == I64(~U64(0) >> 1))
    j.value<U64>(number);
  else
    j.value<U32>(number);
}

constexpr auto AllIndices = {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"};
constexpr auto WideIndices = {"int", "uint", "long", "ulong"};

// Of the memory before an index's zero, which signed bytes go to.
constexpr size_t Before = 128 * 16;

// The `count`-th U32 beyond element `index` of elements of `size` U32.
U32 at(const std::vector<U32> &words, I64 index, size_t size, size_t count = 0) {
  return words[size_t(I64(Before) + index * I64(size)) + count];
}

template <typename T> T elementAt(const std::vector<U32> &words, I64 index) {
  T value;
  std::memcpy(&value,
              reinterpret_cast<const char *>(words.data() + Before) + index * I64(sizeof(T)),
              sizeof(T));
  return value;
}

void addLoads(Corpus &c) {
  addForIndices(
      c, "scalars_and_vectors_at_one_index", R"(
kernel void NAME(global const uint *all, global uint *out, global uint4 *wholes) {
  typedef struct { uint a, b, c, d, e; } Five;
  global const uint *w = all + 128 * 16;
  size_t id = get_global_id(0);
  INDEX g = (INDEX)id;
  uint a = w[g];
  uint2 b = ((global const uint2 *)w)[g];
  uint3 c = vload3(g, w);
  uint4 d = ((global const uint4 *)w)[g];
  Five e = ((global const Five *)w)[g];
  uint8 f = ((global const uint8 *)w)[g];
  ushort h = ((global const ushort *)w)[g];
  uchar i = ((global const uchar *)w)[g];
  ulong k = ((global const ulong *)w)[g];
  uint16 l = ((global const uint16 *)w)[g];
  out[id] = a + 3 * b.x + 5 * b.y + 7 * c.x + 9 * c.y + 11 * c.z + 13 * d.x + 15 * d.w + 17 * e.b +
            19 * e.e + 21 * f.s0 + 23 * f.s7 + 25 * h + 27 * i + 29 * (uint)k +
            31 * (uint)(k >> 32) + 33 * l.s0 + 35 * l.sf;
  wholes[id] = (uint4)(a, b, (uint)g);
})",
      shapes::flat(),
      [](Job &j, const IndexType &type) {
        auto &w = j.bits<U32>(Before + 16 * std::max<size_t>(j.n(), 256));
        auto &out = j.output<U32>(j.n());
        auto &wholes = j.output<U32>(4 * j.n());
        j.forEachItem([&](const Item &item) {
          const size_t id = item.gid[0];
          const I64 g = type.of(id);
          const auto k = elementAt<U64>(w, g);
          out[id] = at(w, g, 1) + 3 * at(w, g, 2) + 5 * at(w, g, 2, 1) + 7 * at(w, g, 3) +
                    9 * at(w, g, 3, 1) + 11 * at(w, g, 3, 2) + 13 * at(w, g, 4) +
                    15 * at(w, g, 4, 3) + 17 * at(w, g, 5, 1) + 19 * at(w, g, 5, 4) +
                    21 * at(w, g, 8) + 23 * at(w, g, 8, 7) + 25 * elementAt<uint16_t>(w, g) +
                    27 * elementAt<U8>(w, g) + 29 * U32(k) + 31 * U32(k >> 32) + 33 * at(w, g, 16) +
                    35 * at(w, g, 16, 15);
          wholes[4 * id] = at(w, g, 1);
          wholes[4 * id + 1] = at(w, g, 2);
          wholes[4 * id + 2] = at(w, g, 2, 1);
          wholes[4 * id + 3] = U32(g);
        });
      },
      AllIndices);

  addForIndices(
      c, "pair_before_scalar", R"(
kernel void NAME(global const uint *all, global uint *out) {
  global const uint *w = all + 128 * 16;
  size_t id = get_global_id(0);
  INDEX g = (INDEX)id;
  uint2 t = ((global const uint2 *)w)[g];
  uint a = w[g];
  out[2 * id] = a;
  out[2 * id + 1] = t.x ^ t.y;
})",
      shapes::flat(),
      [](Job &j, const IndexType &type) {
        auto &w = j.bits<U32>(Before + 16 * std::max<size_t>(j.n(), 256));
        auto &out = j.output<U32>(2 * j.n());
        j.forEachItem([&](const Item &item) {
          const size_t id = item.gid[0];
          const I64 g = type.of(id);
          out[2 * id] = at(w, g, 1);
          out[2 * id + 1] = at(w, g, 2) ^ at(w, g, 2, 1);
        });
      },
      AllIndices);

  // Elements of several sizes whose distance is a power of two in bytes: computed in as few bits as
  // the index has, it would be none.
  addForIndices(
      c, "distances_beyond_the_index", R"(
kernel void NAME(global const uint *all, global uint *out) {
  global const uint *w = all + 128 * 16;
  size_t id = get_global_id(0);
  INDEX g = (INDEX)(id & 15);
  uint a = w[g], b = w[(INDEX)(g + 64)], c = w[(INDEX)(g + 65)], d = w[(INDEX)(g + 63)];
  uint2 e = ((global const uint2 *)w)[(INDEX)(g + 32)], f = ((global const uint2 *)w)[(INDEX)(g + 33)];
  out[id] = a + 3 * b + 5 * c + 7 * d + 9 * e.x + 11 * e.y + 13 * f.x + 15 * f.y;
})",
      shapes::flat(),
      [](Job &j, const IndexType &) {
        auto &w = j.bits<U32>(Before + 256);
        auto &out = j.output<U32>(j.n());
        j.forEachItem([&](const Item &item) {
          const I64 g = I64(item.gid[0] & 15);
          out[item.gid[0]] = at(w, g, 1) + 3 * at(w, g + 64, 1) + 5 * at(w, g + 65, 1) +
                             7 * at(w, g + 63, 1) + 9 * at(w, g + 32, 2) +
                             11 * at(w, g + 32, 2, 1) + 13 * at(w, g + 33, 2) +
                             15 * at(w, g + 33, 2, 1);
        });
      },
      AllIndices);

  addForIndices(
      c, "related_indices", R"(
kernel void NAME(global const uint *all, global uint *out, INDEX step) {
  global const uint *w = all + 128 * 16;
  size_t id = get_global_id(0);
  INDEX g = (INDEX)id;
  uint2 a = ((global const uint2 *)w)[g + 1];
  uint b = w[2 * g], c = w[2 * g + 1], d = w[g + 1], e = w[3 * g + 2];
  uint2 f = ((global const uint2 *)w)[2 * g];
  uint4 h = ((global const uint4 *)w)[g / 2];
  uint i = w[g ^ 1];
  uint4 k = vload4(g, w + 1);
  uint2 l = vload2(g, w + 3);
  uint2 m = ((global const uint2 *)w)[g * step];
  uint o = w[g * step], p = w[g * step + 1];
  out[id] = a.x + 3 * a.y + 5 * b + 7 * c + 9 * d + 11 * e + 13 * f.x + 15 * f.y + 17 * h.x +
            19 * h.w + 21 * i + 23 * k.x + 25 * k.w + 27 * l.x + 29 * l.y + 31 * m.x + 33 * m.y +
            35 * o + 37 * p;
})",
      shapes::flat(),
      [](Job &j, const IndexType &type) {
        auto &w = j.bits<U32>(Before + 16 * j.n() + 64);
        auto &out = j.output<U32>(j.n());
        passIndex(j, type, 3);
        j.forEachItem([&](const Item &item) {
          const size_t id = item.gid[0];
          const I64 g = I64(id);
          out[id] = at(w, g + 1, 2) + 3 * at(w, g + 1, 2, 1) + 5 * at(w, 2 * g, 1) +
                    7 * at(w, 2 * g + 1, 1) + 9 * at(w, g + 1, 1) + 11 * at(w, 3 * g + 2, 1) +
                    13 * at(w, 2 * g, 2) + 15 * at(w, 2 * g, 2, 1) + 17 * at(w, g / 2, 4) +
                    19 * at(w, g / 2, 4, 3) + 21 * at(w, g ^ 1, 1) + 23 * at(w, g, 4, 1) +
                    25 * at(w, g, 4, 4) + 27 * at(w, g, 2, 3) + 29 * at(w, g, 2, 4) +
                    31 * at(w, 3 * g, 2) + 33 * at(w, 3 * g, 2, 1) + 35 * at(w, 3 * g, 1) +
                    37 * at(w, 3 * g + 1, 1);
        });
      },
      WideIndices);
}

void addStores(Corpus &c) {
  addForIndices(
      c, "stores_through_views", R"(
kernel void NAME(global const uint *in, global uint *out) {
  size_t id = get_global_id(0);
  INDEX g = (INDEX)id;
  uint x = in[id];
  ((global uint8 *)out)[g] = (uint8)(x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7);
  ((global uint4 *)out)[2 * g] = (uint4)(3 * x);
  ((global uint2 *)out)[4 * g + 1] = (uint2)(5 * x, 7 * x);
  out[8 * g + 3] = 9 * x;
  ((global ushort *)out)[16 * g + 1] = (ushort)(11 * x);
  uint2 v = ((global uint2 *)out)[4 * g + 1];
  out[8 * g + 7] = v.x + 13 * v.y + out[8 * g];
  ((global uchar *)out)[32 * g + 21] = (uchar)x;
})",
      shapes::flat(),
      [](Job &j, const IndexType &) {
        auto &in = j.bits<U32>(j.n());
        auto &out = j.output<U32>(8 * j.n());
        j.forEachItem([&](const Item &item) {
          const size_t g = item.gid[0];
          const U32 x = in[g];
          U32 *mine = &out[8 * g];
          for (U32 i = 0; i < 8; ++i)
            mine[i] = i < 4 ? 3 * x : x + i;
          mine[2] = 5 * x;
          mine[3] = 9 * x;
          mine[0] = (mine[0] & 0xffff) | (11 * x) << 16;
          mine[7] = mine[2] + 13 * mine[3] + mine[0];
          mine[5] = (mine[5] & 0xffff00ff) | (x & 0xff) << 8;
        });
      },
      WideIndices);

  // Neither view's element may stay in a register over the other one's store.
  addForIndices(
      c, "sums_through_two_views", R"(
kernel void NAME(global const uint *in, global uint *out, INDEX rounds) {
  size_t id = get_global_id(0);
  INDEX g = (INDEX)id;
  for (INDEX i = 0; i < rounds; ++i) {
    ((global uint2 *)out)[2 * g] += (uint2)(in[i], i);
    out[4 * g + 1] ^= in[g + i];
    ((global ulong *)out)[2 * g + 1] += ((global ulong *)out)[2 * g];
  }
})",
      shapes::flat(),
      [](Job &j, const IndexType &type) {
        const size_t rounds = 11;
        auto &in = j.bits<U32>(j.n() + rounds);
        auto &out = j.bits<U32>(4 * j.n());
        passIndex(j, type, rounds);
        j.forEachItem([&](const Item &item) {
          const size_t g = item.gid[0];
          U32 *mine = &out[4 * g];
          for (size_t i = 0; i < rounds; ++i) {
            mine[0] += in[i];
            mine[1] = (mine[1] + U32(i)) ^ in[g + i];
            U64 first, second;
            std::memcpy(&first, mine, 8);
            std::memcpy(&second, mine + 2, 8);
            second += first;
            std::memcpy(mine + 2, &second, 8);
          }
        });
      },
      WideIndices);

  addForIndices(
      c, "atomics_between_views", R"(
kernel void NAME(global const uint *in, global uint *out) {
  size_t id = get_global_id(0);
  INDEX g = (INDEX)id;
  uint2 before = ((global uint2 *)out)[2 * g];
  uint old = atomic_add(out + 4 * g + 1, in[g]);
  uint2 after = ((global uint2 *)out)[2 * g];
  uint first = out[4 * g];
  atomic_xor((global uint *)((global uint2 *)out + 2 * g), before.y);
  out[4 * g + 2] = before.x + 3 * before.y + 5 * after.x + 7 * after.y + 9 * old + 11 * first;
  out[4 * g + 3] = ((global uint2 *)out)[2 * g].x;
})",
      shapes::flat(),
      [](Job &j, const IndexType &) {
        auto &in = j.bits<U32>(j.n());
        auto &out = j.bits<U32>(4 * j.n());
        j.forEachItem([&](const Item &item) {
          const size_t g = item.gid[0];
          U32 *mine = &out[4 * g];
          const U32 x = mine[0], y = mine[1];
          mine[1] = y + in[g];
          mine[2] = x + 3 * y + 5 * x + 7 * mine[1] + 9 * y + 11 * x;
          mine[0] = x ^ y;
          mine[3] = mine[0];
        });
      },
      WideIndices);
}

void addOtherMemory(Corpus &c) {
  addForIndices(
      c, "local_memory_by_views", R"(
kernel void NAME(global const uint *in, global uint *out, local uint *l) {
  size_t id = get_global_id(0), n = get_local_size(0);
  INDEX g = (INDEX)get_local_id(0), other = (INDEX)(n - 1 - get_local_id(0));
  ((local uint4 *)l)[g] = (uint4)(in[id], 3 * in[id], (uint)id, 7);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint a = l[other];
  uint2 b = ((local uint2 *)l)[other];
  uint4 c = ((local uint4 *)l)[other];
  ulong d = ((local ulong *)l)[2 * other + 1];
  uint e = l[4 * other + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  ((local uint2 *)l)[2 * g] = b;
  l[4 * g + 1] = a;
  ((local uint2 *)l)[2 * g + 1] = ((local uint2 *)l)[2 * g] + 1;
  uint4 all = ((local uint4 *)l)[g];
  out[id] = a + 3 * b.x + 5 * b.y + 7 * c.x + 9 * c.w + 11 * (uint)d + 13 * (uint)(d >> 32) +
            15 * e + 17 * all.x + 19 * all.y + 21 * all.z + 23 * all.w;
})",
      shapes::uniform(),
      [](Job &j, const IndexType &) {
        auto &in = j.bits<U32>(j.n());
        auto &out = j.output<U32>(j.n());
        const size_t local = j.localItems();
        j.local<U32>(4 * local);
        j.forEachItem([&](const Item &item) {
          const size_t first = item.gid[0] - item.lid[0];
          const auto word = [&](size_t at) {
            const U32 id = U32(first + at / 4);
            return at % 4 == 0 ? in[id] : at % 4 == 1 ? 3 * in[id] : at % 4 == 2 ? id : 7;
          };
          const size_t o = local - 1 - item.lid[0];
          const U32 a = word(o), b[] = {word(2 * o), word(2 * o + 1)};
          out[item.gid[0]] = a + 3 * b[0] + 5 * b[1] + 7 * word(4 * o) + 9 * word(4 * o + 3) +
                             11 * word(4 * o + 2) + 13 * word(4 * o + 3) + 15 * word(4 * o + 1) +
                             17 * b[0] + 19 * a + 21 * (b[0] + 1) + 23 * (a + 1);
        });
      },
      WideIndices);

  addForIndices(
      c, "private_arrays_by_views", R"(
kernel void NAME(global const uint *in, global uint *out, INDEX moved) {
  size_t id = get_global_id(0);
  uint p[32];
  for (int i = 0; i < 32; ++i)
    p[i] = in[id] * (i + 1);
  INDEX g = (INDEX)(id + moved) & 7;
  uint a = p[g];
  uint2 b = ((uint2 *)p)[g];
  uint4 c = ((uint4 *)p)[g];
  ushort d = ((ushort *)p)[g];
  ((uint2 *)p)[g + 1] = (uint2)(a, c.w);
  p[g + 2] += 5;
  uint2 e = ((uint2 *)p)[g + 1];
  ulong f = ((ulong *)p)[g];
  uint3 h = vload3(g, p);
  out[id] = a + 3 * b.x + 5 * b.y + 7 * c.x + 9 * c.w + 11 * d + 13 * e.x + 15 * e.y +
            17 * (uint)f + 19 * (uint)(f >> 32) + 21 * h.x + 23 * h.z;
})",
      shapes::flat(),
      [](Job &j, const IndexType &type) {
        auto &in = j.bits<U32>(j.n());
        auto &out = j.output<U32>(j.n());
        passIndex(j, type, 5);
        j.forEachItem([&](const Item &item) {
          const size_t id = item.gid[0], g = (id + 5) & 7;
          U32 p[32];
          for (U32 i = 0; i < 32; ++i)
            p[i] = in[id] * (i + 1);
          const U32 a = p[g], b[] = {p[2 * g], p[2 * g + 1]}, c0 = p[4 * g], c3 = p[4 * g + 3];
          const U32 d = (p[g / 2] >> (16 * (g % 2))) & 0xffff;
          p[2 * g + 2] = a;
          p[2 * g + 3] = c3;
          p[g + 2] += 5;
          out[id] = a + 3 * b[0] + 5 * b[1] + 7 * c0 + 9 * c3 + 11 * d + 13 * p[2 * g + 2] +
                    15 * p[2 * g + 3] + 17 * p[2 * g] + 19 * p[2 * g + 1] + 21 * p[3 * g] +
                    23 * p[3 * g + 2];
        });
      },
      WideIndices);

  addForIndices(
      c, "constant_tables_by_views", R"(
constant uint table[32] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53,
                           59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127, 131};
kernel void NAME(global const uint *in, global uint *out) {
  size_t id = get_global_id(0);
  INDEX g = (INDEX)(in[id] & 7);
  uint a = table[g];
  uint2 b = ((constant uint2 *)table)[g];
  uint4 c = ((constant uint4 *)table)[g];
  uint d = table[g + 8];
  uint2 e = ((constant uint2 *)table)[g + 8];
  out[id] = a + 1000 * b.x + 3000 * b.y + 7 * c.x + 9 * c.w + 11 * d + 13 * e.x + 15 * e.y;
})",
      shapes::flat(),
      [](Job &j, const IndexType &) {
        static const U32 Table[] = {2,  3,  5,  7,   11,  13,  17,  19,  23,  29, 31,
                                    37, 41, 43, 47,  53,  59,  61,  67,  71,  73, 79,
                                    83, 89, 97, 101, 103, 107, 109, 113, 127, 131};
        auto &in = j.bits<U32>(j.n());
        auto &out = j.output<U32>(j.n());
        j.forEachItem([&](const Item &item) {
          const size_t id = item.gid[0], g = in[id] & 7;
          out[id] = Table[g] + 1000 * Table[2 * g] + 3000 * Table[2 * g + 1] + 7 * Table[4 * g] +
                    9 * Table[4 * g + 3] + 11 * Table[g + 8] + 13 * Table[2 * g + 16] +
                    15 * Table[2 * g + 17];
        });
      },
      WideIndices);

  // Rows that each work-item walks, by elements and by vectors.
  addForIndices(
      c, "rows_by_views", R"(
kernel void NAME(global const uint *in, global uint *out, INDEX length) {
  INDEX g = (INDEX)get_global_id(0);
  global const uint *row = in + g * length;
  global uint *its = out + g * length;
  uint sum = 0;
  for (INDEX i = 0; i < length / 4; ++i) {
    uint4 v = ((global const uint4 *)row)[i];
    uint2 w = ((global const uint2 *)row)[i];
    sum += v.x + 3 * v.y + 5 * v.z + 7 * v.w + 9 * row[i] + 11 * w.x + 13 * w.y;
    ((global uint2 *)its)[i] = (uint2)(sum, v.y);
    its[length / 2 + i] = sum ^ its[i];
  }
})",
      shapes::flat(),
      [](Job &j, const IndexType &type) {
        const size_t length = 24;
        auto &in = j.bits<U32>(length * j.n());
        auto &out = j.bits<U32>(length * j.n());
        passIndex(j, type, length);
        j.forEachItem([&](const Item &item) {
          const U32 *row = &in[length * item.gid[0]];
          U32 *its = &out[length * item.gid[0]];
          U32 sum = 0;
          for (size_t i = 0; i < length / 4; ++i) {
            sum += row[4 * i] + 3 * row[4 * i + 1] + 5 * row[4 * i + 2] + 7 * row[4 * i + 3] +
                   9 * row[i] + 11 * row[2 * i] + 13 * row[2 * i + 1];
            its[2 * i] = sum;
            its[2 * i + 1] = row[4 * i + 1];
            its[length / 2 + i] = sum ^ its[i];
          }
        });
      },
      WideIndices);
}

} // namespace

void addTypedViews(Corpus &c) {
  addLoads(c);
  addStores(c);
  addOtherMemory(c);
}

} // namespace weft::kernels
