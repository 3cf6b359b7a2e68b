// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/build_checks.h"

#include "passes/address_space.h"
#include "passes/analysis/sub_group_operations.h"
#include "passes/check/accesses.h"
#include "passes/check/barrier_checks.h"
#include "passes/check/copy_checks.h"
#include "passes/check/findings.h"
#include "passes/check/partial_run.h"
#include "passes/check/provenance.h"
#include "passes/check/side_by_side.h"
#include "passes/check_marks.h"
#include "passes/regions/group_uniformity.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Passes/PassBuilder.h"

#include <algorithm>
#include <optional>
#include <set>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

// Which work-item is run.
enum class Who { Any, First, Strict };

// Of a work-item that are compared with those of another one.
constexpr size_t MostTouches = 4000;
constexpr uint64_t MostWorkItems = uint64_t(1) << 31; // of a group, in one dimension

struct Looked {
  Access access;
  Value *offset, *size, *size_to_read, *object, *root;
};

const char *verb(weft_check_access access) {
  return access == WEFT_ACCESS_READ    ? "read"
         : access == WEFT_ACCESS_WRITE ? "write"
                                       : "atomic operation";
}

const char *wordsFor(unsigned kind) {
  switch (kind) {
  case WEFT_OBJECT_LOCAL:
    return "local variable";
  case WEFT_OBJECT_PRIVATE:
    return "private variable";
  case WEFT_OBJECT_PROGRAM:
    return "variable at program scope";
  default:
    return "argument";
  }
}

