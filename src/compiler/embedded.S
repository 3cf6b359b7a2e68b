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

  .section .rodata.weft_embedded, "a", @progbits
  begin base_header
  .incbin WEFT_BASE_HEADER
  end base_header
  begin intel_sub_groups
  .incbin WEFT_INTEL_SUB_GROUPS
  end intel_sub_groups
  begin kernel_clock
  .incbin WEFT_KERNEL_CLOCK
  end kernel_clock
  begin null_values
  .incbin WEFT_NULL_VALUES
  end null_values
  begin integer_dot_product
  .incbin WEFT_INTEGER_DOT_PRODUCT
  end integer_dot_product
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
