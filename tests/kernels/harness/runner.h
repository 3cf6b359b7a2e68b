// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a Job on the device and compares.
#ifndef WEFT_TESTS_KERNELS_RUNNER_H
#define WEFT_TESTS_KERNELS_RUNNER_H

#include "harness/job.h"
#include "harness/session.h"

#include <string>

namespace weft::kernels {

// Runs `kernel` with the job's arguments and range. Empty, or what was wrong.
std::string runAndCompare(Session &session, cl_kernel kernel, const Job &job);

} // namespace weft::kernels
#endif
