// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels.
#include "core/kernel.h"

namespace weft {

Kernel::Kernel(Ref<Program> program, std::shared_ptr<const ProgramImage> image,
               const KernelInfo &info)
    : owner(std::move(program)), image(std::move(image)), kernel_info(&info),
      function(this->image->code->find(info.symbol)), arguments(info) {
  require(function, CL_INVALID_PROGRAM_EXECUTABLE, "the program's code lacks the kernel's symbol");
  owner->attachKernel();
}

Kernel::Kernel(Kernel &other)
    : owner(other.owner), image(other.image), kernel_info(other.kernel_info),
      function(other.function), arguments(other.args()) {
  owner->attachKernel();
}

Kernel::~Kernel() { detach(); }

// What the driver still runs has its own references; the application may rebuild the program.
void Kernel::lastApiRelease() { detach(); }

void Kernel::detach() {
  if (attached.exchange(false))
    owner->detachKernel();
}

} // namespace weft
