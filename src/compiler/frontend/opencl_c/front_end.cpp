// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/opencl_c/front_end.h"

#include "compiler/embedded.h"
#include "compiler/frontend/opencl_c/own_headers.h"
#include "compiler/frontend/opencl_c/queue_nulls.h"
#include "compiler/frontend/opencl_c/source_check.h"
#include "compiler/frontend/opencl_c/source_warnings.h"
#include "compiler/frontend/recording_files.h"
#include "passes/lowering/blocks.h"
#include "support/config.h"
#include "support/opencl_version.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace weft {
namespace {

// Folders of the virtual file system; the names only ever show in diagnostics.
constexpr llvm::StringLiteral VirtualFolder = "/weft/";
constexpr llvm::StringLiteral HeaderFolder = "/weft/program/";
constexpr llvm::StringLiteral BuiltinFolder = "/weft/builtin/";
constexpr llvm::StringLiteral SourceName = "program.cl";

// Clang (22) gives its calls in OpenCL C the type bool and the value of a pointer, and then crashes
// or makes what is not valid. A promise; to keep to less than it says is right, so a macro drops
// it.
constexpr llvm::StringLiteral AssumeAligned = "__builtin_assume_aligned";

// The optional parts of the language: those that the device reports are on, all others off.
// (__opencl_c_int64 is not optional for Clang.)
constexpr llvm::StringLiteral LanguageExtensions = "-cl-ext=-all"
#define WEFT_LANGUAGE_EXTENSION(name, major, minor, micro, since) ",+" #name
#define WEFT_LANGUAGE_FEATURE(name) ",+" #name
#include "support/language.def"
    ;

// The version of the language as __OPENCL_C_VERSION__ has it; of C++ for OpenCL that of the OpenCL
// C which it extends.
unsigned versionOf(llvm::StringRef standard) {
  return llvm::StringSwitch<unsigned>(standard)
      .Case("CL1.0", 100)
      .Case("CL1.1", 110)
      .Case("CL1.2", 120)
      .Cases({"CL2.0", "CLC++", "CLC++1.0"}, 200)
      .Case("CL3.1", 310)
      .Default(300);
}

// The standard that Clang is given. It knows nothing of OpenCL C 3.1, which is 3.0 but for macros:
// of what 3.1 added, extensions are on in every version, and printf takes %z and %t anyway.
llvm::StringRef clangStandard(const Options &options) {
  return options.standard == "CL3.1" ? "CL3.0" : llvm::StringRef(options.standard);
}

std::vector<std::string> clangArguments(const Options &options) {
  std::vector<std::string> args = {
      "-triple", "spir64-unknown-unknown", "-x", options.cxx() ? "clcpp" : "cl",
      ("-cl-std=" + clangStandard(options)).str(),
      // Optimisation is announced but not run: functions must not be marked optnone, whatever the
      // program asked for, because kernels cannot do without the pipeline.
      "-O2", "-disable-llvm-passes", "-main-file-name", SourceName.str(),
      "-fdeclare-opencl-builtins", "-finclude-default-header",
      // Of the system only what -I names, and the current folder (below). Our own headers come
      // first, so that they are looked for nowhere else.
      "-nostdsysteminc", "-nobuiltininc", "-iquote", BuiltinFolder.str(), "-internal-isystem",
      BuiltinFolder.str(), LanguageExtensions.str(),
      // The kernel table takes argument names and types from this metadata.
      "-cl-kernel-arg-info",
      // a * b + c may be contracted within an expression (OpenCL C, "FP_CONTRACT": on by default).
      "-ffp-contract=on",
      // Nesting is limited by the stack of our own thread, which is not the one Clang expects.
      "-Wno-stack-exhausted",
      // Clang says of extensions that are always on that a pragma does nothing; the specification
      // has programs write it.
      "-Wno-error=ignored-pragmas"};
#ifdef NDEBUG
  args.push_back("-disable-llvm-verifier"); // as Clang's driver does
#endif
  // Clang's header names some extensions for OpenCL C 2.0 and later only.
  unsigned version = versionOf(options.standard);
#define WEFT_LANGUAGE_EXTENSION(name, major, minor, micro, since)                                  \
  if (version >= since)                                                                            \
    args.push_back("-D" #name "=1");
#include "support/language.def"
  // Clang defines it for every language, but such macros are of OpenCL C 3.0 alone.
  if (version < 300)
    args.push_back("-U__opencl_c_int64");
  args.push_back("-D" + AssumeAligned.str() + "(pointer, ...)=(pointer)");
  // Clang's name of the target, not the device's.
  args.insert(args.end(), {"-U", "__SPIR__", "-U", "__SPIR64__"});
  // The version of the device, which is not the version of the language.
  args.push_back("-D__OPENCL_VERSION__=" + std::to_string(OpenCLVersion));
  // Of every version, like those that Clang defines: a comparison with a macro that is not there
  // would hold.
  args.push_back("-DCL_VERSION_3_1=310");
  if (options.standard == "CL3.1")
    args.insert(args.end(),
                {"-U__OPENCL_C_VERSION__", "-D__OPENCL_C_VERSION__=" + std::to_string(version)});
  if (options.cxx())
    // Nothing tells a program that it is about to go, so no destructor of its objects would run.
    args.push_back("-fc++-static-destructors=none");
  if (options.debug) {
    // Variables are of use where work-items run as they are written.
    args.push_back(options.debug_variables ? "-debug-info-kind=constructor"
                                           : "-debug-info-kind=line-tables-only");
    args.push_back("-dwarf-version=5");
  }
  // What Clang does for remarks, of which this asks for none.
  if (options.wantsLines() && !options.debug)
    args.push_back("-Rpass-missed=^$");
  if (options.wantsText())
    args.insert(args.end(), {"-gembed-source", "-dwarf-version=5"});
  // Those of the second that tell of a way on which a variable is not set are not always right.
  if (options.check_at_build)
    args.insert(args.end(), {"-Wuninitialized", "-Wno-sometimes-uninitialized"});
  // What Clang made an error of later than programs were written for it: warnings, as they were.
  if (!llvm::is_contained(options.clang_args, "-Werror"))
    for (const char *group :
         {"incompatible-pointer-types", "int-conversion", "implicit-int", "return-mismatch"})
      args.push_back(std::string("-Wno-error=") + group);
  args.push_back("-I");
  args.push_back(HeaderFolder.str());
  args.insert(args.end(), options.clang_args.begin(), options.clang_args.end());
  // Programs written for other implementations expect the process's current folder to count as that
  // of the source. After all others, so that nothing there hides what a program has named. But who
  // runs a program with more rights than his own chooses its folder, and so its headers.
  if (!config::privileged())
    args.insert(args.end(), {"-I", "."});
  args.push_back("-");
  return args;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
fileSystem(llvm::ArrayRef<weft_header> headers,
           llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> real) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  memory->addFile(BuiltinFolder + "opencl-c-base.h", 0,
                  llvm::MemoryBuffer::getMemBuffer(embedded::base_header()));
  for (const OwnHeader &header : ownHeaders())
    memory->addFile(BuiltinFolder + header.name, 0,
                    llvm::MemoryBuffer::getMemBuffer(header.text()));
  for (const weft_header &header : headers) {
    llvm::StringRef text(static_cast<const char *>(header.text.data), header.text.size);
    memory->addFile(HeaderFolder + header.name, 0,
                    llvm::MemoryBuffer::getMemBufferCopy(text, header.name));
  }
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(real));
  overlay->pushOverlay(std::move(memory));
  return overlay;
}

// More tokens than this, after macros, are no program but a macro that calls itself through others
// again and again: 24 lines are enough to fill any memory.
constexpr uint64_t MaxTokens = 8'000'000;

class BoundedAction final : public clang::EmitLLVMOnlyAction {
public:
  BoundedAction(llvm::LLVMContext *context, bool warns)
      : EmitLLVMOnlyAction(context), warns(warns) {}

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    clang::DiagnosticsEngine &diagnostics = compiler.getDiagnostics();
    clang::Preprocessor &preprocessor = compiler.getPreprocessor();
    const clang::IdentifierInfo *refused = preprocessor.getIdentifierInfo(AssumeAligned);
    // Nobody has a queue without naming one of these.
    const clang::IdentifierInfo *queue_type = preprocessor.getIdentifierInfo("queue_t");
    const clang::IdentifierInfo *queue = preprocessor.getIdentifierInfo("get_default_queue");
    preprocessor.setTokenWatcher(
        [this, &diagnostics, refused, queue_type, queue](const clang::Token &token) {
          if (++tokens > MaxTokens) {
            if (tokens == MaxTokens + 1)
              diagnostics.Report(
                  token.getLocation(),
                  diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Fatal,
                                              "the program has more than eight million tokens"));
            // Nothing in Clang stops in the middle of a macro. What is watched is what the parser
            // is given next, and of a program that has ended it asks for no more.
            auto &given = const_cast<clang::Token &>(token);
            given.setKind(clang::tok::eof);
            given.setEofData(nullptr);
            return;
          }
          if (token.isAnnotation())
            return;
          const clang::IdentifierInfo *name = token.getIdentifierInfo();
          has_queues |= name && (name == queue_type || name == queue);
          // Without our macro, or around it.
          if (name == refused)
            diagnostics.Report(token.getLocation(),
                               diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                                           "'%0' is only supported as a call"))
                << AssumeAligned;
        });
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

  // What is refused or changed is so ahead of the code generator.
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(checkSource(compiler, BuiltinFolder));
    if (warns)
      consumers.push_back(warnOfSource(compiler, BuiltinFolder));
    consumers.push_back(makeQueueNulls(has_queues));
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    if (!consumers.back())
      return nullptr;
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

