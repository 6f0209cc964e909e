; Copies of unordered atomic elements. No native library has the functions that they become.
; run: dunlin run inputs/show.c
; replay: off no library has the functions that these operations become
; stdout: memcpy i64 6867666564636261
; stdout: memmove i64 6463626164636261
; stdout: memset i64 6463626100000000

@name.memcpy = internal constant [7 x i8] c"memcpy\00"
@name.memmove = internal constant [8 x i8] c"memmove\00"
@name.memset = internal constant [7 x i8] c"memset\00"
@source = internal global [8 x i8] c"abcdefgh"
@target = internal global [8 x i8] zeroinitializer

define i32 @main() {
  %half = getelementptr i8, ptr @target, i64 4
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 4 @target, ptr align 4 @source, i64 8, i32 4)
  call void @show(ptr @name.memcpy, i32 64, ptr @target)
  call void @llvm.memmove.element.unordered.atomic.p0.p0.i64(ptr align 4 %half, ptr align 4 @target, i64 4, i32 4)
  call void @show(ptr @name.memmove, i32 64, ptr @target)
  call void @llvm.memset.element.unordered.atomic.p0.i64(ptr align 2 @target, i8 0, i64 4, i32 2)
  call void @show(ptr @name.memset, i32 64, ptr @target)
  ret i32 0
}

declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr, ptr, i64, i32)
declare void @llvm.memmove.element.unordered.atomic.p0.p0.i64(ptr, ptr, i64, i32)
declare void @llvm.memset.element.unordered.atomic.p0.i64(ptr, i8, i64, i32)
declare void @show(ptr, i32, ptr)
