// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each work-item counts the barriers that it has come to, of local and of global memory:
//
//   barrier(CLK_LOCAL_MEM_FENCE)    ->   barrier; local_barriers += 1
//   tile[i] = v                     ->   weft.race(site, &tile[i], segment(local_barriers), item)
//                                        tile[i] = v
//
// A count that is the same for the whole group is a value of the row, and mostly a constant. All
// accesses of a kernel to a kind of memory are looked at in pieces of one size, the granule.
#include "passes/check/race_checks.h"

#include "passes/address_space.h"
#include "passes/analysis/race_call.h"
#include "passes/check/group_items.h"
#include "passes/check/group_proofs.h"
#include "passes/check/launch_proofs.h"
#include "passes/check/provenance.h"
#include "passes/check/race_accesses.h"
#include "passes/check/race_sites.h"
#include "passes/check/stored_values.h"
#include "passes/check_marks.h"
#include "passes/launch_fields.h"
#include "weft/kernel_abi.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <cstddef>
#include <utility>

using namespace llvm;

namespace weft {
namespace {

constexpr uint64_t MostInline = 4; // words that are looked at before the run time is called

uint32_t operationOf(const Access &access) {
  if (access.type == WEFT_ACCESS_READ)
    return WEFT_RACE_READ;
  if (access.type == WEFT_ACCESS_WRITE)
    return WEFT_RACE_WRITE;
  return isa<LoadInst>(access.instruction) ? WEFT_RACE_ATOMIC_READ : WEFT_RACE_ATOMIC;
}

class RaceChecks : RaceAccesses {
public:
  RaceChecks(Function &item, Findings &findings, Provenance &provenance, RaceAccesses accesses)
      : RaceAccesses(std::move(accesses)), item(item), layout(item.getDataLayout()),
        findings(findings), provenance(provenance), start(&entryPlace(item)),
        word(start.getInt64Ty()), sites(*item.getParent()) {}

  void run() {
    if (checked.empty())
      return;
    GroupProofs group = planGroup();
    begin();
    prove(group);
    for (Instruction *barrier : barriers)
      count(*barrier);
    for (const Checked &access : checked)
      checkAsItEnds(access);
    for (const auto &[instruction, operations] : orders)
      order(*instruction, operations);
    sites.finish();
  }

private:
  // ---- what all accesses need ----

  void begin() {
    Value *group[3];
    for (unsigned d = 0; d < 3; ++d)
      group[d] = item.getArg(ItemParam::GroupId + d);
    auto product = [&](Value *a, Value *b) { return start.CreateMul(a, b, "", true, true); };
    auto sum = [&](Value *a, Value *b) { return start.CreateAdd(a, b, "", true, true); };
    self = itemInGroup(start, item);
    auto groups = [&](unsigned d) {
      return loadField(start, item.getArg(ItemParam::Launch),
                       offsetof(weft_launch, num_groups) + d * sizeof(uint64_t), word, "groups");
    };
    Value *number = sum(group[0], product(groups(0), sum(group[1], product(groups(1), group[2]))));
    Value *launch = findings.launch();
    start.SetInsertPoint(cast<Instruction>(launch)->getNextNode());
    auto field = [&](size_t offset, const char *name) {
      return loadField(start, launch, offset, word, name);
    };
    Value *bits = field(offsetof(weft_check_launch, segment_bits), "race.bits");
    last = field(offsetof(weft_check_launch, last_segment), "race.last");
    local_shadow = field(offsetof(weft_check_launch, local_shadow), "race.shadow");
    // The group's number was made elsewhere in the entry block: what follows stands behind both.
    if (auto *made = dyn_cast<Instruction>(number))
      start.SetInsertPoint(&*later(*made, *local_shadow)->getIterator());
    Value *first = start.CreateShl(number, bits);
    base[Local] = sum(field(offsetof(weft_check_launch, local_base), "race.local"), first);
    Value *global = field(offsetof(weft_check_launch, global_base), "race.global");
    base[Global] = sum(global, first);
    least = start.CreateShl(global, WEFT_RACE_SEGMENT_SHIFT);
    local_memory = start.CreatePtrToInt(loadField(start, item.getArg(ItemParam::Thread),
                                                  offsetof(weft_thread, local_memory),
                                                  start.getPtrTy(), "race.memory"),
                                        word);
    if (barriers.empty())
      return;
    for (unsigned memory : {Local, Global}) {
      counts[memory] = counter();
      if (has_sub_groups)
        sub_counts[memory] = counter();
    }
  }

