// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/emitters/region_loops.h"

#include "passes/budget.h"
#include "passes/emitters/entry_function.h"
#include "passes/emitters/item_loops.h"
#include "passes/regions/large_allocas.h"

#include "llvm/IR/Module.h"

namespace weft {
namespace {

class RegionLoops : RegionValues {
public:
  RegionLoops(llvm::IRBuilderBase &builder, const GroupValues &group, const RegionPlan &plan,
              llvm::ArrayRef<RegionForm> forms, bool parallel)
      : RegionValues{builder, group, plan, forms, parallel},
        entry(*builder.GetInsertBlock()->getParent()), context(builder.getContext()) {}

  void run() {
    llvm::Instruction *top = &*entry.getEntryBlock().getFirstInsertionPt();
    llvm::IRBuilder<> at_top(top);
    uniforms = at_top.CreateAlloca(plan.uniforms, nullptr, "uniforms");
    next = at_top.CreateAlloca(builder.getInt32Ty(), nullptr, "next");
    context_base = loadThreadField(builder, group.thread, ThreadField::Context);
    context_items = countContextItems(builder, group);

    end = llvm::BasicBlock::Create(context, "group.end", &entry);
    if (plan.regions.size() > budget::MostRegionsInFunction) {
      runParts();
    } else {
      createHeads(plan.regions);
      builder.CreateBr(heads.front());
      for (const Region &region : plan.regions)
        emitRegion(region);
    }
    builder.SetInsertPoint(end);
  }

private:
  void createHeads(llvm::ArrayRef<Region> regions) {
    first_number = regions.front().number;
    for (const Region &region : regions)
      heads.push_back(
          llvm::BasicBlock::Create(context, "region" + llvm::Twine(region.number), &entry));
  }

  // Of a region that another function holds, what tells its caller to go on there.
  llvm::BasicBlock *headOf(unsigned number) {
    if (number == EndRegion)
      return end;
    if (number - first_number < heads.size())
      return heads[number - first_number];
    llvm::BasicBlock *&leave = leaves[number];
    if (!leave) {
      leave = llvm::BasicBlock::Create(context, "leave", &entry);
      llvm::ReturnInst::Create(context, builder.getInt32(number), leave);
    }
    return leave;
  }

  //   for (number = 1; number; number = part of the number's regions(..., number));
  void runParts() {
    constexpr size_t most = budget::MostRegionsInFunction;
    llvm::ArrayRef<Region> regions = plan.regions;
    llvm::BasicBlock *before = builder.GetInsertBlock();
    auto *loop = llvm::BasicBlock::Create(context, "parts", &entry);
    builder.CreateBr(loop);
    builder.SetInsertPoint(loop);
    llvm::PHINode *number = builder.CreatePHI(builder.getInt32Ty(), 2, "number");
    number->addIncoming(builder.getInt32(EntryRegion), before);
    auto *again = llvm::BasicBlock::Create(context, "part.ended", &entry);
    llvm::PHINode *following = llvm::PHINode::Create(builder.getInt32Ty(), 2, "following", again);
    llvm::Value *part =
        builder.CreateUDiv(builder.CreateSub(number, builder.getInt32(regions.front().number)),
                           builder.getInt32(most));
    llvm::SwitchInst *choose = nullptr;
    for (size_t first = 0; first < regions.size(); first += most) {
      auto *block = llvm::BasicBlock::Create(context, "part", &entry);
      if (choose)
        choose->addCase(builder.getInt32(unsigned(first / most)), block);
      else
        choose = builder.CreateSwitch(part, block, unsigned(regions.size() / most));
      llvm::IRBuilder<> in_part(block);
      llvm::Value *none = builder.getInt64(0); // local ids, which nobody asks for
      llvm::SmallVector<llvm::Value *, 32> args = regionArguments({none, none, none});
      args.push_back(number);
      llvm::Function *holder = createPart(regions.slice(first).take_front(most));
      following->addIncoming(in_part.CreateCall(holder, args), block);
      in_part.CreateBr(again);
    }
    number->addIncoming(following, again);
    builder.SetInsertPoint(again);
    builder.CreateCondBr(builder.CreateIsNull(following), end, loop);
  }

