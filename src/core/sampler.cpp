// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samplers: creation with its checks, queries.

#include "core/sampler.h"

#include "core/image_color.h"
#include "core/info_writer.h"

#include <bit>
#include <weft/image_abi.h>

namespace weft {

// Repeating modes with unnormalized coordinates are undefined in a kernel, but no error here.
void Sampler::set(cl_sampler_properties name, cl_sampler_properties value) {
  // "CL_INVALID_VALUE if the property name in sampler_properties is not a supported property name,
  // if the value specified for a supported property name is not valid"
  switch (name) {
  case CL_SAMPLER_NORMALIZED_COORDS:
    require(value == CL_TRUE || value == CL_FALSE, CL_INVALID_VALUE, "not a boolean");
    normalized = cl_bool(value);
    return;
  case CL_SAMPLER_ADDRESSING_MODE:
    require(value >= CL_ADDRESS_NONE && value <= CL_ADDRESS_MIRRORED_REPEAT, CL_INVALID_VALUE,
            "unknown addressing mode");
    addressing = cl_addressing_mode(value);
    return;
  case CL_SAMPLER_FILTER_MODE:
    require(value == CL_FILTER_NEAREST || value == CL_FILTER_LINEAR, CL_INVALID_VALUE,
            "unknown filter mode");
    filter = cl_filter_mode(value);
    return;
  case CL_SAMPLER_MIP_FILTER_MODE:
    require(value == CL_FILTER_NEAREST || value == CL_FILTER_LINEAR, CL_INVALID_VALUE,
            "unknown filter mode of levels");
    mip_filter = cl_filter_mode(value);
    return;
  // A float in the low half of the value.
  case CL_SAMPLER_LOD_MIN:
    lod_min = std::bit_cast<float>(uint32_t(value));
    return;
  case CL_SAMPLER_LOD_MAX:
    lod_max = std::bit_cast<float>(uint32_t(value));
    return;
  default:
    throw Error{CL_INVALID_VALUE, "unknown sampler property"};
  }
}

Ref<Sampler> Sampler::create(Ref<Context> context, cl_bool normalized,
                             cl_addressing_mode addressing, cl_filter_mode filter) {
  Ref<Sampler> sampler = Ref<Sampler>::adopt(new Sampler(std::move(context)));
  sampler->set(CL_SAMPLER_NORMALIZED_COORDS, normalized);
  sampler->set(CL_SAMPLER_ADDRESSING_MODE, addressing);
  sampler->set(CL_SAMPLER_FILTER_MODE, filter);
  return sampler;
}

Ref<Sampler> Sampler::create(Ref<Context> context, const cl_sampler_properties *properties) {
  Ref<Sampler> sampler = Ref<Sampler>::adopt(new Sampler(std::move(context)));
  if (!properties)
    return sampler;
  for (; *properties; properties += 2) {
    // "or if the same property name is specified more than once"
    for (size_t i = 0; i < sampler->property_list.size(); i += 2)
      require(sampler->property_list[i] != properties[0], CL_INVALID_VALUE, "a property twice");
    sampler->set(properties[0], properties[1]);
    sampler->property_list.insert(sampler->property_list.end(), properties, properties + 2);
  }
  sampler->property_list.push_back(0);
  return sampler;
}

uint64_t Sampler::bits() const {
  uint64_t result =
      filter == CL_FILTER_LINEAR ? WEFT_SAMPLER_FILTER_LINEAR : WEFT_SAMPLER_FILTER_NEAREST;
  if (mip_filter == CL_FILTER_LINEAR)
    result |= WEFT_SAMPLER_MIP_LINEAR;
  result |= uint64_t(toHalf(lod_min)) << WEFT_SAMPLER_LOD_MIN_SHIFT;
  result |= uint64_t(toHalf(lod_max) ^ WEFT_SAMPLER_LOD_MAX_DEFAULT) << WEFT_SAMPLER_LOD_MAX_SHIFT;
  if (normalized)
    result |= WEFT_SAMPLER_NORMALIZED;
  switch (addressing) {
  case CL_ADDRESS_CLAMP_TO_EDGE:
    return result | WEFT_SAMPLER_ADDRESS_CLAMP_TO_EDGE;
  case CL_ADDRESS_CLAMP:
    return result | WEFT_SAMPLER_ADDRESS_CLAMP;
  case CL_ADDRESS_REPEAT:
    return result | WEFT_SAMPLER_ADDRESS_REPEAT;
  case CL_ADDRESS_MIRRORED_REPEAT:
    return result | WEFT_SAMPLER_ADDRESS_MIRRORED_REPEAT;
  default:
    return result | WEFT_SAMPLER_ADDRESS_NONE;
  }
}

void Sampler::writeInfo(cl_sampler_info param, InfoWriter &out) const {
  switch (param) {
  case CL_SAMPLER_REFERENCE_COUNT:
    return out.write<cl_uint>(apiRefs());
  case CL_SAMPLER_CONTEXT:
    return out.write<cl_context>(ctx->handle());
  case CL_SAMPLER_NORMALIZED_COORDS:
    return out.write<cl_bool>(normalized);
  case CL_SAMPLER_ADDRESSING_MODE:
    return out.write<cl_addressing_mode>(addressing);
  case CL_SAMPLER_FILTER_MODE:
    return out.write<cl_filter_mode>(filter);
  case CL_SAMPLER_MIP_FILTER_MODE:
    return out.write<cl_filter_mode>(mip_filter);
  case CL_SAMPLER_LOD_MIN:
    return out.write<cl_float>(lod_min);
  case CL_SAMPLER_LOD_MAX:
    return out.write<cl_float>(lod_max);
  case CL_SAMPLER_PROPERTIES:
    return out.array(property_list);
  default:
    // "CL_INVALID_VALUE if param_name is not one of the supported values"
    throw Error{CL_INVALID_VALUE, "unknown sampler query"};
  }
}

} // namespace weft
