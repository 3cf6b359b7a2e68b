// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/opencl_c/queue_nulls.h"

#include "clang/AST/DeclGroup.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

namespace weft {
namespace {

class QueueNulls final : public clang::ASTConsumer, clang::DynamicRecursiveASTVisitor {
public:
  explicit QueueNulls(const bool &has_queues) : has_queues(has_queues) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    if (has_queues)
      for (clang::Decl *declaration : group)
        TraverseDecl(declaration);
    return true;
  }

  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *cast) override {
    if (cast->getCastKind() == clang::CK_NullToPointer && cast->getType()->isQueueT())
      cast->setCastKind(clang::CK_ZeroToOCLOpaqueType);
    return true;
  }

private:
  const bool &has_queues;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> makeQueueNulls(const bool &has_queues) {
  return std::make_unique<QueueNulls>(has_queues);
}

} // namespace weft
