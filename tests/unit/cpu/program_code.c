// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands for a program's code; built with different answers.
int weft_test_answer(void) { return ANSWER; }
