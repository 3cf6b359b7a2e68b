; The plan of each access, which the estimate prices, and the code that it becomes. Each function has one access that
; counts, to %from, and stores what it loads to its lane of %to.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes="weft-prepare,print<weft-accesses>" -disable-output %s 2>&1 | FileCheck %s --check-prefix=PLAN
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-vectorize -S %s | FileCheck %s --check-prefix=CODE

; PLAN-LABEL: accesses of one
; PLAN-NEXT: load of %from: uniform
; CODE-LABEL: @one.w4(
; CODE: load i32, ptr %from
; CODE-NOT: load
; CODE: ret void
define void @one(i64 %lane, ptr %from, ptr %to) "weft-width"="4" {
  %x = load i32, ptr %from
  %lanes = getelementptr i32, ptr %to, i64 %lane
  store i32 %x, ptr %lanes
  ret void
}

; PLAN-LABEL: accesses of ordered
; PLAN-NEXT: load of %place: lane by lane
; CODE-LABEL: @ordered.w4(
; CODE-NOT: masked
; CODE: phi i4
; CODE: load atomic i32
; CODE-NOT: load
; CODE: ret void
define void @ordered(i64 %lane, ptr %from, ptr %to) "weft-width"="4" {
  %place = getelementptr i32, ptr %from, i64 %lane
  %x = load atomic i32, ptr %place monotonic, align 4
  %lanes = getelementptr i32, ptr %to, i64 %lane
  store i32 %x, ptr %lanes
  ret void
}

; PLAN-LABEL: accesses of row
; PLAN-NEXT: load of %place: consecutive
; CODE-LABEL: @row.w4(
; CODE: call <4 x i32> @llvm.masked.load
; CODE-NOT: load
; CODE: ret void
define void @row(i64 %lane, ptr %from, ptr %to) "weft-width"="4" {
  %place = getelementptr i32, ptr %from, i64 %lane
  %x = load i32, ptr %place
  %lanes = getelementptr i32, ptr %to, i64 %lane
  store i32 %x, ptr %lanes
  ret void
}

; Three vectors side by side hold every third element of one.
; PLAN-LABEL: accesses of third
; PLAN-NEXT: load of %place: strided
; CODE-LABEL: @third.w4(
; CODE-COUNT-3: call <4 x i32> @llvm.masked.load
; CODE-NOT: load
; CODE: ret void
define void @third(i64 %lane, ptr %from, ptr %to) "weft-width"="4" {
  %three = mul i64 %lane, 3
  %place = getelementptr i32, ptr %from, i64 %three
  %x = load i32, ptr %place
  %lanes = getelementptr i32, ptr %to, i64 %lane
  store i32 %x, ptr %lanes
  ret void
}

; PLAN-LABEL: accesses of clamped
; PLAN-NEXT: load of %place: tested stride, {{.*}} where tests hold: consecutive, else gather
; CODE-LABEL: @clamped.w4(
; CODE: br i1 %{{.*}}, label %regular, label %irregular
; CODE: regular:
; CODE: call <4 x i32> @llvm.masked.load
; CODE-NOT: gather
; CODE: irregular:
; CODE: call <4 x i32> @llvm.masked.gather
; CODE-NOT: load
; CODE: ret void
define void @clamped(i64 %lane, ptr %from, ptr %to, i32 %least) "weft-width"="4" {
  %id = trunc i64 %lane to i32
  %clamp = call i32 @llvm.smax.i32(i32 %id, i32 %least)
  %index = sext i32 %clamp to i64
  %place = getelementptr i32, ptr %from, i64 %index
  %x = load i32, ptr %place
  %lanes = getelementptr i32, ptr %to, i64 %lane
  store i32 %x, ptr %lanes
  ret void
}

; PLAN-LABEL: accesses of far
; PLAN-NEXT: load of %place: same stride
; CODE-LABEL: @far.w4(
; CODE: regular:
; CODE-NOT: extractelement <4 x ptr>
; CODE-COUNT-4: load <2 x i32>
; CODE: irregular:
; CODE: call {{.*}} @llvm.masked.gather
; CODE: ret void
define void @far(i64 %lane, ptr %from, ptr %to, i64 %step) "weft-width"="4" {
  %index = mul i64 %lane, %step
  %place = getelementptr <2 x i32>, ptr %from, i64 %index
  %x = load <2 x i32>, ptr %place, align 8
  %lanes = getelementptr <2 x i32>, ptr %to, i64 %lane
  store <2 x i32> %x, ptr %lanes, align 8
  ret void
}

; PLAN-LABEL: accesses of anywhere
; PLAN: load of %other: gather
; PLAN-NEXT: store to %other: gather
; CODE-LABEL: @anywhere.w4(
; CODE: call <4 x i64> @llvm.masked.load
; CODE: call <4 x i32> @llvm.masked.gather
; CODE: call void @llvm.masked.scatter
; CODE: ret void
define void @anywhere(i64 %lane, ptr %from, ptr %to) "weft-width"="4" {
  %place = getelementptr i64, ptr %from, i64 %lane
  %index = load i64, ptr %place
  %other = getelementptr i32, ptr %to, i64 %index
  %x = load i32, ptr %other
  %more = add i32 %x, 1
  store i32 %more, ptr %other
  ret void
}
