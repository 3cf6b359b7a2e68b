// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many work-items of a kernel run side by side where nobody asks for a number.
#include "request_fixture.h"

#include <gtest/gtest.h>

using namespace weft;
using namespace weft::test;

namespace {

// `width` work-items side by side, or as many as the compiler chooses.
Artifact built(const std::string &source, const char *features, uint32_t width = 0,
               const char *options = "") {
  weft_request wanted = request(WEFT_ACTION_BUILD);
  wanted.source = {source.data(), source.size()};
  wanted.features = features;
  wanted.simd_width = width;
  wanted.options = options;
  Outcome outcome = run(wanted);
  EXPECT_EQ(outcome.status, WEFT_OK) << outcome.artifact.log;
  return std::move(outcome.artifact);
}

KernelInfo builtKernel(const std::string &source, const char *features, uint32_t width = 0,
                       const char *options = "") {
  Artifact artifact = built(source, features, width, options);
  return artifact.kernels.empty() ? KernelInfo() : artifact.kernels.front();
}

constexpr const char *without_waits = "-weft-disable=fill-waits";
constexpr const char *avx2 = "+avx2,+fma";
constexpr const char *avx512 = "+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq";

} // namespace

TEST(Width, FillsRegistersWithElementsOf32Bits) {
  const std::string source = "kernel void k(global float *a) { a[get_global_id(0)] *= 2; }";
  EXPECT_EQ(builtKernel(source, avx512).simd_width, 16u);
  EXPECT_EQ(builtKernel(source, avx2).simd_width, 8u);
}

TEST(Width, FillsTwoRegistersOf128Bits) {
  const std::string source = "kernel void k(global float *a) { a[get_global_id(0)] *= 2; }";
  EXPECT_EQ(builtKernel(source, "-avx").simd_width, 8u);
}

TEST(Width, OfDoublesIsHalf) {
  const std::string source = "kernel void k(global double *a) { a[get_global_id(0)] *= 2; }";
  EXPECT_EQ(builtKernel(source, avx512).simd_width, 8u);
}

// `at`: where a work-item compares.
static std::string comparison(const char *at) {
  return std::string("#define AT ") + at + R"(
kernel void k(global const char *text, constant char *pattern, uint size, global char *found) {
  bool same = true;
  for (uint i = 0; i < size && same; ++i)
    same = text[AT + i] == pattern[i];
  found[AT] = same;
})";
}

TEST(Width, OfBytesThatAreComparedIsMore) {
  EXPECT_GT(builtKernel(comparison("get_global_id(0)"), avx512).simd_width, 16u);
}

// Where lanes lie is computed once, be the index 32 bits wide.
TEST(Width, OfAnEarlyOutOverBytesFillsRegisters) {
  const std::string source = R"(
kernel void k(global const char *text, uint length, constant char *pattern, uint size,
              global uint *found, global uint *count) {
  uint at = get_global_id(0);
  if (at + size > length)
    return;
  for (uint i = 0; i < size; ++i)
    if (text[at + i] != pattern[i])
      return;
  found[atomic_inc(count)] = at;
})";
  EXPECT_EQ(builtKernel(source, avx512).simd_width, 64u);
  EXPECT_EQ(builtKernel(source, avx2).simd_width, 32u); // one of them, not several
}

// What the kernel sees of its groups it may rely on; so rows are not made longer then.
TEST(Width, OfBytesStaysWhereGroupsAreSeen) {
  EXPECT_EQ(
      builtKernel(comparison("(get_local_id(0) + 1000 * get_group_id(0))"), avx512).simd_width,
      16u);
}

// Rounds that are far apart read several lines of the cache each.
TEST(Width, OfShortRoundsAsLongAsTheLaunchIsFourfold) {
  const auto source = [](const std::string &type, const std::string &step, const char *body) {
    return "kernel void k(global float *a, global const float *b, " + type +
           " n) { float sum = 0;"
           " for (" +
           type + " i = get_global_id(0); i < n; i += " + step + ") { " + body +
           " } a[get_global_id(0)] = sum; }";
  };
  const char *short_body = "sum += b[i];";
  for (const char *type : {"uint", "int", "ulong"})
    EXPECT_EQ(builtKernel(source(type, "get_global_size(0)", short_body), avx512).simd_width, 64u)
        << type;
  const std::string groups = "get_num_groups(0) * get_local_size(0)";
  EXPECT_EQ(builtKernel(source("uint", groups, short_body), avx512).simd_width, 64u);
  EXPECT_EQ(builtKernel(source("uint", "get_global_size(0)", short_body), avx2).simd_width, 32u);
  // The same line, a line in a row of lines, a round that is long.
  const char *others[][2] = {
      {"1", short_body},
      {"get_local_size(0)", short_body},
      {"get_global_size(0)", "for (float x = b[i]; x > 1; x *= 0.5f) sum += x;"}};
  for (auto [step, body] : others)
    EXPECT_EQ(builtKernel(source("uint", step, body), avx512, 0, without_waits).simd_width, 16u)
        << step << body;
}

