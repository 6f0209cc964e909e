//! What must go wrong at the end of a path, for a search that begins at a place which may be in error.
//!
//! A condition would not do: whether an access is outside of its object can be said when its object is known, and whether
//! that object is dead when its allocation was met, or what has ended its life. Until then the state carries the
//! obligation along. It is settled in the forward pass: it becomes a condition, or nothing if it is met for sure, or
//! the path dies, since nothing goes wrong at its end. As everything here it over-approximates. What cannot be decided
//! counts as met.

use crate::base::{self, Base};
use crate::contents::Distance;
use crate::search::{Death, Lost};
use crate::state::State;
use crate::step::Executor;
use dunlin_ir::{Init, InstKind, Point};
use dunlin_term::TermId;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    pub wrong: Wrong,
    /// The instruction that goes wrong.
    pub at: Point,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// Not all of these bytes are in one object that may be accessed so.
    Outside { address: TermId, length: TermId, write: bool },
    /// The object is dead. `ended` is what may have ended its life since, the latest of the program first.
    Dead { address: TermId, ended: Vec<Ended> },
    /// This is neither null nor the beginning of an object on the heap.
    NotFreeable { address: TermId },
    /// The two places overlap; `same_is_fine` if they may be the very same.
    Overlap { to: (TermId, TermId), from: (TermId, TermId), same_is_fine: bool },
}

/// The end of an object's life, or the beginning of a scope: whoever has pointed to the object before does so no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    pub address: TermId,
    /// On the heap, by `free`; otherwise a variable, by its scope.
    pub heap: bool,
}

/// What became of an obligation.
enum Settled {
    /// Nobody knows yet.
    Open(Wrong),
    /// It is met if this holds.
    If(TermId),
}

impl Obligation {
    /// The terms that it speaks of.
    pub fn terms(&self) -> Vec<TermId> {
        match &self.wrong {
            Wrong::Outside { address, length, .. } => vec![*address, *length],
            Wrong::Dead { address, ended } => {
                std::iter::once(*address).chain(ended.iter().map(|end| end.address)).collect()
            }
            Wrong::NotFreeable { address } => vec![*address],
            Wrong::Overlap { to, from, .. } => vec![to.0, to.1, from.0, from.1],
        }
    }

    pub fn map(&mut self, mut f: impl FnMut(TermId) -> TermId) {
        match &mut self.wrong {
            Wrong::Outside { address, length, .. } => {
                (*address, *length) = (f(*address), f(*length));
            }
            Wrong::Dead { address, ended } => {
                *address = f(*address);
                ended.iter_mut().for_each(|end| end.address = f(end.address));
            }
            Wrong::NotFreeable { address } => *address = f(*address),
            Wrong::Overlap { to, from, .. } => {
                *to = (f(to.0), f(to.1));
                *from = (f(from.0), f(from.1));
            }
        }
    }
}

impl State {
    /// Whether the path asks for an object that is dead at its end.
    pub fn asks_for_death(&self) -> bool {
        matches!(&self.obligation, Some(obligation) if matches!(obligation.wrong, Wrong::Dead { .. }))
    }

    /// The life of an object ends here, or the scope of a variable begins.
    pub fn ends(&mut self, address: TermId, heap: bool) {
        if let Some(obligation) = &mut self.obligation
            && let Wrong::Dead { ended, .. } = &mut obligation.wrong
        {
            ended.push(Ended { address, heap });
            self.stirred = true;
        }
    }

    /// Here anything may have ended.
    pub fn anything_may_end(&mut self) {
        if self.asks_for_death() {
            self.obligation = None;
        }
    }
}

impl Executor<'_, '_> {
    /// Looks whether it has become known what the path must end with.
    pub fn settle_obligation(&mut self, state: &mut State) -> Result<(), Death> {
        let Some(obligation) = state.obligation.take() else { return Ok(()) };
        let Obligation { wrong, at } = *obligation;
        let settled = match wrong {
            Wrong::Outside { address, length, write } => {
                self.settle_outside(state, (address, length, write))
            }
            Wrong::Dead { address, ended } => self.settle_dead(state, address, ended),
            Wrong::NotFreeable { address } => self.settle_not_freeable(state, address),
            Wrong::Overlap { to, from, same_is_fine } => {
                self.settle_overlap(state, to, from, same_is_fine)
            }
        };
        match settled {
            Settled::Open(wrong) => state.obligation = Some(Box::new(Obligation { wrong, at })),
            Settled::If(TermId::FALSE) => return Err(Death::Harmless { at }),
            Settled::If(condition) => state.want(condition, at),
        }
        Ok(())
    }

