// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device under test, through the public API: one context and queue for the whole process, and
// programs built once per source and options.
#ifndef WEFT_TESTS_KERNELS_SESSION_H
#define WEFT_TESTS_KERNELS_SESSION_H

#include <CL/cl.h>
#include <map>
#include <string>
#include <vector>

namespace weft::kernels {

class Session {
public:
  // The first device of the first platform that the loader lists.
  static Session &get();

  cl_device_id device() const { return Device; }
  cl_context context() const { return Context; }
  cl_command_queue queue() const { return Queue; }
  // Empty, or why there is no device.
  const std::string &failure() const { return Failure; }

  bool nonUniformGroups() const { return NonUniform; }
  // An extension or an __opencl_c_ feature.
  bool supports(const std::string &feature) const;

  struct Built {
    cl_program program = nullptr;
    std::string failure;      // with the build log
    bool beyond_road = false; // no SPIR-V was made of it
  };
  const Built &build(const std::string &source, const std::string &options);

private:
  Session();
  std::string infoText(cl_device_info what) const;

  cl_device_id Device = nullptr;
  cl_context Context = nullptr;
  cl_command_queue Queue = nullptr;
  bool NonUniform = false;
  std::string Failure, Extensions;
  std::vector<std::string> Features;
  std::map<std::pair<std::string, std::string>, Built> Programs;
};

} // namespace weft::kernels
#endif
