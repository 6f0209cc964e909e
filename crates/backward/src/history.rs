//! What a path has done, from the target upwards: the paper's execution history, whose entries are a unification, a
//! store or a condition (Table I). States that have the end of their paths in common share it.

use dunlin_ir::Point;
use dunlin_term::TermId;
use std::rc::Rc;

/// The effect of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// Two names for one object: an abstract object, and where it lies.
    Unified { object: TermId, place: TermId },
    /// A store to a place that a later read may ask for.
    Stored { place: TermId, value: Option<TermId> },
    /// This must hold here.
    Condition(TermId),
}

#[derive(Debug)]
struct Node {
    at: Point,
    event: Event,
    later: Option<Rc<Node>>,
}

#[derive(Clone, Default, Debug)]
pub struct History {
    last: Option<Rc<Node>>,
}

impl History {
    pub fn push(&mut self, at: Point, event: Event) {
        self.last = Some(Rc::new(Node { at, event, later: self.last.take() }));
    }

    /// From the point that the path has got to, downwards to the target.
    pub fn events(&self) -> impl Iterator<Item = (Point, Event)> + '_ {
        let mut next = self.last.as_deref();
        std::iter::from_fn(move || {
            let node = next?;
            next = node.later.as_deref();
            Some((node.at, node.event))
        })
    }
}

impl Drop for History {
    /// Node by node: paths are long.
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(node) = next {
            next = match Rc::try_unwrap(node) {
                Ok(mut node) => node.later.take(),
                Err(_) => None,
            };
        }
    }
}
