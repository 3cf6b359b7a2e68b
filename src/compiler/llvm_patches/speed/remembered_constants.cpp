// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A vector of constants is plain data; of an element LLVM makes a constant each time, by a look
// into a table of all of the context's. And elements are asked for again and again: by the code
// generator lane by lane, by InstCombine for each pattern that has a constant.
//
// So each thread remembers a few. Constants of these kinds exist as long as their context, after
// which another context's may lie at the same place: when a context is made, all is forgotten.
#include "llvm/ADT/APFloat.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"

#include <array>
#include <atomic>
#include <cstring>

#define WEFT_HIDDEN __attribute__((visibility("hidden")))

#define WEFT_MAKE_CONTEXT "_ZN4llvm11LLVMContextC1Ev"
#define WEFT_GET_SPLAT_VALUE "_ZNK4llvm8Constant13getSplatValueEb"
#define WEFT_GET_ELEMENT "_ZNK4llvm22ConstantDataSequential20getElementAsConstantEm"
#define WEFT_GET_AGGREGATE_ELEMENT "_ZNK4llvm8Constant19getAggregateElementEj"
#define WEFT_GET_NUMBER "_ZN4llvm10ConstantFP3getERNS_11LLVMContextERKNS_7APFloatE"

using llvm::Constant;
using Data = llvm::ConstantDataSequential;

WEFT_HIDDEN void realMakeContext(void *place) asm("__real_" WEFT_MAKE_CONTEXT);
WEFT_HIDDEN void makeContext(void *place) asm("__wrap_" WEFT_MAKE_CONTEXT);
WEFT_HIDDEN Constant *realSplatValue(const Constant &vector,
                                     bool allow_poison) asm("__real_" WEFT_GET_SPLAT_VALUE);
WEFT_HIDDEN Constant *splatValue(const Constant &vector,
                                 bool allow_poison) asm("__wrap_" WEFT_GET_SPLAT_VALUE);
WEFT_HIDDEN Constant *realElement(const Data &data, uint64_t index) asm("__real_" WEFT_GET_ELEMENT);
WEFT_HIDDEN Constant *element(const Data &data, uint64_t index) asm("__wrap_" WEFT_GET_ELEMENT);
WEFT_HIDDEN Constant *
realAggregateElement(const Constant &aggregate,
                     unsigned index) asm("__real_" WEFT_GET_AGGREGATE_ELEMENT);
WEFT_HIDDEN Constant *aggregateElement(const Constant &aggregate,
                                       unsigned index) asm("__wrap_" WEFT_GET_AGGREGATE_ELEMENT);
WEFT_HIDDEN llvm::ConstantFP *realNumber(llvm::LLVMContext &context,
                                         const llvm::APFloat &value) asm("__real_" WEFT_GET_NUMBER);
WEFT_HIDDEN llvm::ConstantFP *number(llvm::LLVMContext &context,
                                     const llvm::APFloat &value) asm("__wrap_" WEFT_GET_NUMBER);

namespace {

std::atomic<uint64_t> contexts_made;

struct Remembered {
  uint64_t contexts_made;
  struct {
    const Data *data;
    uint64_t index;
    Constant *value;
  } element;
  struct Splat {
    const Constant *vector;
    Constant *value;
  };
  std::array<Splat, 64> splats;
  struct Number {
    const llvm::LLVMContext *context;
    const llvm::fltSemantics *semantics;
    uint64_t bits;
    llvm::ConstantFP *constant;
  };
  std::array<Number, 32> numbers;

  Splat &splatOf(const Constant &vector) {
    const auto address = reinterpret_cast<uintptr_t>(&vector);
    return splats[(address >> 4 ^ address >> 10) % splats.size()];
  }
  // The high bits of a floating-point number tell most apart.
  Number &numberOf(uint64_t bits) {
    return numbers[(bits ^ bits >> 16 ^ bits >> 23 ^ bits >> 52) % numbers.size()];
  }
};

Remembered &remembered() {
  static thread_local constinit Remembered known = {};
  // A thread that has a context knows of its making.
  const uint64_t made = contexts_made.load(std::memory_order_relaxed);
  if (known.contexts_made != made) {
    known = {};
    known.contexts_made = made;
  }
  return known;
}

bool isCommon(const llvm::fltSemantics &semantics) {
  return &semantics == &llvm::APFloat::IEEEsingle() || &semantics == &llvm::APFloat::IEEEdouble() ||
         &semantics == &llvm::APFloat::IEEEhalf();
}

} // namespace

void makeContext(void *place) {
  contexts_made.fetch_add(1, std::memory_order_relaxed);
  realMakeContext(place);
}

Constant *splatValue(const Constant &vector, bool allow_poison) {
  // Data has no poison.
  if (!llvm::isa<llvm::ConstantDataVector>(vector))
    return realSplatValue(vector, allow_poison);
  Remembered::Splat &splat = remembered().splatOf(vector);
  if (splat.vector != &vector)
    splat = {&vector, realSplatValue(vector, allow_poison)};
  return splat.value;
}

Constant *element(const Data &data, uint64_t index) {
  auto &last = remembered().element;
  const uint64_t size = data.getElementByteSize();
  const char *bytes = data.getRawDataValues().data();
  if (last.data != &data || std::memcmp(bytes + index * size, bytes + last.index * size, size) != 0)
    last = {&data, index, realElement(data, index)};
  return last.value;
}

Constant *aggregateElement(const Constant &aggregate, unsigned index) {
  const auto *data = llvm::dyn_cast<Data>(&aggregate);
  if (!data)
    return realAggregateElement(aggregate, index);
  return index < data->getNumElements() ? element(*data, index) : nullptr;
}

llvm::ConstantFP *number(llvm::LLVMContext &context, const llvm::APFloat &value) {
  const llvm::fltSemantics &semantics = value.getSemantics();
  if (!isCommon(semantics))
    return realNumber(context, value);
  const uint64_t bits = value.bitcastToAPInt().getZExtValue();
  Remembered::Number &known = remembered().numberOf(bits);
  if (known.context != &context || known.semantics != &semantics || known.bits != bits)
    known = {&context, &semantics, bits, realNumber(context, value)};
  return known.constant;
}
