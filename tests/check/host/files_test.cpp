// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is done with reports: files, the exit status, the error callback, what is passed over.
#include "child.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::check::test {
namespace {

class CheckFile : public ::testing::Test {
protected:
  std::string path(const char *name) {
    return ::testing::TempDir() + "check-" + std::to_string(getpid()) + '-' + name;
  }
  // What sarif.py says of it; empty if it is valid.
  std::string faultsOf(const std::string &file) {
    const std::string command = std::string(CHECK_PYTHON) + " " CHECK_SOURCES "/sarif.py " + file;
    std::string faults;
    FILE *output = popen(command.c_str(), "r");
    for (int c; (c = std::fgetc(output)) != EOF;)
      faults += char(c);
    if (pclose(output) != 0 && faults.empty())
      faults = "the script has failed";
    return faults;
  }
};

TEST_F(CheckFile, SarifHasWhatTheSpecificationRequires) {
  const std::string file = path("all.sarif");
  run("leaked", {"WEFT_CHECK=api", "WEFT_CHECK_REPORT=" + file});
  EXPECT_EQ(faultsOf(file), "");
  const std::string text = contentsOf(file);
  EXPECT_EQ(countOf(text, "\"ruleId\": \"api\""), 9u) << text;
  EXPECT_NE(text.find("api_cases.cpp\""), std::string::npos) << text;
}

TEST_F(CheckFile, SarifIsValidWhereNothingIsFound) {
  const std::string file = path("none.sarif");
  run("clean", {"WEFT_CHECK=all", "WEFT_CHECK_REPORT=" + file});
  EXPECT_EQ(faultsOf(file), "");
}

TEST_F(CheckFile, SarifCountsEqualReports) {
  const std::string file = path("count.sarif");
  run("leaked-buffers", {"WEFT_CHECK=api", "WEFT_CHECK_REPORT=" + file});
  EXPECT_EQ(faultsOf(file), "");
  EXPECT_NE(contentsOf(file).find("\"occurrenceCount\": 3"), std::string::npos);
}

TEST_F(CheckFile, IsWholeWhereTheProcessIsKilled) {
  for (const char *name : {"killed.sarif", "killed.html"}) {
    const std::string file = path(name);
    const Result result = run("report-and-die", {"WEFT_CHECK=api", "WEFT_CHECK_REPORT=" + file});
    EXPECT_TRUE(WIFSIGNALED(result.status) && WTERMSIG(result.status) == SIGKILL);
    const std::string text = contentsOf(file);
    EXPECT_NE(text.find("argument 0 of 'fill', 'out', is not set"), std::string::npos) << text;
    if (file.ends_with(".sarif"))
      EXPECT_EQ(faultsOf(file), "");
    else
      EXPECT_TRUE(text.ends_with("</html>\n"));
  }
}

TEST_F(CheckFile, HtmlNeedsNothingElse) {
  const std::string file = path("page.html");
  run("leaked", {"WEFT_CHECK=api", "WEFT_CHECK_REPORT=" + file});
  const std::string text = contentsOf(file);
  EXPECT_TRUE(text.starts_with("<!DOCTYPE html>"));
  EXPECT_EQ(countOf(text, "<article>"), 9u);
  for (const char *from_elsewhere : {"<script", "http:", "https:", "@import", "url(", "<link"})
    EXPECT_EQ(countOf(text, from_elsewhere), 0u) << from_elsewhere;
}

TEST_F(CheckFile, OfAnotherNameIsRefused) {
  const Result result = run("nothing", {"WEFT_CHECK=api", "WEFT_CHECK_REPORT=report.txt"});
  EXPECT_EQ(result.output, ""); // no context, no checks
  const Result clean = run("clean", {"WEFT_CHECK=api", "WEFT_CHECK_REPORT=report.txt"});
  EXPECT_NE(clean.output.find("report.txt is neither .sarif nor .html"), std::string::npos);
}

TEST_F(CheckFile, ThatCannotBeWrittenIsSaid) {
  const Result result =
      run("clean", {"WEFT_CHECK=api", "WEFT_CHECK_REPORT=/nowhere/at/all/report.sarif"});
  EXPECT_TRUE(result.ended(0));
  EXPECT_EQ(countOf(result.output, "cannot write /nowhere/at/all/report.sarif"), 1u);
}

TEST(CheckExit, IsTheStatusWhereSomethingIsFound) {
  EXPECT_TRUE(run("leaked-buffers", {"WEFT_CHECK=api", "WEFT_CHECK_EXIT=42"}).ended(42));
  EXPECT_TRUE(run("clean", {"WEFT_CHECK=api", "WEFT_CHECK_EXIT=42"}).ended(0));
}

TEST(CheckNotify, TellsTheContextsCallback) {
  const Result result = run("read-on-other-queue", {"WEFT_CHECK=race"});
  EXPECT_EQ(countOf(result.output, "told: weft: "), 1u) << result.output;
}

TEST(CheckIgnore, PassesOverWhatIsNamed) {
  const std::string found = "[race]";
  // `add` reads it by the name `in`.
  const Result other = run("out-of-order", {"WEFT_CHECK=race", "WEFT_CHECK_IGNORE=data"});
  EXPECT_EQ(countOf(other.output, found), 1u + 1u) << other.output; // printed and told
  const Result result = run("out-of-order", {"WEFT_CHECK=race", "WEFT_CHECK_IGNORE=data,in"});
  EXPECT_EQ(countOf(result.output, found), 0u) << result.output;
}

} // namespace
} // namespace weft::check::test
