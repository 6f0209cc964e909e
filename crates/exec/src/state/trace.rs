//! How a state came to where it is: its decisions, what they covered, and what it printed; and, for a state
//! that follows a work item, what it will decide.
//!
//! A path is a trace (DESIGN, core ideas 13 and 14): every place where execution could depend on
//! symbolic input, with the choice made there and the condition that it adds. States that fork share what came
//! before; states that are merged have several histories ([`node`]). So there are two ways to read a trace:
//!
//! - *as recorded* ([`Trace::decisions`]): what leads to the state itself, in which a merge is one entry. Work items,
//!   checkpoints and what the states of a search share are made of it.
//! - *along an input* ([`Trace::linearise`]): what the program does with that input, without any merge. Tests, their
//!   native runs, the order of errors and what was printed are made of it. The input says which way was gone at
//!   each join.
//!
//! Without merges both are the same. The depth of a trace, which `--max-depth` bounds, is that of its longest way.

mod decision;
mod hint_choice;
mod node;
mod packed;

pub use decision::{Decision, DecisionKind};
pub use hint_choice::{Guide, HintChoice};
pub use packed::{pack, unpack};

use super::print_log::Piece;
use dunlin_ir::PointNumber;
use dunlin_results::InputBytes;
use dunlin_term::{Model, TermId};
use node::{Above, Join, Node, Way};
use std::rc::Rc;

/// Control transfers, as marks of coverage: those of one path along an input, never of a merge.
pub type Transfers = Rc<[u32]>;

/// The decisions of a work item, which a state follows from the program's beginning on.
pub struct Script {
    pub decisions: Vec<Decision>,
    pub next: usize,
    /// The values of inputs, in order, that lead along these decisions.
    pub inputs: Vec<InputBytes>,
    /// The same as a model, as far as inputs were made. The path's own model moves on its way.
    pub model: Rc<Model>,
}

impl Script {
    pub fn is_done(&self) -> bool {
        self.next == self.decisions.len()
    }
}

/// The history of one state.
pub struct Trace {
    shared: Above,
    /// Since the last fork.
    decisions: Vec<Decision>,
    conditions: Vec<TermId>,
    marks: Vec<u32>,
    output: Vec<Piece>,
    length: u64,
    /// Decisions that were not implied.
    depth: u64,
    /// Hints that it follows since it last followed none where there were some.
    hints: u32,
    /// Those before that. They count again if the input that was to have another value is as a relation says.
    hints_before: u32,
    /// Decisions to follow instead of asking.
    pub ahead: Option<Box<Script>>,
    /// Of the next decision that nothing prescribes, only these choices are left to take (see
    /// `decide/postpone.rs`).
    pub open: Option<Rc<[u64]>>,
    /// Both sides of conditions are followed. Switched off by the program (`klee_set_forking`).
    pub forking: bool,
    /// What is printed before anything is symbolic is written. Only one of the states that start at
    /// the program's beginning does that.
    pub echo: bool,
    /// How many transfers of a path that it is sent along it has passed (see `explore/partial_path.rs`).
    pub followed: usize,
}

impl Default for Trace {
    fn default() -> Trace {
        Trace {
            shared: Above::Start,
            decisions: Vec::new(),
            conditions: Vec::new(),
            marks: Vec::new(),
            output: Vec::new(),
            length: 0,
            depth: 0,
            hints: 0,
            hints_before: 0,
            ahead: None,
            open: None,
            forking: true,
            echo: true,
            followed: 0,
        }
    }
}

impl Trace {
    /// A decision that added nothing to the path condition.
    pub fn push_implied(&mut self, decision: Decision) {
        debug_assert!(decision.implied);
        self.length += 1;
        self.decisions.push(decision);
    }

    /// A decision that had an alternative, and the condition that it adds.
    pub fn push(&mut self, decision: Decision, condition: TermId) {
        debug_assert!(!decision.implied);
        self.length += 1;
        self.depth += 1;
        if decision.kind == DecisionKind::Hint {
            self.count_hint(HintChoice::of_number(decision.choice).guide);
        }
        self.decisions.push(decision);
        self.conditions.push(condition);
    }

