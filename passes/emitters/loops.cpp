// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/emitters/emitter.h"

#include "passes/emitters/entry_function.h"
#include "passes/regions/form_regions.h"

#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace weft {
namespace {

// Whether an address may lead to one of the region's own allocas, which all turns of the loop
// share.
class SharedMemory {
public:
  explicit SharedMemory(llvm::Function &region) {
    for (llvm::Instruction &instruction : llvm::instructions(region))
      if (llvm::isa<llvm::AllocaInst>(instruction))
        escapes |= llvm::PointerMayBeCaptured(&instruction, /*ReturnCaptures=*/false);
  }

  bool mayHold(const llvm::Value *pointer) const {
    llvm::SmallVector<const llvm::Value *, 4> objects;
    llvm::getUnderlyingObjects(pointer, objects, nullptr, /*MaxLookup=*/0);
    return llvm::any_of(objects, [&](const llvm::Value *object) {
      if (llvm::isa<llvm::AllocaInst>(object))
        return true;
      // An address out of memory or of a computation; global, constant and local ones are named so.
      unsigned space = object->getType()->getPointerAddressSpace();
      return escapes && llvm::isa<llvm::Instruction>(object) && (space == 0 || space == 4);
    });
  }

private:
  bool escapes = false; // some alloca's address is kept where it cannot be followed
};

// Marks what different work-items may do in any order.
llvm::MDNode *markParallel(llvm::Function &region) {
  llvm::MDNode *group = llvm::MDNode::getDistinct(region.getContext(), {});
  SharedMemory shared(region);
  for (llvm::Instruction &instruction : llvm::instructions(region)) {
    if (!instruction.mayReadOrWriteMemory())
      continue;
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (llvm::any_of(call->args(), [&](llvm::Value *arg) {
            return arg->getType()->isPointerTy() && shared.mayHold(arg);
          }))
        continue;
    } else if (const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
               pointer && shared.mayHold(pointer)) {
      continue;
    }
    instruction.setMetadata(llvm::LLVMContext::MD_access_group, group);
  }
  return group;
}

class LoopsEmitter {
public:
  LoopsEmitter(llvm::IRBuilderBase &builder, const GroupValues &group, const RegionPlan &plan)
      : builder(builder), group(group), plan(plan), entry(*builder.GetInsertBlock()->getParent()),
        context(builder.getContext()) {}

  void run() {
    llvm::Instruction *top = &*entry.getEntryBlock().getFirstInsertionPt();
    llvm::IRBuilder<> at_top(top);
    uniforms = at_top.CreateAlloca(plan.uniforms, nullptr, "uniforms");
    next = at_top.CreateAlloca(builder.getInt32Ty(), nullptr, "next");
    context_base = loadThreadField(builder, group.thread, ThreadField::Context);
    context_items = countContextItems(builder, group);

    end = llvm::BasicBlock::Create(context, "group.end", &entry);
    for (const Region &region : plan.regions)
      heads.push_back(
          llvm::BasicBlock::Create(context, "region" + llvm::Twine(region.number), &entry));
    builder.CreateBr(heads.front());
    for (const Region &region : plan.regions)
      emitRegion(region);
    builder.SetInsertPoint(end);
  }

private:
  llvm::BasicBlock *headOf(unsigned number) {
    return number == EndRegion ? end : heads[number - 1];
  }

  void emitRegion(const Region &region) {
    builder.SetInsertPoint(heads[region.number - 1]);
    uniform_values.clear();
    for (unsigned field : region.uniform_inputs)
      uniform_values.push_back(
          builder.CreateLoad(plan.uniforms->getElementType(field),
                             builder.CreateStructGEP(plan.uniforms, uniforms, field)));
    bool choice = region.next.size() > 1;
    if (choice)
      builder.CreateStore(builder.getInt32(EndRegion), next);
    emitItemLoops(region, choice);
    if (region.next.empty()) { // it never ends
      builder.CreateUnreachable();
    } else if (!choice) {
      builder.CreateBr(headOf(region.next.front()));
    } else {
      llvm::Value *chosen = builder.CreateLoad(builder.getInt32Ty(), next);
      llvm::SwitchInst *jump =
          builder.CreateSwitch(chosen, headOf(region.next.front()), unsigned(region.next.size()));
      for (unsigned number : llvm::drop_begin(region.next))
        jump->addCase(builder.getInt32(number), headOf(number));
    }
  }

