; LLVM itself: vectors that find no register are kept at the alignment that the caller's stack has, unless the function
; asks for more. When this test fails because LLVM aligns them, aligned_spills (src/compiler/codegen) can go, and this
; test with it.
; RUN: llc -mcpu=x86-64-v4 -mattr=-prefer-256-bit %s -o - | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: as_it_is:
; CHECK: vmovups %zmm{{.*}} # 64-byte Spill
define void @as_it_is(ptr %p, i64 %n) {
entry:
  %p0 = getelementptr <16 x i32>, ptr %p, i64 0
  %a0 = load <16 x i32>, ptr %p0
  %p1 = getelementptr <16 x i32>, ptr %p, i64 1
  %a1 = load <16 x i32>, ptr %p1
  %p2 = getelementptr <16 x i32>, ptr %p, i64 2
  %a2 = load <16 x i32>, ptr %p2
  %p3 = getelementptr <16 x i32>, ptr %p, i64 3
  %a3 = load <16 x i32>, ptr %p3
  %p4 = getelementptr <16 x i32>, ptr %p, i64 4
  %a4 = load <16 x i32>, ptr %p4
  %p5 = getelementptr <16 x i32>, ptr %p, i64 5
  %a5 = load <16 x i32>, ptr %p5
  %p6 = getelementptr <16 x i32>, ptr %p, i64 6
  %a6 = load <16 x i32>, ptr %p6
  %p7 = getelementptr <16 x i32>, ptr %p, i64 7
  %a7 = load <16 x i32>, ptr %p7
  %p8 = getelementptr <16 x i32>, ptr %p, i64 8
  %a8 = load <16 x i32>, ptr %p8
  %p9 = getelementptr <16 x i32>, ptr %p, i64 9
  %a9 = load <16 x i32>, ptr %p9
  %p10 = getelementptr <16 x i32>, ptr %p, i64 10
  %a10 = load <16 x i32>, ptr %p10
  %p11 = getelementptr <16 x i32>, ptr %p, i64 11
  %a11 = load <16 x i32>, ptr %p11
  %p12 = getelementptr <16 x i32>, ptr %p, i64 12
  %a12 = load <16 x i32>, ptr %p12
  %p13 = getelementptr <16 x i32>, ptr %p, i64 13
  %a13 = load <16 x i32>, ptr %p13
  %p14 = getelementptr <16 x i32>, ptr %p, i64 14
  %a14 = load <16 x i32>, ptr %p14
  %p15 = getelementptr <16 x i32>, ptr %p, i64 15
  %a15 = load <16 x i32>, ptr %p15
  %p16 = getelementptr <16 x i32>, ptr %p, i64 16
  %a16 = load <16 x i32>, ptr %p16
  %p17 = getelementptr <16 x i32>, ptr %p, i64 17
  %a17 = load <16 x i32>, ptr %p17
  %p18 = getelementptr <16 x i32>, ptr %p, i64 18
  %a18 = load <16 x i32>, ptr %p18
  %p19 = getelementptr <16 x i32>, ptr %p, i64 19
  %a19 = load <16 x i32>, ptr %p19
  %p20 = getelementptr <16 x i32>, ptr %p, i64 20
  %a20 = load <16 x i32>, ptr %p20
  %p21 = getelementptr <16 x i32>, ptr %p, i64 21
  %a21 = load <16 x i32>, ptr %p21
  %p22 = getelementptr <16 x i32>, ptr %p, i64 22
  %a22 = load <16 x i32>, ptr %p22
  %p23 = getelementptr <16 x i32>, ptr %p, i64 23
  %a23 = load <16 x i32>, ptr %p23
  %p24 = getelementptr <16 x i32>, ptr %p, i64 24
  %a24 = load <16 x i32>, ptr %p24
  %p25 = getelementptr <16 x i32>, ptr %p, i64 25
  %a25 = load <16 x i32>, ptr %p25
  %p26 = getelementptr <16 x i32>, ptr %p, i64 26
  %a26 = load <16 x i32>, ptr %p26
  %p27 = getelementptr <16 x i32>, ptr %p, i64 27
  %a27 = load <16 x i32>, ptr %p27
  %p28 = getelementptr <16 x i32>, ptr %p, i64 28
  %a28 = load <16 x i32>, ptr %p28
  %p29 = getelementptr <16 x i32>, ptr %p, i64 29
  %a29 = load <16 x i32>, ptr %p29
  %p30 = getelementptr <16 x i32>, ptr %p, i64 30
  %a30 = load <16 x i32>, ptr %p30
  %p31 = getelementptr <16 x i32>, ptr %p, i64 31
  %a31 = load <16 x i32>, ptr %p31
  %p32 = getelementptr <16 x i32>, ptr %p, i64 32
  %a32 = load <16 x i32>, ptr %p32
  %p33 = getelementptr <16 x i32>, ptr %p, i64 33
  %a33 = load <16 x i32>, ptr %p33
  %p34 = getelementptr <16 x i32>, ptr %p, i64 34
  %a34 = load <16 x i32>, ptr %p34
  %p35 = getelementptr <16 x i32>, ptr %p, i64 35
  %a35 = load <16 x i32>, ptr %p35
  %p36 = getelementptr <16 x i32>, ptr %p, i64 36
  %a36 = load <16 x i32>, ptr %p36
  %p37 = getelementptr <16 x i32>, ptr %p, i64 37
  %a37 = load <16 x i32>, ptr %p37
  %p38 = getelementptr <16 x i32>, ptr %p, i64 38
  %a38 = load <16 x i32>, ptr %p38
  %p39 = getelementptr <16 x i32>, ptr %p, i64 39
  %a39 = load <16 x i32>, ptr %p39
  call void asm sideeffect "", "~{memory}"()
  store <16 x i32> %a0, ptr %p39
  store <16 x i32> %a1, ptr %p38
  store <16 x i32> %a2, ptr %p37
  store <16 x i32> %a3, ptr %p36
  store <16 x i32> %a4, ptr %p35
  store <16 x i32> %a5, ptr %p34
  store <16 x i32> %a6, ptr %p33
  store <16 x i32> %a7, ptr %p32
  store <16 x i32> %a8, ptr %p31
  store <16 x i32> %a9, ptr %p30
  store <16 x i32> %a10, ptr %p29
  store <16 x i32> %a11, ptr %p28
  store <16 x i32> %a12, ptr %p27
  store <16 x i32> %a13, ptr %p26
  store <16 x i32> %a14, ptr %p25
  store <16 x i32> %a15, ptr %p24
  store <16 x i32> %a16, ptr %p23
  store <16 x i32> %a17, ptr %p22
  store <16 x i32> %a18, ptr %p21
  store <16 x i32> %a19, ptr %p20
  store <16 x i32> %a20, ptr %p19
  store <16 x i32> %a21, ptr %p18
  store <16 x i32> %a22, ptr %p17
  store <16 x i32> %a23, ptr %p16
  store <16 x i32> %a24, ptr %p15
  store <16 x i32> %a25, ptr %p14
  store <16 x i32> %a26, ptr %p13
  store <16 x i32> %a27, ptr %p12
  store <16 x i32> %a28, ptr %p11
  store <16 x i32> %a29, ptr %p10
  store <16 x i32> %a30, ptr %p9
  store <16 x i32> %a31, ptr %p8
  store <16 x i32> %a32, ptr %p7
  store <16 x i32> %a33, ptr %p6
  store <16 x i32> %a34, ptr %p5
  store <16 x i32> %a35, ptr %p4
  store <16 x i32> %a36, ptr %p3
  store <16 x i32> %a37, ptr %p2
  store <16 x i32> %a38, ptr %p1
  store <16 x i32> %a39, ptr %p0
  ret void
}

