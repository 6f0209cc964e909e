//! Reading SMT-LIB: what is printed comes back, and every construct means what it should.

use crate::machine::{Machine, Random, symbol_id};
use dunlin_ir::{Bits, FloatFormat};
use dunlin_term::smt::{Command, Script, SmtSort, Status, parse, query};
use dunlin_term::{ArrayValue, BaseId, Evaluator, Model, Op, Sort, TermId, Terms};

pub fn read(text: &str, terms: &mut Terms) -> Script {
    parse(text, terms).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

pub fn assertions(script: &Script) -> Vec<TermId> {
    let assertion = |command: &Command| match command {
        Command::Assert(term) => Some(*term),
        _ => None,
    };
    script.commands.iter().filter_map(assertion).collect()
}

/// `model` of `terms` for what `script` declares; `other` has the values of what is not a symbol of
/// `terms`.
pub fn carry_over(
    (terms, model): (&Terms, &Model),
    (script, parsed): (&Script, &Terms),
    other: impl Fn(&str, u32) -> Bits,
) -> Model {
    let mut result = Model::new();
    for declared in &script.declared {
        // The bits of a computed float need no value of their own.
        if parsed.op(declared.symbol) != Op::Symbol {
            continue;
        }
        let id = symbol_id(parsed, declared.symbol);
        let original = terms.find_symbol(&declared.name);
        match (parsed.sort(declared.symbol), original) {
            (Sort::BitVec(width), Some(original)) => result.set(id, &model.get(original, width)),
            (Sort::BitVec(width), None) => result.set(id, &other(&declared.name, width)),
            (Sort::Array { .. }, original) => {
                let value = model.array(original.expect("arrays have names"));
                result.set_array(id, value.expect("all arrays are set").clone());
            }
        }
    }
    result
}

#[test]
fn random_terms_come_back() {
    let mut evaluator = Evaluator::new();
    let (mut compared, mut held) = (0, 0);
    for seed in 0..60 {
        let mut machine = Machine::new(seed);
        for _ in 0..80 {
            machine.step();
        }
        let constants = machine.constants();
        let claims: Vec<TermId> =
            constants.iter().map(|&(term, values)| machine.terms.eq(term, values[0])).collect();
        let text = query(&machine.terms, &claims);
        let mut parsed = Terms::new();
        let script = read(&text, &mut parsed);
        let back = assertions(&script);
        assert_eq!(back.len(), claims.len());
        assert_eq!(script.logic.as_deref(), Some("ALL"));
        assert_eq!(script.commands.last(), Some(&Command::CheckSat));
        for model in &machine.models {
            let base = |name: &str, width: u32| {
                let number = name.strip_prefix("$base").expect("only bases have no symbol");
                Bits::from_u64(width, model.address(BaseId(number.parse().unwrap())))
            };
            let carried = carry_over((&machine.terms, model), (&script, &parsed), base);
            for (&claim, &read_back) in claims.iter().zip(&back) {
                let expected = evaluator.holds(&machine.terms, model, claim).unwrap();
                let found = Evaluator::new().holds(&parsed, &carried, read_back).unwrap();
                assert_eq!(found, expected, "seed {seed}");
                compared += 1;
                held += usize::from(expected);
            }
        }
    }
    assert!(compared > 5_000 && held > 1_000 && compared - held > 1_000, "{compared} {held}");
}

#[test]
fn quantifiers_come_back() {
    let mut random = Random(3);
    let mut seen = [0; 2];
    for _ in 0..300 {
        let mut terms = Terms::new();
        let root = terms.symbol("s", Sort::Array { index: 8, element: 8 }).unwrap();
        let [i, j, n] = ["i", "j", "n"].map(|name| terms.symbol(name, Sort::BitVec(8)).unwrap());
        let (from, limit) = (terms.constant(8, random.below(3)), terms.constant(8, 200));
        let (at_i, at_j) = (terms.select(root, i), terms.select(root, j));
        let sum = terms.add(at_i, at_j);
        let (small, ordered) = (terms.ult(sum, limit), terms.ule(at_j, at_i));
        let both = terms.and(small, ordered);
        let inner = terms.forall_symbol(j, from, i, both);
        let claim = terms.forall_symbol(i, from, n, inner);
        let mut model = Model::new();
        model.set(symbol_id(&terms, n), &Bits::from_u64(8, random.below(6)));
        let bytes: Vec<u8> = (0..6).map(|k| (k * 30 + random.below(40)) as u8).collect();
        model.set_array(symbol_id(&terms, root), ArrayValue::of_bytes(8, &bytes));
        let text = query(&terms, &[claim]);
        let mut parsed = Terms::new();
        let script = read(&text, &mut parsed);
        let [back] = assertions(&script)[..] else { panic!("{text}") };
        let carried =
            carry_over((&terms, &model), (&script, &parsed), |name, _| panic!("{name} is new"));
        let expected = Evaluator::new().holds(&terms, &model, claim).unwrap();
        assert_eq!(Evaluator::new().holds(&parsed, &carried, back), Some(expected), "{text}");
        seen[usize::from(expected)] += 1;
    }
    assert!(seen[0] > 50 && seen[1] > 50, "{seen:?}");
}

/// Claims without symbols, all true.
const CLAIMS: &[&str] = &[
    // core
    "true",
    "(not false)",
    "(and true true true)",
    "(or false false true)",
    "(xor true true true)",
    "(=> true false false)",
    "(=> false true false)",
    "(not (=> true true false))",
    "(= true true true)",
    "(not (= true true false))",
    "(= #x1 #x1 #x1)",
    "(distinct #x1 #x2 #x3)",
    "(not (distinct #x1 #x2 #x1))",
    "(= (ite (bvult #x1 #x2) #xa #xb) #xa)",
    // literals
    "(= #b1010 #xA (_ bv10 4))",
    "(= (_ bv340282366920938463463374607431768211455 128) (bvnot (_ bv0 128)))",
    "(= (_ bv18446744073709551616 65) (concat #b1 #x0000000000000000))",
    // arithmetic
    "(= (bvadd #x7 #x8 #x3) #x2)",
    "(= (bvsub #x1 #x2) #xf)",
    "(= (bvmul #x3 #x5 #x2) #xe)",
    "(= (bvneg #x1) #xf)",
    "(= (bvudiv #x7 #x0) #xf)",
    "(= (bvurem #x7 #x0) #x7)",
    "(= (bvsdiv #xf9 #x02) #xfd)",
    "(= (bvsrem #xf9 #x02) #xff)",
    "(= (bvsmod #xf9 #x02) #x01)",
    "(= (bvsmod #x07 #xfe) #xff)",
    "(= (bvshl #x3 #x1) #x6)",
    "(= (bvlshr #xc #x2) #x3)",
    "(= (bvashr #xc #x1) #xe)",
    // bits
    "(= (bvand #xc #xa #xf) #x8)",
    "(= (bvor #xc #xa #x1) #xf)",
    "(= (bvxor #xc #xa #x1) #x7)",
    "(= (bvnot #xc) #x3)",
    "(= (bvnand #xc #xa) #x7)",
    "(= (bvnor #xc #xa) #x1)",
    "(= (bvxnor #xc #xa) #x9)",
    "(= (bvcomp #xc #xc) #b1)",
    "(= (bvcomp #xc #xb) #b0)",
    "(= (concat #x1 #x2 #x3) #x123)",
    "(= ((_ extract 7 4) #x12) #x1)",
    "(= ((_ zero_extend 4) #xf) #x0f)",
    "(= ((_ zero_extend 0) #xf) #xf)",
    "(= ((_ sign_extend 4) #xf) #xff)",
    "(= ((_ rotate_left 1) #x9) #x3)",
    "(= ((_ rotate_right 5) #x9) #xc)",
    "(= ((_ repeat 3) #b10) #b101010)",
    // comparisons
    "(and (bvult #x1 #xf) (bvule #xf #xf) (bvugt #xf #x1) (bvuge #x1 #x1))",
    "(and (bvslt #xf #x1) (bvsle #xf #xf) (bvsgt #x1 #xf) (bvsge #x1 #xf))",
    // overflow
    "(and (bvnego #x8) (not (bvnego #x9)) (not (bvnego #x0)))",
    "(and (bvuaddo #xf #x1) (not (bvuaddo #xe #x1)) (bvsaddo #x7 #x1) (not (bvsaddo #xf #xf)))",
    "(and (bvusubo #x1 #x2) (not (bvusubo #x2 #x2)) (bvssubo #x8 #x1) (not (bvssubo #xf #x7)))",
    "(and (bvumulo #x4 #x4) (not (bvumulo #x5 #x3)) (bvsmulo #x4 #x2) (not (bvsmulo #xc #x2)))",
    "(and (bvsdivo #x8 #xf) (not (bvsdivo #x8 #x0)) (not (bvsdivo #x7 #xf)))",
    // the widest
    "(= ((_ repeat 65536) #b1) (bvnot (_ bv0 65536)))",
    "(= (bvudiv (bvnot (_ bv0 65536)) (_ bv3 65536)) ((_ repeat 32768) #b01))",
    "(= ((_ to_fp_unsigned 11 53) RNE (_ bv3 65536)) ((_ to_fp 11 53) RNE #x03))",
    "(= ((_ fp.to_sbv 65536) RTZ ((_ to_fp 11 53) RNE #xfd)) (bvneg (_ bv3 65536)))",
    // let
    "(let ((x #x1) (y #x2)) (let ((x y) (y x)) (= (bvsub x y) #x1)))",
    "(let ((x #x1)) (and (let ((x #x2)) (= x #x2)) (= x #x1)))",
    "(let () true)",
    // arrays
    "(= (select (store ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x11) #x2 #x22) #x2) #x22)",
    "(= (select ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x11) #x3) #x11)",
    "(let ((a ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x00))) (= a (store a #x1 #x00)))",
    "(= (select (ite true ((as const (Array (_ BitVec 4) (_ BitVec 4))) #x1) \
     ((as const (Array (_ BitVec 4) (_ BitVec 4))) #x2)) #x0) #x1)",
    // annotations
    "(! (= #x1 (! #x1 :named |one one|)) :pattern ((f x) y) :flag)",
    // floats
    "(= ((_ to_fp 8 24) #x3f800000) (fp #b0 #x7f #b00000000000000000000000))",
    "(= (fp.add RNE ((_ to_fp 8 24) #x3f800000) ((_ to_fp 8 24) #x40000000)) \
     ((_ to_fp 8 24) #x40400000))",
    "(= (_ NaN 8 24) ((_ to_fp 8 24) #x7fc00001) ((_ to_fp 8 24) #xffc00000))",
    "(and (not (= (_ +zero 5 11) (_ -zero 5 11))) (fp.eq (_ +zero 5 11) (_ -zero 5 11)))",
    "(and (fp.isNaN (_ NaN 11 53)) (fp.isInfinite (_ -oo 11 53)) (fp.isZero (_ -zero 11 53)))",
    "(and (fp.isNormal ((_ to_fp 5 11) #x0400)) (fp.isSubnormal ((_ to_fp 5 11) #x83ff)))",
    "(and (fp.isNegative (_ -oo 8 8)) (fp.isPositive (_ +zero 8 8)))",
    "(not (or (fp.isNegative (_ NaN 8 8)) (fp.isPositive (_ NaN 8 8))))",
    "(fp.lt (_ -oo 15 64) (_ +zero 15 64) (_ +oo 15 64))",
    "(= (fp.rem ((_ to_fp 11 53) RNE #x05) ((_ to_fp 11 53) RNE #x03)) \
     ((_ to_fp 11 53) RNE #xff))",
    "(= (fp.rem ((_ to_fp 11 53) RNE #x03) ((_ to_fp 11 53) RNE #x02)) \
     ((_ to_fp 11 53) RNE #xff))",
    "(= (fp.rem ((_ to_fp 11 53) RNE #x01) ((_ to_fp 11 53) RNE #x02)) \
     ((_ to_fp 11 53) RNE #x01))",
    "(= ((_ fp.to_sbv 8) RTZ ((_ to_fp 5 11) #xc500)) #xfb)",
    "(= ((_ fp.to_ubv 8) RTP ((_ to_fp 5 11) #x4100)) #x03)",
    "(= ((_ to_fp 15 113) RTZ ((_ to_fp 5 11) #x3c00)) ((_ to_fp_unsigned 15 113) RNE #b1))",
    "(= (fp.roundToIntegral roundTowardNegative ((_ to_fp 5 11) #x4100)) \
     ((_ to_fp 5 11) #x4000))",
    "(= (fp.max (_ NaN 8 24) (_ +oo 8 24)) (_ +oo 8 24))",
    "(= (fp.neg (_ +oo 15 64)) (_ -oo 15 64))",
    "(= (bvredor #x10) (bvredand #xf) #b1)",
    "(= (bvredor #x00) (bvredand #xe) #b0)",
    "(let ((m RNE)) (= m roundNearestTiesToEven))",
    "(let ((m roundTowardZero)) (fp.lt (fp.div m ((_ to_fp 8 24) RNE #b01) ((_ to_fp 8 24) RNE #b011)) \
     (fp.div RTP ((_ to_fp 8 24) RNE #b01) ((_ to_fp 8 24) RNE #b011))))",
    "(= (fp.sqrt roundTowardPositive ((_ to_fp 5 11) #x4000)) ((_ to_fp 5 11) #x3da9))",
    "(= (fp.sqrt RTN ((_ to_fp 5 11) #x4000)) ((_ to_fp 5 11) #x3da8))",
    "(= ((_ to_fp 5 11) RNA #x00001001) ((_ to_fp 5 11) RTN #x00001001))",
    "(= ((_ to_fp_unsigned 5 11) roundNearestTiesToAway #x00001002) ((_ to_fp 5 11) #x6c01))",
    "(= ((_ to_fp 5 11) RNE #x00001002) ((_ to_fp 5 11) #x6c00))",
    "(= ((_ to_fp 5 11) RTZ ((_ to_fp 11 53) #x7fe0000000000000)) ((_ to_fp 5 11) #x7bff))",
    "(= (fp.fma RTP (_ +zero 8 24) (_ +oo 8 24) (_ +oo 8 24)) (_ NaN 8 24))",
    "(= (fp.sub RTN ((_ to_fp 8 24) #x3f800000) ((_ to_fp 8 24) #x3f800000)) (_ -zero 8 24))",
    "(= (fp.to_ieee_bv ((_ to_fp 8 24) #x3f800000)) #x3f800000)",
    "(= (fp.to_ieee_bv (_ -oo 15 64)) (concat #xffff (_ bv0 63)))",
];

#[test]
fn claims_without_symbols_are_true() {
    for claim in CLAIMS {
        let mut terms = Terms::new();
        let script = read(&format!("(assert {claim})"), &mut terms);
        let [assertion] = assertions(&script)[..] else { panic!("{claim}") };
        let holds = Evaluator::new().holds(&terms, &Model::new(), assertion);
        assert_eq!(holds, Some(true), "{claim}");
    }
}

const SCRIPT: &str = r#"; a comment
(set-option :produce-models true)
(set-info :source |several
lines|)
(set-info :status sat)
(set-logic QF_ABV)
(define-sort Word () (_ BitVec 8))
(declare-fun x () Word)
(declare-const |a b| (Array Word (_ BitVec 8)))
(declare-const f Float32)
(declare-const p Bool)
(define-const two Word #x02)
(define-fun twice ((v Word)) Word (bvmul v two))
(define-fun four ((v Word)) Word (twice (twice v)))
(assert (! (= (four x) #x08) :named first))
(push 1)
(declare-const y Bool)
(assert (and p y first))
(check-sat-assuming (p (not y)))
(pop 1)
(push)
(declare-const y Word)
(assert (= (select |a b| y) x))
(check-sat)
(get-model)
(get-value (x (bvadd x |two|)))
(echo "say ""yes""")
(pop)
(exit)
what follows is not read
"#;

#[test]
fn a_script_with_every_command() {
    let mut terms = Terms::new();
    let script = read(SCRIPT, &mut terms);
    assert_eq!(script.logic.as_deref(), Some("QF_ABV"));
    let declared: Vec<_> = script.declared.iter().map(|d| (d.name.as_str(), d.sort)).collect();
    let word = SmtSort::BitVec(8);
    assert_eq!(
        declared,
        [
            ("x", word),
            ("a b", SmtSort::Array { index: 8, element: 8 }),
            ("f", SmtSort::Float(FloatFormat::Single)),
            ("p", SmtSort::Bool),
            ("y", SmtSort::Bool),
            ("y", word),
        ]
    );
    let [x, array, _, p, y, word_y] = [0, 1, 2, 3, 4, 5].map(|i| script.declared[i].symbol);
    let (two, four, eight) = (terms.constant(8, 2), terms.constant(8, 4), terms.constant(8, 8));
    let product = terms.mul(x, four);
    let first = terms.eq(product, eight);
    let (not_y, p_and_y) = (terms.not(y), terms.and(p, y));
    let all = terms.and(p_and_y, first);
    let read = terms.select(array, word_y);
    let third = terms.eq(read, x);
    let [
        Command::Status(Status::Sat),
        Command::Assert(c0),
        Command::Push(1),
        Command::Assert(c1),
        Command::CheckSatAssuming(assumptions),
        Command::Pop(1),
        Command::Push(1),
        Command::Assert(c2),
        Command::CheckSat,
        Command::GetModel,
        Command::GetValue(asked),
        Command::Echo(echo),
        Command::Pop(1),
        Command::Exit,
    ] = &script.commands[..]
    else {
        panic!("{:?}", script.commands)
    };
    assert_eq!([*c0, *c1, *c2], [first, all, third]);
    assert_eq!(*assumptions, [p, not_y]);
    let sum = terms.add(x, two);
    let asked: Vec<_> = asked.iter().map(|a| (a.text.as_str(), a.value.term)).collect();
    assert_eq!(asked, [("x", x), ("(bvadd x |two|)", sum)]);
    assert_eq!(echo, "say \"yes\"");
}

#[test]
fn declared_floats_are_only_floats() {
    let mut terms = Terms::new();
    let text = "(declare-const x (_ FloatingPoint 15 64)) (declare-const y Float64)
        (assert (or (fp.isNaN x) (fp.eq x x))) (assert (= x x)) (assert (= y y))";
    let script = read(text, &mut terms);
    let widths: Vec<u32> = script.declared.iter().map(|d| terms.width(d.symbol)).collect();
    assert_eq!(widths, [79, 64]);
    let mut random = Random(5);
    for _ in 0..100 {
        let mut model = Model::new();
        for declared in &script.declared {
            let width = terms.width(declared.symbol);
            model.set(symbol_id(&terms, declared.symbol), &random.bits(width));
        }
        for &assertion in &assertions(&script) {
            assert_eq!(Evaluator::new().holds(&terms, &model, assertion), Some(true));
        }
    }
}

#[test]
fn macros_may_hold_quantifiers() {
    let text = "(declare-const a (Array (_ BitVec 8) (_ BitVec 8))) (declare-const n (_ BitVec 8))
        (define-fun below ((k (_ BitVec 8))) Bool (forall ((i (_ BitVec 8)))
          (=> (and (bvule #x00 i) (bvult i k)) (bvult (select a i) k))))
        (assert (forall ((i (_ BitVec 8))) (=> (and (bvule #x01 i) (bvult i n)) (below i))))";
    let mut terms = Terms::new();
    let script = read(text, &mut terms);
    let [claim] = assertions(&script)[..] else { panic!() };
    let [array, n] = [0, 1].map(|i| symbol_id(&terms, script.declared[i].symbol));
    let mut model = Model::new();
    model.set(n, &Bits::from_u64(8, 5));
    model.set_array(array, ArrayValue::of_bytes(8, &[0, 0, 0, 0]));
    assert_eq!(Evaluator::new().holds(&terms, &model, claim), Some(true));
    model.set_array(array, ArrayValue::of_bytes(8, &[0, 0, 3, 0]));
    assert_eq!(Evaluator::new().holds(&terms, &model, claim), Some(false));
}

#[test]
fn deep_nesting_needs_no_stack() {
    const DEPTH: usize = 100_000;
    let declare = "(declare-const p Bool) (declare-const x (_ BitVec 32))";
    let nested = |open: &str, middle: &str, close: &str| {
        format!("{declare}(assert {}{middle}{})", open.repeat(DEPTH), close.repeat(DEPTH))
    };
    for text in [
        nested("(not ", "p", ")"),
        nested("(let ((p (not p))) ", "p", ")"),
        nested("(let ((q ", "p", ")) q)"),
        nested("(! ", "p", " :named)").replace(" :named", " :weight 1"),
        nested("(and p ", "p", ")"),
        nested("(= x (bvudiv x (ite ", "p", " x x)))"),
    ] {
        let script = read(&text, &mut Terms::new());
        assert_eq!(assertions(&script).len(), 1);
    }
    let sum = format!(
        "{declare}(assert (= x {}x{}))",
        "(bvudiv (bvxor x #x00000001) ".repeat(DEPTH),
        ")".repeat(DEPTH)
    );
    assert_eq!(assertions(&read(&sum, &mut Terms::new())).len(), 1);
    let open = "(".repeat(DEPTH);
    for text in [
        format!("{declare}(assert {open}"),
        open.clone(),
        format!("(set-info :x {open}"),
        format!("(declare-const x {open}"),
        format!("(assert {}", "(let ((x ".repeat(DEPTH)),
        format!("(declare-const x {}", "(Array ".repeat(DEPTH)),
    ] {
        assert!(parse(&text, &mut Terms::new()).is_err());
    }
}