std::string count(uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

const Function *calleeOf(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return call ? call->getCalledFunction() : nullptr;
}

bool isMark(const Instruction &instruction) {
  const Function *callee = calleeOf(instruction);
  return callee && is_contained({FoundName, MissedName, IndexName}, callee->getName());
}

// What may tell other work-items of the group of what one has done, but barriers.
bool maySignal(const Instruction &instruction) {
  if (isBarrier(instruction) || isMark(instruction) || isa<IntrinsicInst>(instruction))
    return false;
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return !call->onlyReadsMemory() && !call->onlyAccessesInaccessibleMemory();
  return instruction.isAtomic() || instruction.isVolatile();
}

class BuildChecks {
public:
  explicit BuildChecks(LoweredKernel &kernel)
      : kernel(kernel), item(*kernel.function), layout(item.getDataLayout()),
        findings(item, kernel.name), provenance(kernel, findings) {
    // Of groups that are whole: at the edge of a launch there may be smaller ones.
    if (const MDNode *size = item.getMetadata("reqd_work_group_size");
        size && size->getNumOperands() == 3)
      for (unsigned d = 0; d < 3; ++d)
        full_size[d] = mdconst::extract<ConstantInt>(size->getOperand(d))->getZExtValue();
  }

  std::vector<Mistake> run() {
    boundIds();
    look();
    PassBuilder().registerFunctionAnalyses(analyses);
    evolution = &analyses.getResult<ScalarEvolutionAnalysis>(item);
    post_dominators = &analyses.getResult<PostDominatorTreeAnalysis>(item);
    uniformity.emplace(item);
    findVarying();

    runFor(Who::Any, {});
    runFor(Who::First, {});
    sideBySide();
    findUnwrittenLocals();
    analyses.clear();
    for (Mistake &mistake : found)
      mistake.kernel = kernel.name;
    return std::move(found);
  }

private:
  class Watch;

  bool hasFullSize() const { return full_size[0] != 0; }

  void boundIds() {
    LLVMContext &context = item.getContext();
    const auto bound = [&](unsigned param, uint64_t least, uint64_t end) {
      const ConstantRange range(APInt(64, least), APInt(64, end));
      item.addParamAttr(param, Attribute::get(context, Attribute::Range, range));
    };
    for (unsigned d = 0; d < 3; ++d) {
      const uint64_t most = hasFullSize() ? full_size[d] : MostWorkItems;
      bound(ItemParam::LocalId + d, 0, most);
      bound(ItemParam::LocalSize + d, std::max<uint64_t>(kernel.fixed_local_size[d], 1), most + 1);
    }
  }

  // Which object each access is to, and where in it, as values of the function.
  void look() {
    SmallVector<Access, 32> all;
    for (Instruction &instruction : instructions(item))
      for (const Access &access : accessesOf(instruction, layout))
        if (provenance.isKnown(access.pointer))
          all.push_back(access);
    for (const Access &access : all) {
      Looked looked{access,
                    provenance.offset(access.pointer),
                    provenance.size(access.pointer, access.writes()),
                    provenance.size(access.pointer, false),
                    provenance.object(access.pointer),
                    provenance.onlyRoot(access.pointer)};
      accesses[access.instruction].push_back(looked);
      if (auto *argument = dyn_cast_or_null<Argument>(looked.root))
        if (Value *offset = provenance.offset(argument); isa<Instruction>(offset))
          arguments[argument] = offset;
    }
  }

  void know(PartialRun &run, unsigned param, uint64_t number) {
    Argument &argument = *item.getArg(param);
    run.know(argument, ConstantInt::get(argument.getType(), number));
  }

  Deeds runFor(Who who, const std::array<uint64_t, 3> &local_id);
  void sideBySide();
  void look(Instruction &instruction, const PartialRun &run, const Deeds &deeds, Who who);
  void look(const Looked &looked, const PartialRun &run, const Deeds &deeds, Who who);
  void lookAtMark(const CallInst &mark, const PartialRun &run, const Deeds &deeds, Who who);
  void findUnwrittenLocals();

  // The number, or the least one that it may be: then what is wrong with the least of an offset
  // beyond an end is wrong with all.
  std::optional<APInt> leastOf(Value *value, const PartialRun &run) {
    if (const ConstantInt *number = run.knownInt(value))
      return number->getValue();
    if (run.known(value) || !evolution->isSCEVable(value->getType()))
      return std::nullopt;
    return evolution->getUnsignedRangeMin(evolution->getSCEV(value));
  }

  // Whatever the values are that are not known.
  bool isAlways(Value &condition) {
    auto *compare = dyn_cast<ICmpInst>(&condition);
    return compare && compare->getOperand(0)->getType()->isIntegerTy() &&
           evolution->isKnownPredicate(compare->getCmpPredicate(),
                                       evolution->getSCEV(compare->getOperand(0)),
                                       evolution->getSCEV(compare->getOperand(1)));
  }

  // Whether the condition for a way was decided where it is known what it is about: within a
  // function that was inlined a caller's constant may be kept from there by it.
  bool isPlain(const PartialRun::Way &way) const {
    return all_of(way, [&](const PartialRun::Turn &turn) {
      const DILocation *where = turn.branch->getDebugLoc().get();
      return !where || where->getScope()->getSubprogram()->getName() == kernel.name;
    });
  }

  void add(Instruction &at, unsigned what, Mistake mistake, const Deeds &deeds, Who who) {
    if (!said.insert({&at, what}).second)
      return;
    mistake.place = at.getDebugLoc().get();
    if (who != Who::Any)
      mistake.notes.push_back("by the work-item with local ids " + describeIds(deeds.local_id));
    found.push_back(std::move(mistake));
  }

  // What is computed from local ids.
  void findVarying() {
    SmallVector<const Value *, 32> left;
    for (unsigned d = 0; d < 3; ++d)
      left.push_back(item.getArg(ItemParam::LocalId + d));
    while (!left.empty())
      for (const User *user : left.pop_back_val()->users())
        if (varying.insert(user).second)
          left.push_back(user);
  }

  static bool isLocalId(const Value &value) {
    auto *argument = dyn_cast<Argument>(&value);
    return argument && argument->getArgNo() >= ItemParam::LocalId &&
           argument->getArgNo() < ItemParam::LocalId + 3;
  }

  bool growsWithIds(const SCEV *expression) {
    if (!SCEVExprContains(expression, [&](const SCEV *part) {
          auto *unknown = dyn_cast<SCEVUnknown>(part);
          return unknown && !uniformity->isUniform(*unknown->getValue());
        }))
      return true;
    if (auto *unknown = dyn_cast<SCEVUnknown>(expression))
      return isLocalId(*unknown->getValue());
    if (auto *cast = dyn_cast<SCEVCastExpr>(expression))
      return growsWithIds(cast->getOperand());
    if (auto *product = dyn_cast<SCEVMulExpr>(expression))
      return product->getNumOperands() == 2 && isa<SCEVConstant>(product->getOperand(0)) &&
             cast<SCEVConstant>(product->getOperand(0))->getAPInt().isStrictlyPositive() &&
             growsWithIds(product->getOperand(1));
    if (isa<SCEVAddExpr, SCEVMinMaxExpr>(expression))
      return all_of(cast<SCEVNAryExpr>(expression)->operands(),
                    [&](const SCEV *part) { return growsWithIds(part); });
    return false;
  }

  // Whether the first work-item of a group goes this way if any of it does: by a bound that ids are
  // below.
  bool firstGoes(const Instruction &branch, unsigned successor) {
    auto *conditional = dyn_cast<BranchInst>(&branch);
    return conditional && conditional->isConditional() &&
           isBound(*conditional->getCondition(), successor == 1);
  }

  bool isBound(Value &condition, bool is_inverse) {
    Value *one, *two;
    if (is_inverse ? match(&condition, m_LogicalOr(m_Value(one), m_Value(two)))
                   : match(&condition, m_LogicalAnd(m_Value(one), m_Value(two))))
      return isBound(*one, is_inverse) && isBound(*two, is_inverse);
    auto *compare = dyn_cast<ICmpInst>(&condition);
    if (!compare || !compare->getOperand(0)->getType()->isIntegerTy())
      return false;
    ICmpInst::Predicate predicate =
        is_inverse ? compare->getInversePredicate() : compare->getPredicate();
    Value *low = compare->getOperand(0), *high = compare->getOperand(1);
    if (ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate)) {
      std::swap(low, high);
      predicate = ICmpInst::getSwappedPredicate(predicate);
    }
    return (ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate)) &&
           uniformity->isUniform(*high) && growsWithIds(evolution->getSCEV(low));
  }

  std::string nameOf(const Value &root) {
    if (auto *instruction = dyn_cast<Instruction>(&root))
      if (const MDNode *node = instruction->getMetadata(LocalVariableKind))
        return plainVariableName(cast<MDString>(node->getOperand(0))->getString()).str();
    return plainVariableName(root.getName()).str();
  }

  LoweredKernel &kernel;
  Function &item;
  const DataLayout &layout;
  Findings findings;
  Provenance provenance;
  uint64_t full_size[3] = {}; // of groups; zeros: not fixed
  FunctionAnalysisManager analyses;
  ScalarEvolution *evolution = nullptr;
  const PostDominatorTree *post_dominators = nullptr;
  std::optional<GroupUniformity> uniformity;
  DenseMap<const Instruction *, SmallVector<Looked, 2>> accesses;
  DenseMap<const Value *, Value *> arguments; // their offsets
  SmallPtrSet<const Value *, 32> varying;
  std::set<std::pair<const Instruction *, unsigned>> said;
  std::vector<Mistake> found;
};

