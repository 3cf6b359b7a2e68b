// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The twins: what each case's kernels compute, by the same algorithm, written by hand for CPUs and
// shared among threads with OpenMP. Parameters are named as in the kernels.

#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::perf {

/// x, y, z and w as in OpenCL's float4.
struct Float4 {
  float x, y, z, w;
};

void blackScholesTwin(const float *price, const float *strike, const float *years, float *call,
                      float *put, float riskless, float volatility, size_t count);
void convolutionTwin(const float *in, float *out, const float *filter, int width, int height);
void mandelbrotTwin(uint32_t *out, int width, int height, float left, float top, float step,
                    uint32_t most);
void matmulNaiveTwin(const float *a, const float *b, float *c, int n);
void matmulTiledTwin(const float *a, const float *b, float *c, int n);
void nbodyTwin(const Float4 *positions, const Float4 *velocities, Float4 *newPositions,
               Float4 *newVelocities, int count, float timeStep, float softening);
void reductionTwin(const float *in, float *partial, int groups);
void triadTwin(const float *b, const float *c, float *a, float scale, size_t count);

} // namespace weft::perf
