// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What hosts of all instruction sets do with the names of features and the levels that they make
// up, such as x86-64-v3 or armv8.1-a. For host.cpp of each.
#ifndef WEFT_CPU_ARCH_FEATURES_H
#define WEFT_CPU_ARCH_FEATURES_H

#include "cpu/host/host.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::arch {

// A line of host_features.def has these and, in a struct derived from this, how it is found out.
struct FeatureName {
  std::string_view name;
  unsigned level;
  std::string_view needs;
};

using Names = std::vector<std::string_view>;

inline bool contains(const Names &names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// `wanted`: names separated by spaces.
inline bool containsAll(const Names &names, std::string_view wanted) {
  while (!wanted.empty()) {
    size_t space = wanted.find(' ');
    if (!contains(names, wanted.substr(0, space)))
      return false;
    wanted = space == wanted.npos ? std::string_view() : wanted.substr(space + 1);
  }
  return true;
}

// The highest level, counted from 1, of whose features all are usable.
template <typename Features>
unsigned highestLevel(const Features &features, unsigned level, const Names &usable) {
  for (const auto &feature : features)
    if (feature.level && feature.level <= level && !contains(usable, feature.name))
      level = feature.level - 1;
  return level;
}

// Leaves only what the definition of the level holds.
template <typename Features>
void restrictTo(const Features &features, unsigned level, Names &usable) {
  std::erase_if(usable, [&](std::string_view name) {
    for (const auto &feature : features)
      if (feature.name == name)
        return feature.level == 0 || feature.level > level;
    return true;
  });
}

// 0 where no level has that name.
template <typename LevelNames>
unsigned numberOfLevel(const LevelNames &names, std::string_view name) {
  const auto *found = std::find(std::begin(names), std::end(names), name);
  return found == std::end(names) ? 0 : unsigned(found - std::begin(names)) + 1;
}

// The names of the features of a level; nothing where no level has that name.
template <typename Features, typename LevelNames>
std::optional<Names> namesOfLevel(const Features &features, const LevelNames &levels,
                                  std::string_view name) {
  const unsigned level = numberOfLevel(levels, name);
  if (!level)
    return std::nullopt;
  Names names;
  for (const auto &feature : features)
    names.push_back(feature.name);
  restrictTo(features, level, names);
  return names;
}

// Finds out the host's level, and keeps the host to the one that a user asked for (`wanted`, if not
// empty); complains where there is none of that name, or where it is above the host's.
template <typename Features, typename LevelNames>
void setLevel(const Features &features, const LevelNames &levels, std::string_view wanted,
              Host &host, Names &usable, std::string &complaint) {
  host.level = highestLevel(features, std::size(levels), usable);
  if (wanted.empty())
    return;
  const unsigned level = numberOfLevel(levels, wanted);
  if (!level) {
    complaint = "'" + std::string(wanted) + "' is not one of ";
    for (std::string_view name : levels)
      complaint += std::string(name) + (name == *std::rbegin(levels) ? "" : ", ");
  } else if (level > host.level) {
    complaint = "this CPU cannot run '" + std::string(wanted) + "', only '" +
                std::string(levels[host.level - 1]) + "'";
  } else {
    host.level = level;
    host.tune.clear(); // as for any CPU of that level
    restrictTo(features, level, usable);
  }
}

} // namespace weft::arch
#endif
