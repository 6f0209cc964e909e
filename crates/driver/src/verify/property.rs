//! The property files of the verification and the testing competition.
//!
//! `CHECK( init(main()), LTL(G ! call(reach_error())) )` says that the function is never called, and
//! `COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )` asks for tests. A file may hold several `CHECK`s, as that of
//! memory safety does. White space means nothing, and what stands behind `//` or `#` at the start of a line is a comment.

use dunlin_report::Check;
use std::fmt;

/// What is to be shown, or covered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    pub wanted: Wanted,
    /// The file as it was given, one line, for witnesses and suites.
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// This function is never called.
    NeverCalls(String),
    /// None of these is ever violated: all are decided by one exploration.
    Safety(Vec<Check>),
    /// Tests that take every branch.
    Branches,
    /// A test that calls this function.
    Calls(String),
    /// A property of the competitions that Dunlin does not decide: its name.
    NotDecided(&'static str),
}

/// Why a property file is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyError(String);

impl fmt::Display for PropertyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What single lines of a file say.
enum Line {
    NeverCalls(String),
    Safety(Check),
    Branches,
    Calls(String),
    NotDecided(&'static str),
}

impl Property {
    pub fn parse(content: &str) -> Result<Property, PropertyError> {
        let is_text =
            |line: &&str| !line.is_empty() && !line.starts_with("//") && !line.starts_with('#');
        let lines: Vec<&str> = content.lines().map(str::trim).filter(is_text).collect();
        let parsed: Result<Vec<Line>, PropertyError> =
            lines.iter().map(|line| parse_line(line)).collect();
        Ok(Property { wanted: together(parsed?)?, text: lines.join(" ") })
    }
}

/// What several lines ask for together.
fn together(lines: Vec<Line>) -> Result<Wanted, PropertyError> {
    let mut checks = Vec::new();
    let count = lines.len();
    for line in lines {
        let only = match line {
            Line::Safety(check) => {
                if !checks.contains(&check) {
                    checks.push(check);
                }
                continue;
            }
            Line::NeverCalls(function) => Wanted::NeverCalls(function),
            Line::Branches => Wanted::Branches,
            Line::Calls(function) => Wanted::Calls(function),
            Line::NotDecided(name) => Wanted::NotDecided(name),
        };
        if count > 1 {
            let problem = "only properties of memory and overflow can stand together in a file";
            return Err(PropertyError(problem.to_string()));
        }
        return Ok(only);
    }
    if checks.is_empty() {
        return Err(PropertyError("there is no property in it".to_string()));
    }
    Ok(Wanted::Safety(checks))
}

fn parse_line(line: &str) -> Result<Line, PropertyError> {
    let refused = || PropertyError(format!("`{line}` is no property that Dunlin knows"));
    // Words are told apart by what stands between them: `G valid-free` is written with a space.
    let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let plain: String = words.chars().filter(|c| *c != ' ').collect();
    let inside = |start: &str, end: &str| {
        plain.strip_prefix(start).and_then(|rest| rest.strip_suffix(end)).map(str::to_string)
    };
    if let Some(formula) = inside("CHECK(init(main()),LTL(", "))") {
        return parse_check(&formula).ok_or_else(refused);
    }
    if let Some(goal) = inside("COVER(init(main()),FQL(COVEREDGES(", ")))") {
        return match goal.strip_prefix("@CALL(").and_then(|rest| rest.strip_suffix(')')) {
            Some(name) if is_name(name) => Ok(Line::Calls(name.to_string())),
            _ if goal == "@DECISIONEDGE" => Ok(Line::Branches),
            _ => Err(refused()),
        };
    }
    Err(refused())
}

/// A formula without its spaces.
fn parse_check(formula: &str) -> Option<Line> {
    if let Some(call) = formula.strip_prefix("G!call(") {
        let name = call.strip_suffix("())")?;
        return is_name(name).then(|| Line::NeverCalls(name.to_string()));
    }
    Some(match formula {
        "Gvalid-free" => Line::Safety(Check::ValidFree),
        "Gvalid-deref" => Line::Safety(Check::ValidDeref),
        "Gvalid-memtrack" => Line::Safety(Check::ValidMemtrack),
        "Gvalid-memcleanup" => Line::Safety(Check::ValidMemcleanup),
        "G!overflow" => Line::Safety(Check::NoOverflow),
        "Fend" => Line::NotDecided("termination"),
        "G!data-race" => Line::NotDecided("data races"),
        _ => return None,
    })
}

/// Whether a text is the name of a function in C.
fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(content: &str) -> Wanted {
        Property::parse(content).unwrap().wanted
    }

    #[test]
    fn the_properties_of_the_competitions() {
        let reach = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n";
        assert_eq!(wanted(reach), Wanted::NeverCalls("reach_error".into()));
        let memory = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
                      CHECK( init(main()), LTL(G valid-memtrack) )\n";
        let checks = [Check::ValidFree, Check::ValidDeref, Check::ValidMemtrack];
        assert_eq!(wanted(memory), Wanted::Safety(checks.to_vec()));
        let one = |line: &str| wanted(&format!("CHECK( init(main()), LTL({line}) )"));
        assert_eq!(one("G valid-memcleanup"), Wanted::Safety(vec![Check::ValidMemcleanup]));
        assert_eq!(one("G ! overflow"), Wanted::Safety(vec![Check::NoOverflow]));
        assert_eq!(one("F end"), Wanted::NotDecided("termination"));
        assert_eq!(one("G ! data-race"), Wanted::NotDecided("data races"));
        let cover =
            |goal: &str| wanted(&format!("COVER( init(main()), FQL(COVER EDGES({goal})) )"));
        assert_eq!(cover("@DECISIONEDGE"), Wanted::Branches);
        assert_eq!(cover("@CALL(reach_error)"), Wanted::Calls("reach_error".into()));
    }

    #[test]
    fn white_space_means_nothing() {
        let spaced = "// comment\n\tCHECK(init( main() ) ,LTL( G  !call( f() )))\r\n";
        let property = Property::parse(spaced).unwrap();
        assert_eq!(property.wanted, Wanted::NeverCalls("f".into()));
        assert_eq!(property.text, "CHECK(init( main() ) ,LTL( G  !call( f() )))");
    }

    #[test]
    fn anything_else_is_refused() {
        let refused = |content: &str| Property::parse(content).unwrap_err().to_string();
        assert_eq!(refused("\n \n"), "there is no property in it");
        for wrong in [
            "CHECK( init(main()), LTL(G valid-everything) )",
            "CHECK( init(start()), LTL(G valid-free) )",
            "CHECK( init(main()), LTL(G ! call(1f())) )",
            "CHECK( init(main()), LTL(G ! call(f())) ",
            "COVER( init(main()), FQL(COVER EDGES(@BASICBLOCK)) )",
            "true",
        ] {
            assert_eq!(
                refused(wrong),
                format!("`{}` is no property that Dunlin knows", wrong.trim())
            );
        }
        let both =
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G ! call(f())) )";
        assert!(refused(both).contains("stand together"));
    }
}
