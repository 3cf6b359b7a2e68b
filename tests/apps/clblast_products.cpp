// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Routines of CLBlast compared with plain loops in double.
#include "device_queue.h"

#include <clblast_c.h>
#include <cmath>

namespace weft::test {
namespace {

struct Product {
  size_t m, n, k;
  bool transpose_a, transpose_b;
  float alpha, beta;
};

class ClBlast : public OnWeft {
protected:
  void TearDown() override {
    EXPECT_EQ(CLBlastClearCache(), CLBlastSuccess);
    OnWeft::TearDown();
  }

  // Row-major C = alpha op(A) op(B) + beta C.
  void multiply(const Product &p) {
    SCOPED_TRACE(testing::Message() << p.m << " x " << p.n << " x " << p.k);
    const std::vector<float> a = someFloats(p.m * p.k, 1), b = someFloats(p.k * p.n, 2),
                             c = someFloats(p.m * p.n, 3);
    cl_mem a_buffer = upload(a), b_buffer = upload(b), c_buffer = upload(c);
    ASSERT_EQ(CLBlastSgemm(CLBlastLayoutRowMajor,
                           p.transpose_a ? CLBlastTransposeYes : CLBlastTransposeNo,
                           p.transpose_b ? CLBlastTransposeYes : CLBlastTransposeNo, p.m, p.n, p.k,
                           p.alpha, a_buffer, 0, p.transpose_a ? p.m : p.k, b_buffer, 0,
                           p.transpose_b ? p.k : p.n, p.beta, c_buffer, 0, p.n, &queue, nullptr),
              CLBlastSuccess);
    const std::vector<float> got = download<float>(c_buffer, c.size());
    double greatest = 0;
    for (size_t i = 0; i < p.m; ++i)
      for (size_t j = 0; j < p.n; ++j) {
        double sum = 0;
        for (size_t l = 0; l < p.k; ++l)
          sum += double(p.transpose_a ? a[l * p.m + i] : a[i * p.k + l]) *
                 double(p.transpose_b ? b[j * p.k + l] : b[l * p.n + j]);
        double wanted = double(p.alpha) * sum + double(p.beta) * c[i * p.n + j];
        greatest = std::max(greatest, std::abs(wanted - got[i * p.n + j]));
      }
    // Every term is at most 1, and a sum of k of them is rounded k times.
    EXPECT_LT(greatest, double(p.k) * 6e-8 * 4 + 1e-6);
  }
};

TEST_F(ClBlast, MultipliesSmallMatricesDirectly) {
  multiply({1, 1, 1, false, false, 1, 0});
  multiply({64, 64, 64, false, false, 1, 0});
  multiply({67, 131, 45, true, false, 0.5f, 2});
  multiply({33, 7, 129, false, true, -1, 1});
}

TEST_F(ClBlast, MultipliesLargeMatricesInTiles) {
  multiply({512, 384, 256, false, false, 1, 0});
  multiply({500, 300, 401, true, true, 2, -0.5f});
}

TEST_F(ClBlast, MultipliesMatrixAndVector) {
  constexpr size_t M = 301, N = 257;
  const std::vector<float> a = someFloats(M * N, 4), x = someFloats(N, 5), y = someFloats(M, 6);
  cl_mem y_buffer = upload(y);
  ASSERT_EQ(CLBlastSgemv(CLBlastLayoutRowMajor, CLBlastTransposeNo, M, N, 2, upload(a), 0, N,
                         upload(x), 0, 1, 3, y_buffer, 0, 1, &queue, nullptr),
            CLBlastSuccess);
  const std::vector<float> got = download<float>(y_buffer, M);
  for (size_t i = 0; i < M; ++i) {
    double sum = 0;
    for (size_t j = 0; j < N; ++j)
      sum += double(a[i * N + j]) * x[j];
    EXPECT_NEAR(got[i], 2 * sum + 3 * double(y[i]), 1e-4);
  }
}

TEST_F(ClBlast, ReducesVectors) {
  constexpr size_t N = 100003;
  const std::vector<float> x = someFloats(N, 7), y = someFloats(N, 8);
  cl_mem x_buffer = upload(x), y_buffer = upload(y), dot = upload(std::vector<float>(1)),
         index = upload(std::vector<unsigned>(1));
  ASSERT_EQ(CLBlastSdot(N, dot, 0, x_buffer, 0, 1, y_buffer, 0, 1, &queue, nullptr),
            CLBlastSuccess);
  ASSERT_EQ(CLBlastiSamax(N, index, 0, x_buffer, 0, 1, &queue, nullptr), CLBlastSuccess);
  double sum = 0;
  size_t greatest = 0;
  for (size_t i = 0; i < N; ++i) {
    sum += double(x[i]) * y[i];
    if (std::abs(x[i]) > std::abs(x[greatest]))
      greatest = i;
  }
  EXPECT_NEAR(download<float>(dot, 1)[0], sum, 1e-2);
  EXPECT_EQ(download<unsigned>(index, 1)[0], greatest);
}

TEST_F(ClBlast, SolvesTriangularSystems) {
  constexpr size_t N = 96, Columns = 40;
  std::vector<float> a = someFloats(N * N, 9);
  for (size_t i = 0; i < N; ++i)
    a[i * N + i] = float(N);
  const std::vector<float> b = someFloats(N * Columns, 10);
  cl_mem b_buffer = upload(b);
  ASSERT_EQ(CLBlastStrsm(CLBlastLayoutRowMajor, CLBlastSideLeft, CLBlastTriangleLower,
                         CLBlastTransposeNo, CLBlastDiagonalNonUnit, N, Columns, 1, upload(a), 0, N,
                         b_buffer, 0, Columns, &queue, nullptr),
            CLBlastSuccess);
  const std::vector<float> x = download<float>(b_buffer, b.size());
  for (size_t i = 0; i < N; ++i)
    for (size_t j = 0; j < Columns; ++j) {
      double sum = 0;
      for (size_t l = 0; l <= i; ++l)
        sum += double(a[i * N + l]) * x[l * Columns + j];
      ASSERT_NEAR(sum, b[i * Columns + j], 1e-4);
    }
}

} // namespace
} // namespace weft::test
