//! Whether two runs took the same paths, whatever their builds call objects.
//!
//! A trace has the names of objects where a pointer could mean several. What an object is called follows from how a build
//! names them, and two builds may differ in it. So on each path one name may stand for another, always the same one, and
//! no two for one. All other numbers must be equal: ways out of a switch, values, sizes.

use std::collections::HashMap;

/// Numbers from here on are names of objects: the class of an object is above its lowest 41 bits. What is
/// there before the program starts has smaller ones, of which every build has the same.
pub const FIRST_NAME: u64 = 1 << 41;

/// The first path that differs, in both runs, with its end and its trace.
pub fn difference(before: &str, after: &str) -> Option<(String, String)> {
    let (before, after) = (sorted(before), sorted(after));
    let missing = |paths: &[Path], at: usize| {
        paths.get(at).map_or_else(|| "no path".to_owned(), |path| path.text.to_owned())
    };
    let count = before.len().max(after.len());
    let differ = |&at: &usize| match (before.get(at), after.get(at)) {
        (Some(one), Some(two)) => !same(one.text, two.text),
        _ => true,
    };
    let at = (0..count).find(differ)?;
    Some((missing(&before, at), missing(&after, at)))
}

struct Path<'t> {
    /// Numbers are the order in which they came.
    shape: String,
    text: &'t str,
}

/// The paths by their shapes, without their numbers; those of one shape as they ended.
fn sorted(paths: &str) -> Vec<Path<'_>> {
    let text = |line: &str| line.find(' ').map_or(0, |blank| blank + 1);
    let lines = paths.lines().map(|line| &line[text(line)..]);
    let mut paths: Vec<Path> = lines.map(|text| Path { shape: shape(text), text }).collect();
    paths.sort_by(|one, two| one.shape.cmp(&two.shape));
    paths
}

fn shape(trace: &str) -> String {
    let mut known: HashMap<&str, usize> = HashMap::new();
    let parts = trace.split(['(', ')']).enumerate().map(|(index, part)| match index % 2 {
        0 => part.to_owned(),
        _ => {
            let next = known.len();
            format!("({})", known.entry(part).or_insert(next))
        }
    });
    parts.collect()
}

/// Whether two paths are the same but for the names of objects.
fn same(before: &str, after: &str) -> bool {
    let mut names: HashMap<&str, &str> = HashMap::new();
    let mut back: HashMap<&str, &str> = HashMap::new();
    let parts = |trace| str::split(trace, ['(', ')']).enumerate();
    parts(before).count() == parts(after).count()
        && parts(before).zip(parts(after)).all(|((index, one), (_, two))| {
            let is_name = || two.parse().is_ok_and(|number: u64| number >= FIRST_NAME);
            if index % 2 == 0 || !is_name() {
                return one == two;
            }
            *names.entry(one).or_insert(two) == two && *back.entry(two).or_insert(one) == one
        })
}
