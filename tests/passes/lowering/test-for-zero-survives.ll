; LLVM concludes from a division that its divisor is not zero; a kernel that tests the divisor
; afterwards is right all the same.
; RUN: %weft-opt -passes='weft-lower-kernels,function(instcombine,gvn,simplifycfg)' -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @k.item(
; CHECK: [[Z:%.*]] = icmp eq i32 %b, 0
; CHECK: [[Q:%.*]] = udiv i32 %a
; CHECK: [[R:%.*]] = select i1 [[Z]], i32 99, i32 [[Q]]
; CHECK: store i32 [[R]]
define spir_kernel void @k(ptr addrspace(1) %out, i32 %a, i32 %b) {
  %q = udiv i32 %a, %b
  %zero = icmp eq i32 %b, 0
  br i1 %zero, label %then, label %end
then:
  br label %end
end:
  %r = phi i32 [ 99, %then ], [ %q, %0 ]
  store i32 %r, ptr addrspace(1) %out
  ret void
}
