//! The decision of one constraint (ASE, Algorithm 2): precise, then by a box, then not at all.
//!
//! Promises: if the box fulfils its promises before (see [`Boxes`]), the box of a satisfiable answer
//! fulfils them for the path condition with the constraint added; unsatisfiable is only said when
//! all cells are precise. Unlike in the paper, cells with the value of a witness still take part:
//! they are boxes of one value.
//!
//! Of the two boxes of observation 1, the paper looks for one that decides both sides of the next
//! branch. Here the sides are asked separately and each takes the box that fits it, since each
//! becomes a path of its own.

use super::boxes::{Abstraction, Boxes, CellId, SizedCell};
use super::compare::Comparison;
use super::expression::{BinaryOp, Cells, Expression, FUEL, UnaryOp, View, collect_cells, look};
use super::precise::Analysis;
use super::rules::{Rule, Tally};
use super::set::ValueSet;
use super::several::Cuts;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strategy {
    /// PARTI: ranges without strides, one cell, no boxes.
    Intervals,
    /// Strided sets, no boxes.
    Precise,
    /// Boxes by observation 1.
    BoxPriority,
    /// Boxes by observation 2.
    BoxMiddle,
}

/// What gave the answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Means {
    Constant,
    Intervals,
    Precise,
    /// All values of a cell were tried.
    Sweep,
    /// A superset of the solutions has none.
    Outer,
    Priority,
    Middle,
}

#[derive(Clone, Debug)]
pub struct Satisfiable {
    /// The box with the constraint added.
    pub boxes: Boxes,
    pub means: Means,
    /// Whether any set became smaller.
    pub cut: bool,
}

#[derive(Clone, Debug)]
pub enum Verdict {
    Satisfiable(Satisfiable),
    Unsatisfiable(Means),
    Unknown,
}

/// Whether `constraint`, of one bit, can be `truth` inside the path condition of `boxes`.
pub fn decide<E: Expression>(
    boxes: &Boxes,
    constraint: E,
    truth: bool,
    strategy: Strategy,
    tally: &mut Tally,
) -> Verdict {
    Decision { strategy, tally }.decide(boxes, constraint, truth)
}

/// The box after a constraint that the model fulfils. If no rule can cut the box, its cells
/// collapse to the model. `cells` must be all cells of the constraint, hidden ones too.
///
/// The box need not have the model: the caller moves it ([`Boxes::moved_from`]).
pub fn assume<E: Expression>(
    boxes: &Boxes,
    constraint: E,
    truth: bool,
    cells: &[SizedCell],
    model: impl Fn(CellId) -> u64,
    strategy: Strategy,
    tally: &mut Tally,
) -> Boxes {
    match decide(boxes, constraint, truth, strategy, tally) {
        Verdict::Satisfiable(found) => found.boxes,
        verdict => {
            debug_assert!(matches!(verdict, Verdict::Unknown), "the model fulfils the constraint");
            let mut boxes = boxes.clone();
            boxes.upgrade(cells, model, tally);
            boxes
        }
    }
}

/// The box after a constraint over `cells` that leaves `values` of one of them, all others having one
/// value; `exact` if these are all that it leaves.
pub fn restrict(
    boxes: &Boxes,
    cells: &[SizedCell],
    cell: CellId,
    values: ValueSet,
    exact: bool,
) -> Boxes {
    let precise = cells.iter().all(|(id, _)| boxes.abstraction(*id) == Abstraction::Precise);
    let mut boxes = boxes.clone();
    if !(exact && precise) {
        boxes.link(&boxes.members(cells));
    }
    boxes.replace(cell, values);
    boxes
}

struct Decision<'a> {
    strategy: Strategy,
    tally: &'a mut Tally,
}

/// The cells of a constraint.
struct Involved {
    /// Those that are not constants of the path.
    members: Cells,
    /// Those with more than one value.
    free: Cells,
    precise: bool,
}

