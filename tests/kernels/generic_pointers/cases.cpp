// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers without an address space that lead to global, local and private memory, by work-item.
#include "harness/corpus.h"

namespace weft::kernels {

static const Corpus::Extra Generic = {"-cl-std=CL3.0", "__opencl_c_generic_address_space"};

void addGenericPointers(Corpus &c) {
  c.add(
      "pointer_chosen_by_item", R"(
kernel void pointer_chosen_by_item(global const int *in, global int *out, local int *tile) {
  size_t g = get_global_id(0), l = get_local_id(0);
  int own[3] = {in[g], in[g] * 2, in[g] * 3};
  tile[l] = in[g] + 1000;
  out[g] = in[g] - 1000;
  int *p = in[g] % 3 == 0 ? (int *)&own[in[g] & 1] : in[g] % 3 == 1 ? (int *)&tile[l] : &out[g];
  *p += 7;
  out[g] = own[0] + own[1] * 3 + own[2] + tile[l] * 5 + (p == &out[g] ? out[g] : 0);
})",
      shapes::grouped(),
      [](Job &j) {
        auto &in = j.random<I32>(j.n(), 0, 100);
        auto &out = j.output<I32>(j.n());
        j.local<I32>(j.localItems());
        j.forEachItem([&](const Item &item) {
          int v = in[item.gid[0]], own[3] = {v, v * 2, v * 3}, tile = v + 1000, global = v - 1000;
          (v % 3 == 0 ? own[v & 1] : v % 3 == 1 ? tile : global) += 7;
          out[item.gid[0]] = own[0] + own[1] * 3 + own[2] + tile * 5 + (v % 3 == 2 ? global : 0);
        });
      },
      Generic);

