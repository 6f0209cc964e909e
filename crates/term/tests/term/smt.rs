//! SMT-LIB output.

use dunlin_ir::{FloatBinOp, FloatCastOp, FloatFormat};
use dunlin_term::smt::query;
use dunlin_term::{Sort, Table, TermId, Terms};

fn symbol(terms: &mut Terms, name: &str, width: u32) -> TermId {
    terms.symbol(name, Sort::BitVec(width)).unwrap()
}

#[test]
fn a_small_query() {
    let mut terms = Terms::new();
    let root = terms.symbol("s", Sort::Array { index: 32, element: 8 }).unwrap();
    let n = symbol(&mut terms, "n", 32);
    let byte = terms.select(root, n);
    let wide = terms.zext(32, byte);
    let sum = terms.add(wide, n);
    let limit = terms.constant(32, 10);
    let small = terms.ult(sum, limit);
    let zero = terms.constant(8, 0);
    let nonzero = terms.ne(byte, zero);
    let expected = "\
(set-logic ALL)
(declare-fun |s| () (Array (_ BitVec 32) (_ BitVec 8)))
(declare-fun |n| () (_ BitVec 32))
(define-fun $t5 () (_ BitVec 8) (select |s| |n|))
(assert (bvult (bvadd ((_ zero_extend 24) $t5) |n|) #x0000000a))
(assert (not (= $t5 #x00)))
(check-sat)
";
    assert_eq!(query(&terms, &[small, nonzero]), expected);
}

#[test]
fn a_quantifier_names_what_its_body_shares() {
    let mut terms = Terms::new();
    let root = terms.symbol("s", Sort::Array { index: 32, element: 8 }).unwrap();
    let i = symbol(&mut terms, "i", 32);
    let n = symbol(&mut terms, "n", 32);
    let zero = terms.constant(32, 0);
    let byte = terms.select(root, i);
    let (low, high) = (terms.constant(8, 97), terms.constant(8, 122));
    let (above, below) = (terms.ule(low, byte), terms.ule(byte, high));
    let letter = terms.and(above, below);
    let all = terms.forall_symbol(i, zero, n, letter);
    let text = query(&terms, &[all]);
    let body = text.lines().find(|line| line.starts_with("(assert")).unwrap();
    assert!(
        body.starts_with("(assert (forall (($i0 (_ BitVec 32))) (=> (and (bvule #x00000000 $i0)"),
        "{body}"
    );
    assert_eq!(body.matches("select").count(), 1, "{body}");
    assert!(body.contains("(let (($l"), "{body}");
    assert!(!text.contains("|i|"));
    assert_eq!(text.matches('(').count(), text.matches(')').count());
}

#[test]
fn shared_terms_are_written_once() {
    let mut terms = Terms::new();
    let mut x = symbol(&mut terms, "x", 32);
    for _ in 0..1000 {
        let three = terms.constant(32, 3);
        let shifted = terms.lshr(x, three);
        let product = terms.mul(x, shifted);
        x = terms.xor(product, shifted);
    }
    let zero = terms.constant(32, 0);
    let claim = terms.eq(x, zero);
    let text = query(&terms, &[claim]);
    assert!(text.len() < 200_000, "{} bytes", text.len());
}

#[test]
fn deep_terms_do_not_nest_deep() {
    let mut terms = Terms::new();
    let mut x = symbol(&mut terms, "x", 32);
    for i in 0..100_000 {
        let y = symbol(&mut terms, &format!("y{}", i % 7), 32);
        x = terms.udiv(x, y);
    }
    let zero = terms.constant(32, 0);
    let claim = terms.eq(x, zero);
    let text = query(&terms, &[claim]);
    let (mut depth, mut deepest) = (0u32, 0);
    for c in text.chars() {
        depth = match c {
            '(' => depth + 1,
            ')' => depth - 1,
            _ => depth,
        };
        deepest = deepest.max(depth);
    }
    assert_eq!(depth, 0);
    assert!(deepest < 100, "{deepest}");
}

#[test]
fn names_cannot_break_out() {
    let mut terms = Terms::new();
    let x = symbol(&mut terms, "a|b", 1);
    let y = symbol(&mut terms, "$t1", 1);
    let text = query(&terms, &[x, y]);
    assert!(text.contains("(declare-fun $symbol0 ()"), "{text}");
    assert!(text.contains("(declare-fun $symbol1 ()"), "{text}");
}

#[test]
fn tables_and_bits_of_odd_widths() {
    let mut terms = Terms::new();
    let index = symbol(&mut terms, "i", 3);
    let table = terms.table(Table::of_bytes(3, &[1, 2]));
    let byte = terms.select(table, index);
    let five = terms.constant(3, 5);
    let same = terms.eq(index, five);
    let zero = terms.constant(8, 0);
    let null = terms.eq(byte, zero);
    let text = query(&terms, &[same, null]);
    assert!(text.contains("(= |i| #b101)"), "{text}");
    assert!(text.contains("(store (store ((as const (Array (_ BitVec 3) (_ BitVec 8))) #x00) #b000 #x01) #b001 #x02)"), "{text}");
}

#[test]
fn floats_are_converted() {
    let mut terms = Terms::new();
    let x = symbol(&mut terms, "x", 32);
    let sum = terms.float_binary(FloatBinOp::Add, FloatFormat::Single, x, x);
    let cast = FloatCastOp::ToSInt { from: FloatFormat::Single, to: 32 };
    let integer = terms.float_cast(cast, sum);
    let zero = terms.constant(32, 0);
    let claim = terms.eq(integer, zero);
    let text = query(&terms, &[claim]);
    assert!(text.contains("(define-fun $f32.fp"), "{text}");
    assert!(text.contains("(fp.add RNE ($f32.fp |x|) ($f32.fp |x|))"), "{text}");
    assert!(text.contains("(_ fp.to_sbv 32) RTZ"), "{text}");
    // Only a float operator uses the sum, which needs no bits then.
    assert!(!text.contains("$v"), "{text}");
    assert_eq!(text.matches('(').count(), text.matches(')').count());
}
