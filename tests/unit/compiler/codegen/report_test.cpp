// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a report says of each line (weft/code_report.h).
#include "request_fixture.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace {
using namespace weft;
using namespace weft::test;

struct Built {
  CodeReport report;
  std::vector<KernelInfo> kernels;

  const KernelReport &kernel(const std::string &name) const {
    return *std::find_if(report.kernels.begin(), report.kernels.end(),
                         [&](const KernelReport &one) { return one.name == name; });
  }
  // Operations of a line of the program that are called so.
  std::vector<OperationReport> at(const std::string &kernel_name, uint32_t line,
                                  const std::string &what) const {
    std::vector<OperationReport> found;
    const KernelReport &of = kernel(kernel_name);
    for (const RegionReport &region : of.regions)
      for (const OperationReport &operation : region.operations)
        if (operation.at.line == line && of.files[operation.at.file] == "program.cl" &&
            operation.what == what)
          found.push_back(operation);
    return found;
  }
  Fate fate(const std::string &kernel_name, uint32_t line, const std::string &what) const {
    const auto found = at(kernel_name, line, what);
    EXPECT_EQ(found.size(), 1u) << what << " in line " << line;
    return found.empty() ? Fate::WorkItem : found.front().fate;
  }
  // Instructions of a line.
  size_t instructions(uint32_t line) const {
    return size_t(
        std::count_if(report.code.lines.begin(), report.code.lines.end(), [&](const CodeLine &one) {
          return one.kind == CodeLine::Instruction && one.at.line == line;
        }));
  }
};

Built reported(const std::string &source, const char *options = "",
               weft_emitter emitter = WEFT_EMITTER_VECTOR) {
  weft_request wanted = request(WEFT_ACTION_BUILD, options);
  wanted.source = {source.data(), source.size()};
  wanted.cpu = "x86-64-v4";
  wanted.emitter = emitter;
  wanted.inspect = WEFT_INSPECT_REPORT;
  Outcome outcome = run(wanted);
  EXPECT_EQ(outcome.status, WEFT_OK) << outcome.artifact.log;
  return {std::move(outcome.artifact.report), std::move(outcome.artifact.kernels)};
}

TEST(Report, SaysWhatBecomesOfEachAccess) {
  const Built built = reported("kernel void k(global float *y, global const float *x,\n"
                               "              global const int *at, float a) {\n"
                               "  size_t i = get_global_id(0);\n"
                               "  float s = x[i];\n"
                               "  s += x[3 * i];\n"
                               "  s += x[at[i]];\n"
                               "  s += *x;\n"
                               "  y[i] = s * a;\n"
                               "}\n");
  ASSERT_EQ(built.report.kernels.size(), 1u);
  const KernelReport &kernel = built.kernel("k");
  ASSERT_EQ(kernel.regions.size(), 1u);
  EXPECT_EQ(kernel.regions[0].lanes, built.kernels[0].simd_width);
  EXPECT_GT(kernel.regions[0].lanes, 1u);
  EXPECT_EQ(kernel.regions[0].why_single, "");
  EXPECT_EQ(built.fate("k", 4, "load of x"), Fate::Consecutive);
  EXPECT_EQ(built.fate("k", 5, "load of x"), Fate::Strided);
  EXPECT_EQ(built.fate("k", 6, "load of at"), Fate::Consecutive);
  EXPECT_EQ(built.fate("k", 6, "load of x"), Fate::Gather);
  EXPECT_EQ(built.fate("k", 7, "load of x"), Fate::Uniform);
  EXPECT_EQ(built.fate("k", 8, "store to y"), Fate::Consecutive);
  EXPECT_EQ(built.fate("k", 8, "arithmetic"), Fate::Lanes);
  // The gather is what costs most.
  const auto most = std::max_element(
      kernel.regions[0].operations.begin(), kernel.regions[0].operations.end(),
      [](const OperationReport &a, const OperationReport &b) { return a.cost < b.cost; });
  EXPECT_EQ(most->fate, Fate::Gather);
}

