// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_ext_image_requirements_info: what an image needs before there is one.
#ifndef WEFT_CORE_IMAGE_REQUIREMENTS_H
#define WEFT_CORE_IMAGE_REQUIREMENTS_H

#include "core/context.h"
#include "core/info_writer.h"

#include <CL/cl_ext.h>

namespace weft {

// clGetImageRequirementsInfoEXT, with the checks of format, descriptor and parameter. `format` and
// `desc` may be null: then the answer holds for all.
void imageRequirements(const Context &context, const cl_image_format *format,
                       const cl_image_desc *desc, cl_image_requirements_info_ext what,
                       InfoWriter &out);

} // namespace weft
#endif
