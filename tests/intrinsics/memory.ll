; Copying and filling memory, with constant and computed lengths, of every kind.
; run: dunlin run inputs/show.c
; native: same

@name.memcpy = internal constant [7 x i8] c"memcpy\00"
@name.inline = internal constant [7 x i8] c"inline\00"
@name.memmove = internal constant [8 x i8] c"memmove\00"
@name.memset = internal constant [7 x i8] c"memset\00"
@name.lengths = internal constant [8 x i8] c"lengths\00"
@source = internal global [16 x i8] c"0123456789abcdef"
@target = internal global [16 x i8] zeroinitializer

define internal void @print(ptr %what) {
  call void @show(ptr %what, i32 128, ptr @target)
  ret void
}

define internal void @copy(i64 %n, i32 %short, i8 %byte) {
  %middle = getelementptr i8, ptr @target, i64 4
  call void @llvm.memcpy.p0.p0.i64(ptr @target, ptr @source, i64 %n, i1 false)
  call void @print(ptr @name.memcpy)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %middle, ptr @source, i64 5, i1 false)
  call void @print(ptr @name.inline)
  call void @llvm.memmove.p0.p0.i64(ptr %middle, ptr @target, i64 %n, i1 false)
  call void @print(ptr @name.memmove)
  call void @llvm.memmove.p0.p0.i64(ptr @target, ptr %middle, i64 9, i1 true)
  call void @print(ptr @name.memmove)
  call void @llvm.memset.p0.i64(ptr %middle, i8 %byte, i64 %n, i1 false)
  call void @print(ptr @name.memset)
  call void @llvm.memset.inline.p0.i64(ptr %middle, i8 %byte, i64 3, i1 true)
  call void @print(ptr @name.inline)
  call void @llvm.memcpy.p0.p0.i32(ptr @target, ptr @source, i32 %short, i1 false)
  call void @llvm.memset.p0.i32(ptr @target, i8 35, i32 1, i1 false)
  call void @print(ptr @name.lengths)
  call void @llvm.memcpy.p0.p0.i64(ptr null, ptr @source, i64 0, i1 false)
  ret void
}

define i32 @main() {
  call void @copy(i64 10, i32 16, i8 42)
  call void @copy(i64 0, i32 3, i8 -1)
  ret i32 0
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)
declare void @show(ptr, i32, ptr)
