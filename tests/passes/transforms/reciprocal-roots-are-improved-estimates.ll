; One over a root is a step of Newton's from the CPU's estimate where the division may be approximate, in whole
; registers of 512 bits; where the step has no number, at zeros and infinities, the estimate is the result.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-use-estimates -S %s | FileCheck %s
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-use-estimates -S %s | FileCheck %s --check-prefix=NONE

; CHECK-LABEL: define <32 x float> @floats(
; CHECK-COUNT-2: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(
; CHECK-LABEL: define <8 x double> @doubles(
; CHECK: [[ESTIMATE:%.*]] = call <8 x double> @llvm.x86.avx512.rsqrt14.pd.512(
; CHECK-COUNT-4: call <8 x double> @llvm.fma.v8f64(
; CHECK: [[SPECIAL:%.*]] = fcmp uno <8 x double> [[BETTER:%.*]], [[BETTER]]
; CHECK: select <8 x i1> [[SPECIAL]], <8 x double> [[ESTIMATE]], <8 x double> [[BETTER]]
; CHECK-LABEL: define <16 x float> @exact(
; CHECK: fdiv <16 x float>
; CHECK-LABEL: define <16 x float> @not_one(
; CHECK: fdiv afn <16 x float>
; CHECK-LABEL: define float @scalar(
; CHECK: fdiv afn float

; NONE-NOT: rsqrt14
; NONE-COUNT-5: fdiv
define <32 x float> @floats(<32 x float> %x) #0 {
  %root = call <32 x float> @llvm.sqrt(<32 x float> %x)
  %r = fdiv afn <32 x float> splat (float 1.0), %root
  ret <32 x float> %r
}

define <8 x double> @doubles(<8 x double> %x) #0 {
  %root = call <8 x double> @llvm.sqrt(<8 x double> %x)
  %r = fdiv afn <8 x double> splat (double 1.0), %root
  ret <8 x double> %r
}

define <16 x float> @exact(<16 x float> %x) #0 {
  %root = call <16 x float> @llvm.sqrt(<16 x float> %x)
  %r = fdiv <16 x float> splat (float 1.0), %root
  ret <16 x float> %r
}

define <16 x float> @not_one(<16 x float> %x) #0 {
  %root = call <16 x float> @llvm.sqrt(<16 x float> %x)
  %r = fdiv afn <16 x float> splat (float 2.0), %root
  ret <16 x float> %r
}

define float @scalar(float %x) #0 {
  %root = call float @llvm.sqrt(float %x)
  %r = fdiv afn float 1.0, %root
  ret float %r
}

attributes #0 = { "prefer-vector-width"="512" }
