// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/emitters/vector_width.h"

#include "passes/address_space.h"
#include "passes/analysis/address_form.h"
#include "passes/analysis/launch_iterations.h"
#include "passes/analysis/vector_address.h"
#include "passes/vectorize/waits.h"
#include "passes/work_item_function.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weft {
namespace {

// Sizes and numbers of groups.
bool readsLaunch(const llvm::Instruction &instruction) {
  auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  const llvm::Value *from = load ? llvm::getUnderlyingObject(load->getPointerOperand()) : nullptr;
  // Of constant records that these lead to, too; not local memory, which they lead to as well.
  if (auto *outer = llvm::dyn_cast_or_null<llvm::LoadInst>(from))
    return load->getPointerAddressSpace() == AddressSpace::Constant && readsLaunch(*outer);
  auto *object = llvm::dyn_cast_or_null<llvm::Argument>(from);
  return object && object->getArgNo() <= ItemParam::Thread;
}

// Bits of the element that `instruction` computes, loads or stores; 0 for what says nothing about
// the data: addresses, conditions, the 64-bit integers that ids and indices are made of, and what
// looks for races.
unsigned dataBits(const llvm::Instruction &instruction) {
  llvm::Type *type = instruction.getType();
  if (readsLaunch(instruction) || instruction.hasMetadata(llvm::LLVMContext::MD_nosanitize))
    return 0;
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    type = store->getValueOperand()->getType();
  else if (!llvm::isa<llvm::LoadInst, llvm::BinaryOperator, llvm::UnaryOperator, llvm::CallBase>(
               instruction))
    return 0;
  type = type->getScalarType();
  if (type->isFloatingPointTy())
    return type->getScalarSizeInBits();
  if (!type->isIntegerTy() || type->isIntegerTy(1))
    return 0;
  if (type->getIntegerBitWidth() == 64 &&
      !llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) {
    unsigned opcode = instruction.getOpcode();
    // What hashes and generators of random numbers do, and addresses do not.
    return opcode == llvm::Instruction::Xor || opcode == llvm::Instruction::LShr ? 64 : 0;
  }
  return type->getIntegerBitWidth();
}

bool accessesNarrowData(const llvm::Function &region) {
  return llvm::any_of(llvm::instructions(region), [](const llvm::Instruction &instruction) {
    const unsigned bits = instruction.mayReadOrWriteMemory() ? dataBits(instruction) : 0;
    return bits != 0 && bits < 32;
  });
}

// Vectors of two registers where these are of 128 bits: what is done once for all lanes, and the
// instructions of loops, would take as long as the lanes do.
constexpr unsigned LeastVectorBits = 256;

// How much less a work-item has to cost in vectors of more lanes, which take more registers and
// leave more lanes idle.
constexpr double WorthDoubling = 0.65;

// Instructions of a loop that may run in so many more lanes; beyond, registers would not do.
constexpr unsigned MostInIteration = 64;

// Of a kernel's time, what it has to wait for its own results to have more lanes.
constexpr double WorthWaitingFor = 0.1;
// How much less a work-item has to cost in twice as many lanes that fill the time, and half as much
// for each doubling after that. Two vectors that only wait take half of it; where lanes run on for
// the longest one, twice as many run on longer.
constexpr double WorthFilling = 0.87;
// What a computation without loops may cost in these: it takes as long to compile as it is long.
constexpr double MostFilled = 3000;
// How much longer a vector may take, of lanes that may be idle.
constexpr double LongerVector = 1.25;

bool readsInLaunchIterations(llvm::Function &region) {
  const llvm::SmallVector<const llvm::Value *, 4> sizes = launchSizes(region);
  if (sizes.empty())
    return false;
  const llvm::LoopInfo loops((llvm::DominatorTree(region)));
  auto reads = [&](const llvm::Loop &loop, const llvm::PHINode &counter) {
    unsigned count = 0;
    bool found = false;
    for (const llvm::BasicBlock *block : loop.blocks()) {
      count += unsigned(block->size());
      for (const llvm::Instruction &instruction : *block)
        if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
          found |= load->getPointerAddressSpace() == AddressSpace::Global &&
                   mayDependOn(load->getPointerOperand(), &counter);
    }
    return found && count <= MostInIteration;
  };
  for (const llvm::Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost())
      for (const llvm::PHINode &counter : loop->getHeader()->phis())
        if (launchStep(counter, *loop, sizes) && reads(*loop, counter))
          return true;
  return false;
}

// Lanes that each write a row of memory of their own, from element to element. Each reads and
// writes lines of the cache that are not its neighbours': as many as share a place there, or half
// of them where rows are so far apart that all do. Bytes from lane to lane, of rows:
constexpr int64_t LeastRow = 256;
// Of a row in an iteration: more of small elements than that are not near each other.
constexpr int64_t MostElementsRead = 8;

// Lanes for an access in a loop, if they go along rows; else as many as there may be.
unsigned lanesAlongRows(const llvm::Instruction &access, const llvm::Loop &loop,
                        AddressForms &forms, const Machine &machine) {
  const AddressForm &form = forms.of(llvm::getLoadStorePointerOperand(&access));
  const int64_t bytes =
      int64_t(access.getDataLayout().getTypeAllocSize(llvm::getLoadStoreType(&access)));
  const bool loads = llvm::isa<llvm::LoadInst>(access);
  // Iterations may read several elements each, of which this is one.
  const int64_t longest = loads ? MostElementsRead * bytes : bytes;
  const bool along_row = llvm::any_of(form.terms, [&](const AddressForm::Term &one) {
    const Coefficient &step = one.coefficient;
    return one.term.kind == AddressTerm::Counter && one.term.phi->getParent() == loop.getHeader() &&
           step.kind == Coefficient::Constant && std::abs(step.by) >= bytes &&
           std::abs(step.by) <= longest;
  });
  const Coefficient across = form.along({AddressTerm::LocalId, 0});
  if (!along_row || across.kind == Coefficient::Unknown)
    return ~0u;
  if (loads)
    return across.kind == Coefficient::Far ||
                   (across.by && across.by % machine.first_cache_way_bytes == 0)
               ? machine.second_cache_ways
               : ~0u;
  if (across.kind != Coefficient::Far && std::abs(across.by) < LeastRow)
    return ~0u;
  const bool in_place =
      across.kind != Coefficient::Far && across.by % machine.first_cache_way_bytes == 0;
  return machine.first_cache_ways / (in_place ? 2 : 1);
}

// By the stores of its innermost loops, or by their loads.
unsigned lanesAlongRows(llvm::Function &region, unsigned opcode, const Machine &machine) {
  const llvm::LoopInfo loops((llvm::DominatorTree(region)));
  AddressForms forms(region, &loops);
  unsigned lanes = ~0u;
  for (const llvm::Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost())
      for (const llvm::BasicBlock *block : loop->blocks())
        for (const llvm::Instruction &instruction : *block)
          if (instruction.getOpcode() == opcode)
            lanes = std::min(lanes, lanesAlongRows(instruction, *loop, forms, machine));
  return lanes;
}

// Instructions of a kernel that is looked at twice.
constexpr size_t MostInKernel = 2000;

// Lanes whose private arrays half of the first cache holds, of regions that are small enough to
// have more of them.
unsigned mostLanesThatPay(llvm::ArrayRef<llvm::Function *> regions, const TargetInfo &target) {
  size_t count = 0;
  uint64_t bytes = 0;
  bool narrow = false;
  for (const llvm::Function *region : regions) {
    count += region->getInstructionCount();
    narrow |= accessesNarrowData(*region);
    for (const llvm::Instruction &instruction : region->getEntryBlock())
      if (auto *array = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        bytes += array->getAllocationSize(region->getDataLayout())
                     .value_or(llvm::TypeSize::getFixed(0))
                     .getFixedValue();
  }
  if (count > MostInKernel)
    return 0;
  const unsigned most = narrow ? target.registerBits() / 8 : MostLanes;
  return bytes ? unsigned(std::min<uint64_t>(most, target.machine().first_cache_bytes / 2 / bytes))
               : most;
}

} // namespace

unsigned chooseWidth(llvm::ArrayRef<llvm::Function *> regions, unsigned register_bits) {
  unsigned wide = 0, narrow = 0;
  for (const llvm::Function *region : regions)
    for (const llvm::Instruction &instruction : llvm::instructions(*region))
      if (unsigned bits = dataBits(instruction))
        ++(bits >= 64 ? wide : narrow);
  // C computes with bytes and shorts as with 32-bit integers; most lanes narrower than these would
  // not pay.
  unsigned element = wide > narrow ? 64 : 32;
  return std::clamp(std::max(register_bits, LeastVectorBits) / element, 1u, MostLanes);
}

unsigned widenForWaits(llvm::ArrayRef<llvm::Function *> regions, unsigned width, unsigned most,
                       bool free_rows, const TargetInfo &target, EstimateWidths estimate) {
  const bool has_loop = llvm::any_of(regions, [](auto *region) { return hasShortLoop(*region); });
  if (!has_loop && llvm::none_of(regions, [&](auto *region) {
        return mayHaveLongPath(*region, target.costs());
      }))
    return width;
  most = std::min(most, mostLanesThatPay(regions, target));
  for (llvm::Function *region : regions)
    if (most > width)
      most = std::min(most, lanesAlongRows(*region, llvm::Instruction::Load, target.machine()));
  llvm::SmallVector<unsigned, 4> widths;
  for (unsigned lanes = width; lanes <= most; lanes *= 2)
    widths.push_back(lanes);
  if (widths.size() < 2)
    return width;
  llvm::SmallVector<CostEstimate, 4> sums(widths.size());
  for (llvm::Function *region : regions) {
    const llvm::SmallVector<CostEstimate, 4> of_region = estimate(*region, widths);
    if (of_region.empty())
      return width;
    for (auto [sum, one] : llvm::zip_equal(sums, of_region)) {
      sum.vector += one.vector;
      sum.waits += one.waits;
      sum.registers = std::max(sum.registers, one.registers);
    }
  }
  auto time = [](const CostEstimate &cost) { return cost.vector + cost.waits; };
  size_t best = 0;
  for (size_t i = 1; i < widths.size() && sums[i].registers <= target.numRegisters(); ++i) {
    const CostEstimate &less = sums[best], &more = sums[i];
    const bool waits = less.waits >= WorthWaitingFor * time(less);
    if (!has_loop && (!waits || more.vector > MostFilled))
      break;
    const double doublings = double(i - best);
    const double worth =
        waits ? std::pow(WorthFilling, (1 + doublings) / 2) : std::pow(WorthDoubling, doublings);
    const bool pays = free_rows ? time(more) / widths[i] < worth * time(less) / widths[best]
                                : waits && time(more) < LongerVector * time(sums[0]);
    if (pays)
      best = i;
  }
  return widths[best];
}

unsigned widenForLaunchIterations(llvm::ArrayRef<llvm::Function *> regions, unsigned width) {
  const bool wanted =
      llvm::any_of(regions, [](auto *region) { return readsInLaunchIterations(*region); });
  return wanted ? std::max(width, std::min(4 * width, MostLanes)) : width;
}

unsigned subGroupWidth(unsigned width, llvm::ArrayRef<uint64_t> local_size) {
  constexpr unsigned Least = 8;
  width = std::max(width, Least);
  const uint64_t row = local_size[0], items = row * local_size[1] * local_size[2];
  if (row >= Least && llvm::isPowerOf2_64(row))
    width = unsigned(std::min<uint64_t>(width, row));
  return items ? unsigned(std::min<uint64_t>(width, llvm::PowerOf2Ceil(items))) : width;
}

unsigned narrowForWrittenRows(llvm::ArrayRef<llvm::Function *> regions, unsigned width,
                              const TargetInfo &target) {
  for (llvm::Function *region : regions)
    if (width > target.machine().first_cache_ways / 2)
      width = std::min(width, lanesAlongRows(*region, llvm::Instruction::Store, target.machine()));
  return width;
}

} // namespace weft
