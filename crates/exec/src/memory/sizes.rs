//! Allocations whose size depends on the input.
//!
//! An object has one size, so execution forks: for every size that is possible if there are at most
//! [`MOST_SIZES`] within the capacity, else for the smallest, the greatest and one of each class of sizes
//! that the program's constants tell apart. A bounds check at a constant offset, a comparison with a
//! constant, a copy of a constant length or of a constant text has the same outcome for all sizes between
//! two neighbouring constants. Where input decides offsets too, any size shows what goes wrong. Whatever is
//! not explored by that is left out, and said.
//!
//! Allocations multiply: a path that has had some of them is split less at the next.

use crate::end::{End, Outcome};
use crate::machine::Machine;
use crate::state::{DecisionKind, State};
use dunlin_ir::{Init, InstKind, Module, Operand, Reg};
use dunlin_memory::{Value, ValueKind};
use dunlin_results::{LeftOut, LeftOutKind};
use dunlin_term::TermId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// At most so many sizes of one allocation are explored.
const MOST_SIZES: usize = 64;

/// So many sizes are named in a sentence.
const NAMED: usize = 8;

impl Machine<'_> {
    /// The number of an allocation's bytes, or of its elements of `unit` bytes. `what` is the call as a
    /// person knows it, with `n` for the number.
    pub fn allocation_size(
        &mut self,
        state: &mut State,
        size: Value,
        unit: u64,
        what: &str,
    ) -> Result<u64, End> {
        let size = self.named(state, size);
        let ValueKind::Term(_) = size.kind() else { return self.to_bits(state, 64, size) };
        let term = self.term(state, size, self.module.target.pointer_bits);
        self.choose_value(state, DecisionKind::Size, term, |machine, state| {
            machine.sizes_to_explore(state, term, unit.max(1), what)
        })
    }

    /// An allocation with this size was made: later ones on its path are split less.
    pub fn note_sized(state: &mut State, size: Value) {
        state.memory.sized +=
            u32::from(matches!(size.kind(), ValueKind::Term(_) | ValueKind::Unwritten { .. }));
    }

    fn sizes_to_explore(
        &mut self,
        state: &mut State,
        term: TermId,
        unit: u64,
        what: &str,
    ) -> Result<Vec<u64>, End> {
        let capacity = self.options.capacity;
        let limit = capacity / unit;
        let (mut sizes, all) = self.least_values(state, term, limit, MOST_SIZES)?;
        if sizes.is_empty() {
            let what = format!("{what}: over {capacity} bytes, the limit of --capacity");
            return Err(Box::new(Outcome::Limit { what }));
        }
        if !all {
            sizes = self.one_of_each_class(state, term, unit, limit)?;
        }
        let beyond = self.can_exceed(state, term, limit)?;
        if !all || beyond {
            let bound = match beyond {
                true => format!(" (--capacity {capacity} bounds the size)"),
                false => String::new(),
            };
            let explored = format!("{}{bound}", explored(&sizes, all));
            self.leave_out(state, LeftOut::new(LeftOutKind::Sizes, what, explored));
        }
        Ok(sizes)
    }

    /// The least values of a term up to `limit`, at most `most`, and whether that is all.
    fn least_values(
        &mut self,
        state: &mut State,
        term: TermId,
        limit: u64,
        most: usize,
    ) -> Result<(Vec<u64>, bool), End> {
        let mut values = Vec::new();
        let mut from = 0;
        while let Some(value) = self.least_value(state, term, from, limit)? {
            if values.len() == most {
                return Ok((values, false));
            }
            values.push(value);
            from = value + 1;
        }
        Ok((values, true))
    }

    /// The smallest and the greatest size, and between them the smallest of every class.
    fn one_of_each_class(
        &mut self,
        state: &mut State,
        term: TermId,
        unit: u64,
        limit: u64,
    ) -> Result<Vec<u64>, End> {
        let most = match state.memory.sized {
            0 => MOST_SIZES,
            1 => MOST_SIZES / 8,
            _ => 2,
        };
        let mut sizes = Vec::new();
        let mut from = Some(0);
        let bounds = self.size_bounds(term, unit);
        while let Some(least) = from
            && sizes.len() + 1 < most
            && let Some(value) = self.least_value(state, term, least, limit)?
        {
            sizes.push(value);
            from = bounds.range(value + 1..).next().copied();
        }
        if let Some((greatest, _)) = self.greatest_value(state, term, limit)?
            && !sizes.contains(&greatest)
        {
            sizes.push(greatest);
        }
        Ok(sizes)
    }

    /// Where classes of values begin: what the program compares may be the number itself, its bytes, or the
    /// number of which it is a multiple (`malloc(n * 4)`).
    fn size_bounds(&mut self, term: TermId, unit: u64) -> BTreeSet<u64> {
        let module = self.module;
        let known = self.terms.known_bits(term).zeros;
        let multiple = 1u64 << known.trailing_ones().min(6);
        let bounds = self.size_bounds.get_or_insert_with(|| constants_of(module));
        let forms = |&bound: &u64| [bound, bound.div_ceil(unit), bound.saturating_mul(multiple)];
        bounds.iter().flat_map(forms).collect()
    }
}

