// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The filters as plain loops on the host: what the device's results are compared with.
#ifndef WEFT_EXAMPLES_HOST_FILTER_H
#define WEFT_EXAMPLES_HOST_FILTER_H

#include "common/picture.h"

namespace examples {

// Gaussian blur by `weights` (2 * radius + 1 of them), edges repeated. Alpha stays.
Picture hostBlur(const Picture &in, const std::vector<float> &weights);

// Length of the Sobel gradient of the luminance, as grey; edges repeated. Alpha becomes 255.
Picture hostSobel(const Picture &in);

// The greatest difference of a channel, 0 to 255. The pictures have one size.
int greatestDifference(const Picture &a, const Picture &b);

} // namespace examples
#endif
