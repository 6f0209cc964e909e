//! Paths that ask for nothing that another one has not asked for at the same place.
//!
//! What a state asks for is a set of program states at its point: those from which its path leads to the target. If
//! all conditions of an earlier path at the same point are among those of a later one, the later one's set is part of
//! the earlier one's: an execution that came along the later path could have gone on along the earlier one, and how it
//! came there is looked for already. That path is shorter, or the same argument shortens it again; so nothing is lost, and
//! loops that never end are explored in finitely many steps where conditions come back.
//!
//! Conditions are compared after their unknowns were called by what they stand for: a register of an activation, or
//! bytes at an address. A state that waits for stores, or whose conditions speak of addresses of objects that its path
//! has made, is not compared: more is known of these than its conditions say.

use crate::base::{self, Base};
use crate::functions::Functions;
use crate::obligation::{Obligation, Wrong};
use crate::state::{Crossed, State};
use dunlin_ir::{BlockId, FuncId};
use dunlin_term::{Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// The points of all activations, and whether the callers still have to lead to a line ([`crate::way`]).
type Place = (Vec<(FuncId, BlockId, u32)>, bool);

/// What a path asks for: sorted.
type Asked = Vec<TermId>;

#[derive(Default)]
pub struct Seen {
    /// With the edges that its path goes along.
    by_place: FxHashMap<Place, Vec<(Asked, Crossed)>>,
}

/// So many are compared with at one place.
const MOST: usize = 256;

impl Seen {
    /// If an earlier path asks for less at the same place, the edges that it goes along; otherwise this one is
    /// remembered.
    pub fn covers(
        &mut self,
        functions: &Functions<'_>,
        terms: &mut Terms,
        state: &State,
    ) -> Option<Crossed> {
        let top = state.top();
        let shape = functions.shape(top.func);
        let on_cycle = shape.cfg.predecessors(top.block).iter().any(|&edge| shape.is_cyclic(edge));
        let entry = top.block == BlockId::new(0);
        if top.index != 0 || !(on_cycle || entry) {
            return None;
        }
        let asked = asked(terms, state)?;
        let frames = state.frames.iter();
        let points = frames.map(|frame| (frame.func, frame.block, frame.index)).collect();
        let known = self.by_place.entry((points, state.owes_line)).or_default();
        let is_part =
            |earlier: &Asked| earlier.iter().all(|term| asked.binary_search(term).is_ok());
        if let Some((_, crossed)) = known.iter().find(|(earlier, _)| is_part(earlier)) {
            return Some(crossed.clone());
        }
        if known.len() < MOST && state.lost.is_none() {
            known.push((asked, state.crossed.clone()));
        }
        None
    }
}

/// The conditions of a state, over names that do not depend on its path.
fn asked(terms: &mut Terms, state: &State) -> Option<Asked> {
    if !state.stores.is_empty() || !state.bindings.is_empty() {
        return None;
    }
    let mut names: FxHashMap<TermId, TermId> = FxHashMap::default();
    for (depth, frame) in state.frames.iter().enumerate() {
        for &(reg, unknown) in &frame.unknowns {
            // Of a scope that begins later: before, the register may mean another object.
            if let Some(Base::Local(object)) = base::of_term(terms, unknown)
                && state.objects[object].begun.is_some()
            {
                continue;
            }
            let width = terms.width(unknown);
            let name = format!("~n{width}.{depth}.{}", reg.0);
            names.insert(unknown, symbol(terms, &name, width));
        }
    }
    // A read is called by its address, which may have to be named first.
    let mut open: Vec<_> = state.reads.iter().collect();
    let mut named = true;
    loop {
        let before = open.len();
        let waiting: FxHashSet<TermId> = open.iter().map(|read| read.symbol).collect();
        open.retain(|read| {
            if terms.free_variables(read.address).iter().any(|free| waiting.contains(free)) {
                return true;
            }
            // What an input decides about the address is told by other conditions, which this name would not have.
            named &= terms.free_variables(read.address).iter().all(|free| {
                names.contains_key(free)
                    || matches!(
                        base::of_term(terms, *free),
                        Some(Base::Global(_) | Base::Function(_))
                    )
            });
            let address = terms.substitute(read.address, &names);
            let width = read.bytes * 8;
            let name = format!("~m{width}.{address}");
            names.insert(read.symbol, symbol(terms, &name, width));
            false
        });
        if open.is_empty() {
            break;
        }
        if open.len() == before || !named {
            return None;
        }
    }
    if !named {
        return None;
    }
    let mut conditions: Vec<TermId> = state.open.iter().map(|want| want.condition).collect();
    // Conditions about inputs that open ones speak of, too.
    let mut speaks: FxHashSet<TermId> = FxHashSet::default();
    let mut settled: Vec<TermId> = state.path.constraints().to_vec();
    let mut fresh = conditions.clone();
    // Where objects lie is the same before this point, so that what was found out about it belongs to what is asked for.
    settled.retain(|&term| {
        let about_places = terms.free_variables(term).iter().any(|&free| {
            matches!(
                base::of_term(terms, free),
                Some(Base::Global(_) | Base::Function(_) | Base::Local(_))
            )
        });
        if about_places {
            fresh.push(term);
            conditions.push(term);
        }
        !about_places
    });
    fresh.extend(state.accesses.iter().map(|access| access.address));
    let obligation = match &state.obligation {
        Some(obligation) => Some(named_obligation(terms, obligation, &names)?),
        None => None,
    };
    fresh.extend(state.obligation.iter().flat_map(|obligation| obligation.terms()));
    while !fresh.is_empty() {
        for term in std::mem::take(&mut fresh) {
            speaks.extend(terms.free_variables(term).iter().copied());
        }
        settled.retain(|&term| {
            let touched = terms.free_variables(term).iter().any(|free| speaks.contains(free));
            if touched {
                fresh.push(term);
                conditions.push(term);
            }
            !touched
        });
    }
    // Free symbols by the order in which they come.
    let mut next = 0;
    for &condition in &conditions {
        for &free in terms.free_variables(condition).iter() {
            match base::of_term(terms, free) {
                _ if names.contains_key(&free) => {}
                Some(Base::Local(_)) => return None,
                Some(Base::Global(_) | Base::Function(_)) => {}
                _ => {
                    let Sort::BitVec(width) = terms.sort(free) else { return None };
                    let name = format!("~k{width}.{next}");
                    next += 1;
                    names.insert(free, symbol(terms, &name, width));
                }
            }
        }
    }
    let mut asked: Asked =
        conditions.into_iter().map(|term| terms.substitute(term, &names)).collect();
    for access in &state.accesses {
        let (address, length) =
            (terms.substitute(access.address, &names), terms.substitute(access.length, &names));
        // As one term, which stands for the access.
        let pair = terms.concat(address, length);
        let pair = terms.concat(pair, if access.write { TermId::TRUE } else { TermId::FALSE });
        asked.push(pair);
    }
    asked.extend(obligation);
    asked.sort_unstable();
    asked.dedup();
    Some(asked)
}

/// An obligation as one term over names that do not depend on the path, if it has only such names.
fn named_obligation(
    terms: &mut Terms,
    obligation: &Obligation,
    names: &FxHashMap<TermId, TermId>,
) -> Option<TermId> {
    // The width tells it apart from an access.
    const KIND: u32 = 8;
    let (kind, parts) = match &obligation.wrong {
        Wrong::Outside { address, length, write } => (u64::from(*write), vec![*address, *length]),
        Wrong::Dead { address, ended } if ended.is_empty() => (2, vec![*address]),
        Wrong::NotFreeable { address } => (3, vec![*address]),
        Wrong::Dead { .. } | Wrong::Overlap { .. } => return None,
    };
    let mut whole = terms.constant(KIND, kind);
    for part in parts {
        let is_named = terms.free_variables(part).iter().all(|free| {
            names.contains_key(free)
                || matches!(base::of_term(terms, *free), Some(Base::Global(_) | Base::Function(_)))
        });
        if !is_named {
            return None;
        }
        let part = terms.substitute(part, names);
        whole = terms.concat(whole, part);
    }
    Some(whole)
}

fn symbol(terms: &mut Terms, name: &str, width: u32) -> TermId {
    terms.symbol(name, Sort::BitVec(width)).expect("the width is part of the name")
}
