//! Hints: values for inputs that are likely to lead to what is looked for, and relations between them.
//!
//! Somebody else guesses them, such as a search from the target backward (Multi-Pass Targeted Dynamic Symbolic
//! Execution, Algorithm 1: the replay map). Here is only the table: by site, which is the point of the module
//! that makes an input, what it may be assumed to be. Where an input is made that has hints, the state splits
//! (`decide/hinted.rs` and `decide/related.rs`).
//!
//! The lists of a site only grow, so that the number of a hint means the same as long as the table is kept:
//! traces name hints by it.

use super::relations::Relation;
use dunlin_ir::PointNumber;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A hint for no input in particular is one for the first so many of a site: a loop that never ends would split every
/// state in every round.
pub(crate) const FIRST: u32 = 3;

/// What some bytes of an input may be.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Hint {
    /// How many inputs the site has made before this one on the path; without a number, few.
    pub occurrence: Option<u32>,
    /// Offsets in the input and what lies there. In a table they are sorted, and every offset is there once.
    pub bytes: Vec<(u64, u8)>,
}

impl Hint {
    /// The lowest bytes of a number, as the program reads it from the start of the input.
    pub fn number(occurrence: Option<u32>, size: u32, value: u64) -> Hint {
        let bytes = (0..u64::from(size)).zip(value.to_le_bytes()).collect();
        Hint { occurrence, bytes }
    }

    /// The value of the byte at an offset, if it says one.
    pub fn at(&self, offset: u64) -> Option<u8> {
        let found = self.bytes.binary_search_by_key(&offset, |(offset, _)| *offset);
        found.ok().map(|index| self.bytes[index].1)
    }

    /// Whether it is about the input of this number and size that a site makes.
    pub(crate) fn fits(&self, occurrence: u32, size: u64) -> bool {
        let about = match self.occurrence {
            Some(wanted) => wanted == occurrence,
            None => occurrence < FIRST,
        };
        about && self.bytes.last().is_some_and(|(offset, _)| *offset < size)
    }

    /// Whether no input is as both say.
    pub(crate) fn excludes(&self, other: &Hint) -> bool {
        self.bytes.iter().any(|&(at, value)| other.at(at).is_some_and(|other| other != value))
    }

    /// Whether every input that is as the other says is as this one says.
    pub(crate) fn includes(&self, other: &Hint) -> bool {
        self.bytes.iter().all(|&(at, value)| other.at(at) == Some(value))
    }

    /// Sorts the bytes. What is said twice of one offset holds as it was said first.
    fn normalise(&mut self) {
        self.bytes.sort_by_key(|(offset, _)| *offset);
        self.bytes.dedup_by_key(|(offset, _)| *offset);
    }
}

/// The hints of all sites.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Written", from = "Written")]
pub struct Hints {
    by_site: BTreeMap<PointNumber, Vec<Hint>>,
    /// By the site of their last input.
    relations: BTreeMap<PointNumber, Vec<Relation<PointNumber>>>,
}

impl Hints {
    pub fn is_empty(&self) -> bool {
        self.by_site.is_empty() && self.relations.is_empty()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        let relations: usize = self.relations.values().map(Vec::len).sum();
        self.by_site.values().map(Vec::len).sum::<usize>() + relations
    }

    /// Those of a site, by number.
    pub fn at(&self, site: PointNumber) -> &[Hint] {
        self.by_site.get(&site).map_or(&[], |hints| hints)
    }

    /// The relations that can be decided where this site makes an input, by number.
    pub fn relations_at(&self, site: PointNumber) -> &[Relation<PointNumber>] {
        self.relations.get(&site).map_or(&[], |relations| relations)
    }

    /// Adds a hint behind those that the site has; `false` if it says nothing, or is there already.
    pub fn add(&mut self, site: PointNumber, mut hint: Hint) -> bool {
        hint.normalise();
        if hint.bytes.is_empty() || self.at(site).contains(&hint) {
            return false;
        }
        self.by_site.entry(site).or_default().push(hint);
        true
    }

    /// Adds a relation behind those that the site of its last input has; `false` if it is there already.
    pub fn relate(&mut self, relation: Relation<PointNumber>) -> bool {
        let site = relation.last().site;
        if self.relations_at(site).contains(&relation) {
            return false;
        }
        self.relations.entry(site).or_default().push(relation);
        true
    }

    /// Adds all of another table; how many of them are new.
    pub fn extend(&mut self, other: &Hints) -> usize {
        let mut new = 0;
        for (site, hints) in &other.by_site {
            new += hints.iter().filter(|hint| self.add(*site, (*hint).clone())).count();
        }
        let relations = other.relations.values().flatten();
        new + relations.filter(|relation| self.relate((*relation).clone())).count()
    }
}

