; LLVM itself: eight bytes that are chosen from a vector of shorts, or of four bytes, which are kept as shorts, become a
; look-up in bytes, which finds others. When this test fails because LLVM narrows the vector first, widenByteLookups
; (src/compiler/llvm_patches/rewrites/byte_lookups.cpp) can go, and this test with it.
; RUN: llc %s -o - | FileCheck %s
; RUN: %weft-opt -passes=weft-widen-byte-lookups -S %s | llc -o - | FileCheck %s --check-prefix=RIGHT

target triple = "aarch64-unknown-linux-gnu"

; CHECK-LABEL: bytes:
; CHECK-NOT: xtn
; CHECK-NOT: uzp1
; CHECK: tbl v0.8b, { v0.16b }, v1.8b
; RIGHT-LABEL: bytes:
; RIGHT: {{xtn|uzp1}}
; RIGHT: tbl
define <8 x i8> @bytes(<4 x i8> %x, <8 x i8> %m) {
  %k = and <8 x i8> %m, splat (i8 3)
  %a0 = extractelement <8 x i8> %k, i64 0
  %z0 = zext i8 %a0 to i64
  %e0 = extractelement <4 x i8> %x, i64 %z0
  %r0 = insertelement <8 x i8> poison, i8 %e0, i64 0
  %a1 = extractelement <8 x i8> %k, i64 1
  %z1 = zext i8 %a1 to i64
  %e1 = extractelement <4 x i8> %x, i64 %z1
  %r1 = insertelement <8 x i8> %r0, i8 %e1, i64 1
  %a2 = extractelement <8 x i8> %k, i64 2
  %z2 = zext i8 %a2 to i64
  %e2 = extractelement <4 x i8> %x, i64 %z2
  %r2 = insertelement <8 x i8> %r1, i8 %e2, i64 2
  %a3 = extractelement <8 x i8> %k, i64 3
  %z3 = zext i8 %a3 to i64
  %e3 = extractelement <4 x i8> %x, i64 %z3
  %r3 = insertelement <8 x i8> %r2, i8 %e3, i64 3
  %a4 = extractelement <8 x i8> %k, i64 4
  %z4 = zext i8 %a4 to i64
  %e4 = extractelement <4 x i8> %x, i64 %z4
  %r4 = insertelement <8 x i8> %r3, i8 %e4, i64 4
  %a5 = extractelement <8 x i8> %k, i64 5
  %z5 = zext i8 %a5 to i64
  %e5 = extractelement <4 x i8> %x, i64 %z5
  %r5 = insertelement <8 x i8> %r4, i8 %e5, i64 5
  %a6 = extractelement <8 x i8> %k, i64 6
  %z6 = zext i8 %a6 to i64
  %e6 = extractelement <4 x i8> %x, i64 %z6
  %r6 = insertelement <8 x i8> %r5, i8 %e6, i64 6
  %a7 = extractelement <8 x i8> %k, i64 7
  %z7 = zext i8 %a7 to i64
  %e7 = extractelement <4 x i8> %x, i64 %z7
  %r7 = insertelement <8 x i8> %r6, i8 %e7, i64 7
  ret <8 x i8> %r7
}
