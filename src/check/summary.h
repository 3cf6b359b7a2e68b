// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is said and done when the process ends: leaks, how much was found, WEFT_CHECK_EXIT.
#ifndef WEFT_CHECK_SUMMARY_H
#define WEFT_CHECK_SUMMARY_H

namespace weft::check {

// For the process, once, when checks are switched on.
void prepareSummary();

} // namespace weft::check
#endif
