; LLVM itself: there is no code for a half that has the bits of a comparison of floats for equality. When this test
; fails because LLVM makes some, selectHalvesOfConditions (src/compiler/llvm_patches/rewrites/rounded_halves.cpp) can
; go, and this test with it.
; RUN: %weft-opt -passes=weft-select-halves -S %s | llc -mcpu=sapphirerapids -o /dev/null
; RUN: not --crash llc -mcpu=sapphirerapids %s -o /dev/null 2>&1 | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK: Cannot select: {{.*}}f16 = bitcast
define half @as_bits(float %x) {
  %condition = fcmp oeq float %x, 0.0
  %bits = zext i1 %condition to i16
  %half = bitcast i16 %bits to half
  ret half %half
}
