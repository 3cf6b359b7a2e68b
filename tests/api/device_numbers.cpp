// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers are as the device's queries say: what floating-point types can do, widths of vectors, the
// order of bytes.
#include "device_language.h"

#include <cmath>
#include <limits>

namespace weft::test {

class DeviceNumbers : public DeviceLanguage {};

TEST_F(DeviceNumbers, FloatsDoWhatTheirConfigurationSays) {
  const auto config = deviceInfo<cl_device_fp_config>(CL_DEVICE_SINGLE_FP_CONFIG);
  const float least = std::numeric_limits<float>::min(), inf = HUGE_VALF;
  if (config & CL_FP_DENORM) {
    const std::vector<float> got =
        compute<float>("out[0] = in[0] * 0.25f; out[1] = in[1] + in[1];",
                       {least, std::numeric_limits<float>::denorm_min()}, 2, "float");
    EXPECT_EQ(got[0], least / 4);
    EXPECT_EQ(got[1], 2 * std::numeric_limits<float>::denorm_min());
  }
  if (config & CL_FP_INF_NAN) {
    const std::vector<float> got =
        compute<float>("out[0] = in[0] / in[1]; out[1] = in[1] / in[1]; out[2] = -in[0] / in[1];",
                       {1, 0}, 3, "float");
    EXPECT_EQ(got[0], inf);
    EXPECT_TRUE(std::isnan(got[1]));
    EXPECT_EQ(got[2], -inf);
  }
  if (config & CL_FP_FMA) {
    const float a = 1.0f + 0x1p-12f;
    EXPECT_EQ(compute<float>("out[0] = fma(in[0], in[0], in[1]);", {a, -1.0f}, 1, "float")[0],
              std::fma(a, a, -1.0f));
  }
  if (config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) {
    std::vector<float> in;
    for (int i = 1; i <= 64; ++i)
      in.push_back(float(i) * 1.37f + 0.01f);
    const std::vector<float> got =
        compute<float>("for (int i = 0; i < 63; ++i) { out[2 * i] = in[i] / in[i + 1]; out[2 * i + "
                       "1] = sqrt(in[i]); }",
                       in, 126, "float", "-cl-fp32-correctly-rounded-divide-sqrt");
    for (int i = 0; i < 63; ++i) {
      EXPECT_EQ(got[2 * i], in[i] / in[i + 1]);
      EXPECT_EQ(got[2 * i + 1], std::sqrt(in[i]));
    }
  }
}

TEST_F(DeviceNumbers, DoublesDoWhatTheirConfigurationSays) {
  const auto config = deviceInfo<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG);
  if (!config)
    GTEST_SKIP() << "no doubles";
  // "The mandated minimum double-precision floating-point capability".
  const cl_device_fp_config least = CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |
                                    CL_FP_ROUND_TO_INF | CL_FP_INF_NAN | CL_FP_DENORM;
  EXPECT_EQ(config & least, least);
  const double tiny = std::numeric_limits<double>::min(), a = 1.0 + 0x1p-30;
  const std::vector<double> got = compute<double>(
      "out[0] = in[0] * 0.5; out[1] = fma(in[1], in[1], -1.0); out[2] = in[2] / in[3];"
      "out[3] = sqrt(in[3]);",
      {tiny, a, 1.0, 3.0}, 4, "double");
  EXPECT_EQ(got[0], tiny / 2);
  EXPECT_EQ(got[1], std::fma(a, a, -1.0));
  EXPECT_EQ(got[2], 1.0 / 3.0);
  EXPECT_EQ(got[3], std::sqrt(3.0));
}

TEST_F(DeviceNumbers, VectorWidthsAreZeroOnlyForAbsentTypes) {
  for (cl_device_info param :
       {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT,
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG,
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, CL_DEVICE_NATIVE_VECTOR_WIDTH_INT,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT})
    EXPECT_GE(deviceInfo<cl_uint>(param), 1u) << std::hex << param;
  const std::set<std::string> extensions = names(CL_DEVICE_EXTENSIONS_WITH_VERSION);
  for (cl_device_info param :
       {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE})
    EXPECT_EQ(deviceInfo<cl_uint>(param) != 0, extensions.count("cl_khr_fp64") != 0);
  for (cl_device_info param :
       {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF})
    EXPECT_EQ(deviceInfo<cl_uint>(param) != 0, extensions.count("cl_khr_fp16") != 0);
  EXPECT_EQ(deviceInfo<cl_ulong>(CL_DEVICE_HALF_FP_CONFIG) != 0,
            extensions.count("cl_khr_fp16") != 0);
}

TEST_F(DeviceNumbers, ProgramsSeeTheByteOrderAndProfile) {
  EXPECT_EQ(defines("__ENDIAN_LITTLE__", ""), deviceInfo<cl_bool>(CL_DEVICE_ENDIAN_LITTLE) != 0);
  EXPECT_EQ(defines("__EMBEDDED_PROFILE__", ""),
            deviceText(CL_DEVICE_PROFILE) == "EMBEDDED_PROFILE");
}

} // namespace weft::test
