//! Float operators in every rounding mode and by every rule for NaNs: folded, evaluated, printed and read back.

use crate::machine::{Random, symbol_id};
use crate::parse::{assertions, carry_over, read};
use dunlin_ir::float;
use dunlin_ir::semantics::{float_binary, float_cast, float_compare, float_mul_add, float_unary};
use dunlin_ir::{
    Bits, FloatBinOp, FloatCastOp, FloatCmpOp, FloatFormat, FloatUnOp, NanRule, Rounding,
};
use dunlin_term::smt::{parse, query};
use dunlin_term::{Evaluator, Model, Op, Sort, TermId, Terms, View};

/// Bits that floats are interesting at.
fn float_bits(random: &mut Random, format: FloatFormat) -> Bits {
    let width = format.bits();
    let double = [0.0, 1.0, -1.5, 2.5, 0.1, -7.0, 3e9, 1e300, f64::INFINITY, f64::NAN, -0.0];
    match random.below(3) {
        0 => random.bits(width),
        1 => Bits::from_u64(width, random.below(8)),
        _ => {
            let value = double[random.below(double.len() as u64) as usize];
            let op = FloatCastOp::Convert { from: FloatFormat::Double, to: format };
            float::cast(op, &Bits::from_u64(64, value.to_bits()))
        }
    }
}

fn pick<T: Copy>(random: &mut Random, all: &[T]) -> T {
    all[random.below(all.len() as u64) as usize]
}

fn any_cast(random: &mut Random, format: FloatFormat) -> FloatCastOp {
    let (to, other) = (pick(random, &[1, 8, 16, 31, 32, 64, 100]), pick(random, &FloatFormat::ALL));
    match random.below(7) {
        0 => FloatCastOp::Convert { from: format, to: other },
        1 => FloatCastOp::ToUInt { from: format, to },
        2 => FloatCastOp::ToSInt { from: format, to },
        3 => FloatCastOp::ToUIntSat { from: format, to },
        4 => FloatCastOp::ToSIntSat { from: format, to },
        5 => FloatCastOp::FromUInt { from: format.bits(), to: other },
        _ => FloatCastOp::FromSInt { from: format.bits(), to: other },
    }
}

/// A random float operator over operands of one format; other rules than that of the operators
/// themselves are for instructions, which round to nearest.
fn float_term(
    terms: &mut Terms,
    random: &mut Random,
    rule: NanRule,
    format: FloatFormat,
    [x, y, z]: [TermId; 3],
) -> TermId {
    if rule != NanRule::X86 {
        return match random.below(6) {
            0 | 1 => float_binary(terms, rule, pick(random, FloatBinOp::ALL), format, &x, &y),
            2 => float_unary(terms, rule, pick(random, FloatUnOp::ALL), format, &x),
            3 => float_compare(terms, pick(random, FloatCmpOp::ALL), format, &x, &y),
            4 => float_mul_add(terms, rule, format, random.below(2) == 0, &x, &y, &z),
            _ => float_cast(terms, rule, any_cast(random, format), &x),
        };
    }
    let mode = pick(random, &Rounding::ALL);
    match random.below(6) {
        0 | 1 => terms.float_binary_rounded(pick(random, FloatBinOp::ALL), format, mode, x, y),
        2 => terms.float_unary_rounded(pick(random, FloatUnOp::ALL), format, mode, x),
        3 => terms.float_compare(pick(random, FloatCmpOp::ALL), format, x, y),
        4 => terms.float_fma_rounded(format, mode, x, y, z),
        _ => terms.float_cast_rounded(any_cast(random, format), mode, x),
    }
}

fn symbols(terms: &mut Terms, format: FloatFormat) -> [TermId; 3] {
    ["x", "y", "z"].map(|name| terms.symbol(name, Sort::BitVec(format.bits())).unwrap())
}

fn random_model(terms: &Terms, random: &mut Random, format: FloatFormat) -> Model {
    let mut model = Model::new();
    for symbol in terms.symbols() {
        model.set(symbol_id(terms, symbol.term), &float_bits(random, format));
    }
    model
}

