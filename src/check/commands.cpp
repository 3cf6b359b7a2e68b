// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/commands.h"

#include "check/objects.h"
#include "check/report.h"
#include "support/fork_safe_mutex.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace weft::check {

namespace {

// Of commands that are remembered; the oldest go first. Whoever waits for nothing is compared with
// so many.
constexpr size_t most_nodes = 1024;
// Of those that the host has not let begin, which all have to be remembered: with more, nothing is
// followed any more.
constexpr size_t most_waiting = 8 * most_nodes;

using Id = uint64_t; // in the order of enqueueing: a node depends on smaller ones only

struct Node {
  const void *event = nullptr; // null: not there any more, or none
  const void *queue = nullptr;
  const void *context = nullptr;
  CommandKind kind = CommandKind::Transfer;
  bool is_user_event = false;
  bool mapping = false;   // the host's accesses between a map and its unmap
  bool unmapped = false;  // of a mapping: an unmap ends it
  bool may_begin = false; // as far as the host is concerned
  bool complete = false;
  std::string label;
  std::vector<Id> after;      // what it waits for
  Id covers = 0;              // the nodes from there on up to this one all come before it
  std::vector<Id> fails_with; // of these, what makes it fail
  std::vector<Range> ranges;
  uint64_t launch = 0;
  HostStack enqueued;
  void (*notify)(const void *, const char *) = nullptr;
};

struct QueueState {
  Id last = 0;    // in-order
  Id barrier = 0; // out-of-order
};

// Two nodes that race, and by which ranges.
struct Pair {
  Node first, second;
  Range mine, others; // of `second`, of `first`
  bool maybe;
};

class Graph {
public:
  using Pairs = std::vector<Pair>;

  void enqueue(NewCommand &command, HostStack where, Pairs &found) {
    if (given_up)
      return;
    Node node;
    node.event = command.event;
    node.queue = command.queue;
    node.context = command.context;
    node.kind = command.kind;
    node.label = std::move(command.label);
    node.launch = command.launch;
    node.enqueued = where;
    node.notify = command.notify;
    for (const void *event : command.waits_for)
      if (const auto known = by_event.find(event); known != by_event.end()) {
        node.after.push_back(known->second);
        node.fails_with.push_back(known->second);
      }
    QueueState &state = queues[command.queue];
    if (!command.out_of_order) {
      node.after.push_back(state.last);
      state.last = next;
    } else if (command.position == Position::Marker || command.position == Position::Barrier) {
      for (const auto &[id, other] : nodes)
        if (other.queue == command.queue)
          node.after.push_back(id);
    } else {
      node.after.push_back(state.barrier);
    }
    if (command.position == Position::Barrier || command.position == Position::Fence)
      state.barrier = next;
    if (command.kind == CommandKind::Unmap)
      endMapping(command.ranges, node);
    const bool maps = command.kind == CommandKind::Map;
    if (!maps && command.kind != CommandKind::Unmap)
      node.ranges = std::move(command.ranges);
    Node host;
    if (maps) {
      host = node;
      host.event = nullptr;
      host.queue = nullptr;
      host.mapping = true;
      host.fails_with = host.after = {next};
      host.ranges = std::move(command.ranges);
    }
    const Id first = next;
    add(std::move(node));
    if (maps && !given_up)
      add(std::move(host));
    release(first, found);
  }

  void userEvent(const void *event, const void *context) {
    if (given_up)
      return;
    Node node;
    node.event = event;
    node.context = context;
    node.is_user_event = true;
    add(std::move(node));
  }

  void setUserEvent(const void *event, bool failed, Pairs &found) {
    const auto known = by_event.find(event);
    if (known == by_event.end())
      return;
    if (failed)
      fail(known->second);
    nodes.erase(known->second);
    by_event.erase(known);
    release(0, found);
  }

  void complete(const void *event, bool failed, Pairs &found) {
    const auto known = by_event.find(event);
    if (known == by_event.end())
      return;
    Node &node = nodes.at(known->second);
    node.complete = true;
    if (failed)
      fail(known->second);
    // By the time that others learn of it they may know of all that is complete.
    if (node.kind != CommandKind::Foreign && node.kind != CommandKind::Signal)
      return;
    hostFunction();
    release(0, found);
  }

  void observe(const void *event) {
    if (const auto known = by_event.find(event); known != by_event.end())
      forget({known->second});
  }

