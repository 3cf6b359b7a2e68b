// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sub-group functions (OpenCL C 3.0, 6.15.19 and the cl_khr_subgroup extensions), made of the
// operations that the passes know (passes/analysis/sub_group_operations.h). None of these needs all
// work-items of a sub-group: those that the specification wants in uniform control flow are the
// same as their non-uniform kin. Sub-groups have 64 work-items at most.
#include "overloads.h"

#define OPERATION OVERLOAD __attribute__((convergent))
#define SUB_GROUP INLINE __attribute__((convergent))

PURE uint __weft_sub_group_lane(void);
PURE uint __weft_sub_group_max_size(void);
OPERATION ulong __weft_sub_group_ballot(bool value);
OPERATION void __weft_sub_group_barrier(void);

PURE size_t get_local_linear_id(void);
PURE size_t get_local_size(uint dimension);
PURE size_t get_enqueued_local_size(uint dimension);

// ---- where a work-item is ----

INLINE uint get_sub_group_local_id(void) { return __weft_sub_group_lane(); }
INLINE uint get_max_sub_group_size(void) { return __weft_sub_group_max_size(); }
INLINE static size_t items(void) {
  return get_local_size(0) * get_local_size(1) * get_local_size(2);
}
// The sub-group's first work-item: a difference that all of them see to be one value.
INLINE static size_t firstItem(void) { return get_local_linear_id() - __weft_sub_group_lane(); }

INLINE uint get_sub_group_id(void) { return (uint)firstItem() / get_max_sub_group_size(); }
INLINE uint get_num_sub_groups(void) {
  uint size = get_max_sub_group_size();
  return ((uint)items() + size - 1) / size;
}
INLINE uint get_enqueued_num_sub_groups(void) {
  uint size = get_max_sub_group_size();
  size_t enqueued =
      get_enqueued_local_size(0) * get_enqueued_local_size(1) * get_enqueued_local_size(2);
  return ((uint)enqueued + size - 1) / size;
}
INLINE uint get_sub_group_size(void) {
  uint left = (uint)(items() - firstItem()), size = get_max_sub_group_size();
  return left < size ? left : size;
}

SUB_GROUP void sub_group_barrier(cl_mem_fence_flags flags) { __weft_sub_group_barrier(); }
SUB_GROUP void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  __weft_sub_group_barrier();
}

// ---- votes and ballots ----

INLINE static uint lowestBit(ulong bits) { return 63 - (uint)__builtin_clzl((bits & -bits) | 1); }
INLINE static uint highestBit(ulong bits) { return 63 - (uint)__builtin_clzl(bits | 1); }
INLINE static uint countBits(ulong bits) { return (uint)__builtin_popcountl(bits); }
INLINE static ulong lanesBelow(uint count) { return count < 64 ? (1UL << count) - 1 : ~0UL; }
INLINE static ulong bitsOf(uint4 mask) { return (ulong)mask.y << 32 | mask.x; }
INLINE static uint4 maskOf(ulong bits) { return (uint4)((uint)bits, (uint)(bits >> 32), 0, 0); }
// Of the lanes that there are.
INLINE static ulong ownBits(uint4 mask) {
  return bitsOf(mask) & lanesBelow(get_max_sub_group_size());
}
SUB_GROUP static ulong active(void) { return __weft_sub_group_ballot(true); }

SUB_GROUP int sub_group_non_uniform_all(int value) { return __weft_sub_group_ballot(!value) == 0; }
SUB_GROUP int sub_group_non_uniform_any(int value) { return __weft_sub_group_ballot(value) != 0; }
SUB_GROUP int sub_group_all(int value) { return __weft_sub_group_ballot(!value) == 0; }
SUB_GROUP int sub_group_any(int value) { return __weft_sub_group_ballot(value) != 0; }
SUB_GROUP int sub_group_elect(void) { return __weft_sub_group_lane() == lowestBit(active()); }

SUB_GROUP uint4 sub_group_ballot(int value) { return maskOf(__weft_sub_group_ballot(value)); }
PURE int sub_group_ballot_bit_extract(uint4 value, uint index) {
  return bitsOf(value) >> (index & 63) & 1;
}
INLINE int sub_group_inverse_ballot(uint4 value) {
  return bitsOf(value) >> __weft_sub_group_lane() & 1;
}
INLINE uint sub_group_ballot_bit_count(uint4 value) { return countBits(ownBits(value)); }
INLINE uint sub_group_ballot_inclusive_scan(uint4 value) {
  return countBits(bitsOf(value) & lanesBelow(__weft_sub_group_lane() + 1));
}
INLINE uint sub_group_ballot_exclusive_scan(uint4 value) {
  return countBits(bitsOf(value) & lanesBelow(__weft_sub_group_lane()));
}
INLINE uint sub_group_ballot_find_lsb(uint4 value) { return lowestBit(ownBits(value)); }
INLINE uint sub_group_ballot_find_msb(uint4 value) { return highestBit(ownBits(value)); }

