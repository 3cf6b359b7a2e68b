// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "server/serve.h"

int main(int argc, char **argv) { return weft::serve(argc, argv); }
