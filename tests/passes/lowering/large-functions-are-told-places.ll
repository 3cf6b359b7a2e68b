; A large function that asks where the work-item is stays a call, and so does one that only calls it:
; their callers pass what they ask for. A small one, one that asks for a dimension that is known at run
; time only, and one with a chain of calls that is too deep for it and ends in such a question, are
; inlined.
; RUN: cp %s %t.ll
; RUN: awk 'function body(name, first) { print "define internal spir_func i64 @" name "(i64 %a, i32 %d) noinline {\n" first; for (i = 1; i < 2100; ++i) print "  %v" i " = mul i64 %v" i - 1 ", %a"; print "  ret i64 %v2099\n}" } BEGIN { body("asks", "  %g = call spir_func i64 @_Z13get_global_idj(i32 1)\n  %l = call spir_func i64 @_Z12get_local_idj(i32 0)\n  %n = call spir_func i64 @_Z13get_global_idj(i32 1)\n  %x = xor i64 %g, %l\n  %v0 = xor i64 %x, %n"); body("calls", "  %v0 = call spir_func i64 @asks(i64 %a, i32 %d)"); body("any", "  %v0 = call spir_func i64 @_Z13get_global_idj(i32 %d)"); body("deep", "  %v0 = call spir_func i64 @chain69(i64 %a)"); for (i = 1; i < 70; ++i) print "define internal spir_func i64 @chain" i "(i64 %a) {\n  %b = mul i64 %a, " i "\n  %r = call spir_func i64 @chain" i - 1 "(i64 %b)\n  ret i64 %r\n}" }' >> %t.ll
; RUN: %weft-opt -passes=weft-lower-kernels -S %t.ll | FileCheck %s
; RUN: %weft-opt -passes=weft-lower-kernels,verify -disable-output %t.ll

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define internal void @k.item(
; CHECK-NOT: call {{.*}}@any
; CHECK-NOT: call {{.*}}@small
; CHECK-NOT: call {{.*}}@deep
; CHECK-NOT: call {{.*}}@chain
; CHECK: call i64 @calls.cl(i64 %{{.*}}, i32 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK-NOT: call {{.*}}@any
; CHECK-NOT: call {{.*}}@small
; CHECK-NOT: call {{.*}}@deep
; CHECK-NOT: call {{.*}}@chain
; CHECK: define internal i64 @asks.cl(i64 %a, i32 %d, i64 %0, i64 %1) #[[ASKS:[0-9]+]]
; CHECK-NOT: call
; CHECK: ret
; CHECK: define internal i64 @calls.cl(i64 %a, i32 %d, i64 %0, i64 %1) #[[CALLS:[0-9]+]]
; CHECK-NEXT: call i64 @asks.cl(i64 %a, i32 %d, i64 %0, i64 %1)
; CHECK-NOT: call
; CHECK: ret
; CHECK: attributes #[[ASKS]] = { noinline "weft-stays-call"="it has {{[0-9]+}} instructions" }
define spir_kernel void @k(ptr addrspace(1) %p, i32 %d) {
  %a = load i64, ptr addrspace(1) %p
  %b = call spir_func i64 @calls(i64 %a, i32 %d)
  %c = call spir_func i64 @any(i64 %b, i32 %d)
  %e = call spir_func i64 @small(i64 %c)
  %f = call spir_func i64 @deep(i64 %e, i32 %d)
  store i64 %f, ptr addrspace(1) %p
  ret void
}

define internal spir_func i64 @chain0(i64 %a) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 2)
  %r = xor i64 %a, %id
  ret i64 %r
}

define internal spir_func i64 @small(i64 %a) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 2)
  %r = xor i64 %a, %id
  ret i64 %r
}

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z12get_local_idj(i32)