    fn count_hint(&mut self, guide: Guide) {
        (self.hints, self.hints_before) = match guide {
            Guide::Follows(_) => (self.hints.saturating_add(1), 0),
            Guide::NoneOf(_) => (0, self.hints),
            Guide::Holds(_) => (self.hints.saturating_add(self.hints_before).saturating_add(1), 0),
            Guide::Fails(_) => (self.hints, 0),
        };
    }

    /// How many decisions are recorded.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// How many decisions had an alternative; of merged states, on the longest way.
    pub fn depth(&self) -> u64 {
        self.depth
    }

    /// How many hints it follows; 0 for a state that follows none where there were some last.
    pub fn hints(&self) -> u32 {
        self.hints
    }

    pub fn print(&mut self, piece: Piece) {
        self.output.push(piece);
    }

    pub fn add_marks(&mut self, marks: &[u32]) {
        self.marks.extend_from_slice(marks);
    }

    /// What came so far becomes part of what is shared.
    fn freeze(&mut self) {
        let quiet = self.decisions.is_empty() && self.marks.is_empty() && self.output.is_empty();
        if !quiet {
            let above = std::mem::take(&mut self.shared);
            let decided =
                (std::mem::take(&mut self.decisions), std::mem::take(&mut self.conditions));
            let (marks, output) =
                (std::mem::take(&mut self.marks), std::mem::take(&mut self.output));
            self.shared = Above::Stretch(Rc::new(Node::new(above, decided, marks, output)));
        }
    }

    /// A copy for the other side of a fork; what both share is frozen.
    pub fn fork(&mut self) -> Trace {
        self.freeze();
        Trace {
            shared: self.shared.clone(),
            length: self.length,
            depth: self.depth,
            hints: self.hints,
            hints_before: self.hints_before,
            forking: self.forking,
            echo: self.echo,
            ..Trace::default()
        }
    }

    /// The history of a state that several were merged into, at a place, each with the condition under which it
    /// is that one. None of them is on its way along an item or waits for an answer.
    pub fn join(states: Vec<(TermId, Trace)>, at: PointNumber) -> Trace {
        let depth = states.iter().map(|(_, trace)| trace.depth).max().unwrap_or(0);
        let hints = states.iter().map(|(_, trace)| trace.hints).min().unwrap_or(0);
        let echo = states.iter().any(|(_, trace)| trace.echo);
        let forking = states.iter().all(|(_, trace)| trace.forking);
        let freeze = |(guard, mut trace): (TermId, Trace)| {
            debug_assert!(trace.ahead.is_none() && trace.open.is_none());
            trace.freeze();
            Way { guard, end: std::mem::take(&mut trace.shared) }
        };
        let join = Join::new(states.into_iter().map(freeze).collect(), at);
        let shared = Above::Join(Rc::new(join));
        let length = shared.length();
        Trace { shared, length, depth, hints, echo, forking, ..Trace::default() }
    }

    /// Forgets the item that was followed to its end.
    pub fn end_ahead(&mut self) {
        if self.ahead.as_ref().is_some_and(|script| script.is_done()) {
            self.ahead = None;
        }
    }

    /// What was counted is there, and no item is followed beyond its end.
    pub fn verify(&self) {
        assert!(self.decisions.len() as u64 <= self.length, "every decision was counted");
        assert!(self.conditions.len() <= self.decisions.len(), "a condition is that of a decision");
        assert!(self.conditions.len() as u64 <= self.depth, "a condition is that of a choice");
        if let Some(script) = &self.ahead {
            assert!(script.next <= script.decisions.len(), "an item has an end");
        }
    }

    /// All decisions as they are recorded, in order.
    pub fn decisions(&self) -> Vec<Decision> {
        let mut parts: Vec<&[Decision]> = vec![&self.decisions];
        for above in self.shared.spine() {
            match above {
                Above::Start => {}
                Above::Stretch(node) => parts.push(&node.decisions),
                Above::Join(join) => parts.push(&join.entry),
            }
        }
        in_order(&parts)
    }

