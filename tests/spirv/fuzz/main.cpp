// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft-spirv-fuzz (run.h), with the whole compiler.
#include "run.h"

#include "compiler/request.h"

namespace weft::spirv_test {

static Verdict compile(const Words &words, bool whole, std::string &log) {
  weft_request request = {};
  request.abi_version = WEFT_COMPILER_ABI_VERSION;
  request.action = whole ? WEFT_ACTION_BUILD : WEFT_ACTION_COMPILE;
  request.threads = 1;
  request.language = WEFT_LANGUAGE_SPIRV;
  request.source = {words.data(), words.size() * sizeof(uint32_t)};
  request.options = "-g";
  request.cpu = "x86-64-v3";
  request.features = "+avx2,+fma,+f16c";
  request.extra_options = "";
  Artifact artifact;
  const weft_status status = runRequest(request, artifact);
  log = artifact.log;
  if (status == WEFT_INTERNAL_ERROR || log.find("the module is not valid") != std::string::npos)
    return Verdict::Broken;
  return status == WEFT_OK ? Verdict::Taken : Verdict::Refused;
}

} // namespace weft::spirv_test

int main(int argc, char **argv) {
  return weft::spirv_test::runFuzzer(argc, argv, weft::spirv_test::compile);
}
