// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/artifact.h"

#include "weft/compiler.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <xxhash.h>

namespace weft {
namespace {

static_assert(std::endian::native == std::endian::little, "artifacts are little-endian");

constexpr char Magic[8] = {'W', 'E', 'F', 'T', 'A', 'R', 'T', '\20'};
constexpr size_t HeaderSize = sizeof(Magic) + sizeof(uint64_t); // magic, checksum of the rest

// One description of the fields serves both directions: `Archive` is a Writer or a Reader.
class Writer {
public:
  template <typename T> void scalar(const T &value) {
    out.append(reinterpret_cast<const char *>(&value), sizeof(value));
  }
  void text(const std::string &value) {
    scalar<uint64_t>(value.size());
    out.append(value);
  }
  template <typename T, typename Fn> void list(const std::vector<T> &values, Fn each) {
    scalar<uint64_t>(values.size());
    for (const T &value : values)
      each(value);
  }
  void record(const LaunchHints &value) {
    scalar(uint32_t(sizeof(value)));
    scalar(value);
  }
  std::string out;
};

// Whether these bytes are a record of this version, with truth values that are such.
bool isHints(const char *bytes) {
  uint32_t version;
  std::memcpy(&version, bytes, sizeof(version));
  if (version != LaunchHints::Version)
    return false;
  uint32_t rows, rows_of_tile;
  std::memcpy(&rows, bytes + offsetof(LaunchHints, rows_together), sizeof(rows));
  std::memcpy(&rows_of_tile, bytes + offsetof(LaunchHints, rows_of_tile), sizeof(rows_of_tile));
  return std::has_single_bit(rows) && rows <= LaunchHints::MostRowsTogether &&
         std::has_single_bit(rows_of_tile) && rows_of_tile <= LaunchHints::MostRowsOfTile &&
         uint8_t(bytes[offsetof(LaunchHints, grouping)]) <= uint8_t(Grouping::Free) &&
         std::all_of(bytes + offsetof(LaunchHints, has_loops),
                     bytes + offsetof(LaunchHints, rows_together),
                     [](char value) { return value == 0 || value == 1; });
}

class Reader {
public:
  explicit Reader(std::string_view bytes) : rest(bytes) {}
  template <typename T> void scalar(T &value) {
    if (rest.size() < sizeof(value)) {
      ok = false;
      return;
    }
    if constexpr (std::is_same_v<T, bool>)
      value = rest[0] != 0;
    else
      std::memcpy(&value, rest.data(), sizeof(value));
    rest.remove_prefix(sizeof(value));
  }
  void text(std::string &value) {
    uint64_t size = 0;
    scalar(size);
    if (!ok || size > rest.size()) {
      ok = false;
      return;
    }
    value.assign(rest.substr(0, size));
    rest.remove_prefix(size);
  }
  template <typename T, typename Fn> void list(std::vector<T> &values, Fn each) {
    uint64_t count = 0;
    scalar(count);
    // Every element takes at least one byte, so a larger count is damage, not data.
    if (count > rest.size())
      ok = false;
    for (uint64_t i = 0; ok && i < count; ++i)
      each(values.emplace_back());
  }
  // Another version's is skipped.
  void record(LaunchHints &value) {
    uint32_t size = 0;
    scalar(size);
    if (!ok || size > rest.size()) {
      ok = false;
      return;
    }
    value = LaunchHints();
    if (size == sizeof(value) && isHints(rest.data()))
      std::memcpy(&value, rest.data(), sizeof(value));
    rest.remove_prefix(size);
  }
  bool ok = true;
  std::string_view rest;
};

template <typename Archive, typename Arg> void fields(Archive &ar, Arg &arg, const ArgInfo *) {
  ar.scalar(arg.kind);
  ar.scalar(arg.access);
  ar.scalar(arg.image_type);
  ar.scalar(arg.type_qualifiers);
  ar.scalar(arg.size);
  ar.scalar(arg.offset);
  ar.scalar(arg.slot_size);
  ar.scalar(arg.is_integer);
  ar.scalar(arg.is_written);
  ar.scalar(arg.own_bytes);
  ar.scalar(arg.pointee_align);
  ar.text(arg.name);
  ar.text(arg.type_name);
}

template <typename Archive, typename Kernel>
void fields(Archive &ar, Kernel &kernel, const KernelInfo *) {
  ar.text(kernel.name);
  ar.text(kernel.symbol);
  ar.text(kernel.attributes);
  ar.scalar(kernel.args_size);
  ar.scalar(kernel.local_bytes);
  ar.scalar(kernel.private_bytes);
  ar.scalar(kernel.context_bytes_per_item);
  ar.scalar(kernel.context_bytes_per_group);
  for (auto &size : kernel.reqd_work_group_size)
    ar.scalar(size);
  for (auto &size : kernel.work_group_size_hint)
    ar.scalar(size);
  ar.scalar(kernel.reqd_sub_group_size);
  ar.scalar(kernel.reqd_num_sub_groups);
  ar.scalar(kernel.spill_bytes);
  ar.scalar(kernel.uses_barriers);
  ar.scalar(kernel.uses_fibers);
  ar.scalar(kernel.transposed);
  ar.scalar(kernel.enqueues);
  ar.scalar(kernel.reaches_by_arguments);
  ar.scalar(kernel.asks_for_separate_buffers);
  ar.scalar(kernel.is_block);
  ar.scalar(kernel.simd_width);
  ar.record(kernel.hints);
  ar.list(kernel.float_work, [&](auto &work) {
    ar.scalar(work.operations);
    ar.list(work.loops, [&](auto &loop) {
      ar.scalar(loop.arg);
      ar.scalar(loop.added);
      ar.scalar(loop.divisor);
    });
  });
  ar.scalar(kernel.float_work_assumed);
  ar.text(kernel.explain);
  ar.list(kernel.args, [&](auto &arg) { fields(ar, arg, static_cast<const ArgInfo *>(nullptr)); });
}

template <typename Archive, typename Line> void fields(Archive &ar, Line &at, const SourceLine *) {
  ar.scalar(at.file);
  ar.scalar(at.line);
}

template <typename Archive, typename Region>
void fields(Archive &ar, Region &region, const RegionReport *) {
  ar.scalar(region.number);
  ar.scalar(region.lanes);
  ar.text(region.why_single);
  ar.scalar(region.cost);
  ar.scalar(region.one_by_one);
  ar.list(region.operations, [&](auto &operation) {
    fields(ar, operation.at, static_cast<const SourceLine *>(nullptr));
    ar.scalar(operation.fate);
    ar.scalar(operation.masked);
    ar.scalar(operation.count);
    ar.scalar(operation.cost);
    ar.text(operation.what);
  });
  ar.list(region.loops, [&](auto &loop) {
    fields(ar, loop.at, static_cast<const SourceLine *>(nullptr));
    for (auto *is : {&loop.is_body, &loop.diverges, &loop.innermost, &loop.trips_known})
      ar.scalar(*is);
    for (auto *number :
         {&loop.trips, &loop.cost, &loop.issue, &loop.latency, &loop.memory, &loop.bytes})
      ar.scalar(*number);
  });
}

template <typename Archive, typename Code>
void fields(Archive &ar, Code &code, const CodeListing *) {
  ar.text(code.cpu);
  ar.list(code.files, [&](auto &file) { ar.text(file); });
  ar.list(code.lines, [&](auto &line) {
    ar.scalar(line.kind);
    fields(ar, line.at, static_cast<const SourceLine *>(nullptr));
    ar.text(line.text);
  });
  ar.list(code.loops, [&](auto &loop) {
    ar.scalar(loop.first);
    ar.scalar(loop.last);
    ar.scalar(loop.ports);
    ar.scalar(loop.chain);
    ar.text(loop.busiest);
  });
}

template <typename Archive, typename Report>
void fields(Archive &ar, Report &report, const CodeReport *) {
  ar.list(report.kernels, [&](auto &kernel) {
    ar.text(kernel.name);
    fields(ar, kernel.at, static_cast<const SourceLine *>(nullptr));
    ar.list(kernel.files, [&](auto &file) { ar.text(file); });
    ar.list(kernel.regions,
            [&](auto &region) { fields(ar, region, static_cast<const RegionReport *>(nullptr)); });
  });
  fields(ar, report.code, static_cast<const CodeListing *>(nullptr));
}

// Whether all that is named by number is there.
bool plausible(const CodeReport &report) {
  auto in = [](const std::vector<std::string> &files, const SourceLine &at) {
    return at.line == 0 || at.file < files.size();
  };
  for (const KernelReport &kernel : report.kernels) {
    if (!in(kernel.files, kernel.at))
      return false;
    for (const RegionReport &region : kernel.regions)
      if (!std::all_of(region.operations.begin(), region.operations.end(),
                       [&](const OperationReport &operation) {
                         return in(kernel.files, operation.at) &&
                                unsigned(operation.fate) < NumFates;
                       }) ||
          !std::all_of(region.loops.begin(), region.loops.end(),
                       [&](const LoopReport &loop) { return in(kernel.files, loop.at); }))
        return false;
  }
  const CodeListing &code = report.code;
  return std::all_of(code.lines.begin(), code.lines.end(),
                     [&](const CodeLine &line) {
                       return line.kind <= CodeLine::Instruction && in(code.files, line.at);
                     }) &&
         std::all_of(code.loops.begin(), code.loops.end(), [&](const MachineLoop &loop) {
           return loop.first <= loop.last && loop.last < code.lines.size();
         });
}

template <typename Archive, typename Whole>
void fields(Archive &ar, Whole &artifact, const Artifact *) {
  ar.scalar(artifact.kind);
  ar.scalar(artifact.has_arg_info);
  ar.scalar(artifact.uniform_work_groups);
  ar.scalar(artifact.debug_info);
  ar.scalar(artifact.global_variable_bytes);
  ar.text(artifact.target);
  ar.text(artifact.options);
  ar.text(artifact.log);
  ar.text(artifact.ir);
  ar.text(artifact.code);
  ar.list(artifact.kernels,
          [&](auto &kernel) { fields(ar, kernel, static_cast<const KernelInfo *>(nullptr)); });
  for (auto *list : {&artifact.constructors, &artifact.destructors})
    ar.list(*list,
            [&](auto &kernel) { fields(ar, kernel, static_cast<const KernelInfo *>(nullptr)); });
  ar.list(artifact.variables, [&](auto &variable) {
    ar.text(variable.name);
    ar.text(variable.symbol);
    ar.scalar(variable.size);
    ar.scalar(variable.is_constant);
  });
  ar.list(artifact.functions, [&](auto &function) {
    ar.text(function.name);
    ar.scalar(function.pointer);
  });
  ar.list(artifact.includes, [&](auto &file) {
    ar.text(file.path);
    ar.scalar(file.present);
    ar.scalar(file.hash);
  });
  ar.text(artifact.ir_text);
  ar.text(artifact.assembly);
  ar.text(artifact.stages);
  ar.list(artifact.phases, [&](auto &phase) {
    ar.text(phase.name);
    ar.scalar(phase.microseconds);
  });
  fields(ar, artifact.report, static_cast<const CodeReport *>(nullptr));
}

bool plausible(const Artifact &artifact) {
  if (artifact.kind > ArtifactKind::Executable || !plausible(artifact.report))
    return false;
  for (const auto *list : {&artifact.constructors, &artifact.destructors})
    if (list->size() > 1 || (!list->empty() && !list->front().args.empty()))
      return false;
  for (const NamedVariable &variable : artifact.variables)
    if (variable.size > MaxGlobalVariableBytes)
      return false;
  for (const KernelInfo &kernel : artifact.kernels) {
    if (!std::has_single_bit(kernel.simd_width))
      return false;
    for (const FloatWork &work : kernel.float_work)
      for (const LoopTrips &loop : work.loops)
        if (loop.arg >= kernel.args.size() || loop.divisor == 0)
          return false;
    for (const ArgInfo &arg : kernel.args)
      if (arg.kind > ArgKind::Queue || arg.access > AccessQualifier::ReadWrite ||
          arg.image_type > ImageType::Image3D ||
          (arg.kind == ArgKind::Image) != (arg.image_type != ImageType::None) ||
          uint64_t{arg.offset} + arg.slot_size > kernel.args_size)
        return false;
  }
  return true;
}

} // namespace

uint64_t contentHash(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::string serialize(const Artifact &artifact) {
  Writer writer;
  writer.out.assign(HeaderSize, '\0');
  fields(writer, artifact, &artifact);
  uint64_t checksum = XXH3_64bits(writer.out.data() + HeaderSize, writer.out.size() - HeaderSize);
  std::memcpy(writer.out.data(), Magic, sizeof(Magic));
  std::memcpy(writer.out.data() + sizeof(Magic), &checksum, sizeof(checksum));
  return std::move(writer.out);
}

std::optional<Artifact> deserialize(std::string_view bytes) {
  if (bytes.size() < HeaderSize || std::memcmp(bytes.data(), Magic, sizeof(Magic)) != 0)
    return std::nullopt;
  uint64_t checksum;
  std::memcpy(&checksum, bytes.data() + sizeof(Magic), sizeof(checksum));
  bytes.remove_prefix(HeaderSize);
  if (XXH3_64bits(bytes.data(), bytes.size()) != checksum)
    return std::nullopt;
  Artifact artifact;
  Reader reader(bytes);
  fields(reader, artifact, static_cast<const Artifact *>(nullptr));
  if (!reader.ok || !reader.rest.empty() || !plausible(artifact))
    return std::nullopt;
  return artifact;
}

std::string codeTarget(std::string_view cpu, std::string_view features, uint32_t emitter,
                       uint32_t simd_width) {
  std::string target(cpu);
  target.append("|").append(features);
  switch (emitter) {
  case WEFT_EMITTER_LOOPS:
    return target + "|loops";
  case WEFT_EMITTER_FIBERS:
    return target + "|fibers";
  default:
    return target + "|vector" + (simd_width ? std::to_string(simd_width) : "");
  }
}

} // namespace weft
