// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands in pages, without a browser: their data, read back.
#include "tools/pages/explain_page.h"
#include "tools/pages/html_page.h"
#include "tools/pages/source_files.h"
#include "tools/pages/trace_page.h"
#include "unit/temporary_folder.h"

#include <cstring>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {
using namespace weft;

using Json = nlohmann::ordered_json;

TEST(HtmlPage, HasAllOfItAndNothingFromElsewhere) {
  const std::string page =
      htmlPage(PageKind::Explain, "a <b> & {{data}}", Json{{"x", "{{style}}"}});
  EXPECT_NE(page.find("<title>a &lt;b&gt; &amp; {{data}}</title>"), page.npos);
  EXPECT_NE(page.find("id=\"data\">{\"x\":\"{{style}}\"}</script>"), page.npos);
  for (const char *loads : {"src=", "href=", "@import", "url("})
    EXPECT_EQ(page.find(loads), page.npos) << loads;
}

// What is in a page's data element, up to the first thing that would end it.
Json dataOf(const std::string &page) {
  const std::string begin = "id=\"data\">";
  const size_t from = page.find(begin) + begin.size();
  const Json data = Json::parse(page.substr(from, page.find_first_of("<>&", from) - from), nullptr,
                                /*allow_exceptions=*/false);
  EXPECT_TRUE(data.is_object());
  return data;
}

std::string text(const Json &of, const char *name) { return of.value(name, "no text"); }
double number(const Json &of, const char *name) { return of.value(name, -1.0); }

const Json &list(const Json &of, const char *name) {
  static const Json None = Json::array();
  const auto member = of.find(name);
  const bool is_list = member != of.end() && member->is_array();
  EXPECT_TRUE(is_list) << name;
  return is_list ? *member : None;
}

TEST(HtmlPage, HoldsTextAsItWas) {
  for (const std::string is :
       {"", "plain", "</script><!--<![CDATA[]]>--> & \"quotes\" 'and' \\ more", "\x01\t\r\n\x7f",
        "äöü 漢字 😀", "\xe2\x80\xa8"})
    EXPECT_EQ(text(dataOf(htmlPage(PageKind::Explain, "", Json{{"x", is}})), "x"), is);
  const std::string quotes(1 << 20, '"');
  EXPECT_EQ(text(dataOf(htmlPage(PageKind::Explain, "", Json{{"x", quotes}})), "x"), quotes);
}

TEST(HtmlPage, ReplacesWhatIsNoUtf8) {
  for (const char *is :
       {"\xff", "\x80", "\xc0\xaf", "\xe2\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80"})
    EXPECT_NE(htmlPage(PageKind::Explain, "", Json{{"x", is}}).find("\xef\xbf\xbd"),
              std::string::npos);
}

// One kernel, with an operation in each of two files and code for one of them.
Artifact sample() {
  Artifact artifact;
  KernelInfo &kernel = artifact.kernels.emplace_back();
  kernel.name = "k";
  kernel.symbol = "weft_kernel_k";
  kernel.simd_width = 8;
  KernelReport &report = artifact.report.kernels.emplace_back();
  report.name = "k";
  report.files = {"program.cl", "/nowhere/at-all.h"};
  report.at = {0, 1};
  RegionReport &region = report.regions.emplace_back();
  region.lanes = 8;
  region.cost = 3;
  region.operations.push_back({{0, 2}, Fate::Gather, true, 1, 2.5, "load of <x>"});
  region.operations.push_back({{1, 7}, Fate::Lanes, false, 2, 0.5, "arithmetic"});
  LoopReport &loop = region.loops.emplace_back();
  loop.at = {0, 2};
  loop.innermost = true;
  loop.issue = 4;
  artifact.report.code.files = {"program.cl"};
  artifact.report.code.lines = {{CodeLine::Function, {}, "weft_kernel_k"},
                                {CodeLine::Instruction, {0, 2}, "ret"}};
  return artifact;
}

TEST(ExplainPage, HoldsSourceFactsAndCode) {
  const std::string source = "kernel void k(global int *x) {\n  *x = 1; // </script>\n}\n";
  const Json data = dataOf(explainPage({"/some/where.cl", source, "a CPU", "-DX=<1>"}, sample()));
  EXPECT_EQ(text(data, "name"), "where.cl");
  EXPECT_EQ(text(data, "options"), "-DX=<1>");
  EXPECT_EQ(list(data, "fates").size(), NumFates);
  const auto &files = list(data, "files");
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(text(files[0], "text"), source);
  EXPECT_EQ(text(files[1], "name"), "/nowhere/at-all.h");
  EXPECT_FALSE(files[1].contains("text")); // it is not there, which is told apart from empty
  const auto &regions = list(list(data, "kernels").at(0), "regions");
  const auto &operations = list(regions.at(0), "operations");
  ASSERT_EQ(operations.size(), 2u);
  EXPECT_EQ(text(operations[0], "what"), "load of <x>");
  EXPECT_EQ(number(operations[0], "fate"), double(Fate::Gather));
  EXPECT_EQ(number(operations[0], "line"), 2);
  EXPECT_EQ(number(operations[1], "file"), 1);
  EXPECT_EQ(number(list(regions.at(0), "loops").at(0), "issue"), 4);
  EXPECT_EQ(list(data.at("code"), "lines").size(), 2u);
}

