// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/opencl_c/source_check.h"

#include "compiler/frontend/reserved_names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"

#include <string>

namespace weft {
namespace {

// #pragma clang __debug crash, overflow_stack and their like.
class RefusedPragma final : public clang::PragmaHandler {
public:
  RefusedPragma() : PragmaHandler("__debug") {}
  void HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer,
                    clang::Token &first) override {
    clang::DiagnosticsEngine &diagnostics = preprocessor.getDiagnostics();
    diagnostics.Report(first.getLocation(),
                       diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                                   "'#pragma clang __debug' is not supported"));
  }
};

// Names of what OpenCL's functions and kernels become: with a type of its own choice a program
// could make them anything.
bool isReserved(llvm::StringRef name) {
  return isReservedName(name) || name.starts_with("_Z") || name.starts_with("__clang_ocl") ||
         name.starts_with("__translate_sampler");
}

// Clang (22) takes 0 for an event, but not for those of an array, and says nothing about it. What
// it has put in the place of the initialiser is for programs with errors only: it crashes on that.
clang::InitListExpr *zerosOfEvents(clang::ASTContext &context, clang::QualType type,
                                   clang::RecoveryExpr &refused) {
  const auto *array = context.getAsConstantArrayType(type);
  const auto given = refused.subExpressions();
  auto *list = given.size() == 1 ? llvm::dyn_cast<clang::InitListExpr>(given[0]) : nullptr;
  auto is_zero = [](const clang::Expr *element) {
    auto *number = llvm::dyn_cast<clang::IntegerLiteral>(element->IgnoreParenImpCasts());
    return number && number->getValue().isZero();
  };
  if (!array || !array->getElementType()->isEventT() || !list ||
      array->getSize().ult(list->getNumInits()) || !llvm::all_of(list->inits(), is_zero))
    return nullptr;
  auto *zeros =
      new (context) clang::InitListExpr(context, list->getLBraceLoc(), {}, list->getRBraceLoc());
  zeros->setType(type);
  zeros->setArrayFiller(new (context) clang::ImplicitValueInitExpr(array->getElementType()));
  return zeros;
}

class SourceCheck final : public clang::ASTConsumer {
public:
  SourceCheck(clang::CompilerInstance &compiler, llvm::StringRef builtin_folder)
      : diagnostics(compiler.getDiagnostics()), sources(compiler.getSourceManager()),
        builtin_folder(builtin_folder) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *declaration : group)
      check(*declaration);
    return true;
  }

private:
  void check(clang::Decl &declaration) {
    // C++: what is in there does not come by.
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::CXXRecordDecl>(declaration))
      for (clang::Decl *inner : llvm::cast<clang::DeclContext>(declaration).decls())
        check(*inner);
    if (auto *pattern = llvm::dyn_cast<clang::TemplateDecl>(&declaration);
        pattern && pattern->getTemplatedDecl())
      check(*pattern->getTemplatedDecl());
    auto *named = llvm::dyn_cast<clang::NamedDecl>(&declaration);
    if (!named || declaration.isImplicit() || isOurs(declaration.getLocation()))
      return;
    if (declaration.hasAttr<clang::NakedAttr>())
      refuse(declaration, "naked functions are not supported");
    if (declaration.hasAttr<clang::AsmLabelAttr>())
      refuse(declaration, "names for the assembler are not supported");
    if (declaration.hasAttr<clang::ConstructorAttr>() ||
        declaration.hasAttr<clang::DestructorAttr>())
      refuse(declaration,
             "functions that run when a program is loaded or unloaded are not supported");
    if (auto *variable = llvm::dyn_cast<clang::VarDecl>(named))
      checkInitializer(*variable);
    auto *function = llvm::dyn_cast<clang::FunctionDecl>(named);
    if (!function)
      return;
    if (named->getIdentifier() && isReserved(named->getName()))
      refuse(declaration, "the function's name is reserved");
    if (function->hasAttr<clang::DeviceKernelAttr>() && hasConvention(*function))
      refuse(declaration, "kernels have no calling convention of their own");
    // Functions are declared in functions, too, and those do not come by.
    for (clang::Decl *inner : function->decls())
      if (!llvm::isa<clang::ParmVarDecl>(inner))
        check(*inner);
  }

  void checkInitializer(clang::VarDecl &variable) {
    auto *refused = llvm::dyn_cast_or_null<clang::RecoveryExpr>(variable.getInit());
    if (!refused || diagnostics.hasErrorOccurred())
      return;
    if (auto *zeros = zerosOfEvents(variable.getASTContext(), variable.getType(), *refused))
      variable.setInit(zeros);
    else
      refuse(variable, "the variable cannot be initialized like this");
  }

  // Also one that Clang ignores for this target takes the place of the kernels' own.
  static bool hasConvention(const clang::FunctionDecl &function) {
    return function.getType()->castAs<clang::FunctionType>()->getCallConv() !=
           clang::CC_DeviceKernel;
  }

  bool isOurs(clang::SourceLocation location) const {
    return sources.getFilename(sources.getExpansionLoc(location)).starts_with(builtin_folder);
  }

  void refuse(const clang::Decl &declaration, llvm::StringRef what) {
    diagnostics.Report(declaration.getLocation(),
                       diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0"))
        << what;
  }

  clang::DiagnosticsEngine &diagnostics;
  clang::SourceManager &sources;
  const std::string builtin_folder;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> checkSource(clang::CompilerInstance &compiler,
                                                llvm::StringRef builtin_folder) {
  // In place of Clang's own of that name.
  compiler.getPreprocessor().AddPragmaHandler("clang", new RefusedPragma);
  return std::make_unique<SourceCheck>(compiler, builtin_folder);
}

} // namespace weft
