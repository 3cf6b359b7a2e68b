// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options that a user sets in the environment; config.def lists them. Each is read once, at its
// first use, so that loading the driver costs nothing. In a process that runs with more rights than
// its caller has (set-uid, set-gid, file capabilities: AT_SECURE) each has its default.
#ifndef WEFT_SUPPORT_CONFIG_H
#define WEFT_SUPPORT_CONFIG_H

#include <string>

namespace weft::config {

using Text = std::string;
using Count = unsigned;

// Whether the process runs with more rights than its caller: what the caller chose, such as the
// current folder, is then not to be believed.
bool privileged();

#define WEFT_OPTION(getter, variable, type, default_value, doc) const type &getter();
#define WEFT_SYSTEM_VARIABLE(getter, variable) const Text &getter();
#include "support/config.def"

} // namespace weft::config
#endif