private:
  uint64_t tokens = 0;
  bool has_queues = false;
  const bool warns;
};

// Clang says of each variable which address space of the device it is in; on the host there is one,
// and debuggers know no other.
llvm::DIExpression *withoutAddressSpace(llvm::DIExpression *expression) {
  llvm::ArrayRef<uint64_t> elements = expression->getElements();
  const size_t count = elements.size();
  if (count < 4 || elements[count - 4] != llvm::dwarf::DW_OP_constu ||
      elements[count - 2] != llvm::dwarf::DW_OP_swap ||
      elements[count - 1] != llvm::dwarf::DW_OP_xderef)
    return expression;
  return llvm::DIExpression::get(expression->getContext(), elements.drop_back(4));
}

void dropAddressSpaces(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      for (llvm::DbgVariableRecord &record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
        record.setExpression(withoutAddressSpace(record.getExpression()));
  for (llvm::GlobalVariable &variable : module.globals()) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> all;
    variable.getDebugInfo(all);
    variable.eraseMetadata(llvm::LLVMContext::MD_dbg);
    for (llvm::DIGlobalVariableExpression *info : all)
      variable.addDebugInfo(llvm::DIGlobalVariableExpression::get(
          module.getContext(), info->getVariable(), withoutAddressSpace(info->getExpression())));
  }
}

