// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a compile yields, as plain data: the form in which compiler and driver exchange, store and
// cache programs, and the bytes that CL_PROGRAM_BINARIES returns. Knows neither OpenCL nor LLVM.
#ifndef WEFT_SUPPORT_ARTIFACT_H
#define WEFT_SUPPORT_ARTIFACT_H

#include "weft/code_report.h"
#include "weft/kernel_facts.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

enum class ArgKind : uint8_t {
  Value,
  GlobalPointer,
  ConstantPointer,
  LocalPointer,
  Image,
  Sampler,
  Pipe,
  Queue
};
enum class AccessQualifier : uint8_t { None, ReadOnly, WriteOnly, ReadWrite };
enum class ImageType : uint8_t {
  None,
  Image1D,
  Image1DBuffer,
  Image1DArray,
  Image2D,
  Image2DArray,
  Image2DDepth,
  Image2DArrayDepth,
  Image3D
};
enum TypeQualifier : uint8_t {
  TypeQualifierConst = 1,
  TypeQualifierRestrict = 2,
  TypeQualifierVolatile = 4,
  TypeQualifierPipe = 8,
};

struct ArgInfo : ArgSlot {
  ArgKind kind = ArgKind::Value;
  AccessQualifier access = AccessQualifier::None;
  ImageType image_type = ImageType::None; // of an Image
  uint8_t type_qualifiers = 0;            // set of TypeQualifier
  uint32_t size = 0;          // bytes that clSetKernelArg expects; 0 for a local pointer
  bool is_integer = false;    // a scalar one, by value
  uint32_t pointee_align = 1; // bytes; alignment of what a pointer argument points to
  std::string name;           // always recorded
  std::string type_name;      // as the source writes it, "float4*" style of the spec
};

// Beside what the passes say, what the source does.
struct KernelInfo : KernelFacts {
  std::string name;
  std::string attributes;                // CL_KERNEL_ATTRIBUTES, space separated
  uint32_t reqd_work_group_size[3] = {}; // 0: none
  uint32_t work_group_size_hint[3] = {}; // 0: none
  uint32_t reqd_sub_group_size = 0;      // 0: none
  uint32_t reqd_num_sub_groups = 0;      // of a work-group; 0: none
  bool is_block = false; // of a block that others enqueue: none that the application knows
  std::vector<ArgInfo> args;
};

// A variable of the program that the host may ask for by name. One with two names is there twice.
struct NamedVariable {
  std::string name;
  std::string symbol;       // in the code
  uint64_t size = 0;        // bytes
  bool is_constant = false; // what holds it is not written
};

// A function of the program that the host may have a pointer to.
struct NamedFunction {
  std::string name;
  uint64_t pointer = 0; // what kernels call it by
};

enum class ArtifactKind : uint8_t { LogOnly, CompiledObject, Library, Executable };

// A file outside the request that a compile looked for: what the result depends on beside it.
struct IncludedFile {
  std::string path; // absolute
  bool present = false;
  uint64_t hash = 0; // contentHash() of what was read; 0 for an absent file
};

// Bytes of program-scope variables: of one, and of all in a program. They are part of the code,
// whose addresses reach 2 GiB far.
constexpr uint64_t MaxGlobalVariableBytes = uint64_t(64) << 20;
constexpr uint64_t MaxGlobalVariablesBytes = uint64_t(1) << 30;

// CPU time of the compiler's process, all threads.
struct PhaseTime {
  std::string name;
  double microseconds = 0;
};

// Bytes of all arguments of a kernel together: CL_DEVICE_MAX_PARAMETER_SIZE.
constexpr uint64_t MaxParameterBytes = 4096;

struct Artifact {
  ArtifactKind kind = ArtifactKind::LogOnly;
  bool has_arg_info = true;        // false for a program binary without -cl-kernel-arg-info
  bool uniform_work_groups = true; // local size must divide: OpenCL C before 2.0, or by option
  bool debug_info = false;         // built with -g: enqueue_kernel tells why it fails
  uint64_t global_variable_bytes = 0;
  std::string target;              // codeTarget(); code runs only where it equals the host's
  std::string options;             // what it was built with
  std::string log;                 // build log, UTF-8
  std::string ir;                  // LLVM bitcode; what linking takes
  std::string code;                // ELF shared object, or empty
  std::vector<KernelInfo> kernels; // in source order
  // None, or one without arguments that constructs the program's variables (C++ for OpenCL, or a
  // SPIR-V module's initializers): who loads the code runs it once, as one work-item.
  std::vector<KernelInfo> constructors;
  // None, or one without arguments: who unloads the code runs it once before, as one work-item.
  std::vector<KernelInfo> destructors;
  std::vector<NamedVariable> variables; // of an executable
  std::vector<NamedFunction> functions; // of an executable
  std::vector<IncludedFile> includes;   // of the real file system, for who keeps results
  // What weft_request::inspect asks for; else empty.
  std::string ir_text, assembly, stages;
  std::vector<PhaseTime> phases; // in order
  CodeReport report;
};

// What code was made for: "cpu|features|emitter", and the width where one was asked for.
std::string codeTarget(std::string_view cpu, std::string_view features, uint32_t emitter,
                       uint32_t simd_width);

// Of a file's bytes, as in IncludedFile.
uint64_t contentHash(std::string_view bytes);

// A self-describing byte string with magic, version and checksum.
std::string serialize(const Artifact &artifact);

// Reads what serialize() wrote; nullopt for anything else, however damaged. Never reads outside
// `bytes`, never allocates more than a small multiple of its size.
std::optional<Artifact> deserialize(std::string_view bytes);

} // namespace weft
#endif
