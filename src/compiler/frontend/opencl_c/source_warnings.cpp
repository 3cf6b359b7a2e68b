// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/opencl_c/source_warnings.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

#include <optional>
#include <string>

namespace weft {
namespace {

using clang::BinaryOperator;
using clang::Expr;

class Visitor final : public clang::RecursiveASTVisitor<Visitor> {
public:
  Visitor(clang::ASTContext &context, clang::DiagnosticsEngine &diagnostics)
      : context(context), diagnostics(diagnostics) {}

  bool VisitFunctionDecl(clang::FunctionDecl *function) {
    if (!function->isThisDeclarationADefinition() || !function->hasAttr<clang::DeviceKernelAttr>())
      return true;
    for (const clang::ParmVarDecl *parameter : function->parameters())
      if (parameter->getIdentifier() && !parameter->isUsed() && !parameter->isReferenced() &&
          !parameter->hasAttr<clang::UnusedAttr>())
        diagnostics.Report(
            parameter->getLocation(),
            diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Warning,
                                        "argument '%0' of kernel '%1' is never used [unused]"))
            << parameter->getName() << function->getName();
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *op) {
    const bool is_shift = op->isShiftOp() || op->getOpcode() == clang::BO_ShlAssign ||
                          op->getOpcode() == clang::BO_ShrAssign;
    const Expr *amount = op->getRHS();
    if (!is_shift || op->isTypeDependent() || amount->isValueDependent())
      return true;
    clang::QualType type = op->getLHS()->getType();
    // Elements of a vector are shifted by as many bits as they have; others as `int` at least.
    if (!type->isIntegerType())
      return true;
    if (op->isCompoundAssignmentOp())
      type = llvm::cast<clang::CompoundAssignOperator>(op)->getComputationLHSType();
    clang::Expr::EvalResult result;
    if (!amount->EvaluateAsInt(result, context, Expr::SE_NoSideEffects))
      return true;
    const llvm::APSInt &value = result.Val.getInt();
    const unsigned bits = unsigned(context.getIntWidth(type));
    if (!value.isNegative() && value.getActiveBits() <= 64 && value.getZExtValue() < bits)
      return true;
    diagnostics.Report(op->getOperatorLoc(),
                       diagnostics.getCustomDiagID(
                           clang::DiagnosticsEngine::Warning,
                           "shift of a %0-bit number by %1: OpenCL C takes the amount modulo %0 "
                           "[arith]"))
        << bits << llvm::toString(value, 10);
    return true;
  }

  // What conditions that are constant keep from being done is not looked at: macros make such code.
  bool TraverseIfStmt(clang::IfStmt *choice) {
    const std::optional<bool> taken = constant(choice->getCond());
    if (!taken)
      return RecursiveASTVisitor::TraverseIfStmt(choice);
    return TraverseStmt(*taken ? choice->getThen() : choice->getElse());
  }
  bool TraverseConditionalOperator(clang::ConditionalOperator *choice) {
    const std::optional<bool> taken = constant(choice->getCond());
    if (!taken)
      return RecursiveASTVisitor::TraverseConditionalOperator(choice);
    return TraverseStmt(*taken ? choice->getTrueExpr() : choice->getFalseExpr());
  }
  bool TraverseBinaryOperator(BinaryOperator *op) {
    if (op->isLogicalOp())
      if (const std::optional<bool> left = constant(op->getLHS());
          left && *left == (op->getOpcode() == clang::BO_LOr))
        return true;
    return RecursiveASTVisitor::TraverseBinaryOperator(op);
  }

private:
  std::optional<bool> constant(const Expr *condition) const {
    bool value;
    if (condition && !condition->isValueDependent() && !condition->getType()->isVectorType() &&
        condition->EvaluateAsBooleanCondition(value, context))
      return value;
    return std::nullopt;
  }

  clang::ASTContext &context;
  clang::DiagnosticsEngine &diagnostics;
};

class SourceWarnings final : public clang::ASTConsumer {
public:
  SourceWarnings(clang::CompilerInstance &compiler, llvm::StringRef builtin_folder)
      : diagnostics(compiler.getDiagnostics()), sources(compiler.getSourceManager()),
        builtin_folder(builtin_folder) {}

  // Not earlier: what names an argument may be instantiated late.
  void HandleTranslationUnit(clang::ASTContext &context) override {
    if (diagnostics.hasErrorOccurred())
      return;
    Visitor visitor(context, diagnostics);
    for (clang::Decl *declaration : context.getTranslationUnitDecl()->decls())
      if (!declaration->isImplicit() && declaration->getLocation().isValid() &&
          !sources.getFilename(sources.getExpansionLoc(declaration->getLocation()))
               .starts_with(builtin_folder))
        visitor.TraverseDecl(declaration);
  }

private:
  clang::DiagnosticsEngine &diagnostics;
  clang::SourceManager &sources;
  const std::string builtin_folder;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> warnOfSource(clang::CompilerInstance &compiler,
                                                 llvm::StringRef builtin_folder) {
  return std::make_unique<SourceWarnings>(compiler, builtin_folder);
}

} // namespace weft