// More vectors, which do not wait for each other, as far as registers hold them.
TEST(Width, OfLoopsThatWaitForThemselvesIsMore) {
  const auto source = [](const char *body, const char *place = "get_global_id(0)",
                         const char *attribute = "") {
    return std::string("#define PLACE ") + place + "\n" + attribute + R"(
kernel void k(global float *a, global const float *b, constant float *c, int n, int rows) {
  int at = get_global_id(0);
  float x = a[at], y = 1, z = 2, v = 3, w = 4;
  for (int i = 0; i < n; ++i) {)" +
           body + "}\n  a[PLACE] = x + y + z + v + w;\n}";
  };
  const char *chain = "x = mad(x, x, 0.5f); x = mad(x, x, 0.25f);";
  EXPECT_EQ(builtKernel(source(chain), avx512).simd_width, 128u);
  EXPECT_EQ(builtKernel(source(chain), avx512, 0, without_waits).simd_width, 16u);
  EXPECT_GE(builtKernel(source(chain), avx2).simd_width, 32u);
  // Until the last lane leaves.
  EXPECT_GT(builtKernel(source("if (x > 4) break; x = mad(x, x, y);"), avx512).simd_width, 16u);
  // A step of one value waits for the other one's.
  EXPECT_GT(builtKernel(source("float t = x; x = sqrt(y); y = t + 1;"), avx512).simd_width, 16u);
  // Where groups are seen, rows may be short: idle lanes take no time of what is waited for anyway.
  EXPECT_EQ(builtKernel(source(chain, "get_local_id(0) + get_group_id(0) * 99"), avx512).simd_width,
            128u);
  // Of a row that is shared, lanes that are many read little.
  EXPECT_EQ(builtKernel(source("x += c[i] * b[i * rows + at];"), avx512).simd_width, 64u);
  // Others have enough to do.
  EXPECT_EQ(builtKernel(source("x += b[at * rows + i];"), avx512).simd_width, 16u);
  EXPECT_EQ(
      builtKernel(source("x = mad(x, x, y); y = mad(y, y, z); z = mad(z, z, v); v = mad(v, v, w);"
                         "w = mad(w, w, c[0]); a[at + i] = w; a[at + i + rows] = v;"
                         "a[at + i + 2 * rows] = y; a[at + i + 3 * rows] = z;"
                         "a[at + i + 4 * rows] = x;"),
                  avx512)
          .simd_width,
      16u);
  // Rows that may all lie in one place of the first cache do not fit it.
  EXPECT_EQ(builtKernel(source("x = mad(x, b[at * rows + i], x);"), avx512).simd_width, 16u);
  EXPECT_GT(builtKernel(source("x = mad(x, b[at * 1000 + i], x);"), avx512).simd_width, 16u);
  // Nor do they where an iteration reads several elements of them.
  EXPECT_EQ(builtKernel(source("x = mad(x, c[(int)x & 255], b[at * rows + 2 * i]);"
                               "x = mad(x, c[(int)x & 255], b[at * rows + 2 * i + 1]);"),
                        avx512)
                .simd_width,
            16u);
  // Masks of more lanes than a register has bytes would be taken apart, where they are no
  // registers.
  EXPECT_EQ(builtKernel(source("if (x > 4) break; x = mad(x, x, y);"), avx2).simd_width, 32u);
  // Constants need a register beside those of the lanes.
  EXPECT_EQ(builtKernel(source(chain), avx2).simd_width, 64u);
  // Few iterations, of which a CPU does not foresee the end.
  EXPECT_EQ(
      builtKernel(source("for (int j = 0; j < 64; ++j) x = mad(x, y, c[j]);"), avx512).simd_width,
      128u);
  // Private arrays of more lanes would not fit the first cache.
  auto array_of = [&](const std::string &elements) {
    return source(("float p[" + elements + "]; for (int j = 0; j < " + elements +
                   "; ++j) p[j] = b[j + i]; for (int j = 0; j < n; ++j) x = mad(x, x, p[j & 31]);")
                      .c_str());
  };
  EXPECT_GT(builtKernel(array_of("40"), avx512).simd_width, 16u);
  EXPECT_EQ(builtKernel(array_of("300"), avx512).simd_width, 16u);
  // A vector of the required size is a row.
  auto in_rows_of = [&](const std::string &size) {
    const std::string attribute = "__attribute__((reqd_work_group_size(" + size + ", 2, 1)))";
    return source(chain, "get_global_id(0)", attribute.c_str());
  };
  EXPECT_EQ(builtKernel(in_rows_of("32"), avx512).simd_width, 32u);
  EXPECT_EQ(builtKernel(in_rows_of("48"), avx512).simd_width, 16u);
}

static std::string statements(const char *body) {
  return std::string("kernel void k(global float *a, float b) {"
                     "  int at = get_global_id(0); float x = a[at], y = b;") +
         body + "  a[at] = x + y; }";
}

// A CPU looks less far ahead than to the next vector.
TEST(Width, OfLongComputationsThatWaitForThemselvesIsMore) {
  const char *chain = "x = exp(sqrt(log(x) / b)); x = sin(log(x) * b); y = x / (1 + exp(x));";
  EXPECT_EQ(builtKernel(statements(chain), avx512).simd_width, 128u);
  EXPECT_GE(builtKernel(statements(chain), avx2).simd_width, 32u);
  EXPECT_EQ(builtKernel(statements(chain), avx512, 0, without_waits).simd_width, 16u);
  // It sees the next vectors, or has enough to do.
  EXPECT_EQ(builtKernel(statements("x = exp(x);"), avx512).simd_width, 16u);
  EXPECT_EQ(
      builtKernel(statements("x = exp(x) + exp(x * 2) + sin(x) + sin(x * 3) + log(x) + log(x + 1);"
                             "y = a[at + 1]; y = erf(y) + tan(y) + cos(y) + atan(y);"),
                  avx512)
          .simd_width,
      16u);
}

// Rounds of hashes: what does not change in them is an operand in memory.
TEST(Width, OfLongIterationsThatWaitForThemselvesIsMore) {
  std::string rounds;
  for (int i = 0; i < 48; ++i) {
    const std::string word = "w[" + std::to_string(i % 16) + "]";
    rounds += "p = rotate(p + ((q & r) | (~q & s)) + " + word + " + " + std::to_string(i * 99991) +
              "u, 7u) + q; t = s; s = r; r = q; q = p; p = t;";
  }
  const std::string source = "kernel void k(global uint *a, int n) { int at = get_global_id(0);"
                             "uint w[16]; for (int i = 0; i < 16; ++i) w[i] = a[at * 16 + i];"
                             "uint sum = 0; for (int i = 0; i < n; ++i) {"
                             "uint p = i, q = w[0], r = w[1], s = w[2], t;" +
                             rounds + "sum ^= p; } a[at] = sum; }";
  EXPECT_GT(builtKernel(source, avx512).simd_width, 16u);
  EXPECT_GT(builtKernel(source, avx2).simd_width, 8u);
}

// Of few iterations one would think that the next vector is begun before they are through.
TEST(Width, OfShortLoopsWithCallsIsMore) {
  const auto loop = [](const char *body) {
    return statements(("for (int i = 0; i < 16; ++i) {" + std::string(body) + "}").c_str());
  };
  EXPECT_EQ(builtKernel(loop("x = exp(-x) * 0.5f;"), avx512).simd_width, 128u);
  EXPECT_EQ(builtKernel(loop("x = mad(x, x, 0.5f);"), avx512).simd_width, 16u);
}

// What the next iteration does hangs on where a gather, or a branch, has led to.
TEST(Width, OfIterationsThatWaitForGathersOrBranchesIsMore) {
  const auto loop = [](const std::string &body) {
    return "kernel void k(global int *a, global const int *b, constant int *c, int n) {"
           "  int state = a[get_global_id(0)], count = 0;"
           "  for (int i = 0; i < n; ++i) {" +
           body + "}  a[get_global_id(0)] = count + state; }";
  };
  EXPECT_GE(builtKernel(loop("state = 2 * state + (b[state] > 7);"), avx512).simd_width, 64u);
  EXPECT_GE(builtKernel(loop("state = 2 * state + (b[state] > 7);"), avx2).simd_width, 32u);
  EXPECT_EQ(builtKernel(loop("count += b[b[i * 64 + get_global_id(0)]];"), avx512).simd_width, 16u);
  // Automata.
  const char *automaton = "if (state > 0 && b[i] > 9) state = 0;"
                          "if (b[i] == c[get_local_id(0) * 4 + state]) {"
                          "  if (++state == 4) { ++count; state = 0; } }";
  EXPECT_GE(builtKernel(loop(automaton), avx512).simd_width, 32u);
  EXPECT_GE(builtKernel(loop(automaton), avx2).simd_width, 16u);
}

// The constants of a function of the library are loaded once for all lanes.
TEST(Width, OfCallsIsTwoRegistersWhereConstantsTakeInstructions) {
  EXPECT_EQ(builtKernel(statements("x = exp(x);"), avx2).simd_width, 16u);
}

// Each lane's row is in lines of the cache of its own.
TEST(Width, OfLanesThatWriteRowsIsLess) {
  const auto source = [](const char *place) {
    return std::string("#define PLACE ") + place + R"(
kernel void k(global float *restrict a, global const float *restrict b, int n) {
  int row = get_global_id(0);
  float sum = 0;
  for (int i = 0; i < 1000; ++i) {
    sum = sqrt(sum * sum + b[i] / (1 + sum));
    a[PLACE] = sum;
  }
})";
  };
  EXPECT_EQ(builtKernel(source("row * n + i"), avx512).simd_width, 8u);
  EXPECT_EQ(builtKernel(source("row * 1000 + i"), avx512).simd_width, 8u);
  EXPECT_EQ(builtKernel(source("row * n + 999 - i"), avx512).simd_width, 8u);
  // All in one place of the first cache.
  EXPECT_EQ(builtKernel(source("row * 1024 + i"), avx512).simd_width, 4u);
  // Lines that neighbours share, or of which nothing else is written.
  EXPECT_EQ(builtKernel(source("row + i * n"), avx512, 0, without_waits).simd_width, 16u);
  EXPECT_EQ(builtKernel(source("row * 4 + i"), avx512).simd_width, 16u);
  EXPECT_EQ(builtKernel(source("row * n + i * 64"), avx512).simd_width, 16u);
}

