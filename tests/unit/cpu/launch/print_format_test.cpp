// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// printf records against the text that the OpenCL C specification asks for.
#include "cpu/launch/print_format.h"

#include <clocale>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

using weft::formatPrintRecord;

namespace {

// Builds a record as a kernel would.
class Record {
public:
  explicit Record(const char *format) : format(format) {}

  template <typename T> Record &vector(weft_print_kind kind, std::initializer_list<T> values) {
    weft_print_arg head = {uint16_t(kind), sizeof(T), uint32_t(values.size())};
    append(&head, sizeof head);
    append(values.begin(), values.size() * sizeof(T));
    body.resize((body.size() + 7) / 8 * 8);
    ++count;
    return *this;
  }
  template <typename T> Record &integer(T value) { return vector(WEFT_PRINT_INTEGER, {value}); }
  Record &number(double value) { return vector(WEFT_PRINT_FLOAT, {value}); }
  Record &single(float value) { return vector(WEFT_PRINT_FLOAT, {value}); }
  Record &pointer(const void *value) { return vector(WEFT_PRINT_POINTER, {value}); }

  // In memory of exactly its size, so that a sanitizer sees reading past it.
  std::string text(bool *ok = nullptr, uint64_t cut = 0) const {
    weft_print_record head = {format, count, 0};
    std::vector<char> all(sizeof head + body.size());
    std::memcpy(all.data(), &head, sizeof head);
    if (!body.empty())
      std::memcpy(all.data() + sizeof head, body.data(), body.size());
    const uint64_t bytes = all.size() - cut;
    std::unique_ptr<char[]> exact(new char[bytes]);
    std::memcpy(exact.get(), all.data(), bytes);
    bool good = false;
    std::string result = formatPrintRecord(exact.get(), bytes, good);
    if (ok)
      *ok = good;
    else
      EXPECT_TRUE(good) << format;
    return result;
  }
  uint64_t bodyBytes() const { return body.size(); }
  uint32_t count = 0;

private:
  void append(const void *data, size_t bytes) {
    const char *at = static_cast<const char *>(data);
    body.insert(body.end(), at, at + bytes);
  }
  const char *format;
  std::vector<char> body;
};

std::string integer(const char *format, int32_t value) {
  return Record(format).integer(value).text();
}
std::string whole(const char *format, int64_t value) {
  return Record(format).integer(value).text();
}
std::string number(const char *format, double value) { return Record(format).number(value).text(); }

} // namespace

TEST(PrintFormat, PlainTextAndPercent) {
  EXPECT_EQ(Record("").text(), "");
  EXPECT_EQ(Record("hello\n").text(), "hello\n");
  EXPECT_EQ(Record("100%%, %%d").text(), "100%, %d");
  EXPECT_EQ(Record("%d%%%d").integer(1).integer(2).text(), "1%2");
}

TEST(PrintFormat, Integers) {
  EXPECT_EQ(integer("%d", 10), "10");
  EXPECT_EQ(integer("%i", -7), "-7");
  EXPECT_EQ(integer("%5d|", 10), "   10|");
  EXPECT_EQ(integer("%-5d|", 10), "10   |");
  EXPECT_EQ(integer("%05d", 10), "00010");
  EXPECT_EQ(integer("%+5d", 10), "  +10");
  EXPECT_EQ(integer("%-+5d|", 10), "+10  |");
  EXPECT_EQ(integer("% d", 10), " 10");
  EXPECT_EQ(integer("% +d", 10), "+10");
  EXPECT_EQ(integer("%.4i", 100), "0100");
  EXPECT_EQ(integer("%-06i|", 100), "100   |");
  EXPECT_EQ(integer("%06.4i", 100), "  0100");
  EXPECT_EQ(integer("%.0d", 0), "");
  EXPECT_EQ(integer("%.d", 0), "");
  EXPECT_EQ(integer("%d", INT32_MIN), "-2147483648");
  EXPECT_EQ(integer("%u", -1), "4294967295");
  EXPECT_EQ(integer("%x", -1), "ffffffff");
  EXPECT_EQ(integer("%#x", 0xABCDEF), "0xabcdef");
  EXPECT_EQ(integer("%#X", 0xABCDEF), "0XABCDEF");
  EXPECT_EQ(integer("%#X", 0), "0");
  EXPECT_EQ(integer("%08x", 0x1f), "0000001f");
  EXPECT_EQ(integer("%o", 8), "10");
  EXPECT_EQ(integer("%#o", 100000000), "0575360400");
}

