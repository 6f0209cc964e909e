; Arithmetic with an overflow flag of every kind of width, with edge values.
; run: dunlin run inputs/show.c
; native: same

@name.uadd = internal constant [5 x i8] c"uadd\00"
@name.sadd = internal constant [5 x i8] c"sadd\00"
@name.usub = internal constant [5 x i8] c"usub\00"
@name.ssub = internal constant [5 x i8] c"ssub\00"
@name.umul = internal constant [5 x i8] c"umul\00"
@name.smul = internal constant [5 x i8] c"smul\00"
@name.flag = internal constant [5 x i8] c"flag\00"
@values.i7 = internal constant [8 x i7] [i7 0, i7 1, i7 63, i7 64, i7 127, i7 65, i7 3, i7 126]
@values.i8 = internal constant [8 x i8] [i8 0, i8 1, i8 127, i8 128, i8 255, i8 193, i8 3, i8 254]
@values.i32 = internal constant [8 x i32] [i32 0, i32 1, i32 2147483647, i32 2147483648, i32 4294967295, i32 2662314177, i32 3, i32 4294967294]
@values.i33 = internal constant [8 x i33] [i33 0, i33 1, i33 4294967295, i33 4294967296, i33 8589934591, i33 6957281473, i33 3, i33 8589934590]
@values.i64 = internal constant [8 x i64] [i64 0, i64 1, i64 9223372036854775807, i64 9223372036854775808, i64 18446744073709551615, i64 6515438233616101569, i64 3, i64 18446744073709551614]
@values.i65 = internal constant [8 x i65] [i65 0, i65 1, i65 18446744073709551615, i65 18446744073709551616, i65 36893488147419103231, i65 24962182307325653185, i65 3, i65 36893488147419103230]
@values.i128 = internal constant [8 x i128] [i128 0, i128 1, i128 170141183460469231731687303715884105727, i128 170141183460469231731687303715884105728, i128 340282366920938463463374607431768211455, i128 120188621623578450709442679162520187073, i128 3, i128 340282366920938463463374607431768211454]

define internal void @show.i1(ptr %what, i1 %value) {
  %place = alloca i1
  store i1 %value, ptr %place
  call void @show(ptr %what, i32 1, ptr %place)
  ret void
}

define internal void @show.i7(ptr %what, i7 %value) {
  %place = alloca i7
  store i7 %value, ptr %place
  call void @show(ptr %what, i32 7, ptr %place)
  ret void
}

define internal void @all.i7(i7 %a, i7 %b) {
  %pair.0 = call { i7, i1 } @llvm.uadd.with.overflow.i7(i7 %a, i7 %b)
  %r.0 = extractvalue { i7, i1 } %pair.0, 0
  %flag.0 = extractvalue { i7, i1 } %pair.0, 1
  call void @show.i7(ptr @name.uadd, i7 %r.0)
  call void @show.i1(ptr @name.flag, i1 %flag.0)
  %pair.1 = call { i7, i1 } @llvm.sadd.with.overflow.i7(i7 %a, i7 %b)
  %r.1 = extractvalue { i7, i1 } %pair.1, 0
  %flag.1 = extractvalue { i7, i1 } %pair.1, 1
  call void @show.i7(ptr @name.sadd, i7 %r.1)
  call void @show.i1(ptr @name.flag, i1 %flag.1)
  %pair.2 = call { i7, i1 } @llvm.usub.with.overflow.i7(i7 %a, i7 %b)
  %r.2 = extractvalue { i7, i1 } %pair.2, 0
  %flag.2 = extractvalue { i7, i1 } %pair.2, 1
  call void @show.i7(ptr @name.usub, i7 %r.2)
  call void @show.i1(ptr @name.flag, i1 %flag.2)
  %pair.3 = call { i7, i1 } @llvm.ssub.with.overflow.i7(i7 %a, i7 %b)
  %r.3 = extractvalue { i7, i1 } %pair.3, 0
  %flag.3 = extractvalue { i7, i1 } %pair.3, 1
  call void @show.i7(ptr @name.ssub, i7 %r.3)
  call void @show.i1(ptr @name.flag, i1 %flag.3)
  %pair.4 = call { i7, i1 } @llvm.umul.with.overflow.i7(i7 %a, i7 %b)
  %r.4 = extractvalue { i7, i1 } %pair.4, 0
  %flag.4 = extractvalue { i7, i1 } %pair.4, 1
  call void @show.i7(ptr @name.umul, i7 %r.4)
  call void @show.i1(ptr @name.flag, i1 %flag.4)
  %pair.5 = call { i7, i1 } @llvm.smul.with.overflow.i7(i7 %a, i7 %b)
  %r.5 = extractvalue { i7, i1 } %pair.5, 0
  %flag.5 = extractvalue { i7, i1 } %pair.5, 1
  call void @show.i7(ptr @name.smul, i7 %r.5)
  call void @show.i1(ptr @name.flag, i1 %flag.5)
  ret void
}

