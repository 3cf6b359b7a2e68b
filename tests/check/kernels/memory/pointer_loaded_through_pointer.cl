// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 4
// pointers-to 64
// buffer 16
// expect 12: read through a null pointer
struct Node {
  global struct Node *next;
};
kernel void f(global struct Node *list, global int *out) {
  global struct Node *second = list->next;
  global struct Node *third = second->next, *fourth = third->next;
  out[get_global_id(0)] = fourth != 0;
}
