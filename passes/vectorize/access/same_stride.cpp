// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads of lanes the same stride apart, too far for vectors and shuffles, such as every n-th pair
// of a table with n known at run time only. Their addresses are computed by scalars: to take them
// out of vectors would take as long as the loads.
#include "passes/vectorize/access/access_cost.h"
#include "passes/vectorize/access/access_strategies.h"
#include "passes/vectorize/access/accesses.h"
#include "passes/vectorize/access/lane_shuffles.h"
#include "passes/vectorize/access/versions.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace weft {
namespace {

constexpr unsigned MaxDepth = 6;
constexpr size_t MaxTests = 4;

// Operations on narrow integers that an extension can be moved past: of lanes that run, none wraps.
bool keepsExtension(const BinaryOperator &op, bool is_signed) {
  return op.getType()->isIntegerTy(64) ||
         (is_signed ? op.hasNoSignedWrap() : op.hasNoUnsignedWrap());
}

bool extendsSigned(const CastInst &extension) {
  return isa<SExtInst>(extension) || extension.hasNonNeg();
}

bool isInteger(const Value *value, uint64_t wanted) {
  auto *constant = dyn_cast<ConstantInt>(value);
  return constant && constant->equalsInt(wanted);
}

Value *sum(IRBuilderBase &builder, Value *a, Value *b) {
  return isInteger(a, 0) ? b : isInteger(b, 0) ? a : builder.CreateAdd(a, b);
}

Value *product(IRBuilderBase &builder, Value *a, Value *b) {
  return isInteger(a, 1) ? b : isInteger(b, 1) ? a : builder.CreateMul(a, b);
}

using Tests = SmallVector<SpeculationTest, 4>;

// Whether all lanes' values are equally far apart, and under which conditions.
class SameStrideFinder {
public:
  SameStrideFinder(const Access &access, Tests &tests)
      : shapes(access.shapes), layout(access.layout), tests(tests) {}
  bool find(const Value *value, bool is_signed, unsigned depth = 0);

private:
  bool isUniform(const Value *value) const { return shapes.shape(value).isUniform(); }

  const ShapeInfo &shapes;
  const DataLayout &layout;
  Tests &tests;
};

bool SameStrideFinder::find(const Value *value, bool is_signed, unsigned depth) {
  if (depth > MaxDepth)
    return false;
  auto part = [&](const Value *of) { return find(of, is_signed, depth + 1); };
  auto add = [&](const SpeculationTest &test) {
    if (!is_contained(tests, test))
      tests.push_back(test);
  };
  if (std::optional<Speculation> lies = speculate(value, shapes, layout)) {
    for (const SpeculationTest &test : lies->tests)
      add(test);
    // As part of something wider, it must not wrap either.
    if (value->getType()->isIntegerTy() && !value->getType()->isIntegerTy(64) && lies->stride != 0)
      add({value, lies->stride, is_signed ? SpeculationTest::Signed : SpeculationTest::Unsigned,
           nullptr});
    return tests.size() <= MaxTests;
  }
  if (auto *gep = dyn_cast<GetElementPtrInst>(value)) {
    bool even = !gep->getType()->isVectorTy() && part(gep->getPointerOperand());
    ShapeInfo::visitIndices(*cast<GEPOperator>(gep), layout, [&](Value *index, uint64_t) {
      even = even && index->getType()->isIntegerTy(64) && part(index);
    });
    return even;
  }
  if (auto *extension = dyn_cast<CastInst>(value);
      extension && isa<SExtInst, ZExtInst>(extension) && value->getType()->isIntegerTy(64))
    return find(extension->getOperand(0), extendsSigned(*extension), depth + 1);
  auto *op = dyn_cast<BinaryOperator>(value);
  if (!op || !op->getType()->isIntegerTy() || !keepsExtension(*op, is_signed))
    return false;
  switch (op->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    return part(op->getOperand(0)) && part(op->getOperand(1));
  case Instruction::Mul:
    if (isUniform(op->getOperand(0)))
      return part(op->getOperand(1));
    [[fallthrough]];
  case Instruction::Shl:
    return isUniform(op->getOperand(1)) && part(op->getOperand(0));
  default:
    return false;
  }
}

// The tests by which all lanes are equally far apart. Nothing if none tell, or where other ways are
// better.
std::optional<Tests> findSameStride(const Access &access) {
  if (access.is_store)
    return std::nullopt;
  // Gathers of single elements are left alone: out of memory that was just written, as a tile is,
  // they come sooner than single loads.
  const LaneForm form = laneForm(access, /*rarely=*/false);
  if (access.elements() > 1
          ? access.elements() > access.width || (form != LaneForm::Vector && form != LaneForm::Word)
          : access.target.hasGather(
                FixedVectorType::get(access.type->getScalarType(), access.width), access.align))
    return std::nullopt;
  Tests tests;
  if (!SameStrideFinder(access, tests).find(access.pointer, /*is_signed=*/true))
    return std::nullopt;
  return tests;
}

class SameStrideAccess : WidenerPart {
public:
  explicit SameStrideAccess(Accesses &to) : WidenerPart(to.core), to(to) {}
  void load(const Access &access);

private:
  Value *sameStride(const Value *value, bool is_signed);

