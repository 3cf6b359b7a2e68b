// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forms of values from the forms of their operands.
#include "passes/analysis/address_form.h"

#include "passes/work_item_function.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

constexpr unsigned DeepestChain = 200;
constexpr unsigned MostPartsLookedAt = 200; // to tell whether one condition may fail

// What does not move, where it is added to something.
AddressForm atRest(const Value &value) {
  AddressForm form;
  auto *number = dyn_cast<ConstantInt>(&value);
  if (auto by = number ? number->getValue().trySExtValue() : std::nullopt)
    form.constant = *by;
  else if (!isa<ConstantPointerNull, UndefValue>(value))
    form.fixed.push_back({&value, 1});
  return form;
}

bool isInteger(const Value &value) {
  return value.getType()->isIntegerTy() && value.getType()->getIntegerBitWidth() <= 64;
}

bool isOfBits(const Value &value, unsigned bits) { return value.getType()->isIntegerTy(bits); }

// A 32-bit counter may be kept in 64 bits, of which each iteration takes the lower half.
Value *withoutCast(Value *number) {
  Value *from;
  const APInt *mask, *left, *right;
  if (match(number, m_CombineOr(m_Trunc(m_Value(from)), m_ZExtOrSExt(m_Value(from)))))
    return from;
  if (match(number, m_And(m_Value(from), m_APInt(mask))) && mask->isMask())
    return from;
  if (match(number, m_AShr(m_Shl(m_Value(from), m_APInt(left)), m_APInt(right))) && *left == *right)
    return from;
  return nullptr;
}

Value *withoutCasts(Value *number) {
  while (Value *from = withoutCast(number))
    number = from;
  return number;
}

} // namespace

AddressForms::AddressForms(const Function &region, const LoopInfo *loops)
    : layout(region.getDataLayout()), loops(loops) {
  for (unsigned d = 0; d < 3; ++d) {
    terms[region.getArg(ItemParam::GroupId + d)] = {AddressTerm::GroupId, d};
    terms[region.getArg(ItemParam::LocalId + d)] = {AddressTerm::LocalId, d};
  }
}

const AddressForm &AddressForms::of(const Value *value) {
  auto [found, is_new] = known.try_emplace(value);
  if (!is_new)
    return *found->second;
  found->second = std::make_unique<AddressForm>();
  AddressForm &form = *found->second;
  form.add(AddressCondition{AddressCondition::Chosen, value}); // in a loop, until it is known
  return form = compute(*value);
}

AddressForm AddressForms::compute(const Value &value) {
  AddressForm form;
  if (auto term = terms.find(&value); term != terms.end()) {
    form.add(term->second, {Coefficient::Constant, 1});
    return form;
  }
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction) {
    auto *gep = dyn_cast<GEPOperator>(&value);
    return gep ? ofGep(*gep) : atRest(value);
  }
  if (depth == DeepestChain) {
    form.add(AddressCondition{AddressCondition::Many});
    return form;
  }
  ++depth;
  form = ofInstruction(*instruction);
  --depth;
  return form;
}

