// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes (OpenCL C 3.0, 6.15.17): what Clang makes of read_pipe, write_pipe, and the rest. The ring
// and its invariants: include/weft/pipe_abi.h. Each function is one call per work-item, in the
// order of the lanes, for nothing in them is the same for two work-items.
#include "overloads.h"
#include "weft/pipe_abi.h"

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

typedef global weft_pipe *Ring;

// passes/lowering/opaque_types.cpp: the same values, seen as what they are.
__attribute__((const)) Ring __weft_ring_of_read_pipe(read_only pipe int p);
__attribute__((const)) Ring __weft_ring_of_write_pipe(write_only pipe int p);
__attribute__((const)) ulong __weft_bits_of_reserve_id(reserve_id_t id);
__attribute__((const)) reserve_id_t __weft_reserve_id_of(ulong bits);

// The first packet's index in the lower 32 bits, their number in the upper ones.
#define NO_RESERVATION (~0UL)

PURE size_t get_local_linear_id(void);
OVERLOAD __attribute__((convergent)) void barrier(cl_mem_fence_flags flags);
__attribute__((const)) local ulong *__weft_group_results(void);
OVERLOAD __attribute__((convergent)) int sub_group_elect(void);
OVERLOAD __attribute__((convergent)) ulong sub_group_broadcast_first(ulong value);
OVERLOAD __attribute__((convergent)) void sub_group_barrier(cl_mem_fence_flags flags);

// What runs lane by lane.
#define CORE __attribute__((noinline))
#define COLLECTIVE __attribute__((always_inline, convergent))

static global atomic_uint *stateOf(Ring ring, uint index) {
  return (global atomic_uint *)((global char *)ring + ring->states_offset) + index;
}

// `full`: 1 of packets to read, 0 of packets to write.
static ulong reserve(Ring ring, global ulong *end_position, uint count, uint full) {
  global atomic_ulong *end = (global atomic_ulong *)end_position;
  const uint limit = ring->max_packets;
  if (count > limit)
    return NO_RESERVATION;
  ulong at = __opencl_atomic_load(end, memory_order_relaxed, memory_scope_device);
  for (;;) {
    uint index = (uint)at, wanted = 2 * (uint)(at >> 32) + full, left = count;
    while (left && __opencl_atomic_load(stateOf(ring, index), memory_order_acquire,
                                        memory_scope_device) == wanted) {
      --left;
      if (++index == limit) {
        index = 0;
        wanted += 2;
      }
    }
    if (left) {
      // Too few, unless others have moved on meanwhile.
      const ulong now = __opencl_atomic_load(end, memory_order_relaxed, memory_scope_device);
      if (now == at)
        return NO_RESERVATION;
      at = now;
      continue;
    }
    const ulong first = (uint)at;
    // Acquiring the states is what orders the packets' bytes.
    if (__opencl_atomic_compare_exchange_strong(end, &at, (ulong)(wanted >> 1) << 32 | index,
                                                memory_order_relaxed, memory_order_relaxed,
                                                memory_scope_device))
      return (ulong)count << 32 | first;
  }
}

static void commit(Ring ring, ulong reservation) {
  if (reservation == NO_RESERVATION)
    return;
  uint index = (uint)reservation;
  for (uint left = (uint)(reservation >> 32); left; --left) {
    global atomic_uint *state = stateOf(ring, index);
    // Nobody else writes it before this is done.
    const uint reserved = __opencl_atomic_load(state, memory_order_relaxed, memory_scope_device);
    __opencl_atomic_store(state, reserved + 1, memory_order_release, memory_scope_device);
    if (++index == ring->max_packets)
      index = 0;
  }
}

static global char *packet(Ring ring, uint index) {
  return (global char *)ring + ring->packets_offset + (ulong)ring->packet_bytes * index;
}

