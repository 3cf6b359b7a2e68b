// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/pages/explain_page.h"

#include "tools/pages/html_page.h"
#include "tools/pages/source_files.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace weft {
namespace {

using Json = nlohmann::ordered_json;

class Explained {
public:
  Explained(const ExplainedProgram &program, const Artifact &artifact)
      : artifact(artifact), sources(program.path, program.source),
        data{{"name", program.path.substr(program.path.rfind('/') + 1)},
             {"target", program.target},
             {"options", program.options},
             {"version", WEFT_VERSION}} {
    data["fates"] = fates();
    data["kernels"] =
        each(artifact.report.kernels, [&](const KernelReport &report) { return kernel(report); });
    data["code"] = code();
    // Those that were named meanwhile.
    data["files"] = each(sources.all(), [](const SourceFilesOnPage::File &file) {
      Json result = {{"name", file.name}};
      if (file.text)
        result["text"] = *file.text;
      return result;
    });
  }

  const Json &result() const { return data; }

private:
  template <typename List, typename Fn> static Json each(const List &list, Fn make) {
    Json result = Json::array();
    for (const auto &element : list)
      result.push_back(make(element));
    return result;
  }

  static Json fates() {
    Json result = Json::array();
#define WEFT_FATE(id, name, grade, meaning, advice)                                                \
  result.push_back(                                                                                \
      Json{{"name", name}, {"grade", grade}, {"meaning", meaning}, {"advice", advice}});
#include "weft/fates.def"
    return result;
  }

  // What is said of a place, which comes first.
  Json at(const SourceLine &place, const std::vector<std::string> &files, const Json &what) {
    Json result = {{"file", place.line ? sources.numberOf(files[place.file]) : 0},
                   {"line", place.line}};
    result.update(what);
    return result;
  }

  Json kernel(const KernelReport &report) {
    const auto facts = std::find_if(artifact.kernels.begin(), artifact.kernels.end(),
                                    [&](const KernelInfo &one) { return one.name == report.name; });
    Json result = at(report.at, report.files, {{"name", report.name}});
    if (facts != artifact.kernels.end())
      result.update(Json{{"symbol", facts->symbol},
                         {"lanes", facts->simd_width},
                         {"remarks", facts->explain},
                         {"spilled", facts->spill_bytes},
                         {"barriers", facts->uses_barriers}});
    result["regions"] =
        each(report.regions, [&](const RegionReport &one) { return region(one, report.files); });
    return result;
  }

  Json region(const RegionReport &report, const std::vector<std::string> &files) {
    Json operations = each(report.operations, [&](const OperationReport &operation) {
      return at(operation.at, files,
                {{"fate", unsigned(operation.fate)},
                 {"masked", operation.masked},
                 {"count", operation.count},
                 {"cost", operation.cost},
                 {"what", operation.what}});
    });
    Json loops = each(report.loops, [&](const LoopReport &loop) {
      return at(loop.at, files,
                {{"body", loop.is_body},
                 {"diverges", loop.diverges},
                 {"innermost", loop.innermost},
                 {"tripsKnown", loop.trips_known},
                 {"trips", loop.trips},
                 {"cost", loop.cost},
                 {"issue", loop.issue},
                 {"latency", loop.latency},
                 {"memory", loop.memory},
                 {"bytes", loop.bytes}});
    });
    return {{"number", report.number},       {"lanes", report.lanes},
            {"single", report.why_single},   {"cost", report.cost},
            {"oneByOne", report.one_by_one}, {"operations", std::move(operations)},
            {"loops", std::move(loops)}};
  }

  // Lines are many: [kind, file, line, text].
  Json code() {
    const CodeListing &listing = artifact.report.code;
    Json lines = each(listing.lines, [&](const CodeLine &line) {
      return Json::array({unsigned(line.kind),
                          line.at.line ? sources.numberOf(listing.files[line.at.file]) : 0,
                          line.at.line, line.text});
    });
    Json loops = each(listing.loops, [](const MachineLoop &loop) {
      return Json{{"first", loop.first},
                  {"last", loop.last},
                  {"ports", loop.ports},
                  {"chain", loop.chain},
                  {"busiest", loop.busiest}};
    });
    return {{"cpu", listing.cpu}, {"lines", std::move(lines)}, {"loops", std::move(loops)}};
  }

  const Artifact &artifact;
  SourceFilesOnPage sources;
  Json data;
};

} // namespace

std::string explainPage(const ExplainedProgram &program, const Artifact &artifact) {
  const std::string name = program.path.substr(program.path.rfind('/') + 1);
  return htmlPage(PageKind::Explain, name + " on Weft", Explained(program, artifact).result());
}

} // namespace weft