// Follows a run, and writes down what the work-item does.
class BuildChecks::Watch final : public PartialRun::Watcher {
public:
  Watch(BuildChecks &checks, Who who, Deeds &deeds) : checks(checks), who(who), deeds(deeds) {}

  bool follows(const Instruction &branch, unsigned successor) override {
    return who == Who::Any || !checks.uniformity->branchDiverges(*branch.getParent()) ||
           (who == Who::First && checks.firstGoes(branch, successor));
  }

  void at(Instruction &instruction, const PartialRun &run) override {
    checks.look(instruction, run, deeds, who);
    if (who != Who::Strict)
      return;
    if (isBarrier(instruction)) {
      deeds.meetings.push_back({&instruction, true, run.way()});
      interval = ++last_interval;
    } else if (maySignal(instruction)) {
      deeds.told.insert(interval);
    } else if (auto looked = checks.accesses.find(&instruction);
               looked != checks.accesses.end() && !instruction.getMetadata(AsyncKind)) {
      for (const Looked &one : looked->second)
        touch(instruction, one, run);
    }
  }

  void turns(const Instruction &branch) override {
    interval = begun.try_emplace(&branch, interval).first->second;
  }

  void joins(const Instruction &branch, const PartialRun::Blocks &between,
             bool all_followed) override {
    if (auto known = begun.find(&branch); known != begun.end()) {
      interval = known->second;
      begun.erase(known);
    }
    bool has_barrier = false, signals = false;
    for (const BasicBlock *block : between)
      for (const Instruction &instruction : *block) {
        has_barrier |= isBarrier(instruction);
        signals |= maySignal(instruction);
      }
    if (has_barrier && !all_followed)
      deeds.meetings.push_back({&branch, false, {}});
    if (signals)
      deeds.told.insert(interval);
    if (has_barrier)
      interval = ++last_interval;
    if (signals)
      deeds.told.insert(interval);
  }

private:
  void touch(Instruction &instruction, const Looked &one, const PartialRun &run) {
    const ConstantInt *offset = run.knownInt(one.offset);
    const Value *root = one.root;
    if (!offset || !one.access.bytes || !root || isa<AllocaInst, ConstantPointerNull>(root) ||
        offset->getValue().isNegative())
      return;
    const bool is_shared = checks.provenance.isLocalVariable(const_cast<Value *>(root)) ||
                           isa<Argument>(root) ||
                           (isa<GlobalVariable>(root) && !cast<GlobalVariable>(root)->isConstant());
    if (!is_shared || deeds.touches.size() >= MostTouches)
      return;
    auto *store = dyn_cast<StoreInst>(&instruction);
    deeds.touches.push_back({&instruction, root, offset->getZExtValue(), one.access.bytes,
                             one.access.writes(), interval,
                             store ? run.known(store->getValueOperand()) : nullptr, run.way()});
  }