; CHECK-LABEL: realigned:
; CHECK: andq $-64, %rsp
; CHECK: vmovaps %zmm{{.*}} # 64-byte Spill
define void @realigned(ptr %p, i64 %n) "stackrealign" {
entry:
  %p0 = getelementptr <16 x i32>, ptr %p, i64 0
  %a0 = load <16 x i32>, ptr %p0
  %p1 = getelementptr <16 x i32>, ptr %p, i64 1
  %a1 = load <16 x i32>, ptr %p1
  %p2 = getelementptr <16 x i32>, ptr %p, i64 2
  %a2 = load <16 x i32>, ptr %p2
  %p3 = getelementptr <16 x i32>, ptr %p, i64 3
  %a3 = load <16 x i32>, ptr %p3
  %p4 = getelementptr <16 x i32>, ptr %p, i64 4
  %a4 = load <16 x i32>, ptr %p4
  %p5 = getelementptr <16 x i32>, ptr %p, i64 5
  %a5 = load <16 x i32>, ptr %p5
  %p6 = getelementptr <16 x i32>, ptr %p, i64 6
  %a6 = load <16 x i32>, ptr %p6
  %p7 = getelementptr <16 x i32>, ptr %p, i64 7
  %a7 = load <16 x i32>, ptr %p7
  %p8 = getelementptr <16 x i32>, ptr %p, i64 8
  %a8 = load <16 x i32>, ptr %p8
  %p9 = getelementptr <16 x i32>, ptr %p, i64 9
  %a9 = load <16 x i32>, ptr %p9
  %p10 = getelementptr <16 x i32>, ptr %p, i64 10
  %a10 = load <16 x i32>, ptr %p10
  %p11 = getelementptr <16 x i32>, ptr %p, i64 11
  %a11 = load <16 x i32>, ptr %p11
  %p12 = getelementptr <16 x i32>, ptr %p, i64 12
  %a12 = load <16 x i32>, ptr %p12
  %p13 = getelementptr <16 x i32>, ptr %p, i64 13
  %a13 = load <16 x i32>, ptr %p13
  %p14 = getelementptr <16 x i32>, ptr %p, i64 14
  %a14 = load <16 x i32>, ptr %p14
  %p15 = getelementptr <16 x i32>, ptr %p, i64 15
  %a15 = load <16 x i32>, ptr %p15
  %p16 = getelementptr <16 x i32>, ptr %p, i64 16
  %a16 = load <16 x i32>, ptr %p16
  %p17 = getelementptr <16 x i32>, ptr %p, i64 17
  %a17 = load <16 x i32>, ptr %p17
  %p18 = getelementptr <16 x i32>, ptr %p, i64 18
  %a18 = load <16 x i32>, ptr %p18
  %p19 = getelementptr <16 x i32>, ptr %p, i64 19
  %a19 = load <16 x i32>, ptr %p19
  %p20 = getelementptr <16 x i32>, ptr %p, i64 20
  %a20 = load <16 x i32>, ptr %p20
  %p21 = getelementptr <16 x i32>, ptr %p, i64 21
  %a21 = load <16 x i32>, ptr %p21
  %p22 = getelementptr <16 x i32>, ptr %p, i64 22
  %a22 = load <16 x i32>, ptr %p22
  %p23 = getelementptr <16 x i32>, ptr %p, i64 23
  %a23 = load <16 x i32>, ptr %p23
  %p24 = getelementptr <16 x i32>, ptr %p, i64 24
  %a24 = load <16 x i32>, ptr %p24
  %p25 = getelementptr <16 x i32>, ptr %p, i64 25
  %a25 = load <16 x i32>, ptr %p25
  %p26 = getelementptr <16 x i32>, ptr %p, i64 26
  %a26 = load <16 x i32>, ptr %p26
  %p27 = getelementptr <16 x i32>, ptr %p, i64 27
  %a27 = load <16 x i32>, ptr %p27
  %p28 = getelementptr <16 x i32>, ptr %p, i64 28
  %a28 = load <16 x i32>, ptr %p28
  %p29 = getelementptr <16 x i32>, ptr %p, i64 29
  %a29 = load <16 x i32>, ptr %p29
  %p30 = getelementptr <16 x i32>, ptr %p, i64 30
  %a30 = load <16 x i32>, ptr %p30
  %p31 = getelementptr <16 x i32>, ptr %p, i64 31
  %a31 = load <16 x i32>, ptr %p31
  %p32 = getelementptr <16 x i32>, ptr %p, i64 32
  %a32 = load <16 x i32>, ptr %p32
  %p33 = getelementptr <16 x i32>, ptr %p, i64 33
  %a33 = load <16 x i32>, ptr %p33
  %p34 = getelementptr <16 x i32>, ptr %p, i64 34
  %a34 = load <16 x i32>, ptr %p34
  %p35 = getelementptr <16 x i32>, ptr %p, i64 35
  %a35 = load <16 x i32>, ptr %p35
  %p36 = getelementptr <16 x i32>, ptr %p, i64 36
  %a36 = load <16 x i32>, ptr %p36
  %p37 = getelementptr <16 x i32>, ptr %p, i64 37
  %a37 = load <16 x i32>, ptr %p37
  %p38 = getelementptr <16 x i32>, ptr %p, i64 38
  %a38 = load <16 x i32>, ptr %p38
  %p39 = getelementptr <16 x i32>, ptr %p, i64 39
  %a39 = load <16 x i32>, ptr %p39
  call void asm sideeffect "", "~{memory}"()
  store <16 x i32> %a0, ptr %p39
  store <16 x i32> %a1, ptr %p38
  store <16 x i32> %a2, ptr %p37
  store <16 x i32> %a3, ptr %p36
  store <16 x i32> %a4, ptr %p35
  store <16 x i32> %a5, ptr %p34
  store <16 x i32> %a6, ptr %p33
  store <16 x i32> %a7, ptr %p32
  store <16 x i32> %a8, ptr %p31
  store <16 x i32> %a9, ptr %p30
  store <16 x i32> %a10, ptr %p29
  store <16 x i32> %a11, ptr %p28
  store <16 x i32> %a12, ptr %p27
  store <16 x i32> %a13, ptr %p26
  store <16 x i32> %a14, ptr %p25
  store <16 x i32> %a15, ptr %p24
  store <16 x i32> %a16, ptr %p23
  store <16 x i32> %a17, ptr %p22
  store <16 x i32> %a18, ptr %p21
  store <16 x i32> %a19, ptr %p20
  store <16 x i32> %a20, ptr %p19
  store <16 x i32> %a21, ptr %p18
  store <16 x i32> %a22, ptr %p17
  store <16 x i32> %a23, ptr %p16
  store <16 x i32> %a24, ptr %p15
  store <16 x i32> %a25, ptr %p14
  store <16 x i32> %a26, ptr %p13
  store <16 x i32> %a27, ptr %p12
  store <16 x i32> %a28, ptr %p11
  store <16 x i32> %a29, ptr %p10
  store <16 x i32> %a30, ptr %p9
  store <16 x i32> %a31, ptr %p8
  store <16 x i32> %a32, ptr %p7
  store <16 x i32> %a33, ptr %p6
  store <16 x i32> %a34, ptr %p5
  store <16 x i32> %a35, ptr %p4
  store <16 x i32> %a36, ptr %p3
  store <16 x i32> %a37, ptr %p2
  store <16 x i32> %a38, ptr %p1
  store <16 x i32> %a39, ptr %p0
  ret void
}
