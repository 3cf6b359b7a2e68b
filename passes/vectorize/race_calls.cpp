// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/race_calls.h"

#include "passes/analysis/race_call.h"
#include "passes/vectorize/vectorize_region.h"

#include "weft/check_abi.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {
namespace {

constexpr unsigned Most = 64; // lanes of a call, and words of a step
constexpr unsigned RecordFields = sizeof(weft_race_lanes) / sizeof(uint64_t);

uint64_t nowBits(uint32_t operations) { return uint64_t(operations) << WEFT_RACE_NOW_SHIFT; }

// The transitions of check::RaceTransitions for local memory, of one word or of a vector of them.
struct Stepped {
  Value *next;
  Value *against; // not 0: a race
};
Stepped step(IRBuilderBase &builder, Value *known, Value *mine, uint32_t operation,
             uint64_t number) {
  auto constant = [&](uint64_t value) { return ConstantInt::get(known->getType(), value); };
  auto part = [&](Value *of, uint64_t mask) { return builder.CreateAnd(of, constant(mask)); };
  Value *none = constant(0);
  Value *differs = builder.CreateXor(known, mine);
  Value *is_of_segment =
      builder.CreateICmpULT(differs, constant(uint64_t(1) << WEFT_RACE_SEGMENT_SHIFT));
  // Of the segment and of the item, and nobody else has been here.
  Value *is_mine = builder.CreateICmpEQ(
      part(differs, ~uint64_t(0) << WEFT_RACE_ITEM_SHIFT | WEFT_RACE_MANY_ITEMS), none);
  Value *has_many = builder.CreateICmpNE(part(known, WEFT_RACE_MANY_ITEMS), none);
  // Whose site stays.
  const uint32_t all = WEFT_RACE_NOW >> WEFT_RACE_NOW_SHIFT;
  const uint32_t stays = operation == WEFT_RACE_READ    ? all
                         : operation == WEFT_RACE_WRITE ? uint32_t(WEFT_RACE_WRITE)
                                                        : WEFT_RACE_WRITE | WEFT_RACE_ATOMIC;
  Value *noted = builder.CreateOr(known, constant(nowBits(operation)));
  Value *by_item = builder.CreateSelect(
      builder.CreateICmpNE(part(known, nowBits(stays)), none), noted,
      builder.CreateOr(part(noted, ~uint64_t(WEFT_RACE_SITES - 1)), constant(number)));
  // Of others that have only read by atomic operations nothing is kept.
  Value *is_alike = builder.CreateICmpNE(part(known, nowBits(operation)), none);
  Value *alone = builder.CreateOr(mine, part(known, WEFT_RACE_BEFORE));
  Value *one_more = builder.CreateSelect(has_many, known,
                                         builder.CreateOr(alone, constant(WEFT_RACE_MANY_ITEMS)));
  Value *changed = builder.CreateSelect(is_alike, one_more, alone);
  changed = builder.CreateSelect(is_mine, by_item, changed);
  const uint32_t conflicts = operation == WEFT_RACE_READ    ? WEFT_RACE_WRITE | WEFT_RACE_ATOMIC
                             : operation == WEFT_RACE_WRITE ? all
                                                            : WEFT_RACE_READ | WEFT_RACE_WRITE;
  Value *against = builder.CreateSelect(is_mine, none, part(known, nowBits(conflicts)));
  return {builder.CreateSelect(is_of_segment, changed, mine),
          builder.CreateSelect(is_of_segment, against, none)};
}

// The function of a call: by RaceOperand what lane 0 has, the mask, room for a weft_race_lanes and
// values, the values if there are any.
class StepBody {
public:
  StepBody(Function &function, const RaceSteps &steps, unsigned width, int64_t stride,
           bool has_values)
      : steps(steps), width(width), stride(stride),
        entry(BasicBlock::Create(function.getContext(), "entry", &function)),
        store(BasicBlock::Create(function.getContext(), "race.step", &function)),
        raced(BasicBlock::Create(function.getContext(), "race.found", &function)),
        end(BasicBlock::Create(function.getContext(), "end", &function)), builder(entry),
        word(builder.getInt64Ty()) {
    for (unsigned i = 0; i < RaceOperand::Count; ++i)
      operands.push_back(function.getArg(i));
    mask = function.getArg(RaceOperand::Count);
    record = function.getArg(RaceOperand::Count + 1);
    values = has_values ? function.getArg(RaceOperand::Count + 2) : nullptr;
  }

