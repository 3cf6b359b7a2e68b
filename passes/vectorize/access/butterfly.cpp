// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/access/butterfly.h"

#include "passes/vectorize/access/access_cost.h"
#include "passes/vectorize/access/access_strategies.h"
#include "passes/vectorize/access/accesses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IntrinsicInst.h"

#include <array>

using namespace llvm;

namespace weft {
namespace {

// How far apart rows may be, in units of the value: sums over the lanes stay small.
constexpr uint64_t MostAcross = 1 << 20;
constexpr unsigned MaxDepth = 8;

bool isExponent(const SpeculationTest &test) {
  return test.kind == SpeculationTest::SameHighBits ||
         test.kind == SpeculationTest::SameHighBitsSigned;
}

// What the value is computed from.
void addLeaves(const Value *value, SmallPtrSetImpl<const Value *> &leaves, unsigned depth = 0) {
  if (isa<Constant>(value))
    return;
  auto *op = dyn_cast<Instruction>(value);
  if (depth < MaxDepth && op &&
      isa<BinaryOperator, CastInst, SelectInst, FreezeInst, MinMaxIntrinsic>(op))
    for (const Use &use : op->operands())
      addLeaves(use, leaves, depth + 1);
  else
    leaves.insert(value);
}

bool shareLeaves(const Value *a, const Value *b) {
  SmallPtrSet<const Value *, 8> of_a, of_b;
  addLeaves(a, of_a);
  addLeaves(b, of_b);
  return any_of(of_a, [&](const Value *leaf) { return of_b.contains(leaf); });
}

} // namespace

Butterfly::Butterfly(Accesses &to, const Version &version)
    : WidenerPart(to.core), to(to), version(version) {}

// d as the test has it, where it is a power of two.
Value *Butterfly::rowOf(const SpeculationTest &test) {
  Type *bits64 = builder.getInt64Ty();
  Value *bound = builder.CreateFreeze(core.laneZero(test.bound)), *one = builder.getInt64(1);
  Value *lanes = builder.getInt64(width - 1);
  switch (test.kind) {
  case SpeculationTest::SameHighBits:
  case SpeculationTest::SameHighBitsSigned:
    return builder.CreateShl(one, builder.CreateAnd(builder.CreateZExtOrTrunc(bound, bits64), 63));
  case SpeculationTest::SameBlock: // the mask has the bits below d
    return builder.CreateAdd(builder.CreateAnd(builder.CreateZExtOrTrunc(bound, bits64), lanes),
                             one);
  case SpeculationTest::SameBlockHigh: // it has not
    return builder.CreateAdd(
        builder.CreateAnd(builder.CreateNot(builder.CreateZExtOrTrunc(bound, bits64)), lanes), one);
  default:
    return builder.CreateZExtOrTrunc(bound, bits64);
  }
}

// Whether the tests look for places in rows of one work-item after the other.
bool Butterfly::findRow() {
  if (version.is_clamped)
    return false;
  for (const SpeculationTest &test : version.tests)
    if (asksForPlace(test)) {
      if (test.stride != 1)
        return false;
      if (!row)
        row = rowOf(test);
    }
  if (!row)
    return false;
  // A row may be as long as a vector, but not as far as the tests know.
  auto *constant = dyn_cast<ConstantInt>(row);
  if (constant && (!isPowerOf2_64(constant->getZExtValue()) || constant->getValue().uge(width)))
    return false;
  exponent = builder.CreateAnd(
      builder.CreateIntrinsic(Intrinsic::cttz, {row->getType()}, {row, builder.getFalse()}), 63);
  return true;
}

// Whether a test of one of these kinds asks for the row of `value`.
bool Butterfly::hasTest(const Value *value, const Value *bound, SpeculationTest::Kind kind,
                        SpeculationTest::Kind other) const {
  return any_of(version.tests, [&](const SpeculationTest &test) {
    return test.value == value && test.bound == bound && (test.kind == kind || test.kind == other);
  });
}

// Whether it is d, or its logarithm.
bool Butterfly::isRowLength(const Value *value, bool is_exponent) const {
  return any_of(version.tests, [&](const SpeculationTest &test) {
    const bool is_row =
        test.kind == SpeculationTest::SameRow || test.kind == SpeculationTest::SameRowSigned;
    return (is_exponent ? isExponent(test) : is_row) && test.bound == value;
  });
}

// `is_exponent`: of two, as of a shift.
std::optional<RowForm> Butterfly::product(RowForm form, const Value *factor, bool is_exponent) {
  if (auto *constant = dyn_cast<ConstantInt>(factor)) {
    const APInt &by = constant->getValue();
    if (by.getSignificantBits() > 32 || (is_exponent && by.uge(31)))
      return std::nullopt;
    const int64_t times = is_exponent ? int64_t(1) << by.getZExtValue() : by.getSExtValue();
    if (std::abs(form.rows) >= int64_t(MostAcross) || std::abs(form.along) >= int64_t(MostAcross))
      return std::nullopt;
    form.rows *= times;
    form.along *= times;
    if (form.more)
      form.more = builder.CreateMul(form.more, builder.getInt64(uint64_t(times)));
    return form;
  }
  if (form.along != 0)
    return std::nullopt;
  if (auto *count = dyn_cast_or_null<ConstantInt>(form.more);
      count && form.rows == 0 && isRowLength(factor, is_exponent))
    return RowForm{count->getSExtValue(), nullptr, 0, form.is_related};
  if (!core.isMade(factor))
    return std::nullopt;
  Value *by = builder.CreateZExtOrTrunc(core.scalarOf(factor), builder.getInt64Ty());
  if (is_exponent)
    by = builder.CreateShl(builder.getInt64(1), builder.CreateAnd(by, 63));
  form.is_related &= any_of(version.tests, [&](const SpeculationTest &test) {
    return asksForPlace(test) && shareLeaves(test.bound, factor);
  });
  return RowForm{0, builder.CreateMul(across(form), by), 0, form.is_related};
}

Value *Butterfly::across(const RowForm &form) {
  Value *rows = builder.CreateMul(row, builder.getInt64(uint64_t(form.rows)));
  return form.more ? builder.CreateAdd(rows, form.more) : rows;
}

std::optional<RowForm> Butterfly::formOfOperation(const BinaryOperator &op) {
  const Value *left = op.getOperand(0), *right = op.getOperand(1);
  // Of what rows are, the row's number, the place in it, or the row's beginning.
  const RowForm its_number{0, builder.getInt64(1), 0, true}, its_place{0, nullptr, 1, true},
      its_beginning{1, nullptr, 0, true};
  auto inRow = [&](const Value *bound, SpeculationTest::Kind kind, SpeculationTest::Kind other,
                   const RowForm &form) -> std::optional<RowForm> {
    return hasTest(left, bound, kind, other) ? std::optional(form) : std::nullopt;
  };
  switch (op.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
    return inRow(safeDivisor(op), SpeculationTest::SameRow, SpeculationTest::SameRowSigned,
                 its_number);
  case Instruction::URem:
  case Instruction::SRem:
    return inRow(safeDivisor(op), SpeculationTest::SameRow, SpeculationTest::SameRowSigned,
                 its_place);
  case Instruction::LShr:
  case Instruction::AShr:
    return inRow(right, SpeculationTest::SameHighBits, SpeculationTest::SameHighBitsSigned,
                 its_number);
  case Instruction::And:
    for (auto [value, mask] : {std::pair(left, right), std::pair(right, left)}) {
      if (hasTest(value, mask, SpeculationTest::SameBlock, SpeculationTest::SameBlock))
        return its_place;
      if (hasTest(value, mask, SpeculationTest::SameBlockHigh, SpeculationTest::SameBlockHigh))
        return its_beginning;
    }
    return std::nullopt;
  case Instruction::Mul:
    if (core.isUniform(left))
      std::swap(left, right);
    [[fallthrough]];
  case Instruction::Shl: {
    std::optional<RowForm> form = core.isUniform(right) ? formOf(left) : std::nullopt;
    return form ? product(*form, right, op.getOpcode() == Instruction::Shl) : std::nullopt;
  }
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Or: { // of which a test says that it is a sum
    const bool negative = op.getOpcode() == Instruction::Sub;
    std::optional<RowForm> a = formOf(left), b = a ? formOf(right) : std::nullopt;
    if (!b)
      return std::nullopt;
    RowForm form{negative ? a->rows - b->rows : a->rows + b->rows, a->more,
                 negative ? a->along - b->along : a->along + b->along,
                 a->is_related && b->is_related};
    if (b->more) {
      Value *none = builder.getInt64(0), *more = a->more ? a->more : none;
      form.more = negative ? builder.CreateSub(more, b->more) : builder.CreateAdd(more, b->more);
    }
    return form;
  }
  default:
    return std::nullopt;
  }
}

std::optional<RowForm> Butterfly::findForm(const Value *value) {
  if (shapes.shape(value).isAffine()) {
    const int64_t stride = shapes.shape(value).stride();
    return RowForm{stride, nullptr, stride, true};
  }
  if (auto *gep = dyn_cast<GetElementPtrInst>(value)) {
    std::optional<RowForm> form = formOf(gep->getPointerOperand());
    ShapeInfo::visitIndices(*cast<GEPOperator>(gep), layout, [&](Value *index, uint64_t bytes) {
      std::optional<RowForm> part = form ? formOf(index) : std::nullopt;
      if (part)
        part = product(*part, builder.getInt64(bytes), /*is_exponent=*/false);
      if (!part) {
        form.reset();
        return;
      }
      form->rows += part->rows;
      form->along += part->along;
      form->is_related &= part->is_related;
      if (part->more)
        form->more = form->more ? builder.CreateAdd(form->more, part->more) : part->more;
    });
    return form;
  }
  // Where tests say so, what is extended does not wrap.
  if (isa<SExtInst, ZExtInst, TruncInst, FreezeInst>(value))
    return formOf(cast<Instruction>(value)->getOperand(0));
  auto *op = dyn_cast<BinaryOperator>(value);
  return op ? formOfOperation(*op) : std::nullopt;
}

std::optional<RowForm> Butterfly::formOf(const Value *value) {
  if (auto known = forms.find(value); known != forms.end())
    return known->second;
  std::optional<RowForm> form = findForm(value);
  forms[value] = form;
  return form;
}

// Whether none of the lanes' values wraps.
Value *Butterfly::staysInType(const SpeculationTest &test) {
  constexpr unsigned LeastBits = 32; // that hold what sums over the lanes come to
  const unsigned bits = test.value->getType()->getIntegerBitWidth();
  std::optional<RowForm> form = formOf(test.value);
  if (!form || form->along < 0 || form->along >= int64_t(MostAcross) || bits < LeastBits)
    return nullptr;
  Value *apart = across(*form);
  Value *last_row =
      builder.CreateSub(builder.CreateLShr(builder.getInt64(width), exponent), builder.getInt64(1));
  Value *reach = builder.CreateAdd(builder.CreateMul(apart, last_row),
                                   builder.CreateMul(builder.CreateSub(row, builder.getInt64(1)),
                                                     builder.getInt64(uint64_t(form->along))));
  const bool is_signed = test.kind == SpeculationTest::Signed;
  APInt most = is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
  Value *limit =
      builder.CreateSub(builder.getInt(most), builder.CreateTrunc(reach, test.value->getType()));
  Value *fits = builder.CreateICmp(is_signed ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_ULE,
                                   core.laneZero(test.value), limit);
  return builder.CreateAnd(builder.CreateICmpULT(apart, builder.getInt64(MostAcross)), fits);
}

// Whether places, which begin at 0, are below the bits of what they are joined with by "or".
Value *Butterfly::isAboveBits(const SpeculationTest &test) {
  std::optional<RowForm> below = formOf(test.value), above = formOf(test.bound);
  if (!below || below->rows != 0 || below->more || below->along != 1 || !above || above->along != 0)
    return nullptr;
  Value *bits = builder.CreateOr(
      builder.CreateZExtOrTrunc(core.laneZero(test.bound), builder.getInt64Ty()), across(*above));
  Value *none = builder.getInt64(0);
  Value *clear = builder.CreateICmpEQ(
      builder.CreateAnd(bits, builder.CreateSub(row, builder.getInt64(1))), none);
  return builder.CreateAnd(clear, builder.CreateICmpEQ(core.laneZero(test.value),
                                                       ConstantInt::get(test.value->getType(), 0)));
}

Value *Butterfly::holds(const SpeculationTest &test) {
  if (asksForPlace(test)) {
    // Rows begin with lane 0, and again with every d-th lane, if one place follows the other
    // through all lanes.
    std::optional<RowForm> form = formOf(test.value);
    if (!form || form->rows != 1 || form->more || form->along != 1)
      return nullptr;
    Type *type = test.value->getType();
    Value *first = core.laneZero(test.value), *none = ConstantInt::get(type, 0);
    Value *result = builder.CreateAnd(
        builder.CreateICmpEQ(builder.CreateAnd(first, ConstantInt::get(type, width - 1)), none),
        builder.CreateICmpEQ(row, rowOf(test)));
    return test.kind == SpeculationTest::SameRowSigned
               ? builder.CreateAnd(result, builder.CreateICmpSGE(first, none))
               : result;
  }
  switch (test.kind) {
  case SpeculationTest::Signed:
  case SpeculationTest::Unsigned:
    return staysInType(test);
  case SpeculationTest::BelowBits:
    return isAboveBits(test);
  default:
    return nullptr;
  }
}

Value *Butterfly::condition(ArrayRef<const Instruction *> written) {
  if (to.left_out.contains(Step::ButterflyAccess) || !findRow())
    return nullptr;
  Value *result = builder.CreateAnd(
      builder.CreateICmpULT(builder.CreateSub(row, builder.getInt64(1)),
                            builder.getInt64(width - 1)),
      builder.CreateICmpEQ(builder.CreateAnd(row, builder.CreateSub(row, builder.getInt64(1))),
                           builder.getInt64(0)));
  auto also = [&](Value *condition) { result = builder.CreateAnd(result, condition); };
  bool has_access = false;
  for (const Instruction *instruction : written) {
    if (!isa<LoadInst, StoreInst>(instruction))
      continue;
    const Access access(*instruction, shapes, target, to.left_out);
    if (!access.hangsOnTests() || !version.covers(*access.lies))
      continue;
    auto *wide = access.type->isVectorTy() ? nullptr : core.wideType(access.type);
    const unsigned space = access.pointer->getType()->getPointerAddressSpace();
    if (!wide || access.type->isPointerTy() || access.is_volatile ||
        !isPlainElement(access.type, layout) ||
        !target.canPermuteTwo(unsigned(layout.getTypeSizeInBits(access.type)), width) ||
        !target.hasMaskedLoad(wide, access.align, space) ||
        !target.hasMaskedStore(wide, access.align, space))
      return nullptr;
    const int64_t bytes = int64_t(access.bytes());
    std::optional<RowForm> form = formOf(access.pointer);
    if (!form || form->along != bytes)
      return nullptr;
    if (!form->more && form->rows != 2 * bytes)
      return nullptr;
    if (form->more && (!form->is_related || isa<ConstantInt>(form->more)))
      return nullptr;
    if (form->more)
      also(builder.CreateICmpEQ(across(*form),
                                builder.CreateMul(row, builder.getInt64(uint64_t(2 * bytes)))));
    has_access = true;
  }
  if (!has_access)
    return nullptr;
  for (const SpeculationTest &test : version.tests) {
    Value *held = holds(test);
    if (!held)
      return nullptr;
    also(held);
  }
  // Without an active lane it may be poison.
  result = builder.CreateFreeze(result);
  return core.allRun() ? result : builder.CreateAnd(core.all(core.current_mask), result);
}

Value *Butterfly::inAllLanes(Value *bits64, Type *integer) {
  return core.splat(builder.CreateZExtOrTrunc(bits64, integer));
}

Butterfly::Place Butterfly::places(Type *integer) {
  Value *lanes = core.steps(integer, 1);
  return {
      builder.CreateLShr(lanes, inAllLanes(exponent, integer)),
      builder.CreateAnd(lanes, inAllLanes(builder.CreateSub(row, builder.getInt64(1)), integer))};
}

Value *Butterfly::lanesOf(const Value *value) {
  if (!value->getType()->isIntegerTy() || core.hasScalar(value) || !core.isMade(value))
    return nullptr;
  std::optional<Speculation> lies = speculate(value, shapes, layout);
  std::optional<RowForm> form = lies && version.covers(*lies) ? formOf(value) : std::nullopt;
  if (!form)
    return nullptr;
  Type *type = value->getType();
  const Place place = places(type);
  Value *apart = builder.CreateAdd(
      builder.CreateMul(place.row, inAllLanes(across(*form), type)),
      builder.CreateMul(place.column, inAllLanes(builder.getInt64(uint64_t(form->along)), type)));
  return builder.CreateAdd(core.splat(core.laneZero(value)), apart);
}

// Both vectors, of the memory that the access and its counterpart at the other end of the distance
// share: what the one has just written is not what the other, or the next vectors, wait for.
Butterfly::Window Butterfly::windowOf(const Access &access) {
  const uint64_t bytes = access.bytes();
  Value *first = core.laneZero(access.pointer);
  Type *address = layout.getIntPtrType(first->getType());
  Value *at =
      builder.CreateZExtOrTrunc(builder.CreatePtrToInt(first, address), builder.getInt64Ty());
  // Elements before lane 0's: d if that is at an odd multiple of d.
  Value *before = builder.CreateAnd(builder.CreateLShr(at, Log2_64(bytes)), row);
  Window window;
  window.type = core.wideType(builder.getIntNTy(unsigned(bytes * 8)));
  Type *integer = window.type->getElementType();
  window.first = builder.CreateGEP(
      builder.getIntNTy(unsigned(bytes * 8)), first,
      builder.CreateZExtOrTrunc(builder.CreateNeg(before), layout.getIndexType(first->getType())));
  window.before = inAllLanes(before, integer);
  window.wanted = builder.CreateICmpEQ(
      builder.CreateAnd(core.steps(integer, 1), inAllLanes(row, integer)), window.before);
  window.exponent = inAllLanes(exponent, integer);
  window.next_exponent = inAllLanes(builder.CreateAdd(exponent, builder.getInt64(1)), integer);
  window.place = places(integer);
  return window;
}

void Butterfly::emit(const Access &access) {
  const Window window = windowOf(access);
  auto address = [&](unsigned part) {
    return core.elementAddress(window.first, int64_t(part * width * access.bytes()));
  };
  if (!access.is_store) {
    auto part = [&](unsigned which) {
      return describe(builder.CreateMaskedLoad(window.type, address(which), access.align,
                                               window.wanted, PoisonValue::get(window.type)),
                      access.instruction);
    };
    Value *low = part(0), *high = part(1);
    Value *from = builder.CreateAdd(
        builder.CreateOr(builder.CreateShl(window.place.row, window.next_exponent),
                         window.place.column),
        window.before);
    core.setVectors(&access.instruction,
                    {builder.CreateBitCast(target.permuteTwo(builder, low, from, high),
                                           core.wideType(access.type))});
    return;
  }
  Value *value = builder.CreateBitCast(
      core.vectorOf(cast<StoreInst>(access.instruction).getValueOperand()), window.type);
  // The lane that an element belongs to, if it belongs to any.
  Value *lanes = core.steps(window.type->getElementType(), 1);
  Value *low = builder.CreateOr(
      builder.CreateShl(builder.CreateLShr(lanes, window.next_exponent), window.exponent),
      window.place.column);
  Value *high = builder.CreateAdd(low, ConstantInt::get(window.type, width / 2));
  for (auto [which, from] : enumerate(std::array<Value *, 2>{low, high}))
    describe(builder.CreateMaskedStore(target.permute(builder, value, from),
                                       address(unsigned(which)), access.align, window.wanted),
             access.instruction);
}

namespace {

class ButterflyAccess final : public AccessStrategy {
public:
  StringRef name() const override { return "butterfly"; }
  std::optional<Step> step() const override { return Step::ButterflyAccess; }
  bool matches(const Access &access) const override {
    return access.tests == Access::Tests::Exchange;
  }
  double cost(const Access &access) const override { return scatteredCost(access); }
  bool emit(Accesses &to, const Access &access) const override {
    to.version->butterfly->emit(access);
    return true;
  }
};

} // namespace

const AccessStrategy &butterflyAccess() {
  static const ButterflyAccess strategy;
  return strategy;
}

} // namespace weft
