// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches that enqueue launches: order, completion, events, the queue's size.
#include "core/child_launches.h"

#include "core/launch.h"
#include "core_fixture.h"

#include <functional>

namespace weft::test {
namespace {

// What the kernels do, by name; one work-item each unless said otherwise.
using Body = std::function<void(weft_children *, const weft_block *)>;
std::map<std::string, Body> bodies;

void runParent(const weft_launch *, const void *, weft_thread *thread, uint64_t first,
               uint64_t end) {
  for (; first < end; ++first)
    bodies.at("parent")(thread->children, nullptr);
}

// args: the literal's address
void runChild(const weft_launch *, const void *args, weft_thread *thread, uint64_t first,
              uint64_t end) {
  for (; first < end; ++first)
    bodies.at("child")(thread->children, *static_cast<const weft_block *const *>(args));
}

struct Literal {
  weft_block head = {sizeof(Literal), 8, nullptr};
  int value = 0;
};

struct Enqueue {
  uint32_t flags = 0;
  std::vector<void *> wait_list = {};
  void **event = nullptr;
  uint64_t items = 1;
};

class ChildLaunchesTest : public CoreTest {
protected:
  ChildLaunchesTest() {
    TestKernel &parent = device->kernels["parent"];
    parent.function = runParent;
    parent.info.enqueues = true;
    TestKernel &child = device->kernels["child"];
    child.function = runChild;
    child.info.is_block = child.info.enqueues = true;
    child.info.args_size = 8;
    ArgInfo &literal = child.info.args.emplace_back();
    literal.size = literal.slot_size = 8;
    makeDefaultQueue(DeviceQueueLimits::PreferredBytes);
    queue = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  }
  ~ChildLaunchesTest() override {
    if (on_device)
      get<DeviceQueue>(on_device).apiRelease();
    bodies.clear();
  }
  void makeDefaultQueue(cl_queue_properties bytes) {
    if (on_device)
      get<DeviceQueue>(on_device).apiRelease();
    on_device = DeviceQueue::create(
        context, Ref<Device>(device),
        CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | DeviceQueueLimits::Properties, bytes, {});
  }
  // Runs "parent" and waits for it.
  Ref<Command> run(Body parent, Body child) {
    bodies["parent"] = std::move(parent);
    bodies["child"] = std::move(child);
    Ref<Program> program = make<Program>(context, "parent child");
    program->beginBuild({Ref<Device>(device)}, "-g")();
    auto image = program->executable();
    Ref<Kernel> kernel = make<Kernel>(program, image, *image->find("parent"));
    const size_t one = 1;
    Ref<Command> command =
        makeLaunch(*queue, CL_COMMAND_NDRANGE_KERNEL, *kernel, {1, nullptr, &one, nullptr});
    queue->submit(*command, {});
    command->wait();
    return command;
  }
  static int32_t enqueue(weft_children *children, int value, const Enqueue &how = {}) {
    Literal literal;
    literal.value = value;
    const weft_ndrange range = {1, {}, {how.items}, {}};
    weft_enqueue call = {};
    call.queue = children->find_default_queue(children);
    call.range = &range;
    call.wait_list = how.wait_list.empty() ? nullptr : how.wait_list.data();
    call.num_events = uint32_t(how.wait_list.size());
    call.event = how.event;
    call.name = "child";
    call.block = &literal.head;
    call.flags = how.flags;
    return children->enqueue(children, &call);
  }
  static int32_t mark(weft_children *children, std::vector<void *> wait_list, void **event) {
    weft_enqueue call = {};
    call.queue = children->find_default_queue(children);
    call.wait_list = wait_list.data();
    call.num_events = uint32_t(wait_list.size());
    call.event = event;
    return children->marker(children, &call);
  }
  static int valueOf(const weft_block *block) {
    return reinterpret_cast<const Literal *>(block)->value;
  }

