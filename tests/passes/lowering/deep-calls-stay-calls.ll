; A chain of calls is inlined up to a depth. What is deeper stays a call, which LLVM's inliners leave
; alone, too; what has to be inlined is left to the kernel, in which nothing of it remains a call.
; RUN: cp %s %t.ll
; RUN: awk 'BEGIN { for (i = 1; i < 70; ++i) print "define internal spir_func i32 @f" i "(i32 %a) {\n  %b = mul i32 %a, " i "\n  %r = call spir_func i32 @f" i - 1 "(i32 %b)\n  ret i32 %r\n}" }' >> %t.ll
; RUN: awk 'BEGIN { for (i = 1; i < 70; ++i) print "define internal spir_func i32 @g" i "(i32 %a) {\n  %b = mul i32 %a, " i "\n  %r = call spir_func i32 @g" i - 1 "(i32 %b)\n  ret i32 %r\n}" }' >> %t.ll
; RUN: %weft-opt -passes=weft-lower-kernels -S %t.ll | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define internal void @k.item(
; CHECK-NOT: call {{.*}}@g
; CHECK: call i32 @f63.cl(i32
; CHECK-NOT: call {{.*}}@g
; CHECK: define internal i32 @f63.cl(i32 %a) #[[KEPT:[0-9]+]]
; CHECK-NOT: call
; CHECK: attributes #[[KEPT]] = { noinline "weft-stays-call"="calls within it are 64 deep" }
define spir_kernel void @k(ptr addrspace(1) %p) {
  %a = load i32, ptr addrspace(1) %p
  %f = call spir_func i32 @f69(i32 %a)
  %g = call spir_func i32 @g69(i32 %f)
  store i32 %g, ptr addrspace(1) %p
  ret void
}

define internal spir_func i32 @f0(i32 %a) {
  ret i32 %a
}

define internal spir_func i32 @g0(i32 %a) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %low = trunc i64 %id to i32
  %r = xor i32 %a, %low
  ret i32 %r
}

declare spir_func i64 @_Z13get_global_idj(i32)
