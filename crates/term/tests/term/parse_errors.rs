//! Malformed SMT-LIB: every mistake has a message with its position, and nothing panics.

use crate::machine::Random;
use dunlin_ir::{FloatBinOp, FloatFormat};
use dunlin_term::smt::{parse, query};
use dunlin_term::{Sort, Terms};

/// Scripts with the error that they give.
const ERRORS: &[(&str, &str)] = &[
    // tokens
    ("(assert \u{e9})", "1:9: unexpected character 'é'"),
    ("(check-sat)\n  (assert |x)", "2:11: a quoted symbol is not closed"),
    ("(echo \"abc)", "1:7: a quoted string is not closed"),
    ("(assert #y1)", "1:9: '#' must be followed by 'x' or 'b' and digits"),
    ("(assert #b12)", "1:9: a bit-vector constant is malformed"),
    ("(assert 12a)", "1:9: a number is malformed"),
    ("(set-info : x)", "1:11: a keyword has no name"),
    // commands
    ("x", "1:1: expected a command, found 'x'"),
    (")", "1:1: expected a command, found ')'"),
    ("(frobnicate)", "1:2: the command 'frobnicate' is not supported"),
    ("(check-sat", "1:11: expected ')', found the end of the file"),
    ("(set-info :status maybe)", "1:19: unknown status 'maybe'"),
    ("(pop 1)", "1:6: there are fewer levels to pop"),
    ("(push 99999999999)", "1:7: more than 65536 levels at once"),
    ("(get-value ())", "1:2: 'get-value' asks for nothing"),
    ("(declare-fun f (Bool) Bool)", "1:17: uninterpreted functions are not supported"),
    ("(declare-const x Bool)\n(declare-const x Bool)", "2:16: 'x' is already declared"),
    ("(declare-const let Bool)", "1:16: expected a name, found 'let'"),
    ("(define-fun f ((x Bool) (x Bool)) Bool x)", "1:26: 'x' is bound twice"),
    ("(define-fun f () Bool #b1)", "1:23: expected Bool, found (_ BitVec 1)"),
    ("(declare-const m RoundingMode)", "1:16: a rounding mode must be a constant"),
    ("(push 1)(declare-const x Bool)(pop 1)(assert x)", "1:46: unknown symbol 'x'"),
    // sorts
    ("(declare-const x Int)", "1:18: unknown sort 'Int'"),
    ("(declare-const x (_ BitVec 0))", "1:28: a bit-vector has at least one bit"),
    (
        "(declare-const x (_ BitVec 70000))",
        "1:28: bit-vectors of more than 65536 bits are not supported",
    ),
    ("(declare-const x (_ FloatingPoint 3 4))", "1:21: no float format (_ FloatingPoint 3 4)"),
    (
        "(declare-const x (Array Bool Bool))",
        "1:25: arrays are from bit-vectors to bit-vectors, not Bool",
    ),
    // expressions
    ("(assert x)", "1:9: unknown symbol 'x'"),
    ("(assert)", "1:8: expected an expression, found ')'"),
    ("(assert (frob true))", "1:9: unknown function 'frob'"),
    ("(assert #b1)", "1:9: expected Bool, found (_ BitVec 1)"),
    ("(assert (and true #b1))", "1:19: expected Bool, found (_ BitVec 1)"),
    ("(assert (= #b1 true))", "1:16: expected (_ BitVec 1), found Bool"),
    ("(assert (= #x1\n  (bvadd #x1 #x11)))", "2:14: expected (_ BitVec 4), found (_ BitVec 8)"),
    ("(assert (not true false))", "1:9: 'not' takes 1 operands, not 2"),
    ("(assert (= #x1))", "1:9: '=' takes at least 2 operands, not 1"),
    ("(assert (bvult true #x1))", "1:16: expected a bit-vector, found Bool"),
    ("(assert (select #x1 #x1))", "1:17: expected an array, found (_ BitVec 4)"),
    (
        "(assert (= #x1 ((_ extract 4 0) #x1)))",
        "1:16: there are no bits 4 to 0 of a bit-vector of 4",
    ),
    ("(assert ((_ extract 1) #x1))", "1:9: 'extract' takes 2 indices, not 1"),
    ("(assert ((_ bvadd 1) #x1 #x1))", "1:9: 'bvadd' has no indices"),
    ("(assert ((_ repeat 0) #x1))", "1:9: a bit-vector has at least one bit"),
    ("(assert (= (_ bv16 4) #x1))", "1:15: bv16 does not fit into 4 bits"),
    ("(assert (let ((x true) (x true)) x))", "1:25: 'x' is bound twice"),
    ("(assert (let ((x true)) y))", "1:25: unknown symbol 'y'"),
    ("(declare-const x Bool)(assert (x))", "1:32: 'x' is not a function"),
    ("(define-fun f ((x Bool)) Bool x)(assert f)", "1:41: 'f' needs arguments"),
    ("(define-fun f ((x Bool)) Bool x)(assert (f))", "1:41: the function takes 1 operands, not 0"),
    ("(assert (! true x))", "1:17: expected an attribute, found 'x'"),
    ("(assert (exists ((x Bool)) x))", "1:10: 'exists' is not supported here"),
    (
        "(assert (forall ((x (_ BitVec 8))) (= x x)))",
        "1:37: the body of a quantifier must have the shape \
         (=> (and (bvule from x) (bvult x to)) body)",
    ),
    ("(assert (forall ((x Bool)) x))", "1:19: a bound variable cannot have the sort Bool"),
    (
        "(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8))) true))",
        "1:35: a quantifier must have one variable",
    ),
    (
        "(assert (forall ((x (_ BitVec 8))) (=> (and (bvule x x) (bvult x #x01)) true)))",
        "1:52: a bound of a quantifier mentions its variable",
    ),
    // floats
    ("(assert (fp.isNaN (fp.add RTE (_ NaN 8 24) (_ NaN 8 24))))", "1:27: unknown symbol 'RTE'"),
    ("(assert (fp.isNaN #x1))", "1:19: expected a float, found (_ BitVec 4)"),
    (
        "(assert (fp.eq (_ NaN 8 24) (_ NaN 5 11)))",
        "1:29: expected (_ FloatingPoint 8 24), found (_ FloatingPoint 5 11)",
    ),
    ("(assert (fp.isNaN ((_ to_fp 8 24) RNE 0.5)))", "1:39: expected an expression, found '0.5'"),
];

