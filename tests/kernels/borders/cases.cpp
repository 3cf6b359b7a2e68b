// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices that are others at borders: clamped, reflected, wrapped around, replaced. Most vectors
// have consecutive ones, those at either end have not, and short rows have both ends in one vector.
#include "harness/corpus.h"

namespace weft::kernels {
namespace {

using uint = U32;
using ulong = U64;

template <typename T> T min(T a, T b) { return std::min(a, b); }
template <typename T> T max(T a, T b) { return std::max(a, b); }
template <typename T> T clamp(T x, T least, T most) { return std::min(std::max(x, least), most); }
template <typename T> T absolute(T x) { return x < 0 ? -x : x; }

// How wide a row is: as wide as there are work-items, or so that some of them are beyond it.
enum class Width { Whole, Half, Six };

// Two indices for each work-item `x`, in a row of `w` elements.
template <typename T, typename LeftT, typename RightT>
void addBorder(Corpus &corpus, const std::string &name, const std::string &type, Width width,
               const std::string &left_text, const std::string &right_text, LeftT left,
               RightT right) {
  const std::string pixel = sizeof(T) == 8 ? "uchar" : "uint";
  const std::string source = "typedef " + type + " T;\n#define absolute(x) (T)abs(x)\n" +
                             "kernel void " + name + "(global const " + pixel + " *in, global " +
                             pixel + " *out, T w) {\n" + "  T x = (T)get_global_id(0);\n" +
                             "  out[get_global_id(0)] = in[" + left_text + "] + 3 * in[" +
                             right_text + "] + 5 * in[x];\n}";
  corpus.add(name, source, shapes::flat(), [=](Job &job) {
    const size_t n = job.n();
    auto fill = [&](auto zero) {
      using Pixel = decltype(zero);
      auto &in = job.bits<Pixel>(2 * n + 64);
      auto &out = job.output<Pixel>(n);
      const T w = job.value<T>(width == Width::Whole  ? T(n)
                               : width == Width::Half ? T((n + 1) / 2)
                                                      : T(6));
      job.forEachItem([&](const Item &item) {
        const T x = T(item.gid[0]);
        out[item.gid[0]] =
            Pixel(in[size_t(left(x, w))] + 3 * in[size_t(right(x, w))] + 5 * in[item.gid[0]]);
      });
    };
    sizeof(T) == 8 ? fill(U8(0)) : fill(U32(0));
  });
}

// The expressions are OpenCL C and C++ alike.
#define BORDER(name, type, width, left, right)                                                     \
  {                                                                                                \
    using T = type;                                                                                \
    addBorder<T>(                                                                                  \
        corpus, name, #type, Width::width, #left, #right,                                          \
        [](T x, [[maybe_unused]] T w) -> T { return left; },                                       \
        [](T x, [[maybe_unused]] T w) -> T { return right; });                                     \
  }

void addIndices(Corpus &corpus) {
  BORDER("clamped", int, Whole, clamp(x - 2, (T)0, w - 1), clamp(x + 2, (T)0, w - 1))
  BORDER("clamped_beyond", int, Half, clamp(x - 1, (T)0, w - 1), clamp(x + 3, (T)0, w - 1))
  BORDER("clamped_in_six", int, Six, min(max(x - 1, (T)0), w - 1), min(x + 1, w - 1))
  BORDER("chosen", int, Whole, x - 1 < 0 ? 0 : x - 1, x + 1 > w - 1 ? w - 1 : x + 1)
  BORDER("chosen_beyond", int, Half,
         x < 3        ? 0
         : x - 3 >= w ? w - 1
                      : x - 3,
         x + 1 < w ? x + 1 : w - 1)
  BORDER("reflected", int, Whole, x - 2 < 0 ? 2 - x : x - 2,
         x + 2 >= w ? max(2 * w - 2 - (x + 2), (T)0) : x + 2)
  BORDER("reflected_with_edge", int, Whole, x - 2 < 0 ? 1 - x : x - 2,
         x + 2 >= w ? max(2 * w - 1 - (x + 2), (T)0) : x + 2)
  BORDER("reflected_by_limits", int, Whole,
         clamp(min(2 * (w - 1) - (x - 2), max(x - 2, 2 - x)), (T)0, w - 1),
         clamp(min(2 * w - 1 - (x + 1), max(x + 1, -(x + 1) - 1)), (T)0, w - 1))
  BORDER("reflected_by_magnitude", int, Whole, absolute(x - 3),
         absolute(w - 1 - absolute(w - 1 - x)))
  BORDER("wrapped", int, Whole, x - 1 < 0 ? x - 1 + w : x - 1, x + 1 >= w ? x + 1 - w : x + 1)
  BORDER("wrapped_far", long, Whole, x < 4 ? x + w : x - 4, x + 4 < w ? x + 4 : 0)
  BORDER("replaced", int, Half, x - 1 >= 0 && x - 1 < w ? x - 1 : 0,
         ((x + 1 < w) & (x > 3)) ? x + 1 : 0)
  BORDER("replaced_outside", int, Half, x - 1 < 0 || x - 1 >= w ? 2 : x - 1,
         ((x < 2) | (x + 5 > w)) ? 1 : x + 5)
  BORDER("left_of_unsigned", uint, Whole, x == 0 ? 0 : x - 1, x + 1 == w ? x : x + 1)
  BORDER("unsigned_wraps", uint, Half, x - 1 < w ? x - 1 : 0, min(x - 2, w + 1))
  BORDER("unsigned_chosen", uint, Half, x > 5 ? x - 5 : 0, x + 2 < w ? x + 2 : w - 1)
  BORDER("sizes", ulong, Half, x == 0 ? 0 : x - 1, min(x + 1, w - 1))
  BORDER("sizes_wrap", ulong, Half, x - 3 < w ? x - 3 : w, max(x, (T)3) - 3)
  BORDER("longs", long, Whole, max(x - 5, (T)0), min(x + 5, w - 1))
  BORDER("both_borders_in_the_middle", int, Six, clamp(x, (T)20, (T)23), x > 40 ? 40 : x)
  BORDER("counted_down", int, Whole, max(w - 1 - x, (T)2), w - x < w ? w - x : w - 1)
  BORDER("one_of_two_rows", int, Half, x < w ? x : x + 7, x >= w ? x - w : x)
}

} // namespace

void addBorders(Corpus &corpus) {
  addIndices(corpus);

  // Near the top of the type, sums wrap.
  corpus.add("near_the_top", R"(
kernel void near_the_top(global const uint *in, global uint *out, int far, uint high) {
  int x = (int)get_global_id(0) + far;
  uint u = (uint)get_global_id(0) + high;
  int left = (int)((uint)x + 9u) < 0 ? 1 : 2;
  uint right = u + 3 < 40u ? u + 3 : 50u;
  out[get_global_id(0)] = in[left] + in[right] + in[min((uint)x, 60u)] + in[max(-x, 3) & 63];
})",
             shapes::flat(), [](Job &job) {
               auto &in = job.bits<U32>(64);
               auto &out = job.output<U32>(job.n());
               const I32 far = job.value<I32>(INT32_MAX - 1100);
               const U32 high = job.value<U32>(0u - 40u);
               job.forEachItem([&](const Item &item) {
                 const U32 g = U32(item.gid[0]), x = g + U32(far), u = g + high;
                 const U32 left = I32(x + 9) < 0 ? 1 : 2, right = u + 3 < 40u ? u + 3 : 50u;
                 const I32 magnitude = std::max(I32(0u - x), 3);
                 out[g] = in[left] + in[right] + in[std::min(x, 60u)] + in[magnitude & 63];
               });
             });

