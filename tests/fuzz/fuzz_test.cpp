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
#include "typed_memory.h"

#include <cstring>
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

unsigned countCalls(const Block &block) {
  unsigned calls = 0;
  for (const Stmt &s : block) {
    calls += s.kind == Kind::Invoke;
    for (const Block &inner : s.blocks)
      calls += countCalls(inner);
  }
  return calls;
}

TEST(Generator, CallsLargeFunctionsInManyPlaces) {
  unsigned calls = 0, programs = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const Program called = generate(seed, {.calls = true});
    EXPECT_EQ(findIllegal(called), "") << seed;
    ASSERT_FALSE(called.helpers.empty()) << seed;
    calls += countCalls(called.kernel.body);
    programs += countCalls(called.kernel.body) >= 4;
  }
  EXPECT_GT(calls, 300u * 3);
  EXPECT_GT(programs, 100u);
}

// What is never written is never tested.
TEST(Generator, WritesEachConstruct) {
  static const char *constructs[] = {
      "upsample(", "shuffle(", "shuffle2(", "vload3(", "vload16(", "vstore3(", "vstore8(",
      "__constant uchar table", "__constant float table", "bool v", "bool p", "bool h", "bool a",
      "(bool)", "char_sat_rtp(", "ulong_sat(", "convert_half", "convert_float4_rt", "half v",
      "rotate(", "mul_hi(", "mad_sat(", "clz(", "popcount(", "rhadd(", "any(", "all(", "isgreater(",
      "signbit(", "select(", "as_half(", ".even", ".s02 = ", ".xz", "view w0;", "w0 = w1", "w0.us[",
      "((__private ushort *)&w0)[", "(*(*(z0 + ", "t0[", "->next", "->weight", "].values[", "walk(",
      "nodes[ROW].own", "read_imagef(im0, sampler11", "read_imagef(im4, sampler,",
      "read_imagei(im2", "read_imageui(im1, (int2)(", "read_imageui(im5", "read_imageui(im9",
      "write_imagei(im7", "write_imagef(im8", "write_imageui(im9", "return s0;", "return (*q0);",
      "atomic_cmpxchg(&slots", "atomic_exchange_explicit(", "count0(__local ", "count0(uint *",
      "s0.n[1].x", "a0[2][", "a0[2][2][", "continue;", "break;", "default: {", "goto L",
      "async_work_group_copy(", "row[k]", "pointers2[", "].word[", "].text[",
      // One memory by many types
      "(__global const uint2 *)typed)[i", "(__global const uint *)typed)[i",
      "(__global const ushort3 *)typed", "(__global const half16 *)typed",
      "(__global const double8 *)typed", "(__global const duo *)typed)[i", "(__global any_trio *)",
      "(__constant const uint4 *)typed_c", "(__local const float2 *)typed_l",
      "(__private any_ushort4 *)typed_p", "(trio){", "shorts all = ", "vstore2(", "size_t)i",
      "atom_xchg(&((__global any_", "(&((__local any_", "ulong i2 = get_global_id(0);",
      "uint i2 = (uint)((int)get_global_id(0));", "uchar i2 = ", "(i2 * (int)2u)",
      "(i2 << (int)1u)"};
  std::string all;
  for (uint64_t seed = 0; seed < 6000; ++seed)
    all += print(generate(seed, {}));
  for (const char *construct : constructs)
    EXPECT_NE(all.find(construct), std::string::npos) << construct;
}

// A program whose only statement writes a row of local or global memory at this place.
Program rowProgram(Area area, const Expr &place) {
  Program p = program({});
  p.areas = 1u << unsigned(area);
  p.rows.push_back({area, areaKind(area).read_bytes, 8});
  Access access;
  access.area = area;
  access.row = 0;
  access.element = {Base::U32, 2};
  p.accesses.push_back(access);
  p.kernel.body.push_back(
      statement(Kind::SetTyped, {place, {Op::Const, access.element, 0, 5, {}}}));
  return p;
}

TEST(Legality, AWorkItemWritesItsOwnBytesOfARow) {
  const Expr global{Op::Item, intType, 1, 0, {}};
  EXPECT_EQ(findIllegal(rowProgram(Area::Local, localId())), "");
  EXPECT_EQ(findIllegal(rowProgram(Area::Global, global)), "");
  EXPECT_EQ(findIllegal(rowProgram(Area::Global, {Op::Cast, {Base::U8, 1}, 0, 0, {global}})), "");
  EXPECT_NE(findIllegal(rowProgram(Area::Global, localId())), "");
  EXPECT_NE(findIllegal(rowProgram(Area::Local, global)), "");
  EXPECT_NE(findIllegal(rowProgram(Area::Global, constant(0))), "");
}

