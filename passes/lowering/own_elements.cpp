// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   y[i] = a * x[i] + table[i & 7]     i = get_global_id(0)
//     =>  y: 4 bytes, x: 4 bytes, table: unknown
#include "passes/lowering/steps.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

using namespace llvm;

namespace weft {
namespace {

// by * get_global_id(0) + constant, modulo 2^32 or more. Where it was extended on the way, it is so
// as long as bound * (get_global_id(0) + 1) is less than 2^31.
struct Line {
  int64_t by, constant, bound = 0;
};

constexpr int64_t Most = std::numeric_limits<int32_t>::max();
constexpr unsigned MostSteps = 16; // of one expression

std::optional<Line> checked(const Line &line) {
  if (line.by < -Most || line.by > Most || line.constant < -Most || line.constant > Most)
    return std::nullopt;
  return line;
}

std::optional<Line> sum(const Line &a, const Line &b, int64_t times) {
  return checked(
      {a.by + b.by * times, a.constant + b.constant * times, std::max(a.bound, b.bound)});
}

std::optional<Line> extended(const std::optional<Line> &line, bool is_signed) {
  if (!line || line->by < 0 || (!is_signed && line->constant < 0))
    return std::nullopt;
  return Line{line->by, line->constant, std::max({line->bound, line->by, line->constant + 1})};
}

std::optional<Line> lineOf(const Value *value, unsigned steps = 0) {
  if (const auto *number = dyn_cast<ConstantInt>(value))
    return number->getValue().getSignificantBits() > 32 ? std::nullopt
                                                        : checked({0, number->getSExtValue()});
  if (const auto *call = dyn_cast<CallInst>(value)) {
    const Function *callee = call->getCalledFunction();
    const auto *dimension =
        call->arg_size() ? dyn_cast<ConstantInt>(call->getArgOperand(0)) : nullptr;
    if (callee && itemQuery(*callee) == ItemQuery::GlobalId && dimension && dimension->isZero())
      return Line{1, 0};
    return std::nullopt;
  }
  const auto *operation = dyn_cast<Instruction>(value);
  if (!operation || steps == MostSteps)
    return std::nullopt;
  const auto operand = [&](unsigned i) { return lineOf(operation->getOperand(i), steps + 1); };
  switch (operation->getOpcode()) {
  case Instruction::Trunc:
    return operation->getType()->isIntegerTy(32) ? operand(0) : std::nullopt;
  case Instruction::SExt:
  case Instruction::ZExt:
    if (!operation->getOperand(0)->getType()->isIntegerTy(32))
      return std::nullopt;
    return extended(operand(0), operation->getOpcode() == Instruction::SExt);
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(operation)->isDisjoint())
      return std::nullopt;
    [[fallthrough]];
  case Instruction::Add:
  case Instruction::Sub: {
    const auto a = operand(0), b = operand(1);
    if (!a || !b)
      return std::nullopt;
    return sum(*a, *b, operation->getOpcode() == Instruction::Sub ? -1 : 1);
  }
  case Instruction::Mul: {
    auto a = operand(0), b = operand(1);
    if (a && b && b->by)
      std::swap(a, b);
    if (!a || !b || b->by)
      return std::nullopt;
    return checked({a->by * b->constant, a->constant * b->constant, std::max(a->bound, b->bound)});
  }
  case Instruction::Shl: {
    const auto a = operand(0), b = operand(1);
    if (!a || !b || b->by || b->constant < 0 || b->constant > 30)
      return std::nullopt;
    return checked({a->by << b->constant, a->constant << b->constant, a->bound});
  }
  default:
    return std::nullopt;
  }
}

// An address as its base, and bytes from there; no line: none that is known.
struct Address {
  const Value *base;
  std::optional<Line> line;
};

Address addressOf(const Value *pointer, const DataLayout &layout) {
  Address address = {pointer, Line{0, 0}};
  for (;;) {
    if (const auto *gep = dyn_cast<GEPOperator>(address.base)) {
      const unsigned bits = layout.getIndexTypeSizeInBits(gep->getType());
      SmallMapVector<Value *, APInt, 4> variables;
      APInt constant(bits, 0);
      address.base = gep->getPointerOperand();
      if (!gep->collectOffset(layout, bits, variables, constant)) {
        address.line.reset();
        continue;
      }
      const auto add = [&](const std::optional<Line> &part, const APInt &factor) {
        if (address.line && part && factor.getSignificantBits() <= 32)
          address.line = sum(*address.line, *part, factor.getSExtValue());
        else
          address.line.reset();
      };
      add(Line{0, 1}, constant);
      for (const auto &[index, scale] : variables) {
        const std::optional<Line> line = lineOf(index);
        add(index->getType()->getScalarSizeInBits() < bits ? extended(line, true) : line, scale);
      }
    } else if (const auto *cast = dyn_cast<AddrSpaceCastOperator>(address.base)) {
      address.base = cast->getPointerOperand();
    } else {
      return address;
    }
  }
}

class OwnElements {
public:
  OwnElements(const LoweredKernel &kernel)
      : kernel(kernel), layout(kernel.function->getDataLayout()),
        elements(kernel.args.size(), {0, true}) {}