  // All work-items take the same way, but what they find there differs where it is private.
  c.add(
      "pointer_chosen_by_argument", R"(
kernel void pointer_chosen_by_argument(global const int *in, global int *out, local int *tile,
                                       int way) {
  size_t g = get_global_id(0);
  int own = in[g];
  if (get_local_id(0) == 0)
    *tile = way;
  barrier(CLK_LOCAL_MEM_FENCE);
  int *p = way == 0 ? &own : way == 1 ? (int *)tile : (int *)in;
  int sum = 0;
  for (int i = 0; i < (*p & 3) + 1; ++i)
    sum += *p + i;
  if (way == 0)
    *p = 5;
  out[g] = sum * 16 + own % 16;
})",
      shapes::grouped(),
      [](Job &j) {
        auto &in = j.random<I32>(j.n(), 0, 100);
        auto &out = j.output<I32>(j.n());
        j.local<I32>(1);
        int way = j.value<I32>(int(j.n() % 3));
        j.forEachItem([&](const Item &item) {
          int own = in[item.gid[0]], at = way == 0 ? own : way == 1 ? way : in[0], sum = 0;
          for (int i = 0; i < (at & 3) + 1; ++i)
            sum += at + i;
          out[item.gid[0]] = sum * 16 + (way == 0 ? 5 : own) % 16;
        });
      },
      Generic);

  c.add(
      "pointer_across_barrier", R"(
kernel void pointer_across_barrier(global const int *in, global int *out, local int *tile) {
  size_t g = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
  int own[4] = {in[g], in[g] + 1, in[g] + 2, in[g] + 3};
  tile[l] = in[g];
  int *p = in[g] & 4 ? own + (in[g] & 3) : (int *)tile + (l + 1) % n;
  barrier(CLK_LOCAL_MEM_FENCE);
  int before = *p;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (in[g] & 4)
    *p = 100;
  tile[l] = 10;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = before * 1000 + *p + own[0] + own[3];
})",
      shapes::grouped(),
      [](Job &j) {
        auto &in = j.random<I32>(j.n(), 0, 7);
        auto &out = j.output<I32>(j.n());
        j.local<I32>(j.localItems());
        j.forEachGroup([&](const Group &group) {
          j.forEachItem(group, [&](const Item &item) {
            size_t n = group.size[0], next = group.base() + (item.lid[0] + 1) % n;
            int v = in[item.gid[0]], own[4] = {v, v + 1, v + 2, v + 3};
            int before = v & 4 ? own[v & 3] : in[next], now = v & 4 ? 100 : 10;
            if (v & 4)
              own[v & 3] = 100;
            out[item.gid[0]] = before * 1000 + now + own[0] + own[3];
          });
        });
      },
      Generic);

  c.add(
      "pointers_in_memory", R"(
typedef struct { int *where; int step; } Walk;
int follow(const Walk *w, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += w->where[i * w->step];
  return sum;
}
kernel void pointers_in_memory(global int *in, global int *out, local int *tile) {
  size_t g = get_global_id(0), l = get_local_id(0);
  local int *shared_pointer[2];
  int own[4] = {1, 2, 3, in[g]};
  for (int i = 0; i < 4; ++i)
    tile[l * 4 + i] = in[g] * i;
  Walk walks[3] = {{own, 1}, {tile + l * 4, 2}, {in, 0}};
  int *ends[3];
  for (int i = 0; i < 3; ++i)
    ends[i] = walks[(i + in[g]) % 3].where;
  if (l == 0)
    shared_pointer[0] = tile;
  out[g] = follow(&walks[in[g] % 3], 2) + *ends[0] * 3 + *ends[1] * 5 + *ends[2] * 7;
})",
      shapes::grouped(),
      [](Job &j) {
        auto &in = j.random<I32>(j.n(), 0, 100);
        auto &out = j.output<I32>(j.n());
        j.local<I32>(j.localItems() * 4);
        j.forEachItem([&](const Item &item) {
          int v = in[item.gid[0]], first[3] = {1, 0, in[0]}, sums[3] = {3, v * 2, in[0] * 2};
          out[item.gid[0]] =
              sums[v % 3] + first[v % 3] * 3 + first[(v + 1) % 3] * 5 + first[(v + 2) % 3] * 7;
        });
      },
      Generic);

  c.add(
      "list_through_all_memories", R"(
typedef struct Node { struct Node *next; int value; } Node;
kernel void list_through_all_memories(global const int *in, global int *out, local Node *nodes,
                                      global Node *store) {
  size_t g = get_global_id(0), l = get_local_id(0);
  Node a = {0, in[g]}, b = {&a, 10};
  nodes[l].value = 20 + in[g];
  nodes[l].next = in[g] & 1 ? &a : &b;
  store[g].value = 300;
  store[g].next = in[g] & 2 ? (Node *)&nodes[l] : &b;
  int sum = 0, length = 0;
  for (Node *n = in[g] & 4 ? (Node *)&store[g] : (Node *)&nodes[l]; n; n = n->next) {
    sum = sum * 3 + n->value;
    ++length;
  }
  store[g].next = 0;
  out[g] = sum * 8 + length;
})",
      shapes::grouped(),
      [](Job &j) {
        auto &in = j.random<I32>(j.n(), 0, 7);
        auto &out = j.output<I32>(j.n());
        j.local<I64>(j.localItems() * 2);
        auto &store = j.output<std::array<I32, 4>>(j.n(), {0, 0, 0, 0});
        j.forEachItem([&](const Item &item) {
          int v = in[item.gid[0]];
          std::vector<int> list = {v};
          if (v & 4 ? !(v & 2) || !(v & 1) : !(v & 1))
            list.push_back(10);
          if (!(v & 4) || v & 2)
            list.push_back(20 + v);
          if (v & 4)
            list.push_back(300);
          int sum = 0;
          for (size_t i = list.size(); i-- > 0;)
            sum = sum * 3 + list[i];
          out[item.gid[0]] = sum * 8 + int(list.size());
          store[item.gid[0]] = {0, 0, 300, 0};
        });
      },
      Generic);

  c.add(
      "pointer_to_function_not_inlined", R"(
__attribute__((noinline)) int rotate_three(int *a, int *b, int *c) {
  int t = *a;
  *a = *b;
  *b = *c;
  *c = t;
  return t;
}
kernel void pointer_to_function_not_inlined(global int *data, local int *tile) {
  size_t g = get_global_id(0), l = get_local_id(0);
  int own = data[g] * 2;
  tile[l] = 9;
  int t = rotate_three(&own, &tile[l], &data[g]);
  t += rotate_three(&tile[l], &own, &own);
  data[g] = data[g] * 100 + own * 10 + tile[l] + t;
})",
      shapes::grouped(),
      [](Job &j) {
        auto &data = j.random<I32>(j.n(), 0, 100);
        j.local<I32>(j.localItems());
        j.forEachItem([&](const Item &item) {
          int v = data[item.gid[0]], own = v * 2, tile = 9, global = v;
          auto rotate = [](int *a, int *b, int *c) {
            int t = *a;
            *a = *b;
            *b = *c;
            *c = t;
            return t;
          };
          int t = rotate(&own, &tile, &global);
          t += rotate(&tile, &own, &own);
          data[item.gid[0]] = global * 100 + own * 10 + tile + t;
        });
      },
      Generic);

  c.add(
      "library_through_pointers", R"(
kernel void library_through_pointers(global const float *in, global float *out, local float *tile,
                                     global int *whole) {
  size_t g = get_global_id(0), l = get_local_id(0);
  float own[4] = {1, 2, 3, 4};
  int way = (int)g % 3, own_int = 0;
  float *p = way == 0 ? own : way == 1 ? (float *)tile + l * 4 : out + g * 8;
  int *q = way == 0 ? &own_int : (int *)&whole[g];
  float sum = modf(in[g], p);
  sum += frexp(in[g], q) * 2;
  sum += fract(*p + 0.25f, p + 1) * 4;
  vstore2((float2)(sum, sum + 1), 1, p);
  float4 all = vload4(0, p);
  vstore4(all.wzyx, 1, out + g * 8);
  whole[g] = *q;
  vstore4(all, 0, out + g * 8);
})",
      shapes::grouped(),
      [](Job &j) {
        auto &in = j.random<float>(j.n(), 1, 1000);
        auto &out = j.output<float>(j.n() * 8);
        j.local<float>(j.localItems() * 4);
        auto &whole = j.output<I32>(j.n());
        j.forEachItem([&](const Item &item) {
          size_t g = item.gid[0];
          float all[4];
          float sum = std::modf(in[g], &all[0]);
          sum += std::frexp(in[g], &whole[g]) * 2;
          all[1] = std::floor(all[0] + 0.25f);
          sum += (all[0] + 0.25f - all[1]) * 4;
          all[2] = sum;
          all[3] = sum + 1;
          for (int i = 0; i < 4; ++i) {
            out[g * 8 + i] = all[i];
            out[g * 8 + 4 + i] = all[3 - i];
          }
        });
      },
      Generic);

  c.add(
      "events_through_pointers", R"(
void wait_for(int n, event_t *events) { wait_group_events(n, events); }
kernel void events_through_pointers(global const int *in, global int *out, local int *tile) {
  event_t events[2];
  events[0] = async_work_group_copy(tile, in + get_group_id(0) * 4, 2, 0);
  events[1] = async_work_group_copy(tile + 2, in + get_group_id(0) * 4 + 2, 2, 0);
  wait_for(2, events);
  out[get_global_id(0)] = tile[get_local_id(0) & 3];
})",
      shapes::uniform(),
      [](Job &j) {
        auto &in = j.random<I32>(j.groups() * 4, 0, 1000);
        auto &out = j.output<I32>(j.n());
        j.local<I32>(4);
        j.forEachGroup([&](const Group &group) {
          j.forEachItem(group, [&](const Item &item) {
            out[item.gid[0]] = in[group.linear * 4 + (item.lid[0] & 3)];
          });
        });
      },
      Generic);
}

} // namespace weft::kernels
