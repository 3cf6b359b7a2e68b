// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each group has a column: what its work-items ask for differs in y alone. Where a group is wider,
// its work-items of a row all do the same.
kernel void column_per_group(global const int *in, global int *out, global int *places,
                             local int *tile) {
  size_t column = get_group_id(0), columns = get_num_groups(0);
  size_t l = get_local_id(1), n = get_local_size(1);
  size_t rows = get_global_size(1) + get_global_offset(1);
  size_t at = (get_group_id(2) * rows + get_global_id(1)) * columns + column;
  tile[l] = in[at];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[at] = 3 * tile[(l + 1) % n] + tile[l] + (int)(get_global_id(1) - get_global_offset(1) -
                                                    get_group_id(1) * get_enqueued_local_size(1));
  if (l == 0) {
    places[0] = get_global_size(0);
    places[1] = columns;
    places[2] = get_global_offset(0);
    places[3] = get_enqueued_local_size(0);
  }
}
