; Accesses keep their scopes; that these begin somewhere is not said.
; RUN: %weft-opt -passes=weft-drop-scope-declarations -S %s | FileCheck %s

declare void @llvm.experimental.noalias.scope.decl(metadata)

; CHECK-LABEL: define void @scoped(
; CHECK-NEXT: store i32 1, ptr %a, align 4, !alias.scope
; CHECK-NEXT: ret void
define void @scoped(ptr %a) {
  call void @llvm.experimental.noalias.scope.decl(metadata !2)
  store i32 1, ptr %a, align 4, !alias.scope !2
  ret void
}

!0 = distinct !{!0, !"launch"}
!1 = distinct !{!1, !0, !"a"}
!2 = !{!1}
