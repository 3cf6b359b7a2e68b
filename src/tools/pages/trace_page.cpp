// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/pages/trace_page.h"

#include "tools/pages/html_page.h"
#include "tools/pages/json_reader.h"
#include "tools/pages/json_writer.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

namespace weft {
namespace {

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

  void add(const JsonValue &event);

private:
  void addSpan(const JsonValue &event);
};

void Timeline::add(const JsonValue &event) {
  const std::string kind = event.text("ph");
  if (kind == "M" && event.text("name") == "weft_machine") {
    if (const JsonValue *args = event.find("args")) {
      peak_bytes = args->number("bytes_per_s");
      peak_operations = args->number("float_operations_per_s");
      threads = args->number("threads");
    }
  } else if (kind == "X" && event.number("pid") == QueueGroup) {
    addSpan(event);
  }
}

void Timeline::addSpan(const JsonValue &event) {
  const double from = event.number("ts") * 1e-6, seconds = event.number("dur") * 1e-6;
  begin = kernels.empty() && others.empty() ? from : std::min(begin, from);
  end = std::max(end, from + seconds);
  const JsonValue *args = event.find("args");
  if (!args || !args->find("float_operations")) {
    Commands &command = others[event.text("name")];
    ++command.count;
    command.seconds += seconds;
    return;
  }
  Launches &kernel = kernels[event.text("name")];
  kernel.least = kernel.count ? std::min(kernel.least, seconds) : seconds;
  kernel.most = std::max(kernel.most, seconds);
  ++kernel.count;
  kernel.seconds += seconds;
  kernel.items += args->number("work_items");
  kernel.bytes += args->number("bytes");
  kernel.operations += args->number("float_operations");
  kernel.assumed |= args->number("float_operations_assumed") != 0;
}

// False if the text does not begin as one.
bool read(std::string_view text, Timeline &timeline) {
  const size_t bracket = text.find_first_not_of(" \t\r\n");
  if (bracket == text.npos || text[bracket] != '[')
    return false;
  text.remove_prefix(bracket + 1);
  bool is_first = true;
  while (true) {
    const size_t next = text.find_first_not_of(" \t\r\n");
    text.remove_prefix(next == text.npos ? text.size() : next);
    if (text.starts_with(']'))
      return true;
    const std::optional<JsonValue> event = text.empty() ? std::nullopt : readJson(text);
    if (!event) {
      timeline.is_cut = true;
      return !is_first; // else it is something else
    }
    is_first = false;
    timeline.add(*event);
    if (text.starts_with(','))
      text.remove_prefix(1);
  }
}

std::string dataOf(const Timeline &timeline, const std::string &name) {
  JsonWriter json;
  json.object([&] {
    json["name"].value(name);
    json["version"].value(WEFT_VERSION);
    json["cut"].value(timeline.is_cut);
    json["seconds"].value(timeline.end - timeline.begin);
    json["peaks"].object([&] {
      json["bytes"].value(timeline.peak_bytes);
      json["operations"].value(timeline.peak_operations);
      json["threads"].value(timeline.threads);
    });
    json["kernels"].array(timeline.kernels, [&](const auto &one) {
      const auto &[name, kernel] = one;
      json.object([&] {
        json["name"].value(name);
        json["count"].value(kernel.count);
        json["seconds"].value(kernel.seconds);
        json["least"].value(kernel.least);
        json["most"].value(kernel.most);
        json["items"].value(kernel.items);
        json["bytes"].value(kernel.bytes);
        json["operations"].value(kernel.operations);
        json["assumed"].value(kernel.assumed);
      });
    });
    json["others"].array(timeline.others, [&](const auto &one) {
      json.object([&] {
        json["name"].value(one.first);
        json["count"].value(one.second.count);
        json["seconds"].value(one.second.seconds);
      });
    });
  });
  return json.text();
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