/// Whether all assertions of a script that was read hold where those it was printed from do.
fn comes_back(terms: &Terms, model: &Model, text: &str) {
    let mut parsed = Terms::new();
    let script = read(text, &mut parsed);
    let helper = |name: &str, _| panic!("{name} was not dropped\n{text}");
    let carried = carry_over((terms, model), (&script, &parsed), helper);
    for assertion in assertions(&script) {
        let holds = Evaluator::new().holds(&parsed, &carried, assertion);
        assert_eq!(holds, Some(true), "{text}");
    }
    // What the script declares has a value that fulfils what it asserts of it.
    for declared in &script.declared {
        if parsed.op(declared.symbol) != Op::Symbol {
            assert!(declared.name.starts_with("$v"), "{text}");
        }
    }
}

#[test]
fn every_operator_comes_back() {
    let mut random = Random(7);
    let mut evaluator = Evaluator::new();
    for round in 0..6000 {
        let (rule, format) = (NanRule::ALL[round % 2], FloatFormat::ALL[round / 2 % 6]);
        let mut terms = Terms::new();
        let operands = symbols(&mut terms, format);
        let term = float_term(&mut terms, &mut random, rule, format, operands);
        let model = random_model(&terms, &mut random, format);
        let value = evaluator.eval(&terms, &model, term).unwrap();
        let constant = terms.constant_bits(&value);
        let claim = terms.eq(term, constant);
        comes_back(&terms, &model, &query(&terms, &[claim]));
    }
}

/// Float operators on float operators: some results are used as floats only, some as bits.
#[test]
fn nested_operators_come_back() {
    let mut random = Random(11);
    let mut evaluator = Evaluator::new();
    for round in 0..3000 {
        let (rule, format) = (NanRule::ALL[round % 2], FloatFormat::ALL[round / 2 % 6]);
        let mut terms = Terms::new();
        let mut floats = symbols(&mut terms, format).to_vec();
        let mut made = Vec::new();
        for _ in 0..6 {
            let operands = [0; 3].map(|_| pick(&mut random, &floats));
            let term = float_term(&mut terms, &mut random, rule, format, operands);
            if terms.width(term) == format.bits() {
                floats.push(term);
            }
            made.push(term);
        }
        let model = random_model(&terms, &mut random, format);
        let mut claims = Vec::new();
        for &term in &made {
            let value = evaluator.eval(&terms, &model, term).unwrap();
            if random.below(3) == 0 || terms.width(term) != format.bits() {
                let constant = terms.constant_bits(&value);
                claims.push(terms.eq(term, constant));
            } else {
                let constant = terms.constant_bits(&value);
                let nan = float::is_nan(format, value.low_u128());
                let op = if nan { FloatCmpOp::Uno } else { FloatCmpOp::Oeq };
                claims.push(terms.float_compare(op, format, term, constant));
            }
        }
        comes_back(&terms, &model, &query(&terms, &claims));
    }
}

/// Whether an operator in a term is one that the printer composes of others of SMT-LIB, which read
/// otherwise.
fn has_composed(terms: &Terms, term: TermId) -> bool {
    let mut open = vec![term];
    while let Some(next) = open.pop() {
        if is_composed(terms, next) {
            return true;
        }
        open.extend(terms.children(next));
    }
    false
}

fn is_composed(terms: &Terms, term: TermId) -> bool {
    match terms.view(term) {
        View::FloatBinary(op, ..) => matches!(
            op,
            FloatBinOp::Rem
                | FloatBinOp::MinNum
                | FloatBinOp::MaxNum
                | FloatBinOp::Minimum
                | FloatBinOp::Maximum
                | FloatBinOp::CopySign
        ),
        View::FloatUnary(op, ..) => matches!(op, FloatUnOp::Neg | FloatUnOp::Abs),
        View::FloatCompare(op, _, x, y) => match op {
            FloatCmpOp::Uno => x != y,
            _ => !matches!(op, FloatCmpOp::Oeq | FloatCmpOp::Olt | FloatCmpOp::Ogt),
        },
        View::FloatCast(op, ..) => !matches!(
            op,
            FloatCastOp::Convert { .. }
                | FloatCastOp::FromUInt { .. }
                | FloatCastOp::FromSInt { .. }
        ),
        _ => false,
    }
}

