// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements by rows and blocks whose sizes only the launch knows: of one row for all lanes of a
// vector, or of several, near to each other or far apart.
#include "harness/corpus.h"

#include <string>
#include <utility>

namespace weft::kernels {
namespace {

Shapes blockShapes() {
  return {shapes::line(64, 256), shapes::line(100, 300), shapes::line(16, 53),
          shapes::line(64, 128, 3), shapes::line(256, 512)};
}

// The exchanges of a sorting network, with another distance for each shape.
template <typename T> void exchanges(Job &j, T distance) {
  auto &keys = j.random<T>(2 * (j.n() + size_t(distance)), -1000, 1000);
  T run = j.value<T>(4 * distance);
  j.value<T>(distance);
  j.forEachItem([&](const Item &item) {
    T id = T(item.gid[0]), left = id / distance * 2 * distance + id % distance;
    T &a = keys[size_t(left)], &b = keys[size_t(left + distance)];
    if ((b < a) == ((left & run) == 0))
      std::swap(a, b);
  });
}

template <typename T> void addExchanges(Corpus &c, const std::string &type, T distance) {
  std::string name = "exchanges_" + type + "_" + std::to_string(distance);
  c.add(name,
        "#define T " + type + "\nkernel void " + name + R"((global T *keys, T run, T distance) {
  T id = get_global_id(0), left = (id / distance) * 2 * distance + id % distance;
  T right = left + distance;
  T a = keys[left], b = keys[right];
  bool swaps = (b < a) == ((left & run) == 0);
  keys[left] = swaps ? b : a;
  keys[right] = swaps ? a : b;
})",
        blockShapes(), [distance](Job &j) { exchanges<T>(j, distance); });
}

// The same by masks.
void addMaskedExchanges(Corpus &c, U32 distance) {
  std::string name = "masked_exchanges_" + std::to_string(distance);
  c.add(name, "kernel void " + name + R"((global uint *keys, uint run, uint distance) {
  uint id = get_global_id(0), low = id & (distance - 1), left = 2 * (id - low) + low;
  uint a = keys[left], b = keys[left + distance];
  bool swaps = (b < a) == ((left & run) == 0);
  keys[left] = swaps ? b : a;
  keys[left + distance] = swaps ? a : b;
})",
        blockShapes(), [distance](Job &j) { exchanges<U32>(j, distance); });
}

// The place behind first, and a block's number and the place in it as bits of the id.
void addShiftedExchanges(Corpus &c, U32 bits) {
  std::string name = "shifted_exchanges_" + std::to_string(bits);
  c.add(name,
        "kernel void " + name + R"((global uint *keys, uint run, uint distance) {
  uint id = get_global_id(0), bits = )" +
            std::to_string(bits) + R"(;
  uint left = (id >> bits << (bits + 1)) | (id & (distance - 1)), right = left | distance;
  uint b = keys[right], a = keys[left];
  bool swaps = (b < a) == ((left & run) == 0);
  keys[right] = swaps ? a : b;
  keys[left] = swaps ? b : a;
})",
        blockShapes(), [bits](Job &j) { exchanges<U32>(j, 1u << bits); });
}

// The same where only the launch knows the exponent: as quotients and remainders, and as bits.
template <typename T> void addExponentExchanges(Corpus &c, const std::string &type, unsigned bits) {
  auto add = [&](const std::string &form, const std::string &left, const std::string &right) {
    std::string name = form + "_exchanges_" + type + "_" + std::to_string(bits);
    c.add(name,
          "#define T " + type + "\nkernel void " + name +
              "(global T *keys, T run, uint bits) {\n"
              "  T id = get_global_id(0), distance = (T)1 << bits, left = " +
              left + ", right = " + right + R"(;
  T a = keys[left], b = keys[right];
  bool swaps = (b < a) == ((left & run) == 0);
  keys[left] = swaps ? b : a;
  keys[right] = swaps ? a : b;
})",
          blockShapes(), [bits](Job &j) {
            const T distance = T(1) << bits;
            auto &keys = j.random<T>(2 * (j.n() + size_t(distance)), -1000, 1000);
            T run = j.value<T>(4 * distance);
            j.value<U32>(bits);
            j.forEachItem([&](const Item &item) {
              T id = T(item.gid[0]), left = id / distance * 2 * distance + id % distance;
              T &a = keys[size_t(left)], &b = keys[size_t(left + distance)];
              if ((b < a) == ((left & run) == 0))
                std::swap(a, b);
            });
          });
  };
  add("divided", "id / distance * 2 * distance + id % distance", "left + distance");
  add("packed", "id >> bits << (bits + 1) | (id & (distance - 1))", "left | distance");
}

