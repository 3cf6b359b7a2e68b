// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of command types, for people.
#ifndef WEFT_CORE_COMMAND_NAME_H
#define WEFT_CORE_COMMAND_NAME_H

#include <CL/cl.h>
#include <string_view>

namespace weft {

// "write buffer" for CL_COMMAND_WRITE_BUFFER; "command" for what is not known.
std::string_view commandName(cl_command_type type);

} // namespace weft
#endif