// Of what runs a program's constructors Clang makes a kernel, for hosts that launch it. Ours is
// made when the program is whole (compiler/program/constructors.h).
void unmakeKernelsOfConstructors(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && function.hasLocalLinkage())
      function.setCallingConv(llvm::CallingConv::SPIR_FUNC);
}

// C++ for OpenCL has what it has of OpenCL C 2.0 and later; Clang (22) takes it for an earlier one
// here, whose work-groups are all of the same size.
void allowSmallerGroups(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (function.hasFnAttribute("uniform-work-group-size"))
      function.addFnAttr("uniform-work-group-size", "false");
}

} // namespace

std::unique_ptr<llvm::Module> compileSource(llvm::StringRef source,
                                            llvm::ArrayRef<weft_header> headers,
                                            const Options &options, llvm::LLVMContext &context,
                                            std::vector<IncludedFile> &includes, Log &log) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  auto real =
      llvm::makeIntrusiveRefCnt<RecordingFiles>(llvm::vfs::getRealFileSystem(), VirtualFolder);
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files = fileSystem(headers, real);

  auto invocation = std::make_shared<clang::CompilerInvocation>();
  std::vector<std::string> args = clangArguments(options);
  for (llvm::StringRef header :
       ownHeadersFor(source, headers, options, versionOf(options.standard)))
    args.insert(args.begin(), {"-include", header.str()});
  std::vector<const char *> argv;
  for (const std::string &arg : args)
    argv.push_back(arg.c_str());
  // Errors of the command line itself, such as a malformed -D.
  clang::DiagnosticOptions argument_options;
  clang::TextDiagnosticPrinter argument_printer(stream, argument_options);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> argument_diagnostics =
      clang::CompilerInstance::createDiagnostics(*files, argument_options, &argument_printer,
                                                 /*ShouldOwnClient=*/false);
  bool valid = clang::CompilerInvocation::CreateFromArgs(*invocation, argv, *argument_diagnostics);
  if (!valid) {
    log.append(text);
    log.setFailed();
    return nullptr;
  }
  // OpenCL C has C99's rule that values of different types do not lie in the same place. Kernels
  // that were written for GPUs break it often and count on it.
  invocation->getCodeGenOpts().RelaxedAliasing = !options.strict_aliasing;

  // Clang reads up to a NUL, so the text needs one of its own.
  const std::string terminated = source.str();
  invocation->getFrontendOpts().Inputs = {clang::FrontendInputFile(
      llvm::MemoryBufferRef(terminated, SourceName),
      clang::InputKind(options.cxx() ? clang::Language::OpenCLCXX : clang::Language::OpenCL))};

  clang::CompilerInstance compiler(std::move(invocation));
  compiler.createVirtualFileSystem(files);
  compiler.createFileManager();
  compiler.createDiagnostics(
      new clang::TextDiagnosticPrinter(stream, compiler.getDiagnosticOpts()));
  compiler.setVerboseOutputStream(stream); // "1 error generated."
  BoundedAction action(&context, options.check_at_build);
  bool compiled = compiler.ExecuteAction(action);
  log.append(text);
  includes = real->recorded();
  std::unique_ptr<llvm::Module> module = compiled ? action.takeModule() : nullptr;
  if (!module) {
    log.setFailed();
    return nullptr;
  }
  module->setModuleIdentifier(SourceName);
  if (options.cxx()) {
    unmakeKernelsOfConstructors(*module);
    if (!options.uniform_work_group_size)
      allowSmallerGroups(*module);
  }
  markBlockKernels(*module);
  if (options.debug && options.debug_variables)
    dropAddressSpaces(*module);
  return module;
}

} // namespace weft
