; Natural alignment, 8 bytes for any pointer, 3-vectors as wide as 4-vectors, structures whole.
; RUN: %weft-opt -passes="print<weft-lower-kernels>" -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.s = type { i8, <4 x float> }
%struct.packed = type <{ i8, i32 }>

; CHECK: kernel 'k': 176 bytes of arguments, 0 bytes of local memory
; CHECK-NEXT: argument 0: value at 0, 1 bytes
; CHECK-NEXT: argument 1: value at 8, 8 bytes
; CHECK-NEXT: argument 2: value at 16, 2 bytes
; CHECK-NEXT: argument 3: value at 32, 16 bytes
; CHECK-NEXT: argument 4: value at 48, 4 bytes
; CHECK-NEXT: argument 5: local pointer at 56, 8 bytes
; CHECK-NEXT: argument 6: by address at 64, 32 bytes
; CHECK-NEXT: argument 7: by address at 96, 5 bytes
; CHECK-NEXT: argument 8: value at 104, 8 bytes
; CHECK-NEXT: argument 9: value at 128, 32 bytes
; CHECK-NEXT: argument 10: value at 160, 4 bytes
; CHECK-NEXT: argument 11: value at 168, 8 bytes
; CHECK-NOT: argument
define spir_kernel void @k(i8 %a, ptr addrspace(1) %b, i16 %c, <3 x float> %d, <3 x i8> %e,
                           ptr addrspace(3) %f, ptr byval(%struct.s) align 16 %g,
                           ptr byval(%struct.packed) align 1 %h, ptr addrspace(2) %i,
                           <3 x double> %j, float %k, double %l) {
  ret void
}
