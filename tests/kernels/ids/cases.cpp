// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids of the launch that kernels compose of those of groups, as kernels do that come from CUDA: the
// groups that run may be others than those asked for, and nobody is to see it.
#include "harness/corpus.h"

namespace weft::kernels {
namespace {

// Of `options`, one by one: what OpenCL C before 2.0 knows.
const Corpus::Extra Uniform = {.options = "-cl-std=CL1.2"};

// The element that stands for the work-item: its id in the launch, without the offset.
constexpr char Place[] = R"(
#define AT ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) \
            + get_global_id(1) - get_global_offset(1)) * get_global_size(0) \
           + get_global_id(0) - get_global_offset(0)
)";

// A global id in each dimension, truncated before, after or not at all, with other terms; and a
// size of the launch.
constexpr char Composed[] = R"(
(global uint *x, global ulong *y, global int *z, global uint *w, int by) {
  uint bx = get_group_id(0), size = get_local_size(0), tx = get_local_id(0);
  x[AT] = tx + bx * size;
  y[AT] = get_group_id(1) * get_local_size(1) + by + get_local_id(1);
  int front = get_local_size(2) * get_group_id(2) + get_local_id(2);
  for (int k = 0; k < 3; ++k)
    z[3 * (AT) + k] = front * by + k;
  w[AT] = get_num_groups(0) * get_local_size(0);
})";

void compose(Job &j) {
  auto &x = j.output<U32>(j.items());
  auto &y = j.output<U64>(j.items());
  auto &z = j.output<I32>(3 * j.items());
  auto &w = j.output<U32>(j.items());
  const int by = j.value<I32>(7);
  const Shape &shape = j.shape();
  const size_t groups = (shape.global[0] + shape.local[0] - 1) / shape.local[0];
  j.forEachGroup([&](const Group &g) {
    j.forEachItem(g, [&](const Item &item) {
      x[item.linear] = U32(g.id[0] * g.size[0] + item.lid[0]);
      y[item.linear] = g.id[1] * g.size[1] + by + item.lid[1];
      for (int k = 0; k < 3; ++k)
        z[3 * item.linear + k] = I32(g.id[2] * g.size[2] + item.lid[2]) * by + k;
      w[item.linear] = U32(groups * g.size[0]);
    });
  });
}

void addComposed(Corpus &c) {
  const Shapes whole =
      shapes::join(shapes::uniform(), shapes::join(shapes::planes(), shapes::cubes()));
  const std::string name = "composed_ids", uniform = name + "_uniform";
  c.add(name, Place + ("kernel void " + name) + Composed, shapes::join(whole, shapes::remainders()),
        compose);
  c.add(uniform, Place + ("kernel void " + uniform) + Composed, whole, compose, Uniform);
}

// Ids that are numbers of 32 bits until they meet the size, which has 64: all of a sum may be used,
// or no more than 32 bits.
void addExtended(Corpus &c) {
  constexpr char source[] = R"(
(global int *x, global ulong *y, global uint *w) {
  int bx = get_group_id(0), tx = get_local_id(0), count = get_num_groups(0);
  uint by = get_group_id(1), ty = get_local_id(1);
  int id = bx * get_local_size(0) + tx;
  x[AT] = id * id;
  y[AT] = by * get_local_size(1) + ty + by * get_local_size(1);
  w[AT] = id + (uint)(get_local_size(0) * count) * 3;
})";
  auto reference = [](Job &j) {
    auto &x = j.output<I32>(j.items());
    auto &y = j.output<U64>(j.items());
    auto &w = j.output<U32>(j.items());
    const Shape &shape = j.shape();
    const size_t groups = (shape.global[0] + shape.local[0] - 1) / shape.local[0];
    j.forEachGroup([&](const Group &g) {
      j.forEachItem(g, [&](const Item &item) {
        const size_t id = g.id[0] * g.size[0] + item.lid[0];
        x[item.linear] = I32(id * id);
        y[item.linear] = 2 * g.id[1] * g.size[1] + item.lid[1];
        w[item.linear] = U32(id + 3 * groups * g.size[0]);
      });
    });
  };
  const Shapes whole = shapes::join(shapes::uniform(), shapes::planes());
  const std::string name = "composed_ids_extended", uniform = name + "_uniform";
  c.add(name, Place + ("kernel void " + name) + source, shapes::join(whole, shapes::remainders()),
        reference);
  c.add(uniform, Place + ("kernel void " + uniform) + source, whole, reference, Uniform);
}

// The driver's groups are of the same size where work-items can tell.
void addChosen(Corpus &c) {
  Shapes chosen = shapes::flat();
  std::erase_if(chosen, [](const Shape &shape) { return !shape.local_chosen_by_driver; });
  c.add("composed_ids_of_chosen_groups", R"(
kernel void composed_ids_of_chosen_groups(global uint *ids, global uint *size) {
  ids[get_global_id(0)] = get_group_id(0) * get_local_size(0) + get_local_id(0);
  size[get_global_id(0)] = get_local_size(0) * get_num_groups(0);
})",
        chosen, [](Job &j) {
          auto &ids = j.output<U32>(j.n());
          auto &size = j.output<U32>(j.n());
          j.forEachItem([&](const Item &item) {
            ids[item.gid[0]] = U32(item.gid[0] - j.shape().offset[0]);
            size[item.gid[0]] = U32(j.shape().global[0]);
          });
        });
}

// Queries that are seen beside the ids that they are parts of.
void addSeen(Corpus &c) {
  constexpr char source[] = R"(
(global uint *twice, global uint *start, global uint *size) {
  uint first = get_group_id(0) * get_local_size(0);
  twice[get_global_id(0)] = first + get_local_id(0) + get_local_id(0);
  start[get_global_id(0)] = first + get_local_id(0) + (first & 3);
  size[get_global_id(0)] = get_local_id(0) + get_group_id(0) * get_local_size(0) + get_local_size(0);
})";
  auto reference = [](Job &j) {
    auto &twice = j.output<U32>(j.n());
    auto &start = j.output<U32>(j.n());
    auto &size = j.output<U32>(j.n());
    j.forEachGroup([&](const Group &g) {
      j.forEachItem(g, [&](const Item &item) {
        const U32 first = U32(g.id[0] * g.size[0]), lid = U32(item.lid[0]);
        twice[item.gid[0]] = first + 2 * lid;
        start[item.gid[0]] = first + lid + (first & 3);
        size[item.gid[0]] = first + lid + U32(g.size[0]);
      });
    });
  };
  const std::string name = "composed_ids_seen", uniform = name + "_uniform";
  c.add(name, "kernel void " + name + source, shapes::grouped(), reference);
  c.add(uniform, "kernel void " + uniform + source, shapes::uniform(), reference, Uniform);
}

} // namespace

void addIds(Corpus &c) {
  addComposed(c);
  addExtended(c);
  addChosen(c);
  addSeen(c);
}

} // namespace weft::kernels
