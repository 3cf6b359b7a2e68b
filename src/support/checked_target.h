// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_SUPPORT_CHECKED_TARGET_H
#define WEFT_SUPPORT_CHECKED_TARGET_H

#include <cstdint>
#include <string>

namespace weft {

// A codeTarget() of code with these checks (include/weft/check_abi.h). So code without them, in a
// program's binary, counts as another target's and is made again.
inline std::string checkedTarget(std::string target, uint32_t checks) {
  return checks ? target + "|checks" + std::to_string(checks) : target;
}

} // namespace weft
#endif
