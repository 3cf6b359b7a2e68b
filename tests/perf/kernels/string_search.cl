// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every place where a pattern occurs in a text: one place per work-item, results in any order.

kernel void search(global const char *text, uint length, constant char *pattern, uint size,
                   global uint *found, global uint *count, uint most) {
  uint at = get_global_id(0);
  if (at + size > length)
    return;
  for (uint i = 0; i < size; ++i)
    if (text[at + i] != pattern[i])
      return;
  uint slot = atomic_inc(count);
  if (slot < most)
    found[slot] = at;
}
