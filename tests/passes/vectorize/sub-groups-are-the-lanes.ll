; Operations of a sub-group are operations on lanes, among those that are active.
; RUN: %weft-opt -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

declare i32 @weft.sub_group.lane() nounwind willreturn memory(none)
declare i32 @weft.sub_group.max_size() nounwind willreturn memory(none)
declare i64 @weft.sub_group.ballot(i1) convergent nounwind willreturn memory(inaccessiblemem: readwrite)
declare float @weft.sub_group.shuffle.float(float, i32) convergent nounwind willreturn memory(inaccessiblemem: readwrite)
declare i32 @weft.sub_group.reduce.add.i32(i32) convergent nounwind willreturn memory(inaccessiblemem: readwrite)
declare i32 @weft.sub_group.exclusive.umin.i32(i32) convergent nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @weft.sub_group.barrier() convergent nounwind

; CHECK-NOT: not widened
; CHECK-NOT: lane by lane

; A ballot is the same for all lanes, and may choose a branch for all.
; CHECK-LABEL: define void @ballot.w4(
; CHECK: %[[TRUE:.*]] = select <4 x i1> %lanes, <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[TRUE]] to i4
; CHECK: zext i4 %[[BITS]] to i64
; CHECK: %[[NONE:.*]] = icmp eq i64
; CHECK: br i1 %[[NONE]]
define void @ballot(i64 %lane, ptr %p) {
  %own = getelementptr i32, ptr %p, i64 %lane
  %x = load i32, ptr %own
  %odd = trunc i32 %x to i1
  %votes = call i64 @weft.sub_group.ballot(i1 %odd)
  %none = icmp eq i64 %votes, 0
  br i1 %none, label %done, label %some
some:
  store i32 7, ptr %own
  br label %done
done:
  ret void
}

; Lanes that are off count as zeros; halves are added until one is left.
; CHECK-LABEL: define void @reduce.w4(
; CHECK: %[[ON:.*]] = select <4 x i1> %lanes, <4 x i32> %{{.*}}, <4 x i32> zeroinitializer
; CHECK: %[[LOW:.*]] = shufflevector <4 x i32> %[[ON]], <4 x i32> poison, <2 x i32> <i32 0, i32 1>
; CHECK: %[[HIGH:.*]] = shufflevector <4 x i32> %[[ON]], <4 x i32> poison, <2 x i32> <i32 2, i32 3>
; CHECK: add <2 x i32> %[[LOW]], %[[HIGH]]
; CHECK: extractelement <1 x i32>
define void @reduce(i64 %lane, ptr %p) {
  %own = getelementptr i32, ptr %p, i64 %lane
  %x = load i32, ptr %own
  %sum = call i32 @weft.sub_group.reduce.add.i32(i32 %x)
  store i32 %sum, ptr %own
  ret void
}

; CHECK-LABEL: define void @scan.w4(
; CHECK: shufflevector <4 x i32> splat (i32 -1), <4 x i32> %{{.*}}, <4 x i32> <i32 0, i32 4, i32 5, i32 6>
; CHECK: call <4 x i32> @llvm.umin.v4i32
; CHECK: shufflevector <4 x i32> splat (i32 -1), <4 x i32> %{{.*}}, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
; CHECK: call <4 x i32> @llvm.umin.v4i32
; CHECK: shufflevector <4 x i32> splat (i32 -1), <4 x i32> %{{.*}}, <4 x i32> <i32 0, i32 4, i32 5, i32 6>
define void @scan(i64 %lane, ptr %p) {
  %own = getelementptr i32, ptr %p, i64 %lane
  %x = load i32, ptr %own
  %before = call i32 @weft.sub_group.exclusive.umin.i32(i32 %x)
  store i32 %before, ptr %own
  ret void
}

; From one lane: a scalar. From a lane of each one's choice: a permutation, of constants where the
; choice is known.
; CHECK-LABEL: define void @shuffle.w4(
; CHECK: %[[FROM:.*]] = phi <4 x float>
; CHECK: %[[INDEX:.*]] = and i32 %index, 3
; CHECK: extractelement <4 x float> %[[FROM]], i32 %[[INDEX]]
; CHECK: shufflevector <4 x float> %[[FROM]], <4 x float> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
; CHECK: %[[FROZEN:.*]] = freeze <4 x i32>
; CHECK: %[[LANES:.*]] = and <4 x i32> %[[FROZEN]], splat (i32 3)
; CHECK: %[[LANE:.*]] = extractelement <4 x i32> %[[LANES]], i64 0
; CHECK: %[[CHOSEN:.*]] = extractelement <4 x float> %[[FROM]], i32 %[[LANE]]
; CHECK: insertelement <4 x float> poison, float %[[CHOSEN]], i64 0
define void @shuffle(i64 %lane, ptr %p, i32 %index) {
  %own = getelementptr float, ptr %p, i64 %lane
  %x = load float, ptr %own
  %one = call float @weft.sub_group.shuffle.float(float %x, i32 %index)
  %here = call i32 @weft.sub_group.lane()
  %other = xor i32 %here, 1
  %neighbour = call float @weft.sub_group.shuffle.float(float %x, i32 %other)
  %bits = bitcast float %x to i32
  %any = call float @weft.sub_group.shuffle.float(float %x, i32 %bits)
  %two = fadd float %one, %neighbour
  %sum = fadd float %two, %any
  store float %sum, ptr %own
  ret void
}

; The width is known here.
; CHECK-LABEL: define void @places.w4(
; CHECK: %[[HERE:.*]] = add <4 x i32> %{{.*}}, <i32 0, i32 1, i32 2, i32 3>
; CHECK: fence syncscope("singlethread") acq_rel
define void @places(i64 %lane, ptr %p) {
  %own = getelementptr i32, ptr %p, i64 %lane
  %here = call i32 @weft.sub_group.lane()
  %size = call i32 @weft.sub_group.max_size()
  %a = add i32 %here, %size
  store i32 %a, ptr %own
  call void @weft.sub_group.barrier()
  ret void
}
