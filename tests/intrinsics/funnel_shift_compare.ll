; Funnel shifts by amounts below, at and above the width, and three-way comparisons.
; run: dunlin run inputs/show.c
; native: same

@name.fshl = internal constant [5 x i8] c"fshl\00"
@name.fshr = internal constant [5 x i8] c"fshr\00"
@name.rotl = internal constant [5 x i8] c"rotl\00"
@name.scmp = internal constant [5 x i8] c"scmp\00"
@name.ucmp = internal constant [5 x i8] c"ucmp\00"
@values.i7 = internal constant [8 x i7] [i7 0, i7 1, i7 63, i7 64, i7 127, i7 65, i7 3, i7 126]
@values.i8 = internal constant [8 x i8] [i8 0, i8 1, i8 127, i8 128, i8 255, i8 193, i8 3, i8 254]
@values.i16 = internal constant [8 x i16] [i16 0, i16 1, i16 32767, i16 32768, i16 65535, i16 45249, i16 3, i16 65534]
@values.i32 = internal constant [8 x i32] [i32 0, i32 1, i32 2147483647, i32 2147483648, i32 4294967295, i32 2662314177, i32 3, i32 4294967294]
@values.i33 = internal constant [8 x i33] [i33 0, i33 1, i33 4294967295, i33 4294967296, i33 8589934591, i33 6957281473, i33 3, i33 8589934590]
@values.i64 = internal constant [8 x i64] [i64 0, i64 1, i64 9223372036854775807, i64 9223372036854775808, i64 18446744073709551615, i64 6515438233616101569, i64 3, i64 18446744073709551614]
@values.i65 = internal constant [8 x i65] [i65 0, i65 1, i65 18446744073709551615, i65 18446744073709551616, i65 36893488147419103231, i65 24962182307325653185, i65 3, i65 36893488147419103230]
@values.i128 = internal constant [8 x i128] [i128 0, i128 1, i128 170141183460469231731687303715884105727, i128 170141183460469231731687303715884105728, i128 340282366920938463463374607431768211455, i128 120188621623578450709442679162520187073, i128 3, i128 340282366920938463463374607431768211454]

define internal void @show.i2(ptr %what, i2 %value) {
  %place = alloca i2
  store i2 %value, ptr %place
  call void @show(ptr %what, i32 2, ptr %place)
  ret void
}

define internal void @show.i7(ptr %what, i7 %value) {
  %place = alloca i7
  store i7 %value, ptr %place
  call void @show(ptr %what, i32 7, ptr %place)
  ret void
}

