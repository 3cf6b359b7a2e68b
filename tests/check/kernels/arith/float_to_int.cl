// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// float 3e9
// buffer 256
// expect 9: conversion of a number that 32 bits do not hold
kernel void f(float x, global int *out) {
  int i = get_global_id(0);
  out[i] = (int)(x * i);
}