TEST(Report, CostsOfLinesAreThoseOfTheRegion) {
  const Built built = reported("kernel void k(global float *x, int n) {\n"
                               "  float s = 0;\n"
                               "  for (int i = 0; i < n; ++i)\n"
                               "    s += x[i * n + get_global_id(0)];\n"
                               "  x[get_global_id(0)] = s;\n"
                               "}\n");
  const RegionReport &region = built.kernel("k").regions.at(0);
  double sum = 0;
  for (const OperationReport &operation : region.operations)
    sum += operation.cost;
  EXPECT_NEAR(sum, region.cost, 1e-6 * sum);
  EXPECT_GT(region.one_by_one, 2 * region.cost);
}

TEST(Report, TellsWhatBoundsLoops) {
  const Built built = reported("kernel void chain(global float *x, int n) {\n"
                               "  float s = x[get_global_id(0)];\n"
                               "  for (int i = 0; i < n; ++i)\n"
                               "    s = s / (s + 1);\n"
                               "  x[get_global_id(0)] = s;\n"
                               "}\n"
                               "kernel void copy(global float *x, global const float *y) {\n"
                               "  x[get_global_id(0)] = y[get_global_id(0)];\n"
                               "}\n");
  const RegionReport &chain = built.kernel("chain").regions.at(0);
  ASSERT_EQ(chain.loops.size(), 1u);
  EXPECT_EQ(chain.loops[0].at.line, 3u);
  EXPECT_TRUE(chain.loops[0].innermost);
  EXPECT_FALSE(chain.loops[0].trips_known);
  // A division and a sum for each of the chains.
  EXPECT_GE(chain.loops[0].latency, 18);
  EXPECT_EQ(chain.loops[0].bytes, 0);
  const RegionReport &copy = built.kernel("copy").regions.at(0);
  ASSERT_EQ(copy.loops.size(), 1u);
  EXPECT_TRUE(copy.loops[0].is_body);
  EXPECT_EQ(copy.loops[0].bytes, 8 * copy.lanes);
  EXPECT_GT(copy.loops[0].memory, copy.loops[0].issue);
}

TEST(Report, CountsBytesThatAreNew) {
  const Built built = reported("kernel void k(global float *out, global const float *in, int n) {\n"
                               "  int x = get_global_id(0);\n"
                               "  float s = 0;\n"
                               "  for (int i = 0; i < n; ++i)\n"
                               "    s += in[x + i - 1] + in[x + i] + in[x + i + 1];\n"
                               "  out[x] = s;\n"
                               "}\n");
  const auto &loops = built.kernel("k").regions.at(0).loops;
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(loops[0].bytes, 4);
}

TEST(Report, SaysWhyThereIsOneLane) {
  const char *source = "kernel void k(volatile global int *lock, global int *x) {\n"
                       "  while (atomic_cmpxchg(lock, 0, 1) != 0)\n"
                       "    ;\n"
                       "  ++*x;\n"
                       "  atomic_xchg(lock, 0);\n"
                       "}\n";
  const Built built = reported(source);
  const RegionReport &region = built.kernel("k").regions.at(0);
  EXPECT_EQ(region.lanes, 1u);
  EXPECT_NE(region.why_single, "");
  ASSERT_FALSE(region.operations.empty());
  for (const OperationReport &operation : region.operations)
    EXPECT_EQ(operation.fate, Fate::WorkItem) << operation.what;
  for (weft_emitter emitter : {WEFT_EMITTER_LOOPS, WEFT_EMITTER_FIBERS}) {
    const Built other = reported(source, "", emitter);
    EXPECT_NE(other.kernel("k").regions.at(0).why_single, "");
    if (emitter == WEFT_EMITTER_LOOPS) // code of fibers has lines where it is not optimised only
      EXPECT_GT(other.instructions(4), 0u);
  }
}

