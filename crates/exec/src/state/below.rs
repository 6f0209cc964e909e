//! What the exploration below a state that was seen has used of what the state knew.
//!
//! When everything below it was explored, its entry in the table forgets what nobody has used, so that it covers more
//! (lazy annotation; interpolants, as TracerX keeps them, are made of the same). Two things count as used: constraints
//! without which some answer below might have been another one, and those without which some state below would not
//! have been covered by another entry.
//!
//! A state that comes back to one above it needs there what that one needs, and no more. So where a constraint that
//! both have is all that such a match has used, it counts for what lies in between, *until* that one: whether it keeps the
//! constraint is decided by what else lies below it. A flag that stays as it is and that nothing looks at would otherwise be
//! needed in each round because it was needed in the round before.
//!
//! A state carries a ticket for the entry that it was noted as last. When the last ticket for an entry is gone, its exploration
//! has come to its end. A ticket that is lost on the way, since its state was put away, or met a limit, spoils it: then the
//! entry stays as it is.

use crate::seen::{Seen, Settled};
use dunlin_solver::chain::Needed;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// A table, by its address, and the number of an entry there.
type EntryId = (usize, u64);

/// So far up it is looked whether a state has come back to one above it.
const UP: usize = 256;

/// What there is below an entry.
#[derive(Debug)]
pub struct Below {
    above: Option<Rc<Below>>,
    seen: Arc<Seen>,
    /// The hash of the entry's shape, and its number.
    shape: u128,
    entry: u64,
    /// What the state knew.
    settled: Settled,
    /// So many constraints its path had.
    constraints: u32,
    needed: RefCell<Needed>,
    /// By an entry above this one: what states below this one need that have come back there.
    until: RefCell<BTreeMap<EntryId, Needed>>,
    spoiled: Cell<bool>,
    closed: bool,
}

impl Below {
    /// The entry's exploration is over. What is above it.
    fn close(&mut self) -> Option<Rc<Below>> {
        if std::mem::replace(&mut self.closed, true) {
            return None;
        }
        let above = self.above.take();
        let needed = self.needed.borrow();
        if self.spoiled.get() {
            above.iter().for_each(|above| above.spoiled.set(true));
            return above;
        }
        let until = self.until.take();
        let mut all = needed.clone();
        for (back, numbers) in &until {
            all.add_below(numbers, self.constraints);
            if let Some(above) = above.as_ref().filter(|above| above.id() != *back) {
                above.add_until(*back, numbers);
            }
        }
        if let Some(above) = &above {
            above.add(&needed);
        }
        self.seen.weaken(self.shape, self.entry, &self.settled, &all);
        above
    }

    fn id(&self) -> EntryId {
        (Arc::as_ptr(&self.seen) as usize, self.entry)
    }

    fn add_until(&self, back: EntryId, numbers: &Needed) {
        let mut until = self.until.borrow_mut();
        until.entry(back).or_default().add_below(numbers, self.constraints);
    }

    /// What the state knew.
    pub fn settled(&self) -> &Settled {
        &self.settled
    }

    fn add(&self, needed: &Needed) {
        self.needed.borrow_mut().add_below(needed, self.constraints);
    }
}

impl Drop for Below {
    fn drop(&mut self) {
        // One after the other: there may be very many above each other.
        let mut above = self.close();
        while let Some(mut below) = above.and_then(|above| Rc::try_unwrap(above).ok()) {
            above = below.close();
        }
    }
}

/// A state's part in the exploration below the entry that it was noted as last.
#[derive(Default, Debug)]
pub struct Ticket {
    below: Option<Rc<Below>>,
    /// It has done its part.
    done: bool,
}

impl Ticket {
    pub fn is_some(&self) -> bool {
        self.below.is_some()
    }

    /// Notes what was used.
    pub fn add(&self, needed: &Needed) {
        if let Some(below) = &self.below {
            below.add(needed);
        }
    }

    /// What there is below an entry of a table, if the state is there.
    pub fn below(&self, seen: &Arc<Seen>, entry: u64) -> Option<Rc<Below>> {
        let id = (Arc::as_ptr(seen) as usize, entry);
        let chain = std::iter::successors(self.below.as_ref(), |below| below.above.as_ref());
        chain.take(UP).find(|below| below.id() == id).cloned()
    }

    /// Notes what was used of what a state above has as well, to which this one has come back.
    pub fn add_until(&self, back: &Below, numbers: &[u32]) {
        let Some(below) = self.below.as_ref().filter(|below| below.id() != back.id()) else {
            return;
        };
        let mut needed = Needed::default();
        needed.add(numbers);
        below.add_until(back.id(), &needed);
    }

    /// The state was noted as a new entry.
    pub fn enter(
        &mut self,
        seen: &Arc<Seen>,
        (shape, entry): (u128, u64),
        settled: Settled,
        constraints: u32,
    ) {
        self.done = true;
        let below = Below {
            above: self.below.clone(),
            seen: Arc::clone(seen),
            shape,
            entry,
            settled,
            constraints,
            needed: RefCell::default(),
            until: RefCell::default(),
            spoiled: Cell::new(false),
            closed: false,
        };
        *self = Ticket { below: Some(Rc::new(below)), done: false };
    }

    /// The state's path has ended, and nothing of what it could do was left out.
    pub fn hand_in(&mut self) {
        self.done = true;
    }
}

/// Of a state that splits off: both have their parts to do.
impl Clone for Ticket {
    fn clone(&self) -> Ticket {
        Ticket { below: self.below.clone(), done: false }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if let Some(below) = &self.below
            && !self.done
        {
            below.spoiled.set(true);
        }
    }
}
