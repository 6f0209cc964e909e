//! How a state came to where it is: its decisions, what they covered, and what it printed; and, for a state
//! that follows a work item, what it will decide.
//!
//! A path is a trace (DESIGN, core ideas 13 and 14): every place where execution could depend on
//! symbolic input, with the choice made there. States that fork share what came before in a tree of
//! nodes; a node is frozen when its state forks, and dies with the last state below it.

use super::print_log::Piece;
use crate::code::Pc;
use dunlin_results::InputBytes;
use dunlin_term::Model;
use std::cell::RefCell;
use std::rc::Rc;

/// One choice of a path. Recorded for every condition that is not plainly constant, also where only
/// one choice is possible, so that the trace does not depend on what the solver knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Decision {
    /// 1 and 0 for a condition that holds or does not, an object's or function's id for a pointer, the
    /// value itself for a number that was made concrete, a set of bits for the objects that a pointer may
    /// mean.
    pub choice: u64,
    /// The operation that asked.
    pub pc: Pc,
    /// Nothing else was possible, so that the path condition did not grow.
    pub implied: bool,
}

struct Node {
    parent: Option<Rc<Node>>,
    decisions: Box<[Decision]>,
    /// Emptied when a path below has ended and its coverage counts.
    marks: RefCell<Vec<u32>>,
    output: Box<[Piece]>,
}

/// Long chains of nodes are freed one by one instead of by recursion.
impl Drop for Node {
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(node) = next {
            match Rc::try_unwrap(node) {
                Ok(mut node) => next = node.parent.take(),
                Err(_) => break,
            }
        }
    }
}

/// Control transfers, as marks of coverage.
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
    shared: Option<Rc<Node>>,
    /// Since the last fork.
    decisions: Vec<Decision>,
    marks: Vec<u32>,
    output: Vec<Piece>,
    length: u64,
    /// Decisions that were not implied.
    depth: u64,
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
            shared: None,
            decisions: Vec::new(),
            marks: Vec::new(),
            output: Vec::new(),
            length: 0,
            depth: 0,
            ahead: None,
            open: None,
            forking: true,
            echo: true,
            followed: 0,
        }
    }
}

impl Trace {
    pub fn push(&mut self, decision: Decision) {
        self.length += 1;
        self.depth += u64::from(!decision.implied);
        self.decisions.push(decision);
    }

    /// How many decisions were made.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// How many decisions had an alternative.
    pub fn depth(&self) -> u64 {
        self.depth
    }

    pub fn print(&mut self, piece: Piece) {
        self.output.push(piece);
    }

    pub fn add_marks(&mut self, marks: &[u32]) {
        self.marks.extend_from_slice(marks);
    }

    /// A copy for the other side of a fork; what both share is frozen.
    pub fn fork(&mut self) -> Trace {
        let quiet = self.decisions.is_empty() && self.marks.is_empty() && self.output.is_empty();
        if !quiet {
            self.shared = Some(Rc::new(Node {
                parent: self.shared.take(),
                decisions: std::mem::take(&mut self.decisions).into(),
                marks: RefCell::new(std::mem::take(&mut self.marks)),
                output: std::mem::take(&mut self.output).into(),
            }));
        }
        Trace {
            shared: self.shared.clone(),
            length: self.length,
            depth: self.depth,
            forking: self.forking,
            echo: self.echo,
            ..Trace::default()
        }
    }

    /// Forgets the item that was followed to its end.
    pub fn end_ahead(&mut self) {
        if self.ahead.as_ref().is_some_and(|script| script.is_done()) {
            self.ahead = None;
        }
    }

    /// What was counted is there, and no item is followed beyond its end.
    pub fn verify(&self) {
        assert!(self.depth <= self.length, "what has an alternative is a decision");
        assert!(self.decisions.len() as u64 <= self.length, "every decision was counted");
        if let Some(script) = &self.ahead {
            assert!(script.next <= script.decisions.len(), "an item has an end");
        }
    }

