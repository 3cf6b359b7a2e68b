// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints what each option is, for environment_trust.py, and whether the process is a secure one.
#include "support/config.h"

#include <iostream>
#include <sys/auxv.h>

int main() {
  std::cout << "AT_SECURE=" << getauxval(AT_SECURE) << '\n';
#define WEFT_OPTION(getter, variable, type, default_value, doc)                                    \
  std::cout << variable << '=' << weft::config::getter() << '\n';
#define WEFT_SYSTEM_VARIABLE(getter, variable) WEFT_OPTION(getter, variable, Text, "", "")
#include "support/config.def"
}
