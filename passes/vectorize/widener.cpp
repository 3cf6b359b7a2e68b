// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The widener's frame: the new function, its entry checks, what blocks cost, and who writes which
// instruction.
#include "passes/vectorize/widener.h"

#include "passes/analysis/sub_group_operations.h"
#include "passes/vectorize/access/accesses.h"
#include "passes/vectorize/active_lane_loop.h"
#include "passes/vectorize/calls.h"
#include "passes/vectorize/cost_model.h"
#include "passes/vectorize/entry_expressions.h"
#include "passes/vectorize/operations.h"
#include "passes/vectorize/shared_functions.h"
#include "passes/vectorize/widener_levels.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace weft {

Widener::Widener(Function &scalar, Function &original, const FlowLevels &levels,
                 const ShapeInfo &shapes, const AccessPlans &accesses,
                 const VectorizeOptions &options, const TargetInfo &target)
    : builder(scalar.getContext(), TargetFolder(scalar.getDataLayout())), shapes(shapes),
      levels(levels), target(target), layout(scalar.getDataLayout()), width(shapes.width()),
      scalar(scalar), original(original), options(options),
      accesses(std::make_unique<Accesses>(*this, accesses, options.left_out)) {}

Widener::~Widener() = default;

bool Widener::gathers() const { return accesses->gathers(); }

void Widener::fail(const Instruction &instruction, StringRef why) {
  if (!failure.empty())
    return;
  failure = (why + ": " + instruction.getOpcodeName()).str();
  if (const DebugLoc &loc = instruction.getDebugLoc())
    failure += " in line " + std::to_string(loc.getLine());
}

void Widener::remark(const Instruction &instruction, StringRef what) {
  std::string text = original.getName().str();
  if (const DebugLoc &loc = instruction.getDebugLoc())
    text += ":" + std::to_string(loc.getLine());
  text += ": " + what.str();
  if (!is_contained(remarks, text))
    remarks.push_back(std::move(text));
}

FunctionType *Widener::wideFunctionType() {
  SmallVector<Type *, 16> params;
  for (const Argument &arg : scalar.args()) {
    first_params.push_back(unsigned(params.size()));
    if (is_contained(options.varying_params, arg.getArgNo()))
      for (unsigned i = 0; i < flatCount(arg.getType()); ++i)
        params.push_back(wideType(flatType(arg.getType(), i)));
    else
      params.push_back(arg.getType());
  }
  // Calling conventions make an argument of each lane of a mask of more lanes than a register has
  // bytes.
  Type *mask = wideType(builder.getInt1Ty());
  if (width > target.registerBits() / 8)
    mask = builder.getIntNTy(width);
  params.push_back(mask);
  Type *result = scalar.getReturnType();
  if (options.is_called && !result->isVoidTy()) {
    SmallVector<Type *, 4> each;
    for (unsigned i = 0; i < flatCount(result); ++i)
      each.push_back(wideType(flatType(result, i)));
    result = each.size() == 1 ? each.front() : StructType::get(scalar.getContext(), each);
  }
  return FunctionType::get(result, params, false);
}

Function *Widener::declareWide() {
  Function *result =
      Function::Create(wideFunctionType(), original.getLinkage(), original.getAddressSpace(),
                       original.getName() + ".w" + Twine(width), scalar.getParent());
  result->setCallingConv(original.getCallingConv());
  AttributeList attributes = scalar.getAttributes();
  if (options.is_called) // other parameters, another result
    result->addFnAttrs(AttrBuilder(result->getContext(), attributes.getFnAttrs()));
  else
    result->setAttributes(attributes);
  // What these say of one work-item need not hold for many, or on the masks' account.
  for (Attribute::AttrKind kind :
       {Attribute::MinSize, Attribute::OptimizeForSize, Attribute::OptimizeNone,
        Attribute::NoInline, Attribute::Memory, Attribute::WillReturn, Attribute::MustProgress})
    result->removeFnAttr(kind);
  for (const Argument &from : scalar.args())
    result->getArg(first_params[from.getArgNo()])->setName(from.getName());
  result->getArg(result->arg_size() - 1)->setName("lanes");
  return result;
}