  void emit() {
    bits = builder.CreateZExt(builder.CreateBitCast(mask, builder.getIntNTy(width)), word);
    Value *offset = builder.CreateMul(
        builder.CreateSub(operands[RaceOperand::Address], operands[RaceOperand::ShadowBegin]),
        builder.getInt64(sizeof(uint64_t) >> steps.granule));
    first = builder.CreateIntToPtr(builder.CreateAdd(operands[RaceOperand::Shadow], offset),
                                   builder.getPtrTy());
    own = builder.CreateOr(
        builder.CreateOr(builder.CreateShl(operands[RaceOperand::Segment], WEFT_RACE_SEGMENT_SHIFT),
                         builder.CreateShl(operands[RaceOperand::Item], WEFT_RACE_ITEM_SHIFT)),
        builder.getInt64(nowBits(steps.operation) | steps.number));
    steps.form == RaceSteps::Same ? stepOne() : stepEach();
    builder.CreateBr(end);
    report();
    builder.SetInsertPoint(end);
    builder.CreateRetVoid();
  }

private:
  // Where two lanes have done the same, others change nothing.
  void stepOne() {
    auto *active =
        BasicBlock::Create(builder.getContext(), "race.active", store->getParent(), store);
    builder.CreateCondBr(builder.CreateIsNotNull(bits), active, end);
    builder.SetInsertPoint(active);
    auto lowest = [&](Value *of) {
      Value *lane = builder.CreateIntrinsic(Intrinsic::cttz, {word}, {of, builder.getFalse()});
      return builder.CreateAdd(own, builder.CreateShl(lane, WEFT_RACE_ITEM_SHIFT));
    };
    Value *rest = builder.CreateAnd(bits, builder.CreateSub(bits, builder.getInt64(1)));
    Value *known = builder.CreateAlignedLoad(word, first, WordAlign, "race.known");
    const Stepped one = step(builder, known, lowest(bits), steps.operation, steps.number);
    const Stepped two = step(builder, one.next, lowest(rest), steps.operation, steps.number);
    Value *has_two = builder.CreateIsNotNull(rest);
    Value *against = builder.CreateOr(
        one.against, builder.CreateSelect(has_two, two.against, builder.getInt64(0)));
    goOn(builder.CreateIsNotNull(against));
    builder.CreateAlignedStore(builder.CreateSelect(has_two, two.next, one.next), first, WordAlign);
  }

  void stepEach() {
    const unsigned count = width * steps.words;
    SmallVector<Constant *> items;
    SmallVector<int> lane_of;
    for (unsigned i = 0; i < count; ++i) {
      items.push_back(builder.getInt64(uint64_t(i / steps.words) << WEFT_RACE_ITEM_SHIFT));
      lane_of.push_back(int(i / steps.words));
    }
    active = steps.words == 1 ? mask : builder.CreateShuffleVector(mask, lane_of);
    auto *vector = FixedVectorType::get(word, count);
    Value *none = Constant::getNullValue(vector);
    Value *known =
        steps.form == RaceSteps::Adjoining
            ? builder.CreateMaskedLoad(vector, first, WordAlign, active, none, "race.known")
            : builder.CreateMaskedGather(vector, placesFrom(first), WordAlign, active, none,
                                         "race.known");
    Value *mine =
        builder.CreateAdd(builder.CreateVectorSplat(count, own), ConstantVector::get(items));
    const Stepped stepped = step(builder, known, mine, steps.operation, steps.number);
    Value *races = builder.CreateAnd(builder.CreateIsNotNull(stepped.against), active);
    goOn(builder.CreateIsNotNull(builder.CreateBitCast(races, builder.getIntNTy(count))));
    storeFrom(first, stepped.next);
    if (steps.keeps_values)
      storeFrom(keptFrom(first), values ? values : none);
  }

  void goOn(Value *races) {
    builder.CreateCondBr(races, raced, store,
                         MDBuilder(builder.getContext()).createUnlikelyBranchWeights());
    builder.SetInsertPoint(store);
  }

  Value *placesFrom(Value *begin) {
    SmallVector<Constant *> distances;
    for (unsigned i = 0; i < width; ++i)
      distances.push_back(builder.getInt64(
          uint64_t(int64_t(i) * stride * int64_t(sizeof(uint64_t) >> steps.granule))));
    return builder.CreateGEP(builder.getInt8Ty(), begin, ConstantVector::get(distances));
  }

