// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 4
// pointers-to 64
// buffer 64
// int 1
struct node {
  global int *values;
  global struct node *next;
  int number;
};
int walk(global const struct node *n, int steps) {
  uint sum = 0;
  for (; steps > 0; --steps) {
    sum += (uint)n->number * (uint)steps;
    n = n->next;
  }
  return (int)sum;
}
kernel void f(global ulong *table, global uchar *out, int n) {
  int last = (walk((global struct node *)table[0], n & 7) & 31) - 1;
  for (int k = 0; k <= last; ++k)
    out[k + 40] = out[k];
}
