// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/regions/form_regions.h"

#include "passes/lifetime_markers.h"
#include "passes/regions/context_layout.h"
#include "passes/regions/context_scope.h"
#include "passes/regions/early_extracts.h"
#include "passes/regions/group_uniformity.h"
#include "passes/regions/liveness.h"
#include "passes/regions/rematerialize.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

namespace weft {
namespace {

// Where a value that lives across a barrier is kept.
struct Home {
  enum Kind : uint8_t { Recomputed, Uniform, PerItem } kind;
  unsigned field = 0; // Uniform
  ContextArray array; // PerItem
};

// An i1 is a byte in memory.
llvm::Type *storedType(llvm::Type *type) {
  return type->isIntegerTy(1) ? llvm::Type::getInt8Ty(type->getContext()) : type;
}

// One region's function while it is made.
struct Draft {
  explicit Draft(const RegionBlocks &blocks) : blocks(blocks) {}

  const RegionBlocks &blocks;
  Region region;
  llvm::ValueToValueMapTy map; // of the work-item function's values
  llvm::BasicBlock *entry = nullptr;
  std::unique_ptr<llvm::IRBuilder<>> at_entry; // before the entry block's branch
  std::unique_ptr<ContextAddress> address;
  llvm::DenseMap<llvm::Instruction *, llvm::Value *> incoming; // live values as loaded at the start
  struct Exit {
    llvm::ReturnInst *ret;
    unsigned next;
  };
  std::vector<Exit> exits;
  struct Store {
    llvm::StoreInst *instruction;
    uint64_t offset; // of the context array
  };
  std::vector<Store> stores;
};

class RegionFormer {
public:
  RegionFormer(llvm::Function &function, uint64_t context_in_use)
      : function(function), module(*function.getParent()), context(function.getContext()),
        layout(module.getDataLayout(), context_in_use), scope(function) {}

  RegionPlan run() {
    splitAtBarriers(function);
    graph = findRegions(function);
    live = liveAtStarts(function, graph);
    if (extractEarly(live))
      live = liveAtStarts(function, graph);
    GroupUniformity uniformity(function);
    chooseHomes(uniformity);
    placeAllocas();

    std::vector<std::unique_ptr<Draft>> drafts;
    for (const RegionBlocks &blocks : graph.regions) {
      drafts.push_back(std::make_unique<Draft>(blocks));
      write(*drafts.back());
    }
    skipEndedItems(drafts, uniformity);

    for (auto &draft : drafts)
      scope.excludeOthers(*draft->region.function);

    RegionPlan plan;
    for (auto &draft : drafts)
      plan.regions.push_back(std::move(draft->region));
    plan.uniforms = uniforms;
    plan.context_bytes_per_item = layout.bytesPerItem();
    plan.skips_ended_items = skips_ended;
    function.deleteBody();
    return plan;
  }

private:
  void chooseHomes(const GroupUniformity &uniformity) {
    llvm::SmallVector<llvm::Type *, 8> fields;
    for (const LiveSet &set : live)
      for (llvm::Instruction *value : set) {
        if (homes.contains(value))
          continue;
        Home home{Home::PerItem, 0, {}};
        if (rematerializer.isCheap(*value)) {
          home.kind = Home::Recomputed;
        } else if (uniformity.isUniformWhereUsed(*value)) {
          home.kind = Home::Uniform;
          home.field = unsigned(fields.size());
          fields.push_back(storedType(value->getType()));
        } else {
          home.array = shareArray(*value);
        }
        homes[value] = home;
      }
    uniforms = llvm::StructType::get(context, fields);
  }

