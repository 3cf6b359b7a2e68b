// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of a command buffer, as a command of a queue.
#ifndef WEFT_CORE_REPLAY_H
#define WEFT_CORE_REPLAY_H

#include "core/command.h"
#include "core/replay_plan.h"

#include <span>

namespace weft {

// `queues`: where the plan's commands run, by index; the command itself is of the first. It keeps
// the plan and `owner`, whose memory the plan's commands use, until they have run.
Ref<Command> makeReplay(std::span<const Ref<Queue>> queues, std::shared_ptr<const ReplayPlan> plan,
                        Ref<Object> owner);

} // namespace weft
#endif
