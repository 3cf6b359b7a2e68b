// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the fuzzers share: PROGRAM SEED COUNT EVERY FILE... changes the modules in the files, COUNT
// times, and gives them to the compiler, each EVERYth of those that are read to all of it, the
// others to the reader. A module that is refused is fine; one that crashes the compiler, has LLVM's
// verifier complain, or takes longer than the limit is written to a file, and ends the run with 1.
// What a module was follows from its number, which is SEED for the first one.
#ifndef WEFT_TESTS_SPIRV_FUZZ_RUN_H
#define WEFT_TESTS_SPIRV_FUZZ_RUN_H

#include "mutation.h"

#include <string>

namespace weft::spirv_test {

enum class Verdict { Taken, Refused, Broken };

// `whole`: code is made, too.
using Compile = Verdict (*)(const Words &module, bool whole, std::string &log);

int runFuzzer(int argc, char **argv, Compile compile);

} // namespace weft::spirv_test
#endif