  cl_command_queue on_device = nullptr;
  Ref<Queue> queue;
};

TEST_F(ChildLaunchesTest, ChildrenSeeTheLiteralThatThereWas) {
  std::atomic<int> sum{0};
  Ref<Command> parent = run(
      [](weft_children *children, const weft_block *) {
        for (int i = 1; i <= 100; ++i)
          EXPECT_EQ(enqueue(children, i), 0);
      },
      [&](weft_children *, const weft_block *block) { sum += valueOf(block); });
  EXPECT_EQ(parent->status(), CL_COMPLETE);
  EXPECT_EQ(sum, 5050);
}

TEST_F(ChildLaunchesTest, WaitingForTheKernelIsWaitingForItsEnd) {
  std::atomic<bool> ended{false}, early{false};
  run(
      [&](weft_children *children, const weft_block *) {
        for (uint32_t flags : {1u, 2u})
          enqueue(children, 0, {flags});
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        ended = true;
      },
      [&](weft_children *, const weft_block *) {
        if (!ended)
          early = true;
      });
  EXPECT_FALSE(early);
}

TEST_F(ChildLaunchesTest, AParentIsCompleteAfterItsDescendants) {
  std::atomic<int> count{0};
  Ref<Command> parent =
      run([](weft_children *children, const weft_block *) { enqueue(children, 7); },
          [&](weft_children *children, const weft_block *block) {
            ++count;
            for (int i = 0; i < 2 && valueOf(block); ++i)
              enqueue(children, valueOf(block) - 1, {1});
          });
  EXPECT_EQ(count, 255);
  const Event::Times times = parent->times();
  EXPECT_LT(times.started, times.ended);
  EXPECT_LT(times.ended, times.completed);
}

TEST_F(ChildLaunchesTest, DeepChainsNeedNoStack) {
  makeDefaultQueue(DeviceQueueLimits::MostBytes);
  std::atomic<int> last{-1};
  run([](weft_children *children, const weft_block *) { enqueue(children, 50'000); },
      [&](weft_children *children, const weft_block *block) {
        last = valueOf(block);
        if (valueOf(block))
          EXPECT_EQ(enqueue(children, valueOf(block) - 1, {1}), 0);
      });
  EXPECT_EQ(last, 0);
}

TEST_F(ChildLaunchesTest, AFullQueueSaysSoAndEmpties) {
  makeDefaultQueue(10 * (DeviceQueueLimits::CommandBytes + sizeof(Literal)));
  for (int twice = 0; twice < 2; ++twice) {
    std::vector<int32_t> codes;
    run(
        [&](weft_children *children, const weft_block *) {
          for (int i = 0; i < 12; ++i)
            codes.push_back(enqueue(children, 0, {1}));
        },
        [](weft_children *, const weft_block *) {});
    EXPECT_EQ(codes, (std::vector<int32_t>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -101, -101}));
  }
}

TEST_F(ChildLaunchesTest, EventsOrderChildrenAndMarkers) {
  std::vector<int> order; // they wait for each other
  run(
      [&](weft_children *children, const weft_block *) {
        void *gate = children->create_event(children), *first, *marker;
        EXPECT_TRUE(children->is_valid_event(children, gate));
        EXPECT_EQ(enqueue(children, 1, {0, {gate}, &first}), 0);
        EXPECT_EQ(mark(children, {first, gate}, &marker), 0);
        EXPECT_EQ(enqueue(children, 2, {0, {marker}}), 0);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        order.push_back(0);
        children->set_event_status(children, gate, CL_COMPLETE);
        for (void *event : {gate, first, marker}) {
          children->release_event(children, event);
          EXPECT_FALSE(children->is_valid_event(children, event));
        }
      },
      [&](weft_children *, const weft_block *block) { order.push_back(valueOf(block)); });
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2}));
}

TEST_F(ChildLaunchesTest, EventsThatAreNoneAreRefused) {
  run(
      [&](weft_children *children, const weft_block *) {
        int other = 0;
        EXPECT_EQ(enqueue(children, 0, {0, {&other}}), -101);
        EXPECT_EQ(enqueue(children, 0, {0, {nullptr}}), -101);
        void *event = &other;
        EXPECT_EQ(mark(children, {}, &event), -101);
        children->retain_event(children, &other);
        children->release_event(children, &other);
        children->set_event_status(children, &other, 0);
        EXPECT_FALSE(children->is_valid_event(children, &other));
      },
      [](weft_children *, const weft_block *) { ADD_FAILURE(); });
}

TEST_F(ChildLaunchesTest, AFailedEventFailsTheChildAndSoTheParent) {
  Ref<Command> parent = run(
      [](weft_children *children, const weft_block *) {
        void *gate = children->create_event(children);
        enqueue(children, 0, {0, {gate}});
        children->set_event_status(children, gate, -5);
        enqueue(children, 0, {0, {gate}}); // has failed already
        children->release_event(children, gate);
      },
      [](weft_children *, const weft_block *) { ADD_FAILURE(); });
  EXPECT_EQ(parent->status(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(ChildLaunchesTest, TimesAreThereBeforeWhoWaitsBegins) {
  uint64_t before[2] = {}, after[2] = {};
  void *event = nullptr;
  run(
      [&](weft_children *children, const weft_block *) {
        void *gate = children->create_event(children);
        enqueue(children, 1, {0, {gate}, &event});
        children->capture_times(children, event, before);
        enqueue(children, 2, {0, {event}});
        children->set_event_status(children, gate, CL_COMPLETE);
      },
      [&](weft_children *children, const weft_block *block) {
        if (valueOf(block) == 2) {
          EXPECT_GT(before[0], 0u);
          EXPECT_GE(before[1], before[0]);
          children->capture_times(children, event, after);
        }
      });
  EXPECT_EQ(after[0], before[0]);
  EXPECT_EQ(after[1], before[1]);
}

TEST_F(ChildLaunchesTest, NoWorkItemsAreComplete) {
  Ref<Command> parent = run(
      [](weft_children *children, const weft_block *) {
        void *event;
        EXPECT_EQ(enqueue(children, 1, {0, {}, &event, 0}), 0);
        EXPECT_EQ(enqueue(children, 2, {0, {event}}), 0);
      },
      [](weft_children *, const weft_block *block) { EXPECT_EQ(valueOf(block), 2); });
  EXPECT_EQ(parent->status(), CL_COMPLETE);
}

} // namespace
} // namespace weft::test