  BuildChecks &checks;
  const Who who;
  Deeds &deeds;
  unsigned interval = 0, last_interval = 0;
  DenseMap<const Instruction *, unsigned> begun; // intervals in which branches are
};

Deeds BuildChecks::runFor(Who who, const std::array<uint64_t, 3> &local_id) {
  Deeds deeds;
  deeds.local_id = local_id;
  Watch watch(*this, who, deeds);
  PartialRun run(item, *post_dominators, watch);
  for (unsigned d = 0; d < 3; ++d) {
    if (who != Who::Any)
      know(run, ItemParam::LocalId + d, local_id[d]);
    if (kernel.fixed_local_size[0])
      know(run, ItemParam::LocalSize + d, kernel.fixed_local_size[d]);
  }
  // An argument's bytes are counted from where it leads, not from where its buffer begins.
  for (unsigned i = ItemParam::FirstKernelParam; i < item.arg_size(); ++i)
    if (auto offset = arguments.find(item.getArg(i)); offset != arguments.end())
      run.know(*offset->second, ConstantInt::get(offset->second->getType(), 0));
  deeds.is_whole = run.run();
  return deeds;
}

void BuildChecks::sideBySide() {
  std::vector<std::array<uint64_t, 3>> ids = {{0, 0, 0}};
  const auto asksFor = [&](unsigned d) {
    return !item.getArg(ItemParam::LocalId + d)->use_empty();
  };
  const bool asks_for_ids = any_of(seq(0u, 3u), asksFor);
  // In a dimension that the kernel does not ask for there may be one work-item.
  for (unsigned d = 0; d < 3 && ids.size() == 1; ++d)
    if (hasFullSize() ? full_size[d] > 1 : asksFor(d)) {
      ids.push_back({0, 0, 0});
      ids.back()[d] = 1;
    }
  if (hasFullSize()) {
    const std::array<uint64_t, 3> last = {full_size[0] - 1, full_size[1] - 1, full_size[2] - 1};
    if (!is_contained(ids, last))
      ids.push_back(last);
  }
  // A kernel that asks for no ids is for one work-item.
  const bool may_compare = asks_for_ids && !kernel.sub_groups && !kernel.named_barriers;
  std::vector<Deeds> all;
  for (const auto &id : ids)
    all.push_back(runFor(Who::Strict, id));
  if (!may_compare)
    return;
  std::vector<Mistake> mistakes;
  for (size_t i = 0; i < all.size() && mistakes.empty(); ++i)
    for (size_t j = i + 1; j < all.size() && mistakes.empty(); ++j)
      if (compareMeetings(all[i], all[j], mistakes) && mistakes.empty())
        compareTouches(
            all[i], all[j],
            [&](const Value &value) { return varying.contains(&value) || isLocalId(value); },
            [&](const Value &root) { return nameOf(root); }, mistakes);
  append_range(found, std::move(mistakes));
}

