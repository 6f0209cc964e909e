//! One term under many assignments at once.
//!
//! A decision about a byte is often settled by trying all of its values. A sweep does that node by
//! node instead of value by value: each node that depends on what varies is computed for all
//! assignments before the next one is looked at, the others are computed once.

use crate::apply::apply_small;
use crate::arena::Terms;
use crate::eval::Evaluator;
use crate::ids::TermId;
use crate::model::Model;
use crate::node::Node;
use crate::op::Op;
use dunlin_ir::small::mask;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A sweep visits at most this many nodes that depend on what varies.
pub const MAX_SWEEP: usize = 256;
/// To find these it looks at no more nodes than this: enough for a sum of 65,536 bytes, and still far
/// cheaper than to ask a solver about such a term.
const MAX_VISITED: usize = 1 << 19;

/// The values of a subterm.
#[derive(Clone)]
enum Values {
    Same(u64),
    Each(Rc<[u64]>),
}

impl Values {
    #[inline(always)]
    fn at(&self, i: usize) -> u64 {
        match self {
            Values::Same(value) => *value,
            Values::Each(values) => values[i],
        }
    }
}

/// The values of `term` under `model` with the given terms replaced: each by one value for each of
/// `count` assignments. `None` if a part that varies is wider than 64 bits or is an array, or if there
/// are too many of them.
pub fn sweep(
    terms: &Terms,
    evaluator: &mut Evaluator,
    model: &Model,
    term: TermId,
    count: usize,
    varying: Vec<(TermId, Rc<[u64]>)>,
) -> Option<Vec<u64>> {
    debug_assert!(varying.iter().all(|(_, values)| values.len() == count));
    let mut known: FxHashMap<TermId, Option<Values>> = FxHashMap::default();
    for (leaf, values) in varying {
        known.insert(leaf, Some(Values::Each(values)));
    }
    let order = dependent_nodes(terms, term, &mut known)?;
    let mut evaluation = evaluator.start(terms, model);
    for term in order {
        let node = terms.node(term);
        let mut operands = [Values::Same(0), Values::Same(0), Values::Same(0)];
        let mut widths = [1; 2];
        let skip_array = usize::from(node.op == Op::Select);
        for (i, child) in terms.children(term).enumerate().skip(skip_array) {
            operands[i] = match known.get(&child) {
                Some(Some(values)) => values.clone(),
                _ => Values::Same(evaluation.eval_u64(child)?),
            };
            if i < 2 {
                widths[i] = terms.width(child);
            }
        }
        let values = if skip_array == 1 {
            let table = terms.tables.get(terms.raw_node(node.a).a);
            (0..count).map(|i| table.small_at(operands[1].at(i))).collect()
        } else {
            apply_all(&node, widths, &operands, count)
        };
        known.insert(term, Some(Values::Each(values)));
    }
    match known.remove(&term) {
        Some(Some(Values::Each(values))) => Some(values.to_vec()),
        _ => Some(vec![evaluation.eval_u64(term)?; count]),
    }
}

/// The nodes between the term and what varies, operands first. Fills in `None` for those that do not
/// depend on it.
fn dependent_nodes(
    terms: &Terms,
    root: TermId,
    known: &mut FxHashMap<TermId, Option<Values>>,
) -> Option<Vec<TermId>> {
    let mut order = Vec::new();
    let mut visited = 0;
    let mut stack = vec![(root, false)];
    while let Some((term, children_done)) = stack.pop() {
        if !children_done {
            if known.contains_key(&term) {
                continue;
            }
            visited += 1;
            if visited > MAX_VISITED {
                return None;
            }
            stack.push((term, true));
            stack.extend(terms.children(term).map(|child| (child, false)));
            continue;
        }
        let depends = terms.children(term).any(|child| matches!(known.get(&child), Some(Some(_))));
        if !depends {
            known.insert(term, None);
            continue;
        }
        let node = terms.node(term);
        let possible = match node.op {
            Op::Select => terms.raw_node(node.a).op == Op::Table && is_small_table(terms, &node),
            Op::Store | Op::ConstArray | Op::Forall => false,
            _ => {
                node.width <= 64
                    && terms.children(term).all(|child| {
                        !terms.raw_node(child.raw()).is_array() && terms.width(child) <= 64
                    })
            }
        };
        if !possible || order.len() == MAX_SWEEP {
            return None;
        }
        order.push(term);
        // Its values come later; until then an entry with any says that it depends.
        known.insert(term, Some(Values::Same(0)));
    }
    Some(order)
}

fn is_small_table(terms: &Terms, select: &Node) -> bool {
    select.width <= 64 && terms.raw_node(select.b).width <= 64
}

fn apply_all(node: &Node, widths: [u32; 2], x: &[Values; 3], count: usize) -> Rc<[u64]> {
    let ones = mask(node.width);
    // The operators of most conditions, with one loop each; the rest is looked up for every value.
    macro_rules! each {
        ($function:expr) => {
            match (&x[0], &x[1]) {
                (Values::Each(a), Values::Same(b)) => a.iter().map(|a| $function(*a, *b)).collect(),
                _ => (0..count).map(|i| $function(x[0].at(i), x[1].at(i))).collect(),
            }
        };
    }
    match node.op {
        Op::Eq => each!(|a: u64, b: u64| u64::from(a == b)),
        Op::Ult => each!(|a: u64, b: u64| u64::from(a < b)),
        Op::Add => each!(|a: u64, b: u64| a.wrapping_add(b) & ones),
        Op::And => each!(|a: u64, b: u64| a & b),
        Op::Or => each!(|a: u64, b: u64| a | b),
        Op::Xor => each!(|a: u64, b: u64| a ^ b),
        Op::Not => each!(|a: u64, _: u64| !a & ones),
        Op::Concat => each!(|a: u64, b: u64| a << widths[1] | b),
        Op::Extract => each!(|a: u64, _: u64| a >> node.b & ones),
        _ => (0..count)
            .map(|i| apply_small(node, widths, [x[0].at(i), x[1].at(i), x[2].at(i)]))
            .collect(),
    }
}