AddressForm AddressForms::ofInstruction(const Instruction &instruction) {
  const auto operand = [&](unsigned number) { return instruction.getOperand(number); };
  const auto passed = [&] {
    const AddressForm &form = of(operand(0));
    return form.moves() || !form.conditions.empty() ? form : atRest(instruction);
  };
  if (auto *gep = dyn_cast<GEPOperator>(&instruction))
    return gep->getType()->isVectorTy() ? ofOther(instruction) : ofGep(*gep);
  if (instruction.getType()->isPointerTy()) {
    if (isa<AddrSpaceCastInst, IntToPtrInst, FreezeInst>(instruction))
      return passed();
  } else if (!isInteger(instruction)) {
    return ofOther(instruction);
  }
  AddressForm form;
  // The lower bits, extended: (x << 32) >> 32. Times a power of two where less is shifted back.
  const APInt *left, *right;
  const Value *narrow;
  if (match(&instruction, m_AShr(m_Shl(m_Value(narrow), m_APInt(left)), m_APInt(right))) &&
      left->ult(left->getBitWidth()) && right->ule(*left) && (*left - *right).ult(63)) {
    const unsigned bits = left->getBitWidth();
    const uint64_t from = left->getZExtValue(), back = right->getZExtValue();
    const AddressForm lower =
        extended(instruction, *narrow, bits - unsigned(from), /*is_signed=*/true);
    if (from == back || !lower.moves())
      return lower;
    form.add(lower, int64_t(1) << (from - back));
    return form;
  }
  switch (instruction.getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(instruction).isDisjoint())
      return ofOther(instruction);
    [[fallthrough]];
  case Instruction::Add:
  case Instruction::Sub:
    form = of(operand(0));
    form.add(of(operand(1)), instruction.getOpcode() == Instruction::Sub ? -1 : 1);
    return form;
  case Instruction::Mul:
  case Instruction::Shl:
    return ofProduct(instruction);
  case Instruction::Trunc:
  case Instruction::Freeze:
  case Instruction::PtrToInt:
    return passed();
  case Instruction::SExt:
  case Instruction::ZExt:
    return extended(instruction, *operand(0), operand(0)->getType()->getIntegerBitWidth(),
                    isa<SExtInst>(instruction));
  case Instruction::Select:
    return ofChoice(instruction, {operand(1), operand(2)}, AddressCondition::Chosen);
  case Instruction::PHI:
    return ofPhi(cast<PHINode>(instruction));
  case Instruction::Call:
    if (auto *limited = dyn_cast<MinMaxIntrinsic>(&instruction))
      return ofChoice(instruction, {limited->getLHS(), limited->getRHS()},
                      AddressCondition::Within);
    return ofOther(instruction);
  default:
    return ofOther(instruction);
  }
}

AddressForm AddressForms::ofGep(const GEPOperator &gep) {
  AddressForm form = of(gep.getPointerOperand());
  addIndices(form, gep);
  return form;
}

void AddressForms::addIndices(AddressForm &form, const GEPOperator &gep) {
  const unsigned bits = layout.getIndexTypeSizeInBits(gep.getType());
  for (auto it = gep_type_begin(gep); it != gep_type_end(gep); ++it) {
    const Value &index = *it.getOperand();
    if (StructType *type = it.getStructTypeOrNull()) {
      const auto field = unsigned(cast<ConstantInt>(index).getZExtValue());
      AddressForm offset;
      offset.constant = int64_t(layout.getStructLayout(type)->getElementOffset(field));
      form.add(offset, 1);
      continue;
    }
    const auto bytes = int64_t(it.getSequentialElementStride(layout).getKnownMinValue());
    const unsigned index_bits = index.getType()->getScalarSizeInBits();
    form.add(index_bits < bits ? extended(index, index, index_bits, /*is_signed=*/true)
                               : of(&index),
             bytes);
  }
}

AddressForm AddressForms::extended(const Value &value, const Value &narrow, unsigned bits,
                                   bool is_signed) {
  AddressForm form = of(&narrow);
  if (!form.moves()) {
    const auto conditions = std::move(form.conditions);
    form = atRest(value);
    form.conditions = conditions;
    return form;
  }
  form.add(AddressCondition{is_signed ? AddressCondition::Signed : AddressCondition::Unsigned,
                            &narrow, bits});
  return form;
}

