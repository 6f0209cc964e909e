//! The waypoints of a violation: what functions of the competition returned, and the target.
//!
//! Validators accept different kinds, so that an input has up to two: what its call returns (`function_return`, at the
//! closing parenthesis of the call), and where a variable gets it, what that holds before the next statement
//! (`assumption`). A sequence is followed in order. So a call that is made often has a waypoint each time or never: of a
//! call that once returned what cannot be written as a constant, nothing is said.

use super::statements::{Place, Statements};
use super::{Input, Violation, quoted};
use crate::testcomp::integer;
use dunlin_results::{Position, SourcePlace};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// A place of the program that execution passes.
pub struct Waypoint {
    kind: &'static str,
    /// The condition and its language.
    constraint: Option<(String, &'static str)>,
    at: Position,
    function: String,
}

impl Waypoint {
    /// Adds a segment to a sequence.
    pub fn write(&self, yaml: &mut String) {
        let _ = writeln!(yaml, "    - segment:\n        - waypoint:");
        let _ = writeln!(yaml, "            type: {}", quoted(self.kind));
        let _ = writeln!(yaml, "            action: \"follow\"");
        if let Some((value, language)) = &self.constraint {
            let _ =
                writeln!(yaml, "            constraint:\n              value: {}", quoted(value));
            let _ = writeln!(yaml, "              format: {}", quoted(language));
        }
        let _ = writeln!(yaml, "            location:");
        let _ = writeln!(yaml, "              file_name: {}", quoted(&self.at.file));
        let _ = writeln!(yaml, "              line: {}", self.at.line);
        if self.at.column > 0 {
            let _ = writeln!(yaml, "              column: {}", self.at.column);
        }
        let _ = writeln!(yaml, "              function: {}", quoted(&self.function));
    }
}

/// All of a violation, the target last. `read` gives the text of a source.
pub fn waypoints(
    violation: &Violation<'_>,
    read: impl Fn(&str) -> Option<String>,
) -> Vec<Waypoint> {
    let mut texts: HashMap<&str, Option<String>> = HashMap::new();
    let inputs = violation.inputs.iter().map(|input| &input.place);
    for position in inputs.chain([violation.target]).filter_map(|place| place.position.as_ref()) {
        texts.entry(&position.file).or_insert_with(|| read(&position.file));
    }
    let sources: HashMap<&str, Statements<'_>> = texts
        .iter()
        .filter_map(|(file, text)| Some((*file, Statements::new(text.as_deref()?))))
        .collect();
    let seen: Vec<Vec<Waypoint>> =
        violation.inputs.iter().map(|input| of_input(input, &sources)).collect();
    // Where one has none, all at that place have none.
    let place = |input: &Input| input.place.position.clone();
    let unseen: HashSet<Option<Position>> = violation
        .inputs
        .iter()
        .zip(&seen)
        .filter(|(_, waypoints)| waypoints.is_empty())
        .map(|(input, _)| place(input))
        .collect();
    let mut all: Vec<Waypoint> = violation
        .inputs
        .iter()
        .zip(seen)
        .filter(|(input, _)| !unseen.contains(&place(input)))
        .flat_map(|(_, waypoints)| waypoints)
        .collect();
    all.extend(target(violation.target, &sources));
    all
}

fn target(place: &SourcePlace, sources: &HashMap<&str, Statements<'_>>) -> Option<Waypoint> {
    let at = place.position.as_ref()?;
    let source = sources.get(&*at.file);
    let start = source.and_then(|source| source.statement((at.line, at.column)));
    Some(Waypoint {
        kind: "target",
        constraint: None,
        at: start.map_or_else(|| at.clone(), |start| moved(at, start)),
        function: place.function.to_string(),
    })
}

/// None if its place or its value cannot be told.
fn of_input(input: &Input, sources: &HashMap<&str, Statements<'_>>) -> Vec<Waypoint> {
    let waypoints = || {
        let at = input.place.position.as_ref()?;
        let source = sources.get(&*at.file)?;
        let ty = input.given.name.strip_prefix("nondet_")?;
        let number = integer(ty, &input.given.bytes)?;
        let call = format!("__VERIFIER_nondet_{ty}");
        let place = (at.line, at.column);
        let end = source.call_end(place, &call)?;
        let function = input.place.function.to_string();
        let value = literal(number.value);
        let mut waypoints = vec![Waypoint {
            kind: "function_return",
            constraint: Some((format!("\\result == {value}"), "ext_c_expression")),
            at: moved(at, end),
            function: function.clone(),
        }];
        // A variable of another type may hold another number.
        if let Some(assigned) = source.assigned(place, &call)
            && assigned.declared.as_deref().is_some_and(|words| is_type(words, number.ty))
        {
            waypoints.push(Waypoint {
                kind: "assumption",
                constraint: Some((format!("{} == {value}", assigned.variable), "c_expression")),
                at: moved(at, assigned.next),
                function,
            });
        }
        Some(waypoints)
    };
    waypoints().unwrap_or_default()
}

/// Whether words of a declaration say the type that C calls so.
fn is_type(words: &str, ty: &str) -> bool {
    let sorted = |words: &str| {
        let mut words: Vec<&str> = words.split(' ').filter(|word| *word != "int").collect();
        words.sort_unstable();
        words.join(" ")
    };
    sorted(words) == sorted(ty)
}

/// A constant of C with this value, whatever its type.
fn literal(value: i128) -> String {
    match value {
        _ if value == i128::from(i64::MIN) => format!("({} - 1)", value + 1),
        _ if value > i128::from(i64::MAX) => format!("{value}ULL"),
        _ => value.to_string(),
    }
}

fn moved(at: &Position, (line, column): Place) -> Position {
    Position { file: at.file.clone(), line, column }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_results::InputBytes;

    const TEXT: &str = "\
int main() {
    int x = __VERIFIER_nondet_int();
    char c = __VERIFIER_nondet_int();
    float f = __VERIFIER_nondet_float();
    unsigned u = __VERIFIER_nondet_uint();
    if (u) reach_error();
}
";

