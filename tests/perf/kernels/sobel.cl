// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sobel's edge filter on each channel of an image; the border stays as it was.

kernel void sobel(global const uchar4 *in, global uchar4 *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int width = get_global_size(0);
  int height = get_global_size(1);
  if (x < 1 || x >= width - 1 || y < 1 || y >= height - 1)
    return;
  int at = y * width + x;
  float4 i00 = convert_float4(in[at - width - 1]);
  float4 i10 = convert_float4(in[at - width]);
  float4 i20 = convert_float4(in[at - width + 1]);
  float4 i01 = convert_float4(in[at - 1]);
  float4 i21 = convert_float4(in[at + 1]);
  float4 i02 = convert_float4(in[at + width - 1]);
  float4 i12 = convert_float4(in[at + width]);
  float4 i22 = convert_float4(in[at + width + 1]);
  float4 gx = i00 + 2.0f * i01 + i02 - i20 - 2.0f * i21 - i22;
  float4 gy = i00 + 2.0f * i10 + i20 - i02 - 2.0f * i12 - i22;
  out[at] = convert_uchar4_sat(0.5f * sqrt(gx * gx + gy * gy));
}
