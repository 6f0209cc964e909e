; Integer minimum and maximum of every kind of width, with edge values.
; run: dunlin run inputs/show.c
; native: same

@name.smin = internal constant [5 x i8] c"smin\00"
@name.smax = internal constant [5 x i8] c"smax\00"
@name.umin = internal constant [5 x i8] c"umin\00"
@name.umax = internal constant [5 x i8] c"umax\00"
@values.i1 = internal constant [2 x i1] [i1 false, i1 true]
@values.i7 = internal constant [8 x i7] [i7 0, i7 1, i7 63, i7 64, i7 127, i7 65, i7 3, i7 126]
@values.i8 = internal constant [8 x i8] [i8 0, i8 1, i8 127, i8 128, i8 255, i8 193, i8 3, i8 254]
@values.i32 = internal constant [8 x i32] [i32 0, i32 1, i32 2147483647, i32 2147483648, i32 4294967295, i32 2662314177, i32 3, i32 4294967294]
@values.i33 = internal constant [8 x i33] [i33 0, i33 1, i33 4294967295, i33 4294967296, i33 8589934591, i33 6957281473, i33 3, i33 8589934590]
@values.i64 = internal constant [8 x i64] [i64 0, i64 1, i64 9223372036854775807, i64 9223372036854775808, i64 18446744073709551615, i64 6515438233616101569, i64 3, i64 18446744073709551614]
@values.i65 = internal constant [8 x i65] [i65 0, i65 1, i65 18446744073709551615, i65 18446744073709551616, i65 36893488147419103231, i65 24962182307325653185, i65 3, i65 36893488147419103230]
@values.i128 = internal constant [8 x i128] [i128 0, i128 1, i128 170141183460469231731687303715884105727, i128 170141183460469231731687303715884105728, i128 340282366920938463463374607431768211455, i128 120188621623578450709442679162520187073, i128 3, i128 340282366920938463463374607431768211454]
@values.i200 = internal constant [8 x i200] [i200 0, i200 1, i200 803469022129495137770981046170581301261101496891396417650687, i200 803469022129495137770981046170581301261101496891396417650688, i200 1606938044258990275541962092341162602522202993782792835301375, i200 1213697723673291452873680115699457739571851965913491546550465, i200 3, i200 1606938044258990275541962092341162602522202993782792835301374]
@values.i256 = internal constant [8 x i256] [i256 0, i256 1, i256 57896044618658097711785492504343953926634992332820282019728792003956564819967, i256 57896044618658097711785492504343953926634992332820282019728792003956564819968, i256 115792089237316195423570985008687907853269984665640564039457584007913129639935, i256 40898068643036361117822791725667661041547978816384067976781479112166261895361, i256 3, i256 115792089237316195423570985008687907853269984665640564039457584007913129639934]

define internal void @show.i1(ptr %what, i1 %value) {
  %place = alloca i1
  store i1 %value, ptr %place
  call void @show(ptr %what, i32 1, ptr %place)
  ret void
}

define internal void @all.i1(i1 %a, i1 %b) {
  %r.0 = call i1 @llvm.smin.i1(i1 %a, i1 %b)
  call void @show.i1(ptr @name.smin, i1 %r.0)
  %r.1 = call i1 @llvm.smax.i1(i1 %a, i1 %b)
  call void @show.i1(ptr @name.smax, i1 %r.1)
  %r.2 = call i1 @llvm.umin.i1(i1 %a, i1 %b)
  call void @show.i1(ptr @name.umin, i1 %r.2)
  %r.3 = call i1 @llvm.umax.i1(i1 %a, i1 %b)
  call void @show.i1(ptr @name.umax, i1 %r.3)
  ret void
}

