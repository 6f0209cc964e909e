; Intrinsics that compute nothing: hints, annotations, scopes, and values that pass through.
; run: dunlin run inputs/show.c
; native: same

@name.expect = internal constant [7 x i8] c"expect\00"
@name.pass = internal constant [5 x i8] c"pass\00"
@name.after = internal constant [6 x i8] c"after\00"
@name.constant = internal constant [9 x i8] c"constant\00"
@number = internal global i32 7
@per.thread = internal thread_local global i32 9
@note = private unnamed_addr constant [5 x i8] c"note\00", section "llvm.metadata"

define internal void @show.i32(ptr %what, i32 %value) {
  %place = alloca i32
  store i32 %value, ptr %place
  call void @show(ptr %what, i32 32, ptr %place)
  ret void
}

define internal void @show.i1(ptr %what, i1 %value) {
  %place = alloca i1
  store i1 %value, ptr %place
  call void @show(ptr %what, i32 1, ptr %place)
  ret void
}

define internal i32 @hints(i32 %a, ptr %p) {
  %likely = icmp sgt i32 %a, 0
  %e = call i1 @llvm.expect.i1(i1 %likely, i1 true)
  call void @show.i1(ptr @name.expect, i1 %e)
  call void @llvm.assume(i1 %likely)
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 4), "nonnull"(ptr %p) ]
  %noted = call i32 @llvm.annotation.i32.p0(i32 %a, ptr @note, ptr @note, i32 1)
  call void @show.i32(ptr @name.pass, i32 %noted)
  %q = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @note, ptr @note, i32 1, ptr null)
  call void @llvm.var.annotation.p0.p0(ptr %q, ptr @note, ptr @note, i32 1, ptr null)
  %laundered = call ptr @llvm.launder.invariant.group.p0(ptr %q)
  %stripped = call ptr @llvm.strip.invariant.group.p0(ptr %laundered)
  %value = load i32, ptr %stripped
  call void @show.i32(ptr @name.pass, i32 %value)
  %thread.place = call ptr @llvm.threadlocal.address.p0(ptr @per.thread)
  %thread.value = load i32, ptr %thread.place
  call void @show.i32(ptr @name.pass, i32 %thread.value)
  %f = sitofp i32 %a to float
  %fenced = call float @llvm.arithmetic.fence.f32(float %f)
  %fenced.bits = bitcast float %fenced to i32
  call void @show.i32(ptr @name.pass, i32 %fenced.bits)
  %scope = call ptr @llvm.invariant.start.p0(i64 4, ptr %p)
  call void @llvm.invariant.end.p0(ptr %scope, i64 4, ptr %p)
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  call void @llvm.sideeffect()
  call void @llvm.donothing()
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  call void @llvm.pseudoprobe(i64 1, i64 2, i32 0, i64 -1)
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %return = call ptr @llvm.returnaddress(i32 0)
  %constant = call i1 @llvm.is.constant.i32(i32 %a)
  call void @show.i1(ptr @name.constant, i1 %constant)
  %manifest = call i1 @llvm.is.constant.i32(i32 123)
  call void @show.i1(ptr @name.constant, i1 %manifest)
  %place = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %place)
  store i32 %value, ptr %place
  %again = load i32, ptr %place
  call void @llvm.lifetime.end.p0(i64 4, ptr %place)
  call void @show.i32(ptr @name.after, i32 %again)
  ret i32 %again
}

define i32 @main() {
  %x = call i32 @hints(i32 5, ptr @number)
  %y = call i32 @hints(i32 3, ptr @number)
  %z = sub i32 %x, %y
  ret i32 %z
}

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}

declare i1 @llvm.expect.i1(i1, i1)
declare void @llvm.assume(i1)
declare i32 @llvm.annotation.i32.p0(i32, ptr, ptr, i32)
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare ptr @llvm.strip.invariant.group.p0(ptr)
declare ptr @llvm.threadlocal.address.p0(ptr nonnull)
declare float @llvm.arithmetic.fence.f32(float)
declare ptr @llvm.invariant.start.p0(i64, ptr)
declare void @llvm.invariant.end.p0(ptr, i64, ptr)
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare void @llvm.sideeffect()
declare void @llvm.donothing()
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare void @llvm.pseudoprobe(i64, i64, i32, i64)
declare ptr @llvm.frameaddress.p0(i32)
declare ptr @llvm.returnaddress(i32)
declare i1 @llvm.is.constant.i32(i32)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @show(ptr, i32, ptr)
