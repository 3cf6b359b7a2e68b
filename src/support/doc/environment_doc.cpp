// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes docs/environment.md from config.def, to standard output; with "--man VERSION" the man page
// weft(7).
#include <cstdio>
#include <string>
#include <string_view>

namespace {

struct Option {
  const char *variable;
  std::string_view type, default_value, doc;
};

constexpr Option Options[] = {
#define WEFT_OPTION(getter, variable, type, default_value, doc)                                    \
  {variable, #type, #default_value, doc},
#include "support/config.def"
};

const char *typeName(std::string_view type) { return type == "Count" ? "number" : "text"; }

std::string defaultOf(const Option &option) {
  return std::string(option.default_value == "\"\"" ? "empty" : option.default_value);
}

void writeMarkdown() {
  std::puts(
      "# Environment\n\n"
      "Variables that change what Weft does. Each is read once, at its first use, and none in\n"
      "a process that runs with more rights than its caller has ([security](security.md)). This "
      "page\n"
      "is written from `src/support/config.def` by `ninja environment-doc`.\n\n"
      "| variable | type | default | meaning |\n"
      "|---|---|---|---|");
  for (const Option &option : Options)
    std::printf("| `%s` | %s | %s | %.*s |\n", option.variable, typeName(option.type),
                defaultOf(option).c_str(), int(option.doc.size()), option.doc.data());
}

// Markdown as it stands in config.def: `code` and [text](page).
std::string toRoff(std::string_view text) {
  std::string out;
  bool code = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t end = text[i] == '[' ? text.find("](", i) : text.npos;
    if (end != text.npos) {
      out += toRoff(text.substr(i + 1, end - i - 1));
      i = text.find(')', end);
    } else if (text[i] == '`') {
      out += code ? "\\fR" : "\\fB";
      code = !code;
    } else if (text[i] == '-') {
      out += "\\-";
    } else if (text[i] == '\\') {
      out += "\\e";
    } else {
      out += text[i];
    }
  }
  return out;
}

void writeMan(const char *version) {
  std::printf(".TH WEFT 7 \"\" \"weft %s\" \"Weft\"\n", version);
  std::puts(
      ".SH NAME\nweft \\- OpenCL driver for CPUs\n"
      ".SH DESCRIPTION\n"
      "Weft is an OpenCL driver that runs kernels on the CPUs of the machine. Programs find it\n"
      "through the ICD loader, which reads /etc/OpenCL/vendors/weft.icd;\n"
      ".BR clinfo (1)\nlists it.\n"
      ".SH ENVIRONMENT\n"
      "Each variable is read once, at its first use, and none in a process that runs with\n"
      "more rights than its caller has.");
  for (const Option &option : Options)
    std::printf(".TP\n\\fB%s\\fR (%s, default: %s)\n%s\n", option.variable, typeName(option.type),
                toRoff(defaultOf(option)).c_str(), toRoff(option.doc).c_str());
  std::puts(".SH FILES\n"
            ".TP\n/etc/OpenCL/vendors/weft.icd\nregisters the driver\n"
            ".TP\n$XDG_CACHE_HOME/weft, ~/.cache/weft\ncompiled programs\n"
            ".SH SEE ALSO\n.BR weftc (1),\n.BR clinfo (1)");
}

} // namespace

int main(int argc, char **argv) {
  if (argc == 3 && argv[1] == std::string_view("--man"))
    writeMan(argv[2]);
  else
    writeMarkdown();
}
