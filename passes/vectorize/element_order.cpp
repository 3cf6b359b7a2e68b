// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/element_order.h"

#include "passes/analysis/float_work.h"
#include "passes/analysis/memory_order.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <cmath>
#include <map>

using namespace llvm;

namespace weft {
namespace {

// The elements of what a work-item computes as one vector.
struct Tuple {
  enum Kind {
    Same,      // one value, in all lanes too: as it is in any order
    Loaded,    // the elements of a load
    Operation, // of the same operation
    Outside    // anything else
  };
  SmallVector<Value *, 16> values;
  Kind kind = Outside;
  SmallVector<unsigned, 4> operands; // of an operation: tuples
  unsigned component = 0;            // what is reached together with it
  unsigned uses = 0;                 // that stores and operations make of each value

  bool isInOrder() const { return kind == Loaded || kind == Operation; }
};

struct Store {
  StoreInst *store;
  unsigned tuple;
};

LoadInst *loadOf(const Tuple &loaded) {
  return cast<LoadInst>(cast<ExtractElementInst>(loaded.values.front())->getVectorOperand());
}

class ElementOrder {
public:
  ElementOrder(Function &function, const ShapeInfo &shapes, const AccessPlans &plans,
               const LoopInfo &loops, const TargetInfo &target)
      : function(function), shapes(shapes), plans(plans), loops(loops), target(target) {}

  bool run();

private:
  bool isDense(const Instruction &access) const;
  bool maySplit(const Instruction &instruction) const;
  unsigned tupleOf(ArrayRef<Value *> values);
  Tuple::Kind kindOf(ArrayRef<Value *> values) const;
  bool doAlike(const Instruction &one, const Instruction &other) const;
  void addOperands(unsigned number);
  void findStores();
  void countUses();
  void dropOutsideUses();
  bool isUsedInOrder(const Tuple &tuple) const;
  void findComponents();
  double weightOf(const Value *value) const;
  double savedBy(const Instruction &access, const Tuple &tuple) const;
  DenseSet<unsigned> findGains() const;

  void place(unsigned number, Instruction &before);
  Value *ordered(const Tuple &tuple, BasicBlock::iterator before) const;
  void takeOperands(const Tuple &tuple);
  void mark(const DenseSet<unsigned> &components);

