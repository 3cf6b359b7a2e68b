// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The commands of a command buffer as they are run: chains that one thread goes along, and which
// chain waits for which. Made once, when the buffer is finalised; every replay reads it.
#ifndef WEFT_CORE_REPLAY_PLAN_H
#define WEFT_CORE_REPLAY_PLAN_H

#include "core/owned_launch.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace weft {

// One command as it was recorded.
struct RecordedCommand {
  cl_command_type type = 0;
  uint32_t queue = 0;                                // which of the buffer's, by index
  std::vector<uint32_t> after;                       // the commands that it waits for, by index
  std::shared_ptr<const std::function<void()>> work; // of a transfer, else null
  std::shared_ptr<const OwnedLaunch> launch;         // of a kernel; null: arguments are missing
  bool uses_pointers = false;                        // `work` does, see Command
  bool isLaunch() const { return type == CL_COMMAND_NDRANGE_KERNEL; }
};

class ReplayPlan {
public:
  // Steps [first, end), one after the other.
  struct Chain {
    uint32_t queue = 0;
    uint32_t first = 0;
    uint32_t end = 0;
    uint32_t waits_for = 0;        // chains
    std::vector<uint32_t> waiting; // chains that wait for this one
  };

  // Commands wait for earlier ones only.
  explicit ReplayPlan(std::span<const RecordedCommand> commands);

  std::span<const Chain> chains() const { return all_chains; }
  // Those that wait for none.
  std::span<const uint32_t> roots() const { return first_chains; }

  // What is to be run in a step of a chain: launches that follow each other up to the chain's end
  // or the next transfer, or if there are none a transfer.
  std::span<const KernelLaunch *const> launchesFrom(uint32_t step) const {
    return {launches.data() + step, launches.data() + launches_end[step]};
  }
  void transfer(uint32_t step) const { (*works[step])(); }

  // As of Command.
  bool usesPointers() const { return pointer_works || pointer_launches; }
  bool mayUse(const Allocation &allocation) const;

  // Another launch for a command that is one. Not while the plan is read.
  void replaceLaunch(uint32_t command, std::shared_ptr<const OwnedLaunch> launch);

private:
  void appendStep(const RecordedCommand &command);

  std::vector<Chain> all_chains;
  std::vector<uint32_t> first_chains;
  // By step.
  std::vector<const KernelLaunch *> launches; // null for transfers
  std::vector<uint32_t> launches_end;         // the step itself for transfers
  std::vector<std::shared_ptr<const OwnedLaunch>> owned_launches;
  std::vector<std::shared_ptr<const std::function<void()>>> works;
  std::vector<uint32_t> steps; // by command
  size_t pointer_works = 0, pointer_launches = 0;
};

} // namespace weft
#endif
