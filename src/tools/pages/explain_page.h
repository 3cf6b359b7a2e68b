// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `weftc --explain --html`: a program's source with what became of each line.
#ifndef WEFT_TOOLS_PAGES_EXPLAIN_PAGE_H
#define WEFT_TOOLS_PAGES_EXPLAIN_PAGE_H

#include "support/artifact.h"

#include <string>

namespace weft {

struct ExplainedProgram {
  std::string path;    // of the source, or of the SPIR-V module
  std::string source;  // the text, or the module
  std::string target;  // for what CPU it was compiled, for people
  std::string options; // of the build
};

// `artifact`: of a build with WEFT_INSPECT_REPORT and -weft-explain. Files that the program
// includes are read where its lines say that they are.
std::string explainPage(const ExplainedProgram &program, const Artifact &artifact);

} // namespace weft
#endif