// get_global_id(0) is a work-item's place only where there is one dimension and no offset.
TEST(Legality, TheIdInXIsTheOwnPlaceInOneDimension) {
  Program p = rowProgram(Area::Global, {Op::Item, intType, 5, 0, {}});
  p.range_mask = 0xf;
  EXPECT_EQ(findIllegal(p), "");
  p.range_mask = ~0u;
  EXPECT_NE(findIllegal(p), "");
}

TEST(Legality, PlainArithmeticDoesNotOverflow) {
  Expr twice{Op::Mul, intType, 0, 1, {localId(), constant(2)}};
  Expr much{Op::Mul, intType, 0, 1, {localId(), constant(0x7fffffff)}};
  EXPECT_EQ(findIllegal(program({statement(Kind::Assign, {twice})})), "");
  EXPECT_NE(findIllegal(program({statement(Kind::Assign, {much})})), "");
  much.value = 0;
  EXPECT_EQ(findIllegal(program({statement(Kind::Assign, {much})})), "");
}

TEST(Bounds, AreThoseOfEachOperator) {
  const Program p = program({});
  auto bounds = [&](const Expr &e) { return boundsOf(e, p, p.kernel); };
  const Expr id{Op::Item, intType, 1, 0, {}};
  const Expr twice{Op::Mul, intType, 0, 0, {id, constant(2)}};
  EXPECT_EQ(bounds(id).most, 127);
  EXPECT_EQ(bounds(twice).most, 254);
  EXPECT_EQ(bounds({Op::Cast, {Base::I8, 1}, 0, 0, {twice}}).least, -128);
  EXPECT_EQ(bounds({Op::Cast, {Base::U8, 1}, 0, 0, {twice}}).most, 254);
  EXPECT_EQ(bounds({Op::Sub, intType, 0, 0, {id, constant(1)}}).least, -1);
  EXPECT_EQ(
      bounds({Op::Sub,
              {Base::U32, 1},
              0,
              0,
              {{Op::Cast, {Base::U32, 1}, 0, 0, {id}}, {Op::Const, {Base::U32, 1}, 0, 1, {}}}})
          .most,
      0xffffffff);
  EXPECT_EQ(bounds({Op::And, intType, 0, 0, {twice, constant(31)}}).most, 31);
  EXPECT_EQ(bounds({Op::Xor, intType, 0, 0, {id, constant(1)}}).most, 127);
  EXPECT_EQ(bounds({Op::Var, intType, 0, 0, {}}).most, 0x7fffffff);
}

// The same index counts elements of two sizes.
TEST(Interpreter, ReadsOneMemoryByTwoTypes) {
  Program p = program({});
  p.areas = 1u << unsigned(Area::Global);
  Access scalar, pair;
  scalar.element = {Base::U32, 1};
  pair.element = {Base::U32, 2};
  p.accesses = {scalar, pair};
  const Expr id{Op::Item, intType, 1, 0, {}};
  Stmt read = statement(Kind::Output, {{Op::Typed, scalar.element, 0, 0, {id}}});
  read.value = 1;
  Stmt both = statement(Kind::Output, {{Op::Typed, pair.element, 1, 0, {id}}});
  both.value = 2;
  p.kernel.body = {read, both};
  EXPECT_EQ(findIllegal(p), "");
  Interpretation result = interpret(p);
  ASSERT_EQ(result.problem, "");
  const std::vector<uint8_t> bytes = globalBytes(p.seed, 4096);
  auto word = [&](size_t at) {
    uint32_t value;
    std::memcpy(&value, &bytes[4 * at], 4);
    return value;
  };
  for (uint32_t item = 0; item < 21; ++item) {
    EXPECT_EQ(result.results[1].output[item * OutputSlots + 1], 7 * 33 + word(item));
    EXPECT_EQ(result.results[1].output[item * OutputSlots + 2],
              7 * 33 + word(2 * item) + 3 * word(2 * item + 1));
  }
}

TEST(Legality, NobodyUsesAResultThatIsNotThere) {
  Program p = program({});
  Function helper;
  helper.result = intType;
  helper.no_return = true;
  p.helpers.push_back(helper);
  Stmt invoke = statement(Kind::Invoke);
  p.kernel.body = {invoke};
  EXPECT_EQ(findIllegal(p), "");
  p.kernel.body = {statement(Kind::Assign, {{Op::Call, intType, 0, 0, {}}})};
  EXPECT_NE(findIllegal(p), "");
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
