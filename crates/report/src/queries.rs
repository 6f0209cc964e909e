//! How many questions were asked, and who answered them.

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeMap;
use std::time::Duration;

/// Those who answer, in the order in which they are asked: the layers of the solver chain, then the
/// backends. The names are those of `summary.json` and of the columns of `stats.csv`.
pub const ANSWERERS: [&str; 13] = [
    "constant",
    "model",
    "implication",
    "value_sets",
    "address_aware",
    "addresses",
    "cache",
    "counterexamples",
    "neighbours",
    "independence",
    "native",
    "bitwuzla",
    "z3",
];

/// A count for each of [`ANSWERERS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AnsweredBy {
    counts: [u64; ANSWERERS.len()],
}

impl AnsweredBy {
    /// Adds answers of a layer or backend, under its own name ("exact cache") or ours ("cache").
    /// False, and nothing is added, if there is none of that name.
    pub fn add(&mut self, who: &str, answers: u64) -> bool {
        let index = index_of(who);
        if let Some(index) = index {
            self.counts[index] += answers;
        }
        index.is_some()
    }

    pub fn get(&self, who: &str) -> u64 {
        index_of(who).map_or(0, |index| self.counts[index])
    }

    /// Everyone with their count, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        ANSWERERS.into_iter().zip(self.counts)
    }

    /// Those who answered most, the busiest first, without those who answered nothing.
    pub fn busiest(&self, at_most: usize) -> Vec<(&'static str, u64)> {
        let mut all: Vec<_> = self.iter().filter(|(_, count)| *count > 0).collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        all.truncate(at_most);
        all
    }
}

fn index_of(who: &str) -> Option<usize> {
    let name = who.to_ascii_lowercase().replace([' ', '-'], "_");
    let name = match name.as_str() {
        "exact_cache" => "cache",
        "address_aware_cache" => "address_aware",
        name => name,
    };
    ANSWERERS.iter().position(|known| *known == name)
}

impl Serialize for AnsweredBy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(ANSWERERS.len()))?;
        for (who, count) in self.iter() {
            map.serialize_entry(who, &count)?;
        }
        map.end()
    }
}

impl<'d> Deserialize<'d> for AnsweredBy {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<AnsweredBy, D::Error> {
        let mut answered = AnsweredBy::default();
        for (who, count) in BTreeMap::<String, u64>::deserialize(deserializer)? {
            if !answered.add(&who, count) {
                return Err(serde::de::Error::custom(format!("nobody called {who} answers")));
            }
        }
        Ok(answered)
    }
}

/// The questions that reached the address-aware cache, as in Table 4.2 of the thesis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Sharing {
    pub seen: u64,
    /// Of these, about addresses of objects.
    pub with_bases: u64,
    /// Of these, such that the answer is the same wherever the objects lie.
    pub shareable: u64,
}

/// The questions of a run.
#[derive(Clone, Copy, PartialEq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Queries {
    pub asked: u64,
    pub answered_by: AnsweredBy,
    /// Those that reached a backend.
    pub smt: u64,
    /// Answers that caches of whole questions hold now.
    pub cache_entries: u64,
    pub sharing: Sharing,
    /// The time that backends took.
    pub smt_ms: f64,
}

impl Queries {
    /// Adds the questions of another part of the run.
    pub fn add(&mut self, other: &Queries) {
        self.asked += other.asked;
        self.smt += other.smt;
        self.cache_entries += other.cache_entries;
        self.sharing.seen += other.sharing.seen;
        self.sharing.with_bases += other.sharing.with_bases;
        self.sharing.shareable += other.sharing.shareable;
        self.smt_ms += other.smt_ms;
        for (count, more) in self.answered_by.counts.iter_mut().zip(other.answered_by.counts) {
            *count += more;
        }
    }

    pub fn add_backend_time(&mut self, time: Duration) {
        self.smt_ms += time.as_secs_f64() * 1e3;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_layers_are_understood() {
        let mut answered = AnsweredBy::default();
        for (who, count) in [
            ("exact cache", 2),
            ("value sets", 5),
            ("Z3", 1),
            ("cache", 1),
            ("address-aware cache", 2),
        ] {
            assert!(answered.add(who, count), "{who}");
        }
        assert!(!answered.add("oracle", 9));
        assert_eq!((answered.get("cache"), answered.get("value_sets")), (3, 5));
        assert_eq!(answered.get("address_aware"), 2);
        assert_eq!(answered.busiest(2), [("value_sets", 5), ("cache", 3)]);
    }

    #[test]
    fn everyone_is_in_the_json() {
        let mut queries = Queries { asked: 4, ..Queries::default() };
        queries.answered_by.add("model", 4);
        queries.add_backend_time(Duration::from_micros(1500));
        let json = serde_json::to_value(queries).unwrap();
        assert_eq!(json["answered_by"].as_object().unwrap().len(), ANSWERERS.len());
        assert_eq!(json["answered_by"]["model"], 4);
        assert_eq!(json["smt_ms"], 1.5);
    }

    #[test]
    fn parts_of_a_run_add_up() {
        let sharing = Sharing { seen: 9, with_bases: 5, shareable: 4 };
        let part = Queries { smt: 3, cache_entries: 2, sharing, ..Queries::default() };
        let mut all = part;
        all.add(&part);
        let json = serde_json::to_value(all).unwrap();
        assert_eq!((&json["smt"], &json["cache_entries"]), (&6.into(), &4.into()));
        let expected = serde_json::json!({"seen": 18, "with_bases": 10, "shareable": 8});
        assert_eq!(json["sharing"], expected);
    }
}