  // Values that never live at the same start take turns in one array: what a region receives it has
  // read before it writes. Best are those of which one becomes the other, such as a sum through
  // the barriers of a loop: what stays as it is is not written then.
  ContextArray shareArray(llvm::Instruction &value) {
    llvm::Type *type = storedType(value.getType());
    llvm::BitVector starts(unsigned(live.size()));
    for (unsigned number = 0; number < live.size(); ++number)
      starts[number] = live[number].contains(&value);
    auto fits = [&](const SharedArray &shared) {
      return shared.type == type && !shared.starts.anyCommon(starts);
    };
    auto isKin = [&](const llvm::Instruction *other) {
      auto comesFrom = [](const llvm::Instruction *to, const llvm::Value *from) {
        auto *phi = llvm::dyn_cast<llvm::PHINode>(to);
        return phi && llvm::is_contained(phi->incoming_values(), from);
      };
      return comesFrom(&value, other) || comesFrom(other, &value);
    };
    SharedArray *chosen = nullptr;
    for (SharedArray &shared : shared_arrays)
      if (fits(shared) && (!chosen || llvm::any_of(shared.values, isKin)))
        chosen = &shared;
    if (!chosen)
      chosen = &shared_arrays.emplace_back(
          SharedArray{layout.add(type), type, llvm::BitVector(unsigned(live.size())), {}});
    chosen->starts |= starts;
    chosen->values.push_back(&value);
    return chosen->array;
  }

  void placeAllocas() {
    across = allocasAcrossBarriers(function, graph);
    const llvm::DataLayout &data = module.getDataLayout();
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (!alloca || !across.contains(alloca))
        continue;
      uint64_t bytes = 0;
      if (std::optional<llvm::TypeSize> size = alloca->getAllocationSize(data))
        bytes = size->getFixedValue();
      arrays[alloca] = layout.add(bytes, alloca->getAlign());
    }
    for (auto &[alloca, array] : arrays)
      eraseLifetimeMarkers(*alloca);
  }

  void write(Draft &draft) {
    createFunction(draft);
    mapAllocas(draft);
    receiveLiveValues(draft);
    cloneBlocks(draft);
    joinDefinitions(draft);
    keepLiveValues(draft);
    dropUnchanged(draft); // now that all uses are of the values that they mean
  }

  void createFunction(Draft &draft) {
    const RegionBlocks &blocks = draft.blocks;
    Region &region = draft.region;
    region.number = blocks.number;
    region.starts_kernel = blocks.number == EntryRegion;
    region.next.assign(blocks.next.begin(), blocks.next.end());

    llvm::Type *pointer = llvm::PointerType::get(context, 0);
    llvm::SmallVector<llvm::Type *, 32> params(function.getFunctionType()->params());
    params.append({pointer, llvm::Type::getInt64Ty(context), pointer});
    for (llvm::Instruction *value : live[blocks.number])
      if (const Home &home = homes.find(value)->second; home.kind == Home::Uniform) {
        region.uniform_inputs.push_back(home.field);
        params.push_back(storedType(value->getType()));
      }
    auto *type = llvm::FunctionType::get(llvm::Type::getInt32Ty(context), params, false);
    region.function =
        llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                               function.getName() + ".region" + llvm::Twine(blocks.number), module);
    region.function->copyAttributesFrom(&function);
    region.function->setDSOLocal(true);
    region.function->setSubprogram(nullptr);
    for (llvm::Argument &arg : function.args()) {
      llvm::Argument *copy = region.function->getArg(arg.getArgNo());
      copy->setName(arg.getName());
      draft.map[&arg] = copy;
    }
    param(draft, RegionParam::Context)->setName("context");
    param(draft, RegionParam::ContextItems)->setName("context.items");
    param(draft, RegionParam::Uniforms)->setName("uniforms");

    draft.entry = llvm::BasicBlock::Create(context, "entry", region.function);
    draft.at_entry = std::make_unique<llvm::IRBuilder<>>(draft.entry);
    draft.address = std::make_unique<ContextAddress>(*draft.at_entry, *region.function,
                                                     param(draft, RegionParam::Context),
                                                     param(draft, RegionParam::ContextItems));
  }

  llvm::Argument *param(Draft &draft, unsigned number) {
    return draft.region.function->getArg(unsigned(function.arg_size()) + number);
  }

  // Private memory that outlives the region is in the context; the rest is an alloca where used.
  void mapAllocas(Draft &draft) {
    for (auto &[alloca, array] : arrays)
      if (usedIn(*alloca, draft.blocks) || startNeeds(*alloca, draft.blocks.number))
        draft.map[alloca] = cast(draft, draft.address->element(array, alloca->getName()), *alloca);
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        if (!arrays.contains(alloca) && usedIn(*alloca, draft.blocks)) {
          llvm::Instruction *copy = alloca->clone();
          draft.at_entry->Insert(copy, alloca->getName());
          draft.map[alloca] = copy;
        }
  }

