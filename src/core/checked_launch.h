// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a launch of a checked kernel (KernelInfo::checks) knows beside the others: where its
// arguments lead, and what its work-items have reported.
#ifndef WEFT_CORE_CHECKED_LAUNCH_H
#define WEFT_CORE_CHECKED_LAUNCH_H

#include "check/mapped.h"
#include "check/report.h"
#include "core/race_shadows.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <vector>
#include <weft/check_abi.h>

namespace weft {

class Allocations;
class Memory;

class CheckedLaunch {
public:
  // What an argument leads to, for reports.
  struct Target {
    std::string what;           // "buffer", "SVM allocation"; empty: nothing is known of it
    std::string name;           // of the argument
    uint64_t size = 0;          // bytes, whatever may be done with them
    const void *made = nullptr; // whom check::madeAt() knows
    // By the host when the launch began: what may be done with it is less then.
    std::optional<check::Mapped> mapped = {};
  };

  explicit CheckedLaunch(const Allocations &known) : known(known) {}
  // Whom to tell of each report that is printed; before the launch runs.
  void notifies(std::function<void(const char *)> whom) { notify = std::move(whom); }
  // Counts what was only counted so far.
  ~CheckedLaunch();
  CheckedLaunch(const CheckedLaunch &) = delete;
  CheckedLaunch &operator=(const CheckedLaunch &) = delete;

  // One for each argument of the kernel, in their order. `is_written`: or may be, by the kernel.
  void addMemory(const Memory &memory, std::string name, bool is_written);
  void addLocal(uint64_t bytes, std::string name);
  void addPointer(const void *pointer, std::string name, bool is_written);
  // Of which nothing is known, or by value.
  void addOther(const void *address, std::string name);

  const weft_check_bounds *args() const { return bounds.data(); }
  // What the host has mapped when a launch begins must not be used. For a launch that runs once,
  // before it does.
  void looksAtMappings() { has_own_time = true; }
  // Before args() is given to a kernel; from any thread.
  void begin();
  // Races between its work-items are looked for, of which there are `groups` groups. For a launch
  // that runs once, before it does.
  void findRaces(uint64_t groups, bool has_barriers);
  // Null unless they are. Before args() is given to a kernel; from any thread.
  RaceShadows *races();
  const Target &target(size_t argument) const { return targets[argument]; }
  // See weft_check_launch. Also tells what it is, if `what` is not null.
  weft_check_found find(const void *pointer, std::string *what = nullptr) const noexcept;

  // Where in the code, about what, and in which words.
  using Key = std::tuple<const void *, const void *, unsigned>;
  // Takes what `make` returns, the first time; counts others. From any thread.
  void take(const Key &key, const std::function<check::Report()> &make);

private:
  void add(const weft_check_bounds &of, Target target, bool is_written = false);

  const Allocations &known; // of the kernel's context, which lives longer
  std::vector<weft_check_bounds> bounds;
  std::vector<Target> targets;
  std::vector<RaceShadows::Range> ranges; // of memory that arguments lead to
  std::unique_ptr<RaceShadows> shadows;
  std::once_flag shadows_are_placed;
  bool has_own_time = false;
  std::once_flag mappings_are_seen;
  std::function<void(const char *)> notify;
  std::mutex mutex; // guards what follows
  struct Counted {
    check::Report report;
    uint64_t more = 0; // than were reported
  };
  std::map<Key, Counted> taken;
};

} // namespace weft
#endif