INLINE uint4 get_sub_group_eq_mask(void) { return maskOf(1UL << __weft_sub_group_lane()); }
INLINE uint4 get_sub_group_lt_mask(void) { return maskOf(lanesBelow(__weft_sub_group_lane())); }
INLINE uint4 get_sub_group_le_mask(void) { return maskOf(lanesBelow(__weft_sub_group_lane() + 1)); }
INLINE uint4 get_sub_group_ge_mask(void) {
  return maskOf(lanesBelow(get_max_sub_group_size()) & ~lanesBelow(__weft_sub_group_lane()));
}
INLINE uint4 get_sub_group_gt_mask(void) {
  return maskOf(lanesBelow(get_max_sub_group_size()) & ~lanesBelow(__weft_sub_group_lane() + 1));
}

// ---- moves ----

#define DEFINE_MOVES(T, ...)                                                                       \
  OPERATION T __weft_sub_group_shuffle(T value, uint lane);                                        \
  SUB_GROUP T sub_group_broadcast(T value, uint lane) {                                            \
    return __weft_sub_group_shuffle(value, lane);                                                  \
  }                                                                                                \
  SUB_GROUP T sub_group_non_uniform_broadcast(T value, uint lane) {                                \
    return __weft_sub_group_shuffle(value, lane);                                                  \
  }                                                                                                \
  SUB_GROUP T sub_group_broadcast_first(T value) {                                                 \
    return __weft_sub_group_shuffle(value, lowestBit(active()));                                   \
  }                                                                                                \
  SUB_GROUP int sub_group_non_uniform_all_equal(T value) {                                         \
    T first = __weft_sub_group_shuffle(value, lowestBit(active()));                                \
    return __weft_sub_group_ballot(!(value == first)) == 0;                                        \
  }                                                                                                \
  SUB_GROUP T sub_group_shuffle(T value, uint lane) {                                              \
    return __weft_sub_group_shuffle(value, lane);                                                  \
  }                                                                                                \
  SUB_GROUP T sub_group_shuffle_xor(T value, uint mask) {                                          \
    return __weft_sub_group_shuffle(value, __weft_sub_group_lane() ^ mask);                        \
  }                                                                                                \
  SUB_GROUP T sub_group_shuffle_up(T value, uint delta) {                                          \
    return __weft_sub_group_shuffle(value, __weft_sub_group_lane() - delta);                       \
  }                                                                                                \
  SUB_GROUP T sub_group_shuffle_down(T value, uint delta) {                                        \
    return __weft_sub_group_shuffle(value, __weft_sub_group_lane() + delta);                       \
  }                                                                                                \
  /* Sizes are powers of two. */                                                                   \
  SUB_GROUP T sub_group_clustered_rotate(T value, int delta, uint size) {                          \
    uint lane = __weft_sub_group_lane();                                                           \
    return __weft_sub_group_shuffle(value,                                                         \
                                    (lane & ~(size - 1)) | ((lane + (uint)delta) & (size - 1)));   \
  }                                                                                                \
  SUB_GROUP T sub_group_rotate(T value, int delta) {                                               \
    return sub_group_clustered_rotate(value, delta, get_max_sub_group_size());                     \
  }
FOR_SCALARS(DEFINE_MOVES)

#define BROADCAST_2(F, v, i) F(v.x, i), F(v.y, i)
#define BROADCAST_3(F, v, i) F(v.x, i), F(v.y, i), F(v.z, i)
#define BROADCAST_4(F, v, i) F(v.lo, i), F(v.hi, i)
#define BROADCAST_8(F, v, i) F(v.lo, i), F(v.hi, i)
#define BROADCAST_16(F, v, i) F(v.lo, i), F(v.hi, i)
#define DEFINE_BROADCASTS(N, T, ...)                                                               \
  SUB_GROUP T##N sub_group_broadcast(T##N value, uint lane) {                                      \
    return (T##N)(BROADCAST_##N(sub_group_broadcast, value, lane));                                \
  }                                                                                                \
  SUB_GROUP T##N sub_group_non_uniform_broadcast(T##N value, uint lane) {                          \
    return (T##N)(BROADCAST_##N(sub_group_broadcast, value, lane));                                \
  }
#define DEFINE_VECTOR_BROADCASTS(T, ...) FOR_VECTOR_WIDTHS(DEFINE_BROADCASTS, T)
FOR_SCALARS(DEFINE_VECTOR_BROADCASTS)