/// A table as it is written.
#[derive(Clone, Serialize, Deserialize)]
struct Written {
    hints: Vec<(u32, Hint)>,
    relations: Vec<Relation<u32>>,
}

impl From<Hints> for Written {
    fn from(table: Hints) -> Written {
        let of_site = |(site, hints): (PointNumber, Vec<Hint>)| {
            hints.into_iter().map(move |hint| (site.0, hint))
        };
        let relations = table.relations.into_values().flatten();
        Written {
            hints: table.by_site.into_iter().flat_map(of_site).collect(),
            relations: relations.map(|relation| relation.map(|site| site.0)).collect(),
        }
    }
}

impl From<Written> for Hints {
    fn from(written: Written) -> Hints {
        let mut table = Hints::default();
        for (site, hint) in written.hints {
            table.add(PointNumber(site), hint);
        }
        // One without inputs was not written here, and is about nothing.
        let relations =
            written.relations.into_iter().filter(|relation| !relation.inputs().is_empty());
        for relation in relations {
            table.relate(relation.map(PointNumber));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::super::relations::{Related, Which, byte_of_related};
    use super::*;
    use dunlin_term::Terms;

    fn hint(bytes: &[(u64, u8)]) -> Hint {
        Hint { occurrence: None, bytes: bytes.to_vec() }
    }

    #[test]
    fn numbers_of_hints_stay_when_others_come() {
        let site = PointNumber(7);
        let mut hints = Hints::default();
        assert!(hints.is_empty() && hints.at(site).is_empty());
        assert!(!hints.add(site, hint(&[])), "it says nothing");
        assert!(hints.is_empty());
        assert!(hints.add(site, hint(&[(3, 1), (1, 2), (3, 9)])));
        assert!(!hints.add(site, hint(&[(1, 2), (3, 1)])), "it is there already");
        assert!(hints.add(PointNumber(2), hint(&[(0, 0)])));
        let mut more = Hints::default();
        more.add(site, hint(&[(1, 2), (3, 1)]));
        more.add(site, Hint { occurrence: Some(4), ..hint(&[(1, 2), (3, 1)]) });
        assert_eq!((hints.extend(&more), hints.count()), (1, 3));
        assert_eq!(hints.at(site)[0], hint(&[(1, 2), (3, 1)]), "sorted, as it was said first");
        assert_eq!(hints.at(site)[1].occurrence, Some(4));
    }

    #[test]
    fn tables_are_written_and_read() {
        let mut hints = Hints::default();
        hints.add(PointNumber(9), Hint::number(None, 4, 1000));
        hints.add(PointNumber(9), Hint::number(Some(2), 4, 7));
        hints.add(PointNumber(1), hint(&[(5, 255)]));
        let mut terms = Terms::new();
        let byte = byte_of_related(&mut terms, 0, 0);
        let zero = terms.constant(8, 0);
        for condition in [terms.eq(byte, zero), terms.ne(byte, zero)] {
            let inputs = vec![Related { site: PointNumber(9), which: Which::Number(1) }];
            let relation = Relation::new(&mut terms, inputs, condition).expect("about a byte");
            assert!(hints.relate(relation.clone()) && !hints.relate(relation));
        }
        assert_eq!((hints.count(), hints.relations_at(PointNumber(9)).len()), (5, 2));
        let mut again = hints.clone();
        assert_eq!(again.extend(&hints), 0);
        let written = postcard::to_stdvec(&hints).expect("memory takes everything");
        assert_eq!(postcard::from_bytes::<Hints>(&written).expect("written above"), hints);
    }

    #[test]
    fn hints_are_compared_by_the_inputs_that_they_mean() {
        let (one, both) = (hint(&[(0, 1)]), hint(&[(0, 1), (1, 2)]));
        assert!(one.includes(&both) && !both.includes(&one) && !one.excludes(&both));
        assert!(both.excludes(&hint(&[(1, 3)])) && !both.excludes(&hint(&[(4, 3)])));
        assert!(Hint::number(Some(1), 2, 0x102).fits(1, 2));
        assert!(!Hint::number(Some(1), 2, 0x102).fits(0, 2), "another occurrence");
        assert!(!Hint::number(None, 2, 0x102).fits(0, 1), "the input is smaller");
        assert_eq!(Hint::number(None, 2, 0x102).bytes, [(0, 2), (1, 1)]);
    }
}
