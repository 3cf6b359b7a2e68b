; Library functions whose vector overload the module declares; one of 16 lanes twice for 32.
; RUN: %weft-opt -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

declare float @_Z3powff(float, float) memory(none) nounwind
declare <16 x float> @_Z3powDv16_fS_(<16 x float>, <16 x float>) memory(none) nounwind
declare float @_Z3cosf(float) memory(none) nounwind

; CHECK-NOT: _Z3powff runs lane by lane
; CHECK: wide: call of _Z3cosf runs lane by lane
; CHECK-LABEL: define void @wide.w32(
; CHECK-COUNT-2: call <16 x float> @_Z3powDv16_fS_(
; CHECK-NOT: call <16 x float> @_Z3powDv16_fS_(
; CHECK: call float @_Z3cosf(
define void @wide(i64 %lane, ptr %p) "weft-width"="32" {
  %own = getelementptr float, ptr %p, i64 %lane
  %x = load float, ptr %own
  %power = call float @_Z3powff(float %x, float 3.0)
  %y = call float @_Z3cosf(float %power)
  store float %y, ptr %own
  ret void
}
