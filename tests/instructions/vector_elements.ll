; Elements of vectors: extract and insert at constant and computed places, shuffles, vectors in phi,
; in memory, in calls and in aggregates.
; run: dunlin run inputs/show.c
; native: same

@name.extract = internal constant [8 x i8] c"extract\00"
@name.insert = internal constant [7 x i8] c"insert\00"
@name.shuffle = internal constant [8 x i8] c"shuffle\00"
@name.phi = internal constant [4 x i8] c"phi\00"
@name.memory = internal constant [7 x i8] c"memory\00"
@name.odd = internal constant [4 x i8] c"odd\00"
@name.pointers = internal constant [9 x i8] c"pointers\00"
@place = internal global <4 x i16> <i16 1, i16 2, i16 3, i16 4>
@bits = internal global <9 x i1> zeroinitializer
@text = internal constant [4 x i8] c"abc\00"

define internal void @show.i16(ptr %what, i16 %value) {
  %place = alloca i16
  store i16 %value, ptr %place
  call void @show(ptr %what, i32 16, ptr %place)
  ret void
}

define internal void @show.i64(ptr %what, i64 %value) {
  %place = alloca i64
  store i64 %value, ptr %place
  call void @show(ptr %what, i32 64, ptr %place)
  ret void
}

define internal void @show.i9(ptr %what, i9 %value) {
  %place = alloca i9
  store i9 %value, ptr %place
  call void @show(ptr %what, i32 9, ptr %place)
  ret void
}

define internal void @show.i8(ptr %what, i8 %value) {
  %place = alloca i8
  store i8 %value, ptr %place
  call void @show(ptr %what, i32 8, ptr %place)
  ret void
}

define internal <4 x i16> @pass(<4 x i16> %a, { <4 x i16>, i32 } %b) {
  %v = extractvalue { <4 x i16>, i32 } %b, 0
  %r = sub <4 x i16> %v, %a
  ret <4 x i16> %r
}

define internal void @show.v(ptr %what, <4 x i16> %v) {
  %bits = bitcast <4 x i16> %v to i64
  call void @show.i64(ptr %what, i64 %bits)
  ret void
}

define internal void @at(<4 x i16> %v, i32 %index, <2 x ptr> %addresses) {
entry:
  %known = extractelement <4 x i16> %v, i64 2
  call void @show.i16(ptr @name.extract, i16 %known)
  %chosen = extractelement <4 x i16> %v, i32 %index
  call void @show.i16(ptr @name.extract, i16 %chosen)
  %first = insertelement <4 x i16> %v, i16 %chosen, i8 0
  call void @show.v(ptr @name.insert, <4 x i16> %first)
  %other = insertelement <4 x i16> %first, i16 77, i32 %index
  call void @show.v(ptr @name.insert, <4 x i16> %other)
  %mixed = shufflevector <4 x i16> %v, <4 x i16> %other, <4 x i32> <i32 7, i32 0, i32 4, i32 3>
  call void @show.v(ptr @name.shuffle, <4 x i16> %mixed)
  %wide = shufflevector <4 x i16> %v, <4 x i16> zeroinitializer, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %narrow = shufflevector <8 x i16> %wide, <8 x i16> poison, <4 x i32> <i32 3, i32 2, i32 5, i32 0>
  call void @show.v(ptr @name.shuffle, <4 x i16> %narrow)
  %even = icmp ult i32 %index, 2
  br i1 %even, label %left, label %right
left:
  %doubled = add <4 x i16> %v, %v
  br label %join
right:
  br label %join
join:
  %joined = phi <4 x i16> [ %doubled, %left ], [ %mixed, %right ]
  call void @show.v(ptr @name.phi, <4 x i16> %joined)
  %old = load <4 x i16>, ptr @place
  store <4 x i16> %joined, ptr @place
  call void @show.v(ptr @name.memory, <4 x i16> %old)
  %lane = getelementptr <4 x i16>, ptr @place, i64 0, i32 %index
  %in.memory = load i16, ptr %lane
  call void @show.i16(ptr @name.memory, i16 %in.memory)
  %pair.0 = insertvalue { <4 x i16>, i32 } poison, <4 x i16> %joined, 0
  %pair = insertvalue { <4 x i16>, i32 } %pair.0, i32 1, 1
  %passed = call <4 x i16> @pass(<4 x i16> %old, { <4 x i16>, i32 } %pair)
  call void @show.v(ptr @name.phi, <4 x i16> %passed)
  %old.bits = load <9 x i1>, ptr @bits
  %new.bits = insertelement <9 x i1> %old.bits, i1 true, i32 %index
  store <9 x i1> %new.bits, ptr @bits
  %as.int = bitcast <9 x i1> %new.bits to i9
  call void @show.i9(ptr @name.odd, i9 %as.int)
  %moved = getelementptr i8, <2 x ptr> %addresses, <2 x i64> <i64 0, i64 1>
  %second = extractelement <2 x ptr> %moved, i64 1
  %char = load i8, ptr %second
  call void @show.i8(ptr @name.pointers, i8 %char)
  %same = icmp eq <2 x ptr> %addresses, %moved
  %same.int = bitcast <2 x i1> %same to i2
  %same.wide = zext i2 %same.int to i8
  call void @show.i8(ptr @name.pointers, i8 %same.wide)
  ret void
}

define i32 @main() {
  %addresses = insertelement <2 x ptr> <ptr @text, ptr poison>, ptr @text, i32 1
  call void @at(<4 x i16> <i16 10, i16 -20, i16 30, i16 -40>, i32 0, <2 x ptr> %addresses)
  call void @at(<4 x i16> <i16 1, i16 2, i16 3, i16 4>, i32 3, <2 x ptr> %addresses)
  call void @at(<4 x i16> splat (i16 9), i32 1, <2 x ptr> %addresses)
  ret i32 0
}

declare void @show(ptr, i32, ptr)