define internal void @pairs.i1() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [2 x i1], ptr @values.i1, i64 0, i64 %i
  %a = load i1, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [2 x i1], ptr @values.i1, i64 0, i64 %j
  %b = load i1, ptr %place.b
  call void @all.i1(i1 %a, i1 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 2
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 2
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @show.i7(ptr %what, i7 %value) {
  %place = alloca i7
  store i7 %value, ptr %place
  call void @show(ptr %what, i32 7, ptr %place)
  ret void
}

define internal void @all.i7(i7 %a, i7 %b) {
  %r.0 = call i7 @llvm.smin.i7(i7 %a, i7 %b)
  call void @show.i7(ptr @name.smin, i7 %r.0)
  %r.1 = call i7 @llvm.smax.i7(i7 %a, i7 %b)
  call void @show.i7(ptr @name.smax, i7 %r.1)
  %r.2 = call i7 @llvm.umin.i7(i7 %a, i7 %b)
  call void @show.i7(ptr @name.umin, i7 %r.2)
  %r.3 = call i7 @llvm.umax.i7(i7 %a, i7 %b)
  call void @show.i7(ptr @name.umax, i7 %r.3)
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
  %r.0 = call i8 @llvm.smin.i8(i8 %a, i8 %b)
  call void @show.i8(ptr @name.smin, i8 %r.0)
  %r.1 = call i8 @llvm.smax.i8(i8 %a, i8 %b)
  call void @show.i8(ptr @name.smax, i8 %r.1)
  %r.2 = call i8 @llvm.umin.i8(i8 %a, i8 %b)
  call void @show.i8(ptr @name.umin, i8 %r.2)
  %r.3 = call i8 @llvm.umax.i8(i8 %a, i8 %b)
  call void @show.i8(ptr @name.umax, i8 %r.3)
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
  %r.0 = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  call void @show.i32(ptr @name.smin, i32 %r.0)
  %r.1 = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  call void @show.i32(ptr @name.smax, i32 %r.1)
  %r.2 = call i32 @llvm.umin.i32(i32 %a, i32 %b)
  call void @show.i32(ptr @name.umin, i32 %r.2)
  %r.3 = call i32 @llvm.umax.i32(i32 %a, i32 %b)
  call void @show.i32(ptr @name.umax, i32 %r.3)
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
  %r.0 = call i33 @llvm.smin.i33(i33 %a, i33 %b)
  call void @show.i33(ptr @name.smin, i33 %r.0)
  %r.1 = call i33 @llvm.smax.i33(i33 %a, i33 %b)
  call void @show.i33(ptr @name.smax, i33 %r.1)
  %r.2 = call i33 @llvm.umin.i33(i33 %a, i33 %b)
  call void @show.i33(ptr @name.umin, i33 %r.2)
  %r.3 = call i33 @llvm.umax.i33(i33 %a, i33 %b)
  call void @show.i33(ptr @name.umax, i33 %r.3)
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
  %r.0 = call i64 @llvm.smin.i64(i64 %a, i64 %b)
  call void @show.i64(ptr @name.smin, i64 %r.0)
  %r.1 = call i64 @llvm.smax.i64(i64 %a, i64 %b)
  call void @show.i64(ptr @name.smax, i64 %r.1)
  %r.2 = call i64 @llvm.umin.i64(i64 %a, i64 %b)
  call void @show.i64(ptr @name.umin, i64 %r.2)
  %r.3 = call i64 @llvm.umax.i64(i64 %a, i64 %b)
  call void @show.i64(ptr @name.umax, i64 %r.3)
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
  %r.0 = call i65 @llvm.smin.i65(i65 %a, i65 %b)
  call void @show.i65(ptr @name.smin, i65 %r.0)
  %r.1 = call i65 @llvm.smax.i65(i65 %a, i65 %b)
  call void @show.i65(ptr @name.smax, i65 %r.1)
  %r.2 = call i65 @llvm.umin.i65(i65 %a, i65 %b)
  call void @show.i65(ptr @name.umin, i65 %r.2)
  %r.3 = call i65 @llvm.umax.i65(i65 %a, i65 %b)
  call void @show.i65(ptr @name.umax, i65 %r.3)
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
  %r.0 = call i128 @llvm.smin.i128(i128 %a, i128 %b)
  call void @show.i128(ptr @name.smin, i128 %r.0)
  %r.1 = call i128 @llvm.smax.i128(i128 %a, i128 %b)
  call void @show.i128(ptr @name.smax, i128 %r.1)
  %r.2 = call i128 @llvm.umin.i128(i128 %a, i128 %b)
  call void @show.i128(ptr @name.umin, i128 %r.2)
  %r.3 = call i128 @llvm.umax.i128(i128 %a, i128 %b)
  call void @show.i128(ptr @name.umax, i128 %r.3)
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

define internal void @show.i200(ptr %what, i200 %value) {
  %place = alloca i200
  store i200 %value, ptr %place
  call void @show(ptr %what, i32 200, ptr %place)
  ret void
}

define internal void @all.i200(i200 %a, i200 %b) {
  %r.0 = call i200 @llvm.smin.i200(i200 %a, i200 %b)
  call void @show.i200(ptr @name.smin, i200 %r.0)
  %r.1 = call i200 @llvm.smax.i200(i200 %a, i200 %b)
  call void @show.i200(ptr @name.smax, i200 %r.1)
  %r.2 = call i200 @llvm.umin.i200(i200 %a, i200 %b)
  call void @show.i200(ptr @name.umin, i200 %r.2)
  %r.3 = call i200 @llvm.umax.i200(i200 %a, i200 %b)
  call void @show.i200(ptr @name.umax, i200 %r.3)
  ret void
}

define internal void @pairs.i200() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i200], ptr @values.i200, i64 0, i64 %i
  %a = load i200, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i200], ptr @values.i200, i64 0, i64 %j
  %b = load i200, ptr %place.b
  call void @all.i200(i200 %a, i200 %b)
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