  void storeFrom(Value *begin, Value *what) {
    if (steps.form == RaceSteps::Adjoining)
      builder.CreateMaskedStore(what, begin, WordAlign, active);
    else
      builder.CreateMaskedScatter(what, placesFrom(begin), WordAlign, active);
  }

  // Values lie as far behind their words as there are words, whose number stands before these
  // (check::Shadow).
  Value *keptFrom(Value *begin) {
    Value *count = builder.CreateIntToPtr(
        builder.CreateSub(operands[RaceOperand::Shadow], builder.getInt64(sizeof(uint64_t))),
        builder.getPtrTy());
    return builder.CreateGEP(word, begin, builder.CreateAlignedLoad(word, count, WordAlign));
  }

  void report() {
    builder.SetInsertPoint(raced);
    Value *spilled = nullptr;
    if (values) {
      spilled = builder.CreateConstGEP1_64(word, record, RecordFields);
      builder.CreateAlignedStore(values, spilled, WordAlign);
    }
    emitRaceCall(builder, operands,
                 {bits, builder.getInt64(uint64_t(stride)), nullptr, nullptr, spilled}, record);
    builder.CreateBr(end);
  }

  const RaceSteps &steps;
  const unsigned width;
  const int64_t stride; // bytes, from lane to lane
  BasicBlock *const entry, *const store, *const raced, *const end;
  IRBuilder<> builder;
  Type *const word;
  const Align WordAlign{8};
  SmallVector<Value *, 16> operands;
  Value *mask, *record, *values;
  Value *bits = nullptr, *first = nullptr; // the word of lane 0
  Value *own = nullptr;                    // what lane 0 makes of a word that nobody has used
  Value *active = nullptr;                 // of each word
};

} // namespace

std::optional<RaceSteps> RaceCalls::stepsFor(const Lanes &lanes) const {
  auto *site = dyn_cast<GlobalVariable>(lanes.operands[RaceOperand::Site]);
  auto *bytes = dyn_cast<ConstantInt>(lanes.operands[RaceOperand::Bytes]);
  if (!site || !site->hasInitializer() || !bytes || lanes.has_addresses || lanes.has_items)
    return std::nullopt;
  auto field = [&](unsigned index) {
    return cast<ConstantInt>(site->getInitializer()->getAggregateElement(index))->getZExtValue();
  };
  // As weft_race_site has them.
  RaceSteps steps{RaceSteps::Same, uint32_t(field(3)), field(2), unsigned(field(4)), 0, false};
  const bool is_local = field(5), has_values = field(6) != WEFT_RACE_VALUES_UNKNOWN;
  steps.words = unsigned(bytes->getZExtValue() >> steps.granule);
  steps.keeps_values =
      steps.operation == WEFT_RACE_WRITE && has_values && bytes->getZExtValue() <= sizeof(uint64_t);
  const bool is_kept = steps.operation == WEFT_RACE_READ || steps.operation == WEFT_RACE_WRITE ||
                       steps.operation == WEFT_RACE_ATOMIC;
  if (!is_local || !is_kept || !steps.words || uint64_t(steps.words) * width > Most ||
      uint64_t(steps.words) << steps.granule != bytes->getZExtValue() ||
      (steps.keeps_values && steps.words != 1))
    return std::nullopt;
  const uint64_t distance = uint64_t(std::abs(lanes.stride));
  if (lanes.stride == 0) {
    // Of several that write to one place two race.
    if (steps.words != 1 || steps.operation == WEFT_RACE_WRITE)
      return std::nullopt;
  } else if (lanes.stride == int64_t(bytes->getZExtValue()))
    steps.form = RaceSteps::Adjoining;
  else if (steps.words == 1 && distance % bytes->getZExtValue() == 0)
    steps.form = RaceSteps::Apart;
  else
    return std::nullopt;
  return steps;
}