    fn settle_outside(
        &mut self,
        state: &mut State,
        (address, length, write): (TermId, TermId, bool),
    ) -> Settled {
        let (base, offset) = base::split(self.terms, address);
        let inside = match base {
            Base::Global(global) => {
                let variable = self.functions.module.global(global);
                if variable.init == Init::External {
                    state.lose(Lost::NoDefinition(global));
                    return Settled::If(TermId::TRUE);
                }
                match variable.constant && write {
                    true => TermId::FALSE,
                    false => {
                        let size = self.terms.constant(self.pointer_bits(), variable.size);
                        self.lies_in(offset, length, size)
                    }
                }
            }
            Base::Local(object) => {
                let size = state.objects[object].size;
                self.lies_in(offset, length, size)
            }
            Base::Number | Base::Function(_) => TermId::FALSE,
            Base::Abstract(_) | Base::Wild => {
                return Settled::Open(Wrong::Outside { address, length, write });
            }
        };
        let fine = self.or_nothing(length, inside);
        Settled::If(self.terms.not(fine))
    }

    fn settle_dead(&mut self, state: &mut State, address: TermId, ended: Vec<Ended>) -> Settled {
        let (base, _) = base::split(self.terms, address);
        let heap = match base {
            // A number leads nowhere: that is another error.
            Base::Number | Base::Function(_) | Base::Global(_) => {
                return Settled::If(TermId::FALSE);
            }
            Base::Local(object) => Some(self.is_on_heap(state, object)),
            Base::Abstract(_) | Base::Wild => None,
        };
        let mut unclear = Vec::new();
        for end in ended {
            // An error would have ended the path where a variable is freed.
            if heap.is_some_and(|heap| heap != end.heap) {
                continue;
            }
            match self.distance(state, address, end.address) {
                Distance::Same(_) => return Settled::If(TermId::TRUE),
                Distance::Elsewhere => {}
                Distance::Unclear => unclear.push(end),
            }
        }
        let Base::Local(object) = base else {
            return Settled::Open(Wrong::Dead { address, ended: unclear });
        };
        if !unclear.is_empty() {
            return Settled::Open(Wrong::Dead { address, ended: unclear });
        }
        let lives = heap == Some(true) || self.variable_lives(state, object);
        Settled::If(if lives { TermId::FALSE } else { TermId::TRUE })
    }

    fn is_on_heap(&self, state: &State, object: usize) -> bool {
        let made = state.objects[object].made;
        let func = self.functions.func(made.func);
        let inst = func.block(made.block).insts.get(made.index as usize);
        inst.is_some_and(|&inst| matches!(func.inst(inst).kind, InstKind::Call(_)))
    }

    /// Whether a variable lives at the end of the path for sure, if no mark of its scope was met since: its activation has
    /// not returned.
    fn variable_lives(&self, state: &State, object: usize) -> bool {
        let object = &state.objects[object];
        !object.over && self.is_in_scope(state, object)
    }

    fn settle_not_freeable(&mut self, state: &State, address: TermId) -> Settled {
        let (base, offset) = base::split(self.terms, address);
        let zero = self.terms.constant(self.pointer_bits(), 0);
        match base {
            Base::Number => Settled::If(self.terms.ne(address, zero)),
            Base::Local(object) if self.is_on_heap(state, object) => {
                Settled::If(self.terms.ne(offset, zero))
            }
            Base::Local(_) | Base::Global(_) | Base::Function(_) => Settled::If(TermId::TRUE),
            Base::Abstract(_) | Base::Wild => Settled::Open(Wrong::NotFreeable { address }),
        }
    }

    fn settle_overlap(
        &mut self,
        state: &State,
        to: (TermId, TermId),
        from: (TermId, TermId),
        same_is_fine: bool,
    ) -> Settled {
        let forward = match self.distance(state, to.0, from.0) {
            Distance::Elsewhere => return Settled::If(TermId::FALSE),
            Distance::Unclear => return Settled::Open(Wrong::Overlap { to, from, same_is_fine }),
            Distance::Same(distance) => distance,
        };
        let zero = self.terms.constant(self.pointer_bits(), 0);
        let backward = self.terms.sub(zero, forward);
        // The beginning of one lies in the other, and neither is empty.
        let in_from = self.terms.ult(forward, from.1);
        let in_to = self.terms.ult(backward, to.1);
        let mut overlap = self.terms.or(in_from, in_to);
        for length in [to.1, from.1] {
            let some = self.terms.ne(length, zero);
            overlap = self.terms.and(overlap, some);
        }
        if same_is_fine {
            let apart = self.terms.ne(forward, zero);
            overlap = self.terms.and(overlap, apart);
        }
        Settled::If(overlap)
    }
}