  // Rows, too, are clamped; pixels of three bytes.
  corpus.add("pixels", R"(
kernel void pixels(global const uchar *in, global uchar *out, int step, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  int3 sum = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      int row = y + dy, column = x + dx;
      row = row < 0 ? -row - 1 : row;
      row = row >= h ? 2 * h - 1 - row : row;
      column = column < 0 ? -column - 1 : column;
      column = column >= w ? 2 * w - 1 - column : column;
      sum += (dx + 2) * (dy + 2) * convert_int3(vload3(0, in + mad24(row, step, column * 3)));
    }
  vstore3(convert_uchar3(sum >> 5), 0, out + mad24(y, step, x * 3));
})",
             shapes::join(shapes::planes(), {shapes::plane(64, 2, 128, 4)}), [](Job &job) {
               const int w = int(job.shape().global[0]), h = int(job.shape().global[1]);
               auto &in = job.bits<U8>(size_t(3 * w * h));
               auto &out = job.output<U8>(size_t(3 * w * h));
               job.value<I32>(3 * w);
               job.value<I32>(w);
               job.value<I32>(h);
               auto reflected = [](int at, int size) {
                 at = at < 0 ? -at - 1 : at;
                 return at >= size ? 2 * size - 1 - at : at;
               };
               for (int y = 0; y < h; ++y)
                 for (int x = 0; x < w; ++x)
                   for (int c = 0; c < 3; ++c) {
                     int sum = 0;
                     for (int dy = -1; dy <= 1; ++dy)
                       for (int dx = -1; dx <= 1; ++dx)
                         sum +=
                             (dx + 2) * (dy + 2) *
                             in[size_t((reflected(y + dy, h) * w + reflected(x + dx, w)) * 3 + c)];
                     out[size_t((y * w + x) * 3 + c)] = U8(sum >> 5);
                   }
             });

  // Work-items beyond the border store what the one at it does.
  corpus.add("stored_at_the_border", R"(
kernel void stored_at_the_border(global const int *in, global int *out, int least, int most) {
  int x = get_global_id(0);
  int to = x < least ? least : x > most ? most : x;
  out[to] = in[to] * 3 + to;
  int back = x >= most ? most : x;
  if (in[x] & 1)
    out[most + 1 + back] = back;
})",
             shapes::flat(), [](Job &job) {
               auto &in = job.bits<I32>(job.n() + 32);
               auto &out = job.output<I32>(2 * job.n() + 64);
               const int least = job.value<I32>(3);
               const int most = job.value<I32>(int(job.n()) / 2 + 4);
               job.forEachItem([&](const Item &item) {
                 const int x = int(item.gid[0]);
                 const int to = std::clamp(x, least, most), back = std::min(x, most);
                 out[size_t(to)] = int(U32(in[size_t(to)]) * 3 + U32(to));
                 if (in[size_t(x)] & 1)
                   out[size_t(most + 1 + back)] = back;
               });
             });

  // Neighbours in local memory within bounds of the group, found before a barrier.
  corpus.add("neighbours_behind_a_barrier", R"(
kernel void neighbours_behind_a_barrier(global const int *in, global int *out, local int *row,
                                        int steps, int size) {
  int l = get_local_id(0), g = get_global_id(0), n = get_local_size(0);
  int first = (int)get_group_id(0) * n - 2;
  int least = first < 0 ? -first : 0;
  int most = first + n - 1 > size ? n - 2 - (first + n - 1 - size) : n - 1;
  most = max(most, least);
  int west = l - 1, east = l + 1;
  west = west < least ? least : west;
  east = east > most ? most : east;
  west = min(west, n - 1);
  row[l] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < steps; i++) {
    int best = min(min(row[west], row[l]), row[min(east, n - 1)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    row[l] = best + l % 3;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = row[l];
})",
             shapes::uniform(256), [](Job &job) {
               auto &in = job.random<I32>(job.n(), -1000, 1000);
               auto &out = job.output<I32>(job.n());
               job.local<I32>(job.localItems());
               const int steps = job.value<I32>(5);
               const int size = job.value<I32>(int(job.items()) - 4);
               job.forEachGroup([&](const Group &group) {
                 const int n = int(group.size[0]), first = int(group.id[0]) * n - 2;
                 const int least = first < 0 ? -first : 0;
                 int most = first + n - 1 > size ? n - 2 - (first + n - 1 - size) : n - 1;
                 most = std::max(most, least);
                 std::vector<int> row;
                 for (int l = 0; l < n; ++l)
                   row.push_back(in[group.base() + size_t(l)]);
                 for (int i = 0; i < steps; ++i) {
                   std::vector<int> next;
                   for (int l = 0; l < n; ++l) {
                     const int west = std::min(std::max(l - 1, least), n - 1),
                               east = std::min(std::min(l + 1, most), n - 1);
                     next.push_back(
                         std::min(std::min(row[size_t(west)], row[size_t(l)]), row[size_t(east)]) +
                         l % 3);
                   }
                   row = next;
                 }
                 for (int l = 0; l < n; ++l)
                   out[group.base() + size_t(l)] = row[size_t(l)];
               });
             });
}

} // namespace weft::kernels
