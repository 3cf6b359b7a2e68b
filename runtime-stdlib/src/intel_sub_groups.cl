// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_subgroups, _char, _short, _long and cl_intel_subgroup_local_block_io: shuffles of
// vectors and of two sources, and blocks of memory and of images that a sub-group reads or writes
// together (declarations/intel_sub_groups.h).
#include "image_core.h"

#define OPERATION OVERLOAD __attribute__((convergent))
#define SUB_GROUP INLINE __attribute__((convergent))

OVERLOAD __attribute__((const)) uint get_sub_group_local_id(void);
OVERLOAD __attribute__((const)) uint get_max_sub_group_size(void);

// ---- shuffles ----

// The lanes' numbers count modulo the size, which picks the right one of either source.
#define DEFINE_SHUFFLES(T, ...)                                                                    \
  OPERATION T sub_group_shuffle(T value, uint lane);                                               \
  SUB_GROUP T intel_sub_group_shuffle(T data, uint lane) { return sub_group_shuffle(data, lane); } \
  SUB_GROUP T intel_sub_group_shuffle_xor(T data, uint value) {                                    \
    return sub_group_shuffle(data, get_sub_group_local_id() ^ value);                              \
  }                                                                                                \
  SUB_GROUP T intel_sub_group_shuffle_down(T current, T next, uint delta) {                        \
    uint from = get_sub_group_local_id() + delta;                                                  \
    T here = sub_group_shuffle(current, from), beyond = sub_group_shuffle(next, from);             \
    return from < get_max_sub_group_size() ? here : beyond;                                        \
  }                                                                                                \
  SUB_GROUP T intel_sub_group_shuffle_up(T previous, T current, uint delta) {                      \
    uint lane = get_sub_group_local_id();                                                          \
    T here = sub_group_shuffle(current, lane - delta);                                             \
    T before = sub_group_shuffle(previous, lane - delta);                                          \
    return delta <= lane ? here : before;                                                          \
  }
FOR_SCALARS(DEFINE_SHUFFLES)

#define ONE_2(F, a, i) F(a.x, i), F(a.y, i)
#define ONE_3(F, a, i) F(a.x, i), F(a.y, i), F(a.z, i)
#define ONE_4(F, a, i) F(a.lo, i), F(a.hi, i)
#define ONE_8(F, a, i) F(a.lo, i), F(a.hi, i)
#define ONE_16(F, a, i) F(a.lo, i), F(a.hi, i)
#define TWO_2(F, a, b, i) F(a.x, b.x, i), F(a.y, b.y, i)
#define TWO_3(F, a, b, i) F(a.x, b.x, i), F(a.y, b.y, i), F(a.z, b.z, i)
#define TWO_4(F, a, b, i) F(a.lo, b.lo, i), F(a.hi, b.hi, i)
#define TWO_8(F, a, b, i) F(a.lo, b.lo, i), F(a.hi, b.hi, i)
#define TWO_16(F, a, b, i) F(a.lo, b.lo, i), F(a.hi, b.hi, i)
#define DEFINE_OF_ONE(N, T, NAME)                                                                  \
  SUB_GROUP T##N NAME(T##N data, uint lane) { return (T##N)(ONE_##N(NAME, data, lane)); }
#define DEFINE_OF_TWO(N, T, NAME)                                                                  \
  SUB_GROUP T##N NAME(T##N first, T##N second, uint delta) {                                       \
    return (T##N)(TWO_##N(NAME, first, second, delta));                                            \
  }
#define DEFINE_VECTOR_SHUFFLES(T)                                                                  \
  FOR_VECTOR_WIDTHS(DEFINE_OF_ONE, T, intel_sub_group_shuffle)                                     \
  FOR_VECTOR_WIDTHS(DEFINE_OF_ONE, T, intel_sub_group_shuffle_xor)                                 \
  FOR_VECTOR_WIDTHS(DEFINE_OF_TWO, T, intel_sub_group_shuffle_down)                                \
  FOR_VECTOR_WIDTHS(DEFINE_OF_TWO, T, intel_sub_group_shuffle_up)
DEFINE_VECTOR_SHUFFLES(char)
DEFINE_VECTOR_SHUFFLES(uchar)
DEFINE_VECTOR_SHUFFLES(short)
DEFINE_VECTOR_SHUFFLES(ushort)
DEFINE_VECTOR_SHUFFLES(int)
DEFINE_VECTOR_SHUFFLES(uint)
DEFINE_VECTOR_SHUFFLES(float)

