//! Conditions without the symbols that they define.
//!
//! Most conditions of [`crate::conjunctions`] say what a symbol is: "if control gets here, the version of `x` behind the assignment is
//! `e`". A solver has to find out by search what such equations mean together. So before conditions are asked about, symbols
//! are replaced by what they are, and the terms' own rewriting sees whole expressions. A symbol that paths define in different places
//! becomes a choice between these. A path passes one of them at most: so their controls exclude each other.
//!
//! This is allowed if all places that may define a symbol are known: on paths from a node, all but those symbols that stand for
//! what is there at the node.

use dunlin_term::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Something that holds if control gets to a place.
#[derive(Clone, Debug)]
pub struct Held {
    pub control: TermId,
    pub condition: TermId,
    /// The condition says that a symbol has a value.
    pub defines: Option<(TermId, TermId)>,
}

/// So many places may define one symbol: each pair of them excludes each other.
const MOST_PLACES: usize = 24;

/// The conditions, as implications. `fixed` are symbols that no place behind the node defines.
pub fn without_definitions(
    terms: &mut Terms,
    held: &[Held],
    fixed: &FxHashSet<TermId>,
) -> Vec<TermId> {
    let definitions = Definitions::of(held, fixed);
    let replacements = definitions.replacements(terms);
    let mut conditions = Vec::new();
    let mut apart: FxHashSet<(TermId, TermId)> = FxHashSet::default();
    for held in held {
        if let Some((symbol, _)) = held.defines
            && replacements.contains_key(&symbol)
        {
            let places = &definitions.by_symbol[&symbol];
            for &(other, _) in places.iter().filter(|(control, _)| *control < held.control) {
                if apart.insert((other, held.control)) {
                    let both = terms.and(other, held.control);
                    conditions.push(terms.not(both));
                }
            }
            continue;
        }
        let condition = replaced(terms, held.condition, &replacements);
        conditions.push(terms.implies(held.control, condition));
    }
    conditions.retain(|&condition| condition != TermId::TRUE);
    conditions
}

struct Definitions {
    /// What a symbol is, by the control of each place that says so.
    by_symbol: FxHashMap<TermId, Vec<(TermId, TermId)>>,
    /// In the order in which they were met.
    symbols: Vec<TermId>,
}

enum Visit {
    Enter(TermId),
    Leave(TermId),
}

impl Definitions {
    fn of(held: &[Held], fixed: &FxHashSet<TermId>) -> Definitions {
        let mut by_symbol: FxHashMap<TermId, Vec<(TermId, TermId)>> = FxHashMap::default();
        let mut symbols = Vec::new();
        for Held { control, defines, .. } in held {
            let Some((symbol, value)) = *defines else { continue };
            if fixed.contains(&symbol) {
                continue;
            }
            let places = by_symbol.entry(symbol).or_default();
            if places.is_empty() {
                symbols.push(symbol);
            }
            places.push((*control, value));
        }
        by_symbol.retain(|_, places| {
            let mut controls: Vec<TermId> = places.iter().map(|(control, _)| *control).collect();
            controls.sort_unstable();
            controls.dedup();
            controls.len() == places.len() && places.len() <= MOST_PLACES
        });
        symbols.retain(|symbol| by_symbol.contains_key(symbol));
        Definitions { by_symbol, symbols }
    }

    /// What each symbol is over those that stay. One that is defined by itself, along different paths, stays.
    fn replacements(&self, terms: &mut Terms) -> FxHashMap<TermId, TermId> {
        let mut replacements = FxHashMap::default();
        let mut entered: FxHashSet<TermId> = FxHashSet::default();
        let mut left: FxHashSet<TermId> = FxHashSet::default();
        let mut cyclic: FxHashSet<TermId> = FxHashSet::default();
        for &symbol in &self.symbols {
            let mut visits = vec![Visit::Enter(symbol)];
            while let Some(visit) = visits.pop() {
                match visit {
                    Visit::Enter(symbol) => {
                        if !entered.insert(symbol) {
                            continue;
                        }
                        visits.push(Visit::Leave(symbol));
                        for &(_, value) in &self.by_symbol[&symbol] {
                            for &used in terms.free_variables(value).iter() {
                                if !self.by_symbol.contains_key(&used) || left.contains(&used) {
                                    continue;
                                }
                                match entered.contains(&used) {
                                    // It is being looked at: this one is part of what it is.
                                    true => drop(cyclic.insert(symbol)),
                                    false => visits.push(Visit::Enter(used)),
                                }
                            }
                        }
                    }
                    Visit::Leave(symbol) => {
                        left.insert(symbol);
                        if !cyclic.contains(&symbol) {
                            let value = self.value(terms, symbol, &replacements);
                            replacements.insert(symbol, value);
                        }
                    }
                }
            }
        }
        replacements
    }

