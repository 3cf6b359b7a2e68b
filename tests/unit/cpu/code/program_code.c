// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands for a program's code; built with different answers.
int weft_test_answer(void) { return ANSWER; }

#ifdef CONSTRUCTOR
__attribute__((constructor)) static void begin(void) { __builtin_trap(); }
#endif

#ifdef RESOLVER
static int chosen(void) { return 0; }
static volatile int choice;
static int (*resolve(void))(void) { return choice ? weft_test_answer : chosen; }
static int resolved(void) __attribute__((ifunc("resolve")));
int (*weft_test_resolved)(void) = resolved;
#endif

#ifdef THREAD_VARIABLE
_Thread_local int weft_test_variable = 1;
#endif
