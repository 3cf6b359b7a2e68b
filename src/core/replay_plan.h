// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The commands of a command buffer as they are run: chains that one thread goes along, and which
// chain waits for which; in a chain, which launches run as one. Made once, when the buffer is
// finalised; every replay reads it.
#ifndef WEFT_CORE_REPLAY_PLAN_H
#define WEFT_CORE_REPLAY_PLAN_H

#include "core/fused_launch.h"
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

  // Another launch for a command that is one; does not throw. Not while the plan is read, nor is
  // what follows.
  void replaceLaunch(uint32_t command, std::shared_ptr<const OwnedLaunch> launch);
  // To be called before it is read again: looks anew at what runs as one with what was replaced.
  void settle();

private:
  // A command that does something.
  struct Member {
    std::shared_ptr<const OwnedLaunch> launch; // null for transfers, and if arguments are missing
    std::shared_ptr<const std::function<void()>> work; // of transfers
    uint32_t step = 0;
    uint32_t next_changed = Unchanged; // a member, or Last
  };
  static constexpr uint32_t Unchanged = ~0u, Last = ~0u - 1;
  void appendMember(const RecordedCommand &command);
  void arrangeAll();
  void arrange(Chain &chain, uint32_t first, uint32_t end);
  // Of the members of a step, after one of them has changed: false if others may run as one now.
  bool refresh(uint32_t step);
  bool mayRunTogether(uint32_t first, uint32_t end) const;
  uint32_t membersEnd(uint32_t step) const {
    return step + 1 < first_members.size() ? first_members[step + 1] : uint32_t(members.size());
  }

  std::vector<Chain> all_chains;
  std::vector<uint32_t> first_chains;
  std::vector<Member> members;       // chain by chain
  std::vector<uint32_t> members_end; // by chain
  std::vector<uint32_t> member_of;   // by command
  uint32_t first_changed = Last;     // of those whose launch was replaced since settle()
  // By step.
  std::vector<uint32_t> first_members;
  std::vector<const KernelLaunch *> launches; // null for transfers
  std::vector<uint32_t> launches_end;         // the step itself for transfers
  std::vector<const std::function<void()> *> works;
  std::vector<std::shared_ptr<const FusedLaunch>> fused_launches; // null for one member
  size_t pointer_works = 0, pointer_launches = 0;
};

} // namespace weft
#endif
