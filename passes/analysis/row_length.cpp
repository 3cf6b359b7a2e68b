// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/row_length.h"

#include "passes/address_space.h"
#include "passes/analysis/address_form.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace weft {

uint64_t rowLengthHint(ArrayRef<Function *> regions) {
  uint64_t least = 0;
  for (const Function *region : regions) {
    AddressForms forms(*region);
    for (const Instruction &instruction : instructions(*region)) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer || pointer->getType()->getPointerAddressSpace() != AddressSpace::Local)
        continue;
      const AddressForm &form = forms.of(pointer);
      const Coefficient x = form.along({AddressTerm::LocalId, 0}),
                        y = form.along({AddressTerm::LocalId, 1});
      if (x.kind != Coefficient::Constant || y.kind != Coefficient::Constant || x.by <= 0 ||
          y.by <= x.by)
        continue;
      const auto row = uint64_t(y.by / x.by);
      least = least ? std::min(least, row) : row;
    }
  }
  return least;
}

} // namespace weft
