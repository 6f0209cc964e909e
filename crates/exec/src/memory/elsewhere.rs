//! Addresses that Dunlin chose decide nothing.
//!
//! A path's model has an address for every object, and questions are asked under these. Where "not
//! possible" depends on them, the same is asked with free addresses: aligned as promised, in the range
//! that programs have, and apart from each other where objects live at the same time. A freed object's
//! place may be that of a later one (DESIGN, core idea 7). If some placement allows it, that side is
//! followed like any other: the path's model has the new addresses, and the objects move there. What such
//! a path demanded of addresses is among its constraints, so that there always is one placement for all.
//!
//! An address that something other than a pointer is computed from is a term over its object's base, so
//! that conditions on it come here, also in a program without any input. Where a value of such a term is
//! needed, as a place in an array or for a system call, the path goes on with few of them.
//!
//! Paths multiply by that: beyond [`MAX_WAYS`] for one path of the program's input, the rest is said to
//! be left out.

use crate::decide::Choice;
use crate::end::End;
use crate::machine::Machine;
use crate::memory::Offset;
use crate::state::{State, StateMemory, Staying};
use dunlin_memory::{Life, Memory, ObjectId, Place, Value};
use dunlin_results::{LeftOut, LeftOutKind};
use dunlin_solver::chain::{Branch, Elsewhere, Moved, Verdict, Whereabouts, Witness};
use dunlin_term::{TermId, View};
use std::collections::BTreeSet;

/// So many ways in which objects can lie are followed where a path with the same input would be one.
const MAX_WAYS: u32 = 256;

/// So many values of a number that depends on addresses are followed.
const MAX_VALUES: usize = 8;

/// No object lies below this, and none above that.
const LOWEST: u64 = 0x1_0000;
const HIGHEST_64: u64 = 0x7fff_ffff_0000;
const HIGHEST_32: u64 = 0xffff_0000;

/// What a question needs to know of a path's objects.
struct Objects<'m> {
    memory: &'m mut Memory,
    staying: &'m Staying,
    reuse: bool,
    /// As if no object stayed where it is.
    all_move: bool,
}

impl Whereabouts for Objects<'_> {
    fn stays(&self, object: u64) -> bool {
        !self.all_move && self.staying.contains(object)
    }

    fn may_share_place(&mut self, objects: &[u64]) -> bool {
        if !self.reuse {
            return false;
        }
        let mut known = |&object: &u64| (self.stays(object), self.memory.life(ObjectId(object)));
        let known: Vec<(bool, Life)> = objects.iter().map(&mut known).collect();
        let dead = || known.iter().filter(|(_, life)| life.died.is_some());
        let share = |x: &(bool, Life), y: &(bool, Life)| !(x.0 && y.0) && x.1.may_share_place(&y.1);
        dead().any(|x| known.iter().any(|y| share(x, y)))
    }
}