impl Decision<'_> {
    fn decide<E: Expression>(&mut self, boxes: &Boxes, e: E, truth: bool) -> Verdict {
        let mut cells = Cells::new();
        if e.width() != 1 || collect_cells(e, &mut cells, &mut FUEL.clone()).is_none() {
            return Verdict::Unknown;
        }
        if !boxes.has_alternatives() {
            return self.decide_in(boxes, e, truth, cells);
        }
        let choices = boxes.choices(&cells);
        let several = choices.len() > 1;
        for choice in choices {
            let verdict = self.decide_in(&choice, e, truth, cells.clone());
            if !matches!(verdict, Verdict::Unknown) {
                if several {
                    self.tally.fire(Rule::BoxChosen);
                }
                return verdict;
            }
        }
        Verdict::Unknown
    }

    fn decide_in<E: Expression>(
        &mut self,
        boxes: &Boxes,
        e: E,
        truth: bool,
        all: Cells,
    ) -> Verdict {
        let is_precise = |(id, _): &SizedCell| boxes.abstraction(*id) == Abstraction::Precise;
        let precise = all.iter().all(is_precise);
        let free: Cells = all
            .iter()
            .filter(|(id, w)| boxes.values(*id, *w).single().is_none())
            .copied()
            .collect();
        let involved = Involved { members: boxes.members(&all), free, precise };
        if !precise && !self.makes_boxes() {
            return Verdict::Unknown;
        }
        match involved.free.as_slice() {
            [] => self.constant(boxes, e, truth, &involved),
            [cell] => self.single(boxes, e, truth, *cell, &involved),
            _ => self.several(boxes, e, truth, &involved),
        }
    }

    fn makes_boxes(&self) -> bool {
        matches!(self.strategy, Strategy::BoxPriority | Strategy::BoxMiddle)
    }

    fn analysis<'b>(&'b mut self, boxes: &'b Boxes) -> Analysis<'b> {
        Analysis::new(boxes, self.strategy == Strategy::Intervals, self.tally)
    }

    fn constant<E: Expression>(
        &mut self,
        boxes: &Boxes,
        e: E,
        truth: bool,
        involved: &Involved,
    ) -> Verdict {
        let Some(value) = self.analysis(boxes).constant(e) else { return Verdict::Unknown };
        if (value == 1) == truth {
            self.tally.fire(Rule::Constant);
            return self.holds_everywhere(boxes, involved, Means::Constant);
        }
        if involved.precise {
            self.tally.fire(Rule::Constant);
            return Verdict::Unsatisfiable(Means::Constant);
        }
        Verdict::Unknown
    }

    /// Section IV: one cell.
    fn single<E: Expression>(
        &mut self,
        boxes: &Boxes,
        e: E,
        truth: bool,
        cell: SizedCell,
        involved: &Involved,
    ) -> Verdict {
        let target = ValueSet::point(1, truth.into());
        let Some(found) = self.analysis(boxes).solve(e, cell, &target) else {
            return Verdict::Unknown;
        };
        let exact = found.is_exact();
        let values = found.values;
        if self.strategy == Strategy::Intervals && values.intervals().iter().any(|i| i.stride() > 1)
        {
            return Verdict::Unknown;
        }
        let means = if self.strategy == Strategy::Intervals {
            Means::Intervals
        } else if exact && involved.precise {
            Means::Precise
        } else if self.makes_boxes() {
            self.box_means()
        } else {
            return Verdict::Unknown;
        };
        if self.strategy == Strategy::Intervals && !exact {
            return Verdict::Unknown;
        }
        if values.is_empty() {
            if exact && involved.precise {
                self.tally.fire(Rule::PreciseChain);
                return Verdict::Unsatisfiable(means);
            }
            return Verdict::Unknown;
        }
        self.tally.fire(if exact { Rule::PreciseChain } else { Rule::PartOfChain });
        if values.size() == boxes.values(cell.0, cell.1).size() {
            return self.holds_everywhere(boxes, involved, means);
        }
        self.cut(boxes, vec![(cell.0, values)], exact, involved, means)
    }

    /// Section V: several cells.
    fn several<E: Expression>(
        &mut self,
        boxes: &Boxes,
        e: E,
        truth: bool,
        involved: &Involved,
    ) -> Verdict {
        if self.strategy == Strategy::Intervals {
            return Verdict::Unknown;
        }
        let known = self.analysis(boxes).forward(e).and_then(|values| values.single());
        if known == Some(truth.into()) {
            self.tally.fire(Rule::AlwaysTrue);
            let means = if involved.precise { Means::Precise } else { self.box_means() };
            return self.holds_everywhere(boxes, involved, means);
        }
        if known.is_some() {
            if involved.precise {
                self.tally.fire(Rule::NeverTrue);
                return Verdict::Unsatisfiable(Means::Precise);
            }
            return Verdict::Unknown;
        }
        let Some(view) = look(e, &mut FUEL.clone()) else { return Verdict::Unknown };
        match view {
            View::Unary(UnaryOp::Not, x) => return self.decide(boxes, x, !truth),
            View::Compare(op @ (Comparison::Equal | Comparison::NotEqual), x, y)
                if x.width() == 1 =>
            {
                if let Some(k) = self.analysis(boxes).constant(y) {
                    let same = (op == Comparison::Equal) == (k == 1);
                    return self.decide(boxes, x, same == truth);
                }
            }
            View::Binary(op @ (BinaryOp::And | BinaryOp::Or), x, y) => {
                return if (op == BinaryOp::And) == truth {
                    self.conjunction(boxes, (x, truth), (y, truth))
                } else {
                    self.disjunction(boxes, (x, truth), (y, truth), involved)
                };
            }
            _ => {}
        }
        if !self.makes_boxes() {
            return Verdict::Unknown;
        }
        self.boxed(boxes, e, view, truth, involved)
    }

    fn conjunction<E: Expression>(
        &mut self,
        boxes: &Boxes,
        (x, x_truth): (E, bool),
        (y, y_truth): (E, bool),
    ) -> Verdict {
        let first = match self.decide(boxes, x, x_truth) {
            Verdict::Satisfiable(first) => first,
            other => return other,
        };
        match self.decide(&first.boxes, y, y_truth) {
            Verdict::Satisfiable(second) => {
                self.tally.fire(Rule::Conjunction);
                let means = weaker(first.means, second.means);
                let cut = first.cut || second.cut;
                Verdict::Satisfiable(Satisfiable { boxes: second.boxes, means, cut })
            }
            // The second part speaks of precise cells only if its answer is "unsatisfiable", and
            // these were cut exactly.
            other => other,
        }
    }

    fn disjunction<E: Expression>(
        &mut self,
        boxes: &Boxes,
        (x, x_truth): (E, bool),
        (y, y_truth): (E, bool),
        involved: &Involved,
    ) -> Verdict {
        self.tally.fire(Rule::Disjunction);
        let first = self.decide(boxes, x, x_truth);
        if let Verdict::Satisfiable(found) = &first
            && !found.cut
        {
            return self.holds_everywhere(&found.boxes, involved, found.means);
        }
        let second = self.decide(boxes, y, y_truth);
        let found = match (first, second) {
            (Verdict::Unsatisfiable(_), other) | (other, Verdict::Unsatisfiable(_)) => {
                return other;
            }
            (_, Verdict::Satisfiable(found)) if !found.cut => {
                return self.holds_everywhere(&found.boxes, involved, found.means);
            }
            (Verdict::Satisfiable(found), _) | (_, Verdict::Satisfiable(found)) => found,
            (Verdict::Unknown, Verdict::Unknown) => return Verdict::Unknown,
        };
        if !self.makes_boxes() {
            return Verdict::Unknown;
        }
        // The other part has solutions too, or may have: what was exact is a box now.
        let mut boxes = found.boxes;
        boxes.link(&involved.members);
        Verdict::Satisfiable(Satisfiable { boxes, means: self.box_means(), cut: true })
    }

    fn boxed<E: Expression>(
        &mut self,
        boxes: &Boxes,
        e: E,
        view: View<E>,
        truth: bool,
        involved: &Involved,
    ) -> Verdict {
        let strategy = self.strategy;
        let means = self.box_means();
        let mut analysis = self.analysis(boxes);
        let target = ValueSet::point(1, truth.into());
        let mut found = match view {
            View::Compare(op, x, y) => {
                let (op, swap) = if truth { (op, false) } else { op.negated() };
                let (x, y) = if swap { (y, x) } else { (x, y) };
                analysis.comparison_boxes(op, x, y, strategy).unwrap_or_default()
            }
            View::Choice(condition, x, y) => {
                return self.choice(boxes, condition, (x, y), truth, involved);
            }
            _ => analysis.box_for(e, &target).into_iter().collect(),
        };
        if found.is_empty() {
            found.extend(analysis.fix_others(e, &involved.free, &target));
        }
        let mut found = found.into_iter();
        let Some(first) = found.next() else { return Verdict::Unknown };
        let mut verdict = self.cut(boxes, first, false, involved, means);
        if let (Verdict::Satisfiable(satisfiable), Some(second)) = (&mut verdict, found.next()) {
            satisfiable.boxes.keep_alternative(second.into_iter());
        }
        verdict
    }

    /// If-then-else of one bit: one of its sides, with the condition for it.
    fn choice<E: Expression>(
        &mut self,
        boxes: &Boxes,
        condition: E,
        (x, y): (E, E),
        truth: bool,
        involved: &Involved,
    ) -> Verdict {
        for (side, side_truth) in [(x, true), (y, false)] {
            let verdict = self.conjunction(boxes, (condition, side_truth), (side, truth));
            if let Verdict::Satisfiable(found) = verdict {
                let mut boxes = found.boxes;
                boxes.link(&involved.members);
                let means = self.box_means();
                return Verdict::Satisfiable(Satisfiable { boxes, means, cut: true });
            }
        }
        Verdict::Unknown
    }

    fn box_means(&self) -> Means {
        match self.strategy {
            Strategy::BoxPriority => Means::Priority,
            _ => Means::Middle,
        }
    }

    /// The constraint holds for the whole box. Unless all its cells are precise, it still ties them
    /// together: a later witness may move one of them out of the box.
    fn holds_everywhere(&mut self, boxes: &Boxes, involved: &Involved, means: Means) -> Verdict {
        let mut boxes = boxes.clone();
        if !involved.precise {
            boxes.link(&involved.members);
        }
        Verdict::Satisfiable(Satisfiable { boxes, means, cut: false })
    }

    fn cut(
        &mut self,
        boxes: &Boxes,
        cuts: Cuts,
        exact: bool,
        involved: &Involved,
        means: Means,
    ) -> Verdict {
        let mut boxes = boxes.clone();
        if !(exact && involved.precise) {
            boxes.link(&involved.members);
        }
        for (id, values) in cuts {
            boxes.replace(id, values);
        }
        Verdict::Satisfiable(Satisfiable { boxes, means, cut: true })
    }
}

/// The less exact of two answers.
fn weaker(a: Means, b: Means) -> Means {
    let rank = |means: Means| match means {
        Means::Constant => 0,
        Means::Intervals => 1,
        Means::Precise | Means::Sweep | Means::Outer => 2,
        Means::Priority | Means::Middle => 3,
    };
    if rank(a) >= rank(b) { a } else { b }
}
