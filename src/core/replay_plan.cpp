// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From recorded commands to chains: dependencies that others imply are dropped, then commands that
// wait for one other, which nobody else waits for, are joined to it.
#include "core/replay_plan.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace weft {

using Dependencies = std::vector<std::vector<uint32_t>>;

// Commands that are looked at for one dependency that may be implied: one too many costs a replay a
// count, to look for it among many thousands of commands costs more than all replays together.
static constexpr unsigned MostVisited = 64;

// Whether `from` waits for `target` by way of others; false also if that takes too long to tell.
static bool waitsFor(const Dependencies &all, uint32_t from, uint32_t target, unsigned &budget) {
  for (uint32_t next : all[from]) {
    if (next == target)
      return true;
    if (next < target || !budget)
      continue;
    --budget;
    if (waitsFor(all, next, target, budget))
      return true;
  }
  return false;
}

// What the next command has to wait for of `after`; `all` has the commands before it.
static std::vector<uint32_t> reduce(const Dependencies &all, std::vector<uint32_t> after) {
  std::ranges::sort(after, std::greater());
  after.erase(std::unique(after.begin(), after.end()), after.end());
  std::vector<uint32_t> kept;
  for (uint32_t candidate : after) {
    unsigned budget = MostVisited;
    if (std::ranges::none_of(
            kept, [&](uint32_t later) { return waitsFor(all, later, candidate, budget); }))
      kept.push_back(candidate);
  }
  return kept;
}

ReplayPlan::ReplayPlan(std::span<const RecordedCommand> commands) {
  Dependencies after;
  std::vector<uint32_t> followers(commands.size());
  after.reserve(commands.size());
  for (const RecordedCommand &command : commands) {
    after.push_back(reduce(after, command.after));
    for (uint32_t earlier : after.back())
      ++followers[earlier];
  }
  // The chain that each command is of, and the commands of each chain.
  std::vector<uint32_t> chain_of(commands.size());
  std::vector<std::vector<uint32_t>> commands_of;
  for (uint32_t i = 0; i < commands.size(); ++i) {
    const bool joins = after[i].size() == 1 && followers[after[i][0]] == 1 &&
                       commands[after[i][0]].queue == commands[i].queue;
    if (joins) {
      chain_of[i] = chain_of[after[i][0]];
      commands_of[chain_of[i]].push_back(i);
      continue;
    }
    chain_of[i] = uint32_t(commands_of.size());
    commands_of.push_back({i});
  }
  member_of.resize(commands.size());
  for (uint32_t index = 0; index < commands_of.size(); ++index) {
    Chain &chain = all_chains.emplace_back();
    chain.queue = commands[commands_of[index].front()].queue;
    for (uint32_t command : commands_of[index]) {
      member_of[command] = uint32_t(members.size());
      if (commands[command].work || commands[command].isLaunch())
        appendMember(commands[command]);
    }
    members_end.push_back(uint32_t(members.size()));
    // Chains are in the order of their first commands, which alone wait for other chains.
    const std::vector<uint32_t> &before = after[commands_of[index].front()];
    chain.waits_for = uint32_t(before.size());
    for (uint32_t earlier : before)
      all_chains[chain_of[earlier]].waiting.push_back(index);
    if (before.empty())
      first_chains.push_back(index);
  }
  arrangeAll();
}

void ReplayPlan::appendMember(const RecordedCommand &command) {
  members.push_back({command.launch, command.work});
  pointer_works += command.uses_pointers;
  pointer_launches += command.launch && command.launch->usesPointers();
}

void ReplayPlan::settle() {
  for (uint32_t member = first_changed; member != Last; member = members[member].next_changed)
    if (!refresh(members[member].step)) {
      arrangeAll();
      break;
    }
  while (first_changed != Last)
    first_changed = std::exchange(members[first_changed].next_changed, Unchanged);
}

void ReplayPlan::arrangeAll() {
  first_members.clear();
  launches.clear();
  launches_end.clear();
  works.clear();
  fused_launches.clear();
  uint32_t first = 0;
  for (uint32_t index = 0; index < all_chains.size(); ++index) {
    arrange(all_chains[index], first, members_end[index]);
    first = members_end[index];
  }
}

// The steps of a chain's members.
void ReplayPlan::arrange(Chain &chain, uint32_t first, uint32_t end) {
  chain.first = uint32_t(works.size());
  FusableLaunches together;
  while (first < end) {
    const auto step = uint32_t(works.size());
    together.clear();
    uint32_t next = first;
    while (next < end && members[next].launch && together.add(*members[next].launch))
      ++next;
    next = std::max(next, first + 1);
    std::shared_ptr<const FusedLaunch> fused;
    if (together.size() > 1)
      fused = std::make_shared<const FusedLaunch>(together);
    launches.push_back(members[first].launch.get());
    if (fused)
      launches.back() = fused.get();
    fused_launches.push_back(std::move(fused));
    works.push_back(members[first].work.get());
    first_members.push_back(first);
    for (; first < next; ++first)
      members[first].step = step;
  }
  chain.end = uint32_t(works.size());
  launches_end.resize(chain.end);
  for (uint32_t step = chain.end; step-- > chain.first;)
    launches_end[step] = works[step]                                ? step
                         : step + 1 == chain.end || works[step + 1] ? step + 1
                                                                    : launches_end[step + 1];
}

bool ReplayPlan::mayRunTogether(uint32_t first, uint32_t end) const {
  if (end - first > FusableLaunches::MostLaunches)
    return false;
  FusableLaunches together;
  return std::all_of(members.begin() + first, members.begin() + end, [&](const Member &member) {
    return member.launch && together.add(*member.launch);
  });
}

bool ReplayPlan::refresh(uint32_t step) {
  const uint32_t first = first_members[step], end = membersEnd(step);
  launches[step] = members[first].launch.get();
  if (end - first > 1) {
    FusableLaunches together;
    for (uint32_t member = first; member < end; ++member)
      if (!members[member].launch || !together.add(*members[member].launch))
        return false;
    fused_launches[step] = std::make_shared<const FusedLaunch>(together);
    launches[step] = fused_launches[step].get();
  }
  const size_t chain = size_t(std::ranges::upper_bound(members_end, first) - members_end.begin());
  return !(step > all_chains[chain].first && mayRunTogether(first_members[step - 1], end)) &&
         !(step + 1 < all_chains[chain].end && mayRunTogether(first, end + 1));
}

bool ReplayPlan::mayUse(const Allocation &allocation) const {
  // What work was given, nobody knows any more.
  return pointer_works || std::ranges::any_of(members, [&](const Member &member) {
           return member.launch && member.launch->mayUse(allocation);
         });
}

void ReplayPlan::replaceLaunch(uint32_t command, std::shared_ptr<const OwnedLaunch> launch) {
  Member &member = members[member_of[command]];
  pointer_launches -= member.launch && member.launch->usesPointers();
  pointer_launches += launch && launch->usesPointers();
  member.launch = std::move(launch);
  if (member.next_changed == Unchanged)
    member.next_changed = std::exchange(first_changed, member_of[command]);
}

} // namespace weft