define internal void @show.i256(ptr %what, i256 %value) {
  %place = alloca i256
  store i256 %value, ptr %place
  call void @show(ptr %what, i32 256, ptr %place)
  ret void
}

define internal void @all.i256(i256 %a, i256 %b) {
  %r.0 = call i256 @llvm.smin.i256(i256 %a, i256 %b)
  call void @show.i256(ptr @name.smin, i256 %r.0)
  %r.1 = call i256 @llvm.smax.i256(i256 %a, i256 %b)
  call void @show.i256(ptr @name.smax, i256 %r.1)
  %r.2 = call i256 @llvm.umin.i256(i256 %a, i256 %b)
  call void @show.i256(ptr @name.umin, i256 %r.2)
  %r.3 = call i256 @llvm.umax.i256(i256 %a, i256 %b)
  call void @show.i256(ptr @name.umax, i256 %r.3)
  ret void
}

define internal void @pairs.i256() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i256], ptr @values.i256, i64 0, i64 %i
  %a = load i256, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i256], ptr @values.i256, i64 0, i64 %j
  %b = load i256, ptr %place.b
  call void @all.i256(i256 %a, i256 %b)
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
  call void @pairs.i1()
  call void @pairs.i7()
  call void @pairs.i8()
  call void @pairs.i32()
  call void @pairs.i33()
  call void @pairs.i64()
  call void @pairs.i65()
  call void @pairs.i128()
  call void @pairs.i200()
  call void @pairs.i256()
  ret i32 0
}

declare void @show(ptr, i32, ptr)
declare i1 @llvm.smin.i1(i1, i1)
declare i1 @llvm.smax.i1(i1, i1)
declare i1 @llvm.umin.i1(i1, i1)
declare i1 @llvm.umax.i1(i1, i1)
declare i7 @llvm.smin.i7(i7, i7)
declare i7 @llvm.smax.i7(i7, i7)
declare i7 @llvm.umin.i7(i7, i7)
declare i7 @llvm.umax.i7(i7, i7)
declare i8 @llvm.smin.i8(i8, i8)
declare i8 @llvm.smax.i8(i8, i8)
declare i8 @llvm.umin.i8(i8, i8)
declare i8 @llvm.umax.i8(i8, i8)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i33 @llvm.smin.i33(i33, i33)
declare i33 @llvm.smax.i33(i33, i33)
declare i33 @llvm.umin.i33(i33, i33)
declare i33 @llvm.umax.i33(i33, i33)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i65 @llvm.smin.i65(i65, i65)
declare i65 @llvm.smax.i65(i65, i65)
declare i65 @llvm.umin.i65(i65, i65)
declare i65 @llvm.umax.i65(i65, i65)
declare i128 @llvm.smin.i128(i128, i128)
declare i128 @llvm.smax.i128(i128, i128)
declare i128 @llvm.umin.i128(i128, i128)
declare i128 @llvm.umax.i128(i128, i128)
declare i200 @llvm.smin.i200(i200, i200)
declare i200 @llvm.smax.i200(i200, i200)
declare i200 @llvm.umin.i200(i200, i200)
declare i200 @llvm.umax.i200(i200, i200)
declare i256 @llvm.smin.i256(i256, i256)
declare i256 @llvm.smax.i256(i256, i256)
declare i256 @llvm.umin.i256(i256, i256)
declare i256 @llvm.umax.i256(i256, i256)