// Rows within rows, which may be as long: places begin again in the middle of a vector.
void addNestedRows(Corpus &c, U32 width, U32 distance) {
  std::string name = "nested_rows_" + std::to_string(width) + "_" + std::to_string(distance);
  c.add(name,
        "kernel void " + name +
            R"((global const uint *in, global uint *out, uint width, uint distance) {
  uint id = get_global_id(0), x = id % width;
  uint left = x / distance * 2 * distance + x % distance;
  out[id] = in[left] * 3 + in[left + distance];
})",
        blockShapes(), [width, distance](Job &j) {
          auto &in = j.random<U32>(2 * size_t(width + distance), 0, 1000);
          auto &out = j.output<U32>(j.n());
          j.value<U32>(width);
          j.value<U32>(distance);
          j.forEachItem([&](const Item &item) {
            U32 x = U32(item.gid[0]) % width, left = x / distance * 2 * distance + x % distance;
            out[item.gid[0]] = in[left] * 3 + in[left + distance];
          });
        });
}

// One number by which ids are shifted, and which they have bits of.
void addShiftAndMask(Corpus &c, U32 bits) {
  std::string name = "shift_and_mask_" + std::to_string(bits);
  c.add(name, "kernel void " + name + R"((global const uint *in, global uint *out, uint more) {
  uint id = get_global_id(0), bits = more - 1, left = (id >> bits << (bits + 1)) + (id & bits);
  out[id] = in[left] * 3 + in[left + bits];
})",
        blockShapes(), [bits](Job &j) {
          auto &in = j.random<U32>(2 * j.n() + 64, 0, 1000);
          auto &out = j.output<U32>(j.n());
          j.value<U32>(bits + 1);
          j.forEachItem([&](const Item &item) {
            U32 id = U32(item.gid[0]), left = (id >> bits << (bits + 1)) + (id & bits);
            out[id] = in[left] * 3 + in[left + bits];
          });
        });
}

// Rows turned around, by those work-items of which a bit is set: not in order, and with holes.
void addReversedRows(Corpus &c, I32 width) {
  std::string name = "reversed_rows_" + std::to_string(width);
  c.add(name,
        "kernel void " + name + R"((global const int *in, global int *out, int width, int bit) {
  int id = get_global_id(0), row = id / width, column = id % width;
  if (id & bit) {
    int value = in[row * width + width - 1 - column] + in[row * width + column];
    out[row * width + width - 1 - column] = value;
  }
})",
        blockShapes(), [width](Job &j) {
          size_t count = j.n() + size_t(width);
          auto &in = j.random<I32>(count, -1000, 1000);
          auto &out = j.output<I32>(count);
          j.value<I32>(width);
          I32 bit = j.value<I32>(5);
          j.forEachItem([&](const Item &item) {
            I32 id = I32(item.gid[0]), from = id / width * width, column = id % width;
            if (id & bit)
              out[size_t(from + width - 1 - column)] =
                  in[size_t(from + width - 1 - column)] + in[size_t(from + column)];
          });
        });
}

// A remainder that code behind the first accesses uses in a sum.
void addNextInRows(Corpus &c, U32 width) {
  std::string name = "next_in_rows_" + std::to_string(width);
  c.add(name,
        "kernel void " + name +
            R"((global const uint *in, global uint *out, uint width, global uint *last) {
  uint id = get_global_id(0), row = id / width * width, next = (id + 1) % width + 2;
  uint value = in[row + next] * 3;
  out[row + next] = value;
  if (value & 1)
    last[row + next + 1] = in[row + next + 1] + value;
})",
        blockShapes(), [width](Job &j) {
          size_t count = j.n() + 2 * size_t(width) + 4;
          auto &in = j.random<U32>(count, 0, 1000);
          auto &out = j.output<U32>(count);
          j.value<U32>(width);
          auto &last = j.output<U32>(count);
          j.forEachItem([&](const Item &item) {
            size_t id = item.gid[0], at = id / width * width + (id + 1) % width + 2;
            out[at] = in[at] * 3;
            if (out[at] & 1)
              last[at + 1] = in[at + 1] + out[at];
          });
        });
}

