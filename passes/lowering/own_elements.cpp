// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   y[i] = a * x[i] + table[i & 7]     i = get_global_id(0)
//     =>  y: 4 bytes, x: 4 bytes, table: unknown
#include "passes/analysis/address_form.h"
#include "passes/check/accesses.h"
#include "passes/lowering/steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>
#include <cstdint>

using namespace llvm;

namespace weft {
namespace {

// Of lines of work-items: the global id, which forms know as the id in a group.
constexpr AddressTerm Id = {AddressTerm::LocalId, 0};

AddressForms formsOf(const Function &item) {
  AddressForms::Terms terms;
  for (const Instruction &instruction : instructions(item))
    if (const auto *call = dyn_cast<CallInst>(&instruction))
      if (const Function *callee = call->getCalledFunction();
          callee && itemQuery(*callee) == ItemQuery::GlobalId)
        if (const auto *dimension = dyn_cast<ConstantInt>(call->getArgOperand(0));
            dimension && dimension->isZero())
          terms[call] = Id;
  return AddressForms(item.getDataLayout(), std::move(terms));
}

class OwnElements {
public:
  explicit OwnElements(const LoweredKernel &kernel)
      : kernel(kernel), layout(kernel.function->getDataLayout()), forms(formsOf(*kernel.function)),
        elements(kernel.args.size(), {0, true}) {}

  // False if it touches what may be shared by other ways than pointer arguments.
  bool run() {
    return all_of(instructions(*kernel.function), [&](Instruction &i) { return look(i); });
  }
  uint32_t bytesOf(size_t arg) const {
    return elements[arg].is_own ? uint32_t(elements[arg].bytes) : 0;
  }

private:
  struct Element {
    int64_t bytes;
    bool is_own;
  };

  bool look(Instruction &instruction) {
    if (const auto accesses = accessesOf(instruction, layout); !accesses.empty())
      return all_of(accesses, [&](const Access &access) { return look(access); });
    const auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return !instruction.mayReadOrWriteMemory() || (callee && itemQuery(*callee)) ||
           isa<LifetimeIntrinsic, AssumeInst, NoAliasScopeDeclInst>(instruction);
  }

  bool look(const Access &access) {
    const Value *base = getUnderlyingObject(access.pointer, /*MaxLookup=*/0);
    if (isa<AllocaInst>(base))
      return true;
    if (const auto *variable = dyn_cast<GlobalVariable>(base))
      return variable->isConstant();
    const auto *arg = dyn_cast<Argument>(base);
    if (!arg || arg->getArgNo() < ItemParam::FirstKernelParam)
      return false;
    const size_t number = arg->getArgNo() - ItemParam::FirstKernelParam;
    if (kernel.args[number].kind != LoweredKernel::Arg::Value)
      return kernel.args[number].kind == LoweredKernel::Arg::ByAddress;
    const int64_t bytes = ownBytes(access, *arg);
    Element &element = elements[number];
    element.is_own &= bytes && (!element.bytes || element.bytes == bytes);
    element.bytes = bytes;
    return true;
  }

  // Of the element which the access does not leave; 0: there is none.
  int64_t ownBytes(const Access &access, const Argument &arg) {
    const AddressForm &form = forms.of(access.pointer);
    const int64_t bytes = elementOf(form);
    const bool is_within = access.bytes && form.constant >= 0 && form.constant < bytes &&
                           access.bytes <= uint64_t(bytes - form.constant);
    const bool is_of_arg = form.fixed.size() == 1 && !form.has_more_fixed &&
                           form.fixed[0].factor == 1 &&
                           form.fixed[0].value->stripPointerCasts() == &arg;
    return is_within && is_of_arg && form.holdsIf([&](const AddressCondition &condition) {
      return holdsWithin(condition, bytes);
    })
               ? bytes
               : 0;
  }

  // What one more of the id adds, if nothing else moves it; at most 2^31 - 1.
  static int64_t elementOf(const AddressForm &form) {
    const Coefficient by = form.along(Id);
    const bool is_alone = form.terms.size() == 1 && by.kind == Coefficient::Constant;
    return is_alone && by.by > 0 && by.by <= INT32_MAX ? by.by : 0;
  }

  // Whether the condition holds for ids i with (i + 1) * bytes of less than 2^31.
  bool holdsWithin(const AddressCondition &condition, int64_t bytes) {
    if (!condition.isOfWrapping() || condition.bits < 32)
      return false;
    const AddressForm &form = forms.of(condition.value);
    const int64_t by = elementOf(form);
    return by && by <= bytes && !form.hasFixedPart() && form.constant < bytes &&
           form.constant >= (condition.kind == AddressCondition::Signed ? -INT32_MAX : 0) &&
           form.conditions.empty();
  }

  const LoweredKernel &kernel;
  const DataLayout &layout;
  AddressForms forms;
  SmallVector<Element> elements; // by argument
};

} // namespace

void findOwnElements(LoweredKernel &kernel) {
  OwnElements elements(kernel);
  kernel.reaches_by_arguments = elements.run();
  for (size_t i = 0; i < kernel.args.size(); ++i)
    kernel.args[i].own_bytes = kernel.reaches_by_arguments ? elements.bytesOf(i) : 0;
}

} // namespace weft
