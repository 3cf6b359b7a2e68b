// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every row needs: a device with a queue, programs, a clock, and a place to report to.
#ifndef WEFT_PERF_HOST_SESSION_H
#define WEFT_PERF_HOST_SESSION_H

#include <CL/cl.h>
#include <string>
#include <vector>

namespace bench {

// Microseconds of the monotonic clock.
double now();

// The middle one; reorders the samples.
double median(std::vector<double> &samples);

// Prints "name value" for the driver of the comparison.
void report(const char *name, double value);

// Ends the process with a message unless the code is CL_SUCCESS.
void check(cl_int code, const char *what);

// The first device of the first platform, a context and an in-order queue on it. Lives as long as
// the process: what ends with it is not measured.
struct Session {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};
Session openSession();

// A built program. `options` may be null.
cl_program buildProgram(const Session &session, const std::string &source,
                        const char *options = nullptr);
cl_kernel makeKernel(cl_program program, const char *name);
cl_mem makeBuffer(const Session &session, size_t bytes);

// A one-dimensional launch and clFinish. A local size of 0 leaves the choice to the driver.
void launch(const Session &session, cl_kernel kernel, size_t global, size_t local);
void finish(const Session &session);

// The rows, by topic. Each reports one value or more.
void rowStart();
void rowIdle();
void rowBuffers();
void rowBufferSizes();
void rowUsm();
void rowBuild();
void rowLargeBuild();
void rowCachedBuild();
void rowNewLocalSize();
void rowEmpty();
void rowBatch();
void rowSaxpy();
void rowSaxpyLocalOne();
void rowScaling();

} // namespace bench
#endif
