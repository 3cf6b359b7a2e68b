// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What became of a program, line by line, as plain data: written by the passes and the code
// generator where that is asked for (WEFT_INSPECT_REPORT), shown by `weftc --explain --html`.
// Costs are in the units of passes/target/costs.def, a simple scalar operation, and per work-item.
#ifndef WEFT_CODE_REPORT_H
#define WEFT_CODE_REPORT_H

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

enum class Fate : uint8_t {
#define WEFT_FATE(id, name, grade, meaning, advice) id,
#include "weft/fates.def"
};
constexpr unsigned NumFates = 0
#define WEFT_FATE(id, name, grade, meaning, advice) +1
#include "weft/fates.def"
    ;

// A line of a source file.
struct SourceLine {
  uint32_t file = 0; // number in the list of files beside it
  uint32_t line = 0; // from 1; 0: not known
  bool operator==(const SourceLine &) const = default;
};

// Operations of one line that have the same fate.
struct OperationReport {
  SourceLine at;
  Fate fate = Fate::Lanes;
  bool masked = false; // it runs for some of the lanes only
  uint32_t count = 0;  // instructions of IR
  double cost = 0;
  std::string what; // such as "load of x"
};

// A loop, or a region without one, which is repeated for all work-items.
struct LoopReport {
  SourceLine at;
  bool is_body = false;  // the region
  bool diverges = false; // lanes leave it one by one
  bool innermost = false;
  bool trips_known = false;
  double trips = 0; // what is known or assumed
  double cost = 0;  // of all iterations
  // Of innermost ones, least cycles that an iteration takes for all lanes: to issue what it does;
  // to wait for what it hands to the next one; to fetch what it accesses, if that is in memory. The
  // bytes are those that no iteration before had. 0: not estimated.
  double issue = 0, latency = 0, memory = 0, bytes = 0;
};

// Code between barriers.
struct RegionReport {
  uint32_t number = 0;
  uint32_t lanes = 1;
  std::string why_single; // not empty: why there is one lane
  double cost = 0;        // as it runs
  double one_by_one = 0;  // what it would be without lanes; 0: not known
  std::vector<OperationReport> operations;
  std::vector<LoopReport> loops;
};

struct KernelReport {
  std::string name;
  SourceLine at;
  std::vector<std::string> files;
  std::vector<RegionReport> regions;
};

// An inner loop of machine code, by the model that LLVM has of the CPU.
struct MachineLoop {
  uint32_t first = 0, last = 0; // lines of code
  double ports = 0;             // cycles for which an iteration keeps the busiest unit
  double chain = 0;             // cycles from an iteration's results to the next one's
  std::string busiest;          // LLVM's name of that unit
};

struct CodeLine {
  enum Kind : uint8_t { Function, Label, Instruction };
  Kind kind = Instruction;
  SourceLine at; // of an instruction
  std::string text;
};

struct CodeListing {
  std::string cpu; // whose model loops are measured by
  std::vector<std::string> files;
  std::vector<CodeLine> lines;
  std::vector<MachineLoop> loops;
};

struct CodeReport {
  std::vector<KernelReport> kernels;
  CodeListing code;
};

} // namespace weft
#endif