  Id mark() const { return next; }
  void finish(const void *queue, Id begun) {
    std::vector<Id> ids;
    for (const auto &[id, node] : nodes)
      if (node.queue == queue && id < begun)
        ids.push_back(id);
    forget(std::move(ids));
  }

  void hostFunction() {
    std::vector<Id> ids;
    for (const auto &[id, node] : nodes)
      if (node.complete)
        ids.push_back(id);
    forget(std::move(ids));
  }

  void eventGone(const void *event) {
    const auto known = by_event.find(event);
    if (known == by_event.end())
      return;
    const auto node = nodes.find(known->second);
    node->second.event = nullptr;
    // One that was never enqueued, or never set, orders nothing any more.
    if (node->second.is_user_event)
      nodes.erase(node);
    by_event.erase(known);
  }

  void queueGone(const void *queue) {
    queues.erase(queue);
    for (auto &[id, node] : nodes)
      if (node.queue == queue)
        node.queue = nullptr;
  }

  void contextGone(const void *context) {
    std::erase_if(nodes, [&](const auto &entry) {
      if (entry.second.context != context)
        return false;
      by_event.erase(entry.second.event);
      return true;
    });
  }

  void memoryGone(uintptr_t first, size_t bytes) {
    for (auto &[id, node] : nodes)
      std::erase_if(node.ranges, [&](const Range &range) {
        return range.bytes.first < first + bytes && first < range.bytes.end();
      });
  }

  std::vector<const void *> unset(const void *event) const {
    std::vector<const void *> found;
    const auto known = by_event.find(event);
    if (known == by_event.end())
      return found;
    const std::vector<bool> earlier = earlierThan(known->second);
    for (const auto &[id, node] : nodes)
      if (earlier[id - nodes.begin()->first] && node.is_user_event && node.event)
        found.push_back(node.event);
    return found;
  }

  bool isAwaited(const void *event) const {
    const auto known = by_event.find(event);
    return known != by_event.end() && std::ranges::any_of(nodes, [&](const auto &entry) {
             return std::ranges::find(entry.second.after, known->second) !=
                    entry.second.after.end();
           });
  }

  bool anyMayRun() const {
    return given_up || std::ranges::any_of(nodes, [](const auto &entry) {
             const Node &node = entry.second;
             return !node.is_user_event && !node.mapping && !node.complete &&
                    (node.may_begin || node.kind == CommandKind::Foreign);
           });
  }

private:
  void add(Node node) {
    std::erase_if(node.after, [&](Id id) { return !nodes.contains(id); });
    std::ranges::sort(node.after);
    const auto repeated = std::ranges::unique(node.after);
    node.after.erase(repeated.begin(), repeated.end());
    if (node.event)
      by_event[node.event] = next;
    const auto before = nodes.find(next - 1);
    const bool follows =
        before != nodes.end() && !node.after.empty() && node.after.back() == next - 1;
    node.covers = follows ? before->second.covers : next;
    nodes.emplace(next++, std::move(node));
    if (nodes.size() <= most_nodes)
      return;
    // What has not begun has to stay: what comes before what is not known without it.
    const auto oldest =
        std::ranges::find_if(nodes, [](const auto &entry) { return entry.second.may_begin; });
    if (oldest != nodes.end()) {
      by_event.erase(oldest->second.event);
      nodes.erase(oldest);
    } else if (nodes.size() > most_waiting) {
      given_up = true;
      nodes.clear();
      by_event.clear();
      queues.clear();
    }
  }

  // The host's accesses that end with `unmap` come before it.
  void endMapping(const std::vector<Range> &ranges, Node &unmap) {
    for (auto entry = nodes.rbegin(); entry != nodes.rend() && !ranges.empty(); ++entry) {
      Node &node = entry->second;
      if (!node.mapping || node.context != unmap.context || node.ranges.empty() ||
          node.ranges.front().bytes.first != ranges.front().bytes.first)
        continue;
      // One unmap ends one of several equal mappings.
      if (std::exchange(node.unmapped, true))
        continue;
      unmap.after.push_back(entry->first);
      return;
    }
  }

  // The nodes that come before one, and itself, by their numbers less that of the oldest node.
  std::vector<bool> earlierThan(Id from) const {
    std::vector<bool> found(size_t(next - nodes.begin()->first));
    const Id oldest = nodes.begin()->first;
    std::vector<Id> left = {from};
    found[from - oldest] = true;
    while (!left.empty()) {
      const auto node = nodes.find(left.back());
      left.pop_back();
      if (node == nodes.end())
        continue;
      for (Id earlier : node->second.after) {
        if (earlier < oldest || found[earlier - oldest])
          continue;
        found[earlier - oldest] = true;
        left.push_back(earlier);
      }
    }
    return found;
  }