TEST(PrintFormat, LengthModifiersOfIntegers) {
  EXPECT_EQ(integer("%hhd", 0x1ff), "-1");
  EXPECT_EQ(integer("%hhu", 0x1ff), "255");
  EXPECT_EQ(integer("%hhx", -1), "ff");
  EXPECT_EQ(integer("%hd", 0x18000), "-32768");
  EXPECT_EQ(integer("%hu", -1), "65535");
  EXPECT_EQ(integer("%hx", -1), "ffff");
  EXPECT_EQ(whole("%ld", INT64_MIN), "-9223372036854775808");
  EXPECT_EQ(whole("%lu", -1), "18446744073709551615");
  EXPECT_EQ(whole("%lx", -1), "ffffffffffffffff");
  EXPECT_EQ(whole("%-+16.15li|", -10000000000), "-000010000000000|");
  // Arguments that were not promoted.
  EXPECT_EQ(Record("%hhd %hhu").integer(int8_t(-3)).integer(uint8_t(253)).text(), "-3 253");
  EXPECT_EQ(Record("%hd %hu").integer(int16_t(-3)).integer(uint16_t(65533)).text(), "-3 65533");
  // OpenCL C 3.1, and what C programmers write.
  EXPECT_EQ(whole("%zu", 1) + whole("%td", -1) + whole("%llu", -1), "1-118446744073709551615");
}

TEST(PrintFormat, FloatingPoint) {
  EXPECT_EQ(number("%f", 10.3456), "10.345600");
  EXPECT_EQ(number("%.1f", 10.3456), "10.3");
  EXPECT_EQ(number("%.0f", 2.5), "2");
  EXPECT_EQ(number("%#.0f", 2.0), "2.");
  EXPECT_EQ(number("%8.2f|", 10.3456), "   10.35|");
  EXPECT_EQ(number("%-8.2f|", 10.3456), "10.35   |");
  EXPECT_EQ(number("%+08.2f", 10.3456), "+0010.35");
  EXPECT_EQ(number("%e", 12345.678), "1.234568e+04");
  EXPECT_EQ(number("%E", 1e-100), "1.000000E-100");
  EXPECT_EQ(number("%g", 0.0001), "0.0001");
  EXPECT_EQ(number("%g", 1e-5), "1e-05");
  EXPECT_EQ(number("%#g", 1.0), "1.00000");
  EXPECT_EQ(number("%G", 1e-5), "1E-05");
  EXPECT_EQ(number("%a", 1.0), "0x1p+0");
  EXPECT_EQ(number("%.2A", 0.5), "0X1.00P-1");
  EXPECT_EQ(number("%lf", -0.0), "-0.000000");
  EXPECT_EQ(Record("%f").single(0.1f).text(), "0.100000");
  EXPECT_EQ(number("%.400f", 1.0), "1." + std::string(400, '0'));
  EXPECT_EQ(number("%f", 1e300).size(), 301u + 7);
}

TEST(PrintFormat, InfinitiesAndNaN) {
  for (const char *format : {"%f", "%e", "%g", "%a"}) {
    EXPECT_EQ(number(format, INFINITY), "inf");
    EXPECT_EQ(number(format, -INFINITY), "-inf");
    EXPECT_EQ(number(format, std::copysign(NAN, 1.0)), "nan");
  }
  for (const char *format : {"%F", "%E", "%G", "%A"}) {
    EXPECT_EQ(number(format, INFINITY), "INF");
    EXPECT_EQ(number(format, std::copysign(NAN, 1.0)), "NAN");
  }
  EXPECT_EQ(number("%06f|", INFINITY), "   inf|");
  EXPECT_EQ(number("%-6f|", INFINITY), "inf   |");
}

TEST(PrintFormat, TheSpecificationsVectors) {
  EXPECT_EQ(Record("f4 = %2.2v4hlf\n").vector(WEFT_PRINT_FLOAT, {1.0f, 2.0f, 3.0f, 4.0f}).text(),
            "f4 = 1.00,2.00,3.00,4.00\n");
  EXPECT_EQ(
      Record("uc = %#v4hhx\n").vector<uint8_t>(WEFT_PRINT_INTEGER, {0xFA, 0xFB, 0xFC, 0xFD}).text(),
      "uc = 0xfa,0xfb,0xfc,0xfd\n");
}

