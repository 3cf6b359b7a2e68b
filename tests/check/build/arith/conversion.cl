// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 6: conversion of a number that 32 bits do not hold [arith]
kernel void f(global int *out) {
  float large = 1e20f;
  out[get_global_id(0)] = (int)large;
}
