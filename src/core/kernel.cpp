// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels.
#include "core/kernel.h"

#include "core/command_check.h"

#include <algorithm>

namespace weft {

static KernelVariants *variantsOf(const ProgramImage &image, const KernelInfo &info) {
  return image.variants.empty()
             ? nullptr
             : image.variants[size_t(&info - image.artifact.kernels.data())].get();
}

KernelCode codeOf(std::shared_ptr<const ProgramImage> image, const KernelInfo &info) {
  const weft_kernel_fn entry = image->code->find(info.symbol);
  require(entry, CL_INVALID_PROGRAM_EXECUTABLE, "the program's code lacks the kernel's symbol");
  KernelVariants *const variants = variantsOf(*image, info);
  return {std::move(image), &info, entry, variants};
}

Kernel::Kernel(Ref<Program> program, std::shared_ptr<const ProgramImage> image,
               const KernelInfo &info)
    : owner(std::move(program)), image(std::move(image)), kernel_info(&info),
      function(this->image->code->find(info.symbol)), variants(variantsOf(*this->image, info)),
      arguments(info) {
  require(function, CL_INVALID_PROGRAM_EXECUTABLE, "the program's code lacks the kernel's symbol");
  owner->attachKernel();
}

Kernel::Kernel(Kernel &other)
    : owner(other.owner), image(other.image), kernel_info(other.kernel_info),
      function(other.function), variants(other.variants), arguments(other.args()) {
  owner->attachKernel();
}

void Kernel::reportUnsetArgument() const {
  const std::optional<uint32_t> index = args().firstUnset();
  if (!index)
    return;
  check::Report found;
  found.kind = check::Kind::Api;
  found.message = "argument " + std::to_string(*index) + " of '" + kernel_info->name + "', '" +
                  kernel_info->args[*index].name + "', is not set";
  found.kernel = kernel_info->name;
  found.host = check::HostStack::here();
  found.notify = notifierOf(context());
  check::report(found);
}

// Do both take the same packed arguments and local memory?
static bool sameArguments(const KernelInfo &a, const KernelInfo &b) {
  return a.args_size == b.args_size && a.local_bytes == b.local_bytes &&
         std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(),
                    [](const ArgInfo &x, const ArgInfo &y) {
                      return x.kind == y.kind && x.size == y.size && x.offset == y.offset;
                    });
}

KernelCode Kernel::codeOn(const Device &device) const {
  if (owner->hasOneDevice() && owner->hasDevice(device)) [[likely]]
    return {image, kernel_info, function, variants};
  // "CL_INVALID_PROGRAM_EXECUTABLE if there is no successfully built program executable available
  // for the device associated with command_queue"
  auto of_device = owner->executableOn(device);
  require(of_device != nullptr, CL_INVALID_PROGRAM_EXECUTABLE,
          "the kernel's program is not built for the queue's device");
  if (of_device == image)
    return {image, kernel_info, function, variants};
  const KernelInfo *info = of_device->find(kernel_info->name);
  const weft_kernel_fn entry = info ? of_device->code->find(info->symbol) : nullptr;
  require(entry && sameArguments(*info, *kernel_info), CL_INVALID_PROGRAM_EXECUTABLE,
          "the kernel is another one on the queue's device");
  KernelVariants *const of_kernel = variantsOf(*of_device, *info);
  return {std::move(of_device), info, entry, of_kernel};
}

Kernel::~Kernel() { detach(); }

// What the driver still runs has its own references; the application may rebuild the program.
void Kernel::lastApiRelease() { detach(); }

void Kernel::detach() {
  if (attached.exchange(false))
    owner->detachKernel();
}

} // namespace weft
