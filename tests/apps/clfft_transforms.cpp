// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transforms of clFFT compared with a discrete Fourier transform by its definition.
#include "device_queue.h"

#include <clFFT.h>
#include <cmath>
#include <complex>

namespace weft::test {
namespace {

class ClFft : public OnWeft {
protected:
  void SetUp() override {
    OnWeft::SetUp();
    clfftSetupData data;
    ASSERT_EQ(clfftInitSetupData(&data), CLFFT_SUCCESS);
    ASSERT_EQ(clfftSetup(&data), CLFFT_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(clfftTeardown(), CLFFT_SUCCESS);
    OnWeft::TearDown();
  }

  template <typename T> void transform(size_t length);
  template <typename T> void transformPlane(size_t width, size_t height);

  template <typename T> void run(clfftPlanHandle plan, clfftDirection direction, cl_mem buffer) {
    ASSERT_EQ(clfftEnqueueTransform(plan, direction, 1, &queue, 0, nullptr, nullptr, &buffer,
                                    nullptr, nullptr),
              CLFFT_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
  template <typename T> void plan(clfftPlanHandle &plan, clfftDim dimensions, size_t *lengths);
};

template <typename T> std::vector<std::complex<T>> someSignal(size_t count) {
  const std::vector<float> parts = someFloats(2 * count, 11);
  std::vector<std::complex<T>> signal(count);
  for (size_t i = 0; i < count; ++i)
    signal[i] = {T(parts[2 * i]), T(parts[2 * i + 1])};
  return signal;
}

// One element of the transform, in double.
template <typename T>
std::complex<double> definition(const std::vector<std::complex<T>> &signal, size_t width,
                                size_t height, size_t u, size_t v) {
  std::complex<double> sum = 0;
  for (size_t y = 0; y < height; ++y)
    for (size_t x = 0; x < width; ++x) {
      // Reduced before the division, so that the angle stays small and exact.
      double turn = double(u * x % width) / double(width) + double(v * y % height) / double(height);
      sum += std::complex<double>(signal[y * width + x]) * std::polar(1.0, -2 * M_PI * turn);
    }
  return sum;
}

template <typename T> double tolerance(size_t count) {
  // Rounding grows with the logarithm of the size; a term is at most sqrt(2).
  double epsilon = sizeof(T) == 4 ? 6e-8 : 1.2e-16;
  return epsilon * 16 * std::log2(double(count) + 1) * std::sqrt(double(count)) * 2;
}

template <typename T>
void ClFft::plan(clfftPlanHandle &plan, clfftDim dimensions, size_t *lengths) {
  ASSERT_EQ(clfftCreateDefaultPlan(&plan, context, dimensions, lengths), CLFFT_SUCCESS);
  ASSERT_EQ(clfftSetPlanPrecision(plan, sizeof(T) == 4 ? CLFFT_SINGLE : CLFFT_DOUBLE),
            CLFFT_SUCCESS);
  ASSERT_EQ(clfftSetLayout(plan, CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_INTERLEAVED),
            CLFFT_SUCCESS);
  ASSERT_EQ(clfftSetResultLocation(plan, CLFFT_INPLACE), CLFFT_SUCCESS);
  ASSERT_EQ(clfftBakePlan(plan, 1, &queue, nullptr, nullptr), CLFFT_SUCCESS);
}

template <typename T> void ClFft::transformPlane(size_t width, size_t height) {
  SCOPED_TRACE(testing::Message() << width << " x " << height << ", " << sizeof(T) << " bytes");
  const std::vector<std::complex<T>> signal = someSignal<T>(width * height);
  cl_mem buffer = upload(signal);
  clfftPlanHandle handle;
  size_t lengths[2] = {width, height};
  ASSERT_NO_FATAL_FAILURE(plan<T>(handle, height > 1 ? CLFFT_2D : CLFFT_1D, lengths));
  ASSERT_NO_FATAL_FAILURE(run<T>(handle, CLFFT_FORWARD, buffer));
  const auto spectrum = download<std::complex<T>>(buffer, signal.size());
  // The definition costs the size for each element; a sample of a prime step meets every radix.
  const size_t step = signal.size() > 512 ? 37 : 1;
  double bound = tolerance<T>(signal.size());
  for (size_t i = 0; i < signal.size(); i += step) {
    std::complex<double> wanted = definition(signal, width, height, i % width, i / width);
    ASSERT_LT(std::abs(wanted - std::complex<double>(spectrum[i])), bound) << "element " << i;
  }
  ASSERT_NO_FATAL_FAILURE(run<T>(handle, CLFFT_BACKWARD, buffer));
  const auto back = download<std::complex<T>>(buffer, signal.size());
  for (size_t i = 0; i < signal.size(); ++i)
    ASSERT_LT(std::abs(std::complex<double>(back[i]) - std::complex<double>(signal[i])), bound)
        << "element " << i << " after forward and inverse";
  EXPECT_EQ(clfftDestroyPlan(&handle), CLFFT_SUCCESS);
}

template <typename T> void ClFft::transform(size_t length) { transformPlane<T>(length, 1); }

TEST_F(ClFft, TransformsPowersOfTwo) {
  transform<float>(16);
  transform<float>(1024);
  transform<double>(1024);
}

TEST_F(ClFft, TransformsMixedRadices) {
  transform<float>(3 * 5 * 7 * 8);
  transform<double>(11 * 13 * 9);
}

TEST_F(ClFft, TransformsMoreThanOneGroupHolds) { transform<float>(1 << 15); }

TEST_F(ClFft, TransformsPlanes) {
  transformPlane<float>(64, 32);
  transformPlane<double>(30, 128);
}

} // namespace
} // namespace weft::test