// What a row's work-items read before and while they write beside it, in the same array.
void addScaledRows(Corpus &c) {
  c.add("scaled_rows",
        R"(kernel void scaled_rows(global uint *m, global const uint *by, uint rounds) {
  size_t width = get_global_size(0) + 1;
  size_t row = get_global_id(1) + get_global_size(1) * get_global_id(2);
  size_t at = row * width + get_global_id(0) + 1;
  uint factor = m[row * width];
  m[at] *= factor + by[0] + by[row + 1];
  for (uint i = 0; i < rounds; ++i)
    m[at] -= m[row * width] * i;
})",
        shapes::join(shapes::remainders(), shapes::planes()), [](Job &j) {
          const Extent &size = j.shape().global;
          const size_t width = size[0] + 1, rows = size[1] * size[2];
          auto &m = j.random<U32>(rows * width, 0, ~0u);
          auto &by = j.random<U32>(rows + 1, 0, ~0u);
          U32 rounds = j.value<U32>(3);
          j.forEachItem([&](const Item &item) {
            size_t row = item.gid[1] + size[1] * item.gid[2], at = row * width + item.gid[0] + 1;
            m[at] *= m[row * width] + by[0] + by[row + 1];
            for (U32 i = 0; i < rounds; ++i)
              m[at] -= m[row * width] * i;
          });
        });
}

// What the only work-item of each row reads and then overwrites; rows are far enough apart to stay
// rows.
void addOverwrittenRows(Corpus &c) {
  c.add("overwritten_rows",
        R"(kernel void overwritten_rows(global uint *count, global uint *out, uint zero) {
  size_t x = get_global_id(0), row = 40 * get_global_id(1);
  uint taken = count[row];
  count[row + x] = 7;
  out[row + x] = taken * 3;
  out[row + x + 20] = count[row + zero] + 1;
})",
        {shapes::plane(1, 1, 1, 3), shapes::plane(1, 4, 1, 12), shapes::plane(1, 16, 1, 37)},
        [](Job &j) {
          const size_t rows = 40 * j.shape().global[1];
          auto &count = j.random<U32>(rows, 0, ~0u);
          auto &out = j.output<U32>(rows);
          j.value<U32>(0); // so that no one knows that it is what was stored
          for (size_t row = 0; row < rows; row += 40) {
            out[row] = count[row] * 3;
            count[row] = 7;
            out[row + 20] = 8;
          }
        });
}

} // namespace

void addMemoryBlocks(Corpus &c) {
  addScaledRows(c);
  addOverwrittenRows(c);
  for (U32 distance : {1, 2, 3, 4, 7, 8, 16, 24, 32, 1000})
    addExchanges<U32>(c, "uint", distance);
  for (I32 distance : {1, 4, 5, 16})
    addExchanges<I32>(c, "int", distance);
  for (I64 distance : {1, 2, 4, 6, 64})
    addExchanges<I64>(c, "long", distance);
  for (U32 distance : {1, 2, 4, 8, 16, 64})
    addMaskedExchanges(c, distance);
  for (U32 bits : {0, 2, 3, 4})
    addShiftedExchanges(c, bits);
  for (unsigned bits : {0, 1, 2, 3, 4, 9}) {
    addExponentExchanges<U32>(c, "uint", bits);
    addExponentExchanges<I32>(c, "int", bits);
    addExponentExchanges<I64>(c, "long", bits);
  }
  for (U32 width : {4, 8, 16, 64})
    for (U32 distance : {2, 4, 8})
      addNestedRows(c, width, distance);
  for (U32 bits : {0, 1, 2, 3, 4})
    addShiftAndMask(c, bits);
  for (I32 width : {1, 2, 3, 8, 11, 16, 40})
    addReversedRows(c, width);
  for (U32 width : {2, 4, 8, 30})
    addNextInRows(c, width);
}

} // namespace weft::kernels
