// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weftc: the compiler on the command line. Compiles OpenCL C ahead of time to an artifact that
// clCreateProgramWithBinary takes, and shows what became of a kernel.
#include "compiler/request.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>

namespace {

void printTable(const weft::Artifact &artifact) {
  for (const weft::KernelInfo &kernel : artifact.kernels) {
    std::printf("kernel %s%s%s\n", kernel.name.c_str(), kernel.attributes.empty() ? "" : "  ",
                kernel.attributes.c_str());
    std::printf("  symbol %s  args %llu B  local %llu B  private %llu B  context %llu B/item + "
                "%llu B/group%s%s\n",
                kernel.symbol.c_str(), (unsigned long long)kernel.args_size,
                (unsigned long long)kernel.local_bytes, (unsigned long long)kernel.private_bytes,
                (unsigned long long)kernel.context_bytes_per_item,
                (unsigned long long)kernel.context_bytes_per_group,
                kernel.uses_barriers ? "  barriers" : "", kernel.uses_fibers ? "  fibers" : "");
    static const char *const Kinds[] = {"value", "global", "constant", "local", "image", "sampler"};
    for (const weft::ArgInfo &arg : kernel.args)
      std::printf("  %-8s %s %s  size %u  offset %u  slot %u  align %u\n",
                  Kinds[unsigned(arg.kind)], arg.type_name.c_str(), arg.name.c_str(), arg.size,
                  arg.offset, arg.slot_size, arg.pointee_align);
  }
}

bool write(const std::string &path, const std::string &bytes) {
  if (path.empty() || path == "-") {
    std::cout << bytes << std::flush;
    return bool(std::cout);
  }
  std::ofstream file(path, std::ios::binary);
  file << bytes << std::flush;
  return bool(file);
}

enum class Output { Artifact, Ir, Assembly, Table };

} // namespace

int main(int argc, char **argv) {
  CLI::App app{"Compiles OpenCL C for Weft and shows what became of it."};
  std::string input, output, options, cpu = "x86-64-v3", features = "+avx2,+fma,+f16c,+bmi,+bmi2";
  Output emit = Output::Artifact;
  weft_emitter emitter = WEFT_EMITTER_VECTOR;
  uint32_t simd_width = 0;
  bool explain = false;
  app.add_option("source", input, "OpenCL C source")->required()->check(CLI::ExistingFile);
  app.add_option("-o,--output", output, "output file; '-' is standard output");
  app.add_option("--emit", emit, "ir, asm, table or artifact (default)")
      ->transform(
          CLI::CheckedTransformer(std::map<std::string, Output>{{"artifact", Output::Artifact},
                                                                {"ir", Output::Ir},
                                                                {"asm", Output::Assembly},
                                                                {"table", Output::Table}}));
  app.add_option("--emitter", emitter, "vector (default), loops or fibers")
      ->transform(CLI::CheckedTransformer(std::map<std::string, weft_emitter>{
          {"vector", WEFT_EMITTER_VECTOR},
          {"loops", WEFT_EMITTER_LOOPS},
          {"fibers", WEFT_EMITTER_FIBERS}}));
  app.add_option("--simd", simd_width,
                 "work-items side by side, a power of two up to 64; 0: chosen")
      ->check(CLI::IsMember({0, 1, 2, 4, 8, 16, 32, 64}));
  app.add_option("--options", options, "options as for clBuildProgram");
  app.add_option("--cpu", cpu, "LLVM name of the CPU")->capture_default_str();
  app.add_option("--features", features, "LLVM feature string")->capture_default_str();
  app.add_flag("--explain", explain, "say why each kernel runs as it does");
  CLI11_PARSE(app, argc, argv);

  std::ifstream file(input, std::ios::binary);
  std::string source(std::istreambuf_iterator<char>(file), {});
  weft_request request = {};
  request.abi_version = WEFT_COMPILER_ABI_VERSION;
  request.action = WEFT_ACTION_BUILD;
  request.emitter = emitter;
  request.simd_width = simd_width;
  request.source = {source.data(), source.size()};
  request.options = options.c_str();
  request.cpu = cpu.c_str();
  request.features = features.c_str();
  request.extra_options = "";

  weft::Inspection inspection;
  inspection.want_ir = emit == Output::Ir;
  inspection.want_assembly = emit == Output::Assembly;
  weft::Artifact artifact;
  weft_status status = weft::runRequest(request, artifact, &inspection);
  std::fputs(artifact.log.c_str(), stderr);
  // What there is to see of a failed build is shown all the same.
  bool written = true;
  if (emit == Output::Ir)
    written = write(output, inspection.ir);
  else if (emit == Output::Assembly)
    written = write(output, inspection.assembly);
  if (status != WEFT_OK)
    return 1;
  if (emit == Output::Table)
    printTable(artifact);
  else if (emit == Output::Artifact)
    written = write(output.empty() ? input + ".weft" : output, weft::serialize(artifact));
  if (explain)
    for (const weft::KernelInfo &kernel : artifact.kernels)
      std::fprintf(stderr, "kernel %s:\n%s\n", kernel.name.c_str(), kernel.explain.c_str());
  if (!written)
    std::fprintf(stderr, "weftc: cannot write '%s'\n", output.c_str());
  return written ? 0 : 1;
}
