; What a lane accesses at once and is 64 bits together is one element of a gather or scatter where these are cheap, else
; one access of each lane, and a transposition. Where code seldom runs they are always: lanes-equally-far-apart.ll.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=sapphirerapids -passes=weft-vectorize -S %s 2>&1 | FileCheck %s --check-prefixes=ALL,CHEAP
; RUN: %weft-opt -mtriple=x86_64 -mcpu=znver4 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s --check-prefixes=ALL,DEAR

; ALL-LABEL: define void @anywhere.w4(
; CHEAP: %[[WORDS:.*]] = call <4 x i64> @llvm.masked.gather.v4i64
; CHEAP: bitcast <4 x i64> %[[WORDS]] to <8 x float>
; CHEAP: %[[STORED:.*]] = bitcast <8 x float> %{{.*}} to <4 x i64>
; CHEAP: call void @llvm.masked.scatter.v4i64{{.*}}(<4 x i64> %[[STORED]]
; DEAR-COUNT-4: load <2 x float>, ptr
; DEAR-COUNT-4: store <2 x float> %{{.*}}, ptr
; ALL: ret void
define void @anywhere(i64 %lane, ptr %places, ptr %table) "weft-width"="4" {
  %place.p = getelementptr i32, ptr %places, i64 %lane
  %place = load i32, ptr %place.p
  %pair.p = getelementptr <2 x float>, ptr %table, i32 %place
  %pair = load <2 x float>, ptr %pair.p
  %twice = fadd <2 x float> %pair, %pair
  store <2 x float> %twice, ptr %pair.p
  ret void
}
