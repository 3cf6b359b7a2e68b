// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "simd.h"

#include <cfloat>

namespace weft::perf {

namespace {
struct Vector {
  FloatV x, y, z;
};
} // namespace

static inline FloatV dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline Vector along(Vector from, FloatV distance, Vector direction) {
  return {from.x + distance * direction.x, from.y + distance * direction.y,
          from.z + distance * direction.z};
}

/// The nearest sphere of each live lane's ray, or -1.
static inline IntV nearest(Vector origin, Vector direction, const Sphere *spheres, int count,
                           FloatV &distance) {
  IntV hit = -1;
  distance = FLT_MAX;
  for (int i = 0; i < count; ++i) {
    Float4 centre = spheres[i].centre;
    Vector to = {centre.x - origin.x, centre.y - origin.y, centre.z - origin.z};
    FloatV near = dot(to, direction);
    FloatV inside = centre.w * centre.w - dot(to, to) + near * near;
    IntV meets = (near > 0.0f) & (inside > 0.0f);
    if (!any(meets))
      continue;
    near -= __builtin_elementwise_sqrt(inside);
    meets &= (near > 0.001f) & (near < distance);
    distance = meets ? near : distance;
    hit = meets ? IntV(i) : hit;
  }
  return hit;
}

static inline void tracePixels(uint8_t *out, int x, int y, const Sphere *spheres, int count,
                               int width, int height, int bounces) {
  const float third = 0.577350269f;
  Vector light = {third, third, -third};
  Vector origin = {0, 0, -4};
  Vector direction = {(__builtin_convertvector(x + laneIds(), FloatV) - 0.5f * float(width)) /
                          float(height),
                      (0.5f * float(height) - float(y)) / float(height), 1};
  FloatV scale = 1.0f / __builtin_elementwise_sqrt(dot(direction, direction));
  direction = {direction.x * scale, direction.y * scale, direction.z * scale};
  Vector colour = {0, 0, 0};
  FloatV weight = 1; // Zero for lanes that have left.
  for (int bounce = 0; bounce < bounces && any(weight != 0.0f); ++bounce) {
    FloatV distance, unused;
    IntV hit = nearest(origin, direction, spheres, count, distance);
    FloatV bright = hit < 0 ? weight * (0.5f + 0.5f * direction.y) : 0.0f;
    colour = along(colour, bright, {0.4f, 0.6f, 0.9f});
    weight = hit < 0 ? 0.0f : weight;
    if (!any(weight != 0.0f))
      break;
    Vector centre = {}, own = {};
    FloatV radius, reflected;
    for (int l = 0; l < Lanes; ++l) {
      const Sphere &sphere = spheres[hit[l] < 0 ? 0 : hit[l]];
      centre.x[l] = sphere.centre.x, centre.y[l] = sphere.centre.y, centre.z[l] = sphere.centre.z;
      radius[l] = sphere.centre.w;
      own.x[l] = sphere.colour.x, own.y[l] = sphere.colour.y, own.z[l] = sphere.colour.z;
      reflected[l] = sphere.colour.w;
    }
    distance = hit < 0 ? 0.0f : distance;
    origin = along(origin, distance, direction);
    Vector normal = {(origin.x - centre.x) / radius, (origin.y - centre.y) / radius,
                     (origin.z - centre.z) / radius};
    FloatV lit = dot(normal, light);
    IntV bathed = (lit >= 0.0f) & (weight != 0.0f);
    if (any(bathed))
      bathed &= nearest(origin, light, spheres, count, unused) < 0;
    lit = bathed ? lit : 0.0f;
    colour = along(colour, weight * (1.0f - reflected) * (0.1f + 0.9f * lit), own);
    weight *= reflected;
    direction = along(direction, -2.0f * dot(direction, normal), normal);
  }
  auto channel = [](FloatV value) {
    value = __builtin_elementwise_min(__builtin_elementwise_max(value * 255.0f, FloatV(0.0f)),
                                      FloatV(255.0f));
    return __builtin_convertvector(value, UintV);
  };
  UintV pixel = channel(colour.x) | channel(colour.y) << 8 | channel(colour.z) << 16 | 255u << 24;
  store(out, pixel);
}

void rayTracerBaseline(uint8_t *out, const Sphere *spheres, int count, int width, int height,
                       int bounces) {
#pragma omp parallel for schedule(dynamic, 8)
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; x += Lanes)
      tracePixels(out + (size_t(y) * width + x) * 4, x, y, spheres, count, width, height, bounces);
}

} // namespace weft::perf
