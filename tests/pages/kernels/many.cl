// Kernels that meet one fate each, and some that meet several.
#include "helper.h"

#define SQUARE(x) ((x) * (x))

kernel void saxpy(global float *y, global const float *x, float a) {
  size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}

kernel void product(global const float *a, global const float *b, global float *c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

kernel void sparse(global const int *rows, global const int *columns, global const float *values,
                   global const float *x, global float *y) {
  int row = get_global_id(0);
  float sum = 0;
  for (int k = rows[row]; k < rows[row + 1]; ++k)
    sum += values[k] * x[columns[k]];
  y[row] = scaled(sum);
}

kernel void colours(global const uchar4 *in, global float4 *out, global float *weights) {
  size_t i = get_global_id(0);
  float4 c = convert_float4(in[i]) * (1 / 255.0f);
  if (c.x + c.y + c.z > 1.5f)
    c = sqrt(c) + SQUARE(c.w);
  out[i] = c;
  weights[3 * i] = c.x;
}

kernel void histogram(global const uint *data, global uint *out) {
  local uint bins[256];
  bins[get_local_id(0)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&bins[data[get_global_id(0)] & 255]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&out[get_local_id(0)], bins[get_local_id(0)]);
}

kernel void locked(volatile global int *lock, global int *count) {
  while (atomic_cmpxchg(lock, 0, 1) != 0)
    ;
  ++*count;
  atomic_xchg(lock, 0);
}
