// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   weft-native-blas weft|native gemm|gemv|dot s|d TRANSPOSED M N K SECONDS
//
// A routine of CLBlast, or the same of OpenBLAS; row-major. TRANSPOSED: letters of a and b, or -.
#include "side.h"

#include <cblas.h>
#include <clblast.h>
#include <cstring>
#include <string>

using namespace weft::native;

namespace {

struct Row {
  std::string routine;
  bool transpose_a, transpose_b;
  size_t m, n, k;
  double seconds;
};

void nativeGemm(const Row &r, const float *a, const float *b, float *c) {
  cblas_sgemm(CblasRowMajor, r.transpose_a ? CblasTrans : CblasNoTrans,
              r.transpose_b ? CblasTrans : CblasNoTrans, int(r.m), int(r.n), int(r.k), 1, a,
              int(r.transpose_a ? r.m : r.k), b, int(r.transpose_b ? r.k : r.n), 0, c, int(r.n));
}
void nativeGemm(const Row &r, const double *a, const double *b, double *c) {
  cblas_dgemm(CblasRowMajor, r.transpose_a ? CblasTrans : CblasNoTrans,
              r.transpose_b ? CblasTrans : CblasNoTrans, int(r.m), int(r.n), int(r.k), 1, a,
              int(r.transpose_a ? r.m : r.k), b, int(r.transpose_b ? r.k : r.n), 0, c, int(r.n));
}
void nativeGemv(const Row &r, const float *a, const float *x, float *y) {
  cblas_sgemv(CblasRowMajor, r.transpose_a ? CblasTrans : CblasNoTrans, int(r.m), int(r.n), 1, a,
              int(r.n), x, 1, 0, y, 1);
}
void nativeGemv(const Row &r, const double *a, const double *x, double *y) {
  cblas_dgemv(CblasRowMajor, r.transpose_a ? CblasTrans : CblasNoTrans, int(r.m), int(r.n), 1, a,
              int(r.n), x, 1, 0, y, 1);
}
float nativeDot(const Row &r, const float *x, const float *y) {
  return cblas_sdot(int(r.n), x, 1, y, 1);
}
double nativeDot(const Row &r, const double *x, const double *y) {
  return cblas_ddot(int(r.n), x, 1, y, 1);
}

template <typename T>
void native(const Row &r, const std::vector<T> &a, const std::vector<T> &b, std::vector<T> &c) {
  report(fastest(r.seconds,
                 [&] {
                   if (r.routine == "gemm")
                     nativeGemm(r, a.data(), b.data(), c.data());
                   else if (r.routine == "gemv")
                     nativeGemv(r, a.data(), b.data(), c.data());
                   else
                     c[0] = nativeDot(r, a.data(), b.data());
                 }),
         c);
}

template <typename T>
void onDevice(const Row &r, const std::vector<T> &a, const std::vector<T> &b, std::vector<T> &c) {
  Queue device;
  const cl_mem left = device.upload(a), right = device.upload(b), result = device.upload(c);
  const auto mode = [](bool transposed) {
    return transposed ? clblast::Transpose::kYes : clblast::Transpose::kNo;
  };
  constexpr auto Rows = clblast::Layout::kRowMajor;
  const double best = fastest(r.seconds, [&] {
    clblast::StatusCode code;
    if (r.routine == "gemm")
      code = clblast::Gemm<T>(Rows, mode(r.transpose_a), mode(r.transpose_b), r.m, r.n, r.k, 1,
                              left, 0, r.transpose_a ? r.m : r.k, right, 0,
                              r.transpose_b ? r.k : r.n, 0, result, 0, r.n, &device.queue);
    else if (r.routine == "gemv")
      code = clblast::Gemv<T>(Rows, mode(r.transpose_a), r.m, r.n, 1, left, 0, r.n, right, 0, 1, 0,
                              result, 0, 1, &device.queue);
    else
      code = clblast::Dot<T>(r.n, result, 0, left, 0, 1, right, 0, 1, &device.queue);
    require(code == clblast::StatusCode::kSuccess, "CLBlast failed");
    clFinish(device.queue);
  });
  device.download(result, c);
  report(best, c);
  for (cl_mem buffer : {left, right, result})
    clReleaseMemObject(buffer);
  clblast::ClearCache();
}

template <typename T> void run(const Row &r, bool on_device) {
  const bool gemm = r.routine == "gemm", gemv = r.routine == "gemv";
  const size_t x = gemm ? r.k * r.n : gemv && r.transpose_a ? r.m : r.n;
  const size_t y = gemm ? r.m * r.n : gemv ? (r.transpose_a ? r.n : r.m) : 1;
  const auto a = someValues<T>(gemm   ? r.m * r.k
                               : gemv ? r.m * r.n
                                      : r.n,
                               1),
             b = someValues<T>(x, 2);
  std::vector<T> c(y);
  on_device ? onDevice(r, a, b, c) : native(r, a, b, c);
}

} // namespace

int main(int count, char **words) {
  require(count == 9, "weft-native-blas weft|native gemm|gemv|dot s|d TRANSPOSED M N K SECONDS");
  const auto number = [&](int word) { return size_t(std::strtoul(words[word], nullptr, 10)); };
  const Row row = {words[2],
                   std::strchr(words[4], 'a') != nullptr,
                   std::strchr(words[4], 'b') != nullptr,
                   number(5),
                   number(6),
                   number(7),
                   std::atof(words[8])};
  const bool on_device = std::string(words[1]) == "weft";
  *words[3] == 's' ? run<float>(row, on_device) : run<double>(row, on_device);
}