impl Machine<'_> {
    /// The range that addresses have, wherever objects lie.
    pub(crate) fn address_range(&self) -> (u64, u64) {
        (LOWEST, if self.module.target.pointer_bits == 32 { HIGHEST_32 } else { HIGHEST_64 })
    }

    /// Whether a value is computed with as a term: one that depends on input, or an address that may be
    /// another.
    #[inline]
    pub(crate) fn needs_terms(&self, state: &State, value: Value) -> bool {
        value.meta.is_symbolic()
            || (self.options.free_addresses
                && value.meta.is_pointer()
                && !state.memory.is_at_a_number(value.meta.object()))
    }

    // ---- questions -------------------------------------------------------------------------------

    /// Whether a condition can be true on the path, wherever objects lie.
    pub(crate) fn may_hold(&mut self, state: &mut State, condition: TermId) -> Verdict {
        if self.options.free_addresses
            && self.terms.has_base(condition)
            && !self.depends_on_input(condition)
            && self.under_model(state, condition) == 0
        {
            // Under the path's own addresses it is false, whatever the input.
            return self.may_hold_elsewhere(state, condition).unwrap_or(Verdict::Unsat(None));
        }
        let here = self.chain.may_hold(&mut self.terms, &mut state.knowledge.path, condition);
        match here {
            Verdict::Unsat(_) if self.options.free_addresses => {
                self.may_hold_elsewhere(state, condition).unwrap_or(here)
            }
            _ => here,
        }
    }

    /// As [`Machine::may_hold`] for a condition and its opposite.
    pub(crate) fn branch(&mut self, state: &mut State, condition: TermId) -> Branch {
        let opposite = self.terms.not(condition);
        Branch {
            when_true: self.may_hold(state, condition),
            when_false: self.may_hold(state, opposite),
        }
    }

    pub(crate) fn depends_on_input(&mut self, condition: TermId) -> bool {
        let variables = self.terms.free_variables(condition);
        variables.iter().any(|&variable| !matches!(self.terms.view(variable), View::Base(_)))
    }

    /// Whether a condition that is impossible where objects lie is possible with others in their place.
    /// `None` if that does not matter to it, or if it is left out.
    fn may_hold_elsewhere(&mut self, state: &mut State, condition: TermId) -> Option<Verdict> {
        self.chain.rely_on_addresses();
        let elsewhere = self.question_elsewhere(state, condition)?;
        let what = "a condition that depends on where objects lie";
        if state.knowledge.ways >= MAX_WAYS
            || self.crowded.contains(&state.position.pc)
            || elsewhere.is_too_large(state.memory.staying.len())
        {
            self.stay(state, &elsewhere, what);
            return None;
        }
        let rules = self.rules(state, &elsewhere.bases);
        self.counters.placement_queries += 1;
        // Such a question has its own limit, and what it does not answer is left out at once.
        let patience = self.chain.set_patience(None);
        let terms = &mut self.terms;
        let verdict = self.chain.may_hold_elsewhere(
            terms,
            &state.knowledge.path,
            condition,
            &elsewhere,
            &rules,
        );
        self.chain.set_patience(patience);
        if let Verdict::Unknown(_) = verdict {
            // What is too hard once is so again.
            self.crowded.insert(state.position.pc);
            self.stay(state, &elsewhere, what);
            return None;
        }
        Some(verdict)
    }

    fn question_elsewhere(&mut self, state: &mut State, condition: TermId) -> Option<Elsewhere> {
        let State { memory: StateMemory { objects, staying, .. }, knowledge, .. } = state;
        let reuse = self.options.reuse_addresses;
        let mut objects = Objects { memory: objects, staying, reuse, all_move: false };
        self.chain.elsewhere(&self.terms, &knowledge.path, condition, &mut objects)
    }

    /// The objects that a question is about stay where they are from here on, and it is said: to ask
    /// what would be elsewhere costs more than it is worth. Nothing is asked about them again.
    fn stay(&mut self, state: &mut State, elsewhere: &Elsewhere, what: &str) {
        self.leave_places(state, what);
        for &base in &elsewhere.bases {
            state.keep(self.object_of(base));
        }
    }

    fn object_of(&self, base: TermId) -> ObjectId {
        let View::Base(id) = self.terms.view(base) else { unreachable!("only bases are listed") };
        ObjectId(self.terms.base_info(id).object)
    }

    /// What holds wherever objects lie.
    fn rules(&mut self, state: &mut State, bases: &[TermId]) -> Vec<TermId> {
        let width = self.module.target.pointer_bits;
        let (lowest, highest) = self.address_range();
        let mut rules = Vec::new();
        let mut free: Vec<(TermId, Life)> = Vec::with_capacity(bases.len());
        for &base in bases {
            let object = self.object_of(base);
            let life = state.memory.objects.life(object);
            if let Some((other, _)) = free.iter().find(|(_, other)| other.object == object) {
                rules.push(self.terms.eq(base, *other));
                continue;
            }
            if state.memory.objects.is_exposed(object) {
                let address = self.terms.constant(width, life.address);
                rules.push(self.terms.eq(base, address));
            } else {
                let least = self.terms.constant(width, lowest);
                rules.push(self.terms.ule(least, base));
                let most = self.terms.constant(width, highest - life.size.min(highest / 2));
                rules.push(self.terms.ule(base, most));
            }
            free.push((base, life));
        }
        // What was seen as a number stays there, as does what was told to.
        let mut still: BTreeSet<ObjectId> = state.memory.objects.exposed_objects().collect();
        still.extend(state.memory.staying.iter().map(|stay| ObjectId(stay.object)));
        free.iter().for_each(|(_, life)| _ = still.remove(&life.object));
        let mut known = free.clone();
        for object in still {
            let life = state.memory.objects.life(object);
            known.push((self.terms.constant(width, life.address), life));
        }
        for (index, &(x, left)) in free.iter().enumerate() {
            for &(y, right) in &known[index + 1..] {
                if width == 64 && left.is_linked() && right.is_linked() {
                    rules.push(self.lies_near(x, y));
                }
                if self.options.reuse_addresses && left.may_share_place(&right) {
                    continue;
                }
                let behind = self.lies_behind(x, left.size, y);
                let before = self.lies_behind(y, right.size, x);
                rules.push(self.terms.or(behind, before));
            }
        }
        rules
    }

    /// `other` begins at least a byte behind the end of an object.
    fn lies_behind(&mut self, start: TermId, size: u64, other: TermId) -> TermId {
        let size = self.terms.constant(self.module.target.pointer_bits, size);
        let end = self.terms.add(start, size);
        self.terms.ult(end, other)
    }

    /// What a linker puts together is at most 2 GiB apart, as the small code model demands: tables with
    /// distances of 32 bits rely on that.
    fn lies_near(&mut self, x: TermId, y: TermId) -> TermId {
        let distance = self.terms.sub(x, y);
        let half = self.terms.constant(64, 1 << 31);
        let distance = self.terms.add(distance, half);
        let all = self.terms.constant(64, 1 << 32);
        self.terms.ult(distance, all)
    }

    // ---- what follows from an answer ---------------------------------------------------------------

    /// Adds a condition to a path. If its witness has other addresses, the objects move there.
    pub(crate) fn add(&mut self, state: &mut State, condition: TermId, witness: Witness) {
        let moved = witness.moved.clone();
        if self.options.free_addresses && self.terms.has_base(condition) {
            self.pin_dead(state, condition);
        }
        self.chain.assume(&mut self.terms, &mut state.knowledge.path, condition, witness);
        if let Some(moved) = moved {
            self.put_objects(state, &moved);
        }
    }

    /// What a condition says of the place of a dead object may depend on where later ones lie.
    fn pin_dead(&mut self, state: &mut State, condition: TermId) {
        for &variable in self.terms.free_variables(condition).iter() {
            if let View::Base(id) = self.terms.view(variable) {
                let object = self.terms.base_info(id).object;
                if state.memory.objects.life(ObjectId(object)).died.is_some() {
                    state.knowledge.path.pin(object);
                }
            }
        }
    }

    fn put_objects(&mut self, state: &mut State, moved: &Moved) {
        let place = |(object, address, size)| Place { object: ObjectId(object), address, size };
        let places: Vec<Place> = self.new_places(state, moved).into_iter().map(place).collect();
        places.iter().for_each(|place| state.knowledge.path.pin(place.object.0));
        for object in state.memory.objects.put(&places) {
            // The path's model learns the new address.
            self.with_terms(state, |memory, context| memory.base_term(context, object));
        }
    }

    /// The number, the address and the size of each object that has another address.
    pub(crate) fn new_places(&self, state: &mut State, moved: &Moved) -> Vec<(u64, u64, u64)> {
        let mut size = |object| state.memory.objects.life(ObjectId(object)).size;
        moved.addresses.iter().map(|&(object, at)| (object, at, size(object))).collect()
    }

    /// Whether so many choices, some of them with other addresses, are followed; if not, it is said.
    pub(crate) fn may_multiply(&mut self, state: &mut State, choices: usize) -> bool {
        let ways = state.knowledge.ways.saturating_mul(choices as u32);
        if ways > MAX_WAYS {
            self.leave_places(state, "a condition that depends on where objects lie");
            state.knowledge.ways = MAX_WAYS;
            return false;
        }
        state.knowledge.ways = ways;
        true
    }

    /// Says that other places of objects are not followed.
    pub(crate) fn leave_places(&mut self, state: &State, what: &str) {
        let explored = "only one placement of the objects was explored (--addresses)";
        self.leave_out(state, LeftOut::new(LeftOutKind::Addresses, what, explored));
    }

    // ---- values ------------------------------------------------------------------------------------

    /// An offset that depends on where objects lie becomes a number, unless it depends on input as well,
    /// and the objects stay.
    ///
    /// On a path that is followed again, objects stay from the beginning: what it did then is in its trace.
    pub(crate) fn settled(&mut self, state: &mut State, offset: Offset) -> Result<Offset, End> {
        let Offset::Term(term) = offset else { return Ok(offset) };
        if !self.terms.has_base(term) || !self.is_placed(state, term, false) {
            return Ok(offset);
        }
        if self.depends_on_input(term) {
            let moves = self.recorded_set(state, 1, |machine, state| {
                Ok(vec![machine.depends_on_addresses(state, term)])
            })?;
            if moves == [false] {
                return Ok(offset);
            }
        }
        Ok(Offset::Known(self.concretise(state, term)?))
    }

    /// Whether the values of a term depend on where objects lie that may be elsewhere.
    pub(crate) fn depends_on_addresses(&mut self, state: &mut State, term: TermId) -> bool {
        self.terms.has_base(term) && self.is_placed(state, term, true)
    }

    /// Whether the values of a term depend on where objects lie, or only on where those lie that do not
    /// stay.
    fn is_placed(&mut self, state: &mut State, term: TermId, unless_they_stay: bool) -> bool {
        if !self.options.free_addresses {
            return false;
        }
        self.chain.rely_on_addresses();
        let value = self.under_model(state, term);
        let value = self.terms.constant(self.terms.width(term), value);
        let equal = self.terms.eq(term, value);
        let State { memory: StateMemory { objects, staying, .. }, knowledge, .. } = state;
        let reuse = self.options.reuse_addresses;
        let mut objects = Objects { memory: objects, staying, reuse, all_move: !unless_they_stay };
        self.terms.has_base(equal)
            && self.chain.elsewhere(&self.terms, &knowledge.path, equal, &mut objects).is_some()
    }

    /// Further values of a term that are possible only with other addresses: those for which `rest`
    /// holds. None, and it is said, if there are too many.
    pub(crate) fn values_elsewhere(
        &mut self,
        state: &mut State,
        term: TermId,
        mut rest: TermId,
    ) -> Vec<Choice> {
        let mut found = Vec::new();
        if !self.depends_on_addresses(state, term) {
            return found;
        }
        loop {
            let witness = match self.may_hold_elsewhere(state, rest) {
                None | Some(Verdict::Unsat(_)) => break,
                Some(Verdict::Sat(witness)) => witness,
                Some(Verdict::Unknown(_)) => unreachable!("such objects stay"),
            };
            let number = self.evaluator.start(&self.terms, &witness.model).eval_u64(term);
            let Some(number) = number.filter(|_| found.len() < MAX_VALUES) else {
                // Nothing else will be possible at this place: a table with many buckets.
                self.crowded.insert(state.position.pc);
                let left = self.may_hold_elsewhere(state, rest);
                debug_assert!(left.is_none(), "nothing is asked at a crowded place");
                break;
            };
            let value = self.terms.constant(self.terms.width(term), number);
            let condition = self.terms.eq(term, value);
            found.push(Choice { number, condition });
            let differs = self.terms.not(condition);
            rest = self.terms.and(rest, differs);
        }
        // Where the objects stay, there are no others.
        if self.crowded.contains(&state.position.pc) { Vec::new() } else { found }
    }

    /// The address that a pointer has in the path's model, where it decides nothing: it is printed.
    pub(crate) fn shown_address(&mut self, state: &mut State, pointer: Value) -> u64 {
        let address = state.memory.objects.life(pointer.meta.object()).address;
        address.wrapping_add(pointer.bits) & self.module_mask()
    }

    fn module_mask(&self) -> u64 {
        dunlin_ir::small::mask(self.module.target.pointer_bits)
    }
}
