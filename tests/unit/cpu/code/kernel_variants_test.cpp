// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When kernels are compiled again, and which launches take the result, with the real compiler. Each
// test is a process of its own, which has read nothing of the environment before.
#include "core/program.h"
#include "cpu/code/background.h"
#include "cpu/cpu_device.h"

#include "weft/image_abi.h"

#include <chrono>
#include <cstring>
#include <functional>
#include <future>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft {
namespace {

// Whether `body` ended as it should; failures in it are printed by the child.
testing::AssertionResult inProcess(const char *policy, const std::function<void()> &body) {
  std::fflush(nullptr);
  pid_t child = fork();
  if (child == 0) {
    setenv("WEFT_CACHE", "0", 1);
    setenv("WEFT_COMPILER", COMPILER, 1);
    setenv("WEFT_EMITTER", "vector", 1);
    setenv("WEFT_SPECIALIZE", policy, 1);
    body();
    std::fflush(nullptr);
    _exit(testing::Test::HasFailure());
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "the process ended with " << status;
}

// Waits until what was handed over before is done.
void finishBackground() {
  struct Signal final : HostTask {
    std::promise<void> done;
    void run() override { done.set_value(); }
  };
  auto task = std::make_unique<Signal>();
  std::future<void> done = task->done.get_future();
  ASSERT_TRUE(runInBackground(std::move(task)));
  done.wait();
}

// A program with one kernel of a pointer to ints and an int.
class Loaded {
public:
  explicit Loaded(const std::string &source, const std::string &options = "") {
    Device::CompileResult built = device->compile({WEFT_ACTION_BUILD, source, {}, {}, options});
    EXPECT_EQ(built.status, WEFT_OK) << built.artifact.log;
    image = std::make_shared<ProgramImage>();
    image->artifact = std::move(built.artifact);
    std::string error;
    image->code = device->load(image->artifact, error);
    EXPECT_TRUE(image->code) << error;
    image->variants = device->variantsOf(image);
    generic = image->code->find(kernel().symbol);
  }

  const KernelInfo &kernel() const { return image->artifact.kernels.at(0); }

  // The choice for a launch of `items` work-items in groups of `local`, their ids from `offset` on.
  ChosenCode choose(uint64_t items, uint64_t local, int number, uint64_t offset = 0) {
    range = {
        {items, 1, 1}, {offset, 0, 0}, {local, 1, 1}, {(items + local - 1) / local, 1, 1}, 1, 0};
    std::memcpy(args + kernel().args.at(1).offset, &number, sizeof(number));
    ChosenCode code = {generic, &kernel(), nullptr};
    if (!image->variants.empty())
      image->variants.at(0)->choose(range, args, code);
    return code;
  }
  bool isSpecial(uint64_t items, uint64_t local, int number, uint64_t offset = 0) {
    return choose(items, local, number, offset).entry != generic;
  }
  // Runs the choice of such a launch, on ints from `beside` on.
  std::vector<int> run(uint64_t items, uint64_t local, int number, bool *special = nullptr,
                       unsigned beside = 0) {
    ChosenCode code = choose(items, local, number);
    if (special)
      *special = code.entry != generic;
    std::vector<int> data(items + beside, 3);
    void *pointer = data.data() + beside;
    std::memcpy(args + kernel().args.at(0).offset, &pointer, sizeof(pointer));
    alignas(WEFT_ABI_ALIGNMENT) static char local_memory[(1 << 16) + 2 * WEFT_LOCAL_MARGIN],
        context[1 << 20];
    weft_thread thread = {};
    thread.local_memory = local_memory + WEFT_LOCAL_MARGIN;
    thread.context = context;
    weft_begin_row(&thread, &range, 0, 0);
    code.entry(&range, args, &thread, 0, range.num_groups[0]);
    return data;
  }

  // The kernel's third argument.
  void setImage(const weft_image &descriptor) {
    const weft_image *address = &descriptor;
    std::memcpy(args + kernel().args.at(2).offset, &address, sizeof address);
  }

  Ref<Device> device = createCpuDevice();
  std::shared_ptr<ProgramImage> image;
  weft_kernel_fn generic = nullptr;
  weft_launch range = {};
  alignas(WEFT_ABI_ALIGNMENT) char args[256] = {};
};

constexpr const char *Stores = "kernel void k(global int *p, int n) {\n"
                               "  p[get_global_id(0)] = n + get_local_id(0); }";
constexpr const char *Sums = "kernel void k(global int *p, int n) {\n"
                             "  int sum = get_local_size(0);\n"
                             "  for (int i = 0; i < n; ++i) sum = sum * 3 + i;\n"
                             "  p[get_global_id(0)] += sum + get_local_id(0); }";

} // namespace

TEST(KernelVariants, LaunchesAlikeBringCodeForThem) {
  EXPECT_TRUE(inProcess("soon", [] {
    Loaded program(Sums);
    const std::vector<int> expected = program.run(256, 64, 5);
    EXPECT_FALSE(program.isSpecial(256, 64, 5));
    finishBackground();
    bool special = false;
    EXPECT_EQ(program.run(256, 64, 5, &special), expected);
    EXPECT_TRUE(special);
    // Groups are the same, and there may be more of them.
    EXPECT_TRUE(program.isSpecial(640, 64, 5));
    EXPECT_TRUE(program.isSpecial(64, 64, 5));
  }));
}

TEST(KernelVariants, ImagesOfAnotherFormatTakeTheGenericCode) {
  EXPECT_TRUE(inProcess("soon", [] {
    constexpr uint32_t ChannelR = 0x10b0, ChannelRgba = 0x10b5, UnsignedInt8 = 0x10da;
    std::vector<unsigned char> pixels(4 * 256);
    for (size_t i = 0; i < pixels.size(); ++i)
      pixels[i] = static_cast<unsigned char>(i * 7);
    const weft_image red = {pixels.data(), 256, 256, 256, 1, 1, 1, ChannelR, UnsignedInt8, 1, 1};
    const weft_image colors = {pixels.data(), 1024,         1024, 256, 1, 1, 1,
                               ChannelRgba,   UnsignedInt8, 4,    1};
    weft_image smaller = red;
    smaller.width = 100;
    Loaded program("kernel void k(global int *p, int n, read_only image2d_t image) {\n"
                   "  int i = get_global_id(0);\n"
                   "  uint4 c = read_imageui(image, (int2)(min(i, n), 0));\n"
                   "  p[i] = c.x + 1000 * c.y; }");
    program.setImage(red);
    const std::vector<int> expected = program.run(256, 64, 255);
    program.choose(256, 64, 255);
    finishBackground();
    bool special = false;
    EXPECT_EQ(program.run(256, 64, 255, &special), expected);
    EXPECT_TRUE(special);
    EXPECT_EQ(expected[5], 35);
    program.setImage(smaller); // the size does not count
    EXPECT_TRUE(program.isSpecial(256, 64, 255));
    program.setImage(colors);
    EXPECT_EQ(program.run(256, 64, 255, &special)[1], pixels[4] + 1000 * pixels[5]);
    EXPECT_FALSE(special);
  }));
}

TEST(KernelVariants, OtherLaunchesTakeTheGenericCode) {
  EXPECT_TRUE(inProcess("soon", [] {
    const std::vector<int> ragged = Loaded(Sums, "-cl-std=CL2.0").run(200, 64, 5),
                           larger = Loaded(Sums, "-cl-std=CL2.0").run(256, 128, 5);
    Loaded program(Sums, "-cl-std=CL2.0");
    for (int i = 0; i < 4; ++i)
      program.choose(256, 64, 5);
    finishBackground();
    ASSERT_TRUE(program.isSpecial(256, 64, 5));
    bool special = true;
    EXPECT_EQ(program.run(200, 64, 5, &special), ragged); // the last group is smaller
    EXPECT_FALSE(special);
    EXPECT_EQ(program.run(256, 128, 5, &special), larger);
    EXPECT_FALSE(special);
    EXPECT_FALSE(program.isSpecial(256, 64, 6));
  }));
}

TEST(KernelVariants, LaunchesWithAnOffsetOrWideIdsTakeTheGenericCode) {
  EXPECT_TRUE(inProcess("soon", [] {
    Loaded program(Sums);
    for (int i = 0; i < 2; ++i)
      program.choose(256, 64, 5);
    finishBackground();
    ASSERT_TRUE(program.isSpecial(256, 64, 5));
    EXPECT_TRUE(program.isSpecial(WEFT_NARROW_SIZE, 64, 5));
    EXPECT_FALSE(program.isSpecial(WEFT_NARROW_SIZE + 64, 64, 5));
    EXPECT_FALSE(program.isSpecial(256, 64, 5, 64));
  }));
}

TEST(KernelVariants, LaunchesWithAnOffsetBringCodeForThem) {
  EXPECT_TRUE(inProcess("soon", [] {
    Loaded program(Sums);
    for (int i = 0; i < 2; ++i)
      program.choose(256, 64, 5, 64u << i);
    finishBackground();
    EXPECT_TRUE(program.isSpecial(256, 64, 5, 640));
    EXPECT_TRUE(program.isSpecial(256, 64, 5));
    EXPECT_TRUE(program.isSpecial(2 * WEFT_NARROW_SIZE, 64, 5));
  }));
}

TEST(KernelVariants, ArgumentThatVariesStaysOne) {
  EXPECT_TRUE(inProcess("soon", [] {
    Loaded program(Sums);
    const std::vector<int> expected = program.run(256, 64, 9);
    program.choose(256, 64, 2);
    finishBackground();
    bool special = false;
    EXPECT_EQ(program.run(256, 64, 9, &special), expected);
    EXPECT_TRUE(special);
    EXPECT_TRUE(program.isSpecial(256, 64, 100));
  }));
}

TEST(KernelVariants, AreFew) {
  EXPECT_TRUE(inProcess("soon", [] {
    Loaded program(Sums);
    unsigned special = 0;
    for (int n = 0; n < 5; ++n) {
      program.choose(256, 64, n);
      program.choose(256, 64, n);
      finishBackground();
      special += program.isSpecial(256, 64, n);
    }
    EXPECT_EQ(special, 2u);
  }));
}

TEST(KernelVariants, WhatCannotBeSpecialisedStaysAsItIs) {
  EXPECT_TRUE(inProcess("soon", [] {
    for (auto [source, options] :
         {std::pair("global int v; kernel void k(global int *p, int n) { v += n; p[0] = v; }",
                    "-cl-std=CL2.0"),
          std::pair("kernel void k(global int *p, int n) { p[0] = (float)p[1] * n; }",
                    "-cl-fast-relaxed-math"),
          std::pair(Sums, "-cl-opt-disable"), std::pair(Sums, "-g")}) {
      Loaded program(source, options);
      for (int i = 0; i < 8; ++i) {
        EXPECT_FALSE(program.isSpecial(256, 64, 5)) << options;
        finishBackground();
      }
    }
  }));
}

TEST(KernelVariants, NoneWhereTheyAreTurnedOff) {
  EXPECT_TRUE(inProcess("0", [] { EXPECT_TRUE(Loaded(Sums).image->variants.empty()); }));
}

TEST(KernelVariants, ProgramMayGoWhileItIsCompiled) {
  EXPECT_TRUE(inProcess("soon", [] {
    for (int i = 0; i < 5; ++i) {
      Loaded program(Sums);
      program.choose(256, 64, i);
      program.choose(256, 64, i);
      if (i % 2)
        usleep(5000 * i);
    }
    finishBackground();
  }));
}

TEST(KernelVariants, ProcessMayExitWhileTheyAreCompiled) {
  EXPECT_TRUE(inProcess("soon", [] {
    static Loaded *program = new Loaded(Sums);
    program->choose(256, 64, 5);
    program->choose(256, 64, 5);
    std::exit(0);
  }));
}

TEST(KernelVariants, ChildHasABackgroundOfItsOwn) {
#if defined(__has_feature) && __has_feature(thread_sanitizer)
  GTEST_SKIP() << "ThreadSanitizer has no threads in the child of a process that has some";
#endif
  EXPECT_TRUE(inProcess("soon", [] {
    Loaded program(Sums), other(Sums);
    program.choose(256, 64, 5);
    program.choose(256, 64, 5);
    pid_t child = fork();
    if (child == 0) {
      other.choose(256, 64, 5);
      other.choose(256, 64, 5);
      finishBackground();
      _exit(other.isSpecial(256, 64, 5) ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    finishBackground();
    EXPECT_TRUE(program.isSpecial(256, 64, 5));
  }));
}

namespace {

// Has launches of `program` cost what is given until they are no longer compared.
bool isKept(double special_time, double generic_time) {
  Loaded program(Sums);
  constexpr uint64_t Much = 10'000'000'000;
  ChosenCode first = program.choose(256, 64, 5);
  EXPECT_NE(first.cost, nullptr);
  if (!first.cost)
    return false;
  for (int i = 0; i < 100; ++i)
    program.choose(256, 64, 5);
  finishBackground();
  EXPECT_FALSE(program.isSpecial(256, 64, 5)); // it took no time yet
  first.cost->add(Much, 256);
  for (int i = 0; i < 16; ++i)
    program.choose(256, 64, 5);
  finishBackground();
  unsigned special = 0, launches = 0;
  for (; launches < 1000; ++launches) {
    ChosenCode code = program.choose(256, 64, 5);
    if (!code.cost)
      break;
    special += code.entry != program.generic;
    // Now and then the machine does something else.
    const double disturbed = launches % 5 == 0 ? 1 + launches % 7 : 1;
    code.cost->add(
        uint64_t(4e7 * disturbed * (code.entry != program.generic ? special_time : generic_time)),
        256);
  }
  EXPECT_GE(launches, 15u);
  EXPECT_LT(launches, 100u);
  EXPECT_NEAR(special, launches / 2.0, 1);
  return program.isSpecial(256, 64, 5);
}

} // namespace

// Such as those for the results of groups, in a kernel that goes over data in levels.
TEST(KernelVariants, MuchSmallerLaunchesDoNotCount) {
  EXPECT_TRUE(inProcess("soon", [] {
    Loaded program(Sums);
    program.choose(1 << 16, 64, 5);
    program.choose(256, 64, 7);
    EXPECT_FALSE(program.isSpecial(1 << 16, 64, 5));
    finishBackground();
    EXPECT_TRUE(program.isSpecial(1 << 16, 64, 5));
    EXPECT_FALSE(program.isSpecial(256, 64, 7));
  }));
  EXPECT_TRUE(inProcess("soon", [] {
    Loaded program(Sums);
    program.choose(256, 64, 7);
    program.choose(1 << 16, 64, 5);
    program.choose(1 << 16, 64, 5);
    finishBackground();
    EXPECT_TRUE(program.isSpecial(1 << 16, 64, 5));
    EXPECT_FALSE(program.isSpecial(256, 64, 7));
  }));
}

// Where stores of whole lines can go past the caches. Elsewhere the code is for any number.
TEST(KernelVariants, CodeThatStreamsIsForLaunchesOfManyWorkItems) {
  EXPECT_TRUE(inProcess("soon", [] {
    constexpr uint64_t Many = 1ull << 36;
    Loaded program(Stores);
    program.choose(Many, 64, 5);
    program.choose(Many, 64, 5);
    finishBackground();
    ASSERT_TRUE(program.isSpecial(Many, 64, 5));
    const bool streams = program.choose(Many, 64, 5).info->hints.has_non_temporal_stores;
    EXPECT_EQ(program.isSpecial(256, 64, 5), !streams);
    if (program.device->properties().cache_bytes == 0)
      EXPECT_FALSE(streams);
  }));
}

TEST(KernelVariants, CodeThatStreamsStoresTheSameAnywhere) {
  EXPECT_TRUE(inProcess("always", [] {
    Loaded program(Stores);
    for (int beside : {0, 1, 7, 16}) {
      bool special = false;
      const std::vector<int> data = program.run(256, 64, 5, &special, beside);
      EXPECT_TRUE(special);
      for (int i = 0; i < 256; ++i)
        EXPECT_EQ(data[beside + i], 5 + i % 64);
    }
  }));
}

TEST(KernelVariants, TheFasterCodeIsKept) {
  EXPECT_TRUE(inProcess("1", [] {
    EXPECT_TRUE(isKept(1.0, 1.2));
    EXPECT_FALSE(isKept(1.2, 1.0));
  }));
}

} // namespace weft