/// Read into the arena that it was printed from, a query is the same terms, so that it prints as it
/// did. Not so in the x87 format, whose bits SMT-LIB's floats do not have.
#[test]
fn reading_what_was_printed_gives_the_same_terms() {
    let mut random = Random(13);
    let (mut compared, mut with_bits) = (0, 0);
    let formats: Vec<_> =
        FloatFormat::ALL.into_iter().filter(|&format| format != FloatFormat::X87).collect();
    for round in 0..3000 {
        let (rule, format) = (NanRule::ALL[round % 2], formats[round / 2 % formats.len()]);
        let mut terms = Terms::new();
        let mut floats = symbols(&mut terms, format).to_vec();
        let mut claims = Vec::new();
        for _ in 0..5 {
            let operands = [0; 3].map(|_| pick(&mut random, &floats));
            let term = float_term(&mut terms, &mut random, rule, format, operands);
            if has_composed(&terms, term) || terms.width(term) == 80 {
                continue;
            }
            if terms.width(term) == format.bits() {
                floats.push(term);
            }
            if terms.width(term) == 1 {
                claims.push(term);
            } else if random.below(2) == 0 {
                let constant = terms.constant_bits(&float_bits(&mut random, format));
                let constant = terms.zext(128, constant);
                let wide = terms.zext(128, term);
                claims.push(terms.ult(wide, constant));
            }
        }
        let text = query(&terms, &claims);
        let script = parse(&text, &mut terms).unwrap();
        assert_eq!(assertions(&script), claims, "{text}");
        assert_eq!(query(&terms, &assertions(&script)), text);
        compared += claims.len();
        with_bits += usize::from(text.contains("$v"));
    }
    assert!(compared > 1000 && with_bits > 500, "{compared} {with_bits}");
}

/// Whatever the operator: nothing is left of the constants for bits.
#[test]
fn no_constants_for_bits_remain() {
    let mut random = Random(17);
    for round in 0..1500 {
        let (rule, format) = (NanRule::ALL[round % 2], FloatFormat::ALL[round / 2 % 6]);
        let mut terms = Terms::new();
        let operands = symbols(&mut terms, format);
        let inner = float_term(&mut terms, &mut random, rule, format, operands);
        let width = terms.width(inner);
        let limit = terms.constant_bits(&random.bits(width));
        let claim = terms.ult(inner, limit);
        let text = query(&terms, &[claim]);
        let mut parsed = Terms::new();
        let script = read(&text, &mut parsed);
        let [assertion] = assertions(&script)[..] else { panic!("{text}") };
        let again = query(&parsed, &[assertion]);
        for &symbol in parsed.free_variables(assertion).iter() {
            let View::Symbol(id) = parsed.view(symbol) else { panic!("{again}") };
            assert!(!parsed.symbol_info(id).name.starts_with('$'), "{again}");
        }
    }
}

/// A constant for bits that is used otherwise, too, keeps its assertion.
#[test]
fn a_constant_that_is_used_stays() {
    let declare = "(declare-const x Float32) (declare-const y Float32)
        (define-fun $r1 () Float32 (fp.add RNE x y)) (declare-const $v1 (_ BitVec 32))";
    let define = "(assert (or (fp.isNaN $r1) (= ((_ to_fp 8 24) $v1) $r1)))";
    let count = |rest: &str| assertions(&read(rest, &mut Terms::new())).len();
    assert_eq!(count(&format!("{declare}{define}(assert (fp.isNaN x))")), 1);
    assert_eq!(count(&format!("{declare}{define}(assert (= $v1 #x00000001))")), 2);
    assert_eq!(count(&format!("{declare}{define}(check-sat-assuming ((= $v1 #x00000001)))")), 1);
    assert_eq!(count(&format!("{declare}{define}(get-value ($v1))")), 1);
    // An assertion that a `pop` takes back says nothing of what follows.
    assert_eq!(count(&format!("{declare}(push 1){define}(pop 1)(assert (= $v1 #x00000001))")), 2);
    // Another assertion is none about the bits.
    let other = "(assert (or (fp.isNaN x) (= ((_ to_fp 8 24) $v1) $r1)))";
    assert_eq!(count(&format!("{declare}{other}(assert (fp.isNaN x))")), 2);
}