TEST(PrintFormat, VectorsOfEveryType) {
  auto integers = [](const char *format, auto... values) {
    using T = std::common_type_t<decltype(values)...>;
    return Record(format).vector<T>(WEFT_PRINT_INTEGER, {values...}).text();
  };
  EXPECT_EQ(integers("%v2hhd", int8_t(-1), int8_t(127)), "-1,127");
  EXPECT_EQ(integers("%v3hhu", uint8_t(255), uint8_t(0), uint8_t(1)), "255,0,1");
  EXPECT_EQ(integers("%#v2hx", uint16_t(0x1234), uint16_t(0x8765)), "0x1234,0x8765");
  EXPECT_EQ(integers("%v2hd", int16_t(-1), int16_t(5)), "-1,5");
  EXPECT_EQ(integers("%5v2hld|", 1, -2), "    1,   -2|");
  EXPECT_EQ(integers("%-5v2hli|", 1, -2), "1    ,-2   |");
  EXPECT_EQ(integers("%v2hlu", uint32_t(-1), uint32_t(7)), "4294967295,7");
  EXPECT_EQ(integers("%v2ld", int64_t(INT64_MIN), int64_t(1)), "-9223372036854775808,1");
  EXPECT_EQ(integers("%03v8hld", 1, 2, 3, 4, 5, 6, 7, 8), "001,002,003,004,005,006,007,008");
  EXPECT_EQ(integers("%v16hlx", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
            "0,1,2,3,4,5,6,7,8,9,a,b,c,d,e,f");
  EXPECT_EQ(Record("%.1v2lf").vector(WEFT_PRINT_FLOAT, {1.25, -3.5}).text(), "1.2,-3.5");
  EXPECT_EQ(Record("%v3hlg").vector(WEFT_PRINT_FLOAT, {1.5f, INFINITY, -2.0f}).text(),
            "1.5,inf,-2");
  // half: 1, -2, the largest, the smallest subnormal, infinity, 1/3
  EXPECT_EQ(Record("%v8hg")
                .vector<uint16_t>(WEFT_PRINT_FLOAT,
                                  {0x3c00, 0xc000, 0x7bff, 0x0001, 0x7c00, 0x8000, 0x3555, 0x0400})
                .text(),
            "1,-2,65504,5.96046e-08,inf,-0,0.333252,6.10352e-05");
  // The next argument is found after each vector's padding.
  EXPECT_EQ(Record("%v3hhd %d %v2hd %s")
                .vector<int8_t>(WEFT_PRINT_INTEGER, {1, 2, 3})
                .integer(4)
                .vector<int16_t>(WEFT_PRINT_INTEGER, {5, 6})
                .pointer("end")
                .text(),
            "1,2,3 4 5,6 end");
}

TEST(PrintFormat, Characters) {
  EXPECT_EQ(integer("%c", 'x'), "x");
  EXPECT_EQ(integer("%3c|", 'x'), "  x|");
  EXPECT_EQ(integer("%-4c|", 'x'), "x   |");
  EXPECT_EQ(integer("%c", 0x141), "A");
  EXPECT_EQ(integer("<%c>", 0), std::string("<\0>", 3));
}

TEST(PrintFormat, Strings) {
  auto string = [](const char *format, const char *value) {
    return Record(format).pointer(value).text();
  };
  EXPECT_EQ(string("%s", "foo"), "foo");
  EXPECT_EQ(string("%5s|", "foo"), "  foo|");
  EXPECT_EQ(string("%-5s|", "foo"), "foo  |");
  EXPECT_EQ(string("%.2s", "foo"), "fo");
  EXPECT_EQ(string("%5.0s|", "foo"), "     |");
  EXPECT_EQ(string("%%%s%%", "foo"), "%foo%");
  EXPECT_EQ(string("%s", "%d"), "%d");
  EXPECT_EQ(string("%s", nullptr), "(null)");
  // With a precision the string need not end.
  const char unterminated[] = {'a', 'b', 'c'};
  EXPECT_EQ(string("%.3s", unterminated), "abc");
  EXPECT_EQ(string("%s", std::string(10000, 'x').c_str()), std::string(10000, 'x'));
}

TEST(PrintFormat, Pointers) {
  EXPECT_EQ(Record("%p").pointer(reinterpret_cast<void *>(0x1234)).text(), "0x1234");
  EXPECT_EQ(Record("%10p|").pointer(reinterpret_cast<void *>(0x1234)).text(), "    0x1234|");
}

TEST(PrintFormat, InvalidConversionsStandAsWritten) {
  const char *const invalid[] = {"%n",  "%k",   "%",    "%5",     "%v5hld", "%v",
                                 "%v2", "%hld", "%*d",  "%v2hlc", "%v4hs",  "%v2p",
                                 "%-",  "%.3",  "%ls%", "%Lf",    "%v0hld"};
  for (const char *format : invalid) {
    const std::string text = Record(format).integer(1).text();
    // %ls is C's; the argument here is no string.
    EXPECT_EQ(text, format);
  }
  EXPECT_EQ(Record("a%kb%dc").integer(1).text(), "a%kb1c");
}

TEST(PrintFormat, MissingAndWrongArguments) {
  EXPECT_EQ(Record("%d %d %s").integer(1).text(), "1 %d %s");
  EXPECT_EQ(Record("%d").integer(1).integer(2).text(), "1");
  EXPECT_EQ(Record("%s").integer(int64_t(1)).text(), "%s"); // not taken for an address
  EXPECT_EQ(Record("%s").number(1).text(), "%s");
  EXPECT_EQ(Record("%v4hld").vector(WEFT_PRINT_INTEGER, {1, 2}).text(), "1,2");
  EXPECT_EQ(Record("%v2hld").vector(WEFT_PRINT_INTEGER, {1, 2, 3, 4}).text(), "1,2");
  EXPECT_EQ(Record("%d").vector(WEFT_PRINT_INTEGER, {1, 2}).text(), "1,2");
}

TEST(PrintFormat, AbsurdWidthsAreBounded) {
  EXPECT_EQ(integer("%4095d", 1).size(), 4095u);
  EXPECT_LE(integer("%99999999999999d", 1).size(), 100000u);
  EXPECT_LE(integer("%99999999999999c", 1).size(), 100000u);
  EXPECT_LE(number("%.99999999999999f", 1).size(), 100000u);
}

TEST(PrintFormat, MalformedRecordsAreRefused) {
  Record good("%d %f");
  good.integer(1).number(2);
  // Any cut leaves too little for what the header announces.
  for (uint64_t cut = 1; cut <= good.bodyBytes() + sizeof(weft_print_record); ++cut) {
    bool ok = true;
    EXPECT_EQ(good.text(&ok, cut), "");
    EXPECT_FALSE(ok) << cut;
  }
  bool ok = true;
  Record more("%d");
  more.integer(1).count = 1000000000;
  more.text(&ok);
  EXPECT_FALSE(ok);
  formatPrintRecord(nullptr, 16, ok);
  EXPECT_FALSE(ok);
  Record(nullptr).text(&ok);
  EXPECT_FALSE(ok);

  auto refused = [](weft_print_arg arg) {
    struct {
      weft_print_record head = {"%d", 1, 0};
      weft_print_arg arg;
      char data[128] = {};
    } record;
    record.arg = arg;
    bool ok = true;
    formatPrintRecord(&record, sizeof record, ok);
    return !ok;
  };
  EXPECT_FALSE(refused({WEFT_PRINT_INTEGER, 4, 1}));
  EXPECT_TRUE(refused({3, 4, 1}));
  EXPECT_TRUE(refused({WEFT_PRINT_INTEGER, 0, 1}));
  EXPECT_TRUE(refused({WEFT_PRINT_INTEGER, 3, 1}));
  EXPECT_TRUE(refused({WEFT_PRINT_INTEGER, 16, 1}));
  EXPECT_TRUE(refused({WEFT_PRINT_INTEGER, 4, 0}));
  EXPECT_TRUE(refused({WEFT_PRINT_INTEGER, 4, 5}));
  EXPECT_TRUE(refused({WEFT_PRINT_INTEGER, 4, 32}));
  EXPECT_TRUE(refused({WEFT_PRINT_INTEGER, 8, 0xffffffff}));
  EXPECT_TRUE(refused({WEFT_PRINT_POINTER, 4, 1}));
  EXPECT_TRUE(refused({WEFT_PRINT_POINTER, 8, 2}));
}

TEST(PrintFormat, TheApplicationsLocaleDoesNotMatter) {
  // Not every machine has one with a decimal comma; where there is none this shows nothing new.
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char *name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"})
    if (std::setlocale(LC_ALL, name))
      break;
  EXPECT_EQ(number("%.1f", 1.5), "1.5");
  std::setlocale(LC_ALL, before.c_str());
}
