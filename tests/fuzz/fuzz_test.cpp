// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generator, its rules and the reducer, without a device.
#include "generator.h"
#include "interpreter.h"
#include "legality.h"
#include "printer.h"
#include "random.h"
#include "reducer.h"

#include <gtest/gtest.h>
#include <set>

namespace weft::fuzz {
namespace {

const Type intType{Base::I32, 1};

Expr constant(int64_t value) { return {Op::Const, intType, 0, value, {}}; }
Expr localId() { return {Op::Item, intType, 0, 0, {}}; }

Stmt statement(Kind kind, std::vector<Expr> exprs = {}, std::vector<Block> blocks = {}) {
  Stmt s;
  s.kind = kind;
  s.exprs = std::move(exprs);
  s.blocks = std::move(blocks);
  return s;
}

Stmt barrier() {
  Stmt s = statement(Kind::Barrier);
  s.value = 1;
  return s;
}

// A kernel with a varying, a uniform and a counting variable.
Program program(Block body) {
  Program p;
  p.kernel.vars = {{intType, false, false, localId()},
                   {intType, true, false, constant(1)},
                   {intType, true, true, constant(0)}};
  p.kernel.body = std::move(body);
  return p;
}

bool holds(const Block &block, Kind kind) {
  for (const Stmt &s : block) {
    if (s.kind == kind)
      return true;
    for (const Block &inner : s.blocks)
      if (holds(inner, kind))
        return true;
  }
  return false;
}

TEST(Generator, MakesLegalPrograms) {
  for (uint64_t seed = 0; seed < 1000; ++seed)
    EXPECT_EQ(findIllegal(generate(seed, {true, true})), "") << seed;
}

TEST(Generator, GuardsProgramsWithoutBarriers) {
  unsigned guarded = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed)
    guarded += !generate(seed, {}).guards.empty();
  EXPECT_GT(guarded, 200u);
}

// What is never written is never tested.
TEST(Generator, WritesEachConstruct) {
  static const char *constructs[] = {"upsample(",
                                     "shuffle(",
                                     "shuffle2(",
                                     "vload3(",
                                     "vload16(",
                                     "vstore3(",
                                     "vstore8(",
                                     "__constant uchar table",
                                     "__constant float table",
                                     "bool v",
                                     "bool p",
                                     "bool h",
                                     "bool a",
                                     "(bool)",
                                     "char_sat_rtp(",
                                     "ulong_sat(",
                                     "convert_half",
                                     "convert_float4_rt",
                                     "half v",
                                     "rotate(",
                                     "mul_hi(",
                                     "mad_sat(",
                                     "clz(",
                                     "popcount(",
                                     "rhadd(",
                                     "any(",
                                     "all(",
                                     "isgreater(",
                                     "signbit(",
                                     "select(",
                                     "as_half(",
                                     ".even",
                                     ".s02 = ",
                                     ".xz",
                                     "view w0;",
                                     "w0 = w1",
                                     "w0.us[",
                                     "((__private ushort *)&w0)[",
                                     "(*(*(z0 + ",
                                     "t0[",
                                     "->next",
                                     "->weight",
                                     "].values[",
                                     "walk(",
                                     "nodes[ROW].own",
                                     "read_imagef(im0, sampler11",
                                     "read_imagef(im4, sampler,",
                                     "read_imagei(im2",
                                     "read_imageui(im1, (int2)(",
                                     "read_imageui(im5",
                                     "read_imageui(im9",
                                     "write_imagei(im7",
                                     "write_imagef(im8",
                                     "write_imageui(im9",
                                     "return s0;",
                                     "return (*q0);",
                                     "atomic_cmpxchg(&slots",
                                     "atomic_exchange_explicit(",
                                     "count0(__local ",
                                     "count0(uint *",
                                     "s0.n[1].x",
                                     "a0[2][",
                                     "a0[2][2][",
                                     "continue;",
                                     "break;",
                                     "default: {",
                                     "goto L",
                                     "async_work_group_copy(",
                                     "row[k]"};
  std::string all;
  for (uint64_t seed = 0; seed < 6000; ++seed)
    all += print(generate(seed, {}));
  for (const char *construct : constructs)
    EXPECT_NE(all.find(construct), std::string::npos) << construct;
}

TEST(Legality, GuardsStandBeforeNoBarrier) {
  Program p = program({barrier()});
  EXPECT_EQ(findIllegal(p), "");
  p.guards.resize(1);
  EXPECT_NE(findIllegal(p), "");
  p.kernel.body.clear();
  EXPECT_EQ(findIllegal(p), "");
}

TEST(Generator, MakesTheSameProgramOfASeed) {
  EXPECT_EQ(print(generate(42, {})), print(generate(42, {})));
  EXPECT_NE(print(generate(42, {})), print(generate(43, {})));
}

// Once the numbers of a seed were those of the one before, but for the first.
TEST(Random, SharesNoNumbersBetweenSeeds) {
  std::set<uint64_t> numbers;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    for (unsigned i = 0; i < 100; ++i)
      numbers.insert(random.next());
  }
  EXPECT_EQ(numbers.size(), 10000u);
}