    /// All decisions along an input, of which `holds` says whether it satisfies a condition.
    pub fn linearise(&self, holds: impl FnMut(TermId) -> bool) -> Vec<Decision> {
        let mut parts: Vec<&[Decision]> = vec![&self.decisions];
        self.along(holds, |node| parts.push(&node.decisions));
        in_order(&parts)
    }

    /// The conditions that the decisions along an input have added, in order: one for each that had an
    /// alternative.
    pub fn conditions(&self, holds: impl FnMut(TermId) -> bool) -> Vec<TermId> {
        let mut parts: Vec<&[TermId]> = vec![&self.conditions];
        self.along(holds, |node| parts.push(&node.conditions));
        in_order(&parts)
    }

    /// All that was printed along an input, in order.
    pub fn output(&self, holds: impl FnMut(TermId) -> bool) -> Vec<&Piece> {
        let mut parts: Vec<&[Piece]> = vec![&self.output];
        self.along(holds, |node| {
            if !node.output.is_empty() {
                parts.push(&node.output);
            }
        });
        parts.iter().rev().flat_map(|part| part.iter()).collect()
    }

    /// Calls `f` with every term that the history is made of: conditions, and what is printed.
    pub fn for_each_term(&self, mut f: impl FnMut(TermId)) {
        self.conditions.iter().copied().for_each(&mut f);
        self.output.iter().for_each(|piece| piece.for_each_term(&mut f));
        self.shared.for_each(|above| match above {
            Above::Start => {}
            Above::Stretch(node) => {
                node.conditions.iter().copied().for_each(&mut f);
                node.output.iter().for_each(|piece| piece.for_each_term(&mut f));
            }
            Above::Join(join) => join.ways.iter().for_each(|way| f(way.guard)),
        });
    }

    /// Hands over what was printed first, as far as it is plain bytes and no other path shares it.
    pub fn take_plain_output(&mut self, mut take: impl FnMut(i32, &[u8])) {
        if !self.shared.is_start() {
            return;
        }
        let is_plain = |piece: &&Piece| matches!(piece, Piece::Bytes { .. });
        let plain = self.output.iter().take_while(is_plain).count();
        for piece in self.output.drain(..plain) {
            if let Piece::Bytes { fd, bytes } = piece {
                take(fd, &bytes);
            }
        }
    }

    /// All marks along an input that were not handed over yet; they stay.
    pub fn marks(&self, holds: impl FnMut(TermId) -> bool) -> Vec<u32> {
        let mut marks = self.marks.clone();
        self.along(holds, |node| marks.extend_from_slice(&node.marks.borrow()));
        marks
    }

    /// Hands over all marks along an input that no path below the same nodes has handed over before.
    pub fn take_marks(&mut self, holds: impl FnMut(TermId) -> bool, mut f: impl FnMut(u32)) {
        self.marks.drain(..).for_each(&mut f);
        self.along(holds, |node| node.marks.borrow_mut().drain(..).for_each(&mut f));
    }

    /// Calls `f` with the frozen stretches along an input, the last one first.
    fn along<'a>(&'a self, mut holds: impl FnMut(TermId) -> bool, mut f: impl FnMut(&'a Node)) {
        let mut above = &self.shared;
        loop {
            above = match above {
                Above::Start => return,
                Above::Stretch(node) => {
                    f(node);
                    &node.above
                }
                Above::Join(join) => &join.way_of(&mut holds).end,
            };
        }
    }
}

/// The last part comes first. Most have a single element.
fn in_order<T: Copy>(parts: &[&[T]]) -> Vec<T> {
    let mut all = Vec::with_capacity(parts.iter().map(|part| part.len()).sum());
    for part in parts.iter().rev() {
        all.extend(part.iter().copied());
    }
    all
}

#[cfg(test)]
mod tests;
