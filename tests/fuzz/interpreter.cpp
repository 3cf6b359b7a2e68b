// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "interpreter.h"

#include "interpreter_state.h"
#include "legality.h"
#include "typed_memory.h"

#include <algorithm>
#include <ucontext.h>

namespace weft::fuzz {
namespace {

// The work-items of a group, one after another up to the next barrier, each on a stack of its own.
class Crew {
public:
  Crew() : stacks(MostItems * StackBytes) {}

  // False: some ended where others wait.
  bool run(const std::vector<std::unique_ptr<WorkItem>> &work) {
    items = &work;
    done.assign(work.size(), false);
    for (size_t i = 0; i < work.size(); ++i) {
      getcontext(&contexts[i]);
      contexts[i].uc_stack.ss_sp = stacks.data() + i * StackBytes;
      contexts[i].uc_stack.ss_size = StackBytes;
      contexts[i].uc_link = &scheduler;
      uintptr_t self = reinterpret_cast<uintptr_t>(this);
      makecontext(&contexts[i], reinterpret_cast<void (*)()>(&Crew::entry), 2, unsigned(self),
                  unsigned(uint64_t(self) >> 32));
    }
    for (;;) {
      for (current = 0; current < work.size(); ++current)
        swapcontext(&scheduler, &contexts[current]);
      auto ended = std::count(done.begin(), done.end(), true);
      if (ended == std::ptrdiff_t(work.size()))
        return true;
      if (ended != 0)
        return false;
    }
  }
  void wait() { swapcontext(&contexts[current], &scheduler); }

private:
  static constexpr size_t StackBytes = 256 << 10;

  static void entry(unsigned low, unsigned high) {
    auto *crew = reinterpret_cast<Crew *>(uintptr_t(low) | uintptr_t(uint64_t(high) << 32));
    (*crew->items)[crew->current]->run();
    crew->done[crew->current] = true;
  }

  std::vector<char> stacks;
  ucontext_t scheduler, contexts[MostItems];
  const std::vector<std::unique_ptr<WorkItem>> *items = nullptr;
  std::vector<bool> done;
  size_t current = 0;
};

// Work-items that never wait (`waits` false) need no stacks of their own.
bool runGroup(Launch &launch, Group &group, Crew &crew, bool waits) {
  group.items = unsigned(group.size[0] * group.size[1] * group.size[2]);
  for (unsigned memory = 0; memory < SharedCount; ++memory)
    group.shared[memory].assign(size_t(group.items) * sharedType(memory).width, 0);
  group.collected.assign(group.items, 0);
  group.typed.clear();
  if (launch.program.has(Area::Local))
    for (uint32_t k = 0; k < areaBytes(launch.program, Area::Local) / 4; ++k)
      for (unsigned byte = 0; byte < 4; ++byte)
        group.typed.push_back(uint8_t(localWord(k) >> (8 * byte)));
  std::vector<std::unique_ptr<WorkItem>> work;
  size_t local[3];
  for (local[2] = 0; local[2] < group.size[2]; ++local[2])
    for (local[1] = 0; local[1] < group.size[1]; ++local[1])
      for (local[0] = 0; local[0] < group.size[0]; ++local[0])
        work.push_back(std::make_unique<WorkItem>(launch, group, local, [&] { crew.wait(); }));
  if (waits)
    return crew.run(work);
  for (const auto &item : work)
    item->run();
  return true;
}

} // namespace

Interpretation interpret(const Program &program) {
  static Crew crew;
  const Input input = makeInput(program.seed);
  const bool waits = hasBarriers(program, program.kernel.body);
  Interpretation result;
  const std::vector<uint8_t> constants =
      globalBytes(program.seed, areaKind(Area::Constant).read_bytes);
  for (size_t number = 0; number < ranges().size(); ++number) {
    if (!(program.range_mask >> number & 1)) {
      result.results.emplace_back();
      continue;
    }
    const Range &range = ranges()[number];
    Memory memory = makeMemory(range, program.slab_bytes, program.images,
                               program.areas ? areaBytes(program, Area::Global) : 0, program.seed);
    Launch launch{program, range, input, memory, {}, constants};
    for (unsigned d = 0; d < 3; ++d)
      launch.group_counts[d] = (range.global[d] + range.local[d] - 1) / range.local[d];
    Group group;
    unsigned linear = 0;
    for (group.id[2] = 0; group.id[2] < launch.group_counts[2]; ++group.id[2])
      for (group.id[1] = 0; group.id[1] < launch.group_counts[1]; ++group.id[1])
        for (group.id[0] = 0; group.id[0] < launch.group_counts[0]; ++group.id[0]) {
          group.linear = linear++;
          for (unsigned d = 0; d < 3; ++d)
            group.size[d] =
                std::min(range.local[d], range.global[d] - group.id[d] * range.local[d]);
          if (!runGroup(launch, group, crew, waits)) {
            result.problem = range.name() + ": some work-items end where others wait at a barrier";
            return result;
          }
        }
    std::sort(memory.lines.begin(), memory.lines.end());
    result.results.push_back(std::move(memory));
  }
  return result;
}

} // namespace weft::fuzz
