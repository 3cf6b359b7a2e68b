// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the groups through /proc/self/cgroup and /proc/self/mountinfo, and reads their limits.
#include "cpu/host/cgroup.h"

#include "cpu/host/limits.h"
#include "cpu/host/text_file.h"

#include <algorithm>

namespace weft {
namespace {

// Whether a comma-separated list holds `word`.
bool listed(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    size_t comma = list.find(',');
    if (list.substr(0, comma) == word)
      return true;
    list = comma == list.npos ? std::string_view() : list.substr(comma + 1);
  }
  return false;
}

// mountinfo writes blanks and backslashes as three octal digits.
std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    auto digit = [&](size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '7'; };
    if (text[i] == '\\' && digit(i + 1) && digit(i + 2) && digit(i + 3)) {
      out += char((text[i + 1] - '0') << 6 | (text[i + 2] - '0') << 3 | (text[i + 3] - '0'));
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

struct Mount {
  std::string group;  // the group that is mounted
  std::string folder; // where
};

// "36 35 98:0 /group /folder rw,noatime shared:1 - cgroup2 cgroup rw,nsdelegate"
bool findMount(const std::string &mountinfo, bool v2, std::string_view controller, Mount &mount) {
  for (std::string_view line : Lines(mountinfo)) {
    size_t dash = line.find(" - ");
    if (dash == line.npos)
      continue;
    std::string_view tail = line.substr(dash + 3);
    std::string_view type = nextWord(tail);
    nextWord(tail); // the source's name
    if (type != (v2 ? "cgroup2" : "cgroup") || (!v2 && !listed(nextWord(tail), controller)))
      continue;
    for (int skipped = 0; skipped < 3; ++skipped)
      nextWord(line);
    mount.group = unescaped(nextWord(line));
    mount.folder = unescaped(nextWord(line));
    return true;
  }
  return false;
}

// "4:cpu,cpuacct:/group" in version 1, "0::/group" in version 2.
bool findGroup(const std::string &groups, bool v2, std::string_view controller,
               std::string &group) {
  for (std::string_view line : Lines(groups)) {
    size_t first = line.find(':');
    size_t second = first == line.npos ? first : line.find(':', first + 1);
    if (second == line.npos)
      continue;
    std::string_view controllers = line.substr(first + 1, second - first - 1);
    if (v2 ? controllers.empty() && line.substr(0, first) == "0"
           : listed(controllers, controller)) {
      group = line.substr(second + 1);
      return true;
    }
  }
  return false;
}

// The path of `group` below the mount. A container often sees its own group mounted as the root of
// the hierarchy, and a group outside its namespace as "/..": the mount is all that it can see.
std::string belowMount(const std::string &group, const std::string &mounted) {
  std::string below = group;
  if (mounted != "/") {
    if (!group.starts_with(mounted) ||
        (group.size() > mounted.size() && group[mounted.size()] != '/'))
      return "";
    below = group.substr(mounted.size());
  }
  if ((below + "/").find("/../") != below.npos)
    return "";
  while (below.ends_with('/'))
    below.pop_back();
  return below;
}

// "max" or a number of bytes. Nothing runs under a limit of 0, so that says no more than "max".
uint64_t parseLimit(std::string_view text) {
  uint64_t bytes = parseNumber(text).value_or(0);
  return bytes ? bytes : NoLimit;
}

uint64_t ratioUp(uint64_t quota, uint64_t period) {
  return std::max<uint64_t>(quota / period + (quota % period != 0), 1);
}

} // namespace

std::vector<CgroupFolders> cgroupFolders(const std::string &root, const std::string &controller) {
  std::vector<CgroupFolders> hierarchies;
  std::string groups = readTextFile(root + "/proc/self/cgroup");
  std::string mountinfo = readTextFile(root + "/proc/self/mountinfo");
  for (bool v2 : {true, false}) {
    std::string group;
    Mount mount;
    if (!findMount(mountinfo, v2, controller, mount))
      continue;
    // A group that is not told is at least somewhere below the mount.
    findGroup(groups, v2, controller, group);
    std::string below = belowMount(group, mount.group);
    CgroupFolders &hierarchy = hierarchies.emplace_back();
    hierarchy.v2 = v2;
    for (;;) {
      hierarchy.folders.push_back(root + mount.folder + below);
      if (below.empty())
        break;
      below.resize(below.rfind('/'));
    }
  }
  return hierarchies;
}

uint64_t cgroupCpus(const std::string &root) {
  uint64_t least = NoLimit;
  for (const CgroupFolders &hierarchy : cgroupFolders(root, "cpu")) {
    for (const std::string &folder : hierarchy.folders) {
      std::string quota_text, period_text;
      if (hierarchy.v2) {
        // "max 100000" or "150000 100000", in microseconds.
        std::string text = firstLine(folder + "/cpu.max");
        std::string_view rest = text;
        quota_text = nextWord(rest);
        period_text = nextWord(rest);
      } else {
        // -1 for no limit.
        quota_text = firstLine(folder + "/cpu.cfs_quota_us");
        period_text = firstLine(folder + "/cpu.cfs_period_us");
      }
      auto quota = parseNumber(quota_text), period = parseNumber(period_text);
      if (quota && period && *quota > 0 && *period > 0)
        least = std::min(least, ratioUp(*quota, *period));
    }
  }
  return least;
}

uint64_t cgroupMemory(const std::string &root) {
  uint64_t least = NoLimit;
  for (const CgroupFolders &hierarchy : cgroupFolders(root, "memory"))
    for (const std::string &folder : hierarchy.folders)
      for (const char *file : {"/memory.max", "/memory.high", "/memory.limit_in_bytes"})
        if (hierarchy.v2 != (std::string_view(file) == "/memory.limit_in_bytes"))
          least = std::min(least, parseLimit(firstLine(folder + file)));
  return least;
}

} // namespace weft
