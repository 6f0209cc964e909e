; Variable arguments by LLVM's own intrinsics, as clang lays them out for x86-64: all of these come
; from the overflow area or the register save area of the list.
; run: dunlin run inputs/show.c
; native: same

@name.sum = internal constant [4 x i8] c"sum\00"
@name.again = internal constant [6 x i8] c"again\00"
%list = type { i32, i32, ptr, ptr }

define internal void @show.i64(ptr %what, i64 %value) {
  %place = alloca i64
  store i64 %value, ptr %place
  call void @show(ptr %what, i32 64, ptr %place)
  ret void
}

; One integer argument of a list, as clang writes va_arg.
define internal i64 @next(ptr %list) {
entry:
  %used = load i32, ptr %list
  %in.registers = icmp ule i32 %used, 40
  br i1 %in.registers, label %register, label %memory
register:
  %area.place = getelementptr %list, ptr %list, i32 0, i32 3
  %area = load ptr, ptr %area.place
  %from.register = getelementptr i8, ptr %area, i32 %used
  %more = add i32 %used, 8
  store i32 %more, ptr %list
  br label %done
memory:
  %overflow.place = getelementptr %list, ptr %list, i32 0, i32 2
  %overflow = load ptr, ptr %overflow.place
  %after = getelementptr i8, ptr %overflow, i64 8
  store ptr %after, ptr %overflow.place
  br label %done
done:
  %place = phi ptr [ %from.register, %register ], [ %overflow, %memory ]
  %value = load i64, ptr %place
  ret i64 %value
}

define internal i64 @total(i64 %count, ...) {
entry:
  %list = alloca %list, align 16
  %copy = alloca %list, align 16
  call void @llvm.va_start(ptr %list)
  %first = call i64 @next(ptr %list)
  call void @llvm.va_copy(ptr %copy, ptr %list)
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next.i, %loop ]
  %sum = phi i64 [ %first, %entry ], [ %next.sum, %loop ]
  %value = call i64 @next(ptr %list)
  %next.sum = add i64 %sum, %value
  %next.i = add i64 %i, 1
  %more = icmp ult i64 %next.i, %count
  br i1 %more, label %loop, label %done
done:
  call void @llvm.va_end(ptr %list)
  %second = call i64 @next(ptr %copy)
  call void @show.i64(ptr @name.again, i64 %second)
  call void @llvm.va_end(ptr %copy)
  ret i64 %next.sum
}

define i32 @main() {
  %few = call i64 (i64, ...) @total(i64 2, i64 1000, i64 337)
  call void @show.i64(ptr @name.sum, i64 %few)
  %many = call i64 (i64, ...) @total(i64 9, i64 1, i64 2, i64 4, i64 8, i64 16, i64 32, i64 64, i64 128, i64 256)
  call void @show.i64(ptr @name.sum, i64 %many)
  ret i32 0
}

declare void @llvm.va_start(ptr)
declare void @llvm.va_copy(ptr, ptr)
declare void @llvm.va_end(ptr)
declare void @show(ptr, i32, ptr)
