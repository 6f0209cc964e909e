//! Models and values as SMT-LIB writes them.

use dunlin_ir::Bits;
use dunlin_term::smt::{Asked, Script, SmtSort};
use dunlin_term::{ArrayValue, Evaluator, Model, TermId, Terms};
use std::fmt::Write as _;

/// The answer to `(get-model)`.
pub fn model_text(terms: &Terms, model: &Model, script: &Script) -> String {
    let mut evaluator = Evaluator::new();
    let mut text = String::from("(\n");
    for declared in &script.declared {
        let value = value_text(terms, model, &mut evaluator, declared.symbol, declared.sort);
        let _ = writeln!(
            text,
            "  (define-fun {} () {} {value})",
            quoted(&declared.name),
            declared.sort
        );
    }
    text + ")\n"
}

/// The answer to `(get-value (...))`.
pub fn values_text(terms: &Terms, model: &Model, asked: &[Asked]) -> String {
    let mut evaluator = Evaluator::new();
    let values: Vec<String> = asked
        .iter()
        .map(|asked| {
            let (term, sort) = (asked.value.term, asked.value.sort);
            let value = value_text(terms, model, &mut evaluator, term, sort);
            format!("({} {value})", asked.text)
        })
        .collect();
    format!("({})\n", values.join("\n "))
}

/// Names that are not plain symbols stand between bars.
fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let starts_well = name.chars().next().is_some_and(|c| !c.is_ascii_digit());
    if starts_well && name.chars().all(plain) { name.to_string() } else { format!("|{name}|") }
}

fn value_text(
    terms: &Terms,
    model: &Model,
    evaluator: &mut Evaluator,
    term: TermId,
    sort: SmtSort,
) -> String {
    let unknown = || "(error \"this value cannot be computed\")".to_string();
    match sort {
        SmtSort::Array { .. } => match evaluator.start(terms, model).eval_array(term) {
            Some(array) => array_text(&array, sort),
            None => unknown(),
        },
        _ => match (evaluator.eval(terms, model, term), sort) {
            (None, _) => unknown(),
            (Some(bits), SmtSort::Bool) => (!bits.is_zero()).to_string(),
            (Some(bits), SmtSort::Float(_)) => {
                let to_fp = sort.to_string().replace("FloatingPoint", "to_fp");
                format!("({to_fp} {})", literal(&bits))
            }
            (Some(bits), _) => literal(&bits),
        },
    }
}

fn array_text(array: &ArrayValue, sort: SmtSort) -> String {
    let mut text = format!("((as const {sort}) {})", literal(array.default_element()));
    for (index, element) in array.entries() {
        text = format!("(store {text} {} {})", literal(&index), literal(&element));
    }
    text
}

fn literal(bits: &Bits) -> String {
    let width = bits.width() as usize;
    if width.is_multiple_of(4) {
        format!("#x{:0>digits$}", bits.to_hex(), digits = width / 4)
    } else {
        let digits: String =
            (0..bits.width()).rev().map(|i| if bits.bit(i) { '1' } else { '0' }).collect();
        format!("#b{digits}")
    }
}
