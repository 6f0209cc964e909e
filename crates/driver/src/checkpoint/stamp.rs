//! What must be the same for work to go on: a digest of the program, and the options that change what is executed.

use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stamp {
    /// The version of Dunlin.
    pub dunlin: String,
    /// Such as `run`.
    pub command: String,
    /// A digest of the program as it is executed.
    pub program: [u8; 32],
    /// Options that change paths or results, with their values.
    pub options: Vec<(String, String)>,
}

impl Stamp {
    /// Of this version of Dunlin. `chosen` is a structure of options.
    pub fn new(command: &str, program: [u8; 32], chosen: &impl Serialize) -> Stamp {
        Stamp {
            dunlin: env!("CARGO_PKG_VERSION").to_string(),
            command: command.to_string(),
            program,
            options: named(serde_json::to_value(chosen).expect("options are plain data")),
        }
    }

    /// How this work differs from the one that left `earlier`, in words for the user.
    pub fn difference(&self, earlier: &Stamp) -> Option<String> {
        if self.dunlin != earlier.dunlin {
            return Some(format!("it was left by version {} of Dunlin", earlier.dunlin));
        }
        if self.command != earlier.command {
            return Some(other_command(&earlier.command, &self.command));
        }
        for (name, value) in &self.options {
            let before = earlier.options.iter().find(|(other, _)| other == name);
            let before = before.map_or("not known", |(_, value)| value.as_str());
            if before != value {
                return Some(format!("{name} was {before} and is {value} now"));
            }
        }
        (self.program != earlier.program).then(|| "the program is not the same".to_string())
    }
}

/// That the checkpoint of one command was given to another.
pub fn other_command(left_by: &str, command: &str) -> String {
    format!("it was left by `dunlin {left_by}`, and this is `dunlin {command}`")
}

/// The options with their values, as a user reads them.
fn named(chosen: Value) -> Vec<(String, String)> {
    let Value::Object(fields) = chosen else { unreachable!("a structure is an object") };
    let name = |name: String| if name.contains(' ') { name } else { format!("--{name}") };
    let shown = |value: Value| match value {
        Value::Null => "none".to_string(),
        Value::Bool(on) => if on { "on" } else { "off" }.to_string(),
        Value::String(text) => text,
        other => other.to_string(),
    };
    fields.into_iter().map(|(field, value)| (name(field), shown(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_named() {
        let options = vec![("--capacity".to_string(), "4096".to_string())];
        let (dunlin, command) = ("1".to_string(), "run".to_string());
        let before = Stamp { dunlin, command, program: [7; 32], options };
        let mut now = before.clone();
        assert_eq!(now.difference(&before), None);
        now.program[0] = 8;
        assert_eq!(now.difference(&before).as_deref(), Some("the program is not the same"));
        now.options[0].1 = "64".into();
        assert_eq!(now.difference(&before).as_deref(), Some("--capacity was 4096 and is 64 now"));
        now.command = "reach".into();
        assert_eq!(
            now.difference(&before).as_deref(),
            Some("it was left by `dunlin run`, and this is `dunlin reach`")
        );
        now.dunlin = "2".into();
        assert_eq!(now.difference(&before).as_deref(), Some("it was left by version 1 of Dunlin"));
    }
}