TEST(Report, TellsMaskedLinesFromOthers) {
  const Built built = reported("kernel void k(global float *x, global const float *y) {\n"
                               "  size_t i = get_global_id(0);\n"
                               "  if (y[i] > 0)\n"
                               "    x[i] = sqrt(y[i]);\n"
                               "}\n");
  ASSERT_EQ(built.at("k", 3, "load of y").size(), 1u);
  EXPECT_FALSE(built.at("k", 3, "load of y")[0].masked);
  EXPECT_EQ(built.fate("k", 3, "branch"), Fate::Diverges);
  ASSERT_EQ(built.at("k", 4, "store to x").size(), 1u);
  EXPECT_TRUE(built.at("k", 4, "store to x")[0].masked);
}

TEST(Report, HasEachRegionOfAKernelWithBarriers) {
  const Built built = reported("kernel void k(global int *x) {\n"
                               "  local int y[64];\n"
                               "  y[get_local_id(0)] = x[get_global_id(0)];\n"
                               "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "  x[get_global_id(0)] = y[63 - get_local_id(0)];\n"
                               "}\n");
  const auto &regions = built.kernel("k").regions;
  ASSERT_EQ(regions.size(), 2u);
  EXPECT_NE(regions[0].number, regions[1].number);
  EXPECT_FALSE(built.at("k", 3, "load of x").empty());
  EXPECT_FALSE(built.at("k", 5, "store to x").empty());
}

TEST(Report, CodeHasLinesFunctionsAndLoops) {
  const Built built = reported("kernel void k(global float *x, int n) {\n"
                               "  float s = x[get_global_id(0)];\n"
                               "  for (int i = 0; i < n; ++i)\n"
                               "    s = s * s + 1;\n"
                               "  x[get_global_id(0)] = s;\n"
                               "}\n");
  const CodeListing &code = built.report.code;
  EXPECT_GT(built.instructions(4), 0u);
  EXPECT_GT(built.instructions(5), 0u);
  ASSERT_FALSE(code.lines.empty());
  EXPECT_EQ(code.lines[0].kind, CodeLine::Function);
  EXPECT_TRUE(std::any_of(code.lines.begin(), code.lines.end(), [&](const CodeLine &line) {
    return line.kind == CodeLine::Function && line.text == built.kernels[0].symbol;
  }));
  for (const CodeLine &line : code.lines) {
    EXPECT_FALSE(line.text.empty());
    EXPECT_EQ(line.text.find('\t'), line.text.npos) << line.text;
  }
  // One of the loops waits for products and sums of its own: four cycles each at least.
  ASSERT_FALSE(code.loops.empty());
  EXPECT_NE(code.cpu, "");
  EXPECT_TRUE(std::any_of(code.loops.begin(), code.loops.end(), [](const MachineLoop &loop) {
    return loop.chain >= 3 && loop.ports > 0 && !loop.busiest.empty();
  }));
  for (const MachineLoop &loop : code.loops) {
    EXPECT_EQ(code.lines[loop.first].kind, CodeLine::Label);
    EXPECT_EQ(code.lines[loop.last].kind, CodeLine::Instruction);
  }
}

TEST(Report, IsOnlyMadeWhereItIsAskedFor) {
  const Outcome outcome = build("kernel void k(global int *x) { *x = 1; }");
  EXPECT_TRUE(outcome.artifact.report.kernels.empty());
  EXPECT_TRUE(outcome.artifact.report.code.lines.empty());
}

TEST(Report, OfNoKernelsIsEmpty) {
  const Built built = reported("");
  EXPECT_TRUE(built.report.kernels.empty());
}

