// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/pages/trace_page.h"

#include "tools/pages/html_page.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

namespace weft {
namespace {

using Json = nlohmann::ordered_json;

// As src/support/trace.cpp numbers groups of tracks.
constexpr double QueueGroup = 2;

struct Commands {
  unsigned count = 0;
  double seconds = 0;
};

// Launches of one kernel.
struct Launches : Commands {
  double least = 0, most = 0; // seconds of one
  double items = 0, bytes = 0, operations = 0;
  bool assumed = false;
};

struct Timeline {
  double peak_bytes = 0, peak_operations = 0, threads = 0; // of the machine, per second
  double begin = 0, end = 0;                               // seconds
  bool is_cut = false;
  std::map<std::string, Launches> kernels;
  std::map<std::string, Commands> others;

  void add(const Json &event);

private:
  void addSpan(const Json &event);
};

// A member of what may be anything, if it is a number or a text.
double number(const Json &of, const char *name) {
  const auto member = of.find(name);
  return member != of.end() && member->is_number() ? member->get<double>() : 0;
}

std::string text(const Json &of, const char *name) {
  const auto member = of.find(name);
  return member != of.end() && member->is_string() ? member->get<std::string>() : "";
}

Json arguments(const Json &event) {
  const auto args = event.find("args");
  return args == event.end() ? Json() : *args;
}

void Timeline::add(const Json &event) {
  const std::string kind = text(event, "ph");
  if (kind == "M" && text(event, "name") == "weft_machine") {
    const Json args = arguments(event);
    peak_bytes = number(args, "bytes_per_s");
    peak_operations = number(args, "float_operations_per_s");
    threads = number(args, "threads");
  } else if (kind == "X" && number(event, "pid") == QueueGroup) {
    addSpan(event);
  }
}

void Timeline::addSpan(const Json &event) {
  const double from = number(event, "ts") * 1e-6, seconds = number(event, "dur") * 1e-6;
  begin = kernels.empty() && others.empty() ? from : std::min(begin, from);
  end = std::max(end, from + seconds);
  const Json args = arguments(event);
  if (!args.contains("float_operations")) {
    Commands &command = others[text(event, "name")];
    ++command.count;
    command.seconds += seconds;
    return;
  }
  Launches &kernel = kernels[text(event, "name")];
  kernel.least = kernel.count ? std::min(kernel.least, seconds) : seconds;
  kernel.most = std::max(kernel.most, seconds);
  ++kernel.count;
  kernel.seconds += seconds;
  kernel.items += number(args, "work_items");
  kernel.bytes += number(args, "bytes");
  kernel.operations += number(args, "float_operations");
  kernel.assumed |= number(args, "float_operations_assumed") != 0;
}

// False if the text does not begin as one. Each event is added as it ends, and not kept.
bool read(const std::string &text, Timeline &timeline) {
  bool is_list = false, has_event = false;
  const auto take = [&](int depth, Json::parse_event_t what, const Json &parsed) {
    if (depth == 0)
      is_list |= what == Json::parse_event_t::array_start;
    if (depth != 1 || what != Json::parse_event_t::object_end)
      return true;
    has_event = true;
    timeline.add(parsed);
    return false;
  };
  timeline.is_cut = Json::parse(text, take, /*allow_exceptions=*/false).is_discarded();
  return is_list && (has_event || !timeline.is_cut);
}

Json dataOf(const Timeline &timeline, const std::string &name) {
  Json kernels = Json::array(), others = Json::array();
  for (const auto &[name, kernel] : timeline.kernels)
    kernels.push_back(Json{{"name", name},
                           {"count", kernel.count},
                           {"seconds", kernel.seconds},
                           {"least", kernel.least},
                           {"most", kernel.most},
                           {"items", kernel.items},
                           {"bytes", kernel.bytes},
                           {"operations", kernel.operations},
                           {"assumed", kernel.assumed}});
  for (const auto &[name, command] : timeline.others)
    others.push_back(Json{{"name", name}, {"count", command.count}, {"seconds", command.seconds}});
  return {{"name", name},
          {"version", WEFT_VERSION},
          {"cut", timeline.is_cut},
          {"seconds", timeline.end - timeline.begin},
          {"peaks",
           {{"bytes", timeline.peak_bytes},
            {"operations", timeline.peak_operations},
            {"threads", timeline.threads}}},
          {"kernels", std::move(kernels)},
          {"others", std::move(others)}};
}

} // namespace

std::string tracePage(const std::string &path, std::string &error) {
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in.is_open() || in.bad()) {
    error = "cannot read '" + path + "': " + std::strerror(errno ? errno : EIO);
    return {};
  }
  Timeline timeline;
  if (!read(text, timeline)) {
    error = "'" + path + "' is no timeline that WEFT_TRACE has written";
    return {};
  }
  const std::string name = path.substr(path.rfind('/') + 1);
  return htmlPage(PageKind::Trace, name + ": launches on Weft", dataOf(timeline, name));
}

} // namespace weft
