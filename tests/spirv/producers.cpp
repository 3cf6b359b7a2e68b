// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "producers.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <unistd.h>
#include <vector>

namespace weft::spirv_test {

namespace {

// Compilers of OpenCL C; the second command, if there is one, makes SPIR-V of the first one's IR.
struct Road {
  std::string name, compile, translate;
  std::vector<std::string> beyond = {}; // what they say where they fail by themselves
};

// What the drivers of SYCL's compilers let the translator use, where it does more than advise.
constexpr const char *Extensions[] = {
    "SPV_EXT_relaxed_printf_string_address_space",
    "SPV_EXT_shader_atomic_float16_add",
    "SPV_EXT_shader_atomic_float_add",
    "SPV_EXT_shader_atomic_float_min_max",
    "SPV_INTEL_arbitrary_precision_integers",
    "SPV_INTEL_arithmetic_fence",
    "SPV_INTEL_fp_fast_math_mode",
    "SPV_INTEL_fp_max_error",
    "SPV_INTEL_function_pointers",
    "SPV_INTEL_kernel_attributes",
    "SPV_INTEL_masked_gather_scatter",
    "SPV_INTEL_memory_access_aliasing",
    "SPV_INTEL_optnone",
    "SPV_INTEL_split_barrier",
    "SPV_INTEL_subgroups",
    "SPV_INTEL_unstructured_loop_controls",
    "SPV_KHR_bit_instructions",
    "SPV_KHR_expect_assume",
    "SPV_KHR_fma",
    "SPV_KHR_integer_dot_product",
    "SPV_KHR_linkonce_odr",
    "SPV_KHR_no_integer_wrap_decoration",
    "SPV_KHR_shader_clock",
    "SPV_KHR_subgroup_rotate",
    "SPV_KHR_uniform_group_instructions",
};

const std::vector<Road> &roads() {
  static const std::vector<Road> made = [] {
    std::string newer = WEFT_TEST_LLVM_SPIRV " --spirv-ext=-all";
    for (const char *extension : Extensions)
      newer += std::string(",+") + extension;
    return std::vector<Road>{
        {"spirv", WEFT_TEST_CLANG " --target=spirv64-unknown-unknown", ""},
        {"translator",
         WEFT_TEST_CLANG " --target=spir64-unknown-unknown -emit-llvm",
         newer,
         {"Assertion `", "LLVM ERROR: ", "Can't translate llvm instruction"}},
        // This translator is of a time when pointers had types.
        {"debian",
         WEFT_TEST_CLANG_15 " --target=spir64-unknown-unknown -emit-llvm -Xclang "
                            "-no-opaque-pointers",
         WEFT_TEST_LLVM_SPIRV_15 " --spirv-ext=+SPV_INTEL_arbitrary_precision_integers,"
                                 "+SPV_KHR_linkonce_odr,+SPV_KHR_no_integer_wrap_decoration,"
                                 "+SPV_KHR_subgroup_rotate",
         {"Assertion `", "LLVM ERROR: ", "Can't translate llvm instruction",
          "Unexpected llvm intrinsic"}}};
  }();
  return made;
}

} // namespace

// What `command` makes of a file with the text: it reads `source`, and writes m.spv beside it, or
// m.bc, of which `translate` makes that.
static std::string produce(const std::string &text, const char *source, std::string command,
                           std::string &failure, std::string translate = {}) {
  char folder[] = "/tmp/weft-spirv-XXXXXX";
  if (!mkdtemp(folder)) {
    failure = "mkdtemp failed";
    return {};
  }
  const std::string base = std::string(folder) + "/";
  auto contents = [&](const char *name) {
    std::ifstream file(base + name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  std::ofstream(base + source) << text;
  command += " -o " + base + (translate.empty() ? "m.spv " : "m.bc ") + base + source;
  if (!translate.empty())
    command += " && " + translate + " -o " + base + "m.spv " + base + "m.bc";
  command = "{ " + command + "; } >" + base + "log 2>&1";
  const bool done = std::system(command.c_str()) == 0;
  const std::string module = done ? contents("m.spv") : std::string();
  failure = done ? std::string() : command + "\n" + contents("log") + text;
  for (const char *name : {source, "m.bc", "m.spv", "log"})
    unlink((base + name).c_str());
  rmdir(folder);
  return module;
}

std::string assemble(const std::string &text, std::string &failure, const char *version) {
  return produce(text, "m.spvasm", std::string(WEFT_SPIRV_AS) + " --target-env spv" + version,
                 failure);
}

std::string compileToSpirv(const std::string &road, const std::string &source,
                           const std::string &options, std::string &failure) {
  const size_t space = road.find(' ');
  const std::string name = road.substr(0, space);
  const std::string more = space == std::string::npos ? "" : road.substr(space);
  for (const Road &one : roads())
    if (one.name == name)
      return produce(source, "m.cl",
                     one.compile + " -fno-strict-aliasing -w" + more + " " + options + " -c",
                     failure, one.translate);
  failure = "no such road to SPIR-V: " + name;
  return {};
}

std::string spirvOf(const std::string &road, const std::string &source,
                    const std::string &options) {
  std::string failure, module = compileToSpirv(road, source, options, failure);
  if (module.empty() && isBeyondRoad(road, failure))
    throw BeyondRoad(failure);
  if (module.empty())
    throw std::runtime_error(failure);
  return module;
}

bool isRoad(const std::string &name) {
  return std::any_of(roads().begin(), roads().end(),
                     [&](const Road &one) { return one.name == name; });
}

bool isBeyondRoad(const std::string &road, const std::string &failure) {
  for (const Road &one : roads())
    if (one.name == road.substr(0, road.find(' ')))
      return std::any_of(one.beyond.begin(), one.beyond.end(), [&](const std::string &text) {
        return failure.find(text) != std::string::npos;
      });
  return false;
}

} // namespace weft::spirv_test