TEST(OwnBytes, AreThoseOfAddressesThatGrowWithTheId) {
  const auto bytes = [](const std::string &body) {
    Outcome outcome = build("kernel void k(global float *x, global const uchar4 *y, int n) {\n"
                            "  int i = get_global_id(0);\n  " +
                            body + "\n}\n");
    EXPECT_EQ(outcome.status, WEFT_OK) << outcome.artifact.log;
    const KernelInfo &kernel = outcome.artifact.kernels.at(0);
    return kernel.reaches_by_arguments
               ? std::pair(int(kernel.args[0].own_bytes), int(kernel.args[1].own_bytes))
               : std::pair(-1, -1);
  };
  using Bytes = std::pair<int, int>;
  EXPECT_EQ(bytes("if (i < n) x[i] += y[i].z;"), Bytes(4, 4));
  EXPECT_EQ(bytes("x[2 * i + 1] = 1; x[2 * i] = 2;"), Bytes(8, 0));
  EXPECT_EQ(bytes("vstore3(convert_float3(y[i].xyz), i, x);"), Bytes(12, 4));
  EXPECT_EQ(bytes("float a[2] = {y[i].x, y[i].y}; x[i] = a[n & 1];"), Bytes(4, 4));
  // A neighbour's, all of them, or another one's.
  EXPECT_EQ(bytes("x[i + 1] = y[i].x;"), Bytes(0, 4));
  EXPECT_EQ(bytes("x[i] = y[n].x;"), Bytes(4, 0));
  EXPECT_EQ(bytes("x[i] = x[n - i];"), Bytes(0, 0));
  EXPECT_EQ(bytes("vstore2((float2)(1, 2), i, x); x[i] = 3;"), Bytes(0, 0));
  EXPECT_EQ(bytes("x[(uchar)i] = 1;"), Bytes(0, 0));
  EXPECT_EQ(bytes("x[get_local_id(0)] = 1;"), Bytes(0, 0));
  EXPECT_EQ(bytes("x[get_global_id(1)] = 1;"), Bytes(0, 0));
  EXPECT_EQ(bytes("x[(size_t)(uint)(i - 3) + 3] = 1;"), Bytes(0, 0)) << "if it wraps around";
  // Memory that no argument says, and barriers, which others wait at.
  EXPECT_EQ(bytes("(*(global float *global *)x)[i] = 1;"), Bytes(-1, -1));
  EXPECT_EQ(bytes("barrier(CLK_GLOBAL_MEM_FENCE); x[i] = 1;"), Bytes(-1, -1));
  EXPECT_EQ(bytes("printf(\"%d\", i);"), Bytes(-1, -1));
}

TEST(FloatWork, IsCountedByTheArgumentsOfLoops) {
  const auto work = [](const char *body) {
    const std::string source = "kernel void k(global float *x, int n, uint m) {\n"
                               "  int i = get_global_id(0);\n  float s = x[i];\n" +
                               std::string(body) + "\n  x[i] = s;\n}\n";
    Outcome outcome = build(source);
    EXPECT_EQ(outcome.status, WEFT_OK) << outcome.artifact.log;
    return outcome.artifact.kernels.at(0);
  };
  const KernelInfo once = work("s = s * 2 + 1;");
  ASSERT_EQ(once.float_work.size(), 1u);
  EXPECT_EQ(once.float_work[0].operations, 2);
  EXPECT_TRUE(once.float_work[0].loops.empty());
  EXPECT_FALSE(once.float_work_assumed);

  const KernelInfo loop = work("for (int k = 0; k < n; ++k) s = s * s + 1;");
  ASSERT_EQ(loop.float_work.size(), 1u);
  EXPECT_EQ(loop.float_work[0].operations, 2);
  ASSERT_EQ(loop.float_work[0].loops.size(), 1u);
  EXPECT_EQ(loop.float_work[0].loops[0].arg, 1u);
  EXPECT_EQ(loop.float_work[0].loops[0].added, 0);
  EXPECT_FALSE(loop.float_work_assumed);

  const KernelInfo nest =
      work("for (int k = 0; k < n; ++k) for (uint j = 0; j < m; ++j) s = s * s + j;");
  EXPECT_TRUE(std::any_of(nest.float_work.begin(), nest.float_work.end(),
                          [](const FloatWork &one) { return one.loops.size() == 2; }));

  const KernelInfo data = work("while (s < 100) s = s * 2;");
  EXPECT_TRUE(data.float_work_assumed);
}

} // namespace
