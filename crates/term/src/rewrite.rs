//! The names of the rewrites.
//!
//! The rule that all of them keep: the shape of a result never depends on the value of a constant,
//! unless the operation folds completely, which means that the result is a constant or that the
//! operation vanishes (`x + 0 => x`). `n > 0` and `n > 3` keep the same shape, so that the paths of
//! a loop look alike up to constants (state merging with quantifiers relies on it).

macro_rules! rewrites {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A rewrite of the smart constructors. The comment of each is `match => result`.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Rewrite {
            $($(#[$doc])* $name,)*
        }

        impl Rewrite {
            pub const ALL: &[Rewrite] = &[$(Rewrite::$name,)*];

            pub fn name(self) -> &'static str {
                match self {
                    $(Rewrite::$name => stringify!($name),)*
                }
            }
        }
    };
}

rewrites! {
    /// op(constants) => constant
    FoldConstants,

    // ---- bits ------------------------------------------------------------------------------------
    /// ~~x => x
    NotNot,
    /// x & 0 => 0; x & ones => x; x | 0 => x; x | ones => ones; x ^ 0 => x
    BitwiseUnit,
    /// x & x => x; x | x => x; x ^ x => 0
    BitwiseSame,
    /// x & ~x => 0; x | ~x => ones; x ^ ~x => ones
    BitwiseComplement,
    /// (x op c) op d => x op (c op d), for op in & | ^
    BitwiseConstants,
    /// x & (x & y) => x & y; x | (x | y) => x | y
    BitwiseIdempotent,
    /// x & (x | y) => x; x | (x & y) => x
    BitwiseAbsorb,
    /// x ^ ones => ~x; ~x ^ y => ~(x ^ y); (x ^ y) ^ x => y
    XorNot,
    /// (c:x) op (d:y) => (c op d):(x op y), with constants c and d; also at the low end, and for ~
    BitwiseConcat,
    /// x & c => x, if all known-possible bits of x are in c; x | c => x if c is known set; or both to c
    BitwiseKnown,
    /// zext(v[m-1:l]) | zext(v[h:m]) * 2^(m-l) => zext(v[h:l]); also with + and ^
    OrSlices,

    // ---- sums ------------------------------------------------------------------------------------
    /// x + 0 => x; 0 + x => x
    AddZero,
    /// (x + c) + d => x + (c + d); (x + c) + y => (x + y) + c
    AddConstants,
    /// c*x + d*x => (c+d)*x
    AddSameTerm,
    /// ~x + y => y - x - 1
    AddNot,
    /// 1-bit x + y => x ^ y
    AddBool,
    /// x * 0 => 0; x * 1 => x
    MulUnit,
    /// (x * c) * d => x * (c * d); (x * c) * y => (x * y) * c
    MulConstants,
    /// (x + y) * c => x * c + y * c; ~x * c => -c * x - c
    MulDistribute,
    /// 1-bit x * y => x & y
    MulBool,

    // ---- division and shifts ---------------------------------------------------------------------
    /// x / 1 => x; x % 1 => 0
    DivByOne,
    /// x % x => 0; 0 % x => 0
    RemTrivial,
    /// x / c => 0; x % c => x, if x < c is known
    DivSmaller,
    /// signed x / y => unsigned x / y, if both are known not to be negative; same for %
    DivUnsigned,
    /// signed x / c => unsigned ±(x / |c|), if x is known not to be negative; x % c => x % |c|
    DivUnsignedConstant,
    /// x << 0 => x; x << (c >= width) => 0; same for >>; 0 << x => 0
    ShiftTrivial,
    /// x << c => x * 2^c
    ShlMul,
    /// (x >> c) >> d => x >> (c + d)
    ShiftShift,
    /// x >> c => 0, if no bit that may be set remains
    ShiftOut,
    /// arithmetic x >> y => logical x >> y, if x is known not to be negative
    AshrLshr,

    // ---- comparisons -----------------------------------------------------------------------------
    /// x = x => true; x < x => false
    CompareSame,
    /// 1-bit x = y => ~(x ^ y); x = c => x or ~x; x < y => ~x & y; signed: x & ~y
    CompareBool,
    /// x + c = d => x = d - c; x + c = y + d => x + (c - d) = y
    EqConstants,
    /// x + s = y + s => x = y; x + c = x + d => c = d
    EqCancel,
    /// ~x = ~y => x = y; ~x = c => x = ~c
    EqNot,
    /// c:x = d => x = d[low], or false; c:x = d:y => x = y, or false; also with constant low parts
    EqConcat,
    /// sext(x) = sext(y) => x = y; sext(x) = c => x = c[low], or false
    EqSext,
    /// ite(c, d, e) = f => c, ~c, true or false, with constants d, e, f
    EqIte,
    /// x = c => false, if a known bit of x differs
    EqKnown,
    /// x < 0 => false; ones < x => false; same for the signed limits
    LessLimit,
    /// x < y => true or false, if known bits decide it
    LessKnown,
    /// c:x < c:y => x < y; c:x < d => x < d[low], true or false; and the other way round
    LessConcat,
    /// sext(x) < sext(y) => x < y; signed: sext(x) < c => x < c[low], true or false
    LessSext,
    /// signed x < y => unsigned x < y, if both are known not to be negative
    LessUnsigned,

    // ---- choice ----------------------------------------------------------------------------------
    /// ite(true, x, y) => x; ite(false, x, y) => y
    IteConstant,
    /// ite(c, x, x) => x
    IteSame,
    /// ite(~c, x, y) => ite(c, y, x)
    IteNot,
    /// 1-bit ite(c, 1, x) => c | x; ite(c, 0, x) => ~c & x; ite(c, x, 1) => ~c | x; ite(c, x, 0) => c & x
    IteBool,
    /// 1-bit ite(c, c, x) => c | x; ite(c, x, c) => c & x; ite(c, x, ~x) => ~(c ^ x)
    IteCondition,
    /// ite(c, ite(c, x, y), z) => ite(c, x, z); ite(c, x, ite(c, y, z)) => ite(c, x, z)
    IteNested,

    // ---- slices ----------------------------------------------------------------------------------
    /// x[width-1:0] => x
    ExtractAll,
    /// x[h:l][i:j] => x[l+i:l+j]
    ExtractExtract,
    /// (x:y)[h:l] => a slice of x, a slice of y, or both concatenated
    ExtractConcat,
    /// sext(x)[h:l] => a slice of x, or sext of one
    ExtractSext,
    /// (x op y)[h:l] => x[h:l] op y[h:l], for bitwise op and operands that get simpler
    ExtractBitwise,
    /// (x + y)[h:0] => x[h:0] + y[h:0], for operands that get simpler; same for *
    ExtractSum,
    /// ite(c, x, y)[h:l] => ite(c, x[h:l], y[h:l]), for operands that get simpler
    ExtractIte,
    /// (x:y):z => x:(y:z)
    ConcatNest,
    /// c:d => cd; c:(d:x) => cd:x
    ConcatConstants,
    /// x[h:m+1]:x[m:l] => x[h:l], also through x[i:j] of a logical shift by a constant
    ConcatSlices,
    /// sext(x) => zext(x), if x is known not to be negative
    SextZext,
    /// sext(sext(x)) => sext(x)
    SextSext,

    // ---- arrays ----------------------------------------------------------------------------------
    /// select(store(a, i, x), i) => x
    SelectSame,
    /// select(store(a, i, x), j) => select(a, j), if i and j differ by a constant
    SelectOther,
    /// select(constant array of x, i) => x
    SelectConstArray,
    /// select(table, c) => constant
    SelectTable,
    /// select(ite(c, a, b), i) => x, if both arrays give x
    SelectIte,
    /// store(store(a, i, x), i, y) => store(a, i, y)
    StoreSame,
    /// store(a, i, select(a, i)) => a
    StoreSelected,

    // ---- quantifiers -----------------------------------------------------------------------------
    /// forall over an empty range => true; forall i: true => true
    ForallTrivial,
    /// forall i in [lo, hi): x => hi <= lo | x, if i is not in x
    ForallUnused,
}
