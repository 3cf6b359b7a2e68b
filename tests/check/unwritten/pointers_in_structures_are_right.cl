// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 64
// local 64
struct views { local int *l; int *p; global int *g; };
void set(struct views *v, int i) {
  v->l[i] = i;
  *v->p = 7;
  v->g[i] = 1;
}
kernel void f(global int *out, local int *l) {
  int i = get_local_id(0);
  int p;
  struct views v = {l, &p, out + get_group_id(0) * 8};
  set(&v, i);
  barrier(CLK_LOCAL_MEM_FENCE);
  v.g[i] += l[7 - i] + p;
}
