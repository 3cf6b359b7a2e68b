; Within an iteration a load sees the stores before it. Where the vectoriser could move one of them, because it gathers
; strided accesses, the loop is not marked parallel: in @hazard the load may read what was stored. In @load-first and
; @consecutive nothing is moved, in @disjoint nothing is the same.
; RUN: %weft-opt -passes=weft-keep-iteration-order -S %s | FileCheck %s
; LLVM itself: the stores of @moved become one, behind the loads, which may be of what is stored. When that fails
; because LLVM has a store before the loads, keepIterationOrder (src/compiler/llvm_patches/rewrites/iteration_order.cpp)
; can go, and this test with it.
; RUN: opt -mcpu=x86-64-v3 -passes=loop-vectorize -S %s | FileCheck %s --check-prefix=LLVM
; RUN: %weft-opt -mcpu=x86-64-v3 -passes=weft-keep-iteration-order,loop-vectorize -S %s \
; RUN:   | FileCheck %s --check-prefix=RIGHT

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @moved(
; CHECK-NOT: !llvm.access.group
; LLVM-LABEL: define void @moved(
; LLVM-NOT: vector.memcheck
; LLVM: vector.body:
; LLVM-NOT: store
; LLVM-COUNT-8: load float, ptr
; LLVM: store <16 x float>
; RIGHT-LABEL: define void @moved(
; RIGHT: vector.memcheck:
define void @moved(ptr %a, i64 %k, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %up, %loop ]
  %first = getelementptr [2 x float], ptr %a, i64 %i
  store float 1.0, ptr %first, !llvm.access.group !0
  %any = getelementptr [2 x float], ptr %a, i64 %i, i64 %k
  %v = load float, ptr %any, !llvm.access.group !0
  %second = getelementptr [2 x float], ptr %a, i64 %i, i64 1
  store float %v, ptr %second, !llvm.access.group !0
  %up = add nuw i64 %i, 1
  %on = icmp ult i64 %up, %n
  br i1 %on, label %loop, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define void @hazard(
; CHECK-NOT: !llvm.access.group
define void @hazard(ptr %a, i64 %k, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %up, %loop ]
  %first = getelementptr [4 x float], ptr %a, i64 %i
  store float 1.0, ptr %first, !llvm.access.group !0
  %any = getelementptr [4 x float], ptr %a, i64 %i, i64 %k
  %v = load float, ptr %any, !llvm.access.group !0
  %second = getelementptr [4 x float], ptr %a, i64 %i, i64 1
  store float %v, ptr %second, !llvm.access.group !0
  %up = add nuw i64 %i, 1
  %on = icmp ult i64 %up, %n
  br i1 %on, label %loop, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define void @load-first(
; CHECK: load float, ptr %any, align 4, !llvm.access.group
; CHECK: store float %v, ptr %first, align 4, !llvm.access.group
define void @load-first(ptr %a, i64 %k, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %up, %loop ]
  %any = getelementptr [4 x float], ptr %a, i64 %i, i64 %k
  %v = load float, ptr %any, !llvm.access.group !0
  %first = getelementptr [4 x float], ptr %a, i64 %i
  store float %v, ptr %first, !llvm.access.group !0
  %up = add nuw i64 %i, 1
  %on = icmp ult i64 %up, %n
  br i1 %on, label %loop, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define void @consecutive(
; CHECK: store float 1.000000e+00, ptr %p, align 4, !llvm.access.group
define void @consecutive(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %up, %loop ]
  %p = getelementptr float, ptr %a, i64 %i
  store float 1.0, ptr %p, !llvm.access.group !0
  %q = getelementptr float, ptr %b, i64 %i
  %v = load float, ptr %q, !llvm.access.group !0
  store float %v, ptr %q, !llvm.access.group !0
  %up = add nuw i64 %i, 1
  %on = icmp ult i64 %up, %n
  br i1 %on, label %loop, label %exit, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define void @disjoint(
; CHECK: store float 1.000000e+00, ptr %first, align 4, !llvm.access.group
define void @disjoint(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %up, %loop ]
  %first = getelementptr [4 x float], ptr %a, i64 %i
  store float 1.0, ptr %first, !llvm.access.group !0
  %second = getelementptr [4 x float], ptr %a, i64 %i, i64 1
  store float 2.0, ptr %second, !llvm.access.group !0
  %up = add nuw i64 %i, 1
  %on = icmp ult i64 %up, %n
  br i1 %on, label %loop, label %exit, !llvm.loop !1
exit:
  ret void
}

!0 = distinct !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.parallel_accesses", !0}
