// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/body.h"

#include "compiler/frontend/spirv/handlers.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"

namespace weft::spirv {

llvm::Value *Body::value(uint32_t id) {
  if (failed)
    return nullptr;
  if (llvm::Value *known = ids.found(id)) {
    // A value of another function, which LLVM must not see.
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(known);
    auto *argument = llvm::dyn_cast<llvm::Argument>(known);
    if ((!instruction || instruction->getFunction() == function) &&
        (!argument || argument->getParent() == function))
      return known;
  }
  if (llvm::Value *known = entryValue(id))
    return known;
  if (globals.isBuiltin(id) && function)
    return builtinStorage(id);
  if (!function || !isInBody(id)) {
    fail("%" + llvm::Twine(id) + " has no value here");
    return nullptr;
  }
  if (is_reached) {
    fail("%" + llvm::Twine(id) + " is not computed on every way that leads here");
    return nullptr;
  }
  // Where no way leads, "every way" is true of all values: of those that are not read yet, too.
  llvm::Type *known = ids.typeOf(id)->llvm;
  if (!failed && known && known->isSized())
    return llvm::PoisonValue::get(known);
  fail("%" + llvm::Twine(id) + " has no value here");
  return nullptr;
}

// Constants that are none of LLVM's, made where the function begins: samplers, and the nulls of
// reservations and events, which have all bits set. Null if the id is not one of them.
llvm::Value *Body::entryValue(uint32_t id) {
  const std::optional<uint32_t> bits = constants.samplerBits(id);
  if (!function || (!bits && !constants.isNullObject(id)))
    return nullptr;
  llvm::Value *&known = entry_values[id];
  if (known)
    return known;
  llvm::IRBuilderBase::InsertPointGuard guard(builder);
  llvm::BasicBlock &entry = function->getEntryBlock();
  builder.SetInsertPoint(&entry, entry.begin());
  if (bits)
    return known = callNamed("__translate_sampler_initializer",
                             llvm::TargetExtType::get(context, "spirv.Sampler"),
                             {builder.getInt32(*bits)}, Effect::None);
  const Type *type = ids.typeOf(id);
  return known = callNamed(type->kind == spv::Op::OpTypeReserveId ? "__weft_null_reserve_id"
                                                                  : "__weft_null_event",
                           type->llvm, {}, Effect::None);
}

bool Body::isInBody(uint32_t id) const {
  const Instruction *found = module.definition(id);
  return found && found >= module.instructions.data() + begin &&
         found < module.instructions.data() + end;
}

llvm::BasicBlock *Body::block(uint32_t id) {
  llvm::BasicBlock *found = blocks.lookup(id);
  if (!found)
    fail("%" + llvm::Twine(id) + " is not a block of the function");
  else if (found == &function->getEntryBlock())
    fail("leads to the function's first block");
  return found;
}

void Body::instruction() {
  if (at->op() == spv::Op::OpLabel) {
    if (builder.GetInsertBlock())
      return void(fail("the block before it does not end"));
    builder.SetInsertPoint(blocks.lookup(at->result));
    return;
  }
  if (isOneOf({spv::Op::OpLine, spv::Op::OpNoLine, spv::Op::OpNop}) ||
      declarations.isPassedOver(*at))
    return lines.take(*at);
  if (!builder.GetInsertBlock())
    return void(fail("stands outside a block"));
  if (Handle *handle = handlerOf(*at->info))
    handle(*this);
  else
    unsupported();
}

// An edge for each way from a block, where the module says only which block.
void Body::finishPhis() {
  for (auto &[phi, in] : phis) {
    at = in;
    llvm::DenseMap<llvm::BasicBlock *, uint32_t> given_by;
    for (size_t i = 0; i + 1 < in->operands.size(); i += 2)
      if (llvm::BasicBlock *from = blocks.lookup(in->operands[i + 1]))
        given_by[from] = in->operands[i];
    for (llvm::BasicBlock *from : llvm::predecessors(phi->getParent())) {
      const uint32_t id = given_by.lookup(from);
      llvm::Value *incoming = id ? value(id) : nullptr;
      if (failed || !incoming || incoming->getType() != phi->getType() ||
          (llvm::isa<llvm::Instruction>(incoming) &&
           llvm::cast<llvm::Instruction>(incoming)->getFunction() != function))
        return void(fail("lacks a fitting value for a block before it"));
      phi->addIncoming(incoming, from);
    }
  }
}

// The order of reading alone does not say that what defines a value comes before its uses on every
// way.
void Body::checkDominance() {
  const llvm::DominatorTree tree(*function);
  for (const llvm::Instruction &user : llvm::instructions(*function))
    for (const llvm::Use &use : user.operands()) {
      auto *used = llvm::dyn_cast<llvm::Instruction>(use.get());
      if (!used || tree.dominates(used, use))
        continue;
      for (size_t i = begin; i < end; ++i)
        if (const Instruction &in = module.instructions[i];
            in.result && ids.found(in.result) == used)
          at = &in;
      return void(fail("is used where not every way leads through it"));
    }
}

// What belongs to one function only.
void Body::leave() {
  function = nullptr;
  blocks.clear();
  builtin_storage.clear();
  entry_values.clear();
  phis.clear();
}

bool Body::translate(llvm::Function &of, size_t start, size_t first, size_t last) {
  function = &of;
  begin = first;
  end = last;
  const std::vector<Part> order = readingOrder();
  if (failed)
    return false;
  for (const Part &part : order)
    for (size_t i = part.begin; i < part.end; ++i)
      if (const Instruction &in = module.instructions[i]; in.op() == spv::Op::OpLabel)
        blocks[in.result] = llvm::BasicBlock::Create(context, "", function);
  const bool import = blocks.empty();
  builder.ClearInsertionPoint();
  if (!import)
    lines.beginFunction(*function, declarations.nameOf(module.instructions[start].result), start,
                        end);
  const llvm::DebugLoc beginning = builder.getCurrentDebugLocation();
  for (const Part &part : order) {
    is_reached = part.is_reached;
    builder.SetCurrentDebugLocation(beginning);
    if ((at = part.line))
      lines.take(*at);
    for (size_t i = part.begin; i < part.end; ++i) {
      at = &module.instructions[i];
      if (!declarations.checkCapabilities(*at))
        return false;
      instruction();
      if (failed)
        return false;
    }
  }
  is_reached = true;
  at = &module.instructions[end];
  if (builder.GetInsertBlock())
    return fail("a block does not end");
  finishPhis();
  if (!failed && !import)
    checkDominance();
  leave();
  lines.endFunction();
  return !failed;
}

// In a block that is thrown away.
void Body::evaluate() {
  ids.resultType();
  if (failed)
    return;
  const Instruction whole = *at;
  Instruction inner = whole;
  inner.info = opInfo(operand(0));
  inner.operands = whole.operands.drop_front();
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  llvm::Function *scratch =
      llvm::Function::Create(type, llvm::Function::InternalLinkage, "weft.scratch", made);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", scratch));
  function = scratch;
  at = &inner;
  Handle *const handle = handlerOf(*inner.info);
  const bool allowed =
      llvm::is_contained({arithmetic, comparison, conversion, composite}, handle) ||
      (isOneOf({spv::Op::OpAccessChain, spv::Op::OpInBoundsAccessChain, spv::Op::OpPtrAccessChain,
                spv::Op::OpInBoundsPtrAccessChain, newer::OpUntypedAccessChainKHR,
                newer::OpUntypedInBoundsAccessChainKHR, newer::OpUntypedPtrAccessChainKHR,
                newer::OpUntypedInBoundsPtrAccessChainKHR}));
  if (allowed)
    handle(*this);
  else
    unsupported("as a constant, it");
  at = &inner;
  llvm::Value *made_value = ids.found(inner.result);
  if (!failed && !llvm::isa_and_nonnull<llvm::Constant>(made_value)) {
    fail("cannot be computed");
    ids.set(inner.result, nullptr);
  }
  leave();
  builder.ClearInsertionPoint();
  scratch->eraseFromParent();
  at = &module.instructions[module.definitions[whole.result] - 1];
}

} // namespace weft::spirv