  // What no two work-items touch is not looked at, unless other pointers lead there, too.
  void prove(GroupProofs &group) {
    for (auto [of, apart] : zip(checkedIn(Local), group.prove(start)))
      of->apart.of_launch = apart;
    if (has_found)
      return;
    MapVector<Value *, SmallVector<Checked *>> by_root;
    SmallPtrSet<Value *, 8> shared; // with other roots, by one pointer, or with copies
    for (Checked *of : checkedIn(Global)) {
      Value *root = provenance.onlyRoot(of->access.pointer);
      if (root && written.contains(root))
        by_root[root].push_back(of);
      if (!root || isCopy(*of))
        provenance.collectRoots(of->access.pointer, shared);
    }
    for (auto &[root, accesses] : by_root) {
      if (shared.contains(root))
        continue;
      SmallVector<PlacedAccess> placed;
      for (const Checked *of : accesses)
        placed.push_back({of->access.pointer, of->access.bytes, of->access.writes()});
      Value *alone = nullptr;
      for (auto [of, apart] : zip(accesses, proveApart(start, item, placed))) {
        if (!apart.of_launch)
          continue;
        alone = alone ? alone : start.CreateIsNotNull(provenance.shadowIsOwn(root));
        of->apart = apart;
        of->apart.of_launch = start.CreateAnd(apart.of_launch, alone);
      }
    }
  }

  static bool isCopy(const Checked &of) { return of.access.instruction->hasMetadata(AsyncKind); }

  SmallVector<Checked *> checkedIn(Memory memory) {
    SmallVector<Checked *> result;
    for (Checked &of : checked)
      if (of.memory == memory)
        result.push_back(&of);
    return result;
  }

  GroupProofs planGroup() {
    SmallVector<Instruction *> of_local;
    for (Instruction *barrier : barriers)
      if (isBarrier(*barrier) && fencesOf(*barrier) & LocalFence)
        of_local.push_back(barrier);
    SmallVector<GroupAccess> accesses;
    for (Checked *of : checkedIn(Local)) {
      const Access &access = of->access;
      accesses.push_back(
          {access.instruction, access.pointer, access.bytes, access.writes(), isCopy(*of), {}});
      provenance.collectRoots(access.pointer, accesses.back().roots);
    }
    return GroupProofs(item, of_local, accesses);
  }

  AllocaInst *counter() {
    auto *variable = new AllocaInst(word, layout.getAllocaAddrSpace(), "race.barriers",
                                    item.getEntryBlock().begin());
    start.CreateStore(start.getInt64(0), variable);
    return variable;
  }

  static Instruction *later(Instruction &a, Value &b) {
    auto &other = cast<Instruction>(b);
    return (a.comesBefore(&other) ? other : a).getNextNode();
  }

  // ---- barriers ----

  void count(Instruction &barrier) {
    IRBuilder<> builder(barrier.getNextNode());
    builder.SetCurrentDebugLocation(barrier.getDebugLoc());
    const bool of_group = isBarrier(barrier);
    const unsigned fences = of_group ? fencesOf(barrier) : LocalFence | GlobalFence;
    auto increase = [&](AllocaInst *of, Value *most) {
      Value *next = builder.CreateAdd(builder.CreateLoad(word, of), builder.getInt64(1));
      builder.CreateStore(builder.CreateBinaryIntrinsic(Intrinsic::umin, next, most), of);
    };
    for (auto [memory, fence] : {std::pair(Local, LocalFence), {Global, GlobalFence}}) {
      if (!(fences & fence))
        continue;
      if (!of_group) {
        increase(sub_counts[memory], builder.getInt64((1 << WEFT_RACE_SUB_GROUP_BITS) - 1));
        continue;
      }
      increase(counts[memory],
               has_sub_groups ? builder.CreateLShr(last, WEFT_RACE_SUB_GROUP_BITS) : last);
      if (has_sub_groups)
        builder.CreateStore(builder.getInt64(0), sub_counts[memory]);
    }
  }

  Value *segment(IRBuilderBase &builder, Memory memory) {
    if (!counts[memory])
      return base[memory];
    Value *number = builder.CreateLoad(word, counts[memory]);
    if (has_sub_groups)
      number = builder.CreateOr(builder.CreateShl(number, WEFT_RACE_SUB_GROUP_BITS),
                                builder.CreateLoad(word, sub_counts[memory]));
    return builder.CreateAdd(base[memory], number, "race.segment");
  }

  // ---- calls ----