// As kernels for GPUs take for granted, OpenCV's products of matrices among them.
TEST(Width, OfSubGroupsIsARowOfTheRequiredSizeAndNoLessThanEight) {
  const auto source = [](const char *size) {
    return std::string(size) + "kernel void k(global float *a) {"
                               "  float x = a[get_global_id(0)];"
                               "  a[get_global_id(0)] = sub_group_broadcast(x, 7); }";
  };
  const auto required = [](const std::string &size) {
    return "__attribute__((reqd_work_group_size(" + size + ")))";
  };
  const char *sse = "";
  EXPECT_EQ(builtKernel(source(""), avx512).simd_width, 16u);
  EXPECT_EQ(builtKernel(source(""), sse).simd_width, 8u);
  EXPECT_EQ(builtKernel(source(required("8, 4, 1").c_str()), avx512).simd_width, 8u);
  EXPECT_EQ(builtKernel(source(required("8, 4, 1").c_str()), sse).simd_width, 8u);
  EXPECT_EQ(builtKernel(source(required("16, 4, 1").c_str()), avx512).simd_width, 16u);
  // Rows that no GPU's sub-group is as short as, or that none has the length of.
  EXPECT_EQ(builtKernel(source(required("4, 8, 1").c_str()), avx512).simd_width, 16u);
  EXPECT_EQ(builtKernel(source(required("12, 4, 1").c_str()), avx512).simd_width, 16u);
  EXPECT_EQ(builtKernel(source(required("4, 1, 1").c_str()), avx512).simd_width, 4u);
  // A ballot has 64 bits; nothing else has fewer lanes than are asked for.
  EXPECT_EQ(builtKernel(source(""), avx512, 128).simd_width, 64u);
  EXPECT_EQ(builtKernel("kernel void k(global float *a) { a[get_global_id(0)] *= 2; }", avx512, 128)
                .simd_width,
            128u);
}

