// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/pages/explain_page.h"

#include "tools/pages/html_page.h"
#include "tools/pages/json_writer.h"
#include "tools/pages/source_files.h"

#include <algorithm>

namespace weft {
namespace {

class Explained {
public:
  Explained(const ExplainedProgram &program, const Artifact &artifact)
      : program(program), artifact(artifact), sources(program.path, program.source) {}

  std::string data() {
    json.object([&] {
      json["name"].value(program.path.substr(program.path.rfind('/') + 1));
      json["target"].value(program.target);
      json["options"].value(program.options);
      json["version"].value(WEFT_VERSION);
      json["fates"].array([&] { fates(); });
      json["kernels"].array(artifact.report.kernels,
                            [&](const KernelReport &report) { kernel(report); });
      json["code"].object([&] { code(); });
      // Those that were named meanwhile.
      json["files"].array(sources.all(), [&](const SourceFilesOnPage::File &file) {
        json.object([&] {
          json["name"].value(file.name);
          if (file.text)
            json["text"].value(*file.text);
        });
      });
    });
    return json.text();
  }

private:
  void fates() {
    auto fate = [&](const char *name, int grade, const char *meaning, const char *advice) {
      json.object([&] {
        json["name"].value(name);
        json["grade"].value(grade);
        json["meaning"].value(meaning);
        json["advice"].value(advice);
      });
    };
#define WEFT_FATE(id, name, grade, meaning, advice) fate(name, grade, meaning, advice);
#include "weft/fates.def"
  }

  void place(const SourceLine &at, const std::vector<std::string> &files) {
    json["file"].value(at.line ? sources.numberOf(files[at.file]) : 0);
    json["line"].value(at.line);
  }

  void kernel(const KernelReport &report) {
    const auto facts = std::find_if(artifact.kernels.begin(), artifact.kernels.end(),
                                    [&](const KernelInfo &one) { return one.name == report.name; });
    json.object([&] {
      json["name"].value(report.name);
      place(report.at, report.files);
      if (facts != artifact.kernels.end()) {
        json["symbol"].value(facts->symbol);
        json["lanes"].value(facts->simd_width);
        json["remarks"].value(facts->explain);
        json["spilled"].value(facts->spill_bytes);
        json["barriers"].value(facts->uses_barriers);
      }
      json["regions"].array(report.regions,
                            [&](const RegionReport &one) { region(one, report.files); });
    });
  }

  void region(const RegionReport &report, const std::vector<std::string> &files) {
    json.object([&] {
      json["number"].value(report.number);
      json["lanes"].value(report.lanes);
      json["single"].value(report.why_single);
      json["cost"].value(report.cost);
      json["oneByOne"].value(report.one_by_one);
      json["operations"].array(report.operations, [&](const OperationReport &operation) {
        json.object([&] {
          place(operation.at, files);
          json["fate"].value(unsigned(operation.fate));
          json["masked"].value(operation.masked);
          json["count"].value(operation.count);
          json["cost"].value(operation.cost);
          json["what"].value(operation.what);
        });
      });
      json["loops"].array(report.loops, [&](const LoopReport &loop) {
        json.object([&] {
          place(loop.at, files);
          json["body"].value(loop.is_body);
          json["diverges"].value(loop.diverges);
          json["innermost"].value(loop.innermost);
          json["tripsKnown"].value(loop.trips_known);
          json["trips"].value(loop.trips);
          json["cost"].value(loop.cost);
          json["issue"].value(loop.issue);
          json["latency"].value(loop.latency);
          json["memory"].value(loop.memory);
          json["bytes"].value(loop.bytes);
        });
      });
    });
  }

  // Lines are many: [kind, file, line, text].
  void code() {
    const CodeListing &listing = artifact.report.code;
    json["cpu"].value(listing.cpu);
    json["lines"].array(listing.lines, [&](const CodeLine &line) {
      json.array([&] {
        json.value(unsigned(line.kind));
        json.value(line.at.line ? sources.numberOf(listing.files[line.at.file]) : 0);
        json.value(line.at.line);
        json.value(line.text);
      });
    });
    json["loops"].array(listing.loops, [&](const MachineLoop &loop) {
      json.object([&] {
        json["first"].value(loop.first);
        json["last"].value(loop.last);
        json["ports"].value(loop.ports);
        json["chain"].value(loop.chain);
        json["busiest"].value(loop.busiest);
      });
    });
  }

  const ExplainedProgram &program;
  const Artifact &artifact;
  SourceFilesOnPage sources;
  JsonWriter json;
};

} // namespace

std::string explainPage(const ExplainedProgram &program, const Artifact &artifact) {
  const std::string name = program.path.substr(program.path.rfind('/') + 1);
  return htmlPage(PageKind::Explain, name + " on Weft", Explained(program, artifact).data());
}

} // namespace weft