define internal void @pairs.i7() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i7], ptr @values.i7, i64 0, i64 %i
  %a = load i7, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i7], ptr @values.i7, i64 0, i64 %j
  %b = load i7, ptr %place.b
  call void @all.i7(i7 %a, i7 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 8
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 8
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @show.i8(ptr %what, i8 %value) {
  %place = alloca i8
  store i8 %value, ptr %place
  call void @show(ptr %what, i32 8, ptr %place)
  ret void
}

define internal void @all.i8(i8 %a, i8 %b) {
  %pair.0 = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %a, i8 %b)
  %r.0 = extractvalue { i8, i1 } %pair.0, 0
  %flag.0 = extractvalue { i8, i1 } %pair.0, 1
  call void @show.i8(ptr @name.uadd, i8 %r.0)
  call void @show.i1(ptr @name.flag, i1 %flag.0)
  %pair.1 = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %a, i8 %b)
  %r.1 = extractvalue { i8, i1 } %pair.1, 0
  %flag.1 = extractvalue { i8, i1 } %pair.1, 1
  call void @show.i8(ptr @name.sadd, i8 %r.1)
  call void @show.i1(ptr @name.flag, i1 %flag.1)
  %pair.2 = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %a, i8 %b)
  %r.2 = extractvalue { i8, i1 } %pair.2, 0
  %flag.2 = extractvalue { i8, i1 } %pair.2, 1
  call void @show.i8(ptr @name.usub, i8 %r.2)
  call void @show.i1(ptr @name.flag, i1 %flag.2)
  %pair.3 = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %a, i8 %b)
  %r.3 = extractvalue { i8, i1 } %pair.3, 0
  %flag.3 = extractvalue { i8, i1 } %pair.3, 1
  call void @show.i8(ptr @name.ssub, i8 %r.3)
  call void @show.i1(ptr @name.flag, i1 %flag.3)
  %pair.4 = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %a, i8 %b)
  %r.4 = extractvalue { i8, i1 } %pair.4, 0
  %flag.4 = extractvalue { i8, i1 } %pair.4, 1
  call void @show.i8(ptr @name.umul, i8 %r.4)
  call void @show.i1(ptr @name.flag, i1 %flag.4)
  %pair.5 = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %a, i8 %b)
  %r.5 = extractvalue { i8, i1 } %pair.5, 0
  %flag.5 = extractvalue { i8, i1 } %pair.5, 1
  call void @show.i8(ptr @name.smul, i8 %r.5)
  call void @show.i1(ptr @name.flag, i1 %flag.5)
  ret void
}