    fn nodes(&self) -> impl Iterator<Item = &Node> {
        std::iter::successors(self.shared.as_deref(), |node| node.parent.as_deref())
    }

    /// All decisions, in order.
    pub fn decisions(&self) -> Vec<Decision> {
        let mut parts: Vec<&[Decision]> = vec![&self.decisions];
        parts.extend(self.nodes().map(|node| &*node.decisions));
        parts.iter().rev().flat_map(|part| part.iter().copied()).collect()
    }

    /// All that was printed, in order.
    pub fn output(&self) -> Vec<&Piece> {
        let mut parts: Vec<&[Piece]> = vec![&self.output];
        parts.extend(self.nodes().map(|node| &*node.output));
        parts.iter().rev().flat_map(|part| part.iter()).collect()
    }

    /// Hands over what was printed first, as far as it is plain bytes and no other path shares it.
    pub fn take_plain_output(&mut self, mut take: impl FnMut(i32, &[u8])) {
        if self.shared.is_some() {
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

    /// All marks that were not handed over yet; they stay.
    pub fn marks(&self) -> Vec<u32> {
        let mut marks = self.marks.clone();
        for node in self.nodes() {
            marks.extend_from_slice(&node.marks.borrow());
        }
        marks
    }

    /// Hands over all marks that no path below the same nodes has handed over before.
    pub fn take_marks(&mut self, mut f: impl FnMut(u32)) {
        self.marks.drain(..).for_each(&mut f);
        for node in self.nodes() {
            node.marks.borrow_mut().drain(..).for_each(&mut f);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(choice: u64) -> Decision {
        Decision { choice, pc: 0, implied: false }
    }

    #[test]
    fn both_sides_of_a_fork_share_what_came_before() {
        let mut first = Trace::default();
        first.push(decision(1));
        first.add_marks(&[7]);
        let mut second = first.fork();
        first.push(decision(2));
        second.push(decision(3));
        second.push(decision(4));
        let choices = |trace: &Trace| -> Vec<u64> {
            trace.decisions().iter().map(|decision| decision.choice).collect()
        };
        assert_eq!((choices(&first), choices(&second)), (vec![1, 2], vec![1, 3, 4]));
        assert_eq!((first.length(), second.length()), (2, 3));
        let mut marks = Vec::new();
        second.take_marks(|mark| marks.push(mark));
        first.take_marks(|mark| marks.push(mark));
        assert_eq!(marks, vec![7], "handed over once");
    }

    #[test]
    fn plain_output_is_handed_over_in_its_order() {
        let plain = |text: &str| Piece::Bytes { fd: 1, bytes: text.as_bytes().to_vec() };
        let taken = |trace: &mut Trace| {
            let mut all = Vec::new();
            trace.take_plain_output(|_, bytes| all.extend_from_slice(bytes));
            String::from_utf8(all).unwrap()
        };
        let mut trace = Trace::default();
        trace.print(plain("a"));
        trace.print(plain("b"));
        assert_eq!(taken(&mut trace), "ab");
        assert_eq!(taken(&mut trace), "", "once");
        // What stands behind a piece whose bytes are not known yet waits for it.
        trace.print(plain("c"));
        trace.print(Piece::Mixed { fd: 1, bytes: Vec::new() });
        trace.print(plain("d"));
        assert_eq!(taken(&mut trace), "c");
        assert_eq!(trace.output().len(), 2);
        // So does what stands behind output that another path shares.
        drop(trace.fork());
        trace.print(plain("e"));
        assert_eq!(taken(&mut trace), "");
        assert_eq!(trace.output().len(), 3);
    }

    #[test]
    fn a_long_chain_is_freed_without_recursion() {
        let mut trace = Trace::default();
        for choice in 0..1_000_000 {
            trace.push(decision(choice));
            drop(trace.fork());
        }
        assert_eq!(trace.decisions().len(), 1_000_000);
        drop(trace);
    }
}
