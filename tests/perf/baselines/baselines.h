// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The baselines: what each case's kernels compute, by the same algorithm, written by hand for CPUs
// and shared among threads with OpenMP. Parameters are named as in the kernels.

#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::perf {

/// x, y, z and w as in OpenCL's float4.
struct Float4 {
  float x, y, z, w;
};

/// As in ray_tracer.cl.
struct Sphere {
  Float4 centre; ///< w: the radius
  Float4 colour; ///< w: the share of light that is reflected
};

/// The parameters of one small Mersenne twister, as in monte_carlo.cl.
struct Twister {
  uint32_t matrix, maskB, maskC, seed;
};

void binomialOptionsBaseline(const float *price, const float *strike, const float *years,
                             float *call, float riskless, float volatility, int count);
void blackScholesBaseline(const float *price, const float *strike, const float *years, float *call,
                          float *put, float riskless, float volatility, size_t count);
void convolutionBaseline(const float *in, float *out, const float *filter, int width, int height);
void boxFilterBaseline(const uint8_t *in, uint8_t *between, uint8_t *out, int width, int height);
void convolutionSeparableBaseline(const float *in, float *between, float *out, const float *filter,
                                  int width, int height);
void dct8x8Baseline(const float *in, float *out, const float *cosines, int width, int height);
void mandelbrotBaseline(uint32_t *out, int width, int height, float left, float top, float step,
                        uint32_t most);
void matmulNaiveBaseline(const float *a, const float *b, float *c, int n);
void matmulTiledBaseline(const float *a, const float *b, float *c, int n);
void monteCarloBaseline(const Twister *twisters, float *sums, int count, int pairs, float price,
                        float strike, float drift, float deviation);
void nbodyBaseline(const Float4 *positions, const Float4 *velocities, Float4 *newPositions,
                   Float4 *newVelocities, int count, float timeStep, float softening);
void reductionBaseline(const float *in, float *partial, int groups);
void sobelBaseline(const uint8_t *in, uint8_t *out, int width, int height);
void transposeBaseline(const float *in, float *out, int width, int height);
void triadBaseline(const float *b, const float *c, float *a, float scale, size_t count);

void aesBaseline(const uint32_t *in, uint32_t *out, const uint32_t *keys, const uint32_t *tables,
                 size_t blocks);
void bitonicSortBaseline(uint32_t *keys, uint32_t count);
/// `table` holds cosines and sines by turns.
void fftBaseline(const float *in, float *out, const float *table, int transforms);
void floydWarshallBaseline(uint32_t *distances, uint32_t *through, uint32_t n);
void histogramBaseline(const uint32_t *data, uint32_t *partial, uint32_t *histogram, uint32_t words,
                       uint32_t groups);
void kmeansBaseline(const float *features, const float *centres, uint32_t *membership,
                    uint32_t points, uint32_t clusters, uint32_t dimensions);
void luBaseline(float *matrix, int n);
void radixSortBaseline(uint32_t *keys, uint32_t *other, uint32_t *counts, uint32_t items,
                       uint32_t perItem);
/// `sums` has room for the sums of all levels.
void scanBaseline(const uint32_t *in, uint32_t *out, uint32_t *sums, uint32_t count);
void sha256Baseline(const uint32_t *messages, uint32_t *digests, size_t count);
void spmvBaseline(const float *values, const int32_t *columns, const int32_t *starts,
                  const float *x, float *y, int rows);
void stencil2dBaseline(const float *in, float *out, int width, int height);
void stencil3dBaseline(const float *in, float *out, int width, int height, int depth, float centre,
                       float neighbour);
void randomWalkBaseline(const uint32_t *seeds, uint32_t *steps, size_t count, int radius,
                        uint32_t most);
void rayTracerBaseline(uint8_t *out, const Sphere *spheres, int count, int width, int height,
                       int bounces);
/// Returns how often the pattern occurs; the first `most` places go to `found`, in any order.
uint32_t stringSearchBaseline(const char *text, uint32_t length, const char *pattern, uint32_t size,
                              uint32_t *found, uint32_t most);

} // namespace weft::perf
