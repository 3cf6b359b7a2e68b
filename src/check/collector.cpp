// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/collector.h"

#include "support/config.h"
#include "support/fork_safe_mutex.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace weft::check {

namespace {

// Of different reports. Whoever has so many mends some first, and the file is written anew for
// each.
constexpr size_t most_findings = 1000;

enum class Format { None, Sarif, Html };

// What makes two reports equal.
std::string keyOf(const Report &report) {
  std::string key = std::string(nameOf(report.kind)) + '\n' + report.message + '\n' +
                    report.kernel + '\n' + report.site.file + '\n' +
                    std::to_string(report.site.line) + '\n' + std::to_string(report.site.column) +
                    '\n' + report.site.text;
  const auto add = [&](const HostStack &stack) {
    key.append(reinterpret_cast<const char *>(stack.callers.data()),
               stack.count * sizeof(void *)) += '\n';
  };
  add(report.host);
  if (report.object) {
    key += report.object->what + '\n' + report.object->name + '\n';
    add(report.object->made);
  }
  if (report.other) {
    key += report.other->kernel + '\n' + report.other->site.file + '\n' +
           std::to_string(report.other->site.line) + '\n';
    add(report.other->enqueued);
  }
  return key;
}

// Replaces the file in one step: it is whole whenever the process ends.
bool writeWhole(const std::string &path, const std::string &text) {
  const std::string fresh = path + ".new-" + std::to_string(getpid());
  const int file = open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    return false;
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t now = write(file, text.data() + done, text.size() - done);
    if (now < 0 && errno == EINTR)
      continue;
    if (now <= 0)
      break;
    done += size_t(now);
  }
  const bool good = close(file) == 0 && done == text.size();
  if (good && rename(fresh.c_str(), path.c_str()) == 0)
    return true;
  const int error = errno;
  unlink(fresh.c_str());
  errno = error;
  return false;
}

class Collector {
public:
  void prepare() {
    owner = getpid();
    colours = isatty(STDERR_FILENO) && config::noColor().empty() && config::terminal() != "dumb";
    std::string_view rest = config::checkIgnore();
    while (!rest.empty()) {
      const size_t comma = rest.find(',');
      ignored.emplace(rest.substr(0, comma));
      rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 1);
    }
    const std::string &wanted = config::checkReport();
    if (wanted.empty())
      return;
    if (wanted.ends_with(".sarif") || wanted.ends_with(".sarif.json"))
      format = Format::Sarif;
    else if (wanted.ends_with(".html"))
      format = Format::Html;
    else
      std::fprintf(stderr, "weft: WEFT_CHECK_REPORT: %s is neither .sarif nor .html\n",
                   wanted.c_str());
    // By its whole path: the program may change its folder.
    if (char *folder = wanted[0] == '/' ? nullptr : getcwd(nullptr, 0)) {
      path = std::string(folder) + '/' + wanted;
      std::free(folder);
    } else {
      path = wanted;
    }
    writeFile();
  }

  bool take(const Report &report) {
    if (report.object && ignored.contains(report.object->name))
      return false;
    std::string key = keyOf(report);
    {
      std::lock_guard lock(mutex);
      total += report.count;
      if (counted_in != getpid()) {
        counted_in = getpid();
        of_process = 0;
      }
      of_process += report.count;
      if (const auto known = places.find(key); known != places.end()) {
        findings[known->second].count += report.count;
        return false;
      }
      if (findings.size() == most_findings)
        return false;
      places.emplace(std::move(key), findings.size());
      // Whoever comes meanwhile with an equal one finds this.
      Finding &kept = findings.emplace_back();
      kept.kind = report.kind;
      kept.message = report.message;
      kept.count = report.count;
    }
    // Looking up names may take long, and takes locks of its own.
    Finding finding = findingOf(report);
    const std::string text = asText(finding, colours);
    {
      std::lock_guard lock(mutex);
      const auto place = places.find(keyOf(report));
      Finding &kept = findings[place->second];
      finding.count = kept.count;
      kept = std::move(finding);
      std::fwrite(text.data(), 1, text.size(), stderr);
      writeFile();
    }
    if (report.notify)
      report.notify(asText(findingOf(report), false).c_str());
    return true;
  }

  // What a forked child finds is printed; the summary is its parent's.
  void finish() {
    if (getpid() != owner)
      return;
    std::lock_guard lock(mutex);
    std::string line = "weft: checked for";
    const char *separator = " ";
    for (size_t i = 0; i < std::size(kind_names); ++i)
      if (enabled(Kind(i))) {
        (line += separator) += kind_names[i];
        separator = ", ";
      }
    if (findings.empty()) {
      line += ": nothing found";
    } else {
      line += ": " + std::to_string(findings.size()) +
              (findings.size() == 1 ? " report" : " different reports");
      separator = " (";
      for (size_t i = 0; i < std::size(kind_names); ++i) {
        size_t count = 0;
        for (const Finding &finding : findings)
          count += finding.kind == Kind(i);
        if (!count)
          continue;
        ((line += separator) += kind_names[i]) += ' ' + std::to_string(count);
        separator = ", ";
      }
      line += "), " + std::to_string(total) + " in all";
      if (findings.size() == most_findings)
        line += "; more are not shown";
    }
    std::fprintf(stderr, "%s\n", line.c_str());
    writeFile();
  }

  uint64_t count() {
    std::lock_guard lock(mutex);
    return counted_in == getpid() ? of_process : 0;
  }

private:
  // Under the lock. A forked child has no file.
  void writeFile() {
    if (format == Format::None || getpid() != owner)
      return;
    if (writeWhole(path, format == Format::Sarif ? asSarif(findings) : asHtml(findings)))
      return;
    std::fprintf(stderr, "weft: WEFT_CHECK_REPORT: cannot write %s: %m\n", path.c_str());
    format = Format::None;
  }

  pid_t owner = 0;
  bool colours = false;
  std::set<std::string, std::less<>> ignored;
  std::string path;
  ForkSafeMutex mutex; // guards what follows
  Format format = Format::None;
  std::vector<Finding> findings;
  std::map<std::string, size_t> places; // of each key in `findings`
  uint64_t total = 0;
  pid_t counted_in = 0; // the process that has found this many, not one that it was forked from
  uint64_t of_process = 0;
};

// Never destroyed: reports come while the process exits, too.
Collector &collector() {
  static Collector &only = *new Collector;
  return only;
}

} // namespace

void prepareReports() { collector().prepare(); }
void finishReports() { collector().finish(); }
bool report(const Report &report) { return collector().take(report); }
uint64_t reportCount() { return collector().count(); }

} // namespace weft::check