  // An exchange that fails has only read.
  void checkAsItEnds(const Checked &of) {
    auto *exchange = dyn_cast<AtomicCmpXchgInst>(of.access.instruction);
    if (!exchange)
      return check(of, *of.access.instruction, operationOf(of.access));
    Instruction *behind = exchange->getNextNode();
    IRBuilder<> builder(behind);
    builder.SetCurrentDebugLocation(exchange->getDebugLoc());
    Value *succeeds = builder.CreateExtractValue(exchange, 1);
    check(of, *behind, WEFT_RACE_ATOMIC, succeeds);
    builder.SetInsertPoint(behind);
    check(of, *behind, WEFT_RACE_ATOMIC_READ, builder.CreateNot(succeeds));
  }

  // Ahead of `there`, if `condition` holds or is null.
  void check(const Checked &of, Instruction &there, uint32_t operation,
             Value *condition = nullptr) {
    const Access &access = of.access;
    IRBuilder<> builder(&there);
    Value *shadow = of.memory == Local ? local_shadow : provenance.shadow(access.pointer);
    Value *looked_for = builder.CreateIsNotNull(shadow, "race.looked.for");
    if (condition)
      looked_for = builder.CreateAnd(looked_for, condition);
    if (of.apart.of_launch && of.apart.of_item.empty())
      looked_for = builder.CreateAnd(looked_for, builder.CreateNot(of.apart.of_launch));
    if (isa<Constant>(looked_for))
      return;
    // Proofs mostly hold where they can be made.
    MDNode *unlikely = of.apart.of_launch
                           ? MDBuilder(builder.getContext()).createUnlikelyBranchWeights()
                           : nullptr;
    Instruction *end = SplitBlockAndInsertIfThen(looked_for, &there, /*Unreachable=*/false,
                                                 of.apart.of_item.empty() ? unlikely : nullptr);
    end->getParent()->setName("race");
    builder.SetInsertPoint(end);
    builder.SetCurrentDebugLocation(access.instruction->getDebugLoc());
    // Where a condition holds, `end` is where that goes on.
    auto goOnIf = [&](Value *holds, const char *name, MDNode *weights = nullptr) {
      end = SplitBlockAndInsertIfThen(holds, end, /*Unreachable=*/false, weights);
      builder.SetInsertPoint(end);
      builder.GetInsertBlock()->setName(name);
      builder.SetCurrentDebugLocation(access.instruction->getDebugLoc());
    };
    if (!of.apart.of_item.empty())
      goOnIf(meets(builder, of.apart), "race.meets", unlikely);
    Value *begin = of.memory == Local ? local_memory : provenance.shadowBegin(access.pointer);
    Value *now = segment(builder, of.memory);
    // What all groups read is told by fewest instructions.
    const SmallVector<Value *> known = wordsOf(builder, of, operation, shadow, begin);
    auto goOnIfNews = [&](function_ref<Value *(Value *)> is_old) {
      Value *all = builder.getTrue();
      for (Value *one : known)
        all = builder.CreateAnd(all, is_old(one));
      Value *is_news = builder.CreateZExt(builder.CreateNot(all), word);
      goOnIf(anyLane(builder, is_news, builder.getInt64(1)), "race.news");
    };
    if (!known.empty() && of.memory == Global && operation != WEFT_RACE_WRITE)
      goOnIfNews([&](Value *one) { return isOldInLaunch(builder, one, operation); });
    if (!known.empty())
      goOnIfNews([&](Value *one) { return isOldInSegment(builder, one, operation, now, who(of)); });
    Value *root = provenance.onlyRoot(access.pointer);
    auto *variable = dyn_cast_or_null<GlobalVariable>(root);
    Value *value = nullptr;
    weft_race_values values = WEFT_RACE_VALUES_UNKNOWN;
    if (auto *store = dyn_cast<StoreInst>(access.instruction)) {
      value = bitsOfStored(builder, *store);
      if (storesSameForAll(*store))
        values = WEFT_RACE_VALUES_ALIKE;
      else if (value)
        values = WEFT_RACE_VALUES_KNOWN;
    }
    Value *operands[RaceOperand::Count] = {};
    operands[RaceOperand::Thread] = item.getArg(ItemParam::Thread);
    operands[RaceOperand::Site] = sites.access(
        {findings.site({WEFT_FOUND_RACE, access.type, access.bytes, access.align.value()},
                       access.instruction->getDebugLoc()),
         operation, granule[of.memory], of.memory == Local, values, has_sub_groups,
         variable ? layout.getTypeAllocSize(variable->getValueType())
         : root   ? provenance.localBytes(root)
                  : 0});
    operands[RaceOperand::Object] = provenance.object(access.pointer);
    operands[RaceOperand::Shadow] = shadow;
    operands[RaceOperand::ShadowBegin] = begin;
    operands[RaceOperand::Segment] = now;
    operands[RaceOperand::Bytes] =
        access.bytes ? builder.getInt64(access.bytes) : builder.CreateZExt(access.length, word);
    operands[RaceOperand::ObjectBegin] =
        variable || (of.memory == Local && root) ? address(builder, root) : builder.getInt64(0);
    operands[RaceOperand::Item] = who(of);
    operands[RaceOperand::Address] = address(builder, access.pointer);
    operands[RaceOperand::Value] = value ? value : builder.getInt64(0);
    call(builder, operands);
  }

