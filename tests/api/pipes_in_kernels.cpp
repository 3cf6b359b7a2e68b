// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels do with pipes (OpenCL C 3.0, 6.15.17). Run under each emitter.
#include "fixture.h"

#include <algorithm>
#include <numeric>

namespace weft::test {

class PipesInKernels : public ApiTest {
protected:
  static constexpr size_t Items = 1000;

  Memory makePipe(cl_uint bytes, cl_uint packets) {
    cl_int code = 4711;
    Memory made(clCreatePipe(context, 0, bytes, packets, nullptr, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return made;
  }
  void build(const char *source) { made = buildProgram(source, "-cl-std=CL3.0"); }
  // Runs the kernel with these arguments and waits.
  void run(const char *name, const std::vector<cl_mem> &args, size_t global, size_t local = 0) {
    cl_int code = 4711;
    Kernel kernel(clCreateKernel(made, name, &code));
    ASSERT_EQ(code, CL_SUCCESS) << name;
    for (size_t i = 0; i < args.size(); ++i)
      ASSERT_EQ(clSetKernelArg(kernel, cl_uint(i), sizeof(cl_mem), &args[i]), CL_SUCCESS);
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, local ? &local : nullptr,
                                     0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
  Memory makeInts(size_t count, int first = 0, int step = 0) {
    std::vector<int> ints(count);
    for (size_t i = 0; i < count; ++i)
      ints[i] = first + int(i) * step;
    return Memory(
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, count * sizeof(int), ints.data(), nullptr));
  }
  std::vector<int> ints(cl_mem buffer, size_t count) {
    std::vector<int> got(count);
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(int), got.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    return got;
  }
  // `got` holds first, first + 1, ... in any order.
  static void holdsEach(std::vector<int> got, int first) {
    std::sort(got.begin(), got.end());
    for (size_t i = 0; i < got.size(); ++i)
      ASSERT_EQ(got[i], first + int(i));
  }
  Program made;
};

TEST_F(PipesInKernels, PacketsOfAllKindsComeOutAsTheyWentIn) {
  struct {
    const char *type;
    cl_uint bytes;
    const char *make; // of the work-item's number i
  } kinds[] = {
      {"char", 1, "(char)i"},
      {"ushort", 2, "(ushort)(i * 3)"},
      {"int", 4, "(int)i"},
      {"double", 8, "(double)i / 7"},
      {"char3", 4, "(char3)((char)i, 1, 2)"},
      {"int4", 16, "(int4)((int)i, 2, 3, 4)"},
      {"long16", 128, "(long16)((long)i)"},
      {"struct odd", 5, "((struct odd){{(char)i, 1, 2, 3, 4}})"},
      {"struct pair", 8, "((struct pair){(char)i, (int)i})"},
  };
  for (const auto &kind : kinds) {
    SCOPED_TRACE(kind.type);
    // A barrier makes private variables of several work-items live at a time.
    const std::string source =
        "struct odd { char c[5]; }; struct pair { char a; int b; };\n"
        "typedef " +
        std::string(kind.type) +
        " T;\n"
        "bool same(const T *a, const T *b, uint bytes) {\n"
        "  for (uint k = 0; k < bytes; ++k)\n"
        "    if (((const uchar *)a)[k] != ((const uchar *)b)[k]) return false;\n"
        "  return true; }\n"
        "kernel void put(write_only pipe T p, global int *failed) {\n"
        "  size_t i = get_global_id(0); T v = " +
        kind.make +
        ";\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  if (write_pipe(p, &v)) atomic_inc(failed); }\n"
        "kernel void take(read_only pipe T p, global int *failed, global int *seen) {\n"
        "  T v;\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  if (read_pipe(p, &v)) { atomic_inc(failed); return; }\n"
        "  for (size_t i = 0; i < 100; ++i) {\n"
        "    T wanted = " +
        kind.make +
        ";\n"
        "    if (same(&v, &wanted, " +
        (kind.type == std::string("char3")         ? "3"
         : kind.type == std::string("struct pair") ? "1"
                                                   : "sizeof(T)") +
        ")) atomic_inc(seen + i); } }";
    build(source.c_str());
    Memory pipe = makePipe(kind.bytes, 100), failed = makeInts(1), seen = makeInts(100);
    run("put", {pipe, failed}, 100);
    run("take", {pipe, failed, seen}, 100);
    EXPECT_EQ(ints(failed, 1)[0], 0);
    EXPECT_EQ(ints(seen, 100), std::vector<int>(100, 1));
  }
}

TEST_F(PipesInKernels, OneWorkItemReadsInTheOrderOfWriting) {
  build("kernel void put(write_only pipe int p, global int *in) {\n"
        "  for (int i = 0; i < 1000; ++i) write_pipe(p, in + i); }\n"
        "kernel void take(read_only pipe int p, global int *out) {\n"
        "  for (int i = 0; i < 1000; ++i) read_pipe(p, out + i); }");
  Memory pipe = makePipe(4, Items), in = makeInts(Items, 5, 3), out = makeInts(Items);
  for (int twice = 0; twice < 2; ++twice) {
    run("put", {pipe, in}, 1);
    run("take", {pipe, out}, 1);
    EXPECT_EQ(ints(out, Items), ints(in, Items));
  }
}

TEST_F(PipesInKernels, FullAndEmptyPipesSaySo) {
  build("kernel void put(write_only pipe int p, global int *refused) {\n"
        "  int v = (int)get_global_id(0); int r = write_pipe(p, &v);\n"
        "  if (r < 0) atomic_inc(refused); else if (r) atomic_add(refused, 5000); }\n"
        "kernel void take(read_only pipe int p, global int *refused) {\n"
        "  int v; int r = read_pipe(p, &v);\n"
        "  if (r < 0) atomic_inc(refused); else if (r) atomic_add(refused, 5000); }");
  for (cl_uint packets : {1u, 2u, 300u}) {
    Memory pipe = makePipe(4, packets);
    for (int twice = 0; twice < 2; ++twice) {
      Memory refused = makeInts(2);
      run("put", {pipe, refused}, Items);
      EXPECT_EQ(ints(refused, 1)[0], int(Items - packets));
      Memory empty = makeInts(1);
      run("take", {pipe, empty}, Items);
      EXPECT_EQ(ints(empty, 1)[0], int(Items - packets));
    }
  }
}

TEST_F(PipesInKernels, ReservationsOfWorkItemsAreWholeOrRefused) {
  build("kernel void put(write_only pipe int p, global int *refused) {\n"
        "  int i = (int)get_global_id(0); reserve_id_t r = reserve_write_pipe(p, 3);\n"
        "  if (!is_valid_reserve_id(r)) { atomic_inc(refused); return; }\n"
        "  for (int k = 2; k >= 0; --k) { int v = 3 * i + k; write_pipe(p, r, (uint)k, &v); }\n"
        "  commit_write_pipe(p, r); }\n"
        "kernel void take(read_only pipe int p, global int *out) {\n"
        "  size_t i = get_global_id(0); reserve_id_t r = reserve_read_pipe(p, 3);\n"
        "  if (!is_valid_reserve_id(r)) return;\n"
        "  for (uint k = 0; k < 3; ++k) read_pipe(p, r, k, out + 3 * i + k);\n"
        "  commit_read_pipe(p, r); }");
  Memory pipe = makePipe(4, 302), refused = makeInts(1);
  run("put", {pipe, refused}, 150);
  EXPECT_EQ(ints(refused, 1)[0], 50);
  Memory out = makeInts(300, -1);
  run("take", {pipe, out}, 100);
  const std::vector<int> got = ints(out, 300);
  for (size_t i = 0; i < 300; i += 3) {
    EXPECT_EQ(got[i] % 3, 0);
    EXPECT_EQ(got[i + 1], got[i] + 1);
    EXPECT_EQ(got[i + 2], got[i] + 2);
  }
}

TEST_F(PipesInKernels, ReservationsAreCommittedInAnyOrder) {
  build("kernel void put(write_only pipe int p, global int *out) {\n"
        "  reserve_id_t a = reserve_write_pipe(p, 2), b = reserve_write_pipe(p, 2);\n"
        "  for (int k = 0; k < 2; ++k) {\n"
        "    int v = 10 + k, w = 20 + k; write_pipe(p, b, k, &w); write_pipe(p, a, k, &v); }\n"
        "  out[0] = is_valid_reserve_id(reserve_write_pipe(p, 1));\n"
        "  commit_write_pipe(p, b); commit_write_pipe(p, a);\n"
        "  int v = 1; out[1] = write_pipe(p, a, 2, &v); }\n"
        "kernel void take(read_only pipe int p, global int *out) {\n"
        "  reserve_id_t a = reserve_read_pipe(p, 1), b = reserve_read_pipe(p, 3);\n"
        "  read_pipe(p, a, 0, out);\n"
        "  for (uint k = 0; k < 3; ++k) read_pipe(p, b, k, out + 1 + k);\n"
        "  commit_read_pipe(p, b); commit_read_pipe(p, a);\n"
        "  out[4] = (int)get_pipe_num_packets(p); }");
  Memory pipe = makePipe(4, 4), said = makeInts(2, 7), out = makeInts(5, 7);
  run("put", {pipe, said}, 1);
  EXPECT_EQ(ints(said, 2), (std::vector<int>{0, -1}));
  run("take", {pipe, out}, 1);
  EXPECT_EQ(ints(out, 5), (std::vector<int>{10, 11, 20, 21, 0}));
}

TEST_F(PipesInKernels, NoMoreIsReservedThanThePipeHolds) {
  build("kernel void k(write_only pipe int p, global int *out) {\n"
        "  out[0] = is_valid_reserve_id(reserve_write_pipe(p, 5));\n"
        "  out[1] = is_valid_reserve_id(reserve_write_pipe(p, 0xffffffffu));\n"
        "  out[2] = is_valid_reserve_id(CLK_NULL_RESERVE_ID);\n"
        "  reserve_id_t kept[2] = {CLK_NULL_RESERVE_ID, reserve_write_pipe(p, 4)};\n"
        "  out[3] = is_valid_reserve_id(kept[out[6]]); out[4] = is_valid_reserve_id(kept[1]);\n"
        "  commit_write_pipe(p, kept[1]);\n"
        "  out[5] = (int)get_pipe_max_packets(p) * 10 + (int)get_pipe_num_packets(p); }");
  Memory pipe = makePipe(4, 4), out = makeInts(7);
  run("k", {pipe, out}, 1);
  EXPECT_EQ(ints(out, 6), (std::vector<int>{0, 0, 0, 0, 1, 44}));
}

TEST_F(PipesInKernels, GroupsReserveTogether) {
  build("kernel void put(write_only pipe int p) {\n"
        "  local reserve_id_t r;\n"
        "  int v = (int)get_global_id(0); r = work_group_reserve_write_pipe(p, "
        "(uint)get_local_size(0));\n"
        "  if (is_valid_reserve_id(r)) {\n"
        "    write_pipe(p, r, (uint)get_local_id(0), &v);\n"
        "    work_group_commit_write_pipe(p, r); } }\n"
        "kernel void take(read_only pipe int p, global int *out) {\n"
        "  reserve_id_t r = work_group_reserve_read_pipe(p, (uint)get_local_size(0));\n"
        "  if (is_valid_reserve_id(r)) {\n"
        "    read_pipe(p, r, (uint)get_local_id(0), out + get_global_id(0));\n"
        "    work_group_commit_read_pipe(p, r); } }");
  for (size_t local : {1, 7, 50, 250}) {
    Memory pipe = makePipe(4, Items), out = makeInts(Items, -1);
    run("put", {pipe}, Items, local);
    run("take", {pipe, out}, Items, local);
    const std::vector<int> got = ints(out, Items);
    // Whole groups, the last of 7 but one of 6 items included.
    if (Items % local == 0)
      for (size_t i = 0; i < Items; i += local)
        for (size_t k = 1; k < local; ++k)
          ASSERT_EQ(got[i + k], got[i] + int(k));
    holdsEach(got, 0);
  }
}

TEST_F(PipesInKernels, SubGroupsReserveTogether) {
  build("kernel void put(write_only pipe int p) {\n"
        "  int v = (int)get_global_id(0);\n"
        "  reserve_id_t r = sub_group_reserve_write_pipe(p, get_sub_group_size());\n"
        "  if (is_valid_reserve_id(r)) {\n"
        "    write_pipe(p, r, get_sub_group_local_id(), &v);\n"
        "    sub_group_commit_write_pipe(p, r); } }\n"
        "kernel void take(read_only pipe int p, global int *out) {\n"
        "  reserve_id_t r = sub_group_reserve_read_pipe(p, get_sub_group_size());\n"
        "  if (is_valid_reserve_id(r)) {\n"
        "    read_pipe(p, r, get_sub_group_local_id(), out + get_global_id(0));\n"
        "    sub_group_commit_read_pipe(p, r); } }");
  for (size_t local : {1, 50, 250}) {
    Memory pipe = makePipe(4, Items), out = makeInts(Items, -1);
    run("put", {pipe}, Items, local);
    run("take", {pipe, out}, Items, local);
    holdsEach(ints(out, Items), 0);
  }
}

TEST_F(PipesInKernels, HelpersTakePipesAndStructuresKeepReservations) {
  build("struct held { int before; reserve_id_t id; int after; };\n"
        "void fill(write_only pipe int p, struct held *h, int v) {\n"
        "  if (is_valid_reserve_id(h->id)) { write_pipe(p, h->id, 0, &v);\n"
        "    commit_write_pipe(p, h->id); } }\n"
        "kernel void put(write_only pipe int p, global int *out) {\n"
        "  struct held h = {1, reserve_write_pipe(p, 1), 2};\n"
        "  fill(p, &h, (int)get_global_id(0));\n"
        "  out[get_global_id(0)] = h.before + h.after; }\n"
        "kernel void take(read_only pipe int p, global int *out) {\n"
        "  read_pipe(p, out + get_global_id(0)); }");
  Memory pipe = makePipe(4, Items), out = makeInts(Items), sum = makeInts(Items);
  run("put", {pipe, sum}, Items);
  EXPECT_EQ(ints(sum, Items), std::vector<int>(Items, 3));
  run("take", {pipe, out}, Items);
  holdsEach(ints(out, Items), 0);
}

// Writers and a reader at the same time, on as many threads as there are, through a small pipe: no
// packet is lost, doubled or torn, and those of one writer keep their order.
TEST_F(PipesInKernels, WritersAndReadersMeetWithoutLocks) {
  build("kernel void put(write_only pipe int4 p, global int *written) {\n"
        "  int g = (int)get_global_id(0);\n"
        "  for (int i = 0; i < 500; ++i) {\n"
        "    int4 v = (int4)(g, i, g * 1000 + i, ~g);\n"
        "    if (write_pipe(p, &v)) break;\n"
        "    written[g] = i + 1; } }\n"
        "kernel void take(read_only pipe int4 p, global int *next, global int *wrong) {\n"
        "  int4 v;\n"
        "  while (!read_pipe(p, &v)) {\n"
        "    if (v.z != v.x * 1000 + v.y || v.w != ~v.x) atomic_inc(wrong);\n"
        "    atomic_inc(next + v.x); } }");
  cl_int code = 4711;
  Queue other(clCreateCommandQueue(context, device(), 0, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  for (cl_uint packets : {3u, 1000u}) {
    Memory pipe = makePipe(16, packets), written = makeInts(64), taken = makeInts(64);
    Memory wrong = makeInts(1);
    Kernel put(clCreateKernel(made, "put", nullptr)), take(clCreateKernel(made, "take", nullptr));
    const cl_mem p = pipe, w = written, t = taken, e = wrong;
    ASSERT_EQ(clSetKernelArg(put, 0, sizeof p, &p), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(put, 1, sizeof w, &w), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(take, 0, sizeof p, &p), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(take, 1, sizeof t, &t), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(take, 2, sizeof e, &e), CL_SUCCESS);
    const size_t writers = 64, readers = 8, local = 4;
    for (int round = 0; round < 20; ++round) {
      ASSERT_EQ(
          clEnqueueNDRangeKernel(queue, put, 1, nullptr, &writers, &local, 0, nullptr, nullptr),
          CL_SUCCESS);
      ASSERT_EQ(
          clEnqueueNDRangeKernel(other, take, 1, nullptr, &readers, &local, 0, nullptr, nullptr),
          CL_SUCCESS);
      ASSERT_EQ(clFinish(queue), CL_SUCCESS);
      ASSERT_EQ(clFinish(other), CL_SUCCESS);
      // What is left.
      ASSERT_EQ(
          clEnqueueNDRangeKernel(other, take, 1, nullptr, &readers, &local, 0, nullptr, nullptr),
          CL_SUCCESS);
      ASSERT_EQ(clFinish(other), CL_SUCCESS);
      const std::vector<int> in = ints(written, 64), out = ints(taken, 64);
      ASSERT_EQ(in, out) << round;
      ASSERT_EQ(ints(wrong, 1)[0], 0);
      const std::vector<int> none(64);
      for (cl_mem buffer : {w, t})
        ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 64 * sizeof(int), none.data(), 0,
                                       nullptr, nullptr),
                  CL_SUCCESS);
    }
  }
}

} // namespace weft::test