// Null if there is none. A program may ask for what it has not reserved; it gets no other memory.
static global char *reservedPacket(Ring ring, ulong reservation, uint index) {
  if (reservation == NO_RESERVATION || index >= (uint)(reservation >> 32))
    return 0;
  const ulong place = (ulong)(uint)reservation + index;
  const uint limit = ring->max_packets;
  return packet(ring, (uint)(place < limit ? place : place - limit));
}

static void copy(char *to, const char *from, uint bytes, uint align) {
  if (align >= 8)
    for (uint i = 0; i < bytes / 8; ++i)
      ((ulong *)to)[i] = ((const ulong *)from)[i];
  else if (align == 4)
    for (uint i = 0; i < bytes / 4; ++i)
      ((uint *)to)[i] = ((const uint *)from)[i];
  else
    for (uint i = 0; i < bytes; ++i)
      to[i] = from[i];
}

// The host says how large the packets of a pipe are, the kernel how large it takes them to be.
static uint packetBytes(Ring ring, uint size) {
  return size < ring->packet_bytes ? size : ring->packet_bytes;
}

CORE static int readReserved(Ring ring, ulong reservation, uint index, char *to, uint size,
                             uint align) {
  const global char *from = reservedPacket(ring, reservation, index);
  if (!from)
    return -1;
  copy(to, from, packetBytes(ring, size), align);
  return 0;
}

CORE static int writeReserved(Ring ring, ulong reservation, uint index, const char *from, uint size,
                              uint align) {
  global char *to = reservedPacket(ring, reservation, index);
  if (!to)
    return -1;
  copy(to, from, packetBytes(ring, size), align);
  return 0;
}

CORE static int readOne(Ring ring, char *to, uint size, uint align) {
  const ulong reservation = reserve(ring, &ring->read, 1, 1);
  if (reservation == NO_RESERVATION)
    return -1;
  copy(to, packet(ring, (uint)reservation), packetBytes(ring, size), align);
  commit(ring, reservation);
  return 0;
}

CORE static int writeOne(Ring ring, const char *from, uint size, uint align) {
  const ulong reservation = reserve(ring, &ring->written, 1, 0);
  if (reservation == NO_RESERVATION)
    return -1;
  copy(packet(ring, (uint)reservation), from, packetBytes(ring, size), align);
  commit(ring, reservation);
  return 0;
}

CORE static ulong reserveToRead(Ring ring, uint count) {
  return reserve(ring, &ring->read, count, 1);
}
CORE static ulong reserveToWrite(Ring ring, uint count) {
  return reserve(ring, &ring->written, count, 0);
}
CORE static void commitPackets(Ring ring, ulong reservation) { commit(ring, reservation); }

CORE static uint numPackets(Ring ring) {
  // In this order: what is read was written before.
  const ulong read = __opencl_atomic_load((global atomic_ulong *)&ring->read, memory_order_acquire,
                                          memory_scope_device);
  const ulong written = __opencl_atomic_load((global atomic_ulong *)&ring->written,
                                             memory_order_relaxed, memory_scope_device);
  const ulong rounds = ((written >> 32) - (read >> 32)) & 0x7fffffff; // states lose the top bit
  const ulong packets = rounds * ring->max_packets + (uint)written - (uint)read;
  return packets < ring->max_packets ? (uint)packets : ring->max_packets;
}

// ---- what Clang calls ----

int __read_pipe_2(read_only pipe int p, void *to, uint size, uint align) {
  return readOne(__weft_ring_of_read_pipe(p), to, size, align);
}
int __write_pipe_2(write_only pipe int p, void *from, uint size, uint align) {
  return writeOne(__weft_ring_of_write_pipe(p), from, size, align);
}
int __read_pipe_4(read_only pipe int p, reserve_id_t id, uint index, void *to, uint size,
                  uint align) {
  return readReserved(__weft_ring_of_read_pipe(p), __weft_bits_of_reserve_id(id), index, to, size,
                      align);
}
int __write_pipe_4(write_only pipe int p, reserve_id_t id, uint index, void *from, uint size,
                   uint align) {
  return writeReserved(__weft_ring_of_write_pipe(p), __weft_bits_of_reserve_id(id), index, from,
                       size, align);
}

