// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_extended_async_copies and cl_khr_async_work_group_copy_fence.
#include "harness/corpus.h"

namespace weft::kernels {
namespace {

std::string forType(std::string text, const std::string &type) {
  for (size_t at; (at = text.find("TYPE")) != std::string::npos;)
    text.replace(at, 4, type);
  return text;
}

// Three lines there and back, changed on the way; what lies between them stays. `T` is as large as
// the kernel's type.
template <typename T> void addLines(Corpus &c, const std::string &type) {
  c.add("lines_" + type,
        forType(R"(
kernel void lines_TYPE(global const TYPE *in, global TYPE *out, local TYPE *tmp, uint in_line,
                       uint out_line) {
  size_t l = get_local_id(0), n = get_local_size(0), first = get_global_id(0) - l;
  event_t e = async_work_group_copy_2D2D(tmp, 1, in, first, sizeof(TYPE), n, 3, in_line, n + 1, 0);
  wait_group_events(1, &e);
  TYPE mine[3];
  for (int y = 0; y < 3; ++y)
    mine[y] = tmp[1 + y * (n + 1) + n - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int y = 0; y < 3; ++y)
    tmp[1 + y * (n + 1) + l] = mine[y];
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy_2D2D(out, first + 2, tmp, 1, sizeof(TYPE), n, 3, n + 1, out_line, 0);
  wait_group_events(1, &e);
})",
                type),
        shapes::grouped(),
        [](Job &j) {
          const size_t in_line = j.n() + 5, out_line = j.n() + 3;
          auto &in = j.bits<T>(3 * in_line);
          auto &out = j.bits<T>(3 * out_line + 2);
          j.local<T>(3 * (j.localItems() + 1) + 1);
          j.value<U32>(U32(in_line));
          j.value<U32>(U32(out_line));
          j.forEachGroup([&](const Group &g) {
            for (size_t y = 0; y < 3; ++y)
              for (size_t l = 0; l < g.items(); ++l)
                out[y * out_line + g.base() + 2 + l] =
                    in[y * in_line + g.base() + g.items() - 1 - l];
          });
        },
        {.needs = "cl_khr_extended_async_copies"});
}

// Two planes of two lines, which are not next to each other on either side.
template <typename T> void addPlanes(Corpus &c, const std::string &type) {
  c.add("planes_" + type,
        forType(R"(
kernel void planes_TYPE(global const TYPE *in, global TYPE *out, local TYPE *tmp, uint line) {
  size_t l = get_local_id(0), n = get_local_size(0), first = get_global_id(0) - l;
  event_t e = async_work_group_copy_3D3D(tmp, 0, in, first, sizeof(TYPE), n, 2, 2, line, 2 * line + 7,
                                         n, 2 * n + 1, 0);
  wait_group_events(1, &e);
  e = async_work_group_copy_3D3D(out, first, tmp, 0, sizeof(TYPE), n, 2, 2, n, 2 * n + 1, line,
                                 3 * line, 0);
  wait_group_events(1, &e);
})",
                type),
        shapes::grouped(),
        [](Job &j) {
          const size_t line = j.n() + 1;
          auto &in = j.bits<T>(4 * line + 7);
          auto &out = j.bits<T>(5 * line);
          j.local<T>(4 * j.localItems() + 1);
          j.value<U32>(U32(line));
          j.forEachGroup([&](const Group &g) {
            for (size_t z = 0; z < 2; ++z)
              for (size_t y = 0; y < 2; ++y)
                for (size_t x = g.base(); x < g.base() + g.items(); ++x)
                  out[(3 * z + y) * line + x] = in[z * (2 * line + 7) + y * line + x];
          });
        },
        {.needs = "cl_khr_extended_async_copies"});
}

} // namespace

void addExtendedCopies(Corpus &c) {
  addLines<U8>(c, "uchar");
  addLines<uint16_t>(c, "short");
  addLines<I32>(c, "int");
  addLines<U64>(c, "ulong");
  addPlanes<U8>(c, "char");
  addPlanes<I32>(c, "int");
  addPlanes<U64>(c, "int2");

  // The second copy reads what the first one wrote, and nobody waits between them.
  c.add("copies_after_a_fence", R"(
kernel void copies_after_a_fence(global const int *in, global int *out, local int *tmp) {
  size_t n = get_local_size(0), first = get_global_id(0) - get_local_id(0);
  event_t e = async_work_group_strided_copy(tmp, in + 2 * first, n, 2, 0);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(out + first, tmp, n, e);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  e = async_work_group_copy(tmp, in + first, n, e);
  wait_group_events(1, &e);
  out[get_global_id(0)] += tmp[n - 1 - get_local_id(0)];
})",
        shapes::grouped(),
        [](Job &j) {
          auto &in = j.random<I32>(2 * j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              out[g.base() + l] = in[2 * (g.base() + l)] + in[g.base() + g.items() - 1 - l];
          });
        },
        {.needs = "cl_khr_async_work_group_copy_fence"});
}

} // namespace weft::kernels