// Narrow affine values that the shape analysis assumed not to wrap from lane 0 to lane W - 1.
void Widener::emitAssumptionChecks(BasicBlock *start) {
  Value *holds = nullptr;
  EntryExpressions expressions(builder, *wide, first_params);
  for (auto &[value, kinds] : shapes.assumptions()) {
    Value *first = expressions.make(value);
    for (bool is_signed : kinds) {
      Value *fits = fitsLanes(first, shapes.shape(value).stride(), is_signed);
      holds = holds ? builder.CreateAnd(holds, fits) : fits;
    }
  }
  if (!holds) {
    entry_end = builder.CreateBr(start);
    return;
  }
  BasicBlock *checked = newBlock("checked"), *fallback = newBlock("lane.by.lane");
  MDBuilder hints(wide->getContext());
  builder.CreateCondBr(holds, checked, fallback, hints.createLikelyBranchWeights());
  emitScalarFallback(fallback);
  builder.SetInsertPoint(checked);
  entry_end = builder.CreateBr(start);
}

void Widener::emitScalarFallback(BasicBlock *block) {
  if (options.is_called) {
    builder.SetInsertPoint(block);
    SmallVector<Value *, 16> args;
    for (Argument &arg : wide->args())
      args.push_back(&arg);
    CallInst *call = builder.CreateCall(options.fallback, args);
    if (call->getType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(call);
    return;
  }
  builder.SetInsertPoint(block);
  ActiveLaneLoop loop(*this, lanes);
  Type *type = scalar.getReturnType();
  PHINode *result = type->isVoidTy() ? nullptr : loop.carried(Constant::getNullValue(type));
  SmallVector<Value *, 16> args;
  for (Argument &arg : scalar.args()) {
    Value *value = wide->getArg(arg.getArgNo());
    if (int64_t stride = shapes.shape(&arg).stride())
      value = builder.CreateAdd(
          value, builder.CreateMul(builder.CreateZExtOrTrunc(loop.lane(), value->getType()),
                                   ConstantInt::getSigned(value->getType(), stride)));
    args.push_back(value);
  }
  CallInst *call = builder.CreateCall(&original, args);
  call->setCallingConv(original.getCallingConv());
  call->setIsNoInline();
  if (scalar.getSubprogram() || original.getSubprogram())
    if (DISubprogram *program = scalar.getSubprogram())
      call->setDebugLoc(DILocation::get(wide->getContext(), program->getLine(), 0, program));
  if (!result) {
    loop.end();
    builder.CreateRetVoid();
    return;
  }
  loop.end({builder.CreateSelect(builder.CreateIsNotNull(call), call, result)});
  builder.CreateRet(result);
}

// Code that is emitted once for all lanes, as it stands in the scalar function, and that must not
// run where no lane would have run it.
bool Widener::needsActiveLane(const Instruction &instruction) const {
  if (isa<PHINode>(instruction) || instruction.isTerminator())
    return false;
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return isUniform(store->getPointerOperand());
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return isUniform(load->getPointerOperand());
  if (auto *atomic = dyn_cast<AtomicRMWInst>(&instruction))
    return isUniform(atomic->getPointerOperand());
  if (auto *call = dyn_cast<CallBase>(&instruction)) {
    if (subGroupOperation(*call))
      return false; // those that no lane wants do nothing
    if (isSharedCall(*call))
      return true; // forms are for one lane at least
    if (isa<IntrinsicInst>(call))
      return call->mayHaveSideEffects() || (call->mayReadFromMemory() && hasScalar(call));
    return !call->getType()->isVoidTy() && hasScalar(call) && !call->doesNotAccessMemory();
  }
  return hasScalar(&instruction) && instruction.isIntDivRem() &&
         !isa<Constant>(instruction.getOperand(1));
}

BlockCost Widener::costOf(const BasicBlock &block) const {
  const bool needs_lane = any_of(block, [&](const Instruction &instruction) {
    return !instruction.isDebugOrPseudoInst() && needsActiveLane(instruction);
  });
  return {costIfSkipped(block, shapes, accesses->plans, target.costs()), needs_lane};
}

void Widener::emitInstruction(const Instruction &instruction) {
  if (instruction.isDebugOrPseudoInst())
    return;
  switch (instruction.getOpcode()) {
  case Instruction::Load:
  case Instruction::Store:
    return accesses->emit(instruction);
  case Instruction::Call:
    return Calls(*this).emit(cast<CallBase>(instruction));
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    return accesses->emitAtomic(instruction);
  case Instruction::Fence:
    builder.Insert(instruction.clone());
    return;
  case Instruction::Alloca: {
    // private_memory.h has made it one for all lanes.
    Instruction *clone = instruction.clone();
    clone->insertBefore(*entry, entry->end());
    clone->setName(instruction.getName());
    scalars[&instruction] = clone;
    return;
  }
  default:
    break;
  }
  if (hasScalar(&instruction))
    return emitScalar(instruction);
  Operations(*this).emit(instruction);
}

void Widener::emitScalar(const Instruction &instruction) {
  bool from_uniform = all_of(instruction.operands(), [&](const Use &use) {
    return isa<MetadataAsValue>(use) || isUniform(use);
  });
  // What lanes know to be disjoint need not be so in lane 0.
  if (auto *disjoint = dyn_cast<PossiblyDisjointInst>(&instruction);
      disjoint && disjoint->isDisjoint() && !from_uniform && !isUniform(&instruction)) {
    scalars[&instruction] =
        builder.CreateAdd(scalarOf(instruction.getOperand(0)), scalarOf(instruction.getOperand(1)));
    return;
  }
  // Between equal values nothing is selected.
  if (auto *select = dyn_cast<SelectInst>(&instruction);
      select && select->getTrueValue() == select->getFalseValue()) {
    scalars[select] = scalarOf(select->getTrueValue());
    return;
  }
  Instruction *clone = instruction.clone();
  for (Use &use : clone->operands())
    use.set(scalarOf(use));
  if (!from_uniform)
    clone->dropPoisonGeneratingAnnotations();
  builder.Insert(clone);
  if (!instruction.getType()->isVoidTy()) {
    clone->setName(instruction.getName());
    scalars[&instruction] = clone;
  }
}

void Widener::remarkDivergence() {
  for (auto &level : levels.all()) {
    if (level->loop && shapes.isDivergent(*level)) {
      const Instruction *start = level->loop->getHeader()->getTerminator();
      remark(*start, "loop runs until the last lane leaves it");
    }
    for (auto &node : level->nodes)
      if (!node.inner && shapes.isDivergent(node.block))
        remark(*node.block->getTerminator(), "branch diverges");
  }
}

Function *Widener::run(bool is_checked, std::string &why) {
  wide = declareWide();
  entry = BasicBlock::Create(wide->getContext(), "entry", wide);
  BasicBlock *checks = newBlock("checks"), *start = newBlock("start");
  for (BasicBlock &block : scalar)
    entries[&block] = newBlock(block.getName());
  builder.SetInsertPoint(checks);
  lanes = builder.CreateBitCast(wide->getArg(wide->arg_size() - 1), wideType(builder.getInt1Ty()));
  if (is_checked)
    entry_end = builder.CreateBr(start);
  else
    emitAssumptionChecks(start);
  builder.SetInsertPoint(start);
  remarkDivergence();
  emitLevel(levels.top(), lanes);
  completeHeaderPhis();
  builder.SetInsertPoint(entry);
  builder.CreateBr(checks);
  if (failure.empty()) {
    removeUnreachableBlocks(*wide);
    DominatorTree dominators(*wide);
    PromoteMemToReg(variables, dominators);
  }
  wide->setSubprogram(scalar.getSubprogram());
  scalar.setSubprogram(nullptr);
  why = failure;
  return wide;
}

} // namespace weft
