; Intrinsics on pointers, the stack and variable arguments.
; run: dunlin run inputs/show.c
; replay: off the red zones of the sanitizer change distances on the stack
; native: same

@name.ptrmask = internal constant [8 x i8] c"ptrmask\00"
@name.relative = internal constant [9 x i8] c"relative\00"
@name.size = internal constant [5 x i8] c"size\00"
@name.stack = internal constant [6 x i8] c"stack\00"
@aligned = internal global [16 x i8] c"0123456789abcdef", align 16
@third = internal constant i32 33, align 4
@relative = internal constant [2 x i32] [i32 0, i32 trunc (i64 sub (i64 ptrtoint (ptr @third to i64), i64 ptrtoint (ptr @relative to i64)) to i32)]

define internal void @show.i8(ptr %what, i8 %value) {
  %place = alloca i8
  store i8 %value, ptr %place
  call void @show(ptr %what, i32 8, ptr %place)
  ret void
}

define internal void @show.i32(ptr %what, i32 %value) {
  %place = alloca i32
  store i32 %value, ptr %place
  call void @show(ptr %what, i32 32, ptr %place)
  ret void
}

define internal void @show.i64(ptr %what, i64 %value) {
  %place = alloca i64
  store i64 %value, ptr %place
  call void @show(ptr %what, i32 64, ptr %place)
  ret void
}

define internal void @pointers(i64 %at, i64 %mask) {
  %inside = getelementptr i8, ptr @aligned, i64 %at
  %masked = call ptr @llvm.ptrmask.p0.i64(ptr %inside, i64 %mask)
  %byte = load i8, ptr %masked
  call void @show.i8(ptr @name.ptrmask, i8 %byte)
  %target = call ptr @llvm.load.relative.i64(ptr @relative, i64 4)
  %word = load i32, ptr %target
  call void @show.i32(ptr @name.relative, i32 %word)
  %size = call i64 @llvm.objectsize.i64.p0(ptr @aligned, i1 false, i1 true, i1 false)
  call void @show.i64(ptr @name.size, i64 %size)
  %rest = getelementptr i8, ptr @aligned, i64 5
  %least = call i32 @llvm.objectsize.i32.p0(ptr %rest, i1 true, i1 true, i1 true)
  call void @show.i32(ptr @name.size, i32 %least)
  ret void
}

define internal void @stack(i32 %rounds) {
entry:
  br label %round
round:
  %i = phi i32 [ 0, %entry ], [ %next, %round ]
  %token = call ptr @llvm.stacksave.p0()
  %large = alloca i8, i32 10000
  %last = getelementptr i8, ptr %large, i64 9999
  store i8 7, ptr %last
  call void @llvm.stackrestore.p0(ptr %token)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %rounds
  br i1 %more, label %round, label %done
done:
  call void @show.i32(ptr @name.stack, i32 %next)
  ret void
}

define i32 @main() {
  call void @pointers(i64 13, i64 -4)
  call void @pointers(i64 3, i64 -2)
  call void @stack(i32 10000)
  ret i32 0
}

declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare ptr @llvm.load.relative.i64(ptr, i64)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare i32 @llvm.objectsize.i32.p0(ptr, i1, i1, i1)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @show(ptr, i32, ptr)
