// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AES-128 (FIPS 197) of independent blocks, one per work-item, with the usual four tables, which each
// work-group copies to local memory. Words are big-endian numbers.

kernel void encrypt(global const uint4 *in, global uint4 *out, constant uint *keys,
                    global const uint *tables) {
  local uint t[4 * 256];
  for (uint i = get_local_id(0); i < 4 * 256; i += get_local_size(0))
    t[i] = tables[i];
  barrier(CLK_LOCAL_MEM_FENCE);

  size_t id = get_global_id(0);
  uint4 s = in[id] ^ vload4(0, keys);
  for (int round = 1; round < 10; ++round) {
    uint4 n;
    n.x = t[s.x >> 24] ^ t[256 + (s.y >> 16 & 255)] ^ t[512 + (s.z >> 8 & 255)] ^ t[768 + (s.w & 255)];
    n.y = t[s.y >> 24] ^ t[256 + (s.z >> 16 & 255)] ^ t[512 + (s.w >> 8 & 255)] ^ t[768 + (s.x & 255)];
    n.z = t[s.z >> 24] ^ t[256 + (s.w >> 16 & 255)] ^ t[512 + (s.x >> 8 & 255)] ^ t[768 + (s.y & 255)];
    n.w = t[s.w >> 24] ^ t[256 + (s.x >> 16 & 255)] ^ t[512 + (s.y >> 8 & 255)] ^ t[768 + (s.z & 255)];
    s = n ^ vload4(round, keys);
  }
  // The last round mixes no columns: the S-box alone is the second byte of the first table.
#define SBOX(x) (t[(x) & 255] >> 8 & 255)
#define LAST(a, b, c, d) (SBOX(a >> 24) << 24 | SBOX(b >> 16) << 16 | SBOX(c >> 8) << 8 | SBOX(d))
  uint4 last = (uint4)(LAST(s.x, s.y, s.z, s.w), LAST(s.y, s.z, s.w, s.x),
                       LAST(s.z, s.w, s.x, s.y), LAST(s.w, s.x, s.y, s.z));
  out[id] = last ^ vload4(10, keys);
}
