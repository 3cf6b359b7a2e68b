// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 8
// buffer 256
// buffer 64
struct Node {
  int key;
  int child[4];
  int open[1]; // as many as there is memory for
};
int sum(const int *from, const int *end) {
  int total = 0;
  while (from != end)
    total += *from++;
  return total;
}
kernel void f(global struct Node *nodes, global int *out) {
  int i = get_global_id(0);
  struct Node mine = nodes[i];
  mine.child[i % 4] = i;
  out[i] = sum(mine.child, &mine.child[4]);
  if (i == 0)
    nodes[7].open[3] = 5;
}
