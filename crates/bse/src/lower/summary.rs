//! A call that is not put in place: what it may have changed is not known afterwards.
//!
//! An object that only such a call knows of has no commands here. All of a group stand at one address, and whoever uses a pointer there
//! has lost its way: it must never be taken for an error, which would end the path. Which address each of them would
//! have is open, but for the order in which they lie, so comparing two of them is lost, too.

use crate::graph::Command;
use crate::layout::Place;
use crate::objects::{Kind, Object, Size};
use crate::summaries::Summary;
use crate::unroll::{Builder, Cursor, TooLarge};
use dunlin_ir::points_to::Group;
use dunlin_ir::{Call, FuncId, Point};
use dunlin_term::TermId;
use std::rc::Rc;

impl Builder<'_, '_> {
    /// What a call of a function may do, if that is known and no target is reached in it.
    pub fn summary(&mut self, func: FuncId) -> Option<Rc<Summary>> {
        let summary = self.summaries.of(self.functions, self.classes, func)?;
        // There is no room for all objects of a group at one address.
        let has_room = self.layout.pointer == 64;
        let allocates = summary.allocates_for_caller || !summary.allocates.is_empty();
        (has_room || !allocates).then_some(summary)
    }

    /// The effects of a call of `func`.
    pub fn summarise(
        &mut self,
        cursor: &mut Cursor,
        summary: &Summary,
        (func, call): (FuncId, &Call),
        at: Point,
    ) -> Result<(), TooLarge> {
        for (&group, &at) in &summary.writes {
            let number = self.group_number(group)?;
            self.forget_at(cursor, number, at);
        }
        for &group in &summary.frees {
            self.may_die(cursor, group)?;
        }
        for &group in &summary.allocates {
            self.hide(group)?;
        }
        if summary.allocates_for_caller && self.is_library(func) {
            let group = self.allocated_in(cursor, at);
            self.hide(group)?;
        }
        self.free_results(cursor, call);
        Ok(())
    }

    /// Any object of a group may have died.
    fn may_die(&mut self, cursor: &mut Cursor, group: Group) -> Result<(), TooLarge> {
        let number = self.group_number(group)?;
        let objects = self.objects.memory(number).expect("it was made").objects.clone();
        for object in objects.iter().filter(|object| object.kind == Kind::Heap) {
            let live = object.live.expect("it is on the heap");
            let (lives, stays) = (self.known(cursor, live), self.anything(1));
            let lives = self.terms.and(lives, stays);
            self.push(cursor, Command::Assign(live, lives));
        }
        Ok(())
    }

    /// From here on a group may have objects that nobody else knows.
    fn hide(&mut self, group: Group) -> Result<(), TooLarge> {
        let number = self.group_number(group)?;
        if self.hidden_in(number).is_some() {
            return Ok(());
        }
        let place = self.objects.next(number);
        if !self.layout.has(place) {
            return Err(TooLarge);
        }
        let size = Size::Known(self.terms.constant(self.layout.pointer, 0));
        self.objects.add(Object {
            place,
            kind: Kind::Hidden,
            size,
            live: None,
            begun: None,
            constant: false,
            foreign: true,
        });
        Ok(())
    }

    /// The address at which the objects of a group stand that only summaries know.
    pub fn hidden_in(&self, number: u32) -> Option<Place> {
        let objects = &self.objects.memory(number)?.objects;
        let hidden = objects.iter().find(|object| object.kind == Kind::Hidden);
        hidden.map(|object| object.place)
    }

    /// That two addresses lead to objects that are not told apart.
    pub fn are_hidden(&mut self, x: TermId, y: TermId) -> TermId {
        let all = self.objects.memories.iter().flat_map(|memory| &memory.objects);
        let hidden: Vec<Place> =
            all.filter(|object| object.kind == Kind::Hidden).map(|object| object.place).collect();
        let mut some = TermId::FALSE;
        for place in hidden {
            let [here, there] = [x, y].map(|at| self.layout.leads_to(self.terms, at, place));
            let both = self.terms.and(here, there);
            some = self.terms.or(some, both);
        }
        some
    }
}
