// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What reports look like.
#include "check/collector.h"

#include <gtest/gtest.h>

namespace weft::check::test {
namespace {

// A race as the checks of kernels report it.
Report example() {
  Report report;
  report.kind = Kind::Race;
  report.message = "two work-items write the same bytes of 'sum'";
  report.kernel = "reduce";
  report.site = {"a <b>.cl", 7, 4, "\t  sum[0] += x < \"1\" & 2;"};
  report.item = {2, {4, 5, 0}, {0, 1, 0}, {2, 2, 0}};
  report.type = AccessType::Write;
  report.bytes = 4;
  Object object;
  object.what = "local variable";
  object.name = "sum";
  object.size = 64;
  object.offset = -4;
  report.object = object;
  OtherAccess other;
  other.site = {"a <b>.cl", 9, 3, "  sum[0] = 0;"};
  other.item = {2, {1, 5, 0}, {1, 1, 0}, {0, 2, 0}};
  other.type = AccessType::Read;
  other.bytes = 1;
  report.other = other;
  return report;
}

TEST(CheckText, IsACompilersDiagnostic) {
  EXPECT_EQ(asText(findingOf(example()), false),
            "weft: a <b>.cl:7:4: error: two work-items write the same bytes of 'sum' [race]\n"
            "  7 | \t  sum[0] += x < \"1\" & 2;\n"
            "    | \t  ^\n"
            "  in 'reduce', work-item (4, 5), local (0, 1), group (2, 2)\n"
            "  write of 4 bytes at offset -4 of local variable 'sum' of 64 bytes\n"
            "  the other: read of 1 byte at a <b>.cl:9:3, work-item (1, 5), local (1, 1), "
            "group (0, 2)\n"
            "  9 |   sum[0] = 0;\n"
            "    |   ^\n");
}

TEST(CheckText, WithoutColoursHasNoEscapes) {
  EXPECT_EQ(asText(findingOf(example()), false).find('\033'), std::string::npos);
  EXPECT_NE(asText(findingOf(example()), true).find('\033'), std::string::npos);
}

TEST(CheckText, OfAReportWithNothingButAMessage) {
  Report report;
  report.kind = Kind::Api;
  report.message = "something";
  EXPECT_EQ(asText(findingOf(report), false), "weft: error: something [api]\n");
}

TEST(CheckText, HtmlIsEscaped) {
  const std::string html = asHtml({findingOf(example())});
  EXPECT_NE(html.find("x &lt; &quot;1&quot; &amp; 2"), std::string::npos);
  EXPECT_EQ(html.find("a <b>.cl"), std::string::npos);
}

TEST(CheckSarif, HoldsTextAsItWasAndReplacesWhatIsNoUtf8) {
  Report report = example();
  report.site.text = "\"\\\n\x01 \xc3\xa4 \xff \xed\xa0\x80";
  const std::string sarif = asSarif({findingOf(report)});
  EXPECT_NE(sarif.find("\"text\": \"\\\"\\\\\\n\\u0001 \xc3\xa4 \xef\xbf\xbd \xef\xbf\xbd"),
            std::string::npos)
      << sarif;
  EXPECT_NE(asHtml({findingOf(report)}).find("\xc3\xa4 \xef\xbf\xbd "), std::string::npos);
}

} // namespace
} // namespace weft::check::test
