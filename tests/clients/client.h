// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of run times have in common.
#ifndef WEFT_TESTS_CLIENTS_CLIENT_H
#define WEFT_TESTS_CLIENTS_CLIENT_H

#include "api/khr_entry_points.h"

#include <CL/cl_ext.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <vector>

namespace weft::test {

// As run times ask for each text: the size first, then the bytes without a place for the size.
template <typename Object, typename Function>
std::string text(Function query, Object object, cl_uint what) {
  size_t size = 0;
  EXPECT_EQ(query(object, what, 0, nullptr, &size), CL_SUCCESS) << what;
  std::vector<char> chars(size);
  EXPECT_EQ(query(object, what, size, chars.data(), nullptr), CL_SUCCESS) << what;
  return size ? std::string(chars.data()) : std::string();
}

// Whoever derives from it makes the objects, as its run time does.
class Client : public ::testing::Test {
protected:
  // The SPIR-V that the program was compiled with the path of.
  static std::string readModule() {
    std::ifstream file(WEFT_TEST_MODULE, std::ios::binary);
    const std::string module((std::istreambuf_iterator<char>(file)), {});
    EXPECT_FALSE(module.empty());
    return module;
  }
  template <typename T> T scalar(cl_device_info what) {
    T value{};
    EXPECT_EQ(clGetDeviceInfo(device, what, sizeof value, &value, nullptr), CL_SUCCESS) << what;
    return value;
  }
  bool has(const std::string &extension) const {
    return (" " + text(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS) + " ")
               .find(" " + extension + " ") != std::string::npos;
  }
  virtual void *address(const char *name) {
    return clGetExtensionFunctionAddressForPlatform(platform, name);
  }
  template <typename T> T function(const char *name) {
    auto found = reinterpret_cast<T>(address(name));
    EXPECT_NE(found, nullptr) << name;
    return found;
  }
#define WEFT_FUNCTION(name) function<decltype(&weft::api::name)>(#name)

  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

} // namespace weft::test
#endif
