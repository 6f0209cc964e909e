//! A query that went wrong: made small, and written to a file.

use super::generate::Query;
use super::panel::{Answered, Judgement};
use super::scene::Scene;
use super::{Options, wrong_alone};
use anyhow::{Context, Result};
use dunlin_term::smt;
use std::fmt;
use std::path::PathBuf;

/// A query that went wrong.
#[derive(Debug)]
pub struct Failure {
    pub number: u64,
    pub problems: Vec<String>,
    pub path: PathBuf,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        write!(f, "query {}: {}\n    {path}", self.number, self.problems.join("; "))
    }
}

/// What a panic says.
pub fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

pub fn keep(
    options: &Options,
    scene: &mut Scene,
    query: Option<&Query>,
    number: u64,
    judgement: &Judgement,
) -> Result<Failure> {
    let seed = options.seed;
    let mut text = format!("; query {number} of seed {seed}\n");
    for problem in &judgement.problems {
        text += &format!("; {problem}\n");
    }
    for Answered { who, said, .. } in &judgement.answers {
        text += &format!("; {who}: {said:?}\n");
    }
    match query {
        Some(query) => {
            let (small, what) = minimise(scene, query, number);
            text += &match what {
                Some(what) => format!("; alone and made small: {what}\n"),
                None => "; alone it is answered well: it needs the queries before it\n".to_string(),
            };
            let constraints = [small.places, small.constraints].concat();
            text += &smt::query(&scene.terms, &constraints);
        }
        None => text += "; it was never built\n",
    }
    let path = options.keep.join(format!("{seed}-{number}.smt2"));
    std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Failure { number, problems: judgement.problems.clone(), path })
}

/// Leaves constraints out as long as something is wrong; what is wrong then, if anything was.
fn minimise(scene: &mut Scene, query: &Query, number: u64) -> (Query, Option<String>) {
    let mut small = query.clone();
    let Some(mut what) = wrong_alone(scene, &small, number) else { return (small, None) };
    let mut place = 0;
    while place < small.constraints.len() {
        let mut fewer = small.clone();
        fewer.constraints.remove(place);
        // With fewer constraints there may be a solution.
        fewer.expected = fewer.expected.filter(|&sat| sat);
        match wrong_alone(scene, &fewer, number) {
            Some(still) => (small, what) = (fewer, still),
            None => place += 1,
        }
    }
    (small, Some(what))
}
