// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// float nan
// buffer 256
// expect 8: conversion of a number
kernel void f(float x, global int *out) {
  out[get_global_id(0)] = (int)x;
}
