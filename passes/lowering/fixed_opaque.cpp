// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/fixed_opaque.h"

#include "passes/work_item_function.h"

#include "weft/image_abi.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

#include <cstddef>

using namespace llvm;

namespace weft {

// Of the kernel, as attributes of parameters do not outlive the change of their types:
// "parameter=value;" for each, as decimal numbers.
static constexpr StringLiteral FixedOpaque = "weft-fixed-opaque";

void fixOpaqueParameter(Argument &parameter, uint64_t value) {
  Function &kernel = *parameter.getParent();
  const std::string before = kernel.getFnAttribute(FixedOpaque).getValueAsString().str();
  kernel.addFnAttr(FixedOpaque, before + std::to_string(parameter.getArgNo()) + "=" +
                                    std::to_string(value) + ";");
}

// The loads of a descriptor's fields that make up its format.
static void foldFormat(Argument &image, uint64_t format) {
  const DataLayout &layout = image.getParent()->getDataLayout();
  SmallVector<std::pair<Value *, int64_t>, 16> addresses = {{&image, 0}};
  while (!addresses.empty()) {
    auto [address, offset] = addresses.pop_back_val();
    for (User *user : address->users()) {
      if (auto *element = dyn_cast<GetElementPtrInst>(user)) {
        APInt bytes(layout.getIndexTypeSizeInBits(element->getType()), 0);
        if (element->accumulateConstantOffset(layout, bytes))
          addresses.push_back({element, offset + bytes.getSExtValue()});
        continue;
      }
      auto *load = dyn_cast<LoadInst>(user);
      if (!load || !load->getType()->isIntegerTy(32))
        continue;
      std::optional<uint64_t> value;
      if (offset == offsetof(weft_image, channel_order))
        value = weft_format_order(format);
      else if (offset == offsetof(weft_image, channel_data_type))
        value = weft_format_data_type(format);
      else if (offset == offsetof(weft_image, element_bytes))
        value = weft_format_element_bytes(format);
      if (value)
        load->replaceAllUsesWith(ConstantInt::get(load->getType(), *value));
    }
  }
}

void foldFixedOpaque(Function &item) {
  SmallVector<StringRef, 8> entries;
  item.getFnAttribute(FixedOpaque)
      .getValueAsString()
      .split(entries, ';', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef entry : entries) {
    const auto [number, text] = entry.split('=');
    unsigned parameter = 0;
    uint64_t value = 0;
    if (number.getAsInteger(10, parameter) || text.getAsInteger(10, value))
      continue;
    Argument &argument = *item.getArg(ItemParam::FirstKernelParam + parameter);
    if (argument.getType()->isPointerTy())
      foldFormat(argument, value);
    else
      argument.replaceAllUsesWith(ConstantInt::get(argument.getType(), value));
  }
  item.removeFnAttr(FixedOpaque);
}

} // namespace weft
