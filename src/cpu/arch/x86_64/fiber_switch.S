// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Switching stacks on x86-64 SysV. A suspended stack holds, from its stack pointer upwards: MXCSR
// (4 bytes), the x87 control word (4 bytes), r15, r14, r13, r12, rbx, rbp, the return address.
// fibers.cpp lays out the same for a new one.

        .text

// void weft_switch_stack(void **save, void *load): suspends the caller, storing its stack pointer in
// *save, and resumes the stack suspended at `load`.
        .globl  weft_switch_stack
        .hidden weft_switch_stack
        .type   weft_switch_stack, @function
        .p2align 4
weft_switch_stack:
        .cfi_startproc
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbp, 0
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbx, 0
        pushq   %r12
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r12, 0
        pushq   %r13
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r13, 0
        pushq   %r14
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r14, 0
        pushq   %r15
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r15, 0
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
        // Both stacks have this layout, so the rules above hold on either side of the exchange.
        movq    %rsp, (%rdi)
        movq    %rsi, %rsp
        fldcw   4(%rsp)
        ldmxcsr (%rsp)
        addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
        popq    %r15
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r15
        popq    %r14
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r14
        popq    %r13
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r13
        popq    %r12
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r12
        popq    %rbx
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rbx
        popq    %rbp
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rbp
        ret
        .cfi_endproc
        .size   weft_switch_stack, .-weft_switch_stack

// The first return address of a new stack: calls r13 with the argument r12; it does not return. The
// outermost frame, and says so to unwinders.
        .globl  weft_start_stack
        .hidden weft_start_stack
        .type   weft_start_stack, @function
        .p2align 4
weft_start_stack:
        .cfi_startproc
        .cfi_undefined %rip
        movq    %r12, %rdi
        callq   *%r13
        ud2
        .cfi_endproc
        .size   weft_start_stack, .-weft_start_stack

        .section .note.GNU-stack, "", @progbits