  // for z, for y, for x: call the region. Sizes are at least 1.
  void emitItemLoops(const Region &region, bool choice) {
    llvm::PHINode *id[3];
    llvm::BasicBlock *loop[3];
    for (unsigned d = 3; d-- > 0;) {
      llvm::BasicBlock *before = builder.GetInsertBlock();
      loop[d] =
          llvm::BasicBlock::Create(context, llvm::Twine("items.") + llvm::Twine("xyz"[d]), &entry);
      builder.CreateBr(loop[d]);
      builder.SetInsertPoint(loop[d]);
      id[d] = builder.CreatePHI(builder.getInt64Ty(), 2);
      id[d]->addIncoming(builder.getInt64(0), before);
    }
    callRegion(region, {id[0], id[1], id[2]}, choice);
    for (unsigned d = 0; d < 3; ++d) {
      llvm::Value *up = builder.CreateAdd(id[d], builder.getInt64(1), "", true, true);
      id[d]->addIncoming(up, builder.GetInsertBlock());
      auto *after = llvm::BasicBlock::Create(context, "", &entry);
      llvm::Instruction *back =
          builder.CreateCondBr(builder.CreateICmpULT(up, group.local_size[d]), loop[d], after);
      if (d == 0)
        back->setMetadata(llvm::LLVMContext::MD_loop, parallelLoop(region));
      builder.SetInsertPoint(after);
    }
  }

  void callRegion(const Region &region, llvm::ArrayRef<llvm::Value *> local_id, bool choice) {
    llvm::SmallVector<llvm::Value *, 32> args = group.itemArguments(local_id);
    args.append({context_base, context_items, uniforms});
    args.append(uniform_values);
    llvm::CallInst *call = builder.CreateCall(region.function, args);
    call->addFnAttr(llvm::Attribute::AlwaysInline);
    if (!choice)
      return;
    llvm::Value *old = builder.CreateLoad(builder.getInt32Ty(), next);
    llvm::Value *ended = builder.CreateICmpEQ(call, builder.getInt32(EndRegion));
    builder.CreateStore(builder.CreateSelect(ended, old, call), next);
  }

  llvm::MDNode *parallelLoop(const Region &region) {
    llvm::Metadata *name = llvm::MDString::get(context, "llvm.loop.parallel_accesses");
    llvm::Metadata *accesses = llvm::MDNode::get(context, {name, markParallel(*region.function)});
    llvm::MDNode *loop = llvm::MDNode::getDistinct(context, {nullptr, accesses});
    loop->replaceOperandWith(0, loop);
    return loop;
  }

  llvm::IRBuilderBase &builder;
  const GroupValues &group;
  const RegionPlan &plan;
  llvm::Function &entry;
  llvm::LLVMContext &context;
  llvm::Value *uniforms = nullptr, *next = nullptr;
  llvm::Value *context_base = nullptr, *context_items = nullptr;
  llvm::BasicBlock *end = nullptr;
  std::vector<llvm::BasicBlock *> heads;
  llvm::SmallVector<llvm::Value *, 8> uniform_values;
};

} // namespace

EmittedKernel emitLoops(const LoweredKernel &kernel) {
  llvm::DISubprogram *subprogram = kernel.function->getSubprogram();
  // The parameters' types are needed after the body is gone.
  RegionPlan plan = formRegions(*kernel.function);
  EmittedKernel result;
  result.entry =
      createEntryFunction(kernel, [&](llvm::IRBuilderBase &builder, const GroupValues &group) {
        LoopsEmitter(builder, group, plan).run();
      });
  // All of the kernel's instructions end up in here.
  result.entry->setSubprogram(subprogram);
  result.context_bytes_per_item = plan.context_bytes_per_item;
  result.context_bytes_per_group = plan.context_bytes_per_group;
  result.remarks.push_back((llvm::Twine(plan.regions.size()) + " regions, " +
                            llvm::Twine(plan.context_bytes_per_item) +
                            " bytes per work-item across barriers")
                               .str());
  if (plan.skips_ended_items)
    result.remarks.push_back("work-items may return while others reach a barrier");
  return result;
}

} // namespace weft
