// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Spheres lit by one distant light, with shadows and reflections.

typedef struct {
  float4 centre; // w: the radius
  float4 colour; // w: the share of light that is reflected
} Sphere;

// The nearest sphere that the ray meets before `distance`, or -1.
int nearest(float3 origin, float3 direction, constant Sphere *spheres, int count,
            float *distance) {
  int hit = -1;
  for (int i = 0; i < count; ++i) {
    float3 to = spheres[i].centre.xyz - origin;
    float radius = spheres[i].centre.w;
    float along = dot(to, direction);
    float inside = radius * radius - dot(to, to) + along * along;
    if (along > 0.0f && inside > 0.0f) {
      float near = along - sqrt(inside);
      if (near > 0.001f && near < *distance) {
        *distance = near;
        hit = i;
      }
    }
  }
  return hit;
}

kernel void trace(global uchar4 *out, constant Sphere *spheres, int count, int bounces) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int width = get_global_size(0);
  int height = get_global_size(1);
  const float3 light = (float3)(0.577350269f, 0.577350269f, -0.577350269f);
  const float3 sky = (float3)(0.4f, 0.6f, 0.9f);

  float3 origin = (float3)(0.0f, 0.0f, -4.0f);
  float3 direction = normalize((float3)((x - 0.5f * width) / height,
                                        (0.5f * height - y) / height, 1.0f));
  float3 colour = (float3)(0.0f);
  float weight = 1.0f;
  for (int bounce = 0; bounce < bounces; ++bounce) {
    float distance = MAXFLOAT;
    int hit = nearest(origin, direction, spheres, count, &distance);
    if (hit < 0) {
      colour += weight * (0.5f + 0.5f * direction.y) * sky;
      break;
    }
    origin += distance * direction;
    float3 normal = (origin - spheres[hit].centre.xyz) / spheres[hit].centre.w;
    float lit = dot(normal, light);
    float unused = MAXFLOAT;
    if (lit < 0.0f || nearest(origin, light, spheres, count, &unused) >= 0)
      lit = 0.0f;
    float reflected = spheres[hit].colour.w;
    colour += weight * (1.0f - reflected) * (0.1f + 0.9f * lit) * spheres[hit].colour.xyz;
    weight *= reflected;
    direction -= 2.0f * dot(direction, normal) * normal;
  }
  out[y * width + x] = convert_uchar4_sat((float4)(colour, 1.0f) * 255.0f);
}
