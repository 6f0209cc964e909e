//! Sets of conditions and sets of such sets, kept small: what contradicts itself or is implied is not kept.

use dunlin_term::{Op, TermId, Terms, View};
use rustc_hash::FxHashSet;

/// Conditions that hold together, sorted.
pub type Disjunct = Vec<TermId>;

/// Adds a condition; none if it cannot hold with the others, as far as can be seen without a solver.
pub fn conjoin(terms: &mut Terms, disjunct: Disjunct, condition: TermId) -> Option<Disjunct> {
    let mut disjunct = disjunct;
    let mut open = vec![condition];
    while let Some(condition) = open.pop() {
        if condition == TermId::TRUE {
            continue;
        }
        if condition == TermId::FALSE {
            return None;
        }
        if let View::Binary(Op::And, x, y) = terms.view(condition) {
            open.extend([x, y]);
            continue;
        }
        let opposite = terms.not(condition);
        if disjunct.binary_search(&opposite).is_ok() {
            return None;
        }
        // A disjunction that has one of the others as a part says nothing new; of one whose part is excluded, the rest is left.
        if let View::Binary(Op::Or, x, y) = terms.view(condition) {
            let holds = |part: TermId| disjunct.binary_search(&part).is_ok();
            if holds(x) || holds(y) {
                continue;
            }
            let [not_x, not_y] = [terms.not(x), terms.not(y)];
            if disjunct.binary_search(&not_x).is_ok() {
                open.push(y);
                continue;
            }
            if disjunct.binary_search(&not_y).is_ok() {
                open.push(x);
                continue;
            }
        }
        let Err(place) = disjunct.binary_search(&condition) else { continue };
        if !fits(terms, &disjunct, condition) {
            return None;
        }
        disjunct.insert(place, condition);
    }
    Some(disjunct)
}

/// Disjuncts without those that say nothing beside the others: stronger ones than another one, and equal ones.
pub fn weakest(disjuncts: Vec<Disjunct>) -> Vec<Disjunct> {
    /// Of more, only equal ones are looked for.
    const COMPARED: usize = 64;
    let mut kept: Vec<Disjunct> = Vec::with_capacity(disjuncts.len());
    if disjuncts.len() > COMPARED {
        let mut seen = FxHashSet::default();
        kept.extend(disjuncts.into_iter().filter(|disjunct| seen.insert(disjunct.clone())));
        return kept;
    }
    for disjunct in disjuncts {
        if kept.iter().any(|known| is_part(known, &disjunct)) {
            continue;
        }
        kept.retain(|known| !is_part(&disjunct, known));
        kept.push(disjunct);
    }
    kept
}

/// Whether all conditions of one are among those of another.
fn is_part(part: &[TermId], whole: &[TermId]) -> bool {
    part.len() <= whole.len() && part.iter().all(|term| whole.binary_search(term).is_ok())
}

/// What a comparison with a number says of a term: that it lies in an interval, or that it does not have a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Says {
    Unsigned(u64, u64),
    Signed(i64, i64),
    Not(u64),
}

/// Whether a condition can hold with others about the same term, as intervals tell.
fn fits(terms: &Terms, others: &[TermId], condition: TermId) -> bool {
    let Some((subject, says)) = says(terms, condition) else { return true };
    let width = terms.width(subject);
    others.iter().all(|&other| match self::says(terms, other) {
        Some((about, said)) if about == subject => agree(width, says, said),
        _ => true,
    })
}

fn agree(width: u32, x: Says, y: Says) -> bool {
    let value = |value: u64| signed(width, value);
    match (x, y) {
        (Says::Unsigned(low, high), Says::Unsigned(from, to)) => low.max(from) <= high.min(to),
        (Says::Signed(low, high), Says::Signed(from, to)) => low.max(from) <= high.min(to),
        (Says::Unsigned(low, high), Says::Not(not))
        | (Says::Not(not), Says::Unsigned(low, high)) => low != high || low != not,
        (Says::Unsigned(low, high), Says::Signed(from, to))
        | (Says::Signed(from, to), Says::Unsigned(low, high)) => {
            low != high || (from..=to).contains(&value(low))
        }
        (Says::Signed(low, high), Says::Not(not)) | (Says::Not(not), Says::Signed(low, high)) => {
            low != high || low != value(not)
        }
        (Says::Not(_), Says::Not(_)) => true,
    }
}

fn signed(width: u32, value: u64) -> i64 {
    let shift = 64 - width;
    ((value << shift) as i64) >> shift
}

fn says(terms: &Terms, condition: TermId) -> Option<(TermId, Says)> {
    let (condition, holds) = match terms.view(condition) {
        View::Not(inner) => (inner, false),
        _ => (condition, true),
    };
    let View::Binary(op, x, y) = terms.view(condition) else { return None };
    if terms.is_array(x) || terms.width(x) > 64 {
        return None;
    }
    let width = terms.width(x);
    let most = u64::MAX >> (64 - width);
    let (least_signed, most_signed) = (signed(width, 1 << (width - 1)), (most >> 1) as i64);
    let (left, right) = (terms.as_u64(x), terms.as_u64(y));
    match (op, left, right) {
        (Op::Eq, None, Some(value)) if holds => Some((x, Says::Unsigned(value, value))),
        (Op::Eq, None, Some(value)) => Some((x, Says::Not(value))),
        (Op::Ult, None, Some(value)) => Some((x, below(holds, value, most))),
        (Op::Ult, Some(value), None) => Some((y, above(holds, value, most))),
        (Op::Slt, None, Some(value)) => {
            let value = signed(width, value);
            let range = if holds { (least_signed, value - 1) } else { (value, most_signed) };
            Some((x, Says::Signed(range.0, range.1)))
        }
        (Op::Slt, Some(value), None) => {
            let value = signed(width, value);
            let range = if holds { (value + 1, most_signed) } else { (least_signed, value) };
            Some((y, Says::Signed(range.0, range.1)))
        }
        _ => None,
    }
}

/// `x < value`, or not. The constructors have folded comparisons that never hold.
fn below(holds: bool, value: u64, most: u64) -> Says {
    if holds { Says::Unsigned(0, value.saturating_sub(1)) } else { Says::Unsigned(value, most) }
}

/// `value < x`, or not.
fn above(holds: bool, value: u64, most: u64) -> Says {
    if holds {
        Says::Unsigned(value.saturating_add(1).min(most), most)
    } else {
        Says::Unsigned(0, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_term::Sort;

    #[test]
    fn a_weaker_disjunct_takes_the_place_of_stronger_ones_and_equal_ones_are_one() {
        let mut terms = Terms::new();
        let names: Vec<String> = (0..100).map(|number| format!("c{number}")).collect();
        let mut c: Vec<TermId> =
            names.iter().map(|name| terms.symbol(name, Sort::BitVec(1)).unwrap()).collect();
        c.sort_unstable();
        let some = vec![vec![c[0], c[1]], vec![c[2]], vec![c[0]], vec![c[2], c[3]]];
        assert_eq!(weakest(some), [vec![c[2]], vec![c[0]]]);
        let many: Vec<Disjunct> = c.iter().chain(&c).map(|&one| vec![one]).collect();
        assert_eq!(weakest(many).len(), 100);
        assert_eq!(weakest(vec![vec![c[5]], Vec::new()]), [Disjunct::new()]);
    }
}
