//! The table in `docs/security.md` says what the rules promise and which programs they stop.

use dunlin_hostile::PROGRAMS;
use dunlin_sandbox::Rule;

#[test]
fn the_table_of_rules_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/security.md");
    let page = std::fs::read_to_string(path).unwrap();
    for rule in Rule::ALL {
        let stops = PROGRAMS.iter().filter(|program| program.stopped_by.contains(&rule));
        let stops: Vec<&str> = stops.map(|program| program.name).collect();
        let row = format!("| `{rule}` | {} | {} |", rule.promise(), stops.join(", "));
        assert!(page.lines().any(|line| line == row), "docs/security.md lacks the row\n{row}");
    }
}
