// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/launch/constructors.h"

#include "cpu/launch/launcher.h"
#include "support/log.h"

namespace weft {

namespace {

// As one work-item, on this thread.
bool run(const KernelInfo &kernel, const LoadedCode &code, std::string &error) {
  KernelLaunch launch;
  launch.entry = code.find(kernel.symbol);
  if (!launch.entry) {
    error = "the code has no constructors '" + kernel.symbol + "'";
    return false;
  }
  launch.name = kernel.name.c_str();
  launch.launch.work_dim = 1;
  for (int d = 0; d < 3; ++d)
    launch.launch.global_size[d] = launch.launch.local_size[d] = launch.launch.num_groups[d] = 1;
  launch.local_bytes = kernel.local_bytes;
  launch.fibers = kernel.uses_fibers;
  launch.hints = kernel.hints;
  Launcher launcher;
  if (__builtin_mul_overflow(kernel.context_bytes_per_item, WEFT_CONTEXT_ITEM_MULTIPLE,
                             &launch.context_bytes) ||
      __builtin_add_overflow(launch.context_bytes, kernel.context_bytes_per_group,
                             &launch.context_bytes) ||
      !launcher.prepare(launch) || !launcher.run(launch, 0, 1)) {
    error = "not enough memory for the program's constructors";
    return false;
  }
  return true;
}

class DestructedCode final : public LoadedCode {
public:
  DestructedCode(std::shared_ptr<LoadedCode> code, std::vector<KernelInfo> destructors)
      : code(std::move(code)), destructors(std::move(destructors)) {}
  ~DestructedCode() override {
    // They run to their end, whatever has become of the context.
    static const StopFlag Never;
    code->stopBy(Never);
    std::string error;
    for (const KernelInfo &kernel : destructors)
      if (!run(kernel, *code, error))
        log(LogGroup::Build, "destructors: %s", error.c_str());
  }
  weft_kernel_fn find(const std::string &symbol) const override { return code->find(symbol); }
  void *findVariable(const std::string &symbol) const override {
    return code->findVariable(symbol);
  }
  void stopBy(const StopFlag &flag) override { code->stopBy(flag); }

private:
  const std::shared_ptr<LoadedCode> code;
  const std::vector<KernelInfo> destructors;
};

} // namespace

std::shared_ptr<LoadedCode> constructed(const Artifact &artifact, std::shared_ptr<LoadedCode> code,
                                        std::string &error) {
  for (const KernelInfo &kernel : artifact.constructors)
    if (!run(kernel, *code, error))
      return nullptr;
  if (artifact.destructors.empty())
    return code;
  return std::make_shared<DestructedCode>(std::move(code), artifact.destructors);
}

} // namespace weft
