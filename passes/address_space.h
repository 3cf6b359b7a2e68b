// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR's numbers for OpenCL's address spaces, in IR and in kernel_arg_addr_space alike.
#ifndef WEFT_PASSES_ADDRESS_SPACE_H
#define WEFT_PASSES_ADDRESS_SPACE_H

namespace weft {

namespace AddressSpace {
enum : unsigned { Private = 0, Global = 1, Constant = 2, Local = 3, Generic = 4 };
}

// Whether a pointer of this address space may lead to a work-item's private memory.
constexpr bool mayLeadToPrivate(unsigned space) {
  return space == AddressSpace::Private || space == AddressSpace::Generic;
}

} // namespace weft
#endif
