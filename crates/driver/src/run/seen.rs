//! States that were seen before, as a run uses them: the table that its workers share, and what is told of it.

use crate::options::RunOptions;
use dunlin_exec::{MatchCounts, Program, Seen, source_place};
use dunlin_report::MatchedEntry;
use dunlin_stop::half_of_machine;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What comparisons came to, by the operation at which states were compared.
pub type Counts = BTreeMap<u32, MatchCounts>;

/// The table of a run, if its states are compared.
pub fn seen(program: &Program, options: &RunOptions) -> Option<Arc<Seen>> {
    let memory = options.max_memory.or_else(half_of_machine);
    options.matching.within(memory).table(program, &options.exec)
}

/// Adds what another part of the run came to.
pub fn add(counts: &mut Counts, other: &Counts) {
    for (place, other) in other {
        let count = counts.entry(*place).or_default();
        count.explored += other.explored;
        count.matched += other.matched;
    }
}

/// The places at which states were covered by others, those with most states first.
pub fn entries(program: &Program, counts: &Counts) -> Vec<MatchedEntry> {
    let mut entries: Vec<MatchedEntry> = counts
        .iter()
        .filter(|(_, count)| count.matched > 0)
        .map(|(&pc, count)| {
            let point = program.code.point(pc);
            let at = program.module.func(point.func);
            // The head of a loop is where its first instruction with a line is.
            let mut index = point.index;
            let insts = at.block(point.block).insts.len() as u32;
            while index < insts && at.pos_at(point.block, index).is_none() {
                index += 1;
            }
            let place = source_place(&program.module, dunlin_ir::Point { index, ..point });
            let position = place.position.as_ref();
            MatchedEntry {
                file: position.map(|at| at.file.to_string()),
                line: position.map(|at| at.line),
                function: place.function.to_string(),
                explored: count.explored,
                matched: count.matched,
                of_calls: program.code.funcs[point.func.index()].entry == pc,
            }
        })
        .collect();
    entries.sort_by_key(|entry| std::cmp::Reverse((entry.explored, entry.matched)));
    entries
}

/// What a verdict says of them.
pub fn in_words(entries: &[MatchedEntry]) -> Option<String> {
    let first = entries.first()?;
    let place = match (&first.file, first.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        _ => format!("a place in {}", first.function),
    };
    let what = match first.of_calls {
        true => format!("{} at {place}", first.function),
        false => format!("the loop at {place}"),
    };
    let others: u64 = entries[1..].iter().map(|entry| entry.explored).sum();
    let states = match (first.explored, others) {
        (1, 0) => format!("the only state of {what} was explored"),
        (n, 0) => format!("all {n} states of {what} were explored"),
        (n, others) => {
            let places = entries.len() - 1;
            let unit = if places == 1 { "place" } else { "places" };
            format!("all {n} states of {what} and {others} of {places} other {unit} were explored")
        }
    };
    Some(states)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(line: u32, explored: u64) -> MatchedEntry {
        MatchedEntry {
            file: Some("main.c".into()),
            line: Some(line),
            function: "main".into(),
            explored,
            matched: 1,
            of_calls: false,
        }
    }

    #[test]
    fn the_sentence_names_the_place_with_most_states() {
        let words = |entries: &[MatchedEntry]| in_words(entries).expect("there are some");
        assert_eq!(
            words(&[entry(31, 412)]),
            "all 412 states of the loop at main.c:31 were explored"
        );
        assert_eq!(
            words(&[entry(31, 412), entry(7, 2), entry(9, 1)]),
            "all 412 states of the loop at main.c:31 and 3 of 2 other places were explored"
        );
        assert_eq!(words(&[entry(3, 1)]), "the only state of the loop at main.c:3 was explored");
        assert_eq!(in_words(&[]), None);
    }
}
