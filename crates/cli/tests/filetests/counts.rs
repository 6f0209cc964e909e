//! Expectations about the counters of `summary.json`, as directives write them: `memory: largest_segment 20, segments 1` and
//! `queries: smt less`.

/// One counter and what it must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The object of `summary.json` that it stands in.
    pub object: &'static str,
    /// The counter, with dots between nested names.
    pub name: String,
    pub expected: Expected,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    Exactly(u64),
    AtMost(u64),
    AtLeast(u64),
    /// Less than in the runs of the group before.
    Less,
}

/// `NAME NUMBER`, `NAME <= NUMBER`, `NAME >= NUMBER` or `NAME less`, several of them with commas.
pub fn parse(object: &'static str, value: &str) -> Result<Vec<Count>, String> {
    value.split(',').map(|part| one(object, part)).collect()
}

fn one(object: &'static str, part: &str) -> Result<Count, String> {
    let number = |text: &str| text.parse::<u64>().map_err(|_| format!("'{text}' is not a number"));
    let words: Vec<&str> = part.split_whitespace().collect();
    let (name, expected) = match words[..] {
        [name, "less"] => (name, Expected::Less),
        [name, text] => (name, Expected::Exactly(number(text)?)),
        [name, "<=", text] => (name, Expected::AtMost(number(text)?)),
        [name, ">=", text] => (name, Expected::AtLeast(number(text)?)),
        _ => {
            return Err("must be 'NAME NUMBER', 'NAME <= NUMBER', 'NAME >= NUMBER' or 'NAME less'"
                .to_owned());
        }
    };
    Ok(Count { object, name: name.to_owned(), expected })
}
