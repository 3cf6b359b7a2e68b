; x86 gathers no elements of fewer than 32 bits. Where gathers are fast the aligned words are gathered that hold them;
; a word lies on one page. Elements that may lie across two words are loaded one by one.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=sapphirerapids -passes=weft-vectorize -S %s | FileCheck %s
; RUN: %weft-opt -mtriple=x86_64 -mcpu=znver4 -passes=weft-vectorize -S %s | FileCheck %s --check-prefix=SLOW

; CHECK-LABEL: define void @bytes.w16(
; CHECK: %[[WORDS:.*]] = call <16 x ptr addrspace(1)> @llvm.ptrmask.v16p1.v16i64({{.*}}, <16 x i64> splat (i64 -4))
; CHECK-NEXT: %[[LOADED:.*]] = call <16 x i32> @llvm.masked.gather.v16i32.v16p1(<16 x ptr addrspace(1)> align 4 %[[WORDS]]
; CHECK: lshr <16 x i32> %[[LOADED]]
; CHECK-NEXT: trunc <16 x i32> {{.*}} to <16 x i8>
; SLOW-LABEL: define void @bytes.w16(
; SLOW-NOT: llvm.masked.gather.v16i32
define void @bytes(i64 %lane, ptr addrspace(1) %table, ptr addrspace(1) %at, ptr addrspace(1) %out) #0 {
  %from = getelementptr i64, ptr addrspace(1) %at, i64 %lane
  %index = load i64, ptr addrspace(1) %from, align 8
  %place = getelementptr i8, ptr addrspace(1) %table, i64 %index
  %byte = load i8, ptr addrspace(1) %place, align 1
  %to = getelementptr i8, ptr addrspace(1) %out, i64 %lane
  store i8 %byte, ptr addrspace(1) %to, align 1
  ret void
}

; CHECK-LABEL: define void @halves.w16(
; CHECK: call <16 x i32> @llvm.masked.gather.v16i32
; CHECK: bitcast <16 x i16> {{.*}} to <16 x half>
define void @halves(i64 %lane, ptr addrspace(1) %table, ptr addrspace(1) %at, ptr addrspace(1) %out) #0 {
  %from = getelementptr i64, ptr addrspace(1) %at, i64 %lane
  %index = load i64, ptr addrspace(1) %from, align 8
  %place = getelementptr half, ptr addrspace(1) %table, i64 %index
  %half = load half, ptr addrspace(1) %place, align 2
  %to = getelementptr half, ptr addrspace(1) %out, i64 %lane
  store half %half, ptr addrspace(1) %to, align 2
  ret void
}

; CHECK-LABEL: define void @anywhere.w16(
; CHECK-NOT: @llvm.masked.gather.v16i32
; CHECK: ret void
define void @anywhere(i64 %lane, ptr addrspace(1) %table, ptr addrspace(1) %at, ptr addrspace(1) %out) #0 {
  %from = getelementptr i64, ptr addrspace(1) %at, i64 %lane
  %index = load i64, ptr addrspace(1) %from, align 8
  %place = getelementptr i8, ptr addrspace(1) %table, i64 %index
  %short = load i16, ptr addrspace(1) %place, align 1
  %to = getelementptr i16, ptr addrspace(1) %out, i64 %lane
  store i16 %short, ptr addrspace(1) %to, align 2
  ret void
}

attributes #0 = { "weft-width"="16" }