// ---- reductions and scans ----

// OP: the passes' name for NAME of this type.
#define DEFINE_NON_UNIFORM(T, NAME, OP)                                                            \
  OPERATION T __weft_sub_group_reduce_##OP(T value);                                               \
  OPERATION T __weft_sub_group_inclusive_##OP(T value);                                            \
  OPERATION T __weft_sub_group_exclusive_##OP(T value);                                            \
  OPERATION T __weft_sub_group_clustered_##OP(T value, uint size);                                 \
  SUB_GROUP T sub_group_non_uniform_reduce_##NAME(T value) {                                       \
    return __weft_sub_group_reduce_##OP(value);                                                    \
  }                                                                                                \
  SUB_GROUP T sub_group_non_uniform_scan_inclusive_##NAME(T value) {                               \
    return __weft_sub_group_inclusive_##OP(value);                                                 \
  }                                                                                                \
  SUB_GROUP T sub_group_non_uniform_scan_exclusive_##NAME(T value) {                               \
    return __weft_sub_group_exclusive_##OP(value);                                                 \
  }                                                                                                \
  SUB_GROUP T sub_group_clustered_reduce_##NAME(T value, uint size) {                              \
    return __weft_sub_group_clustered_##OP(value, size);                                           \
  }
#define DEFINE_UNIFORM(T, NAME, OP)                                                                \
  SUB_GROUP T sub_group_reduce_##NAME(T value) { return __weft_sub_group_reduce_##OP(value); }     \
  SUB_GROUP T sub_group_scan_inclusive_##NAME(T value) {                                           \
    return __weft_sub_group_inclusive_##OP(value);                                                 \
  }                                                                                                \
  SUB_GROUP T sub_group_scan_exclusive_##NAME(T value) {                                           \
    return __weft_sub_group_exclusive_##OP(value);                                                 \
  }
#define DEFINE_ARITHMETIC(T, MIN, MAX)                                                             \
  DEFINE_NON_UNIFORM(T, add, add)                                                                  \
  DEFINE_NON_UNIFORM(T, min, MIN)                                                                  \
  DEFINE_NON_UNIFORM(T, max, MAX)                                                                  \
  DEFINE_NON_UNIFORM(T, mul, mul)                                                                  \
  DEFINE_UNIFORM(T, add, add)                                                                      \
  DEFINE_UNIFORM(T, min, MIN)                                                                      \
  DEFINE_UNIFORM(T, max, MAX)
DEFINE_ARITHMETIC(char, min, max)
DEFINE_ARITHMETIC(uchar, umin, umax)
DEFINE_ARITHMETIC(short, min, max)
DEFINE_ARITHMETIC(ushort, umin, umax)
DEFINE_ARITHMETIC(int, min, max)
DEFINE_ARITHMETIC(uint, umin, umax)
DEFINE_ARITHMETIC(long, min, max)
DEFINE_ARITHMETIC(ulong, umin, umax)
DEFINE_ARITHMETIC(half, min, max)
DEFINE_ARITHMETIC(float, min, max)
DEFINE_ARITHMETIC(double, min, max)

#define DEFINE_BITWISE(T, ...)                                                                     \
  DEFINE_NON_UNIFORM(T, and, and)                                                                  \
  DEFINE_NON_UNIFORM(T, or, or)                                                                    \
  DEFINE_NON_UNIFORM(T, xor, xor)
FOR_INTEGERS(DEFINE_BITWISE)

#define DEFINE_LOGICAL(OP)                                                                         \
  SUB_GROUP int sub_group_non_uniform_reduce_logical_##OP(int value) {                             \
    return __weft_sub_group_reduce_##OP((int)(value != 0));                                        \
  }                                                                                                \
  /* Of the identity of `and`, one bit is enough. */                                               \
  SUB_GROUP int sub_group_non_uniform_scan_inclusive_logical_##OP(int value) {                     \
    return __weft_sub_group_inclusive_##OP((int)(value != 0)) & 1;                                 \
  }                                                                                                \
  SUB_GROUP int sub_group_non_uniform_scan_exclusive_logical_##OP(int value) {                     \
    return __weft_sub_group_exclusive_##OP((int)(value != 0)) & 1;                                 \
  }                                                                                                \
  SUB_GROUP int sub_group_clustered_reduce_logical_##OP(int value, uint size) {                    \
    return __weft_sub_group_clustered_##OP((int)(value != 0), size) & 1;                           \
  }
DEFINE_LOGICAL(and)
DEFINE_LOGICAL(or)
DEFINE_LOGICAL(xor)
