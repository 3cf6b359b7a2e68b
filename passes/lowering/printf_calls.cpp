// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call of printf fills a weft_print_record in the work-item's own memory and hands it to
// weft_thread::print, which copies what it needs.
#include "passes/lowering/steps.h"

#include "weft/ending_abi.h"
#include "weft/kernel_abi.h"

#include "llvm/IR/InstIterator.h"

namespace weft {
namespace {

// The library's own (runtime-stdlib/src/assert.cl), after which the process ends.
bool aborts(const llvm::Function &print) { return print.getName() != "printf"; }

struct PrintArg {
  llvm::Value *value;
  uint16_t kind;
  uint16_t element_bytes;
  uint32_t elements;
};

// Clang has promoted scalars as C does; vectors are as they were given.
PrintArg describeArg(llvm::IRBuilder<> &builder, llvm::Value *value) {
  llvm::Type *type = value->getType();
  if (type->isPointerTy()) {
    if (type->getPointerAddressSpace() != AddressSpace::Private)
      value = builder.CreateAddrSpaceCast(value, builder.getPtrTy());
    return {value, WEFT_PRINT_POINTER, 8, 1};
  }
  uint32_t elements = 1;
  llvm::Type *element = type;
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    elements = vector->getNumElements();
    element = vector->getElementType();
  }
  auto withElement = [&](llvm::Type *other) {
    return elements == 1 ? other : llvm::FixedVectorType::get(other, elements);
  };
  if (element->isFloatingPointTy()) {
    if (!element->isDoubleTy() && !element->isFloatTy()) { // half
      element = builder.getFloatTy();
      value = builder.CreateFPExt(value, withElement(element));
    }
    return {value, WEFT_PRINT_FLOAT, uint16_t(element->getPrimitiveSizeInBits() / 8), elements};
  }
  if (element->isIntegerTy() && element->getIntegerBitWidth() <= 64) {
    unsigned bits = std::max<unsigned>(8, llvm::PowerOf2Ceil(element->getIntegerBitWidth()));
    value = builder.CreateZExt(value, withElement(builder.getIntNTy(bits)));
    return {value, WEFT_PRINT_INTEGER, uint16_t(bits / 8), elements};
  }
  // A structure or the like: no conversion fits it, which the printer finds out.
  return {builder.getInt32(0), WEFT_PRINT_INTEGER, 4, 1};
}

void lowerCall(llvm::CallInst &call, llvm::Function &item) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value *format = call.getArgOperand(0);
  if (format->getType()->getPointerAddressSpace() != AddressSpace::Private)
    format = builder.CreateAddrSpaceCast(format, builder.getPtrTy());

  std::vector<PrintArg> args;
  uint64_t bytes = sizeof(weft_print_record);
  for (unsigned i = 1; i < call.arg_size(); ++i) {
    const PrintArg &arg = args.emplace_back(describeArg(builder, call.getArgOperand(i)));
    bytes += sizeof(weft_print_arg) + llvm::alignTo(uint64_t(arg.element_bytes) * arg.elements, 8);
  }

  llvm::IRBuilder<> entry(&entryPlace(item));
  llvm::AllocaInst *record =
      entry.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), bytes), nullptr, "print.record");
  record->setAlignment(llvm::Align(8));
  builder.CreateLifetimeStart(record);
  auto store = [&](llvm::Value *value, uint64_t offset) {
    llvm::Value *place = record;
    if (offset)
      place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), record, offset);
    builder.CreateAlignedStore(value, place, llvm::commonAlignment(llvm::Align(8), offset));
  };
  store(format, offsetof(weft_print_record, format));
  store(builder.getInt32(uint32_t(args.size())), offsetof(weft_print_record, arg_count));
  store(builder.getInt32(aborts(*call.getCalledFunction()) ? WEFT_PRINT_ABORTS : 0),
        offsetof(weft_print_record, reserved));
  uint64_t offset = sizeof(weft_print_record);
  for (const PrintArg &arg : args) {
    store(builder.getInt16(arg.kind), offset + offsetof(weft_print_arg, kind));
    store(builder.getInt16(arg.element_bytes), offset + offsetof(weft_print_arg, element_bytes));
    store(builder.getInt32(arg.elements), offset + offsetof(weft_print_arg, elements));
    offset += sizeof(weft_print_arg);
    store(arg.value, offset);
    offset += llvm::alignTo(uint64_t(arg.element_bytes) * arg.elements, 8);
  }

  llvm::Value *thread = item.getArg(ItemParam::Thread);
  llvm::Value *print =
      loadField(builder, thread, offsetof(weft_thread, print), builder.getPtrTy(), "print");
  auto *type = llvm::FunctionType::get(
      builder.getInt32Ty(), {builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty()}, false);
  llvm::CallInst *result =
      builder.CreateCall(type, print, {thread, record, builder.getInt64(bytes)});
  result->addFnAttr(llvm::Attribute::NoUnwind);
  builder.CreateLifetimeEnd(record);
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

} // namespace

void lowerPrintf(llvm::Function &item) {
  std::vector<llvm::CallInst *> calls;
  for (llvm::Instruction &instruction : llvm::instructions(item))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      if (llvm::Function *callee = call->getCalledFunction(); callee && isPrintf(*callee))
        calls.push_back(call);
  for (llvm::CallInst *call : calls)
    lowerCall(*call, item);
}

} // namespace weft