INLINE bool is_valid_reserve_id(reserve_id_t id) {
  return __weft_bits_of_reserve_id(id) != NO_RESERVATION;
}
reserve_id_t __weft_null_reserve_id(void) { return __weft_reserve_id_of(NO_RESERVATION); }

#define DEFINE(ACCESS, READ, RESERVE)                                                              \
  reserve_id_t __reserve_##READ##_pipe(ACCESS pipe int p, uint count, uint size, uint align) {     \
    return __weft_reserve_id_of(RESERVE(__weft_ring_of_##READ##_pipe(p), count));                  \
  }                                                                                                \
  void __commit_##READ##_pipe(ACCESS pipe int p, reserve_id_t id, uint size, uint align) {         \
    commitPackets(__weft_ring_of_##READ##_pipe(p), __weft_bits_of_reserve_id(id));                 \
  }                                                                                                \
  /* The group's first work-item reserves, and hands it round. */                                  \
  COLLECTIVE reserve_id_t __work_group_reserve_##READ##_pipe(ACCESS pipe int p, uint count,        \
                                                             uint size, uint align) {              \
    local ulong *handed = __weft_group_results() + 1;                                              \
    if (get_local_linear_id() == 0)                                                                \
      *handed = RESERVE(__weft_ring_of_##READ##_pipe(p), count);                                   \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    ulong reservation = *handed;                                                                   \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    return __weft_reserve_id_of(reservation);                                                      \
  }                                                                                                \
  /* What others read or write comes before, and none of them is behind it ahead of its end. */    \
  COLLECTIVE void __work_group_commit_##READ##_pipe(ACCESS pipe int p, reserve_id_t id, uint size, \
                                                    uint align) {                                  \
    barrier(CLK_GLOBAL_MEM_FENCE);                                                                 \
    if (get_local_linear_id() == 0)                                                                \
      commitPackets(__weft_ring_of_##READ##_pipe(p), __weft_bits_of_reserve_id(id));               \
    barrier(CLK_GLOBAL_MEM_FENCE);                                                                 \
  }                                                                                                \
  COLLECTIVE reserve_id_t __sub_group_reserve_##READ##_pipe(ACCESS pipe int p, uint count,         \
                                                            uint size, uint align) {               \
    ulong reservation = NO_RESERVATION;                                                            \
    if (sub_group_elect())                                                                         \
      reservation = RESERVE(__weft_ring_of_##READ##_pipe(p), count);                               \
    return __weft_reserve_id_of(sub_group_broadcast_first(reservation));                           \
  }                                                                                                \
  COLLECTIVE void __sub_group_commit_##READ##_pipe(ACCESS pipe int p, reserve_id_t id, uint size,  \
                                                   uint align) {                                   \
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);                                                       \
    if (sub_group_elect())                                                                         \
      commitPackets(__weft_ring_of_##READ##_pipe(p), __weft_bits_of_reserve_id(id));               \
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);                                                       \
  }
DEFINE(read_only, read, reserveToRead)
DEFINE(write_only, write, reserveToWrite)

uint __get_pipe_num_packets_ro(read_only pipe int p, uint size, uint align) {
  return numPackets(__weft_ring_of_read_pipe(p));
}
uint __get_pipe_num_packets_wo(write_only pipe int p, uint size, uint align) {
  return numPackets(__weft_ring_of_write_pipe(p));
}
uint __get_pipe_max_packets_ro(read_only pipe int p, uint size, uint align) {
  return __weft_ring_of_read_pipe(p)->max_packets;
}
uint __get_pipe_max_packets_wo(write_only pipe int p, uint size, uint align) {
  return __weft_ring_of_write_pipe(p)->max_packets;
}
