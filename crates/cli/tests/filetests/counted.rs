//! Compares the counters of a run with what is expected of them.

use crate::counts::{Count, Expected};

/// The difference between what a summary says and what it must say. `before` is the summary of the
/// group before. A counter that is not there is a difference, too.
pub fn difference(
    count: &Count,
    summary: &serde_json::Value,
    before: Option<&serde_json::Value>,
) -> Option<String> {
    let name = format!("{}.{}", count.object, count.name);
    let Some(got) = read(count, summary) else {
        return Some(format!("summary.json has no counter {name}"));
    };
    let (met, wanted) = match count.expected {
        Expected::Exactly(number) => (got == number, number.to_string()),
        Expected::AtMost(number) => (got <= number, format!("at most {number}")),
        Expected::AtLeast(number) => (got >= number, format!("at least {number}")),
        Expected::Less => match before.and_then(|before| read(count, before)) {
            Some(earlier) => (got < earlier, format!("less than {earlier}")),
            None => {
                return Some(format!("{name}: there is none before that it could be less than"));
            }
        },
    };
    (!met).then(|| format!("{name}: expected {wanted}, got {got}"))
}

fn read(count: &Count, summary: &serde_json::Value) -> Option<u64> {
    let object = summary.get(count.object)?;
    count.name.split('.').try_fold(object, |object, name| object.get(name))?.as_u64()
}