  // Whether it holds for any lane.
  Value *anyLane(IRBuilderBase &builder, Value *value, Value *least) {
    return builder.CreateCall(declareAnyLane(*item.getParent()),
                              {value, least, builder.getInt32(number++)}, "race.any");
  }

  // Whether other work-items may access what a lane does. What is asked of any lane is not kept
  // across barriers; where there are none it is asked once.
  Value *meets(IRBuilderBase &there, const Apart &apart) {
    Value *&known = asked[apart.of_item.front().front().value];
    if (known && barriers.empty())
      return known;
    IRBuilderBase &builder = barriers.empty() ? start : there;
    Value *meets = builder.CreateNot(apart.of_launch);
    for (const SmallVector<Below, 4> &ways : apart.of_item) {
      Value *meets_these = builder.getTrue();
      for (const Below &way : ways)
        meets_these = builder.CreateAnd(meets_these, anyLane(builder, way.value, way.bound));
      meets = builder.CreateOr(meets, meets_these);
    }
    return known = meets;
  }

  Value *who(const Checked &of) { return isCopy(of) ? start.getInt64(WEFT_RACE_COPY_ITEM) : self; }

  Value *address(IRBuilderBase &builder, Value *pointer) {
    return builder.CreatePtrToInt(builder.CreateAddrSpaceCast(pointer, builder.getPtrTy()), word);
  }

  // ---- what is known of the granules ----
  //
  // An access that would change none of it is not told to the run time. A word that was loaded too
  // early does no harm: whoever has changed it since has seen that access.

  // None where there are too many, or mostly changes.
  SmallVector<Value *> wordsOf(IRBuilderBase &builder, const Checked &of, uint32_t operation,
                               Value *shadow, Value *begin) {
    SmallVector<Value *> known;
    const uint64_t words = of.access.bytes >> granule[of.memory];
    if (words > MostInline || operation == WEFT_RACE_ATOMIC_READ)
      return known;
    // Granules lie as their words do.
    Value *distance =
        builder.CreateMul(builder.CreateSub(address(builder, of.access.pointer), begin),
                          builder.getInt64(sizeof(uint64_t) >> granule[of.memory]));
    Value *first = builder.CreateIntToPtr(builder.CreateAdd(shadow, distance),
                                          builder.getPtrTy(AddressSpace::Global));
    for (uint64_t i = 0; i < words; ++i)
      known.push_back(builder.CreateAlignedLoad(word, builder.CreateConstGEP1_64(word, first, i),
                                                Align(8), "race.word"));
    return known;
  }

  static Value *part(IRBuilderBase &builder, Value *known, uint64_t mask) {
    return builder.CreateAnd(known, builder.getInt64(mask));
  }

  // Several groups have done in the launch what this one does.
  Value *isOldInLaunch(IRBuilderBase &builder, Value *known, uint32_t operation) {
    Value *is_alike = builder.CreateICmpEQ(
        part(builder, known, WEFT_RACE_NOW | WEFT_RACE_MANY_GROUPS),
        builder.getInt64(WEFT_RACE_MANY_GROUPS | uint64_t(operation) << WEFT_RACE_NOW_SHIFT));
    return builder.CreateAnd(is_alike, builder.CreateICmpUGE(known, least));
  }

