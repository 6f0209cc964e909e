; Pieces of vectors: insert, extract, reverse, splice, interleave and deinterleave.
; run: dunlin run inputs/show.c
; native: same

@name.insert = internal constant [7 x i8] c"insert\00"
@name.extract = internal constant [8 x i8] c"extract\00"
@name.reverse = internal constant [8 x i8] c"reverse\00"
@name.splice = internal constant [7 x i8] c"splice\00"
@name.interleave2 = internal constant [12 x i8] c"interleave2\00"
@name.deinterleave2 = internal constant [14 x i8] c"deinterleave2\00"

define internal void @show.i128(ptr %what, i128 %value) {
  %place = alloca i128
  store i128 %value, ptr %place
  call void @show(ptr %what, i32 128, ptr %place)
  ret void
}

define internal void @show.i256(ptr %what, i256 %value) {
  %place = alloca i256
  store i256 %value, ptr %place
  call void @show(ptr %what, i32 256, ptr %place)
  ret void
}

define internal void @show.4(ptr %what, <4 x i32> %v) {
  %bits = bitcast <4 x i32> %v to i128
  call void @show.i128(ptr %what, i128 %bits)
  ret void
}

define internal void @show.8(ptr %what, <8 x i32> %v) {
  %bits = bitcast <8 x i32> %v to i256
  call void @show.i256(ptr %what, i256 %bits)
  ret void
}

define internal void @pieces(<8 x i32> %a, <8 x i32> %b, <4 x i32> %c) {
  %insert = call <8 x i32> @llvm.vector.insert.v8i32.v4i32(<8 x i32> %a, <4 x i32> %c, i64 4)
  call void @show.8(ptr @name.insert, <8 x i32> %insert)
  %extract = call <4 x i32> @llvm.vector.extract.v4i32.v8i32(<8 x i32> %b, i64 4)
  call void @show.4(ptr @name.extract, <4 x i32> %extract)
  %reverse = call <8 x i32> @llvm.vector.reverse.v8i32(<8 x i32> %a)
  call void @show.8(ptr @name.reverse, <8 x i32> %reverse)
  %splice = call <8 x i32> @llvm.vector.splice.v8i32(<8 x i32> %a, <8 x i32> %b, i32 3)
  call void @show.8(ptr @name.splice, <8 x i32> %splice)
  %back = call <8 x i32> @llvm.vector.splice.v8i32(<8 x i32> %a, <8 x i32> %b, i32 -2)
  call void @show.8(ptr @name.splice, <8 x i32> %back)
  %interleave = call <8 x i32> @llvm.vector.interleave2.v8i32(<4 x i32> %c, <4 x i32> %extract)
  call void @show.8(ptr @name.interleave2, <8 x i32> %interleave)
  %halves = call { <4 x i32>, <4 x i32> } @llvm.vector.deinterleave2.v8i32(<8 x i32> %a)
  %even = extractvalue { <4 x i32>, <4 x i32> } %halves, 0
  %odd = extractvalue { <4 x i32>, <4 x i32> } %halves, 1
  call void @show.4(ptr @name.deinterleave2, <4 x i32> %even)
  call void @show.4(ptr @name.deinterleave2, <4 x i32> %odd)
  ret void
}

define i32 @main() {
  call void @pieces(<8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, <8 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>, <4 x i32> <i32 -1, i32 -2, i32 -3, i32 -4>)
  ret i32 0
}

declare <8 x i32> @llvm.vector.insert.v8i32.v4i32(<8 x i32>, <4 x i32>, i64)
declare <4 x i32> @llvm.vector.extract.v4i32.v8i32(<8 x i32>, i64)
declare <8 x i32> @llvm.vector.reverse.v8i32(<8 x i32>)
declare <8 x i32> @llvm.vector.splice.v8i32(<8 x i32>, <8 x i32>, i32)
declare <8 x i32> @llvm.vector.interleave2.v8i32(<4 x i32>, <4 x i32>)
declare { <4 x i32>, <4 x i32> } @llvm.vector.deinterleave2.v8i32(<8 x i32>)
declare void @show(ptr, i32, ptr)