#[test]
fn operators_on_bound_variables_come_back() {
    let mut random = Random(19);
    let mut seen = [0; 2];
    for round in 0..600 {
        let (rule, format) = (NanRule::ALL[round % 2], FloatFormat::ALL[round / 2 % 6]);
        let width = format.bits();
        let mut terms = Terms::new();
        let [x, y, i] = symbols(&mut terms, format);
        let j = terms.symbol("j", Sort::BitVec(width)).unwrap();
        let from_int = FloatCastOp::FromUInt { from: width, to: format };
        let bound = if width <= 64 { [i, j] } else { [x, y] }.map(|k| {
            let half = terms.constant(width, 1);
            let shifted = terms.lshr(k, half);
            terms.float_cast_rounded(from_int, pick(&mut random, &Rounding::ALL), shifted)
        });
        let inner = float_term(&mut terms, &mut random, rule, format, [bound[0], x, bound[1]]);
        let operand = if terms.width(inner) == width { inner } else { bound[0] };
        let outer = float_term(&mut terms, &mut random, rule, format, [operand, bound[1], y]);
        let outer_width = terms.width(outer);
        let limit = terms.constant_bits(&random.bits(outer_width));
        let below = terms.ult(outer, limit);
        let less = terms.float_compare(FloatCmpOp::Ult, format, operand, bound[1]);
        let body = if random.below(2) == 0 { below } else { terms.or(below, less) };
        // Quantifiers count in at most 64 bits.
        let claim = if width <= 64 {
            let (zero, four) = (terms.constant(width, 0), terms.constant(width, 4));
            let all_j = terms.forall_symbol(j, zero, i, body);
            terms.forall_symbol(i, zero, four, all_j)
        } else {
            body
        };
        let model = random_model(&terms, &mut random, format);
        let expected = Evaluator::new().holds(&terms, &model, claim).unwrap();
        let asserted = if expected { claim } else { terms.not(claim) };
        comes_back(&terms, &model, &query(&terms, &[asserted]));
        seen[usize::from(expected)] += 1;
    }
    assert!(seen[0] > 50 && seen[1] > 50, "{seen:?}");
}

/// Folding constants, evaluating under a model and `dunlin_ir::float` agree in every mode; the view
/// shows the mode in which the operator rounds.
#[test]
fn modes_are_kept_folded_and_evaluated() {
    let mut random = Random(23);
    let mut evaluator = Evaluator::new();
    for round in 0..3000 {
        let format = FloatFormat::ALL[round % 6];
        let mode = Rounding::ALL[round / 6 % 5];
        let mut terms = Terms::new();
        let operands = symbols(&mut terms, format);
        let bits = [0; 3].map(|_| float_bits(&mut random, format));
        let mut model = Model::new();
        for (&symbol, value) in operands.iter().zip(&bits) {
            model.set(symbol_id(&terms, symbol), value);
        }
        let constants = bits.clone().map(|value| terms.constant_bits(&value));
        let [a, b, c] = bits.clone().map(|value| value.low_u128());
        let binary = pick(&mut random, FloatBinOp::ALL);
        let unary = pick(&mut random, FloatUnOp::ALL);
        let cast = any_cast(&mut random, format);
        let mut build = |[x, y, z]: [TermId; 3]| {
            [
                terms.float_binary_rounded(binary, format, mode, x, y),
                terms.float_unary_rounded(unary, format, mode, x),
                terms.float_fma_rounded(format, mode, x, y, z),
                terms.float_cast_rounded(cast, mode, x),
            ]
        };
        let (open, folded) = (build(operands), build(constants));
        let of_format = |value| Bits::from_u128(format.bits(), value);
        let expected = [
            of_format(float::binary_rounded(binary, format, mode, a, b)),
            of_format(float::unary_rounded(unary, format, mode, a)),
            of_format(float::fused_mul_add_rounded(format, mode, a, b, c)),
            float::cast_rounded(cast, mode, &bits[0]),
        ];
        for ((open, folded), expected) in open.into_iter().zip(folded).zip(expected) {
            assert_eq!(terms.as_bits(folded).as_ref(), Some(&expected), "{:?}", terms.view(open));
            assert_eq!(evaluator.eval(&terms, &model, open), Some(expected));
            // Other operands do not change the mode.
            let children: Vec<_> = terms.children(open).collect();
            assert_eq!(terms.rebuild(open, &children), open);
        }
        let [binary_view, unary_view, fma_view, cast_view] =
            open.map(|term| match terms.view(term) {
                View::FloatBinary(_, _, mode, ..)
                | View::FloatUnary(_, _, mode, _)
                | View::FloatFma(_, mode, ..)
                | View::FloatCast(_, mode, _) => mode,
                view => panic!("{view:?}"),
            });
        assert_eq!(binary_view, mode.of_binary(binary));
        assert_eq!(unary_view, mode.of_unary(unary));
        assert_eq!(fma_view, mode);
        assert_eq!(cast_view, mode.of_cast(cast));
    }
}