define internal void @all.i7(i7 %a, i7 %b) {
  %l.b = call i7 @llvm.fshl.i7(i7 %a, i7 %b, i7 %b)
  call void @show.i7(ptr @name.fshl, i7 %l.b)
  %r.b = call i7 @llvm.fshr.i7(i7 %a, i7 %b, i7 %b)
  call void @show.i7(ptr @name.fshr, i7 %r.b)
  %l.1 = call i7 @llvm.fshl.i7(i7 %a, i7 %b, i7 1)
  call void @show.i7(ptr @name.fshl, i7 %l.1)
  %r.1 = call i7 @llvm.fshr.i7(i7 %a, i7 %b, i7 1)
  call void @show.i7(ptr @name.fshr, i7 %r.1)
  %l.6 = call i7 @llvm.fshl.i7(i7 %a, i7 %b, i7 6)
  call void @show.i7(ptr @name.fshl, i7 %l.6)
  %r.6 = call i7 @llvm.fshr.i7(i7 %a, i7 %b, i7 6)
  call void @show.i7(ptr @name.fshr, i7 %r.6)
  %l.7 = call i7 @llvm.fshl.i7(i7 %a, i7 %b, i7 7)
  call void @show.i7(ptr @name.fshl, i7 %l.7)
  %r.7 = call i7 @llvm.fshr.i7(i7 %a, i7 %b, i7 7)
  call void @show.i7(ptr @name.fshr, i7 %r.7)
  %l.10 = call i7 @llvm.fshl.i7(i7 %a, i7 %b, i7 10)
  call void @show.i7(ptr @name.fshl, i7 %l.10)
  %r.10 = call i7 @llvm.fshr.i7(i7 %a, i7 %b, i7 10)
  call void @show.i7(ptr @name.fshr, i7 %r.10)
  %rot = call i7 @llvm.fshl.i7(i7 %a, i7 %a, i7 %b)
  call void @show.i7(ptr @name.rotl, i7 %rot)
  %scmp = call i2 @llvm.scmp.i2.i7(i7 %a, i7 %b)
  call void @show.i2(ptr @name.scmp, i2 %scmp)
  %ucmp = call i7 @llvm.ucmp.i7.i7(i7 %a, i7 %b)
  call void @show.i7(ptr @name.ucmp, i7 %ucmp)
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
  %l.b = call i8 @llvm.fshl.i8(i8 %a, i8 %b, i8 %b)
  call void @show.i8(ptr @name.fshl, i8 %l.b)
  %r.b = call i8 @llvm.fshr.i8(i8 %a, i8 %b, i8 %b)
  call void @show.i8(ptr @name.fshr, i8 %r.b)
  %l.1 = call i8 @llvm.fshl.i8(i8 %a, i8 %b, i8 1)
  call void @show.i8(ptr @name.fshl, i8 %l.1)
  %r.1 = call i8 @llvm.fshr.i8(i8 %a, i8 %b, i8 1)
  call void @show.i8(ptr @name.fshr, i8 %r.1)
  %l.7 = call i8 @llvm.fshl.i8(i8 %a, i8 %b, i8 7)
  call void @show.i8(ptr @name.fshl, i8 %l.7)
  %r.7 = call i8 @llvm.fshr.i8(i8 %a, i8 %b, i8 7)
  call void @show.i8(ptr @name.fshr, i8 %r.7)
  %l.8 = call i8 @llvm.fshl.i8(i8 %a, i8 %b, i8 8)
  call void @show.i8(ptr @name.fshl, i8 %l.8)
  %r.8 = call i8 @llvm.fshr.i8(i8 %a, i8 %b, i8 8)
  call void @show.i8(ptr @name.fshr, i8 %r.8)
  %l.11 = call i8 @llvm.fshl.i8(i8 %a, i8 %b, i8 11)
  call void @show.i8(ptr @name.fshl, i8 %l.11)
  %r.11 = call i8 @llvm.fshr.i8(i8 %a, i8 %b, i8 11)
  call void @show.i8(ptr @name.fshr, i8 %r.11)
  %rot = call i8 @llvm.fshl.i8(i8 %a, i8 %a, i8 %b)
  call void @show.i8(ptr @name.rotl, i8 %rot)
  %scmp = call i2 @llvm.scmp.i2.i8(i8 %a, i8 %b)
  call void @show.i2(ptr @name.scmp, i2 %scmp)
  %ucmp = call i8 @llvm.ucmp.i8.i8(i8 %a, i8 %b)
  call void @show.i8(ptr @name.ucmp, i8 %ucmp)
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

define internal void @show.i16(ptr %what, i16 %value) {
  %place = alloca i16
  store i16 %value, ptr %place
  call void @show(ptr %what, i32 16, ptr %place)
  ret void
}

define internal void @all.i16(i16 %a, i16 %b) {
  %l.b = call i16 @llvm.fshl.i16(i16 %a, i16 %b, i16 %b)
  call void @show.i16(ptr @name.fshl, i16 %l.b)
  %r.b = call i16 @llvm.fshr.i16(i16 %a, i16 %b, i16 %b)
  call void @show.i16(ptr @name.fshr, i16 %r.b)
  %l.1 = call i16 @llvm.fshl.i16(i16 %a, i16 %b, i16 1)
  call void @show.i16(ptr @name.fshl, i16 %l.1)
  %r.1 = call i16 @llvm.fshr.i16(i16 %a, i16 %b, i16 1)
  call void @show.i16(ptr @name.fshr, i16 %r.1)
  %l.15 = call i16 @llvm.fshl.i16(i16 %a, i16 %b, i16 15)
  call void @show.i16(ptr @name.fshl, i16 %l.15)
  %r.15 = call i16 @llvm.fshr.i16(i16 %a, i16 %b, i16 15)
  call void @show.i16(ptr @name.fshr, i16 %r.15)
  %l.16 = call i16 @llvm.fshl.i16(i16 %a, i16 %b, i16 16)
  call void @show.i16(ptr @name.fshl, i16 %l.16)
  %r.16 = call i16 @llvm.fshr.i16(i16 %a, i16 %b, i16 16)
  call void @show.i16(ptr @name.fshr, i16 %r.16)
  %l.19 = call i16 @llvm.fshl.i16(i16 %a, i16 %b, i16 19)
  call void @show.i16(ptr @name.fshl, i16 %l.19)
  %r.19 = call i16 @llvm.fshr.i16(i16 %a, i16 %b, i16 19)
  call void @show.i16(ptr @name.fshr, i16 %r.19)
  %rot = call i16 @llvm.fshl.i16(i16 %a, i16 %a, i16 %b)
  call void @show.i16(ptr @name.rotl, i16 %rot)
  %scmp = call i2 @llvm.scmp.i2.i16(i16 %a, i16 %b)
  call void @show.i2(ptr @name.scmp, i2 %scmp)
  %ucmp = call i16 @llvm.ucmp.i16.i16(i16 %a, i16 %b)
  call void @show.i16(ptr @name.ucmp, i16 %ucmp)
  ret void
}

define internal void @pairs.i16() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i16], ptr @values.i16, i64 0, i64 %i
  %a = load i16, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i16], ptr @values.i16, i64 0, i64 %j
  %b = load i16, ptr %place.b
  call void @all.i16(i16 %a, i16 %b)
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
  %l.b = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 %b)
  call void @show.i32(ptr @name.fshl, i32 %l.b)
  %r.b = call i32 @llvm.fshr.i32(i32 %a, i32 %b, i32 %b)
  call void @show.i32(ptr @name.fshr, i32 %r.b)
  %l.1 = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 1)
  call void @show.i32(ptr @name.fshl, i32 %l.1)
  %r.1 = call i32 @llvm.fshr.i32(i32 %a, i32 %b, i32 1)
  call void @show.i32(ptr @name.fshr, i32 %r.1)
  %l.31 = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 31)
  call void @show.i32(ptr @name.fshl, i32 %l.31)
  %r.31 = call i32 @llvm.fshr.i32(i32 %a, i32 %b, i32 31)
  call void @show.i32(ptr @name.fshr, i32 %r.31)
  %l.32 = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 32)
  call void @show.i32(ptr @name.fshl, i32 %l.32)
  %r.32 = call i32 @llvm.fshr.i32(i32 %a, i32 %b, i32 32)
  call void @show.i32(ptr @name.fshr, i32 %r.32)
  %l.35 = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 35)
  call void @show.i32(ptr @name.fshl, i32 %l.35)
  %r.35 = call i32 @llvm.fshr.i32(i32 %a, i32 %b, i32 35)
  call void @show.i32(ptr @name.fshr, i32 %r.35)
  %rot = call i32 @llvm.fshl.i32(i32 %a, i32 %a, i32 %b)
  call void @show.i32(ptr @name.rotl, i32 %rot)
  %scmp = call i2 @llvm.scmp.i2.i32(i32 %a, i32 %b)
  call void @show.i2(ptr @name.scmp, i2 %scmp)
  %ucmp = call i32 @llvm.ucmp.i32.i32(i32 %a, i32 %b)
  call void @show.i32(ptr @name.ucmp, i32 %ucmp)
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
  %l.b = call i33 @llvm.fshl.i33(i33 %a, i33 %b, i33 %b)
  call void @show.i33(ptr @name.fshl, i33 %l.b)
  %r.b = call i33 @llvm.fshr.i33(i33 %a, i33 %b, i33 %b)
  call void @show.i33(ptr @name.fshr, i33 %r.b)
  %l.1 = call i33 @llvm.fshl.i33(i33 %a, i33 %b, i33 1)
  call void @show.i33(ptr @name.fshl, i33 %l.1)
  %r.1 = call i33 @llvm.fshr.i33(i33 %a, i33 %b, i33 1)
  call void @show.i33(ptr @name.fshr, i33 %r.1)
  %l.32 = call i33 @llvm.fshl.i33(i33 %a, i33 %b, i33 32)
  call void @show.i33(ptr @name.fshl, i33 %l.32)
  %r.32 = call i33 @llvm.fshr.i33(i33 %a, i33 %b, i33 32)
  call void @show.i33(ptr @name.fshr, i33 %r.32)
  %l.33 = call i33 @llvm.fshl.i33(i33 %a, i33 %b, i33 33)
  call void @show.i33(ptr @name.fshl, i33 %l.33)
  %r.33 = call i33 @llvm.fshr.i33(i33 %a, i33 %b, i33 33)
  call void @show.i33(ptr @name.fshr, i33 %r.33)
  %l.36 = call i33 @llvm.fshl.i33(i33 %a, i33 %b, i33 36)
  call void @show.i33(ptr @name.fshl, i33 %l.36)
  %r.36 = call i33 @llvm.fshr.i33(i33 %a, i33 %b, i33 36)
  call void @show.i33(ptr @name.fshr, i33 %r.36)
  %rot = call i33 @llvm.fshl.i33(i33 %a, i33 %a, i33 %b)
  call void @show.i33(ptr @name.rotl, i33 %rot)
  %scmp = call i2 @llvm.scmp.i2.i33(i33 %a, i33 %b)
  call void @show.i2(ptr @name.scmp, i2 %scmp)
  %ucmp = call i33 @llvm.ucmp.i33.i33(i33 %a, i33 %b)
  call void @show.i33(ptr @name.ucmp, i33 %ucmp)
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
  %l.b = call i64 @llvm.fshl.i64(i64 %a, i64 %b, i64 %b)
  call void @show.i64(ptr @name.fshl, i64 %l.b)
  %r.b = call i64 @llvm.fshr.i64(i64 %a, i64 %b, i64 %b)
  call void @show.i64(ptr @name.fshr, i64 %r.b)
  %l.1 = call i64 @llvm.fshl.i64(i64 %a, i64 %b, i64 1)
  call void @show.i64(ptr @name.fshl, i64 %l.1)
  %r.1 = call i64 @llvm.fshr.i64(i64 %a, i64 %b, i64 1)
  call void @show.i64(ptr @name.fshr, i64 %r.1)
  %l.63 = call i64 @llvm.fshl.i64(i64 %a, i64 %b, i64 63)
  call void @show.i64(ptr @name.fshl, i64 %l.63)
  %r.63 = call i64 @llvm.fshr.i64(i64 %a, i64 %b, i64 63)
  call void @show.i64(ptr @name.fshr, i64 %r.63)
  %l.64 = call i64 @llvm.fshl.i64(i64 %a, i64 %b, i64 64)
  call void @show.i64(ptr @name.fshl, i64 %l.64)
  %r.64 = call i64 @llvm.fshr.i64(i64 %a, i64 %b, i64 64)
  call void @show.i64(ptr @name.fshr, i64 %r.64)
  %l.67 = call i64 @llvm.fshl.i64(i64 %a, i64 %b, i64 67)
  call void @show.i64(ptr @name.fshl, i64 %l.67)
  %r.67 = call i64 @llvm.fshr.i64(i64 %a, i64 %b, i64 67)
  call void @show.i64(ptr @name.fshr, i64 %r.67)
  %rot = call i64 @llvm.fshl.i64(i64 %a, i64 %a, i64 %b)
  call void @show.i64(ptr @name.rotl, i64 %rot)
  %scmp = call i2 @llvm.scmp.i2.i64(i64 %a, i64 %b)
  call void @show.i2(ptr @name.scmp, i2 %scmp)
  %ucmp = call i64 @llvm.ucmp.i64.i64(i64 %a, i64 %b)
  call void @show.i64(ptr @name.ucmp, i64 %ucmp)
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
  %l.b = call i65 @llvm.fshl.i65(i65 %a, i65 %b, i65 %b)
  call void @show.i65(ptr @name.fshl, i65 %l.b)
  %r.b = call i65 @llvm.fshr.i65(i65 %a, i65 %b, i65 %b)
  call void @show.i65(ptr @name.fshr, i65 %r.b)
  %l.1 = call i65 @llvm.fshl.i65(i65 %a, i65 %b, i65 1)
  call void @show.i65(ptr @name.fshl, i65 %l.1)
  %r.1 = call i65 @llvm.fshr.i65(i65 %a, i65 %b, i65 1)
  call void @show.i65(ptr @name.fshr, i65 %r.1)
  %l.64 = call i65 @llvm.fshl.i65(i65 %a, i65 %b, i65 64)
  call void @show.i65(ptr @name.fshl, i65 %l.64)
  %r.64 = call i65 @llvm.fshr.i65(i65 %a, i65 %b, i65 64)
  call void @show.i65(ptr @name.fshr, i65 %r.64)
  %l.65 = call i65 @llvm.fshl.i65(i65 %a, i65 %b, i65 65)
  call void @show.i65(ptr @name.fshl, i65 %l.65)
  %r.65 = call i65 @llvm.fshr.i65(i65 %a, i65 %b, i65 65)
  call void @show.i65(ptr @name.fshr, i65 %r.65)
  %l.68 = call i65 @llvm.fshl.i65(i65 %a, i65 %b, i65 68)
  call void @show.i65(ptr @name.fshl, i65 %l.68)
  %r.68 = call i65 @llvm.fshr.i65(i65 %a, i65 %b, i65 68)
  call void @show.i65(ptr @name.fshr, i65 %r.68)
  %rot = call i65 @llvm.fshl.i65(i65 %a, i65 %a, i65 %b)
  call void @show.i65(ptr @name.rotl, i65 %rot)
  %scmp = call i2 @llvm.scmp.i2.i65(i65 %a, i65 %b)
  call void @show.i2(ptr @name.scmp, i2 %scmp)
  %ucmp = call i65 @llvm.ucmp.i65.i65(i65 %a, i65 %b)
  call void @show.i65(ptr @name.ucmp, i65 %ucmp)
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
  %l.b = call i128 @llvm.fshl.i128(i128 %a, i128 %b, i128 %b)
  call void @show.i128(ptr @name.fshl, i128 %l.b)
  %r.b = call i128 @llvm.fshr.i128(i128 %a, i128 %b, i128 %b)
  call void @show.i128(ptr @name.fshr, i128 %r.b)
  %l.1 = call i128 @llvm.fshl.i128(i128 %a, i128 %b, i128 1)
  call void @show.i128(ptr @name.fshl, i128 %l.1)
  %r.1 = call i128 @llvm.fshr.i128(i128 %a, i128 %b, i128 1)
  call void @show.i128(ptr @name.fshr, i128 %r.1)
  %l.127 = call i128 @llvm.fshl.i128(i128 %a, i128 %b, i128 127)
  call void @show.i128(ptr @name.fshl, i128 %l.127)
  %r.127 = call i128 @llvm.fshr.i128(i128 %a, i128 %b, i128 127)
  call void @show.i128(ptr @name.fshr, i128 %r.127)
  %l.128 = call i128 @llvm.fshl.i128(i128 %a, i128 %b, i128 128)
  call void @show.i128(ptr @name.fshl, i128 %l.128)
  %r.128 = call i128 @llvm.fshr.i128(i128 %a, i128 %b, i128 128)
  call void @show.i128(ptr @name.fshr, i128 %r.128)
  %l.131 = call i128 @llvm.fshl.i128(i128 %a, i128 %b, i128 131)
  call void @show.i128(ptr @name.fshl, i128 %l.131)
  %r.131 = call i128 @llvm.fshr.i128(i128 %a, i128 %b, i128 131)
  call void @show.i128(ptr @name.fshr, i128 %r.131)
  %rot = call i128 @llvm.fshl.i128(i128 %a, i128 %a, i128 %b)
  call void @show.i128(ptr @name.rotl, i128 %rot)
  %scmp = call i2 @llvm.scmp.i2.i128(i128 %a, i128 %b)
  call void @show.i2(ptr @name.scmp, i2 %scmp)
  %ucmp = call i128 @llvm.ucmp.i128.i128(i128 %a, i128 %b)
  call void @show.i128(ptr @name.ucmp, i128 %ucmp)
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
  call void @pairs.i16()
  call void @pairs.i32()
  call void @pairs.i33()
  call void @pairs.i64()
  call void @pairs.i65()
  call void @pairs.i128()
  ret i32 0
}

