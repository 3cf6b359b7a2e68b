; Recursion is harmless where nothing has to be inlined.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @k.item(
; CHECK: call i32 @f.cl(i32 %n)
; CHECK-LABEL: define internal i32 @f.cl(
; CHECK: call i32 @f.cl(
define spir_kernel void @k(ptr addrspace(1) %a, i32 %n) {
  %r = call spir_func i32 @f(i32 %n)
  store i32 %r, ptr addrspace(1) %a
  ret void
}
define internal spir_func i32 @f(i32 %n) {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %done, label %more
more:
  %m = sub i32 %n, 1
  %r = call spir_func i32 @f(i32 %m)
  ret i32 %r
done:
  ret i32 0
}
