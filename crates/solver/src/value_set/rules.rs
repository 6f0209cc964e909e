//! The names of all rules, and how often each was used.
//!
//! A rule that never fires on any program is a finding, so each has a counter of its own. Comments
//! name the formula of ASE that a rule follows; rules without one go beyond the paper.

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Rule { $($(#[$doc])* $name,)* }

        impl Rule {
            pub const ALL: &'static [Rule] = &[$(Rule::$name,)*];

            pub fn name(self) -> &'static str {
                match self { $(Rule::$name => stringify!($name),)* }
            }
        }
    };
}

rules! {
    // Forward: the image of a set.
    /// An operation that ignores its operand, such as a shift by the whole width.
    ForwardConstant,
    /// `x + k` (formula 2).
    ForwardAdd,
    /// `-x`, with `k - x` made of it (formula 2).
    ForwardNegate,
    /// `x + y` of two sets, exact under formulas 4 and 5 (formula 3).
    ForwardAddSets,
    /// `x + y` where formula 4 or 5 fails.
    ForwardAddSetsLarger,
    /// `x * k` without overflow of the span (formula 6).
    ForwardMultiply,
    /// `x * k` of a residue class modulo a power of two is such a class.
    ForwardMultiplyClass,
    /// `x * k` cut into parts that fulfil the condition of formula 6.
    ForwardMultiplyParts,
    /// `x * k` otherwise: only the trailing zero bits are kept.
    ForwardMultiplyLarger,
    /// `x / k`, exact (formula 7).
    ForwardDivide,
    /// `x / k` where the stride is larger than `k` and no multiple of it.
    ForwardDivideLarger,
    /// `x % k` inside one block of `k` values (formula 8, first row), or in a few blocks.
    ForwardRemainderBlocks,
    /// `x % k` when all residues of a class are met (formula 8, second row).
    ForwardRemainderClass,
    /// `x % k` otherwise (formula 8, last row).
    ForwardRemainderLarger,
    /// The low bits of a set that is shorter than their circle.
    ForwardTruncate,
    /// The low bits of a set that meets a whole residue class.
    ForwardTruncateClass,
    /// The low bits of a set, part by part.
    ForwardTruncateParts,
    /// The low bits otherwise.
    ForwardTruncateLarger,
    /// Zero-extension.
    ForwardZeroExtend,
    /// `x ^ k` by aligned blocks, which exclusive or only moves.
    ForwardXorBlocks,
    /// `x ^ k` otherwise.
    ForwardXorLarger,
    /// `x & k` for a mask with holes.
    ForwardAndLarger,
    /// A small set, value by value.
    ForwardPoints,
    /// Too many intervals: one interval around all of them.
    ForwardHull,
    /// A signed operation, split into operands below zero and others.
    SplitBySign,

    // Backward: the operands that lead into a set.
    /// An operation that ignores its operand.
    InverseConstant,
    /// `x + k` (Table II).
    InverseAdd,
    /// `-x`, with `k - x` made of it (Table II).
    InverseNegate,
    /// `x * k` by the position in the image (formula 9).
    InverseMultiply,
    /// `x * 2^t` as truncation.
    InverseMultiplyShift,
    /// `x * k = y` for few `y`: linear congruences.
    InverseMultiplyPoints,
    /// `x / k` in a range (formulas 10 and 11).
    InverseDivideRange,
    /// `x / k` in a strided set, by the position in the image.
    InverseDividePosition,
    /// `x / k` in a strided set, a block for each value.
    InverseDivideBlocks,
    /// `x / k` in a strided set, an interval for each position in a block.
    InverseDividePhases,
    /// `x % k`, block by block.
    InverseRemainderBlocks,
    /// `x % k` in a whole residue class.
    InverseRemainderClass,
    /// `x % k`, an interval for each residue.
    InverseRemainderPoints,
    /// Zero-extension.
    InverseZeroExtend,
    /// `x ^ k`: its own inverse.
    InverseXor,
    /// `x & k = y`: fixed and free bits.
    InverseAndPatterns,
    /// All operands without those that lead into the complement.
    InverseComplement,
    /// A small set of operands, value by value.
    InversePoints,

    // Comparisons.
    /// A comparison with a constant.
    CompareConstant,
    /// Both sides lie apart (Table I, first two rows).
    CompareApart,
    /// One side has one value (Table I, last two rows).
    CompareSingle,
    /// The sides of an equation have no common value.
    CompareDisjoint,

    // Procedures.
    /// All cells of the constraint have one value.
    Constant,
    /// One cell along a chain of operations (section IV).
    PreciseChain,
    /// One cell in several parts of a logical connective.
    PreciseConnective,
    /// One cell in an if-then-else.
    PreciseChoice,
    /// One cell with few values: each is tried.
    PreciseEnumeration,
    /// One cell with few values, seen through anything, tables included: all are tried at once.
    Sweep,
    /// One cell, but the exact set has too many intervals: some of them.
    PartOfChain,
    /// Several cells: the constraint holds for all their values.
    AlwaysTrue,
    /// Several cells: the constraint holds for none of their values.
    NeverTrue,
    /// Several cells, one part of a conjunction after the other.
    Conjunction,
    /// Several cells, one part of a disjunction.
    Disjunction,
    /// Two sides that overlap, the greater or the smaller one keeps its values (observation 1).
    BoxPriority,
    /// Two sides that overlap, divided in the middle (observation 2).
    BoxMiddle,
    /// Of two boxes that were kept, the one that answers (observation 1).
    BoxChosen,
    /// A sum in a range: both operands get half of the room.
    BoxSum,
    /// A concatenation: high parts for which every low part is allowed.
    BoxConcat,
    /// An operation on two unknown operands: one of them is fixed.
    BoxFixOperand,
    /// All cells but one are fixed.
    BoxFixOthers,
    /// The cells get the values of a witness (Algorithm 2, line 19).
    Upgrade,
}

/// How often each rule was used, and how much work is left for the current question: these
/// procedures are only worth it while they are cheap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    counts: [u64; Rule::ALL.len()],
    work_left: u32,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally { counts: [0; Rule::ALL.len()], work_left: u32::MAX }
    }
}

impl Tally {
    pub fn fire(&mut self, rule: Rule) {
        self.counts[rule as usize] += 1;
        self.work(1);
    }

    /// Allows so much work from now on: rules used, and intervals handled.
    pub fn allow(&mut self, work: u32) {
        self.work_left = work;
    }

    pub(super) fn work(&mut self, amount: usize) {
        if self.work_left != u32::MAX {
            self.work_left = self.work_left.saturating_sub(amount as u32);
        }
    }

    pub(super) fn can_afford(&self, amount: u32) -> bool {
        self.work_left >= amount
    }

    /// Whether all work that was allowed is done. What is not finished then stays undecided.
    pub(super) fn is_spent(&self) -> bool {
        self.work_left == 0
    }

    pub fn count(&self, rule: Rule) -> u64 {
        self.counts[rule as usize]
    }

    pub fn add(&mut self, other: &Tally) {
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Rule, u64)> + '_ {
        Rule::ALL.iter().map(|&rule| (rule, self.count(rule)))
    }
}
