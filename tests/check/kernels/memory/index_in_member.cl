// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 8 local 4
// buffer 96
// expect 14: index 4 in an array or vector of 4
struct Node {
  int key;
  int child[4];
  int last;
};
kernel void f(global struct Node *nodes) {
  size_t i = get_global_id(0);
  if (i < 4)
    nodes[i].child[i + 1] = 7;
}
