// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Outcomes as bytes, for the pipe between processes.
#include "launch.h"

#include <cstring>

namespace weft::fuzz {

namespace {

void put(std::string &bytes, const void *data, size_t size) {
  bytes.append(static_cast<const char *>(data), size);
}
void putCount(std::string &bytes, uint64_t count) { put(bytes, &count, sizeof count); }
void putText(std::string &bytes, const std::string &text) {
  putCount(bytes, text.size());
  bytes += text;
}

struct Reader {
  const std::string &bytes;
  size_t at = 0;
  bool good = true;

  void get(void *data, size_t size) {
    good = good && size <= bytes.size() - at;
    if (!good)
      return;
    std::memcpy(data, bytes.data() + at, size);
    at += size;
  }
  // How many follow, each of at least `size` bytes.
  size_t count(size_t size) {
    uint64_t value = 0;
    get(&value, sizeof value);
    good = good && value <= (bytes.size() - at) / size;
    return good ? size_t(value) : 0;
  }
  std::string text() {
    std::string result(count(1), 0);
    get(result.data(), result.size());
    return result;
  }
};

} // namespace

std::string serialize(const Outcome &outcome) {
  std::string bytes;
  put(bytes, &outcome.status, sizeof outcome.status);
  putText(bytes, outcome.detail);
  putCount(bytes, outcome.results.size());
  for (const Memory &memory : outcome.results) {
    putCount(bytes, memory.output.size());
    put(bytes, memory.output.data(), memory.output.size() * sizeof(uint32_t));
    putCount(bytes, memory.shared.size());
    put(bytes, memory.shared.data(), memory.shared.size() * sizeof(int64_t));
    putCount(bytes, memory.slab.size());
    put(bytes, memory.slab.data(), memory.slab.size());
    putCount(bytes, memory.bins.size());
    put(bytes, memory.bins.data(), memory.bins.size() * sizeof(uint32_t));
    putCount(bytes, memory.images.size());
    put(bytes, memory.images.data(), memory.images.size());
    putCount(bytes, memory.typed.size());
    put(bytes, memory.typed.data(), memory.typed.size());
    putCount(bytes, memory.lines.size());
    for (const std::string &line : memory.lines)
      putText(bytes, line);
  }
  putCount(bytes, outcome.reports.size());
  for (const std::string &report : outcome.reports)
    putText(bytes, report);
  return bytes;
}

bool deserialize(const std::string &bytes, Outcome &outcome) {
  Reader reader{bytes};
  reader.get(&outcome.status, sizeof outcome.status);
  outcome.detail = reader.text();
  outcome.results.resize(reader.count(1));
  for (Memory &memory : outcome.results) {
    memory.output.resize(reader.count(sizeof(uint32_t)));
    reader.get(memory.output.data(), memory.output.size() * sizeof(uint32_t));
    memory.shared.resize(reader.count(sizeof(int64_t)));
    reader.get(memory.shared.data(), memory.shared.size() * sizeof(int64_t));
    memory.slab.resize(reader.count(1));
    reader.get(memory.slab.data(), memory.slab.size());
    memory.bins.resize(reader.count(sizeof(uint32_t)));
    reader.get(memory.bins.data(), memory.bins.size() * sizeof(uint32_t));
    memory.images.resize(reader.count(1));
    reader.get(memory.images.data(), memory.images.size());
    memory.typed.resize(reader.count(1));
    reader.get(memory.typed.data(), memory.typed.size());
    memory.lines.resize(reader.count(1));
    for (std::string &line : memory.lines)
      line = reader.text();
  }
  outcome.reports.resize(reader.count(1));
  for (std::string &report : outcome.reports)
    report = reader.text();
  return reader.good;
}

} // namespace weft::fuzz
