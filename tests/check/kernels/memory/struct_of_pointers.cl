// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// buffer 128
// expect 10: write behind the end of 'b'
// result 0: 1 1
struct View { global int *data; int size; };
void fill(struct View *view, int i) {
  view->data[i] = view->size;
}
kernel void f(global int *a, global int *b) {
  struct View first = {a, 1}, second = {b, 2};
  int i = get_global_id(0);
  fill(&first, i);
  fill(&second, i);
}
