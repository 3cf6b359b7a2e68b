// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A report in words.
#include "check/collector.h"

namespace weft::check {

static std::string quoted(const std::string &name) { return "'" + name + "'"; }

static std::string bytes(uint64_t count) {
  return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

static std::string ids(const std::array<uint64_t, 3> &all, uint32_t dimensions) {
  std::string text = "(";
  for (uint32_t d = 0; d < dimensions; ++d)
    text += (d ? ", " : "") + std::to_string(all[d]);
  return text + ")";
}

static std::string describe(const WorkItem &item) {
  return "work-item " + ids(item.global, item.dimensions) + ", local " +
         ids(item.local, item.dimensions) + ", group " + ids(item.group, item.dimensions);
}

static std::string describe(AccessType type, uint64_t count) {
  std::string text = type == AccessType::Read     ? "read"
                     : type == AccessType::Write  ? "write"
                     : type == AccessType::Atomic ? "atomic access"
                                                  : "access";
  if (count)
    text += " of " + bytes(count);
  return text;
}

static std::string describe(const Site &site) {
  std::string text = site.file;
  if (site.line)
    text += ':' + std::to_string(site.line);
  if (site.line && site.column)
    text += ':' + std::to_string(site.column);
  return text;
}

// "clCreateBuffer in main at a.cpp:12, called by run at b.cpp:3".
static std::string describe(const HostPlace &place) {
  std::string text = place.entry_point;
  constexpr size_t most = 3;
  for (size_t i = 0; i < place.frames.size() && i < most; ++i)
    text += (i ? ", called by " : text.empty() ? "" : " in ") + describe(place.frames[i]);
  return text;
}

static std::string describe(const Object &object) {
  std::string text = object.what.empty() ? "object" : object.what;
  if (!object.name.empty())
    text += ' ' + quoted(object.name);
  if (object.argument)
    text += " (argument " + std::to_string(*object.argument) + ")";
  if (object.size)
    text += " of " + bytes(*object.size);
  return text;
}

Finding findingOf(const Report &report) {
  Finding finding;
  finding.kind = report.kind;
  finding.warning = report.warning;
  finding.message = report.message;
  finding.kernel = report.kernel;
  finding.site = report.site;
  finding.count = report.count;
  const auto note = [&](std::string line) { finding.notes.push_back(std::move(line)); };
  std::string who = report.kernel.empty() ? "" : "in " + quoted(report.kernel);
  if (report.item.dimensions)
    who += (who.empty() ? "" : ", ") + describe(report.item);
  if (!who.empty())
    note(who);
  if (report.object) {
    std::string line;
    if (report.type != AccessType::None)
      line = describe(report.type, report.bytes) +
             (report.object->offset ? " at offset " + std::to_string(*report.object->offset)
                                    : std::string()) +
             " of ";
    note(line + describe(*report.object));
    if (report.object->made.count)
      note("made by " + describe(lookUp(report.object->made)));
    if (report.object->mapped.count)
      note("mapped by " + describe(lookUp(report.object->mapped)));
    if (report.object->released.count)
      note("released by " + describe(lookUp(report.object->released)));
  } else if (report.type != AccessType::None) {
    note(describe(report.type, report.bytes));
  }
  if (report.host.count) {
    const HostPlace place = lookUp(report.host);
    finding.call = describe(place);
    if (!place.frames.empty()) {
      finding.call_file = place.frames.front().file;
      finding.call_line = place.frames.front().line;
    }
    note("by " + finding.call);
  }
  if (report.other) {
    const OtherAccess &other = *report.other;
    finding.other_site = other.site;
    std::string line = "the other:";
    if (other.type != AccessType::None)
      line += " " + describe(other.type, other.bytes);
    if (!other.kernel.empty())
      line += " in " + quoted(other.kernel);
    if (!other.site.file.empty())
      line += " at " + describe(other.site);
    if (other.item.dimensions)
      line += (line.ends_with(':') ? " " : ", ") + describe(other.item);
    note(line);
    if (other.enqueued.count)
      note("by " + describe(lookUp(other.enqueued)));
  }
  for (const std::string &line : report.notes)
    note(line);
  return finding;
}

std::string asText(const Finding &finding, bool colours) {
  const char *const strong = colours ? "\033[1m" : "", *const plain = colours ? "\033[0m" : "";
  const char *const level = !colours ? "" : finding.warning ? "\033[1;35m" : "\033[1;31m";
  const char *const mark = colours ? "\033[1;32m" : "";
  std::string place = describe(finding.site);
  if (place.empty() && finding.call_line)
    place = finding.call_file + ':' + std::to_string(finding.call_line);
  std::string text = strong + ("weft: " + place) + (place.empty() ? "" : ": ") + plain + level +
                     (finding.warning ? "warning: " : "error: ") + plain + strong +
                     finding.message + plain + " [" + std::string(nameOf(finding.kind)) + "]\n";
  const auto show = [&](const Site &site) {
    if (site.text.empty())
      return;
    const std::string number = std::to_string(site.line);
    text += "  " + number + " | " + site.text + '\n';
    if (!site.column)
      return;
    // Under a tab stands a tab, so that the caret is below its column.
    text += "  " + std::string(number.size(), ' ') + " | ";
    for (uint32_t i = 0; i + 1 < site.column && i < site.text.size(); ++i)
      text += site.text[i] == '\t' ? '\t' : ' ';
    text += mark + std::string("^") + plain + '\n';
  };
  show(finding.site);
  for (const std::string &line : finding.notes) {
    text += "  " + line + '\n';
    if (line.starts_with("the other: "))
      show(finding.other_site);
  }
  return text;
}

} // namespace weft::check