  // Between the same barriers the work-item has made such an access, or several have read what this
  // one reads.
  Value *isOldInSegment(IRBuilderBase &builder, Value *known, uint32_t operation, Value *now,
                        Value *who) {
    Value *of_segment = builder.CreateShl(now, WEFT_RACE_SEGMENT_SHIFT);
    Value *mine = builder.CreateOr(of_segment, builder.CreateShl(who, WEFT_RACE_ITEM_SHIFT));
    auto bits = [&](uint32_t operations) { return uint64_t(operations) << WEFT_RACE_NOW_SHIFT; };
    // What a work-item has written it may read, too.
    const uint32_t covers = operation | (operation == WEFT_RACE_READ ? WEFT_RACE_WRITE : 0);
    Value *is_mine = builder.CreateAnd(
        builder.CreateICmpEQ(part(builder, known, ~uint64_t(0) << WEFT_RACE_ITEM_SHIFT), mine),
        builder.CreateIsNotNull(part(builder, known, bits(covers))));
    if (operation == WEFT_RACE_WRITE)
      return is_mine;
    Value *by_many = builder.CreateICmpEQ(
        part(builder, known,
             ~uint64_t(0) << WEFT_RACE_SEGMENT_SHIFT | WEFT_RACE_NOW | WEFT_RACE_MANY_ITEMS),
        builder.CreateOr(of_segment, builder.getInt64(WEFT_RACE_MANY_ITEMS | bits(operation))));
    return builder.CreateOr(is_mine, by_many);
  }

  void order(Instruction &instruction, uint32_t operations) {
    // Of what a fence orders, what follows may be told; an atomic operation has been told.
    // Ahead of a barrier work-items wait, and tell nobody.
    IRBuilder<> builder(operations & WEFT_RACE_ACQUIRE || isBarrier(instruction)
                            ? instruction.getNextNode()
                            : &instruction);
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
    Value *operands[RaceOperand::Count] = {};
    for (unsigned i = RaceOperand::Shadow; i < RaceOperand::Count; ++i)
      operands[i] = builder.getInt64(0);
    operands[RaceOperand::Thread] = item.getArg(ItemParam::Thread);
    operands[RaceOperand::Site] = sites.order(operations);
    operands[RaceOperand::Object] = ConstantPointerNull::get(builder.getPtrTy());
    operands[RaceOperand::Segment] = segment(builder, Global);
    operands[RaceOperand::Item] = self;
    call(builder, operands);
  }

  void call(IRBuilderBase &builder, ArrayRef<Value *> operands) {
    CallInst *made = builder.CreateCall(declaration(), operands);
    made->setDoesNotThrow();
  }

  // The body: of one work-item.
  FunctionCallee declaration() {
    Module &module = *item.getParent();
    IRBuilder<> builder(module.getContext());
    PointerType *pointer = builder.getPtrTy();
    SmallVector<Type *> types = {pointer, pointer, pointer};
    types.resize(RaceOperand::Count, word);
    auto *type = FunctionType::get(builder.getVoidTy(), types, false);
    FunctionCallee callee = module.getOrInsertFunction(RaceName, type);
    auto *function = cast<Function>(callee.getCallee());
    if (!function->isDeclaration())
      return callee;
    function->setLinkage(GlobalValue::InternalLinkage);
    function->addFnAttr(Attribute::AlwaysInline);
    function->addFnAttr(Attribute::WillReturn);
    function->setDoesNotThrow();
    function->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "entry", function));
    // The value lies behind the record: what the call's argument leads to is what it reads.
    constexpr unsigned Fields = sizeof(weft_race_lanes) / sizeof(uint64_t);
    Value *record = builder.CreateAlloca(ArrayType::get(word, Fields + 1));
    Value *value = builder.CreateConstGEP1_64(word, record, Fields);
    builder.CreateStore(function->getArg(RaceOperand::Value), value);
    SmallVector<Value *> args;
    for (Argument &arg : function->args())
      args.push_back(&arg);
    emitRaceCall(builder, args, {builder.getInt64(1), builder.getInt64(0), nullptr, nullptr, value},
                 record);
    builder.CreateRetVoid();
    return callee;
  }

  Function &item;
  const DataLayout &layout;
  Findings &findings;
  Provenance &provenance;
  IRBuilder<> start;
  Type *const word;

  unsigned number = 1 << 20; // of the next call of AnyLaneName; memory checks count from 0

  Value *self = nullptr, *last = nullptr, *local_shadow = nullptr, *local_memory = nullptr;
  Value *base[Kinds] = {};
  Value *least = nullptr; // word of the launch, of global memory
  AllocaInst *counts[Kinds] = {}, *sub_counts[Kinds] = {};

  DenseMap<const Value *, Value *> asked; // meets(), by a value of the condition

  RaceSites sites;
};

} // namespace

void checkRaces(LoweredKernel &kernel, Findings &findings) {
  if (kernel.named_barriers)
    return; // they order parts of a group
  Provenance provenance(kernel, findings);
  RaceChecks(*kernel.function, findings, provenance, RaceAccesses::of(kernel, provenance)).run();
}

} // namespace weft