  // False if it touches what may be shared by other ways than pointer arguments.
  bool run() {
    for (const Instruction &instruction : instructions(*kernel.function))
      if (!look(instruction))
        return false;
    return true;
  }
  uint32_t bytesOf(size_t arg) const {
    return elements[arg].is_own ? uint32_t(elements[arg].bytes) : 0;
  }

private:
  struct Element {
    int64_t bytes;
    bool is_own;
  };

  bool look(const Instruction &instruction) {
    const auto bytes = [&](const Type *type) {
      return layout.getTypeStoreSize(const_cast<Type *>(type));
    };
    if (const auto *load = dyn_cast<LoadInst>(&instruction))
      return access(load->getPointerOperand(), bytes(load->getType()));
    if (const auto *store = dyn_cast<StoreInst>(&instruction))
      return access(store->getPointerOperand(), bytes(store->getValueOperand()->getType()));
    if (const auto *atomic = dyn_cast<AtomicRMWInst>(&instruction))
      return access(atomic->getPointerOperand(), bytes(atomic->getType()));
    if (const auto *atomic = dyn_cast<AtomicCmpXchgInst>(&instruction))
      return access(atomic->getPointerOperand(), bytes(atomic->getNewValOperand()->getType()));
    if (const auto *copy = dyn_cast<MemIntrinsic>(&instruction)) {
      const auto *length = dyn_cast<ConstantInt>(copy->getLength());
      const auto *transfer = dyn_cast<MemTransferInst>(copy);
      return length && access(copy->getRawDest(), TypeSize::getFixed(length->getZExtValue())) &&
             (!transfer ||
              access(transfer->getRawSource(), TypeSize::getFixed(length->getZExtValue())));
    }
    if (const auto *call = dyn_cast<CallBase>(&instruction)) {
      const Function *callee = call->getCalledFunction();
      return (callee && itemQuery(*callee)) || call->doesNotAccessMemory() ||
             isa<LifetimeIntrinsic, AssumeInst, DbgInfoIntrinsic>(call) ||
             (callee && callee->getIntrinsicID() == Intrinsic::experimental_noalias_scope_decl);
    }
    return !instruction.mayReadOrWriteMemory();
  }

  bool access(const Value *pointer, TypeSize size) {
    const Address address = addressOf(pointer, layout);
    if (isa<AllocaInst>(address.base))
      return true;
    if (const auto *variable = dyn_cast<GlobalVariable>(address.base))
      return variable->isConstant();
    const auto *arg = dyn_cast<Argument>(address.base);
    if (!arg || arg->getArgNo() < ItemParam::FirstKernelParam)
      return false;
    const size_t number = arg->getArgNo() - ItemParam::FirstKernelParam;
    if (kernel.args[number].kind == LoweredKernel::Arg::ByAddress)
      return true;
    if (kernel.args[number].kind != LoweredKernel::Arg::Value)
      return false;
    Element &element = elements[number];
    const auto &line = address.line;
    const bool is_own = line && line->by > 0 && line->constant >= 0 &&
                        line->constant + int64_t(size.getFixedValue()) <= line->by &&
                        line->bound <= line->by && (!element.bytes || element.bytes == line->by);
    element.is_own &= is_own;
    if (is_own)
      element.bytes = line->by;
    return true;
  }

  const LoweredKernel &kernel;
  const DataLayout &layout;
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
