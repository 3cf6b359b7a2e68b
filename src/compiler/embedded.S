// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each file is followed by a NUL that is not part of it: Clang and LLVM read text and bitcode in
// place and want one.
.macro begin name
  .hidden weft_embedded_\name
  .globl weft_embedded_\name
  .balign 64
weft_embedded_\name:
.endm

.macro end name
  .hidden weft_embedded_\name\()_end
  .globl weft_embedded_\name\()_end
weft_embedded_\name\()_end:
  .byte 0
.endm

// A header of runtime-stdlib/declarations, which is among the folders that are looked into.
.macro declarations name
  begin \name
  .incbin "\name\().h"
  end \name
.endm

  .section .rodata.weft_embedded, "a", @progbits
  begin base_header
  .incbin WEFT_BASE_HEADER
  end base_header
  declarations async_copies
  declarations bfloat16
  declarations integer_dot_product
  declarations intel_sub_groups
  declarations kernel_clock
  declarations null_values
  declarations split_barriers
  declarations upper_bits_channels
  declarations work_group_arithmetic
  begin stdlib
  .incbin WEFT_STDLIB
  end stdlib
  begin stub_libm
  .incbin WEFT_STUB_LIBM
  end stub_libm
  begin stub_libc
  .incbin WEFT_STUB_LIBC
  end stub_libc
  begin builtins
  .incbin WEFT_BUILTINS
  end builtins

  .section .note.GNU-stack, "", @progbits