AddressForm AddressForms::ofProduct(const Instruction &instruction) {
  const Value *x = instruction.getOperand(0), *y = instruction.getOperand(1);
  const bool shifts = instruction.getOpcode() == Instruction::Shl;
  AddressForm form;
  if (!shifts && isa<ConstantInt>(x))
    std::swap(x, y);
  if (auto *number = dyn_cast<ConstantInt>(y); number && !(shifts && number->getValue().uge(63))) {
    form.add(of(x), shifts ? int64_t(1) << number->getZExtValue() : number->getSExtValue());
    return form;
  }
  const AddressForm a = of(x), b = of(y);
  if (!a.moves() && !b.moves()) {
    form = atRest(instruction);
  } else if (!shifts && !(a.moves() && b.moves())) {
    // What is fixed of the factor that moves, times the other one.
    const AddressForm &moving = a.moves() ? a : b, &other = a.moves() ? b : a;
    if (moving.hasFixedPart())
      form.has_more_fixed = true;
    else
      form.add(other, moving.constant);
  } else {
    form.has_more_fixed = true;
  }
  for (const auto &[factor, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    for (const AddressForm::Term &one : factor->terms) {
      const bool far =
          one.coefficient.kind != Coefficient::Unknown && other->along(one.term).isZero();
      form.add(one.term, {far ? Coefficient::Far : Coefficient::Unknown});
    }
  form.addConditions(a);
  form.addConditions(b);
  return form;
}

const Loop *AddressForms::loopOfCounter(const PHINode &phi) const {
  const BasicBlock *block = phi.getParent();
  const Loop *loop = loops && loops->isLoopHeader(block) ? loops->getLoopFor(block) : nullptr;
  return loop && loop->getLoopLatch() && phi.getNumIncomingValues() == 2 ? loop : nullptr;
}

AddressForm AddressForms::ofPhi(const PHINode &phi) {
  if (const Loop *loop = loopOfCounter(phi)) {
    const int at_latch = phi.getBasicBlockIndex(loop->getLoopLatch());
    bool is_narrow = false;
    AddressForm step;
    bool counts = true;
    auto *next = dyn_cast<GEPOperator>(phi.getIncomingValue(unsigned(at_latch)));
    if (const Value *by = counterStep(phi, *loop, &is_narrow))
      step = of(by);
    else if (next && next->getPointerOperand() == &phi &&
             all_of(next->indices(),
                    [&](const Use &index) { return loop->isLoopInvariant(index); }))
      addIndices(step, *next);
    else
      counts = false;
    if (counts) {
      AddressForm form = of(phi.getIncomingValue(unsigned(1 - at_latch)));
      for (const AddressForm::Term &one : step.terms)
        form.add(one.term, {one.coefficient.kind == Coefficient::Unknown ? Coefficient::Unknown
                                                                         : Coefficient::Far});
      form.add({AddressTerm::Counter, 0, &phi},
               step.moves() || step.hasFixedPart()
                   ? Coefficient{Coefficient::Far}
                   : Coefficient{Coefficient::Constant, 1} * step.constant);
      form.addConditions(step);
      if (is_narrow)
        form.add(AddressCondition{AddressCondition::Chosen, &phi});
      return form;
    }
  }
  SmallVector<const Value *, 4> values(phi.operand_values());
  return ofChoice(phi, values, AddressCondition::Chosen);
}

AddressForm AddressForms::ofChoice(const Instruction &instruction, ArrayRef<const Value *> values,
                                   AddressCondition::Kind kind) {
  AddressForm form;
  for (const Value *value : values) {
    const AddressForm &one = of(value);
    for (const AddressForm::Term &part : one.terms)
      if (const Coefficient before = form.along(part.term); before != part.coefficient)
        form.add(part.term, before.isZero() ? part.coefficient : Coefficient{Coefficient::Unknown});
  }
  // Of what chooses, too: it may be read from memory.
  for (const Value *operand : instruction.operand_values())
    form.addConditions(of(operand));
  const auto stays = [&](const Value *operand) {
    return !of(operand).moves() && of(operand).conditions.empty();
  };
  if (!isa<PHINode>(instruction) && all_of(instruction.operand_values(), stays))
    return atRest(instruction);
  form.has_more_fixed = true;
  form.add(AddressCondition{kind, &instruction});
  return form;
}

AddressForm AddressForms::ofOther(const Instruction &instruction) {
  AddressForm form;
  for (const Value *operand : instruction.operand_values())
    if (!isa<BasicBlock, MetadataAsValue>(operand)) {
      for (const AddressForm::Term &one : of(operand).terms)
        form.add(one.term, {Coefficient::Unknown});
      form.addConditions(of(operand));
    }
  if (instruction.mayReadOrWriteMemory() &&
      !instruction.hasMetadata(LLVMContext::MD_invariant_load))
    form.add(AddressCondition{AddressCondition::Read, &instruction});
  form.add(AddressForm::Fixed{&instruction, 1});
  return form;
}

bool AddressForms::concerns(const AddressCondition &condition, AddressTerm along) {
  if (condition.isOfWrapping())
    return !of(condition.value).along(along).isZero();
  // Work-items of a group do not race: from one address they read the same.
  auto *load = dyn_cast_or_null<LoadInst>(condition.value);
  if (condition.kind == AddressCondition::Read && load && load->isSimple() &&
      (along.kind == AddressTerm::LocalId || along.kind == AddressTerm::Lane))
    return !of(load->getPointerOperand()).along(along).isZero();
  if (condition.kind != AddressCondition::Within && condition.kind != AddressCondition::Chosen)
    return true;
  auto *choice = dyn_cast<Instruction>(condition.value);
  return !choice || isa<PHINode>(choice) ||
         any_of(choice->operand_values(),
                [&](const Value *part) { return !of(part).along(along).isZero(); });
}

bool AddressForms::cannotFail(const AddressCondition &condition, AddressTerm along) {
  unsigned looked_at = 0;
  return cannotFail(condition, along, looked_at);
}

bool AddressForms::cannotFail(const AddressCondition &condition, AddressTerm along,
                              unsigned &looked_at) {
  // Sums of sums may have each part many times.
  if (++looked_at > MostPartsLookedAt)
    return false;
  if (!concerns(condition, along))
    return true;
  if (!condition.isOfWrapping())
    return false;
  const auto [kind, value, bits] = condition;
  const bool is_signed = kind == AddressCondition::Signed, is_whole = isOfBits(*value, bits);
  const auto fits = [&](const Value *number) {
    return computeKnownBits(number, layout).countMaxActiveBits() + is_signed <= condition.bits;
  };
  if (is_whole && terms.contains(value))
    return true;
  if (auto *trunc = dyn_cast<TruncInst>(value))
    return (is_signed ? trunc->hasNoSignedWrap() : trunc->hasNoUnsignedWrap()) ||
           fits(trunc->getOperand(0));
  if (!is_whole)
    return fits(value);
  const auto part_fits = [&, kind = kind, bits = bits](const Value *part) {
    return cannotFail({kind, part, bits}, along, looked_at);
  };
  // A counter is what it begins with and its steps.
  auto *phi = dyn_cast<PHINode>(value);
  const Value *last = nullptr;
  if (const Loop *loop = phi ? loopOfCounter(*phi) : nullptr) {
    bool is_narrow = false;
    last = phi->getIncomingValueForBlock(loop->getLoopLatch());
    if (!counterStep(*phi, *loop, &is_narrow) || is_narrow ||
        !all_of(phi->incoming_values(),
                [&](const Use &use) { return use == last || part_fits(use); }))
      return false;
  }
  auto *sum = dyn_cast<OverflowingBinaryOperator>(last ? last : value);
  // As an unsigned factor a negative one is another.
  return sum && (is_signed ? sum->hasNoSignedWrap() : sum->hasNoUnsignedWrap()) &&
         (is_signed || !match(sum, m_c_Mul(m_Value(), m_Negative()))) &&
         all_of(sum->operand_values(),
                [&](const Value *part) { return part == phi || part_fits(part); });
}

Value *counterStep(const PHINode &counter, const Loop &loop, bool *is_narrow) {
  if (!counter.getType()->isIntegerTy() || !loop.getLoopLatch())
    return nullptr;
  Value *last = counter.getIncomingValueForBlock(loop.getLoopLatch());
  auto *next = dyn_cast<BinaryOperator>(withoutCasts(last));
  if (!next || next->getOpcode() != Instruction::Add)
    return nullptr;
  for (unsigned i : {0, 1}) {
    Value *before = next->getOperand(i), *step = next->getOperand(1 - i);
    if (withoutCasts(before) != &counter || !loop.isLoopInvariant(step))
      continue;
    if (is_narrow)
      *is_narrow = last != next || before != &counter;
    return step;
  }
  return nullptr;
}

} // namespace weft
