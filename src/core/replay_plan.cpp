// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From recorded commands to chains: dependencies that others imply are dropped, then commands that
// wait for one other, which nobody else waits for, are joined to it.
#include "core/replay_plan.h"

#include <algorithm>
#include <functional>

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
  // The command that each is joined to, and so the chain that it is of.
  std::vector<uint32_t> joined(commands.size(), 0), chain_of(commands.size());
  std::vector<std::vector<uint32_t>> members;
  for (uint32_t i = 0; i < commands.size(); ++i) {
    const bool joins = after[i].size() == 1 && followers[after[i][0]] == 1 &&
                       commands[after[i][0]].queue == commands[i].queue;
    if (joins) {
      chain_of[i] = chain_of[after[i][0]];
      members[chain_of[i]].push_back(i);
      continue;
    }
    chain_of[i] = uint32_t(members.size());
    members.push_back({i});
  }
  steps.resize(commands.size());
  for (uint32_t index = 0; index < members.size(); ++index) {
    Chain &chain = all_chains.emplace_back();
    chain.queue = commands[members[index].front()].queue;
    chain.first = uint32_t(works.size());
    for (uint32_t member : members[index]) {
      steps[member] = uint32_t(works.size());
      if (commands[member].work || commands[member].isLaunch())
        appendStep(commands[member]);
    }
    chain.end = uint32_t(works.size());
    for (uint32_t step = chain.end; step-- > chain.first;)
      launches_end[step] = works[step]                                ? step
                           : step + 1 == chain.end || works[step + 1] ? step + 1
                                                                      : launches_end[step + 1];
    // Chains are in the order of their first commands, which alone wait for other chains.
    const std::vector<uint32_t> &before = after[members[index].front()];
    chain.waits_for = uint32_t(before.size());
    for (uint32_t earlier : before)
      all_chains[chain_of[earlier]].waiting.push_back(index);
    if (before.empty())
      first_chains.push_back(index);
  }
}

void ReplayPlan::appendStep(const RecordedCommand &command) {
  works.push_back(command.work);
  owned_launches.push_back(command.launch);
  launches.push_back(command.launch.get());
  pointer_works += command.uses_pointers;
  pointer_launches += command.launch && command.launch->usesPointers();
  launches_end.push_back(0);
}

bool ReplayPlan::mayUse(const Allocation &allocation) const {
  // What work was given, nobody knows any more.
  return pointer_works || std::ranges::any_of(owned_launches, [&](const auto &launch) {
           return launch && launch->mayUse(allocation);
         });
}

void ReplayPlan::replaceLaunch(uint32_t command, std::shared_ptr<const OwnedLaunch> launch) {
  const uint32_t step = steps[command];
  pointer_launches -= owned_launches[step] && owned_launches[step]->usesPointers();
  pointer_launches += launch && launch->usesPointers();
  launches[step] = launch.get();
  owned_launches[step] = std::move(launch);
}

} // namespace weft