define internal void @pairs.i8() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i8], ptr @values.i8, i64 0, i64 %i
  %a = load i8, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i8], ptr @values.i8, i64 0, i64 %j
  %b = load i8, ptr %place.b
  call void @all.i8(i8 %a, i8 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 8
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 8
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @show.i32(ptr %what, i32 %value) {
  %place = alloca i32
  store i32 %value, ptr %place
  call void @show(ptr %what, i32 32, ptr %place)
  ret void
}

define internal void @all.i32(i32 %a, i32 %b) {
  %pair.0 = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  %r.0 = extractvalue { i32, i1 } %pair.0, 0
  %flag.0 = extractvalue { i32, i1 } %pair.0, 1
  call void @show.i32(ptr @name.uadd, i32 %r.0)
  call void @show.i1(ptr @name.flag, i1 %flag.0)
  %pair.1 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %r.1 = extractvalue { i32, i1 } %pair.1, 0
  %flag.1 = extractvalue { i32, i1 } %pair.1, 1
  call void @show.i32(ptr @name.sadd, i32 %r.1)
  call void @show.i1(ptr @name.flag, i1 %flag.1)
  %pair.2 = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %a, i32 %b)
  %r.2 = extractvalue { i32, i1 } %pair.2, 0
  %flag.2 = extractvalue { i32, i1 } %pair.2, 1
  call void @show.i32(ptr @name.usub, i32 %r.2)
  call void @show.i1(ptr @name.flag, i1 %flag.2)
  %pair.3 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %a, i32 %b)
  %r.3 = extractvalue { i32, i1 } %pair.3, 0
  %flag.3 = extractvalue { i32, i1 } %pair.3, 1
  call void @show.i32(ptr @name.ssub, i32 %r.3)
  call void @show.i1(ptr @name.flag, i1 %flag.3)
  %pair.4 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
  %r.4 = extractvalue { i32, i1 } %pair.4, 0
  %flag.4 = extractvalue { i32, i1 } %pair.4, 1
  call void @show.i32(ptr @name.umul, i32 %r.4)
  call void @show.i1(ptr @name.flag, i1 %flag.4)
  %pair.5 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  %r.5 = extractvalue { i32, i1 } %pair.5, 0
  %flag.5 = extractvalue { i32, i1 } %pair.5, 1
  call void @show.i32(ptr @name.smul, i32 %r.5)
  call void @show.i1(ptr @name.flag, i1 %flag.5)
  ret void
}

