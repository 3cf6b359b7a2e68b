// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 16
// pointers-to 64
struct Node { global int *data; };
kernel void f(global struct Node *table) {
  table->data[get_global_id(0)] = 1;
}
