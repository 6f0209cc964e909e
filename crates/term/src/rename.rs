//! Terms that are the same but for which objects they speak of (thesis, Algorithm 2).
//!
//! Two sets of constraints are compared structurally. Where both have a base, the two bases become a
//! pair: the pairs must form a bijection, and the objects must have equal sizes (and addresses of
//! equal width and alignment), so that any addresses for one set are addresses for the other.
//! Constraints are a set, and so are the operands of commutative operators, nested ones as one: their
//! order in a term depends on which was made first. Hashes that are blind to bases
//! ([`crate::Blind::ToBases`]) say which can be meant; where several can, they are tried one after the
//! other.
//!
//! Nothing recurses: what must still match is a list, and a point where several choices are open
//! remembers how that list, the bijection and the pairs of terms seen so far were.

use crate::arena::Terms;
use crate::blind::Blind;
use crate::ids::{BaseId, TermId};
use crate::op::Op;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// So many pairs of terms are looked at before two sets count as different.
const MAX_STEPS: usize = 1 << 15;

/// Operands beyond this many are compared in their order.
const MAX_OPERANDS: usize = 512;

impl Terms {
    /// The bases of `known` with those of `asked` that take their place, if a bijection of bases with
    /// equal sizes makes the two sets of constraints the same. Without repetition, both.
    pub fn same_but_for_bases(
        &mut self,
        known: &[TermId],
        asked: &[TermId],
    ) -> Option<Vec<(BaseId, BaseId)>> {
        let mut search = Search {
            terms: self,
            forward: FxHashMap::default(),
            backward: FxHashMap::default(),
            pairs: Vec::new(),
            seen: FxHashSet::default(),
            seen_trail: Vec::new(),
            goals: vec![(Goal::Pair(TermId::TRUE, TermId::TRUE), END)],
            next: END,
            choices: Vec::new(),
        };
        search.operands(known, asked).then(|| search.run()).flatten()
    }
}

/// What must match.
#[derive(Clone)]
enum Goal {
    Pair(TermId, TermId),
    /// Operands that look alike, in some order.
    Group(Rc<[TermId]>, Rc<[TermId]>),
}

/// The end of the list of goals.
const END: u32 = 0;

/// The first operand of `known` still has untried partners among `asked`.
struct Choice {
    known: Rc<[TermId]>,
    asked: Rc<[TermId]>,
    partner: usize,
    /// How much there was when the choice was made.
    next: u32,
    goals: usize,
    pairs: usize,
    seen: usize,
}

struct Search<'a> {
    terms: &'a mut Terms,
    forward: FxHashMap<BaseId, BaseId>,
    backward: FxHashMap<BaseId, BaseId>,
    /// The bijection in the order in which it grew.
    pairs: Vec<(BaseId, BaseId)>,
    /// Pairs of terms that match if all goals do.
    seen: FxHashSet<(TermId, TermId)>,
    seen_trail: Vec<(TermId, TermId)>,
    /// A list in an arena: a goal and the next one.
    goals: Vec<(Goal, u32)>,
    next: u32,
    choices: Vec<Choice>,
}