  // These nodes, and what comes before them, are known to be complete. What the host does with
  // mapped memory goes on, though.
  void forget(std::vector<Id> left) {
    while (!left.empty()) {
      const auto node = nodes.find(left.back());
      left.pop_back();
      if (node == nodes.end() || node->second.is_user_event)
        continue;
      if (node->second.event)
        by_event.erase(node->second.event);
      left.insert(left.end(), node->second.after.begin(), node->second.after.end());
      nodes.erase(node);
    }
  }

  // The node ends in error: neither it nor what fails with it touches memory.
  void fail(Id from) {
    std::set<Id> failed = {from};
    nodes.at(from).ranges.clear();
    for (auto entry = nodes.upper_bound(from); entry != nodes.end(); ++entry) {
      Node &node = entry->second;
      const bool fails =
          std::ranges::any_of(node.fails_with, [&](Id id) { return failed.contains(id); });
      if (!fails)
        continue;
      node.ranges.clear();
      failed.insert(entry->first);
    }
  }

  // Marks those nodes from `first` on that the host has now let begin, and compares each with all
  // others.
  void release(Id first, Pairs &found) {
    for (auto entry = nodes.lower_bound(first); entry != nodes.end(); ++entry) {
      auto &[id, node] = *entry;
      if (node.may_begin || node.is_user_event)
        continue;
      if (node.kind == CommandKind::Foreign && !node.mapping && !node.complete)
        continue;
      const bool held = std::ranges::any_of(node.after, [&](Id earlier) {
        const auto it = nodes.find(earlier);
        return it != nodes.end() && !it->second.may_begin;
      });
      if (held)
        continue;
      node.may_begin = true;
      if (!node.ranges.empty())
        compare(id, node, found);
    }
  }

  void compare(Id id, const Node &node, Pairs &found) {
    const Id oldest = nodes.begin()->first;
    if (node.covers <= oldest && id == nodes.rbegin()->first)
      return; // as where there is one in-order queue
    const std::vector<bool> earlier = earlierThan(id);
    for (const auto &[other_id, other] : nodes) {
      if (earlier[other_id - oldest] || !other.may_begin || (node.mapping && other.mapping))
        continue;
      const std::optional<Conflict> conflict = conflictOf(node, other);
      // What was enqueued later may have been let begin before this.
      if (!conflict || (other_id > id && earlierThan(other_id)[id - oldest]))
        continue;
      // As the application wrote them.
      if (id > other_id)
        found.push_back({other, node, *conflict->first, *conflict->second, conflict->maybe});
      else
        found.push_back({node, other, *conflict->second, *conflict->first, conflict->maybe});
    }
  }

  struct Conflict {
    const Range *first, *second; // of `node`, of `other`
    bool maybe;
  };
  // What is sure goes before what is not.
  static std::optional<Conflict> conflictOf(const Node &node, const Node &other) {
    std::optional<Conflict> result;
    for (const Range &one : node.ranges)
      for (const Range &two : other.ranges) {
        bool maybe = false;
        if (!conflict(node, one, other, two, maybe) || (result && (maybe || !result->maybe)))
          continue;
        result = {&one, &two, maybe};
      }
    return result;
  }

  static bool conflict(const Node &one, const Range &a, const Node &two, const Range &b,
                       bool &maybe) {
    if (!(a.written || b.written) || !a.bytes.overlaps(b.bytes))
      return false;
    // "If a memory object is currently mapped for writing, the application must ensure that the
    // memory object is unmapped before any enqueued kernels or commands that read from or write to
    // this memory object [...] begin execution": the object, whatever part is mapped.
    // A transfer may well use mapped memory as the application's.
    if (one.mapping || two.mapping)
      return a.object && b.object;
    if (!a.argument && !b.argument)
      return true;
    if (!a.argument || !b.argument) {
      const Range &argument = a.argument ? a : b, &exact = a.argument ? b : a;
      maybe = !argument.written; // it may be an argument that is not used
      return exact.bytes.covers(argument.bytes.first, argument.bytes.end());
    }
    // What they touch differs where their arguments do: parts of a whole, as often as not. And all
    // that they do there may be atomic.
    maybe = true;
    return one.label != two.label || one.launch == two.launch;
  }

