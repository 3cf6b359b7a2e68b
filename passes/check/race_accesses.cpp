// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/race_accesses.h"

#include "passes/address_space.h"
#include "passes/analysis/sub_group_operations.h"
#include "passes/check_marks.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {
namespace {

class Collector : public RaceAccesses {
public:
  Collector(const LoweredKernel &kernel, Provenance &provenance)
      : kernel(kernel), item(*kernel.function), layout(item.getDataLayout()),
        provenance(provenance) {}

  void collect() {
    SmallVector<Checked> all;
    bool has_atomics = false, has_fences = false;
    for (Instruction &instruction : instructions(item)) {
      if (isBarrier(instruction)) {
        barriers.push_back(&instruction);
        has_fences |= fencesOf(instruction) & GlobalFence;
      } else if (auto operation = subGroupOperation(instruction);
                 operation && operation->kind == SubGroupOperation::Barrier) {
        barriers.push_back(&instruction);
        has_sub_groups = true;
      }
      has_fences |= isa<FenceInst>(instruction);
      if (instruction.isAtomic() && !isa<FenceInst>(instruction)) {
        has_atomics = true;
        has_fences |= isStrongerThanMonotonic(orderingOf(instruction));
      }
      for (const Access &access : accessesOf(instruction, layout))
        if (std::optional<Memory> memory = memoryOf(access)) {
          all.push_back({access, *memory});
          note(access);
        }
    }
    if (has_atomics && has_fences)
      collectOrders();
    // What is only read may still be what another argument leads to, which is written.
    auto is_read_only = [&](const Checked &of) {
      return none_of(rootsOf(of.access), [&](Value *root) {
        return written.contains(root) || (writes_found && provenance.isFound(root));
      });
    };
    // Nothing but a pointer that was found leads to a variable under another name.
    if (!writes_found)
      erase_if(all, [&](const Checked &of) {
        return is_read_only(of) && all_of(rootsOf(of.access), IsaPred<GlobalVariable>);
      });
    SmallVector<bool> read_only;
    for (const Checked &of : all)
      read_only.push_back(is_read_only(of));
    for (auto [of, is_read] : zip(all, read_only))
      if (!is_read)
        granule[of.memory] = std::min(granule[of.memory], granuleOf(of.access));
    for (auto [of, is_read] : zip(all, read_only))
      if (!is_read || (of.memory == Global && granuleOf(of.access) >= granule[Global]))
        checked.push_back(of);
  }

private:
  SmallPtrSet<Value *, 8> rootsOf(const Access &access) {
    SmallPtrSet<Value *, 8> roots;
    provenance.collectRoots(access.pointer, roots);
    return roots;
  }

  void note(const Access &access) {
    for (Value *root : rootsOf(access)) {
      const bool is_found = provenance.isFound(root);
      has_found |= is_found;
      writes_found |= is_found && access.writes();
      if (access.writes())
        written.insert(root);
    }
  }

  std::optional<Memory> memoryOfRoot(Value *root) {
    if (provenance.localBytes(root))
      return Local;
    const unsigned space = root->getType()->getPointerAddressSpace();
    const bool is_global = space == AddressSpace::Global || space == AddressSpace::Generic;
    if (auto *variable = dyn_cast<GlobalVariable>(root))
      return is_global && !variable->isConstant() && !provenance.isUnknown(root)
                 ? std::optional(Global)
                 : std::nullopt;
    auto *argument = dyn_cast<Argument>(root);
    if (!argument)
      return is_global && provenance.isFound(root) ? std::optional(Global) : std::nullopt;
    if (argument->getArgNo() < ItemParam::FirstKernelParam ||
        kernel.args[argument->getArgNo() - ItemParam::FirstKernelParam].kind ==
            LoweredKernel::Arg::ByAddress)
      return std::nullopt;
    return space == AddressSpace::Local ? Local : Global;
  }

  // Kinds of memory that other work-items have, too, if it is known which.
  std::optional<Memory> memoryOf(const Access &access) {
    std::optional<Memory> memory;
    for (Value *root : rootsOf(access)) {
      if (isa<ConstantPointerNull, UndefValue>(root))
        continue; // leads nowhere, as what is loaded behind a report
      const std::optional<Memory> of = memoryOfRoot(root);
      if (!of || (memory && *memory != *of))
        return std::nullopt;
      memory = of;
    }
    return memory;
  }

  unsigned granuleOf(const Access &access) const {
    const unsigned size = access.bytes ? unsigned(countr_zero(access.bytes)) : 0;
    return std::min({size, Log2(access.align), MostGranule});
  }

  static AtomicOrdering orderingOf(const Instruction &instruction) {
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      return load->getOrdering();
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      return store->getOrdering();
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
      return update->getOrdering();
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      return exchange->getSuccessOrdering();
    return AtomicOrdering::NotAtomic;
  }
  static bool isStrongerThanMonotonic(AtomicOrdering ordering) {
    return isStrongerThan(ordering, AtomicOrdering::Monotonic);
  }

  // Work-items that use both fences and atomic operations may pass on what they have done in other
  // ways than by barriers. Then rather nothing is said than what is not so.
  void collectOrders() {
    for (Instruction &instruction : instructions(item)) {
      uint32_t operations = 0;
      const uint32_t releases = WEFT_RACE_RELEASE | WEFT_RACE_TELL;
      // Within its group a barrier orders what stands before it, and so has nothing to tell.
      if (isBarrier(instruction) && fencesOf(instruction) & GlobalFence)
        operations = WEFT_RACE_RELEASE;
      else if (isa<FenceInst>(instruction))
        operations = releases;
      else if (instruction.isAtomic()) // a store is told nothing, a load tells nothing
        operations =
            (isa<StoreInst>(instruction) ? 0 : WEFT_RACE_ACQUIRE) |
            (!isa<LoadInst>(instruction) && isStrongerThanMonotonic(orderingOf(instruction))
                 ? releases
                 : 0);
      if (operations)
        orders.push_back({&instruction, operations});
    }
  }

  const LoweredKernel &kernel;
  Function &item;
  const DataLayout &layout;
  Provenance &provenance;
};

} // namespace

unsigned fencesOf(const Instruction &barrier) {
  const MDNode *node = barrier.getMetadata(FencesKind);
  return node ? unsigned(mdconst::extract<ConstantInt>(node->getOperand(0))->getZExtValue())
              : LocalFence | GlobalFence;
}

RaceAccesses RaceAccesses::of(const LoweredKernel &kernel, Provenance &provenance) {
  Collector collector(kernel, provenance);
  collector.collect();
  return std::move(collector);
}

} // namespace weft