void BuildChecks::look(Instruction &instruction, const PartialRun &run, const Deeds &deeds,
                       Who who) {
  if (auto looked = accesses.find(&instruction); looked != accesses.end()) {
    for (const Looked &one : looked->second)
      look(one, run, deeds, who);
  } else if (isMark(instruction)) {
    lookAtMark(cast<CallInst>(instruction), run, deeds, who);
  }
}

void BuildChecks::look(const Looked &looked, const PartialRun &run, const Deeds &deeds, Who who) {
  const Access &access = looked.access;
  uint64_t bytes = access.bytes;
  if (!bytes) {
    const ConstantInt *length = run.knownInt(looked.access.length);
    if (!length || length->isZero())
      return;
    bytes = length->getZExtValue();
  }
  const ConstantInt *size = run.knownInt(looked.size);
  auto *object = dyn_cast_or_null<GlobalVariable>(run.known(looked.object));
  const std::optional<APInt> offset = leastOf(looked.offset, run);
  if (!size || !object || !offset || !isPlain(run.way()))
    return;
  // findings.cpp has made it: numbers, and a text.
  auto *content = cast<ConstantStruct>(object->getInitializer());
  const uint64_t kind = cast<ConstantDataArray>(content->getOperand(0))->getElementAsInteger(0);
  const std::string name = cast<ConstantDataArray>(content->getOperand(1))->getAsCString().str();
  const bool is_exact = run.knownInt(looked.offset);
  const auto isWithin = [&](uint64_t all) { return bytes <= all && offset->ule(all - bytes); };
  Mistake mistake;
  mistake.kind = "memory";
  const std::string what = verb(access.type);
  if (kind == WEFT_OBJECT_NULL) {
    mistake.message = what + " through a null pointer";
  } else if (kind == WEFT_OBJECT_FOUND || size->getValue().ugt(APInt(64, INT64_MAX))) {
    return;
  } else if (!isWithin(size->getZExtValue())) {
    const ConstantInt *readable = run.knownInt(looked.size_to_read);
    if (readable && isWithin(readable->getZExtValue()))
      mistake.message = what + " to '" + name + "', which is read-only";
    else if (is_exact && offset->isNegative())
      mistake.message = what + " before the beginning of '" + name + "'";
    else
      mistake.message = what + (is_exact ? " behind the end of '" : " outside of '") + name + "'";
  } else {
    Value *root = looked.root;
    const uint64_t align = access.align.value();
    if (!is_exact || !root || isa<Argument>(root) || (offset->getZExtValue() & (align - 1)) == 0 ||
        provenance.alignmentBits(root) < Log2(access.align))
      return;
    mistake.message = "misaligned " + what + " in '" + name + "': the address is no multiple of " +
                      std::to_string(align);
  }
  if (kind != WEFT_OBJECT_NULL) {
    std::string note = what + " of " + count(bytes);
    if (is_exact)
      note += " at offset " + std::to_string(offset->getSExtValue());
    note += std::string(" of ") + wordsFor(unsigned(kind)) + " '" + name + "'";
    if (const ConstantInt *all = run.knownInt(looked.size_to_read))
      note += " of " + count(all->getZExtValue());
    mistake.notes.push_back(std::move(note));
  }
  add(*access.instruction, WEFT_FOUND_ACCESS, std::move(mistake), deeds, who);
}

