// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/artifact.h"

#include <gtest/gtest.h>

namespace {

weft::Artifact sample() {
  weft::Artifact artifact;
  artifact.kind = weft::ArtifactKind::Executable;
  artifact.options = "-cl-std=CL3.0";
  artifact.code = std::string("\177ELF\0x", 6);
  weft::KernelInfo &kernel = artifact.kernels.emplace_back();
  kernel.name = "saxpy";
  kernel.args_size = 16;
  kernel.reqd_work_group_size[0] = 64;
  for (uint32_t i = 0; i < 2; ++i) {
    weft::ArgInfo &arg = kernel.args.emplace_back();
    arg.kind = weft::ArgKind::GlobalPointer;
    arg.offset = 8 * i;
    arg.slot_size = 8;
    arg.name = i ? "y" : "x";
  }
  kernel.float_work = {{2, {{1, -1, 4}}}};
  weft::KernelReport &report = artifact.report.kernels.emplace_back();
  report.name = "k";
  report.files = {"a.cl"};
  weft::RegionReport &region = report.regions.emplace_back();
  region.operations.push_back({{0, 3}, weft::Fate::Gather, true, 2, 1.5, "load of x"});
  region.loops.emplace_back().bytes = 64;
  artifact.report.code.files = {"a.cl"};
  artifact.report.code.lines = {{weft::CodeLine::Instruction, {0, 3}, "ret"}};
  artifact.report.code.loops = {{0, 0, 1, 2, "port"}};
  artifact.constructors.emplace_back().symbol = "construct";
  artifact.destructors.emplace_back().symbol = "destruct";
  return artifact;
}

TEST(Artifact, RoundTripKeepsEveryField) {
  std::string bytes = weft::serialize(sample());
  std::optional<weft::Artifact> read = weft::deserialize(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(weft::serialize(*read), bytes);
  EXPECT_EQ(read->kernels.at(0).args.at(1).name, "y");
  EXPECT_EQ(read->code.size(), 6u);
  EXPECT_EQ(read->constructors.at(0).symbol, "construct");
  EXPECT_EQ(read->destructors.at(0).symbol, "destruct");
}

TEST(Artifact, HintsAreReadAsAWhole) {
  weft::Artifact artifact = sample();
  weft::LaunchHints &hints = artifact.kernels[0].hints;
  hints = {.grouping = weft::Grouping::Even,
           .has_loops = false,
           .has_non_temporal_stores = false,
           .rows_together = 4,
           .rows_of_tile = 16,
           .stored_bytes = 4};
  EXPECT_EQ(weft::deserialize(weft::serialize(artifact))->kernels.at(0).hints, hints);
}

TEST(Artifact, HintsOfAnotherVersionAreLeftAside) {
  weft::Artifact artifact = sample();
  artifact.kernels[0].hints.grouping = weft::Grouping::Free;
  artifact.kernels[0].hints.version = weft::LaunchHints::Version + 1;
  std::optional<weft::Artifact> read = weft::deserialize(weft::serialize(artifact));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->kernels.at(0).hints, weft::LaunchHints());
  EXPECT_EQ(read->kernels.at(0).args.size(), 2u);
}

TEST(Artifact, HintsThatCannotBeAreLeftAside) {
  for (uint32_t rows : {0, 3, 1024})
    for (auto field : {&weft::LaunchHints::rows_together, &weft::LaunchHints::rows_of_tile}) {
      weft::Artifact artifact = sample();
      artifact.kernels[0].hints.*field = rows;
      EXPECT_EQ(weft::deserialize(weft::serialize(artifact))->kernels.at(0).hints,
                weft::LaunchHints());
    }
  weft::Artifact artifact = sample();
  artifact.kernels[0].hints.grouping = weft::Grouping(uint8_t(weft::Grouping::Free) + 1);
  EXPECT_EQ(weft::deserialize(weft::serialize(artifact))->kernels.at(0).hints, weft::LaunchHints());
}

TEST(Artifact, TruncationIsRejected) {
  std::string bytes = weft::serialize(sample());
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(weft::deserialize(std::string_view(bytes).substr(0, size))) << size;
}

TEST(Artifact, AnyFlippedBitIsRejected) {
  std::string bytes = weft::serialize(sample());
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] ^= 1 << (i % 8);
    EXPECT_FALSE(weft::deserialize(damaged)) << i;
  }
}

TEST(Artifact, ArgumentOutsideTheBufferIsRejected) {
  weft::Artifact artifact = sample();
  artifact.kernels[0].args[1].offset = 12;
  EXPECT_FALSE(weft::deserialize(weft::serialize(artifact)));
}

TEST(Artifact, ConstructorsTakeNoArgumentsAndAreOneKernel) {
  for (auto list : {&weft::Artifact::constructors, &weft::Artifact::destructors}) {
    weft::Artifact artifact = sample();
    (artifact.*list)[0].args.emplace_back();
    EXPECT_FALSE(weft::deserialize(weft::serialize(artifact)));
    artifact = sample();
    (artifact.*list).emplace_back();
    EXPECT_FALSE(weft::deserialize(weft::serialize(artifact)));
  }
}

TEST(Artifact, ImageOfNoTypeIsRejected) {
  weft::Artifact artifact = sample();
  artifact.kernels[0].args[0].kind = weft::ArgKind::Image;
  EXPECT_FALSE(weft::deserialize(weft::serialize(artifact)));
  artifact.kernels[0].args[0].image_type = weft::ImageType(9);
  EXPECT_FALSE(weft::deserialize(weft::serialize(artifact)));
  artifact.kernels[0].args[0].image_type = weft::ImageType::Image3D;
  EXPECT_TRUE(weft::deserialize(weft::serialize(artifact)));
}

TEST(Artifact, ReportsThatNameWhatIsNotThereAreRejected) {
  using Change = void (*)(weft::Artifact &);
  for (Change change :
       {Change([](weft::Artifact &a) { a.report.kernels[0].at = {1, 1}; }),
        Change([](weft::Artifact &a) { a.report.kernels[0].regions[0].operations[0].at.file = 1; }),
        Change([](weft::Artifact &a) {
          a.report.kernels[0].regions[0].operations[0].fate = weft::Fate(weft::NumFates);
        }),
        Change([](weft::Artifact &a) { a.report.kernels[0].regions[0].loops[0].at = {2, 1}; }),
        Change([](weft::Artifact &a) { a.report.code.lines[0].at.file = 1; }),
        Change([](weft::Artifact &a) { a.report.code.loops[0].last = 1; }),
        Change([](weft::Artifact &a) { a.kernels[0].float_work[0].loops[0].arg = 2; }),
        Change([](weft::Artifact &a) { a.kernels[0].float_work[0].loops[0].divisor = 0; })}) {
    weft::Artifact artifact = sample();
    change(artifact);
    EXPECT_FALSE(weft::deserialize(weft::serialize(artifact)));
  }
}

} // namespace