TEST(Width, IsNoMoreThanTheRowsOfTheRequiredSize) {
  const std::string source = "__attribute__((reqd_work_group_size(4, 16, 1)))"
                             "kernel void k(global float *a) { a[get_global_id(0)] *= 2; }";
  EXPECT_EQ(builtKernel(source, avx512).simd_width, 4u);
}

// What iterations hand on by way of memory stays in registers, and rows are written in parts.
TEST(Width, OfRecurrencesAlongRowsIsNotOne) {
  const char *sum = "kernel void k(global float *a, int n) { int i = get_global_id(0); float s = 0;"
                    "  for (int k = 0; k < n; k++) { s += a[i * n + k]; a[i * n + k] = s; } }";
  const char *elimination =
      "kernel void k(global float *a, global float *b, global float *c, global float *d, int n) {"
      "  int i = get_global_id(0);"
      "  for (int k = 1; k < n; k++) {"
      "    float m = a[i * n + k] / b[i * n + (k - 1)];"
      "    b[i * n + k] -= m * c[i * n + (k - 1)]; d[i * n + k] -= m * d[i * n + (k - 1)]; } }";
  for (const char *features : {avx512, avx2})
    for (const char *source : {sum, elimination})
      EXPECT_EQ(builtKernel(source, features).simd_width, 8u) << source;
}

