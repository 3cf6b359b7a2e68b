// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What hosts of all instruction sets do with the names of features and the levels that they make
// up, such as x86-64-v3 or armv8.1-a. For host.cpp of each.
#ifndef WEFT_CPU_ARCH_FEATURES_H
#define WEFT_CPU_ARCH_FEATURES_H

#include <algorithm>
#include <iterator>
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

template <typename Features> Names allNames(const Features &features) {
  Names names;
  for (const auto &feature : features)
    names.push_back(feature.name);
  return names;
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

// The number of a level that a user asked for; 0, with a complaint, where it is none or above that
// of the host.
template <typename LevelNames>
unsigned chosenLevel(const LevelNames &names, unsigned of_host, std::string_view wanted,
                     std::string &complaint) {
  const unsigned level = numberOfLevel(names, wanted);
  if (!level) {
    complaint = "'" + std::string(wanted) + "' is not one of ";
    for (std::string_view name : names)
      complaint += std::string(name) + (name == *std::rbegin(names) ? "" : ", ");
    return 0;
  }
  if (level > of_host) {
    complaint = "this CPU cannot run '" + std::string(wanted) + "', only '" +
                std::string(names[of_host - 1]) + "'";
    return 0;
  }
  return level;
}

} // namespace weft::arch
#endif