TEST(Legality, AllowsABarrierUnderAUniformCondition) {
  Expr uniform{Op::Var, intType, 1, 0, {}};
  EXPECT_EQ(findIllegal(program({statement(Kind::If, {uniform}, {{barrier()}, {}})})), "");
}

TEST(Legality, ForbidsABarrierUnderAVaryingCondition) {
  EXPECT_NE(findIllegal(program({statement(Kind::If, {localId()}, {{barrier()}, {}})})), "");
}

TEST(Legality, ForbidsABarrierInALoopThatSomeLeaveFirst) {
  Stmt loop =
      statement(Kind::For, {constant(3)}, {{barrier(), statement(Kind::Break, {localId()})}});
  loop.index = 2;
  EXPECT_NE(findIllegal(program({loop})), "");
  loop.blocks[0][1].exprs[0] = constant(1);
  EXPECT_EQ(findIllegal(program({loop})), "");
}

TEST(Legality, ForbidsABarrierBehindAVaryingReturn) {
  Stmt leave = statement(Kind::Return, {localId()});
  EXPECT_EQ(findIllegal(program({barrier(), leave})), "");
  EXPECT_NE(findIllegal(program({leave, barrier()})), "");
}

TEST(Legality, AllowsABarrierBehindABlockThatSomeLeaveFirst) {
  Stmt go = statement(Kind::Goto, {localId()});
  go.value = 1;
  Stmt labelled = statement(Kind::Labelled, {}, {{go}});
  labelled.value = 1;
  EXPECT_EQ(findIllegal(program({labelled, barrier()})), "");
  labelled.blocks[0].push_back(barrier());
  EXPECT_NE(findIllegal(program({labelled})), "");
}

TEST(Legality, ForbidsAVaryingValueInAUniformVariable) {
  Stmt assign = statement(Kind::Assign, {localId()});
  assign.index = 1;
  EXPECT_NE(findIllegal(program({assign})), "");
  Stmt under = statement(Kind::If, {localId()}, {{statement(Kind::Assign, {constant(2)})}, {}});
  under.blocks[0][0].index = 1;
  EXPECT_NE(findIllegal(program({under})), "");
}

TEST(Legality, ForbidsSharedMemoryOutsideOfItsExchange) {
  Expr other{Op::Shared, intType, 0, 0, {constant(1)}};
  Stmt read = statement(Kind::Assign, {other});
  EXPECT_NE(findIllegal(program({read})), "");
  EXPECT_EQ(findIllegal(program({statement(Kind::Exchange, {constant(1)}, {{read}})})), "");
}

TEST(Interpreter, AddsUpTheVariables) {
  Interpretation result = interpret(program({}));
  ASSERT_EQ(result.problem, "");
  // 7 is there first; then the local id, the uniform 1 and the counter 0.
  for (uint32_t item = 0; item < 21; ++item)
    EXPECT_EQ(result.results[1].output[item * OutputSlots],
              ((7 * 33 + item % 7) * 33 + 1) * 33 + 0);
}

TEST(Interpreter, CountsInBins) {
  Stmt count = statement(Kind::BinAtomic, {localId(), constant(5)});
  Stmt bins = statement(Kind::Bins, {}, {{count}});
  bins.index = 5;
  bins.blocks[0][0].index = 5;
  Program p = program({bins});
  EXPECT_EQ(findIllegal(p), "");
  Interpretation result = interpret(p);
  ASSERT_EQ(result.problem, "");
  for (uint32_t bin = 0; bin < MostBins; ++bin)
    EXPECT_EQ(result.results[1].bins[bin], bin < 7 ? 5u : 0u) << bin;
}

TEST(Interpreter, FindsABarrierThatSomeDoNotReach) {
  EXPECT_NE(interpret(program({statement(Kind::Return, {localId()}), barrier()})).problem, "");
}

TEST(Legality, ForbidsAnAtomicOutsideOfItsHistogram) {
  Stmt count = statement(Kind::BinAtomic, {constant(0), constant(1)});
  EXPECT_NE(findIllegal(program({count})), "");
}

TEST(Reducer, KeepsWhatFailsAndLittleElse) {
  uint64_t seed = 0;
  while (!holds(generate(seed, {}).kernel.body, Kind::Exchange))
    ++seed;
  Program large = generate(seed, {});
  auto fails = [](const Program &p) { return holds(p.kernel.body, Kind::Exchange); };
  Program small = reduce(large, fails, 5000);
  EXPECT_TRUE(fails(small));
  EXPECT_EQ(findIllegal(small), "");
  EXPECT_EQ(small.kernel.body.size(), 1u);
  EXPECT_LT(countNodes(small), countNodes(large) / 2);
}

} // namespace
} // namespace weft::fuzz