impl Search<'_> {
    fn run(mut self) -> Option<Vec<(BaseId, BaseId)>> {
        for _ in 0..MAX_STEPS {
            if self.next == END {
                return Some(self.pairs);
            }
            let (goal, next) = self.goals[self.next as usize].clone();
            self.next = next;
            let fits = match goal {
                Goal::Pair(known, asked) => self.pair(known, asked),
                Goal::Group(known, asked) => {
                    self.choices.push(Choice {
                        known,
                        asked,
                        partner: 0,
                        next,
                        goals: self.goals.len(),
                        pairs: self.pairs.len(),
                        seen: self.seen_trail.len(),
                    });
                    self.choose()
                }
            };
            if !fits && !self.choose() {
                return None;
            }
        }
        None
    }

    fn push(&mut self, goal: Goal) {
        let at = self.goals.len() as u32;
        self.goals.push((goal, self.next));
        self.next = at;
    }

    /// Goes back to the last choice that has a partner left, and takes that. False if there is none.
    fn choose(&mut self) -> bool {
        let Some(choice) = self.choices.last_mut() else { return false };
        let partner = choice.partner;
        choice.partner += 1;
        let (known, asked) = (Rc::clone(&choice.known), Rc::clone(&choice.asked));
        let (next, goals, pairs, seen) = (choice.next, choice.goals, choice.pairs, choice.seen);
        if choice.partner == asked.len() {
            self.choices.pop();
        }
        self.next = next;
        self.goals.truncate(goals);
        for (known, asked) in self.pairs.drain(pairs..) {
            self.forward.remove(&known);
            self.backward.remove(&asked);
        }
        for pair in self.seen_trail.drain(seen..) {
            self.seen.remove(&pair);
        }
        let rest: Rc<[TermId]> =
            asked.iter().enumerate().filter(|(i, _)| *i != partner).map(|(_, &t)| t).collect();
        self.group(&known[1..], rest);
        self.push(Goal::Pair(known[0], asked[partner]));
        true
    }

    fn group(&mut self, known: &[TermId], asked: Rc<[TermId]>) {
        match known {
            [] => {}
            [one] => self.push(Goal::Pair(*one, asked[0])),
            several => self.push(Goal::Group(several.into(), asked)),
        }
    }

    /// Whether two terms can match; what their parts need is pushed.
    fn pair(&mut self, known: TermId, asked: TermId) -> bool {
        let has_base = self.terms.has_base(known);
        if has_base != self.terms.has_base(asked) {
            return false;
        }
        if !has_base {
            return known == asked;
        }
        if !self.seen.insert((known, asked)) {
            return true;
        }
        self.seen_trail.push((known, asked));
        let (x, y) = (self.terms.node(known), self.terms.node(asked));
        let same_head = x.op == y.op && x.width == y.width && x.is_array() == y.is_array();
        if !same_head || x.op.is_float() && (x.p, x.q) != (y.p, y.q) {
            return false;
        }
        if x.op == Op::Base {
            return self.bases(BaseId(x.a), BaseId(y.a));
        }
        if x.op.is_commutative()
            && let (Some(known), Some(asked)) = (self.flat(known), self.flat(asked))
        {
            return self.operands(&known, &asked);
        }
        let arity = x.op.arity();
        if x.fields()[arity..] != y.fields()[arity..] {
            return false;
        }
        for (x, y) in self.terms.children(known).zip(self.terms.children(asked)) {
            self.push(Goal::Pair(x, y));
        }
        true
    }

    /// `add-pair` of Algorithm 2.
    fn bases(&mut self, known: BaseId, asked: BaseId) -> bool {
        match (self.forward.get(&known), self.backward.get(&asked)) {
            (Some(&there), Some(&back)) => there == asked && back == known,
            (None, None) => {
                let (x, y) = (self.terms.base_info(known), self.terms.base_info(asked));
                let isomorphic = x.size == y.size
                    && (x.width, x.align, x.non_null) == (y.width, y.align, y.non_null);
                if isomorphic {
                    self.forward.insert(known, asked);
                    self.backward.insert(asked, known);
                    self.pairs.push((known, asked));
                }
                isomorphic
            }
            _ => false,
        }
    }

    /// The operands of a commutative operator, with those of nested applications if these may be
    /// regrouped.
    fn flat(&self, term: TermId) -> Option<Vec<TermId>> {
        let op = self.terms.op(term);
        let mut operands = Vec::new();
        let mut open: Vec<TermId> = self.terms.children(term).collect();
        while let Some(next) = open.pop() {
            if op.is_associative() && self.terms.op(next) == op {
                open.extend(self.terms.children(next));
            } else {
                operands.push(next);
            }
            if operands.len() + open.len() > MAX_OPERANDS {
                return None;
            }
        }
        Some(operands)
    }

    /// Two collections of terms that must be the same in some order.
    fn operands(&mut self, known: &[TermId], asked: &[TermId]) -> bool {
        let (plain_known, known) = self.split(known);
        let (plain_asked, asked) = self.split(asked);
        let same_hashes =
            known.len() == asked.len() && known.iter().zip(&asked).all(|((x, _), (y, _))| x == y);
        if plain_known != plain_asked || !same_hashes {
            return false;
        }
        let mut groups: Vec<(usize, usize)> = Vec::new();
        let mut start = 0;
        for group in known.chunk_by(|(x, _), (y, _)| x == y) {
            groups.push((start, start + group.len()));
            start += group.len();
        }
        // What has one partner goes first, so that it decides for the others.
        groups.sort_by_key(|(start, end)| std::cmp::Reverse(end - start));
        let ids = |list: &[(u64, TermId)]| list.iter().map(|(_, term)| *term).collect::<Rc<[_]>>();
        for (start, end) in groups {
            let known = ids(&known[start..end]);
            self.group(&known, ids(&asked[start..end]));
        }
        true
    }

    /// The terms without bases, sorted; the others with their blind hashes, sorted by these.
    fn split(&mut self, operands: &[TermId]) -> (Vec<TermId>, Vec<(u64, TermId)>) {
        let (mut plain, mut others) = (Vec::new(), Vec::new());
        for &term in operands {
            match self.terms.has_base(term) {
                false => plain.push(term),
                true => others.push((self.terms.blind_hash(term, Blind::ToBases), term)),
            }
        }
        plain.sort_unstable();
        others.sort_unstable();
        (plain, others)
    }
}