  Id next = 1;
  bool given_up = false;
  std::map<Id, Node> nodes;
  std::unordered_map<const void *, Id> by_event;
  std::unordered_map<const void *, QueueState> queues;
};

struct Shared {
  ForkSafeMutex mutex; // guards graph
  Graph graph;
};

// Never destroyed: commands end while the process exits, too.
Shared &shared() {
  static Shared &only = *new Shared;
  return only;
}

AccessType typeOf(const Range &range) {
  return range.written ? AccessType::Write : AccessType::Read;
}

std::string nameOf(const Node &node) {
  return node.mapping ? "the host, by a mapping" : node.label;
}

void reportRace(const Pair &pair) {
  Report found;
  found.kind = Kind::Race;
  found.warning = pair.maybe;
  found.kernel = nameOf(pair.second);
  const char *const does = pair.mine.written ? " writes" : " reads";
  const char *const may = pair.maybe ? pair.mine.written ? " may write" : " may read" : does;
  const char *const others = pair.others.written ? "writes" : "reads";
  found.message =
      (pair.second.mapping ? "the host" : "'" + pair.second.label + "'") + may + " what " +
      (pair.first.mapping ? "the host" : "'" + pair.first.label + "'") + ' ' + others +
      (pair.first.mapping || pair.second.mapping ? " while it is mapped"
                                                 : ", and nothing orders the two commands");
  found.type = typeOf(pair.mine);
  const Range &range = pair.mine.object ? pair.mine : pair.others;
  Object object;
  object.what = range.object ? range.what : "memory of the application";
  object.name = pair.mine.name.empty() ? pair.others.name : pair.mine.name;
  object.argument = pair.mine.index;
  if (range.object) {
    object.size = range.object_size;
    object.made = madeAt(range.object);
  }
  found.object = object;
  found.host = pair.second.enqueued;
  OtherAccess other;
  other.kernel = nameOf(pair.first);
  other.type = typeOf(pair.others);
  other.enqueued = pair.first.enqueued;
  found.other = other;
  if (pair.second.notify)
    found.notify = [&pair](const char *text) { pair.second.notify(pair.second.context, text); };
  report(found);
}

// What is found is reported when the graph is free again: the application may be told.
template <typename Change> void change(Change &&with) {
  Graph::Pairs found;
  {
    Shared &all = shared();
    std::lock_guard lock(all.mutex);
    with(all.graph, found);
  }
  if (enabled(Kind::Race))
    for (const Pair &pair : found)
      reportRace(pair);
}

template <typename Change> auto use(Change &&with) {
  Shared &all = shared();
  std::lock_guard lock(all.mutex);
  return with(all.graph);
}

} // namespace

void noteEnqueued(NewCommand command) {
  const HostStack where = HostStack::here();
  change([&](Graph &graph, Graph::Pairs &found) { graph.enqueue(command, where, found); });
}
void noteUserEvent(const void *event, const void *context) {
  use([&](Graph &graph) { graph.userEvent(event, context); });
}
void noteUserEventSet(const void *event, bool failed) {
  change([&](Graph &graph, Graph::Pairs &found) { graph.setUserEvent(event, failed, found); });
}
void noteCompleted(const void *event, bool failed) {
  change([&](Graph &graph, Graph::Pairs &found) { graph.complete(event, failed, found); });
}
void noteObserved(const void *event) {
  use([&](Graph &graph) { graph.observe(event); });
}
uint64_t beginFinish() {
  return use([](Graph &graph) { return graph.mark(); });
}
void noteFinished(const void *queue, uint64_t begun) {
  use([&](Graph &graph) { graph.finish(queue, begun); });
}
void noteHostFunction() {
  use([](Graph &graph) { graph.hostFunction(); });
}
void noteEventGone(const void *event) {
  use([&](Graph &graph) { graph.eventGone(event); });
}
void noteQueueGone(const void *queue) {
  use([&](Graph &graph) { graph.queueGone(queue); });
}
void noteContextGone(const void *context) {
  use([&](Graph &graph) { graph.contextGone(context); });
}
void noteMemoryGone(const void *first, size_t bytes) {
  use([&](Graph &graph) { graph.memoryGone(reinterpret_cast<uintptr_t>(first), bytes); });
}
std::vector<const void *> unsetUserEvents(const void *event) {
  return use([&](Graph &graph) { return graph.unset(event); });
}
bool isAwaited(const void *event) {
  return use([&](Graph &graph) { return graph.isAwaited(event); });
}
bool anyMayRun() {
  return use([](Graph &graph) { return graph.anyMayRun(); });
}

} // namespace weft::check
