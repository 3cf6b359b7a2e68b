// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_MANNERS_COMPILE_SERVER_H
#define WEFT_MANNERS_COMPILE_SERVER_H

#include "host.h"

#include <cstdlib>
#include <sys/types.h>

namespace manners {

// From here on programs are compiled by a server and by nothing else, nor are they cached; with
// this compiler library, and the server beside it, if one is named.
inline void useServer(const char *library = nullptr) {
  setenv("WEFT_CACHE", "0", 1);
  setenv("WEFT_COMPILE", "server", 1);
  if (library)
    setenv("WEFT_COMPILER", library, 1);
}

// Has the servers of this process, and of its children, be known by what this returns.
std::string putToken();
pid_t onlyServer(const std::string &token);

// Builds a program: the code of clBuildProgram, and the log.
std::string buildLog(const Host &host, const std::string &source, cl_int &code);

} // namespace manners
#endif