    fn value(
        &self,
        terms: &mut Terms,
        symbol: TermId,
        replacements: &FxHashMap<TermId, TermId>,
    ) -> TermId {
        let mut all = None;
        for &(control, value) in &self.by_symbol[&symbol] {
            let value = replaced(terms, value, replacements);
            all = Some(match all {
                None => value,
                Some(others) => terms.ite(control, value, others),
            });
        }
        all.expect("some place defines it")
    }
}

/// A term with the replacements of its own symbols, which are few of all.
fn replaced(terms: &mut Terms, term: TermId, replacements: &FxHashMap<TermId, TermId>) -> TermId {
    let free = terms.free_variables(term);
    let own: FxHashMap<TermId, TermId> =
        free.iter().filter_map(|symbol| Some((*symbol, *replacements.get(symbol)?))).collect();
    if own.is_empty() { term } else { terms.substitute(term, &own) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_term::Sort;

    fn symbols<const N: usize>(terms: &mut Terms, width: u32, names: [&str; N]) -> [TermId; N] {
        names.map(|name| terms.symbol(name, Sort::BitVec(width)).unwrap())
    }

    fn defines(terms: &mut Terms, control: TermId, symbol: TermId, value: TermId) -> Held {
        Held { control, condition: terms.eq(symbol, value), defines: Some((symbol, value)) }
    }

    #[test]
    fn a_symbol_becomes_what_it_is() {
        let mut terms = Terms::new();
        let [x, y, z] = symbols(&mut terms, 8, ["x", "y", "z"]);
        let [c] = symbols(&mut terms, 1, ["c"]);
        let one = terms.constant(8, 1);
        let (more, three) = (terms.add(y, one), terms.constant(8, 3));
        let condition = terms.eq(x, three);
        let held = [
            Held { control: c, condition, defines: None },
            defines(&mut terms, c, x, more),
            defines(&mut terms, c, y, z),
        ];
        let two = terms.constant(8, 2);
        let is_two = terms.eq(z, two);
        let expected = terms.implies(c, is_two);
        assert_eq!(without_definitions(&mut terms, &held, &FxHashSet::default()), [expected]);
        // What stays does so with the equation that says what it is.
        let fixed = FxHashSet::from_iter([y]);
        let kept = without_definitions(&mut terms, &held, &fixed);
        let same = terms.eq(y, z);
        assert_eq!(kept.len(), 2);
        assert_eq!(kept[1], terms.implies(c, same));
    }

    #[test]
    fn places_that_define_a_symbol_differently_exclude_each_other() {
        let mut terms = Terms::new();
        let [x] = symbols(&mut terms, 8, ["x"]);
        let [c, d, e] = symbols(&mut terms, 1, ["c", "d", "e"]);
        let [one, two] = [1, 2].map(|number| terms.constant(8, number));
        let condition = terms.eq(x, two);
        let held = [
            Held { control: e, condition, defines: None },
            defines(&mut terms, c, x, one),
            defines(&mut terms, d, x, two),
        ];
        let conditions = without_definitions(&mut terms, &held, &FxHashSet::default());
        let both = terms.and(c, d);
        let apart = terms.not(both);
        assert_eq!(conditions, [terms.implies(e, d), apart]);
    }

    #[test]
    fn what_is_defined_by_itself_along_different_paths_stays() {
        let mut terms = Terms::new();
        let [v, w] = symbols(&mut terms, 8, ["v", "w"]);
        let [c, d] = symbols(&mut terms, 1, ["c", "d"]);
        let one = terms.constant(8, 1);
        let (w_more, v_more) = (terms.add(w, one), terms.add(v, one));
        let held = [
            defines(&mut terms, c, v, w_more),
            defines(&mut terms, c, w, one),
            defines(&mut terms, d, w, v_more),
            defines(&mut terms, d, v, one),
        ];
        let conditions = without_definitions(&mut terms, &held, &FxHashSet::default());
        // One of both is left, so that neither path is lost.
        let free: FxHashSet<TermId> = conditions
            .iter()
            .flat_map(|&condition| terms.free_variables(condition).to_vec())
            .filter(|symbol| [v, w].contains(symbol))
            .collect();
        assert_eq!(free.len(), 1, "{conditions:?}");
    }
}
