// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands for code that needs a library which is not there when it is loaded.
int weft_test_missing(void);
int weft_test_answer(void) { return weft_test_missing(); }
