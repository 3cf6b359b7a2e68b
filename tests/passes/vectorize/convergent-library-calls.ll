; Clang declares all of OpenCL C's functions convergent, which says nothing of those that compute.
; A call with the same arguments in all lanes is made once.
; RUN: %weft-opt -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

declare float @_Z3expf(float) convergent nounwind willreturn memory(none)
declare <4 x float> @_Z3expDv4_f(<4 x float>) convergent nounwind willreturn memory(none)

; CHECK-NOT: not widened
; CHECK-LABEL: define void @wide.w4(
; CHECK: call float @_Z3expf(float %x)
; CHECK: call <4 x float> @_Z3expDv4_f(
; CHECK-NOT: call {{.*}}@_Z3exp
define void @wide(i64 %lane, ptr %p, float %x) {
  %own = getelementptr float, ptr %p, i64 %lane
  %y = load float, ptr %own
  %a = call float @_Z3expf(float %x) convergent nounwind willreturn memory(none)
  %b = call float @_Z3expf(float %y) convergent nounwind willreturn memory(none)
  %sum = fadd float %a, %b
  store float %sum, ptr %own
  ret void
}