  llvm::Value *cast(Draft &draft, llvm::Value *address, llvm::AllocaInst &alloca) {
    return draft.at_entry->CreateAddrSpaceCast(address, alloca.getType());
  }

  static bool usedIn(const llvm::AllocaInst &alloca, const RegionBlocks &region) {
    return llvm::any_of(alloca.users(), [&](const llvm::User *user) {
      return region.blocks.contains(
          const_cast<llvm::BasicBlock *>(llvm::cast<llvm::Instruction>(user)->getParent()));
    });
  }

  // Whether something that is computed anew at the start takes the alloca's address.
  bool startNeeds(llvm::AllocaInst &alloca, unsigned number) {
    llvm::SmallVector<llvm::Value *, 8> work;
    for (llvm::Instruction *value : live[number])
      if (homes.find(value)->second.kind == Home::Recomputed)
        work.push_back(value);
    llvm::SmallPtrSet<llvm::Value *, 16> seen;
    while (!work.empty()) {
      llvm::Value *value = work.pop_back_val();
      if (value == &alloca)
        return true;
      if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(value))
        if (!llvm::isa<llvm::AllocaInst>(instruction) && seen.insert(value).second)
          work.append(instruction->op_begin(), instruction->op_end());
    }
    return false;
  }

  void receiveLiveValues(Draft &draft) {
    llvm::IRBuilderBase &builder = *draft.at_entry;
    unsigned field = 0;
    for (llvm::Instruction *value : live[draft.blocks.number]) {
      const Home &home = homes.find(value)->second;
      llvm::Value *received = nullptr;
      switch (home.kind) {
      case Home::Recomputed:
        received = rematerializer.compute(*value, builder, draft.map);
        break;
      case Home::Uniform:
        received = param(draft, RegionParam::FirstUniform + field++);
        received->setName(value->getName());
        break;
      case Home::PerItem:
        received = builder.CreateAlignedLoad(storedType(value->getType()),
                                             draft.address->element(home.array, ""),
                                             home.array.align, value->getName());
        scope.add(*llvm::cast<llvm::Instruction>(received));
        break;
      }
      if (received->getType() != value->getType())
        received = builder.CreateTrunc(received, value->getType());
      draft.incoming[value] = received;
    }
    // What the start recomputed on the way is not what the blocks define.
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (!llvm::isa<llvm::AllocaInst>(instruction))
        draft.map.erase(&instruction);
    for (llvm::Instruction *value : live[draft.blocks.number])
      draft.map[value] = draft.incoming.lookup(value);
  }

  void cloneBlocks(Draft &draft) {
    llvm::Function *into = draft.region.function;
    // In the function's order, which is the one that people read.
    for (llvm::BasicBlock &block : function)
      if (draft.blocks.blocks.contains(&block))
        draft.map[&block] = cloneBlock(draft, block);
    for (llvm::BasicBlock &clone : *into) {
      for (llvm::Instruction &instruction : clone) {
        auto flags = llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals;
        llvm::RemapInstruction(&instruction, draft.map, flags);
        llvm::RemapDbgRecordRange(&module, instruction.getDbgRecordRange(), draft.map, flags);
      }
      // Edges from outside of the region are gone.
      for (llvm::PHINode &phi : clone.phis())
        for (unsigned i = phi.getNumIncomingValues(); i-- > 0;)
          if (phi.getIncomingBlock(i)->getParent() != into)
            phi.removeIncomingValue(i, /*DeletePHIIfEmpty=*/false);
    }
    draft.at_entry->CreateBr(llvm::cast<llvm::BasicBlock>(draft.map.lookup(draft.blocks.start)));
    draft.at_entry->SetInsertPoint(draft.entry->getTerminator());
  }

  // Without barriers, which end the region, and allocas, which are at the entry already.
  llvm::BasicBlock *cloneBlock(Draft &draft, llvm::BasicBlock &block) {
    auto *clone = llvm::BasicBlock::Create(context, block.getName(), draft.region.function);
    for (llvm::Instruction &instruction : block) {
      if (llvm::isa<llvm::AllocaInst>(instruction) || isBarrier(instruction) ||
          instruction.isTerminator())
        continue;
      llvm::Instruction *copy = instruction.clone();
      copy->setName(instruction.getName());
      copy->insertInto(clone, clone->end());
      copy->cloneDebugInfoFrom(&instruction);
      draft.map[&instruction] = copy;
    }
    llvm::Instruction *terminator = block.getTerminator();
    if (auto behind = graph.behind.find(&block); behind != graph.behind.end())
      addExit(draft, *clone, behind->second);
    else if (llvm::isa<llvm::ReturnInst>(terminator))
      addExit(draft, *clone, EndRegion);
    else
      terminator->clone()->insertInto(clone, clone->end());
    return clone;
  }

  void addExit(Draft &draft, llvm::BasicBlock &block, unsigned next) {
    auto *number = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), next);
    draft.exits.push_back({llvm::ReturnInst::Create(context, number, &block), next});
  }

  bool definedIn(const llvm::Instruction &value, const RegionBlocks &region) {
    return region.blocks.contains(const_cast<llvm::BasicBlock *>(value.getParent()));
  }

  // A value that the region both receives and defines anew reaches its uses from both.
  void joinDefinitions(Draft &draft) {
    for (llvm::Instruction *value : live[draft.blocks.number]) {
      if (!definedIn(*value, draft.blocks))
        continue;
      auto *own = llvm::cast<llvm::Instruction>(draft.map.lookup(value));
      llvm::SSAUpdater updater;
      updater.Initialize(value->getType(), value->getName());
      updater.AddAvailableValue(draft.entry, draft.incoming.lookup(value));
      updater.AddAvailableValue(own->getParent(), own);
      keepLiveValue(draft, *value,
                    [&](llvm::BasicBlock *exit) { return updater.GetValueAtEndOfBlock(exit); });
      for (llvm::Use &use : llvm::make_early_inc_range(own->uses())) {
        auto *user = llvm::cast<llvm::Instruction>(use.getUser());
        if (user->getParent() != own->getParent() || llvm::isa<llvm::PHINode>(user))
          updater.RewriteUse(use);
      }
    }
  }

  void keepLiveValues(Draft &draft) {
    llvm::SmallPtrSet<llvm::Instruction *, 16> done(live[draft.blocks.number].begin(),
                                                    live[draft.blocks.number].end());
    for (unsigned next : draft.blocks.next)
      for (llvm::Instruction *value : live[next])
        if (definedIn(*value, draft.blocks) && done.insert(value).second)
          keepLiveValue(draft, *value, [&](llvm::BasicBlock *) { return draft.map.lookup(value); });
  }

  // Stores the value that `at` gives wherever the region ends in a barrier behind which it lives.
  void keepLiveValue(Draft &draft, llvm::Instruction &value,
                     llvm::function_ref<llvm::Value *(llvm::BasicBlock *)> at) {
    const Home &home = homes.find(&value)->second;
    if (home.kind == Home::Recomputed)
      return;
    for (const Draft::Exit &exit : draft.exits) {
      if (!live[exit.next].contains(&value))
        continue;
      llvm::IRBuilder<> builder(exit.ret);
      llvm::Value *kept = at(exit.ret->getParent());
      if (llvm::Type *stored = storedType(kept->getType()); stored != kept->getType())
        kept = builder.CreateZExt(kept, stored);
      if (home.kind == Home::Uniform) {
        builder.CreateStore(kept, builder.CreateStructGEP(
                                      uniforms, param(draft, RegionParam::Uniforms), home.field));
        continue;
      }
      llvm::StoreInst *store = builder.CreateAlignedStore(
          kept, draft.address->element(home.array, ""), home.array.align);
      scope.add(*store);
      draft.stores.push_back({store, home.array.offset});
    }
  }

  // Takes away stores of what the region has found in the array, if only as another value.
  void dropUnchanged(Draft &draft) {
    llvm::DenseMap<llvm::Value *, uint64_t> found;
    for (auto [value, received] : draft.incoming)
      if (const Home &home = homes.find(value)->second; home.kind == Home::PerItem)
        found[received] = home.array.offset;
    for (auto [store, offset] : draft.stores) {
      llvm::Value *kept = store->getValueOperand();
      for (auto *phi = llvm::dyn_cast<llvm::PHINode>(kept); phi && phi->getNumIncomingValues() == 1;
           phi = llvm::dyn_cast<llvm::PHINode>(kept))
        kept = phi->getIncomingValue(0);
      if (auto known = found.find(kept); known == found.end() || known->second != offset)
        continue;
      scope.remove(*store);
      store->eraseFromParent();
    }
  }

  // Whether some work-items may return from the region while others reach a barrier.
  bool mayEndForSome(const Draft &draft, const GroupUniformity &uniformity) {
    if (!draft.blocks.next.contains(EndRegion) || draft.blocks.next.size() == 1)
      return false;
    llvm::PostDominatorTree post_dominators(*draft.region.function);
    for (llvm::BasicBlock *block : draft.blocks.blocks) {
      if (graph.behind.contains(block) || block->getTerminator()->getNumSuccessors() < 2 ||
          !uniformity.branchDiverges(*block))
        continue;
      auto *clone = llvm::cast<llvm::BasicBlock>(draft.map.lookup(block));
      auto *node = post_dominators.getNode(clone);
      if (!node || !node->getIDom() || !node->getIDom()->getBlock())
        return true;
    }
    return false;
  }

  // Leaves a mark per work-item that has returned, where that may be while others go on.
  void skipEndedItems(std::vector<std::unique_ptr<Draft>> &drafts,
                      const GroupUniformity &uniformity) {
    skips_ended =
        llvm::any_of(drafts, [&](const auto &draft) { return mayEndForSome(*draft, uniformity); });
    if (!skips_ended)
      return;
    llvm::Type *byte = llvm::Type::getInt8Ty(context);
    ContextArray ended = layout.add(byte);
    for (auto &draft : drafts) {
      bool first = draft->blocks.number == EntryRegion;
      llvm::Value *mark = draft->address->element(ended, "ended");
      for (const Draft::Exit &exit : draft->exits)
        if (first || exit.next == EndRegion)
          scope.add(*new llvm::StoreInst(llvm::ConstantInt::get(byte, exit.next == EndRegion), mark,
                                         exit.ret->getIterator()));
      if (first)
        continue;
      llvm::IRBuilderBase &builder = *draft->at_entry;
      llvm::LoadInst *kept = builder.CreateLoad(byte, mark);
      scope.add(*kept);
      llvm::Value *has_ended = builder.CreateIsNotNull(kept);
      auto *skip = llvm::BasicBlock::Create(context, "skip", draft->region.function);
      llvm::ReturnInst::Create(context, builder.getInt32(EndRegion), skip);
      auto *branch = draft->entry->getTerminator();
      builder.CreateCondBr(has_ended, skip, branch->getSuccessor(0));
      branch->eraseFromParent();
      if (!llvm::is_contained(draft->region.next, EndRegion))
        draft->region.next.push_back(EndRegion);
    }
  }

  llvm::Function &function;
  llvm::Module &module;
  llvm::LLVMContext &context;
  BarrierGraph graph;
  std::vector<LiveSet> live; // by region number
  llvm::DenseMap<llvm::Instruction *, Home> homes;
  struct SharedArray {
    ContextArray array;
    llvm::Type *type;
    llvm::BitVector starts; // of regions where one of its values lives
    llvm::SmallVector<const llvm::Instruction *, 2> values;
  };
  std::vector<SharedArray> shared_arrays;
  llvm::SetVector<llvm::AllocaInst *> across;
  llvm::MapVector<llvm::AllocaInst *, ContextArray> arrays;
  llvm::StructType *uniforms = nullptr;
  Rematerializer rematerializer;
  ContextLayout layout;
  ContextScope scope;
  bool skips_ended = false;
};

} // namespace

RegionPlan formRegions(llvm::Function &function, uint64_t context_in_use) {
  const bool asks_for_row = !function.getArg(ItemParam::LocalId + 1)->use_empty() ||
                            !function.getArg(ItemParam::LocalId + 2)->use_empty();
  RegionPlan plan = RegionFormer(function, context_in_use).run();
  plan.asks_for_row = asks_for_row;
  return plan;
}

} // namespace weft
