; The bytes in the argument buffer are every work-item's: one that writes to its structure writes
; to a copy.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.s = type { i32, i32 }

; CHECK-LABEL: define internal void @k.item(
; CHECK-SAME: ptr noalias noundef nonnull readonly align 4 dereferenceable(8) %s)
; CHECK: %s.copy = alloca %struct.s, align 4
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %s.copy, ptr align 4 %s, i64 8, i1 false)
; CHECK: store volatile i32 1, ptr %s.copy
define spir_kernel void @k(ptr byval(%struct.s) align 4 %s) {
  store volatile i32 1, ptr %s
  ret void
}
