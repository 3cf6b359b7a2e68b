// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Switching stacks by the procedure call standard of aarch64. A suspended stack holds, from its
// stack pointer upwards, what SuspendedStack of fiber_stack.h names.

        .text

// void weft_switch_stack(void **save, void *load): suspends the caller, storing its stack pointer in
// *save, and resumes the stack suspended at `load`.
        .globl  weft_switch_stack
        .hidden weft_switch_stack
        .type   weft_switch_stack, %function
        .p2align 4
weft_switch_stack:
        .cfi_startproc
        stp     x29, x30, [sp, #-176]!
        .cfi_adjust_cfa_offset 176
        .cfi_rel_offset x29, 0
        .cfi_rel_offset x30, 8
        stp     x19, x20, [sp, #16]
        .cfi_rel_offset x19, 16
        .cfi_rel_offset x20, 24
        stp     x21, x22, [sp, #32]
        .cfi_rel_offset x21, 32
        .cfi_rel_offset x22, 40
        stp     x23, x24, [sp, #48]
        .cfi_rel_offset x23, 48
        .cfi_rel_offset x24, 56
        stp     x25, x26, [sp, #64]
        .cfi_rel_offset x25, 64
        .cfi_rel_offset x26, 72
        stp     x27, x28, [sp, #80]
        .cfi_rel_offset x27, 80
        .cfi_rel_offset x28, 88
        stp     d8, d9, [sp, #96]
        stp     d10, d11, [sp, #112]
        stp     d12, d13, [sp, #128]
        stp     d14, d15, [sp, #144]
        mrs     x9, fpcr
        str     x9, [sp, #160]
        // Both stacks have this layout, so the rules above hold on either side of the exchange.
        mov     x10, sp
        str     x10, [x0]
        mov     sp, x1
        ldr     x10, [sp, #160]
        // To write the register takes longer than all the rest.
        cmp     x9, x10
        b.eq    1f
        msr     fpcr, x10
1:      ldp     d14, d15, [sp, #144]
        ldp     d12, d13, [sp, #128]
        ldp     d10, d11, [sp, #112]
        ldp     d8, d9, [sp, #96]
        ldp     x27, x28, [sp, #80]
        ldp     x25, x26, [sp, #64]
        ldp     x23, x24, [sp, #48]
        ldp     x21, x22, [sp, #32]
        ldp     x19, x20, [sp, #16]
        ldp     x29, x30, [sp], #176
        .cfi_adjust_cfa_offset -176
        .cfi_restore x19
        .cfi_restore x20
        .cfi_restore x21
        .cfi_restore x22
        .cfi_restore x23
        .cfi_restore x24
        .cfi_restore x25
        .cfi_restore x26
        .cfi_restore x27
        .cfi_restore x28
        .cfi_restore x29
        .cfi_restore x30
        ret
        .cfi_endproc
        .size   weft_switch_stack, .-weft_switch_stack

// The first return address of a new stack: calls x20 with the argument x19; it does not return. The
// outermost frame, and says so to unwinders.
        .globl  weft_start_stack
        .hidden weft_start_stack
        .type   weft_start_stack, %function
        .p2align 4
weft_start_stack:
        .cfi_startproc
        .cfi_undefined x30
        mov     x0, x19
        blr     x20
        brk     #1
        .cfi_endproc
        .size   weft_start_stack, .-weft_start_stack

        .section .note.GNU-stack, "", %progbits