void RaceCalls::emit(const CallBase &call) {
  Lanes lanes;
  lanes.operands.resize(RaceOperand::Count);
  for (unsigned i : {RaceOperand::Thread, RaceOperand::Site, RaceOperand::Object,
                     RaceOperand::Shadow, RaceOperand::ShadowBegin, RaceOperand::Segment,
                     RaceOperand::Bytes, RaceOperand::ObjectBegin}) {
    if (!core.isUniform(call.getArgOperand(i)))
      return core.emitPerLane(call);
    lanes.operands[i] = core.scalarOf(call.getArgOperand(i));
  }
  lanes.item = call.getArgOperand(RaceOperand::Item);
  lanes.address = call.getArgOperand(RaceOperand::Address);
  lanes.value = call.getArgOperand(RaceOperand::Value);
  if (auto *constant = dyn_cast<Constant>(lanes.value); constant && constant->isNullValue())
    lanes.value = nullptr;
  auto strideOf = [&](const Value *value) -> std::optional<int64_t> {
    if (!core.hasScalar(value))
      return std::nullopt;
    return core.isUniform(value) ? 0 : shapes.shape(value).stride();
  };
  const std::optional<int64_t> stride = strideOf(lanes.address);
  lanes.stride = stride.value_or(0);
  lanes.has_addresses = !stride;
  lanes.has_items = strideOf(lanes.item) != 1;
  if (const std::optional<RaceSteps> steps = stepsFor(lanes))
    emitSteps(lanes, *steps);
  else
    emitCalls(lanes);
}

// For as many lanes as a mask has bits.
void RaceCalls::emitCalls(const Lanes &lanes) {
  Type *word = builder.getInt64Ty();
  // One for all calls: three vectors, and a weft_race_lanes.
  Value *memory = core.elementsPlace(FixedVectorType::get(word, 3 * width + RecordFields));
  unsigned used = 0;
  auto spilled = [&](const Value *value, bool is_spilled) -> Value * {
    if (!is_spilled)
      return nullptr;
    Value *elements = core.elementAddress(memory, int64_t(used * sizeof(uint64_t)));
    builder.CreateAlignedStore(core.vectorOf(value), elements, Align(8));
    used += width;
    return elements;
  };
  Value *items = spilled(lanes.item, lanes.has_items);
  Value *addresses = spilled(lanes.address, lanes.has_addresses);
  Value *values = spilled(lanes.value, lanes.value);
  Value *record = core.elementAddress(memory, int64_t(3 * width * sizeof(uint64_t)));
  Value *bits = core.maskBits(core.current_mask);
  auto from = [&](Value *elements, unsigned first) -> Value * {
    return elements ? core.elementAddress(elements, int64_t(first * sizeof(uint64_t))) : nullptr;
  };
  SmallVector<Value *, 16> operands = lanes.operands;
  for (unsigned first = 0; first < width; first += Most) {
    Value *mask = first ? builder.CreateLShr(bits, first) : bits;
    auto lane_zero = [&](const Value *of, Value *in_memory, int64_t step) -> Value * {
      return in_memory ? builder.getInt64(0)
                       : builder.CreateAdd(core.scalarOf(of),
                                           builder.getInt64(uint64_t(step * int64_t(first))));
    };
    operands[RaceOperand::Item] = lane_zero(lanes.item, items, 1);
    operands[RaceOperand::Address] = lane_zero(lanes.address, addresses, lanes.stride);
    operands[RaceOperand::Value] = builder.getInt64(0);
    emitRaceCall(builder, operands,
                 {builder.CreateZExtOrTrunc(mask, word), builder.getInt64(uint64_t(lanes.stride)),
                  from(addresses, first), from(items, first), from(values, first)},
                 record);
  }
}

// Has branches, so it is a function of its own, inlined where it is called.
void RaceCalls::emitSteps(const Lanes &lanes, const RaceSteps &steps) {
  SmallVector<Value *, 16> given = lanes.operands;
  given[RaceOperand::Item] = core.scalarOf(lanes.item);
  given[RaceOperand::Address] = core.scalarOf(lanes.address);
  given[RaceOperand::Value] = builder.getInt64(0);
  given.push_back(core.current_mask);
  given.push_back(
      core.elementsPlace(FixedVectorType::get(builder.getInt64Ty(), width + RecordFields)));
  if (lanes.value)
    given.push_back(core.vectorOf(lanes.value));
  SmallVector<Type *, 16> types;
  for (Value *value : given)
    types.push_back(value->getType());
  Function *function = Function::Create(FunctionType::get(builder.getVoidTy(), types, false),
                                        GlobalValue::InternalLinkage, "weft.race.step",
                                        *builder.GetInsertBlock()->getModule());
  function->addFnAttr(Attribute::AlwaysInline);
  function->addFnAttr(Attribute::WillReturn);
  function->setDoesNotThrow();
  StepBody(*function, steps, width, lanes.stride, lanes.value).emit();
  CallInst *call = builder.CreateCall(function, given);
  call->setDoesNotThrow();
}

} // namespace weft
