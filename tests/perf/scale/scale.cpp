// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft-bench-scale: what small launches cost with 1, 4 and all threads, beside OpenMP.
//
//   weft-bench-scale [--icd NAME=FILE]... [--threads 1,4,16] [--rounds N] [--no-openmp]
//
// Each column of the table is a process of its own, which this program starts from itself:
// WEFT_THREADS and OMP_NUM_THREADS are read once. Drivers take turns, round by round. It needs no
// other file, so it can be taken to another machine.
#include "columns.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

struct Column {
  std::string title;
  std::string icd; // empty: OpenMP
  unsigned threads;
  std::map<std::string, std::vector<scale::Sample>> samples; // by row
};

// Text of the row, and what its key is in the output of a process.
constexpr struct {
  const char *key, *title;
  bool more_is_better;
} Rows[] = {
    {"saxpy-1024", "1,024 items", false},
    {"saxpy-16384", "16,384", false},
    {"saxpy-65536", "65,536", false},
    {"saxpy-262144", "262,144", false},
    {"saxpy-1048576", "1,048,576", false},
    {"dependent", "100 dependent launches of 64 K, each", false},
    {"barriers", "256 groups of 256 with barriers", false},
    {"hosts", "16 host threads with queues of their own, 16 K each: launches per ms", true},
    {"host", "one host thread, the same", true},
};

void measure(const char *self, Column &column) {
  int ends[2];
  if (pipe(ends) != 0)
    return;
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 1);
    close(ends[0]);
    close(ends[1]);
    const std::string threads = std::to_string(column.threads);
    setenv("WEFT_THREADS", threads.c_str(), 1);
    setenv("OMP_NUM_THREADS", threads.c_str(), 1);
    if (!column.icd.empty())
      setenv("OCL_ICD_VENDORS", column.icd.c_str(), 1);
    execl(self, self, column.icd.empty() ? "--column-openmp" : "--column-opencl", nullptr);
    _exit(127);
  }
  close(ends[1]);
  std::string text;
  char bytes[4096];
  for (ssize_t count; (count = read(ends[0], bytes, sizeof bytes)) > 0;)
    text.append(bytes, size_t(count));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0)
    std::fprintf(stderr, "%s: the process failed (%d)\n", column.title.c_str(), status);
  std::istringstream lines(text);
  std::string key;
  scale::Sample sample;
  while (lines >> key >> sample.best >> sample.middle)
    column.samples[key].push_back(sample);
}

std::string cell(const Column &column, const char *key, bool more_is_better) {
  const auto found = column.samples.find(key);
  if (found == column.samples.end())
    return "";
  std::vector<double> bests, middles;
  for (const scale::Sample &sample : found->second) {
    bests.push_back(sample.best);
    middles.push_back(sample.middle);
  }
  const double best = more_is_better ? *std::max_element(bests.begin(), bests.end())
                                     : *std::min_element(bests.begin(), bests.end());
  std::sort(middles.begin(), middles.end());
  char text[64];
  const char *format = best < 20 ? "%.1f (%.1f)" : "%.0f (%.0f)";
  std::snprintf(text, sizeof text, format, best, middles[middles.size() / 2]);
  return text;
}

std::string cpuName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0)
      return line.substr(line.find(':') + 2);
  return "a CPU without a name";
}

void print(const std::vector<Column> &columns) {
  std::string head = "| |", rule = "|---|";
  for (const Column &column : columns) {
    head += " " + column.title + " |";
    rule += "--:|";
  }
  std::printf("%s\n%s\n", head.c_str(), rule.c_str());
  for (const auto &row : Rows) {
    std::printf("| %s |", row.title);
    for (const Column &column : columns)
      std::printf(" %s |", cell(column, row.key, row.more_is_better).c_str());
    std::printf("\n");
  }
}

} // namespace

int main(int argc, char **argv) {
  std::vector<std::pair<std::string, std::string>> icds;
  std::vector<unsigned> counts;
  const unsigned all = std::max(1u, std::thread::hardware_concurrency());
  int rounds = 5;
  bool openmp = true;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    const bool more = i + 1 < argc;
    if (option == "--column-opencl")
      return scale::openclColumn();
    if (option == "--column-openmp")
      return scale::openmpColumn();
    if (option == "--no-openmp") {
      openmp = false;
    } else if (option == "--icd" && more && std::strchr(argv[i + 1], '=')) {
      const std::string pair = argv[++i];
      icds.emplace_back(pair.substr(0, pair.find('=')), pair.substr(pair.find('=') + 1));
    } else if (option == "--rounds" && more) {
      rounds = std::max(1, std::atoi(argv[++i]));
    } else if (option == "--threads" && more) {
      std::istringstream list(argv[++i]);
      for (std::string one; std::getline(list, one, ',');)
        if (const int count = std::atoi(one.c_str()); count > 0)
          counts.push_back(unsigned(count));
    } else {
      std::fprintf(stderr,
                   "usage: weft-bench-scale [--icd NAME=FILE]... [--threads 1,4,16] [--rounds N]"
                   " [--no-openmp]\n");
      return 2;
    }
  }
  if (icds.empty()) {
    const char *vendors = std::getenv("OCL_ICD_VENDORS");
    icds.emplace_back("Weft", vendors ? vendors : "/etc/OpenCL/vendors/weft.icd");
  }
  if (counts.empty()) {
    counts.push_back(1);
    if (all > 4)
      counts.push_back(4);
    if (all > 1)
      counts.push_back(all);
  }
  std::vector<Column> columns;
  for (unsigned count : counts) {
    const std::string threads = std::to_string(count) + (count == 1 ? " thread" : " threads");
    for (const auto &[name, icd] : icds)
      columns.push_back({name + ", " + threads, icd, count, {}});
    if (openmp)
      columns.push_back({"OpenMP, " + threads, "", count, {}});
  }
  char self[4096];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length <= 0)
    return 1;
  self[length] = 0;
  for (int round = 0; round < rounds; ++round)
    for (Column &column : columns)
      measure(self, column);
  std::printf("Launch and finish of `y = a * x + y` in us, best of %d rounds (in brackets: the "
              "middle one); %s, %u threads.\n\n",
              rounds, cpuName().c_str(), all);
  print(columns);
}
