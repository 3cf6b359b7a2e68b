; A library function on vectors is called for the lanes' first elements, then for their second ones,
; with a scalar argument for each of them.
; RUN: %weft-opt -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

declare <2 x float> @_Z3powDv2_fS_(<2 x float>, <2 x float>) memory(none) nounwind
declare <2 x float> @_Z5ldexpDv2_fi(<2 x float>, i32) memory(none) nounwind
declare <2 x float> @_Z3cosDv2_f(<2 x float>) memory(none) nounwind
declare <8 x float> @_Z3powDv8_fS_(<8 x float>, <8 x float>) memory(none) nounwind
declare <8 x float> @_Z5ldexpDv8_fDv8_i(<8 x float>, <8 x i32>) memory(none) nounwind

; CHECK-NOT: runs lane by lane
; CHECK-LABEL: define void @wide.w8(
; CHECK-COUNT-2: call <8 x float> @_Z3powDv8_fS_(
; CHECK-NOT: call <8 x float> @_Z3powDv8_fS_(
; CHECK-COUNT-2: call <8 x float> @_Z5ldexpDv8_fDv8_i(<8 x float> {{.*}}, <8 x i32> [[EXPONENTS:%[0-9a-z.]+]])
; CHECK: call <2 x float> @_Z3cosDv2_f(
define void @wide(i64 %lane, ptr %p, ptr %q) "weft-width"="8" {
  %own = getelementptr <2 x float>, ptr %p, i64 %lane
  %x = load <2 x float>, ptr %own
  %from = getelementptr i32, ptr %q, i64 %lane
  %exponent = load i32, ptr %from
  %power = call <2 x float> @_Z3powDv2_fS_(<2 x float> %x, <2 x float> <float 3.0, float 4.0>)
  %scaled = call <2 x float> @_Z5ldexpDv2_fi(<2 x float> %power, i32 %exponent)
  %y = call <2 x float> @_Z3cosDv2_f(<2 x float> %scaled)
  store <2 x float> %y, ptr %own
  ret void
}