void BuildChecks::lookAtMark(const CallInst &call, const PartialRun &run, const Deeds &deeds,
                             Who who) {
  if (!isPlain(run.way()))
    return;
  auto &mark = const_cast<CallInst &>(call);
  const auto number = [&](unsigned i) {
    return cast<ConstantInt>(mark.getArgOperand(i))->getZExtValue();
  };
  const StringRef name = mark.getCalledFunction()->getName();
  Mistake mistake;
  mistake.kind = "memory";
  if (name == IndexName) {
    const std::optional<APInt> index = leastOf(mark.getArgOperand(0), run);
    if (!index || index->ult(number(1)))
      return;
    const bool is_exact = run.knownInt(mark.getArgOperand(0));
    mistake.message = "index " +
                      (is_exact ? std::to_string(index->getSExtValue()) : std::string("outside")) +
                      " in an array or vector of " + std::to_string(number(2));
    return add(mark, WEFT_FOUND_INDEX, std::move(mistake), deeds, who);
  }
  if (name == MissedName) {
    std::string variable;
    if (MDNode *node = mark.getMetadata(VariableKind))
      variable = cast<MDString>(node->getOperand(0))->getString().str();
    const std::string what = verb(weft_check_access(number(0)));
    const auto offset = int64_t(number(2));
    mistake.message = what + (offset < 0 ? " before the beginning of '" : " behind the end of '") +
                      variable + "'";
    mistake.notes.push_back(what + " of " + count(number(1)) + " at offset " +
                            std::to_string(offset) + " of private variable '" + variable + "' of " +
                            count(number(3)));
    return add(mark, WEFT_FOUND_ACCESS, std::move(mistake), deeds, who);
  }
  const ConstantInt *is_bad = run.knownInt(mark.getArgOperand(0));
  if (is_bad ? is_bad->isZero() : !isAlways(*mark.getArgOperand(0)))
    return;
  const std::string bits = std::to_string(number(2));
  mistake.kind = "arith";
  switch (number(1)) {
  case WEFT_FOUND_DIVISION_BY_ZERO:
    mistake.message = "division by zero";
    break;
  case WEFT_FOUND_DIVISION_OVERFLOW:
    mistake.message = "division of the least " + bits + "-bit number by -1";
    break;
  case WEFT_FOUND_SHIFT:
    mistake.message = "shift of a " + bits + "-bit number by " + bits +
                      " or more: OpenCL C takes the amount modulo " + bits;
    break;
  case WEFT_FOUND_CONVERSION:
    mistake.message = "conversion of a number that " + bits + " bits do not hold";
    break;
  case WEFT_FOUND_UNWAITED:
    mistake.kind = "barrier";
    mistake.message = "work-item returns without wait_group_events for a copy that was begun";
    break;
  case WEFT_FOUND_EVENT:
    mistake.kind = "barrier";
    mistake.message = "event that is of no copy of the group";
    break;
  default:
    return;
  }
  add(mark, unsigned(number(1)), std::move(mistake), deeds, who);
}

void BuildChecks::findUnwrittenLocals() {
  const auto check = [&](const Value &root) {
    const Instruction *read = findReadOfUnwritten(root);
    if (!read || !read->getDebugLoc())
      return;
    Mistake mistake;
    mistake.kind = "init";
    mistake.message = "'" + nameOf(root) + "' is read, and nothing in the kernel writes to it";
    mistake.place = read->getDebugLoc().get();
    found.push_back(std::move(mistake));
  };
  for (const Instruction &instruction : instructions(item))
    if (provenance.isLocalVariable(const_cast<Instruction *>(&instruction)))
      check(instruction);
  for (unsigned i = ItemParam::FirstKernelParam; i < item.arg_size(); ++i)
    if (const Argument &argument = *item.getArg(i);
        argument.getType()->isPointerTy() &&
        argument.getType()->getPointerAddressSpace() == AddressSpace::Local)
      check(argument);
}

} // namespace

std::vector<Mistake> findMistakes(LoweredKernel &kernel) {
  followCopies(*kernel.function);
  dropAlike(*kernel.function);
  return BuildChecks(kernel).run();
}

} // namespace weft
