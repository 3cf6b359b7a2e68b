// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_objects.h"

namespace weft::fuzz {
namespace {

// As kernels see it.
struct DeviceNode {
  cl_int *values;
  DeviceNode *next;
  cl_uchar *own; // bytes of the slab, of the work-item of this number
  cl_int number;
  cl_float weight;
};

static_assert(sizeof(DeviceNode) == NodeBytes);

} // namespace

void fillNodes(SharedBlock &block, const SharedBlock &values, const SharedBlock &slab,
               const Input &input, unsigned slab_bytes) {
  std::vector<DeviceNode> nodes;
  for (const Node &node : input.nodes)
    nodes.push_back({static_cast<cl_int *>(values.data) + node.values,
                     static_cast<DeviceNode *>(block.data) + node.next,
                     static_cast<cl_uchar *>(slab.data) + nodes.size() * slab_bytes, node.number,
                     node.weight});
  block.fill(nodes.data(), nodes.size() * sizeof(DeviceNode));
}

static cl_image_format imageFormat(const ImageShape &shape) {
  const cl_channel_type type = shape.stored == Base::F32   ? CL_FLOAT
                               : shape.stored == Base::F16 ? CL_HALF_FLOAT
                               : shape.stored == Base::U8  ? CL_UNSIGNED_INT8
                               : shape.stored == Base::I16 ? CL_SIGNED_INT16
                                                           : CL_UNSIGNED_INT32;
  return {cl_channel_order(shape.channels == 1 ? CL_R : CL_RGBA), type};
}

std::vector<std::unique_ptr<OwnedBuffer>> makeImages(uint64_t seed, const Memory &memory) {
  std::vector<std::unique_ptr<OwnedBuffer>> images;
  size_t at = 0;
  for (unsigned i = 0; i < Images; ++i) {
    const ImageShape &shape = imageShape(i);
    const size_t size = texelCount(shape) * texelBytes(shape);
    std::vector<uint8_t> bytes;
    if (i < ReadImages) {
      bytes = texels(seed, i);
    } else {
      bytes.assign(memory.images.begin() + at, memory.images.begin() + at + size);
      at += size;
    }
    cl_image_desc description = {};
    description.image_type = shape.buffer      ? CL_MEM_OBJECT_IMAGE1D_BUFFER
                             : shape.layers    ? CL_MEM_OBJECT_IMAGE2D_ARRAY
                             : shape.dims == 1 ? CL_MEM_OBJECT_IMAGE1D
                             : shape.dims == 2 ? CL_MEM_OBJECT_IMAGE2D
                                               : CL_MEM_OBJECT_IMAGE3D;
    description.image_width = shape.size[0];
    description.image_height = shape.dims > 1 ? shape.size[1] : 0;
    description.image_depth = shape.dims > 2 ? shape.size[2] : 0;
    description.image_array_size = shape.layers ? shape.size[2] : 0;
    const cl_image_format format = imageFormat(shape);
    cl_int error;
    cl_mem_flags flags = CL_MEM_READ_WRITE;
    // An image keeps the buffer that it lies in.
    std::unique_ptr<OwnedBuffer> under;
    if (shape.buffer) {
      under = std::make_unique<OwnedBuffer>(buffer(bytes, error), error, "clCreateBuffer");
      description.mem_object = under->handle;
    } else {
      flags |= CL_MEM_COPY_HOST_PTR;
    }
    images.push_back(std::make_unique<OwnedBuffer>(
        clCreateImage(Device::get().context, flags, &format, &description,
                      shape.buffer ? nullptr : bytes.data(), &error),
        error, "clCreateImage"));
  }
  return images;
}

cl_sampler makeSampler(unsigned index, cl_int &error) {
  static const cl_addressing_mode addressing[] = {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE,
                                                  CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
                                                  CL_ADDRESS_MIRRORED_REPEAT};
  const Sampler &s = sampler(index);
  const cl_sampler_properties properties[] = {
      CL_SAMPLER_NORMALIZED_COORDS,
      s.normalized,
      CL_SAMPLER_ADDRESSING_MODE,
      addressing[s.addressing],
      CL_SAMPLER_FILTER_MODE,
      cl_sampler_properties(s.linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST),
      0};
  return clCreateSamplerWithProperties(Device::get().context, properties, &error);
}

} // namespace weft::fuzz