#[test]
fn mistakes_have_positions() {
    let mut wrong = String::new();
    for (text, expected) in ERRORS {
        let error = parse(text, &mut Terms::new()).expect_err(text).to_string();
        if error != *expected {
            wrong += &format!("{text}\n  expected {expected}\n  found    {error}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn quantifiers_nest_only_so_deep() {
    let nested = |depth: usize| {
        let open = "(forall ((i (_ BitVec 8))) (=> (and (bvule #x00 i) (bvult i x)) ";
        format!(
            "(declare-const x (_ BitVec 8))(assert {}(= i x){})",
            open.repeat(depth),
            "))".repeat(depth)
        )
    };
    let limit = dunlin_term::MAX_QUANTIFIER_DEPTH as usize;
    assert!(parse(&nested(limit), &mut Terms::new()).is_ok());
    let error = parse(&nested(limit + 1), &mut Terms::new()).unwrap_err();
    assert_eq!(error.message, "quantifiers nest deeper than 7");
    // Through functions, too, also if their number doubles with each.
    let mut text = String::from(
        "(define-fun f0 ((x Bool)) Bool (forall ((i (_ BitVec 8))) \
         (=> (and (bvule #x00 i) (bvult i #x07)) (or x (= i #x01)))))",
    );
    for i in 1..40 {
        let inner = i - 1;
        text += &format!("(define-fun f{i} ((x Bool)) Bool (f{inner} (f{inner} x)))");
    }
    let error = parse(&text, &mut Terms::new()).unwrap_err();
    assert_eq!(error.message, "quantifiers nest deeper than 7");
    let mut text = String::from("(define-fun f0 ((x (_ BitVec 8))) Bool (= x #x01))");
    for i in 1..=limit + 1 {
        let inner = i - 1;
        text += &format!(
            "(define-fun f{i} ((x (_ BitVec 8))) Bool (forall ((i (_ BitVec 8))) \
             (=> (and (bvule x i) (bvult i #x07)) (and (= x i) (f{inner} i)))))"
        );
    }
    let error = parse(&text, &mut Terms::new()).unwrap_err();
    assert_eq!(error.message, "quantifiers nest deeper than 7");
}

/// Scripts that use everything, to be broken.
fn corpus() -> Vec<String> {
    let mut terms = Terms::new();
    let root = terms.symbol("s", Sort::Array { index: 16, element: 8 }).unwrap();
    let [i, n] = ["i", "n"].map(|name| terms.symbol(name, Sort::BitVec(16)).unwrap());
    let byte = terms.select(root, i);
    let (limit, zero) = (terms.constant(8, 100), terms.constant(16, 0));
    let small = terms.ult(byte, limit);
    let claim = terms.forall_symbol(i, zero, n, small);
    let float = terms.float_binary(FloatBinOp::Rem, FloatFormat::Half, i, n);
    let equal = terms.eq(float, i);
    let wide = terms.zext(80, n);
    let root = terms.float_unary(dunlin_ir::FloatUnOp::Sqrt, FloatFormat::X87, wide);
    let other = terms.eq(root, wide);
    let printed = query(&terms, &[claim, equal, other]);
    let written = "(set-logic QF_ABVFP)(declare-fun x () (_ BitVec 8))(declare-const y Bool)
        (declare-const a (Array (_ BitVec 8) (_ BitVec 8)))(define-sort W () (_ BitVec 8))
        (define-fun f ((p W) (q Bool)) W (ite q (bvadd p #x01) ((_ rotate_left 3) p)))
        (push 1)(assert (! (= (f x y) (bvsmod x (_ bv7 8)) ((_ sign_extend 4) #b1010)) :named n))
        (assert (let ((x (store a x #x00)) (b ((as const (Array W W)) x))) (distinct x b a)))
        (assert (=> y (bvult ((_ extract 5 2) x) ((_ repeat 2) #b01)) n (xor y true)))
        (check-sat-assuming (y (not n)))(get-value (x (concat x x)))(pop 1)
        (declare-const g Float32)(assert (fp.lt g (fp.add RNE g ((_ to_fp 8 24) RNE x))))
        (assert (= ((_ fp.to_ubv 8) RTZ g) x))(check-sat)(get-model)(echo \"a\")(exit)";
    vec![printed, written.to_string()]
}

/// Tokens with the space between them, so that joining them gives the text again.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = vec![String::new()];
    for c in text.chars() {
        let separate = |c: char| c.is_whitespace() || c == '(' || c == ')';
        let last = pieces.last_mut().expect("there is always one");
        if separate(c) || last.chars().last().is_some_and(separate) {
            pieces.push(c.to_string());
        } else {
            last.push(c);
        }
    }
    pieces
}

#[test]
fn broken_scripts_never_panic() {
    let corpus: Vec<Vec<String>> = corpus().iter().map(|text| pieces(text)).collect();
    for script in &corpus {
        let text = script.concat();
        parse(&text, &mut Terms::new()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
    let mut random = Random(11);
    let mut refused = 0;
    const ROUNDS: usize = 6000;
    for round in 0..ROUNDS {
        let mut script = corpus[round % corpus.len()].clone();
        for _ in 0..1 + random.below(3) {
            let [from, to] = [0; 2].map(|_| random.below(script.len() as u64) as usize);
            let any = &corpus[random.below(2) as usize];
            let foreign = any[random.below(any.len() as u64) as usize].clone();
            match random.below(6) {
                0 => drop(script.remove(from)),
                1 => script.insert(from, foreign),
                2 | 3 => script[from] = foreign,
                4 => script.swap(from, to),
                _ => {
                    script[from] = ["0", "#xffff", "99999", "|", "\u{2200}", "\""]
                        [random.below(6) as usize]
                        .to_string()
                }
            }
        }
        let mut text = script.concat();
        if random.below(20) == 0 {
            let mut cut = random.below(text.len() as u64 + 1) as usize;
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            text.truncate(cut);
        }
        if let Err(error) = parse(&text, &mut Terms::new()) {
            let lines: Vec<&str> = text.split('\n').collect();
            let line = lines[error.line as usize - 1];
            assert!(error.column as usize <= line.chars().count() + 1, "{error}\n{text}");
            refused += 1;
        }
    }
    assert!(refused > ROUNDS / 2 && refused < ROUNDS, "{refused}");
}