define internal void @pairs.i32() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i32], ptr @values.i32, i64 0, i64 %i
  %a = load i32, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i32], ptr @values.i32, i64 0, i64 %j
  %b = load i32, ptr %place.b
  call void @all.i32(i32 %a, i32 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 8
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 8
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @show.i33(ptr %what, i33 %value) {
  %place = alloca i33
  store i33 %value, ptr %place
  call void @show(ptr %what, i32 33, ptr %place)
  ret void
}

define internal void @all.i33(i33 %a, i33 %b) {
  %pair.0 = call { i33, i1 } @llvm.uadd.with.overflow.i33(i33 %a, i33 %b)
  %r.0 = extractvalue { i33, i1 } %pair.0, 0
  %flag.0 = extractvalue { i33, i1 } %pair.0, 1
  call void @show.i33(ptr @name.uadd, i33 %r.0)
  call void @show.i1(ptr @name.flag, i1 %flag.0)
  %pair.1 = call { i33, i1 } @llvm.sadd.with.overflow.i33(i33 %a, i33 %b)
  %r.1 = extractvalue { i33, i1 } %pair.1, 0
  %flag.1 = extractvalue { i33, i1 } %pair.1, 1
  call void @show.i33(ptr @name.sadd, i33 %r.1)
  call void @show.i1(ptr @name.flag, i1 %flag.1)
  %pair.2 = call { i33, i1 } @llvm.usub.with.overflow.i33(i33 %a, i33 %b)
  %r.2 = extractvalue { i33, i1 } %pair.2, 0
  %flag.2 = extractvalue { i33, i1 } %pair.2, 1
  call void @show.i33(ptr @name.usub, i33 %r.2)
  call void @show.i1(ptr @name.flag, i1 %flag.2)
  %pair.3 = call { i33, i1 } @llvm.ssub.with.overflow.i33(i33 %a, i33 %b)
  %r.3 = extractvalue { i33, i1 } %pair.3, 0
  %flag.3 = extractvalue { i33, i1 } %pair.3, 1
  call void @show.i33(ptr @name.ssub, i33 %r.3)
  call void @show.i1(ptr @name.flag, i1 %flag.3)
  %pair.4 = call { i33, i1 } @llvm.umul.with.overflow.i33(i33 %a, i33 %b)
  %r.4 = extractvalue { i33, i1 } %pair.4, 0
  %flag.4 = extractvalue { i33, i1 } %pair.4, 1
  call void @show.i33(ptr @name.umul, i33 %r.4)
  call void @show.i1(ptr @name.flag, i1 %flag.4)
  %pair.5 = call { i33, i1 } @llvm.smul.with.overflow.i33(i33 %a, i33 %b)
  %r.5 = extractvalue { i33, i1 } %pair.5, 0
  %flag.5 = extractvalue { i33, i1 } %pair.5, 1
  call void @show.i33(ptr @name.smul, i33 %r.5)
  call void @show.i1(ptr @name.flag, i1 %flag.5)
  ret void
}

define internal void @pairs.i33() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i33], ptr @values.i33, i64 0, i64 %i
  %a = load i33, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i33], ptr @values.i33, i64 0, i64 %j
  %b = load i33, ptr %place.b
  call void @all.i33(i33 %a, i33 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 8
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 8
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @show.i64(ptr %what, i64 %value) {
  %place = alloca i64
  store i64 %value, ptr %place
  call void @show(ptr %what, i32 64, ptr %place)
  ret void
}

define internal void @all.i64(i64 %a, i64 %b) {
  %pair.0 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %a, i64 %b)
  %r.0 = extractvalue { i64, i1 } %pair.0, 0
  %flag.0 = extractvalue { i64, i1 } %pair.0, 1
  call void @show.i64(ptr @name.uadd, i64 %r.0)
  call void @show.i1(ptr @name.flag, i1 %flag.0)
  %pair.1 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %a, i64 %b)
  %r.1 = extractvalue { i64, i1 } %pair.1, 0
  %flag.1 = extractvalue { i64, i1 } %pair.1, 1
  call void @show.i64(ptr @name.sadd, i64 %r.1)
  call void @show.i1(ptr @name.flag, i1 %flag.1)
  %pair.2 = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %a, i64 %b)
  %r.2 = extractvalue { i64, i1 } %pair.2, 0
  %flag.2 = extractvalue { i64, i1 } %pair.2, 1
  call void @show.i64(ptr @name.usub, i64 %r.2)
  call void @show.i1(ptr @name.flag, i1 %flag.2)
  %pair.3 = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %a, i64 %b)
  %r.3 = extractvalue { i64, i1 } %pair.3, 0
  %flag.3 = extractvalue { i64, i1 } %pair.3, 1
  call void @show.i64(ptr @name.ssub, i64 %r.3)
  call void @show.i1(ptr @name.flag, i1 %flag.3)
  %pair.4 = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %a, i64 %b)
  %r.4 = extractvalue { i64, i1 } %pair.4, 0
  %flag.4 = extractvalue { i64, i1 } %pair.4, 1
  call void @show.i64(ptr @name.umul, i64 %r.4)
  call void @show.i1(ptr @name.flag, i1 %flag.4)
  %pair.5 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %a, i64 %b)
  %r.5 = extractvalue { i64, i1 } %pair.5, 0
  %flag.5 = extractvalue { i64, i1 } %pair.5, 1
  call void @show.i64(ptr @name.smul, i64 %r.5)
  call void @show.i1(ptr @name.flag, i1 %flag.5)
  ret void
}

