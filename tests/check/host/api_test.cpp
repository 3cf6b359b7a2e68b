// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// WEFT_CHECK=api: each wrong use is found, at the right place, and nothing else.
#include "child.h"

#include <gtest/gtest.h>

namespace weft::check::test {
namespace {

const std::string nothing_found = "nothing found";

// One report, whose first line has `message`, and which names the places.
void finds(const std::string &name, const std::string &message,
           const std::vector<std::string> &places) {
  const Result result = run(name, {"WEFT_CHECK=api"});
  EXPECT_TRUE(result.ended(0)) << result.output;
  EXPECT_EQ(reportsIn(result.output), 1u) << result.output;
  EXPECT_NE(result.output.find("error: " + message), std::string::npos) << result.output;
  for (const std::string &place : places)
    EXPECT_NE(result.output.find(placeOf(place)), std::string::npos) << place << " is not in\n"
                                                                     << result.output;
  EXPECT_EQ(countOf(result.output, "weft: checked for api: 1 report (api 1)"), 1u) << result.output;
}

void findsNothing(const std::string &name) {
  const Result result = run(name, {"WEFT_CHECK=api"});
  EXPECT_TRUE(result.ended(0)) << result.output;
  EXPECT_EQ(reportsIn(result.output), 0u) << result.output;
  EXPECT_EQ(countOf(result.output, nothing_found), 1u) << result.output;
}

TEST(CheckApi, CleanProgramHasNoReport) {
  const Result result = run("clean", {"WEFT_CHECK=all"});
  EXPECT_TRUE(result.ended(0)) << result.output;
  EXPECT_EQ(countOf(result.output, nothing_found), 1u) << result.output;
}

TEST(CheckApi, IsSilentWhereItIsOff) {
  const Result result = run("leaked-buffers", {});
  EXPECT_TRUE(result.ended(0));
  EXPECT_EQ(result.output, "");
}

TEST(CheckApi, LeaksOfOneLineAreOneReport) {
  const Result result = run("leaked-buffers", {"WEFT_CHECK=api"});
  finds("leaked-buffers", "buffer that is never released [api]", {"leaked-buffers"});
  EXPECT_NE(result.output.find("by clCreateBuffer in cases::(anonymous namespace)::makeBuffers"),
            std::string::npos)
      << result.output;
  EXPECT_NE(result.output.find(", 3 in all"), std::string::npos) << result.output;
}

TEST(CheckApi, EachKindOfObjectLeaks) {
  const Result result = run("leaked", {"WEFT_CHECK=api"});
  for (const char *place : {"leaked-event", "leaked-user-event", "leaked-svm", "leaked-sampler",
                            "leaked-image", "leaked-program", "leaked-kernel", "leaked-queue"})
    EXPECT_NE(result.output.find(placeOf(place)), std::string::npos) << place << " is not in\n"
                                                                     << result.output;
  for (const char *what : {"event", "user event", "SVM allocation", "sampler", "image", "program",
                           "kernel", "queue", "context"})
    EXPECT_EQ(countOf(result.output, std::string("error: ") + what + " that is never released"), 1u)
        << what << result.output;
  EXPECT_EQ(reportsIn(result.output), 9u) << result.output;
}

TEST(CheckApi, WhatStaticObjectsReleaseIsNoLeak) { findsNothing("static-holder"); }

TEST(CheckApi, UnsetArgumentIsNamed) {
  finds("unset-argument", "argument 1 of 'fill', 'value', is not set [api]", {"unset-argument"});
}

TEST(CheckApi, CallThatMissesItsBuffer) {
  finds("out-of-range", "the call fails with CL_INVALID_VALUE: ", {"out-of-range"});
}
TEST(CheckApi, ArgumentOfAnotherSize) {
  finds("size-of-argument", "the call fails with CL_INVALID_ARG_SIZE: ", {"size-of-argument"});
}
TEST(CheckApi, CallsThatAskWhatThereIs) { findsNothing("asked"); }

TEST(CheckApi, BlockingCallInCallback) {
  finds("blocking-callback", "a blocking call in a callback of an event [api]",
        {"blocking-callback"});
}

TEST(CheckApi, ProfilingOfQueueWithoutIt) {
  finds("no-profile", "times are asked of a command, but its queue was created without",
        {"no-profile"});
}

TEST(CheckApi, UserEventGivenUpWhileACommandWaits) {
  finds("given-up", "a user event is released that is not set", {"given-up", "user-event"});
}
TEST(CheckApi, UserEventGivenUpThatNobodyWaitsFor) { findsNothing("given-up-unused"); }

// The process hangs; what is said, is said meanwhile.
void namesDeadlock(const std::string &name) {
  const std::string message = "a thread waits for a user event that nobody is left to set [api]";
  const auto isSaid = [&](const std::string &output) {
    return output.find(message) != output.npos && output.find(placeOf("user-event")) != output.npos;
  };
  const Result result = run(name, {"WEFT_CHECK=api"}, isSaid);
  EXPECT_TRUE(isSaid(result.output)) << result.output;
  EXPECT_NE(result.output.find(placeOf(name)), std::string::npos) << result.output;
}
TEST(CheckApi, DeadlockIsNamed) { namesDeadlock("deadlock"); }
TEST(CheckApi, DeadlockOfAnotherThreadIsNamed) { namesDeadlock("deadlock-in-thread"); }
TEST(CheckApi, ThreadThatSetsTheEventLate) { findsNothing("set-late"); }

TEST(CheckApi, HostMemoryThatIsUnmapped) {
  finds("unmapped-memory", "buffer uses memory of the application that is unmapped",
        {"unmapped-memory", "over-host-memory"});
}
TEST(CheckApi, VariableOfFunctionThatHasReturned) {
  finds("old-variable", "buffer uses a variable of a function that has returned",
        {"old-variable", "over-host-memory"});
}
TEST(CheckApi, VariableThatIsThere) { findsNothing("variable"); }

} // namespace
} // namespace weft::check::test
