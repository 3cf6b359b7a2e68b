; A chain of functions that each call the next one twice would be inlined to 2^30 calls.
; RUN: not %weft-opt -passes=weft-lower-kernels -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: error: function 'f{{[0-9]+}}': inlining function 'f{{[0-9]+}}' and others makes it larger than 2000000 instructions
declare spir_func void @_Z7barrierj(i32)
define spir_kernel void @k() {
  call spir_func void @f29()
  ret void
}
define internal spir_func void @f0() {
  call spir_func void @_Z7barrierj(i32 1)
  ret void
}
define internal spir_func void @f1() {
  call spir_func void @f0()
  call spir_func void @f0()
  ret void
}
define internal spir_func void @f2() {
  call spir_func void @f1()
  call spir_func void @f1()
  ret void
}
define internal spir_func void @f3() {
  call spir_func void @f2()
  call spir_func void @f2()
  ret void
}
define internal spir_func void @f4() {
  call spir_func void @f3()
  call spir_func void @f3()
  ret void
}
define internal spir_func void @f5() {
  call spir_func void @f4()
  call spir_func void @f4()
  ret void
}
define internal spir_func void @f6() {
  call spir_func void @f5()
  call spir_func void @f5()
  ret void
}
define internal spir_func void @f7() {
  call spir_func void @f6()
  call spir_func void @f6()
  ret void
}
define internal spir_func void @f8() {
  call spir_func void @f7()
  call spir_func void @f7()
  ret void
}
define internal spir_func void @f9() {
  call spir_func void @f8()
  call spir_func void @f8()
  ret void
}
define internal spir_func void @f10() {
  call spir_func void @f9()
  call spir_func void @f9()
  ret void
}
define internal spir_func void @f11() {
  call spir_func void @f10()
  call spir_func void @f10()
  ret void
}
define internal spir_func void @f12() {
  call spir_func void @f11()
  call spir_func void @f11()
  ret void
}
define internal spir_func void @f13() {
  call spir_func void @f12()
  call spir_func void @f12()
  ret void
}
define internal spir_func void @f14() {
  call spir_func void @f13()
  call spir_func void @f13()
  ret void
}
define internal spir_func void @f15() {
  call spir_func void @f14()
  call spir_func void @f14()
  ret void
}
define internal spir_func void @f16() {
  call spir_func void @f15()
  call spir_func void @f15()
  ret void
}
define internal spir_func void @f17() {
  call spir_func void @f16()
  call spir_func void @f16()
  ret void
}
define internal spir_func void @f18() {
  call spir_func void @f17()
  call spir_func void @f17()
  ret void
}
define internal spir_func void @f19() {
  call spir_func void @f18()
  call spir_func void @f18()
  ret void
}
define internal spir_func void @f20() {
  call spir_func void @f19()
  call spir_func void @f19()
  ret void
}
define internal spir_func void @f21() {
  call spir_func void @f20()
  call spir_func void @f20()
  ret void
}
define internal spir_func void @f22() {
  call spir_func void @f21()
  call spir_func void @f21()
  ret void
}
define internal spir_func void @f23() {
  call spir_func void @f22()
  call spir_func void @f22()
  ret void
}
define internal spir_func void @f24() {
  call spir_func void @f23()
  call spir_func void @f23()
  ret void
}
define internal spir_func void @f25() {
  call spir_func void @f24()
  call spir_func void @f24()
  ret void
}
define internal spir_func void @f26() {
  call spir_func void @f25()
  call spir_func void @f25()
  ret void
}
define internal spir_func void @f27() {
  call spir_func void @f26()
  call spir_func void @f26()
  ret void
}
define internal spir_func void @f28() {
  call spir_func void @f27()
  call spir_func void @f27()
  ret void
}
define internal spir_func void @f29() {
  call spir_func void @f28()
  call spir_func void @f28()
  ret void
}
