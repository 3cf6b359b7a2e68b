; LLVM itself: a mask of eight lanes is cut to these before an instruction of sixteen takes it, but spilled as it was
; before, with ones above. When this test fails because LLVM cuts it first, the patch mask_extensions
; (src/compiler/llvm_patches) can go, and this test with it.
; RUN: llc -mcpu=x86-64-v4 %s -o - | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: flags:
; CHECK: vptestnmb
; CHECK-NOT: kmovb
; CHECK-NOT: kandb
; CHECK: kmovw {{.*}}Reload
; CHECK-NEXT: vmovdqu8 %xmm{{[0-9]+}}, {{.*}} {%k1}
define void @flags(<8 x i8> %flags, ptr %words, ptr %to) {
  %unset = icmp eq <8 x i8> %flags, zeroinitializer
  %loaded = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %words, <8 x i1> %unset, <8 x i32> zeroinitializer)
  call void @other(<8 x i32> %loaded)
  call void @llvm.masked.store.v8i8.p0(<8 x i8> splat (i8 1), ptr %to, <8 x i1> %unset)
  ret void
}

declare void @other(<8 x i32>)
