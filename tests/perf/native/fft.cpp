// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   weft-native-fft weft|native s|d BATCH LENGTH[xLENGTH[xLENGTH]] SECONDS
//
// Complex transforms, forward, to other memory: clFFT's, or FFTW's after its own measurements.
#include "side.h"

#include <clFFT.h>
#include <fftw3.h>
#include <string>
#include <thread>

using namespace weft::native;

namespace {

struct Row {
  size_t batch;
  std::vector<size_t> lengths; // the contiguous one first
  double seconds;
  size_t points() const {
    size_t product = 1;
    for (size_t length : lengths)
      product *= length;
    return product;
  }
};

// FFTW has the slowest dimension first.
std::vector<int> reversed(const std::vector<size_t> &lengths) {
  return {lengths.rbegin(), lengths.rend()};
}

#define NATIVE(TYPE, FFTW)                                                                         \
  void native(const Row &r, std::vector<TYPE> &in, std::vector<TYPE> &out) {                       \
    FFTW##_init_threads();                                                                         \
    FFTW##_plan_with_nthreads(int(std::thread::hardware_concurrency()));                           \
    const std::vector<int> lengths = reversed(r.lengths);                                          \
    const int points = int(r.points());                                                            \
    const std::vector<TYPE> kept = in; /* planning writes */                                       \
    FFTW##_plan plan =                                                                             \
        FFTW##_plan_many_dft(int(lengths.size()), lengths.data(), int(r.batch),                    \
                             reinterpret_cast<FFTW##_complex *>(in.data()), nullptr, 1, points,    \
                             reinterpret_cast<FFTW##_complex *>(out.data()), nullptr, 1, points,   \
                             FFTW_FORWARD, FFTW_MEASURE);                                          \
    in = kept;                                                                                     \
    report(fastest(r.seconds, [&] { FFTW##_execute(plan); }), out);                                \
    FFTW##_destroy_plan(plan);                                                                     \
  }
NATIVE(float, fftwf)
NATIVE(double, fftw)

template <typename T> void onDevice(const Row &r, std::vector<T> &in, std::vector<T> &out) {
  Queue device;
  cl_mem from = device.upload(in), to = device.upload(out);
  const auto check = [](clfftStatus status) { require(status == CLFFT_SUCCESS, "clFFT failed"); };
  clfftSetupData setup;
  check(clfftInitSetupData(&setup));
  check(clfftSetup(&setup));
  clfftPlanHandle plan;
  check(
      clfftCreateDefaultPlan(&plan, device.context, clfftDim(r.lengths.size()), r.lengths.data()));
  check(clfftSetPlanPrecision(plan, sizeof(T) == 4 ? CLFFT_SINGLE : CLFFT_DOUBLE));
  check(clfftSetLayout(plan, CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_INTERLEAVED));
  check(clfftSetResultLocation(plan, CLFFT_OUTOFPLACE));
  check(clfftSetPlanBatchSize(plan, r.batch));
  check(clfftSetPlanDistance(plan, r.points(), r.points()));
  check(clfftBakePlan(plan, 1, &device.queue, nullptr, nullptr));
  const double best = fastest(r.seconds, [&] {
    check(clfftEnqueueTransform(plan, CLFFT_FORWARD, 1, &device.queue, 0, nullptr, nullptr, &from,
                                &to, nullptr));
    clFinish(device.queue);
  });
  device.download(to, out);
  report(best, out);
  check(clfftDestroyPlan(&plan));
  clReleaseMemObject(from);
  clReleaseMemObject(to);
  clfftTeardown();
}

template <typename T> void run(const Row &r, bool on_device) {
  std::vector<T> in = someValues<T>(2 * r.batch * r.points(), 1), out(in.size());
  on_device ? onDevice(r, in, out) : native(r, in, out);
}

} // namespace

int main(int count, char **words) {
  require(count == 6, "weft-native-fft weft|native s|d BATCH LENGTH[xLENGTH[xLENGTH]] SECONDS");
  Row row = {std::strtoul(words[3], nullptr, 10), {}, std::atof(words[5])};
  for (char *rest = words[4]; *rest; rest += *rest == 'x')
    row.lengths.push_back(std::strtoul(rest, &rest, 10));
  const bool on_device = std::string(words[1]) == "weft";
  *words[2] == 's' ? run<float>(row, on_device) : run<double>(row, on_device);
}
