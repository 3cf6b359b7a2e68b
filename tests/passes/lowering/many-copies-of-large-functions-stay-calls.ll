; A kernel that would have so much of a function, once its loops are unrolled, that it is not widened
; has calls of it. A call with a number is inlined: little may be left of it.
; RUN: cp %s %t.ll
; RUN: awk 'BEGIN { print "define spir_kernel void @often(ptr addrspace(1) %mem) {"; for (i = 0; i < 20; ++i) print "  %a" i " = load i32, ptr addrspace(1) %mem\n  %r" i " = call spir_func i32 @rounds(i32 %a" i ")\n  store i32 %r" i ", ptr addrspace(1) %mem"; print "  ret void\n}" }' >> %t.ll
; RUN: awk 'BEGIN { print "define spir_kernel void @numbers(ptr addrspace(1) %mem) {"; for (i = 0; i < 20; ++i) print "  %r" i " = call spir_func i32 @others(i32 " i ")\n  store i32 %r" i ", ptr addrspace(1) %mem"; print "  ret void\n}" }' >> %t.ll
; RUN: %weft-opt -passes=weft-lower-kernels -S %t.ll | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define internal i32 @rounds.cl(i32 %a) #[[KEPT:[0-9]+]]
define internal spir_func i32 @rounds(i32 %a) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %x = phi i32 [ %a, %entry ], [ %z, %loop ]
  %m = mul i32 %x, 3
  %n = add i32 %m, %i
  %o = xor i32 %n, %x
  %q = mul i32 %o, %n
  %s = lshr i32 %q, 3
  %z = sub i32 %q, %s
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 600
  br i1 %more, label %loop, label %exit, !llvm.loop !0

exit:
  ret i32 %z
}

define internal spir_func i32 @others(i32 %a) {
  %r = call spir_func i32 @rounds_of_others(i32 %a)
  ret i32 %r
}

define internal spir_func i32 @rounds_of_others(i32 %a) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %x = phi i32 [ %a, %entry ], [ %z, %loop ]
  %m = mul i32 %x, 5
  %n = add i32 %m, %i
  %z = xor i32 %n, %x
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 1000
  br i1 %more, label %loop, label %exit, !llvm.loop !0

exit:
  ret i32 %z
}

; CHECK: define internal void @often.item(
; CHECK-COUNT-20: call i32 @rounds.cl(
; CHECK: define internal void @numbers.item(
; CHECK-NOT: call
; CHECK: ret void
; CHECK: attributes #[[KEPT]] = { noinline "weft-stays-call"="in copies it would be {{[0-9]+}} instructions of a kernel, too many for a build that is waited for" }

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
