; Arithmetic, comparisons and conversions of one-bit integers, which clang rarely emits.
; run: dunlin run inputs/show.c
; native: same

@name.add = internal constant [4 x i8] c"add\00"
@name.sub = internal constant [4 x i8] c"sub\00"
@name.mul = internal constant [4 x i8] c"mul\00"
@name.and = internal constant [4 x i8] c"and\00"
@name.or = internal constant [3 x i8] c"or\00"
@name.xor = internal constant [4 x i8] c"xor\00"
@name.eq = internal constant [3 x i8] c"eq\00"
@name.ne = internal constant [3 x i8] c"ne\00"
@name.ult = internal constant [4 x i8] c"ult\00"
@name.ule = internal constant [4 x i8] c"ule\00"
@name.ugt = internal constant [4 x i8] c"ugt\00"
@name.uge = internal constant [4 x i8] c"uge\00"
@name.slt = internal constant [4 x i8] c"slt\00"
@name.sle = internal constant [4 x i8] c"sle\00"
@name.sgt = internal constant [4 x i8] c"sgt\00"
@name.sge = internal constant [4 x i8] c"sge\00"
@name.udiv = internal constant [5 x i8] c"udiv\00"
@name.zext = internal constant [5 x i8] c"zext\00"
@name.sext = internal constant [5 x i8] c"sext\00"
@name.select = internal constant [7 x i8] c"select\00"

define internal void @show.i1(ptr %what, i1 %value) {
  %place = alloca i1
  store i1 %value, ptr %place
  call void @show(ptr %what, i32 1, ptr %place)
  ret void
}

define internal void @show.i9(ptr %what, i9 %value) {
  %place = alloca i9
  store i9 %value, ptr %place
  call void @show(ptr %what, i32 9, ptr %place)
  ret void
}

define internal void @all.i1(i1 %a, i1 %b) {
  %add = add i1 %a, %b
  call void @show.i1(ptr @name.add, i1 %add)
  %sub = sub i1 %a, %b
  call void @show.i1(ptr @name.sub, i1 %sub)
  %mul = mul i1 %a, %b
  call void @show.i1(ptr @name.mul, i1 %mul)
  %and = and i1 %a, %b
  call void @show.i1(ptr @name.and, i1 %and)
  %or = or i1 %a, %b
  call void @show.i1(ptr @name.or, i1 %or)
  %xor = xor i1 %a, %b
  call void @show.i1(ptr @name.xor, i1 %xor)
  %eq = icmp eq i1 %a, %b
  call void @show.i1(ptr @name.eq, i1 %eq)
  %ne = icmp ne i1 %a, %b
  call void @show.i1(ptr @name.ne, i1 %ne)
  %ult = icmp ult i1 %a, %b
  call void @show.i1(ptr @name.ult, i1 %ult)
  %ule = icmp ule i1 %a, %b
  call void @show.i1(ptr @name.ule, i1 %ule)
  %ugt = icmp ugt i1 %a, %b
  call void @show.i1(ptr @name.ugt, i1 %ugt)
  %uge = icmp uge i1 %a, %b
  call void @show.i1(ptr @name.uge, i1 %uge)
  %slt = icmp slt i1 %a, %b
  call void @show.i1(ptr @name.slt, i1 %slt)
  %sle = icmp sle i1 %a, %b
  call void @show.i1(ptr @name.sle, i1 %sle)
  %sgt = icmp sgt i1 %a, %b
  call void @show.i1(ptr @name.sgt, i1 %sgt)
  %sge = icmp sge i1 %a, %b
  call void @show.i1(ptr @name.sge, i1 %sge)
  %zext = zext i1 %a to i9
  call void @show.i9(ptr @name.zext, i9 %zext)
  %sext = sext i1 %b to i9
  call void @show.i9(ptr @name.sext, i9 %sext)
  %narrow = trunc i9 %sext to i1
  %select = select i1 %a, i1 %narrow, i1 %b
  call void @show.i1(ptr @name.select, i1 %select)
  br i1 %b, label %divide, label %done
divide:
  %udiv = udiv i1 %a, %b
  call void @show.i1(ptr @name.udiv, i1 %udiv)
  br label %done
done:
  ret void
}

define i32 @main() {
  call void @all.i1(i1 false, i1 false)
  call void @all.i1(i1 false, i1 true)
  call void @all.i1(i1 true, i1 false)
  call void @all.i1(i1 true, i1 true)
  ret i32 0
}

declare void @show(ptr, i32, ptr)
