// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All pairs of bodies; each work-group keeps a tile of positions in local memory. w is the mass.

kernel void nbody(global const float4 *positions, global const float4 *velocities,
                  global float4 *newPositions, global float4 *newVelocities, int count,
                  float timeStep, float softening, local float4 *tile) {
  int id = get_global_id(0);
  int lid = get_local_id(0);
  int size = get_local_size(0);
  float4 position = positions[id];
  float3 acceleration = (float3)(0.0f);

  for (int start = 0; start < count; start += size) {
    tile[lid] = positions[start + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < size; ++j) {
      float3 r = tile[j].xyz - position.xyz;
      float distanceSquared = dot(r, r) + softening;
      float inverse = rsqrt(distanceSquared);
      float s = tile[j].w * inverse * inverse * inverse;
      acceleration += s * r;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  float3 velocity = velocities[id].xyz;
  float3 moved =
      position.xyz + velocity * timeStep + acceleration * (0.5f * timeStep * timeStep);
  newPositions[id] = (float4)(moved, position.w);
  newVelocities[id] = (float4)(velocity + acceleration * timeStep, 0.0f);
}