  Function &function;
  const ShapeInfo &shapes;
  const AccessPlans &plans;
  const LoopInfo &loops;
  const TargetInfo &target;
  std::vector<Tuple> tuples;
  std::map<SmallVector<Value *, 16>, unsigned> numbers;
  DenseSet<const Value *> owned;    // values of operations
  SmallVector<unsigned, 32> unread; // operations whose operands are no tuples yet
  std::vector<Store> stores;        // in their order
  DenseSet<unsigned> waiting;       // operations that are not where they are to be
};

// Lanes access vectors that lie side by side.
bool ElementOrder::isDense(const Instruction &access) const {
  const Access &known = plans.of(access).access;
  return known.elements() > 1 && known.canStride() && !known.is_volatile && !known.isUniform() &&
         known.lies->stride == int64_t(known.bytes());
}

// Whether it does the same to each element, and asks for no mask.
bool ElementOrder::maySplit(const Instruction &instruction) const {
  if (!shapes.shape(&instruction).isVarying() || instruction.getType()->isVectorTy() ||
      instruction.getType()->isPointerTy())
    return false;
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
    return isTriviallyVectorizable(call->getIntrinsicID()) &&
           !instruction.getType()->isStructTy() && call->doesNotAccessMemory() &&
           none_of(seq(0u, call->arg_size()), [&](unsigned i) {
             return isVectorIntrinsicWithScalarOpAtArg(call->getIntrinsicID(), i, &target.llvm()) &&
                    !isa<Constant>(call->getArgOperand(i));
           });
  switch (instruction.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem: // idle lanes divide by one
    return false;
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return false;
  case Instruction::BitCast:
    return !instruction.getOperand(0)->getType()->isVectorTy();
  default:
    return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, PHINode>(instruction);
  }
}

// Whether they are the same operation, of other operands.
bool ElementOrder::doAlike(const Instruction &one, const Instruction &other) const {
  if (one.getParent() != other.getParent() || !one.isSameOperationAs(&other))
    return false;
  auto *call = dyn_cast<IntrinsicInst>(&one);
  if (!call)
    return true;
  auto *second = cast<IntrinsicInst>(&other);
  return call->getIntrinsicID() == second->getIntrinsicID() &&
         all_of(seq(0u, call->arg_size()), [&](unsigned i) {
           return call->getArgOperand(i) == second->getArgOperand(i) ||
                  !isVectorIntrinsicWithScalarOpAtArg(call->getIntrinsicID(), i, &target.llvm());
         });
}

Tuple::Kind ElementOrder::kindOf(ArrayRef<Value *> values) const {
  Value *first = values.front();
  if (all_equal(values))
    return shapes.shape(first).isUniform() ? Tuple::Same : Tuple::Outside;
  auto *extract = dyn_cast<ExtractElementInst>(first);
  auto *load = extract ? dyn_cast<LoadInst>(extract->getVectorOperand()) : nullptr;
  if (load && isDense(*load) && plans.of(*load).access.elements() == values.size() &&
      all_of(enumerate(values), [&](auto each) {
        auto *one = dyn_cast<ExtractElementInst>(each.value());
        auto *index = one ? dyn_cast<ConstantInt>(one->getIndexOperand()) : nullptr;
        return index && one->getVectorOperand() == load && index->getValue() == each.index();
      }))
    return Tuple::Loaded;
  auto *operation = dyn_cast<Instruction>(first);
  DenseSet<const Value *> seen;
  const bool alike = operation && all_of(values, [&](const Value *value) {
                       auto *one = dyn_cast<Instruction>(value);
                       return one && maySplit(*one) && doAlike(*operation, *one) &&
                              !owned.contains(one) && seen.insert(one).second;
                     });
  return alike ? Tuple::Operation : Tuple::Outside;
}

unsigned ElementOrder::tupleOf(ArrayRef<Value *> values) {
  auto [known, is_new] =
      numbers.try_emplace(SmallVector<Value *, 16>(values), unsigned(tuples.size()));
  if (!is_new)
    return known->second;
  Tuple &made = tuples.emplace_back();
  made.values = known->first;
  made.kind = kindOf(values);
  if (made.kind == Tuple::Operation) {
    owned.insert_range(values);
    unread.push_back(known->second);
  }
  return known->second;
}

void ElementOrder::addOperands(unsigned number) {
  SmallVector<Instruction *, 16> each;
  for (Value *value : tuples[number].values)
    each.push_back(cast<Instruction>(value));
  const unsigned count = isa<CallBase>(each.front()) ? cast<CallBase>(each.front())->arg_size()
                                                     : each.front()->getNumOperands();
  SmallVector<unsigned, 4> operands;
  for (unsigned i = 0; i < count; ++i) {
    SmallVector<Value *, 16> values;
    for (Instruction *one : each) {
      auto *phi = dyn_cast<PHINode>(one);
      BasicBlock *from = phi ? cast<PHINode>(each.front())->getIncomingBlock(i) : nullptr;
      values.push_back(phi ? phi->getIncomingValueForBlock(from) : one->getOperand(i));
    }
    operands.push_back(tupleOf(values));
  }
  tuples[number].operands = operands;
}

// The elements that a chain of insertions, which nobody else uses, makes of a vector.
std::optional<SmallVector<Value *, 16>> insertedElements(Value *vector, unsigned count) {
  SmallVector<Value *, 16> elements(count, nullptr);
  while (auto *insert = dyn_cast<InsertElementInst>(vector)) {
    auto *index = dyn_cast<ConstantInt>(insert->getOperand(2));
    if (!index || !insert->hasOneUse() || index->getValue().uge(count))
      return std::nullopt;
    Value *&element = elements[index->getZExtValue()];
    if (element)
      return std::nullopt;
    element = insert->getOperand(1);
    vector = insert->getOperand(0);
  }
  if (is_contained(elements, nullptr))
    return std::nullopt;
  return elements;
}

void ElementOrder::findStores() {
  for (Instruction &instruction : instructions(function)) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (!store || !isDense(*store))
      continue;
    if (auto elements =
            insertedElements(store->getValueOperand(), plans.of(*store).access.elements()))
      stores.push_back({store, tupleOf(*elements)});
  }
  while (!unread.empty())
    addOperands(unread.pop_back_val());
}

void ElementOrder::countUses() {
  for (const Store &store : stores)
    ++tuples[store.tuple].uses;
  for (const Tuple &tuple : tuples)
    for (unsigned operand : tuple.operands)
      ++tuples[operand].uses;
}

bool ElementOrder::isUsedInOrder(const Tuple &tuple) const {
  if (tuple.kind == Tuple::Loaded && !loadOf(tuple)->hasNUses(unsigned(tuple.values.size())))
    return false;
  return all_of(tuple.values, [&](const Value *value) { return value->hasNUses(tuple.uses); });
}

// What is used in another way as well is by element, and so is what only that is made of.
void ElementOrder::dropOutsideUses() {
  SmallVector<unsigned, 32> suspects;
  for (unsigned number = 0; number < tuples.size(); ++number)
    suspects.push_back(number);
  while (!suspects.empty()) {
    Tuple &tuple = tuples[suspects.pop_back_val()];
    if (!tuple.isInOrder() || isUsedInOrder(tuple))
      continue;
    tuple.kind = Tuple::Outside;
    for (unsigned operand : tuple.operands) {
      --tuples[operand].uses;
      suspects.push_back(operand);
    }
    tuple.operands.clear();
  }
}

void ElementOrder::findComponents() {
  EquivalenceClasses<unsigned> together;
  for (unsigned number = 0; number < tuples.size(); ++number) {
    const Tuple &tuple = tuples[number];
    together.insert(number);
    for (unsigned operand : tuple.operands)
      if (tuples[operand].isInOrder())
        together.unionSets(number, operand);
  }
  for (unsigned number = 0; number < tuples.size(); ++number)
    tuples[number].component = together.getLeaderValue(number);
}

double ElementOrder::weightOf(const Value *value) const {
  return std::pow(AssumedTrips, loops.getLoopDepth(cast<Instruction>(value)->getParent()));
}

// Shuffles that an access saves whose elements are `tuple`. A word holds all of some vectors of
// narrow elements: by element these are parts of it, shifted, as wide as the word. Elements that
// are computed with in other widths are in need of as many shuffles in the order of memory.
double ElementOrder::savedBy(const Instruction &access, const Tuple &tuple) const {
  const auto *vector = cast<FixedVectorType>(getLoadStoreType(&access));
  const bool is_converted =
      isa<StoreInst>(access)
          ? isa<CastInst>(tuple.values.front())
          : all_of(tuple.values.front()->users(), [](const User *by) { return isa<CastInst>(by); });
  if (is_converted &&
      packedType(vector->getElementType(), vector->getNumElements(), function.getDataLayout()))
    return 0;
  return double(tuple.values.size()) * weightOf(&access);
}

// The components in which accesses save more shuffles than operands from outside take.
DenseSet<unsigned> ElementOrder::findGains() const {
  DenseMap<unsigned, double> gains;
  for (const Store &store : stores)
    if (const Tuple &tuple = tuples[store.tuple]; tuple.isInOrder())
      gains[tuple.component] += savedBy(*store.store, tuple);
  for (const Tuple &tuple : tuples) {
    if (tuple.kind == Tuple::Loaded)
      gains[tuple.component] += savedBy(*loadOf(tuple), tuple);
    for (unsigned operand : tuple.operands)
      if (tuples[operand].kind == Tuple::Outside &&
          !all_of(tuples[operand].values, [](const Value *value) { return isa<Constant>(value); }))
        gains[tuple.component] -= double(tuple.values.size()) * weightOf(tuple.values.front());
  }
  DenseSet<unsigned> result;
  for (auto [component, gain] : gains)
    if (gain > 0)
      result.insert(component);
  return result;
}

// Puts the operation, and before it those of its block that it is made of, before `before`, if they
// wait for that. All elements stand together then, behind what the others take.
void ElementOrder::place(unsigned number, Instruction &before) {
  SmallVector<std::pair<unsigned, unsigned>, 32> path; // tuples, and which operand of each is next
  auto enter = [&](unsigned tuple) {
    if (waiting.contains(tuple) &&
        cast<Instruction>(tuples[tuple].values.front())->getParent() == before.getParent()) {
      waiting.erase(tuple);
      path.push_back({tuple, 0});
    }
  };
  enter(number);
  while (!path.empty()) {
    auto &[tuple, next] = path.back();
    if (next < tuples[tuple].operands.size()) {
      enter(tuples[tuple].operands[next++]);
      continue;
    }
    for (Value *value : tuples[tuple].values)
      cast<Instruction>(value)->moveBefore(before.getIterator());
    path.pop_back();
  }
}

// The tuple's values, brought into the order of memory before `before`.
Value *ElementOrder::ordered(const Tuple &tuple, BasicBlock::iterator before) const {
  IRBuilder<> builder(before->getParent(), before);
  Value *vector = PoisonValue::get(
      FixedVectorType::get(tuple.values.front()->getType(), unsigned(tuple.values.size())));
  for (auto [i, value] : enumerate(tuple.values))
    vector = builder.CreateInsertElement(vector, value, uint64_t(i));
  auto *made = new FreezeInst(vector, "", before);
  setMemoryOrder(*made, {0, unsigned(tuple.values.size())});
  return made;
}

void ElementOrder::takeOperands(const Tuple &tuple) {
  auto *first = cast<Instruction>(tuple.values.front());
  for (auto [i, operand] : enumerate(tuple.operands)) {
    if (tuples[operand].kind != Tuple::Outside)
      continue;
    auto *phi = dyn_cast<PHINode>(first);
    BasicBlock *from = phi ? phi->getIncomingBlock(unsigned(i)) : nullptr;
    const BasicBlock::iterator before =
        from ? from->getTerminator()->getIterator() : first->getIterator();
    Value *vector = ordered(tuples[operand], before);
    IRBuilder<> builder(before->getParent(), before);
    for (auto [part, value] : enumerate(tuple.values)) {
      Value *taken = builder.CreateExtractElement(vector, uint64_t(part));
      if (from)
        cast<PHINode>(value)->setIncomingValueForBlock(from, taken);
      else
        cast<Instruction>(value)->setOperand(unsigned(i), taken);
    }
  }
}

void ElementOrder::mark(const DenseSet<unsigned> &components) {
  for (auto [number, tuple] : enumerate(tuples))
    if (tuple.kind == Tuple::Operation && components.contains(tuple.component) &&
        !isa<PHINode>(tuple.values.front()))
      waiting.insert(unsigned(number));
  for (const Store &store : stores) {
    const Tuple &tuple = tuples[store.tuple];
    if (!components.contains(tuple.component) || !tuple.isInOrder())
      continue;
    setMemoryOrder(*store.store, {0, unsigned(tuple.values.size())});
    Instruction *before = store.store;
    for (auto *insert = dyn_cast<InsertElementInst>(store.store->getValueOperand()); insert;
         insert = dyn_cast<InsertElementInst>(insert->getOperand(0))) {
      insert->moveBefore(before->getIterator());
      before = insert;
    }
    place(store.tuple, *before);
  }
  for (unsigned number = 0; number < tuples.size(); ++number)
    if (waiting.contains(number))
      place(number,
            *cast<Instruction>(tuples[number].values.front())->getParent()->getTerminator());
  for (const Tuple &tuple : tuples) {
    if (!components.contains(tuple.component) || !tuple.isInOrder())
      continue;
    const unsigned parts = unsigned(tuple.values.size());
    if (tuple.kind == Tuple::Loaded)
      setMemoryOrder(*loadOf(tuple), {0, parts});
    else if (isa<PHINode>(tuple.values.front()))
      for (auto [part, phi] : enumerate(tuple.values))
        setMemoryOrder(*cast<Instruction>(phi), {unsigned(part), parts});
    takeOperands(tuple);
  }
}

bool ElementOrder::run() {
  findStores();
  countUses();
  dropOutsideUses();
  findComponents();
  const DenseSet<unsigned> gains = findGains();
  if (!gains.empty())
    mark(gains);
  return !gains.empty();
}

} // namespace

bool keepMemoryOrder(Function &function, const ShapeInfo &shapes, const AccessPlans &plans,
                     const LoopInfo &loops, const TargetInfo &target) {
  return ElementOrder(function, shapes, plans, loops, target).run();
}

} // namespace weft