  Accesses &to;
};

// How far apart, in 64 bits, the lanes of such a value are.
Value *SameStrideAccess::sameStride(const Value *value, bool is_signed) {
  if (std::optional<Speculation> lies = speculate(value, shapes, layout))
    return ConstantInt::getSigned(builder.getInt64Ty(), lies->stride);
  auto part = [&](const Value *of) { return sameStride(of, is_signed); };
  auto wide_scalar = [&](const Value *of) {
    return is_signed ? builder.CreateSExt(core.scalarOf(of), builder.getInt64Ty())
                     : builder.CreateZExt(core.scalarOf(of), builder.getInt64Ty());
  };
  if (auto *gep = dyn_cast<GetElementPtrInst>(value)) {
    Value *all = part(gep->getPointerOperand());
    ShapeInfo::visitIndices(*cast<GEPOperator>(gep), layout, [&](Value *index, uint64_t bytes) {
      all = sum(builder, all, product(builder, part(index), builder.getInt64(bytes)));
    });
    return all;
  }
  if (auto *extension = dyn_cast<CastInst>(value))
    return sameStride(extension->getOperand(0), extendsSigned(*extension));
  auto *op = cast<BinaryOperator>(value);
  const Value *left = op->getOperand(0), *right = op->getOperand(1);
  switch (op->getOpcode()) {
  case Instruction::Add:
    return sum(builder, part(left), part(right));
  case Instruction::Sub:
    return builder.CreateSub(part(left), part(right));
  case Instruction::Mul:
    return core.isUniform(left) ? product(builder, part(right), wide_scalar(left))
                                : product(builder, part(left), wide_scalar(right));
  default: // a shift
    return builder.CreateShl(part(left),
                             builder.CreateZExt(core.scalarOf(right), builder.getInt64Ty()));
  }
}

// Loads lane by lane if the lanes turn out to be equally far apart, else as any others.
void SameStrideAccess::load(const Access &access) {
  auto &load = cast<LoadInst>(access.instruction);
  const Value *pointer = access.pointer;
  const unsigned count = access.elements();
  Speculation tests;
  tests.stride = 1;
  to.noteGather(load, "load gathers");
  const Tests wanted = *findSameStride(access);
  for (const SpeculationTest &test : wanted)
    if (!to.version || !is_contained(to.version->tests, test))
      tests.tests.push_back(test);
    else if (!to.version->regular)
      return core.setVectors(&load, to.lanes.gather(access));
  auto loadEach = [&] {
    Value *first = core.laneZero(pointer), *stride = sameStride(pointer, /*is_signed=*/true);
    Type *type = load.getType();
    SmallVector<Value *, 64> lanes;
    Value *start = first;
    for (unsigned lane = 0; lane < width; ++lane) {
      // Of what four lanes' addresses are made, the CPU adds most when it loads.
      unsigned ahead = lane % 4;
      if (lane != 0 && ahead == 0)
        start = builder.CreateGEP(builder.getInt8Ty(), first,
                                  builder.CreateMul(stride, builder.getInt64(lane)));
      Value *at = ahead == 0 ? start
                             : builder.CreateGEP(builder.getInt8Ty(), start,
                                                 product(builder, stride, builder.getInt64(ahead)));
      lanes.push_back(describe(builder.CreateAlignedLoad(type, at, load.getAlign()), load));
    }
    return joinLanes(builder, lanes, count);
  };
  if (tests.tests.empty() && core.allRun())
    return core.setVectors(&load, loadEach());
  auto [regular, other, done] =
      to.tests.branchOn(tests, core.allRun() ? nullptr : core.all(core.current_mask));
  Elements loaded = loadEach();
  regular = builder.GetInsertBlock();
  builder.CreateBr(done);
  builder.SetInsertPoint(other);
  SaveAndRestore rare(to.lanes.rarely, true);
  core.setVectors(&load, core.mergeOutcomes(loaded, regular, to.lanes.gather(access), done));
}

class SameStride final : public AccessStrategy {
public:
  StringRef name() const override { return "same stride"; }
  Fate fate() const override { return Fate::SameStride; }
  std::optional<Step> step() const override { return Step::SameStrideAccess; }
  bool matches(const Access &access) const override {
    return access.tests == Access::Tests::Open && findSameStride(access);
  }
  double cost(const Access &access, const AccessPlan &) const override {
    const Costs &costs = access.target.costs();
    return access.width * (costs.access + costs.shuffle) +
           testsCost(*findSameStride(access), costs);
  }
  void emit(Accesses &to, const Access &access) const override {
    SameStrideAccess(to).load(access);
  }
};

} // namespace

const AccessStrategy &sameStrideAccess() {
  static const SameStride strategy;
  return strategy;
}

} // namespace weft