    fn place(line: u32, what: &str) -> SourcePlace {
        let text = TEXT.lines().nth(line as usize - 1).unwrap();
        let column = text.find(what).unwrap() as u32 + 1;
        let position = Some(Position { file: "a.c".into(), line, column });
        SourcePlace { function: "main".into(), position, runtime: false }
    }

    fn input(line: u32, name: &str, bytes: &[u8]) -> Input {
        let given = InputBytes { name: name.into(), bytes: bytes.into() };
        Input { given, place: place(line, "__VERIFIER") }
    }

    /// Kind, condition, line and column of each.
    fn shown(inputs: &[Input]) -> Vec<(&'static str, String, u32, u32)> {
        let violation = Violation { target: &place(6, "reach_error"), inputs };
        let found = waypoints(&violation, |file| (file == "a.c").then(|| TEXT.to_string()));
        let show = |waypoint: Waypoint| {
            let value = waypoint.constraint.map_or_else(String::new, |(value, _)| value);
            (waypoint.kind, value, waypoint.at.line, waypoint.at.column)
        };
        found.into_iter().map(show).collect()
    }

    #[test]
    fn inputs_are_told_where_their_calls_end_and_before_the_next_statement() {
        let inputs = [
            input(2, "nondet_int", &(-5i32).to_le_bytes()),
            input(3, "nondet_int", &300i32.to_le_bytes()),
            input(4, "nondet_float", &1f32.to_le_bytes()),
            input(5, "nondet_uint", &u32::MAX.to_le_bytes()),
        ];
        let expected = [
            ("function_return", "\\result == -5".to_string(), 2, 35),
            ("assumption", "x == -5".to_string(), 3, 5),
            // A character does not hold 300.
            ("function_return", "\\result == 300".to_string(), 3, 36),
            ("function_return", "\\result == 4294967295".to_string(), 5, 41),
            ("assumption", "u == 4294967295".to_string(), 6, 5),
            ("target", String::new(), 6, 12),
        ];
        assert_eq!(shown(&inputs), expected);
    }

    #[test]
    fn a_call_has_waypoints_each_time_or_never() {
        let (known, unknown) = (&[1, 0, 0, 0][..], &[1; 16][..]);
        let inputs = |second| [input(2, "nondet_int", known), input(2, "nondet_int", second)];
        assert_eq!(shown(&inputs(known)).len(), 5);
        assert_eq!(shown(&inputs(unknown)).len(), 1);
    }

    #[test]
    fn constants_mean_the_same_in_any_data_model() {
        assert_eq!(literal(i128::from(i64::MIN)), "(-9223372036854775807 - 1)");
        assert_eq!(literal(i128::from(u64::MAX)), "18446744073709551615ULL");
        assert_eq!(literal(-7), "-7");
        assert!(is_type("long unsigned", "unsigned long") && is_type("unsigned int", "unsigned"));
        assert!(!is_type("short", "int") && is_type("long int", "long"));
    }
}
