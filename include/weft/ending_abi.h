// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How kernels end before their time. Plain C. Part of what WEFT_KERNEL_ABI_VERSION (kernel_abi.h)
// counts.
#ifndef WEFT_ENDING_ABI_H
#define WEFT_ENDING_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Code that can be stopped (`-weft-stoppable`) defines a variable of this type and name, all zeros,
// which the loader fills in before any kernel runs. Loops look at *wanted; where it is not 0 they
// call leave(), which does not return.
#define WEFT_STOP_SYMBOL "weft_stop"
typedef struct weft_stop {
  const uint32_t *wanted;
  void (*leave)(void);
} weft_stop;

// Of weft_print_record::reserved: the text goes to stderr, and the process is aborted. A failed
// assertion.
enum weft_print_flags { WEFT_PRINT_ABORTS = 1 };

#ifdef __cplusplus
}
#endif
#endif