define internal void @pairs.i64() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i64], ptr @values.i64, i64 0, i64 %i
  %a = load i64, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i64], ptr @values.i64, i64 0, i64 %j
  %b = load i64, ptr %place.b
  call void @all.i64(i64 %a, i64 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 8
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 8
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @show.i65(ptr %what, i65 %value) {
  %place = alloca i65
  store i65 %value, ptr %place
  call void @show(ptr %what, i32 65, ptr %place)
  ret void
}

define internal void @all.i65(i65 %a, i65 %b) {
  %pair.0 = call { i65, i1 } @llvm.uadd.with.overflow.i65(i65 %a, i65 %b)
  %r.0 = extractvalue { i65, i1 } %pair.0, 0
  %flag.0 = extractvalue { i65, i1 } %pair.0, 1
  call void @show.i65(ptr @name.uadd, i65 %r.0)
  call void @show.i1(ptr @name.flag, i1 %flag.0)
  %pair.1 = call { i65, i1 } @llvm.sadd.with.overflow.i65(i65 %a, i65 %b)
  %r.1 = extractvalue { i65, i1 } %pair.1, 0
  %flag.1 = extractvalue { i65, i1 } %pair.1, 1
  call void @show.i65(ptr @name.sadd, i65 %r.1)
  call void @show.i1(ptr @name.flag, i1 %flag.1)
  %pair.2 = call { i65, i1 } @llvm.usub.with.overflow.i65(i65 %a, i65 %b)
  %r.2 = extractvalue { i65, i1 } %pair.2, 0
  %flag.2 = extractvalue { i65, i1 } %pair.2, 1
  call void @show.i65(ptr @name.usub, i65 %r.2)
  call void @show.i1(ptr @name.flag, i1 %flag.2)
  %pair.3 = call { i65, i1 } @llvm.ssub.with.overflow.i65(i65 %a, i65 %b)
  %r.3 = extractvalue { i65, i1 } %pair.3, 0
  %flag.3 = extractvalue { i65, i1 } %pair.3, 1
  call void @show.i65(ptr @name.ssub, i65 %r.3)
  call void @show.i1(ptr @name.flag, i1 %flag.3)
  %pair.4 = call { i65, i1 } @llvm.umul.with.overflow.i65(i65 %a, i65 %b)
  %r.4 = extractvalue { i65, i1 } %pair.4, 0
  %flag.4 = extractvalue { i65, i1 } %pair.4, 1
  call void @show.i65(ptr @name.umul, i65 %r.4)
  call void @show.i1(ptr @name.flag, i1 %flag.4)
  %pair.5 = call { i65, i1 } @llvm.smul.with.overflow.i65(i65 %a, i65 %b)
  %r.5 = extractvalue { i65, i1 } %pair.5, 0
  %flag.5 = extractvalue { i65, i1 } %pair.5, 1
  call void @show.i65(ptr @name.smul, i65 %r.5)
  call void @show.i1(ptr @name.flag, i1 %flag.5)
  ret void
}

define internal void @pairs.i65() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i65], ptr @values.i65, i64 0, i64 %i
  %a = load i65, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i65], ptr @values.i65, i64 0, i64 %j
  %b = load i65, ptr %place.b
  call void @all.i65(i65 %a, i65 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 8
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 8
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @show.i128(ptr %what, i128 %value) {
  %place = alloca i128
  store i128 %value, ptr %place
  call void @show(ptr %what, i32 128, ptr %place)
  ret void
}

define internal void @all.i128(i128 %a, i128 %b) {
  %pair.0 = call { i128, i1 } @llvm.uadd.with.overflow.i128(i128 %a, i128 %b)
  %r.0 = extractvalue { i128, i1 } %pair.0, 0
  %flag.0 = extractvalue { i128, i1 } %pair.0, 1
  call void @show.i128(ptr @name.uadd, i128 %r.0)
  call void @show.i1(ptr @name.flag, i1 %flag.0)
  %pair.1 = call { i128, i1 } @llvm.sadd.with.overflow.i128(i128 %a, i128 %b)
  %r.1 = extractvalue { i128, i1 } %pair.1, 0
  %flag.1 = extractvalue { i128, i1 } %pair.1, 1
  call void @show.i128(ptr @name.sadd, i128 %r.1)
  call void @show.i1(ptr @name.flag, i1 %flag.1)
  %pair.2 = call { i128, i1 } @llvm.usub.with.overflow.i128(i128 %a, i128 %b)
  %r.2 = extractvalue { i128, i1 } %pair.2, 0
  %flag.2 = extractvalue { i128, i1 } %pair.2, 1
  call void @show.i128(ptr @name.usub, i128 %r.2)
  call void @show.i1(ptr @name.flag, i1 %flag.2)
  %pair.3 = call { i128, i1 } @llvm.ssub.with.overflow.i128(i128 %a, i128 %b)
  %r.3 = extractvalue { i128, i1 } %pair.3, 0
  %flag.3 = extractvalue { i128, i1 } %pair.3, 1
  call void @show.i128(ptr @name.ssub, i128 %r.3)
  call void @show.i1(ptr @name.flag, i1 %flag.3)
  %pair.4 = call { i128, i1 } @llvm.umul.with.overflow.i128(i128 %a, i128 %b)
  %r.4 = extractvalue { i128, i1 } %pair.4, 0
  %flag.4 = extractvalue { i128, i1 } %pair.4, 1
  call void @show.i128(ptr @name.umul, i128 %r.4)
  call void @show.i1(ptr @name.flag, i1 %flag.4)
  %pair.5 = call { i128, i1 } @llvm.smul.with.overflow.i128(i128 %a, i128 %b)
  %r.5 = extractvalue { i128, i1 } %pair.5, 0
  %flag.5 = extractvalue { i128, i1 } %pair.5, 1
  call void @show.i128(ptr @name.smul, i128 %r.5)
  call void @show.i1(ptr @name.flag, i1 %flag.5)
  ret void
}

define internal void @pairs.i128() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i128], ptr @values.i128, i64 0, i64 %i
  %a = load i128, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i128], ptr @values.i128, i64 0, i64 %j
  %b = load i128, ptr %place.b
  call void @all.i128(i128 %a, i128 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 8
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 8
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define i32 @main() {
  call void @pairs.i7()
  call void @pairs.i8()
  call void @pairs.i32()
  call void @pairs.i33()
  call void @pairs.i64()
  call void @pairs.i65()
  call void @pairs.i128()
  ret i32 0
}

declare void @show(ptr, i32, ptr)
declare { i7, i1 } @llvm.uadd.with.overflow.i7(i7, i7)
declare { i7, i1 } @llvm.sadd.with.overflow.i7(i7, i7)
declare { i7, i1 } @llvm.usub.with.overflow.i7(i7, i7)
declare { i7, i1 } @llvm.ssub.with.overflow.i7(i7, i7)
declare { i7, i1 } @llvm.umul.with.overflow.i7(i7, i7)
declare { i7, i1 } @llvm.smul.with.overflow.i7(i7, i7)
declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.usub.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.umul.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.smul.with.overflow.i8(i8, i8)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.usub.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare { i33, i1 } @llvm.uadd.with.overflow.i33(i33, i33)
declare { i33, i1 } @llvm.sadd.with.overflow.i33(i33, i33)
declare { i33, i1 } @llvm.usub.with.overflow.i33(i33, i33)
declare { i33, i1 } @llvm.ssub.with.overflow.i33(i33, i33)
declare { i33, i1 } @llvm.umul.with.overflow.i33(i33, i33)
declare { i33, i1 } @llvm.smul.with.overflow.i33(i33, i33)
declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.usub.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.ssub.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)
declare { i65, i1 } @llvm.uadd.with.overflow.i65(i65, i65)
declare { i65, i1 } @llvm.sadd.with.overflow.i65(i65, i65)
declare { i65, i1 } @llvm.usub.with.overflow.i65(i65, i65)
declare { i65, i1 } @llvm.ssub.with.overflow.i65(i65, i65)
declare { i65, i1 } @llvm.umul.with.overflow.i65(i65, i65)
declare { i65, i1 } @llvm.smul.with.overflow.i65(i65, i65)
declare { i128, i1 } @llvm.uadd.with.overflow.i128(i128, i128)
declare { i128, i1 } @llvm.sadd.with.overflow.i128(i128, i128)
declare { i128, i1 } @llvm.usub.with.overflow.i128(i128, i128)
declare { i128, i1 } @llvm.ssub.with.overflow.i128(i128, i128)
declare { i128, i1 } @llvm.umul.with.overflow.i128(i128, i128)
declare { i128, i1 } @llvm.smul.with.overflow.i128(i128, i128)
