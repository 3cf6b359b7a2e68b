; A large function that asks where the work-item is stays a call, and so does one that only calls it:
; their callers pass what they ask for. A small one, and one that asks for a dimension that is known
; at run time only, are inlined.
; RUN: cp %s %t.ll
; RUN: awk 'function body(name, first) { print "define internal spir_func i64 @" name "(i64 %a, i32 %d) noinline {\n" first; for (i = 1; i < 2100; ++i) print "  %v" i " = mul i64 %v" i - 1 ", %a"; print "  ret i64 %v2099\n}" } BEGIN { body("asks", "  %g = call spir_func i64 @_Z13get_global_idj(i32 1)\n  %l = call spir_func i64 @_Z12get_local_idj(i32 0)\n  %n = call spir_func i64 @_Z13get_global_idj(i32 1)\n  %x = xor i64 %g, %l\n  %v0 = xor i64 %x, %n"); body("calls", "  %v0 = call spir_func i64 @asks(i64 %a, i32 %d)"); body("any", "  %v0 = call spir_func i64 @_Z13get_global_idj(i32 %d)") }' >> %t.ll
; RUN: %weft-opt -passes=weft-lower-kernels -S %t.ll | FileCheck %s
; RUN: %weft-opt -passes=weft-lower-kernels,verify -disable-output %t.ll

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define internal void @k.item(
; CHECK-NOT: call {{.*}}@any
; CHECK-NOT: call {{.*}}@small
; CHECK: call i64 @calls.cl(i64 %{{.*}}, i32 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK-NOT: call {{.*}}@any
; CHECK-NOT: call {{.*}}@small
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
  store i64 %e, ptr addrspace(1) %p
  ret void
}

define internal spir_func i64 @small(i64 %a) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 2)
  %r = xor i64 %a, %id
  ret i64 %r
}

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z12get_local_idj(i32)