TEST(Kernels, TellHowManyRowsShareLines) {
  const auto rows = [](const std::string &type, const char *to, const char *from) {
    return builtKernel("kernel void k(global " + type + " *a, global const " + type +
                           " *b, int w, int h) {"
                           "  int x = get_global_id(0), y = get_global_id(1);"
                           "  a[" +
                           to + "] = b[" + from + "]; }",
                       avx512)
        .hints.rows_of_tile;
  };
  EXPECT_EQ(rows("float", "y * w + x", "x * h + y"), 16u);
  EXPECT_EQ(rows("float", "x * h + y", "y * w + x"), 16u); // along y
  EXPECT_EQ(rows("float", "y * w + x", "x * 64 + 63 - y"), 16u);
  EXPECT_EQ(rows("uchar", "y * w + x", "x * h + y"), 64u);
  EXPECT_EQ(rows("double", "y * w + x", "x * h + y"), 8u);
  EXPECT_EQ(rows("float16", "y * w + x", "x * h + y"), 1u); // a line each
  EXPECT_EQ(rows("float", "y * w + x", "y * w + x + 1"), 1u);
  EXPECT_EQ(rows("float", "y * w + x", "y * w + x * 4"), 1u); // as long rows do
  EXPECT_EQ(rows("float", "x", "x * 1000"), 1u);
}

TEST(Kernels, MayAskForDimensionsThatAreKnownAtRunTime) {
  EXPECT_EQ(builtKernel("kernel void k(global float *a, global const float *b, int w, int h) {"
                        "  int x = get_global_id(0), y = get_global_id(1);"
                        "  size_t sum = 0;"
                        "  for (int d = 0; d < w; ++d)"
                        "    sum += get_local_id(d) + get_global_id(w - d);"
                        "  a[y * w + x] = b[x * h + y] + sum; }",
                        avx512)
                .hints.rows_of_tile,
            16u);
}

// To store to parts of lines takes longer than to load such.
TEST(Kernels, OfTranspositionsStoreWholeLines) {
  EXPECT_TRUE(builtKernel("kernel void k(global float *a, global const float *b, int w, int h) {"
                          "  int x = get_global_id(0), y = get_global_id(1);"
                          "  a[x * h + y] = b[y * w + x]; }",
                          avx512)
                  .transposed);
  EXPECT_FALSE(builtKernel("kernel void k(global float *a, global const float *b, int w, int h) {"
                           "  int x = get_global_id(0), y = get_global_id(1);"
                           "  a[y * w + x] = b[x * h + y]; }",
                           avx512)
                   .transposed);
}

TEST(Kernels, TellWhetherTheyHaveLoops) {
  EXPECT_FALSE(builtKernel("kernel void k(global float *a) { a[get_global_id(0)] *= 2; }", avx512)
                   .hints.has_loops);
  EXPECT_TRUE(builtKernel("kernel void k(global float *a, int n) {"
                          "  for (int i = 0; i < n; ++i) a[get_global_id(0)] += a[i]; }",
                          avx512)
                  .hints.has_loops);
}

TEST(Kernels, TellWhetherTheyGather) {
  EXPECT_FALSE(builtKernel("kernel void k(global float *a, int n) {"
                           "  size_t i = get_global_id(1) * n + get_global_id(0);"
                           "  a[i] += a[i + n]; }",
                           avx512)
                   .hints.has_gathers);
  EXPECT_TRUE(builtKernel("kernel void k(global float *a, global float *b, int n) {"
                          "  size_t x = get_global_id(0), y = get_global_id(1);"
                          "  a[x * n + y] = b[y * n + x]; }",
                          avx512)
                  .hints.has_gathers);
}

