// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of kernels. A case is a kernel, the shapes it is run with and its host reference.
#ifndef WEFT_TESTS_KERNELS_CORPUS_H
#define WEFT_TESTS_KERNELS_CORPUS_H

#include "harness/job.h"

#include <functional>
#include <string>
#include <vector>

namespace weft::kernels {

struct Case {
  std::string topic;  // the folder
  std::string name;   // of the kernel function too
  std::string source; // OpenCL C, or the name of a file "x.cl" in the topic's folder
  Shapes ranges;
  std::function<void(Job &)> reference;
  std::string options = "-cl-std=CL3.0";
  std::string needs; // an extension or __opencl_c_ feature without which the case is skipped
};

class Corpus {
public:
  // The cases added after this belong to `topic`.
  void topic(std::string name) { Topic = std::move(name); }

  struct Extra {
    std::string options = "-cl-std=CL3.0";
    std::string needs = "";
  };
  void add(std::string name, std::string source, Shapes shapes,
           std::function<void(Job &)> reference) {
    add(std::move(name), std::move(source), std::move(shapes), std::move(reference), Extra());
  }
  void add(std::string name, std::string source, Shapes shapes,
           std::function<void(Job &)> reference, Extra extra) {
    Cases.push_back({Topic, std::move(name), std::move(source), std::move(shapes),
                     std::move(reference), std::move(extra.options), std::move(extra.needs)});
  }
  const std::vector<Case> &cases() const { return Cases; }

private:
  std::string Topic;
  std::vector<Case> Cases;
};

// All cases, made once.
const Corpus &corpus();

} // namespace weft::kernels
#endif
