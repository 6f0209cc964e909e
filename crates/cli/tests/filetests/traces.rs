//! Whether two runs took the same paths, whatever their builds call objects and ways.
//!
//! A trace has a number where a path could go more than two ways: the name of an object, of a way out of a switch, of a
//! label. What these are called follows from how a build names them, and two builds may differ in it. So on each path one
//! name may stand for another, always the same one; and no two objects for one.

use std::collections::HashMap;

/// Numbers from here on are names of objects: the class of an object is above its lowest 41 bits.
pub const FIRST_OBJECT: u64 = 1 << 41;

/// A path of one run that the other does not have, and one that the other has instead: ends and traces.
pub fn difference(before: &str, after: &str) -> Option<(String, String)> {
    let (mut before, mut after) = (paths(before), paths(after));
    // From strict to loose, so that no path is taken for another one.
    before.retain(|path| !take(&mut after, |other| *path == other));
    for ways in [false, true] {
        before.retain(|path| !take(&mut after, |other| same(path, other, ways)));
    }
    if before.is_empty() && after.is_empty() {
        return None;
    }
    let first = |paths: &[&str]| paths.first().map_or("no path", |path| path).to_owned();
    Some((first(&before), first(&after)))
}

/// The paths without their numbers: siblings may end in another order.
fn paths(text: &str) -> Vec<&str> {
    text.lines().map(|line| line.split_once(' ').map_or(line, |(_, path)| path)).collect()
}

/// Takes the first path out that is wanted, if there is one.
fn take<'t>(paths: &mut Vec<&'t str>, wanted: impl Fn(&'t str) -> bool) -> bool {
    let found = paths.iter().position(|path| wanted(path));
    found.map(|at| paths.remove(at)).is_some()
}

/// Whether two paths are the same but for the names of objects, and of ways.
fn same(before: &str, after: &str, ways: bool) -> bool {
    let (mut names, mut objects) = (HashMap::new(), HashMap::new());
    let (mut before, mut after) = (Parts(before), Parts(after));
    loop {
        let (one, two) = match (before.next(), after.next()) {
            (None, None) => return true,
            (one, two) if one == two => continue,
            // A yes and a no, or another end.
            (Some(Part::Text(_)), Some(Part::Text(_))) => return false,
            (Some(one), Some(two)) => (one, two),
            _ => return false,
        };
        let (Some(one), Some(two)) = (one.as_name(), two.as_name()) else { return false };
        let is_object = two.parse().is_ok_and(|number: u64| number >= FIRST_OBJECT);
        let known = *names.entry(one).or_insert(two) == two
            && (!is_object || *objects.entry(two).or_insert(one) == one);
        if !known || !(is_object || ways) {
            return false;
        }
    }
}

/// A trace, or the end before it, in its parts.
struct Parts<'t>(&'t str);

#[derive(Clone, Copy, PartialEq)]
enum Part<'t> {
    Text(&'t str),
    Name(&'t str),
}

impl<'t> Part<'t> {
    /// Small names look like a yes or a no.
    fn as_name(self) -> Option<&'t str> {
        match self {
            Part::Name(name) | Part::Text(name @ ("0" | "1")) => Some(name),
            Part::Text(_) => None,
        }
    }
}

impl<'t> Iterator for Parts<'t> {
    type Item = Part<'t>;

    fn next(&mut self) -> Option<Part<'t>> {
        let (part, rest) = match self.0.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            Some((name, rest)) => (Part::Name(name), rest),
            None => {
                let (text, rest) = self.0.split_at(self.0.chars().next()?.len_utf8());
                (Part::Text(text), rest)
            }
        };
        self.0 = rest;
        Some(part)
    }
}