// What LLVM knows of the numbers behind the condition does not make anything but a sum of them.
TEST(Kernels, OfRowsOfAPowerOfTwoBehindConditionsDoNotGather) {
  EXPECT_FALSE(builtKernel("kernel void k(global const float *a, global float *b) {"
                           "  int x = get_global_id(0), y = get_global_id(1);"
                           "  if (x < 1 || x >= 255 || y < 1 || y >= 255) return;"
                           "  int i = y * 256 + x;"
                           "  b[i] = a[i - 256] + a[i - 1] + a[i + 1] + a[i + 256]; }",
                           avx512)
                   .hints.has_gathers);
}

// Unsigned numbers do not wrap where that was asked.
TEST(Kernels, OfNeighboursBehindConditionsDoNotGather) {
  EXPECT_FALSE(builtKernel("kernel void k(global const float *a, global float *b) {"
                           "  uint x = get_global_id(0);"
                           "  b[x] = x > 0 ? a[x - 1] : 0; }",
                           avx512)
                   .hints.has_gathers);
  EXPECT_FALSE(builtKernel("kernel void k(global const float *a, global float *b) {"
                           "  uint x = get_global_id(0);"
                           "  b[x] = x >= 3 ? a[x - 3] : 1; }",
                           avx512)
                   .hints.has_gathers);
}

// The quotient is known there as an extension only: nothing behind the accesses reads it.
TEST(Kernels, UpdateLocalMemoryBehindAccessesOfTheSameRow) {
  const std::string source = R"(
kernel void k(global const int *a, global const int *b, global int *out, uint n) {
  local int bins[64];
  uint id = get_global_id(0);
  bins[get_local_id(0) & 63] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint r = id / n;
  int v = a[r] + b[r];
  out[id] = v;
  atomic_add(&bins[r], v);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[id] += bins[get_local_id(0) & 63];
})";
  const std::string said = builtKernel(source, avx512, 16).explain;
  EXPECT_EQ(said.find("used before it is made"), std::string::npos) << said;
}

TEST(Kernels, NormalizeVectorsOfUsualLengthSideBySide) {
  const std::string source = R"(
kernel void k(global float4 *a, global float *lengths) {
  size_t i = get_global_id(0);
  lengths[i] = length(a[i].xyz) + distance(a[i], (float4)(1));
  a[i] = normalize(a[i]);
})";
  const std::string said = builtKernel(source, avx512, 16).explain;
  EXPECT_EQ(said.find("call of _Z"), said.find("call of _ZL")) << said; // but what is static
}

// Else what is left of a row is a function of its own, whose name is in the code's symbols.
TEST(Kernels, ExistOnceWhereMasksCostLittle) {
  // Larger than what is inlined wherever it runs.
  const std::string repeat = R"(
#define X4(step) step step step step
#define X16(step) X4(X4(step)))";
  const std::string loop = repeat + R"(
kernel void k(global float *a, int n) {
  float x = a[get_global_id(0)], sum = 0;
  for (int i = 0; i < n; ++i) {
    X16(sum = sum * x + 1; x = x * sum + i; sum = sum * sum + x;)
  }
  a[get_global_id(0)] = sum;
})";
  const std::string accesses = repeat + R"(
kernel void k(global float *a, int n) {
  for (int i = 0; i < n; ++i) {
    X16(a[get_global_id(0)] += a[get_global_id(0) + i++ * n];)
  }
})";
  auto has_rest = [](const Artifact &artifact, const char *suffix) {
    return artifact.code.find(std::string("k.item.region1.") + suffix) != std::string::npos;
  };
  EXPECT_FALSE(has_rest(built(loop, avx512, 0, without_waits), "w16"));
  EXPECT_TRUE(has_rest(built(accesses, avx512, 0, without_waits), "w16"));
  EXPECT_TRUE(has_rest(built(loop, avx2, 0, without_waits), "w8")); // masks are not cheap
}

TEST(Kernels, HaveNoCallsOfSmallFunctions) {
  const Artifact artifact =
      built("kernel void k(global int *a) { a[get_global_id(0)] += 3; }", avx2);
  EXPECT_EQ(artifact.code.find("k.item.region1"), std::string::npos);
}