TEST(ExplainPage, HoldsProgramsOfAllSizes) {
  const std::string line(1 << 20, 'x');
  for (const std::string &source : {std::string(), std::string("\n\n"), "// " + line}) {
    const Json data = dataOf(explainPage({"a.cl", source, "", ""}, Artifact()));
    EXPECT_EQ(text(list(data, "files").at(0), "text"), source);
    EXPECT_TRUE(list(data, "kernels").empty());
  }
}

class InFolder : public testing::Test {
protected:
  std::string file(const std::string &name, const std::string &text) const {
    temporary.write("/" + name, text);
    return folder + "/" + name;
  }
  const TemporaryFolder temporary;
  const std::string &folder = temporary.path;
};

std::string spirvWith(const std::vector<std::vector<uint32_t>> &instructions) {
  std::vector<uint32_t> words = {0x07230203, 0x10400, 0, 10, 0};
  for (const auto &one : instructions)
    words.insert(words.end(), one.begin(), one.end());
  return {reinterpret_cast<const char *>(words.data()), words.size() * 4};
}

std::vector<uint32_t> instruction(uint32_t operation, std::vector<uint32_t> operands,
                                  const std::string &text) {
  const size_t first = operands.size();
  operands.resize(first + text.size() / 4 + 1);
  std::memcpy(operands.data() + first, text.data(), text.size());
  operands.insert(operands.begin(), uint32_t(operands.size() + 1) << 16 | operation);
  return operands;
}

using SourcesOnPage = InFolder;

TEST_F(SourcesOnPage, AreWhatAModuleHoldsOrWhatLiesBesideIt) {
  const std::string module =
      spirvWith({instruction(7, {1}, "inside.cl"), instruction(3, {3, 300000, 1}, "first "),
                 instruction(2, {}, "second")});
  file("beside.cl", "the one beside");
  SourceFilesOnPage sources(folder + "/module.spv", module);
  const auto textOf = [&](const std::string &name) {
    return sources.all()[sources.numberOf(name)].text;
  };
  EXPECT_EQ(textOf("inside.cl"), "first second");
  EXPECT_EQ(textOf("/built/elsewhere/beside.cl"), "the one beside");
  EXPECT_FALSE(textOf("/built/elsewhere/lost.cl"));
  EXPECT_EQ(sources.numberOf("inside.cl"), sources.numberOf("inside.cl"));
}

TEST_F(SourcesOnPage, OfDamagedModulesAreNone) {
  for (const std::string &module :
       {std::string("\x03\x02\x23\x07"), spirvWith({{0x00000003}}), spirvWith({{0x00ff0003, 1}}),
        spirvWith({instruction(3, {}, "")})}) {
    SourceFilesOnPage sources(folder + "/module.spv", module);
    EXPECT_FALSE(sources.all().size());
  }
}

using TracePage = InFolder;

TEST_F(TracePage, AddsLaunchesUp) {
  const auto launch = [](int begin, int took) {
    return R"({"ph":"X","pid":2,"tid":1,"ts":)" + std::to_string(begin) + R"(,"dur":)" +
           std::to_string(took) +
           R"(,"name":"k","args":{"work_items":64,"bytes":1000,"float_operations":500,"float_operations_assumed":0}})";
  };
  const std::string machine =
      R"({"ph":"M","pid":2,"name":"weft_machine","args":{"bytes_per_s":4e10,"float_operations_per_s":1e11,"threads":2}})";
  const std::string other =
      R"({"ph":"X","pid":2,"tid":1,"ts":5,"dur":1,"name":"read buffer","args":{}})";
  const std::string on_thread =
      R"({"ph":"X","pid":1,"tid":9,"ts":0,"dur":1,"name":"k","args":{"groups":1}})";
  const std::string open = "[\n" + machine + ",\n" + launch(0, 10) + ",\n" + other + ",\n" +
                           on_thread + ",\n" + launch(20, 30);
  std::string error;
  // With the bracket, and as files of before are: without, and with a comma at the end.
  for (const char *end : {"\n]\n", "", ",\n", ",\n{\"ph\":\"X\",\"pi"}) {
    const Json data = dataOf(tracePage(file("trace.json", open + end), error));
    EXPECT_EQ(error, "");
    const auto &kernels = list(data, "kernels");
    ASSERT_EQ(kernels.size(), 1u) << end;
    EXPECT_EQ(number(kernels[0], "count"), 2);
    EXPECT_NEAR(number(kernels[0], "seconds"), 40e-6, 1e-9);
    EXPECT_NEAR(number(kernels[0], "least"), 10e-6, 1e-9);
    EXPECT_EQ(number(kernels[0], "bytes"), 2000);
    EXPECT_EQ(number(kernels[0], "operations"), 1000);
    EXPECT_EQ(number(data.at("peaks"), "threads"), 2);
    EXPECT_EQ(list(data, "others").size(), 1u);
  }
}

TEST_F(TracePage, SaysWhatIsWrong) {
  std::string error;
  EXPECT_EQ(tracePage(folder + "/none.json", error), "");
  EXPECT_NE(error.find("cannot read '" + folder + "/none.json': No such file"), error.npos)
      << error;
  for (const char *text : {"", "kernel void k() {}", "{}", "[kernel", "[1,", "[\"\\ud800\"]"}) {
    error.clear();
    EXPECT_EQ(tracePage(file("other.json", text), error), "");
    EXPECT_NE(error.find("is no timeline"), error.npos) << text;
  }
}

} // namespace
