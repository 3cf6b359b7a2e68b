// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "image_kernels.h"

#include "cpu/launch/launcher.h"

#include <cstring>

namespace weft::test {

bool Target::usable() const {
  const std::string_view level = cpu;
  if (level == "x86-64-v4")
    return __builtin_cpu_supports("x86-64-v4");
  return level != "x86-64-v3" || __builtin_cpu_supports("x86-64-v3");
}

Outcome buildFor(const Target &target, const std::string &source, const char *options) {
  weft_request r = request(WEFT_ACTION_BUILD, options);
  r.source = {source.data(), source.size()};
  r.emitter = target.emitter;
  r.cpu = target.cpu;
  r.features = target.features;
  return test::run(r);
}

ImageProgram::ImageProgram(const Target &target, const std::string &source, const char *options)
    : built(buildFor(target, source, options)) {
  EXPECT_EQ(built.status, WEFT_OK) << built.artifact.log;
  if (built.status != WEFT_OK)
    return;
  code = std::make_unique<test::LoadedCode>(built.artifact.code);
  EXPECT_EQ(code->error, "");
}

const KernelInfo &ImageProgram::info(const std::string &kernel) const {
  for (const KernelInfo &entry : built.artifact.kernels)
    if (entry.name == kernel)
      return entry;
  static const KernelInfo none;
  ADD_FAILURE() << "no kernel " << kernel;
  return none;
}

void ImageProgram::run(const std::string &kernel, const std::vector<Argument> &arguments,
                       size_t items, size_t local) const {
  const KernelInfo &entry = info(kernel);
  ASSERT_EQ(entry.args.size(), arguments.size());
  alignas(WEFT_ABI_ALIGNMENT) char args[256] = {};
  for (size_t i = 0; i < arguments.size(); ++i) {
    uint64_t bits = std::visit(
        [](auto value) {
          if constexpr (std::is_same_v<decltype(value), unsigned>)
            return uint64_t(value);
          else
            return uint64_t(reinterpret_cast<uintptr_t>(value));
        },
        arguments[i]);
    ASSERT_EQ(entry.args[i].slot_size, 8u);
    std::memcpy(args + entry.args[i].offset, &bits, 8);
  }
  KernelLaunch launch;
  launch.entry = reinterpret_cast<weft_kernel_fn>(code->find(entry.symbol));
  ASSERT_TRUE(launch.entry);
  launch.launch = {
      {items, 1, 1}, {0, 0, 0}, {local, 1, 1}, {(items + local - 1) / local, 1, 1}, 1, 0};
  launch.args = args;
  launch.local_bytes = entry.local_bytes;
  launch.context_bytes =
      entry.context_bytes_per_item * WEFT_CONTEXT_ITEM_MULTIPLE + entry.context_bytes_per_group;
  launch.fibers = entry.uses_fibers;
  Launcher launcher;
  ASSERT_TRUE(launcher.prepare(launch));
  ASSERT_TRUE(launcher.run(launch, 0, groupCount(launch.launch)));
}

} // namespace weft::test