  // A function of the parameters of regions, less their inputs, and of a region's number: runs that
  // region and those that follow, as long as they are in `regions`. The number of the next one.
  llvm::Function *createPart(llvm::ArrayRef<Region> regions) {
    const llvm::Function &like = *llvm::find_if(plan.regions, [](const Region &region) {
                                    return region.function;
                                  })->function;
    const auto own = unsigned(ItemParam::FirstKernelParam + group.args.size());
    llvm::SmallVector<llvm::Type *, 32> params(
        like.getFunctionType()->params().take_front(own + RegionParam::FirstUniform));
    params.push_back(builder.getInt32Ty());
    auto *part = llvm::Function::Create(
        llvm::FunctionType::get(builder.getInt32Ty(), params, false),
        llvm::GlobalValue::InternalLinkage, entry.getName() + ".part", entry.getParent());
    llvm::SmallVector<llvm::AttributeSet, 32> attributes;
    for (unsigned i = 0; i < own; ++i)
      attributes.push_back(like.getAttributes().getParamAttrs(i));
    part->setAttributes(llvm::AttributeList::get(
        context,
        llvm::AttributeSet::get(context,
                                {llvm::Attribute::get(context, llvm::Attribute::NoInline),
                                 llvm::Attribute::get(context, llvm::Attribute::NoUnwind)}),
        {}, attributes));

    auto groupValue = [&](llvm::Value *outside, unsigned number) {
      return llvm::isa<llvm::Constant>(outside) ? outside : part->getArg(number);
    };
    GroupValues values{
        part->getArg(ItemParam::Launch), part->getArg(ItemParam::Thread), {}, {}, {}};
    for (unsigned d = 0; d < 3; ++d) {
      values.group_id[d] = groupValue(group.group_id[d], ItemParam::GroupId + d);
      values.local_size[d] = groupValue(group.local_size[d], ItemParam::LocalSize + d);
    }
    for (unsigned i = ItemParam::FirstKernelParam; i < own; ++i)
      values.args.push_back(part->getArg(i));
    llvm::IRBuilder<> inside(llvm::BasicBlock::Create(context, "entry", part));
    RegionLoops of_part(inside, values, plan, forms, parallel);
    of_part.next = inside.CreateAlloca(inside.getInt32Ty(), nullptr, "next");
    of_part.context_base = part->getArg(own + RegionParam::Context);
    of_part.context_items = part->getArg(own + RegionParam::ContextItems);
    of_part.uniforms = part->getArg(own + RegionParam::Uniforms);
    of_part.runPart(regions, part->getArg(own + RegionParam::FirstUniform));
    return part;
  }

  void runPart(llvm::ArrayRef<Region> regions, llvm::Value *number) {
    end = llvm::BasicBlock::Create(context, "group.end", &entry);
    llvm::ReturnInst::Create(context, builder.getInt32(EndRegion), end);
    createHeads(regions);
    llvm::SwitchInst *start = builder.CreateSwitch(number, heads.front(), unsigned(regions.size()));
    for (const Region &region : llvm::drop_begin(regions))
      start->addCase(builder.getInt32(region.number), headOf(region.number));
    for (const Region &region : regions)
      emitRegion(region);
  }

  void emitRegion(const Region &region) {
    builder.SetInsertPoint(headOf(region.number));
    uniform_values.clear();
    for (unsigned field : region.uniform_inputs)
      uniform_values.push_back(
          builder.CreateLoad(plan.uniforms->getElementType(field),
                             builder.CreateStructGEP(plan.uniforms, uniforms, field)));
    llvm::Value *none = builder.getInt64(0); // for local ids, which these do not ask for
    if (region.choice) {
      llvm::Value *first = builder.CreateCall(region.choice, regionArguments({none, none, none}));
      builder.CreateCondBr(first, headOf(region.next[0]), headOf(region.next[1]));
      return;
    }
    bool choice = region.next.size() > 1;
    if (choice)
      builder.CreateStore(builder.getInt32(EndRegion), next);
    emitItemLoops(*this, region, choice);
    if (region.keep)
      builder.CreateCall(region.keep, regionArguments({none, none, none}));
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

  llvm::Function &entry;
  llvm::LLVMContext &context;
  llvm::BasicBlock *end = nullptr;
  std::vector<llvm::BasicBlock *> heads;               // of the function's regions
  unsigned first_number = 0;                           // of the region of the first head
  llvm::DenseMap<unsigned, llvm::BasicBlock *> leaves; // to regions of other functions
};

} // namespace

void emitRegionLoops(const LoweredKernel &kernel, const RegionPlan &plan,
                     llvm::ArrayRef<RegionForm> forms, bool parallel, EmittedKernel &result) {
  unsigned first = unsigned(kernel.function->arg_size());
  auto keep_off_stack = [&](llvm::Function *function) {
    if (function)
      result.context_bytes_per_group =
          std::max(result.context_bytes_per_group,
                   moveLargeAllocas(*function, *function->getArg(first + RegionParam::Context),
                                    *function->getArg(first + RegionParam::ContextItems),
                                    plan.context_bytes_per_item));
  };
  size_t run = 0;
  for (const Region &region : plan.regions) {
    run += region.function != nullptr;
    keep_off_stack(region.function);
    keep_off_stack(forms[region.number - 1].wide);
    keep_off_stack(forms[region.number - 1].flat);
    keep_off_stack(forms[region.number - 1].joined);
  }
  result.entry =
      createEntryFunction(kernel, [&](llvm::IRBuilderBase &builder, const GroupValues &group) {
        RegionLoops(builder, group, plan, forms, parallel).run();
      });
  result.context_bytes_per_item = plan.context_bytes_per_item;
  result.remarks.push_back((llvm::Twine(run) + " regions, " +
                            llvm::Twine(plan.context_bytes_per_item) +
                            " bytes per work-item across barriers")
                               .str());
  if (plan.regions.size() > budget::MostRegionsInFunction)
    result.remarks.push_back((llvm::Twine(plan.regions.size()) +
                              " regions are too many for one function: several hold " +
                              llvm::Twine(budget::MostRegionsInFunction) + " each")
                                 .str());
  if (plan.skips_ended_items)
    result.remarks.push_back("work-items may return while others reach a barrier");
}

} // namespace weft