// ---- broadcast, reductions and scans of small integers by other names ----

#define DEFINE_ALIAS(T, NAME)                                                                      \
  OPERATION T sub_group_##NAME(T x);                                                               \
  SUB_GROUP T intel_sub_group_##NAME(T x) { return sub_group_##NAME(x); }
#define DEFINE_ALIASES_OF(T, OP)                                                                   \
  DEFINE_ALIAS(T, reduce_##OP)                                                                     \
  DEFINE_ALIAS(T, scan_exclusive_##OP)                                                             \
  DEFINE_ALIAS(T, scan_inclusive_##OP)
#define DEFINE_BROADCAST(N, T)                                                                     \
  SUB_GROUP T##N intel_sub_group_broadcast(T##N x, uint lane) {                                    \
    return intel_sub_group_shuffle(x, lane);                                                       \
  }
#define DEFINE_ALIASES(T)                                                                          \
  FOR_WIDTHS(DEFINE_BROADCAST, T)                                                                  \
  DEFINE_ALIASES_OF(T, add)                                                                        \
  DEFINE_ALIASES_OF(T, min)                                                                        \
  DEFINE_ALIASES_OF(T, max)
DEFINE_ALIASES(char)
DEFINE_ALIASES(uchar)
DEFINE_ALIASES(short)
DEFINE_ALIASES(ushort)

// ---- blocks of memory: element i of lane l is p[i * size + l] ----

#define ELEMENTS_1(M) M(0)
#define ELEMENTS_2(M) M(0), M(1)
#define ELEMENTS_4(M) ELEMENTS_2(M), M(2), M(3)
#define ELEMENTS_8(M) ELEMENTS_4(M), M(4), M(5), M(6), M(7)
#define ELEMENTS_16(M) ELEMENTS_8(M), M(8), M(9), M(10), M(11), M(12), M(13), M(14), M(15)

#define LOAD(I) own[I * size]
#define STORE(I) own[I * size] = values[I]
#define DEFINE_BLOCKS_IN(NAME, T, V, N, SPACE)                                                     \
  SUB_GROUP V intel_sub_group_block_read##NAME(const SPACE T *p) {                                 \
    size_t size = get_max_sub_group_size();                                                        \
    const SPACE T *own = p + get_sub_group_local_id();                                             \
    return (V)(ELEMENTS_##N(LOAD));                                                                \
  }                                                                                                \
  SUB_GROUP void intel_sub_group_block_write##NAME(SPACE T *p, V data) {                           \
    size_t size = get_max_sub_group_size();                                                        \
    SPACE T *own = p + get_sub_group_local_id();                                                   \
    T values[N] __attribute__((aligned(sizeof(V))));                                               \
    *(V *)values = data;                                                                           \
    ELEMENTS_##N(STORE);                                                                           \
  }

// ---- blocks of images: element i of lane l is in row y + i, l elements after byte x ----

#define CONVERSIONS(ACCESS)                                                                        \
  OVERLOAD __attribute__((const)) Descriptor weft_descriptor(ACCESS image2d_t image);
CONVERSIONS(read_only)
CONVERSIONS(write_only)
CONVERSIONS(read_write)

INLINE static int rowBytes(Descriptor image) { return (int)(image->width * image->element_bytes); }

// "bounds-check to the image width in units of uints": what lies outside is the same part of the
// word at the edge. Nothing outside the row is read, whatever the alignment.
#define DEFINE_IMAGE_ACCESS(T)                                                                     \
  typedef T Unaligned_##T __attribute__((aligned(1)));                                             \
  INLINE static T readBytes_##T(Descriptor image, int x, int y) {                                  \
    const global uchar *row = rowOf(image, clamp(y, 0, (int)image->height - 1), 0, Shape2D);       \
    int bytes = rowBytes(image);                                                                   \
    if (bytes < (int)sizeof(T))                                                                    \
      return 0;                                                                                    \
    int word = clamp(x & ~3, 0, (bytes - 1) & ~3);                                                 \
    int at = min(word + (x & 3), bytes - (int)sizeof(T));                                          \
    return *(const global Unaligned_##T *)(row + at);                                              \
  }                                                                                                \
  INLINE static void writeBytes_##T(Descriptor image, int x, int y, T data) {                      \
    if ((uint)y < image->height && x >= 0 && x <= rowBytes(image) - (int)sizeof(T))                \
      *(global Unaligned_##T *)(rowOf(image, y, 0, Shape2D) + x) = data;                           \
  }
PURE int clamp(int x, int low, int high);
PURE int min(int x, int y);
DEFINE_IMAGE_ACCESS(uchar)
DEFINE_IMAGE_ACCESS(ushort)
DEFINE_IMAGE_ACCESS(uint)
typedef ulong Unaligned_ulong __attribute__((aligned(1)));
INLINE static ulong readBytes_ulong(Descriptor image, int x, int y) {
  return readBytes_uint(image, x, y) | (ulong)readBytes_uint(image, x + 4, y) << 32;
}
INLINE static void writeBytes_ulong(Descriptor image, int x, int y, ulong data) {
  writeBytes_uint(image, x, y, (uint)data);
  writeBytes_uint(image, x + 4, y, (uint)(data >> 32));
}

// Of a block whose rows lie inside, lanes read and write what is side by side.
#define IS_INSIDE(d, at, T)                                                                        \
  (at.x >= 0 && at.x <= rowBytes(d) - (int)(get_max_sub_group_size() * sizeof(T)))
#define DEFINE_IMAGE_READ(NAME, T, V, N, ACCESS)                                                   \
  SUB_GROUP V intel_sub_group_block_read##NAME(ACCESS image2d_t image, int2 at) {                  \
    Descriptor d = weft_descriptor(image);                                                         \
    size_t offset = get_sub_group_local_id() * sizeof(T);                                          \
    T values[N] __attribute__((aligned(sizeof(V))));                                               \
    for (int i = 0; i < N; ++i) {                                                                  \
      const global uchar *row =                                                                    \
          rowOf(d, clamp(at.y + i, 0, (int)d->height - 1), 0, Shape2D) + at.x;                     \
      values[i] = IS_INSIDE(d, at, T) ? *(const global Unaligned_##T *)(row + offset)              \
                                      : readBytes_##T(d, at.x + (int)offset, at.y + i);            \
    }                                                                                              \
    return *(V *)values;                                                                           \
  }
#define DEFINE_IMAGE_WRITE(NAME, T, V, N, ACCESS)                                                  \
  SUB_GROUP void intel_sub_group_block_write##NAME(ACCESS image2d_t image, int2 at, V data) {      \
    Descriptor d = weft_descriptor(image);                                                         \
    size_t offset = get_sub_group_local_id() * sizeof(T);                                          \
    T values[N] __attribute__((aligned(sizeof(V))));                                               \
    *(V *)values = data;                                                                           \
    for (int i = 0; i < N; ++i) {                                                                  \
      if (!IS_INSIDE(d, at, T))                                                                    \
        writeBytes_##T(d, at.x + (int)offset, at.y + i, values[i]);                                \
      else if ((uint)(at.y + i) < d->height)                                                       \
        *(global Unaligned_##T *)(rowOf(d, at.y + i, 0, Shape2D) + at.x + offset) = values[i];     \
    }                                                                                              \
  }

#define DEFINE_BLOCKS(NAME, T, V, N)                                                               \
  DEFINE_BLOCKS_IN(NAME, T, V, N, global)                                                          \
  DEFINE_BLOCKS_IN(NAME, T, V, N, local)                                                           \
  DEFINE_IMAGE_READ(NAME, T, V, N, read_only)                                                      \
  DEFINE_IMAGE_READ(NAME, T, V, N, read_write)                                                     \
  DEFINE_IMAGE_WRITE(NAME, T, V, N, write_only)                                                    \
  DEFINE_IMAGE_WRITE(NAME, T, V, N, read_write)
#define DEFINE_BLOCKS_UP_TO_8(NAME, T)                                                             \
  DEFINE_BLOCKS(NAME, T, T, 1)                                                                     \
  DEFINE_BLOCKS(NAME##2, T, T##2, 2)                                                               \
  DEFINE_BLOCKS(NAME##4, T, T##4, 4)                                                               \
  DEFINE_BLOCKS(NAME##8, T, T##8, 8)
DEFINE_BLOCKS_UP_TO_8(, uint)
DEFINE_BLOCKS_UP_TO_8(_ui, uint)
DEFINE_BLOCKS_UP_TO_8(_us, ushort)
DEFINE_BLOCKS(_us16, ushort, ushort16, 16)
DEFINE_BLOCKS_UP_TO_8(_uc, uchar)
DEFINE_BLOCKS(_uc16, uchar, uchar16, 16)
DEFINE_BLOCKS_UP_TO_8(_ul, ulong)
DEFINE_BLOCKS(_ul16, ulong, ulong16, 16)