/// `only n = 1, 2, 4096 were explored`.
fn explored(sizes: &[u64], all: bool) -> String {
    let listed = |sizes: &[u64]| sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    match sizes {
        [only] => format!("only n = {only} was explored"),
        [first, .., last] if all && last - first + 1 == sizes.len() as u64 => {
            format!("only n = {first} to {last} were explored")
        }
        _ if sizes.len() <= NAMED => format!("only n = {} were explored", listed(sizes)),
        [.., last] => {
            let count = sizes.len();
            let first = listed(&sizes[..NAMED - 1]);
            format!("only {count} sizes n = {first}, ..., {last} were explored")
        }
        [] => "nothing was explored".to_string(),
    }
}

/// The sizes from which on a bounds check or a comparison in the program itself comes out differently.
fn constants_of(module: &Module) -> BTreeSet<u64> {
    let mut bounds = BTreeSet::new();
    let number = |operand: &Operand| match operand {
        Operand::Int { value, .. } => Some(*value),
        _ => None,
    };
    for func in module.funcs.iter().filter(|func| !func.runtime) {
        let mut places: FxHashMap<Reg, u64> = FxHashMap::default();
        for inst in &func.insts {
            if let InstKind::PtrAdd { dst, disp, .. } = &inst.kind
                && let Ok(place) = u64::try_from(*disp)
            {
                bounds.insert(place.saturating_add(1));
                places.insert(*dst, place);
            }
        }
        for inst in &func.insts {
            match &inst.kind {
                InstKind::Load { ty, addr, .. } | InstKind::Store { ty, addr, .. } => {
                    let place = addr.reg().and_then(|reg| places.get(&reg)).copied().unwrap_or(0);
                    let bytes = ty.bits(&module.target).div_ceil(8);
                    bounds.insert(place.saturating_add(bytes.into()));
                }
                InstKind::Compare { a, b, .. } => {
                    for number in [a, b].into_iter().filter_map(number) {
                        bounds.extend([number, number.saturating_add(1)]);
                    }
                }
                InstKind::MemCopy { len, .. } | InstKind::MemSet { len, .. } => {
                    bounds.extend(number(len));
                }
                InstKind::Call(call) => {
                    for number in call.args.iter().filter_map(number) {
                        bounds.extend([number, number.saturating_add(1)]);
                    }
                }
                _ => {}
            }
        }
    }
    // Texts that are copied.
    let texts = module.globals.iter().filter(|global| global.constant);
    bounds.extend(texts.filter(|g| matches!(g.init, Init::Data { .. })).map(|g| g.size));
    bounds.remove(&0);
    bounds
}
