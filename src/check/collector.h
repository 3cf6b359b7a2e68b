// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happens with reports: equal ones become one with a count, new ones are printed, the file of
// WEFT_CHECK_REPORT is written whenever there is a new one.
#ifndef WEFT_CHECK_COLLECTOR_H
#define WEFT_CHECK_COLLECTOR_H

#include "check/report.h"

namespace weft::check {

// A report as it is shown, with names looked up.
struct Finding {
  Kind kind = {};
  bool warning = false;
  std::string message, kernel;
  Site site;
  std::vector<std::string> notes; // who, what, where else: one line each
  // The other access of a race, and the place of the application's call that it is about.
  Site other_site;
  std::string call; // "clFinish in main at a.cpp:12"
  std::string call_file;
  uint32_t call_line = 0;
  uint64_t count = 1;
};

Finding findingOf(const Report &report);

// Reads the other options; opens the file.
void prepareReports();
// The last state of the file, with all counts, and a line of summary.
void finishReports();

// As one report is printed: lines, each with its end.
std::string asText(const Finding &finding, bool colours);
// The contents of files; each is whole.
std::string asSarif(const std::vector<Finding> &findings);
std::string asHtml(const std::vector<Finding> &findings);

} // namespace weft::check
#endif