declare void @show(ptr, i32, ptr)
declare i7 @llvm.fshl.i7(i7, i7, i7)
declare i7 @llvm.fshr.i7(i7, i7, i7)
declare i2 @llvm.scmp.i2.i7(i7, i7)
declare i7 @llvm.ucmp.i7.i7(i7, i7)
declare i8 @llvm.fshl.i8(i8, i8, i8)
declare i8 @llvm.fshr.i8(i8, i8, i8)
declare i2 @llvm.scmp.i2.i8(i8, i8)
declare i8 @llvm.ucmp.i8.i8(i8, i8)
declare i16 @llvm.fshl.i16(i16, i16, i16)
declare i16 @llvm.fshr.i16(i16, i16, i16)
declare i2 @llvm.scmp.i2.i16(i16, i16)
declare i16 @llvm.ucmp.i16.i16(i16, i16)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i2 @llvm.scmp.i2.i32(i32, i32)
declare i32 @llvm.ucmp.i32.i32(i32, i32)
declare i33 @llvm.fshl.i33(i33, i33, i33)
declare i33 @llvm.fshr.i33(i33, i33, i33)
declare i2 @llvm.scmp.i2.i33(i33, i33)
declare i33 @llvm.ucmp.i33.i33(i33, i33)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.fshr.i64(i64, i64, i64)
declare i2 @llvm.scmp.i2.i64(i64, i64)
declare i64 @llvm.ucmp.i64.i64(i64, i64)
declare i65 @llvm.fshl.i65(i65, i65, i65)
declare i65 @llvm.fshr.i65(i65, i65, i65)
declare i2 @llvm.scmp.i2.i65(i65, i65)
declare i65 @llvm.ucmp.i65.i65(i65, i65)
declare i128 @llvm.fshl.i128(i128, i128, i128)
declare i128 @llvm.fshr.i128(i128, i128, i128)
declare i2 @llvm.scmp.i2.i128(i128, i128)
declare i128 @llvm.ucmp.i128.i128(i128, i128)
