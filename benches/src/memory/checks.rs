//! What the measurements must show.

use super::instructions::Instructions;
use super::measure::ProgramResult;
use super::modes::{
    self, AWARE, BASE, DEFAULT, FIXED, MOST_CONTEXT, PARTS, SEGMENTS, STATIC, THRESHOLD,
};
use crate::check::Check;
use crate::tools::geometric_mean;

/// How much smaller segments made on demand are than those of the static analysis.
const SMALLER_SEGMENTS: f64 = 0.8;
/// How many fewer resolution queries there are with contexts ...
const FEWER_RESOLUTIONS: f64 = 0.4;
/// ... of programs with at least so many without, and more than one for each use of a pointer: where
/// there are few objects to ask about, there is nothing to save (as with apr in Table 3.4).
const MANY_RESOLUTIONS: u64 = 50;
/// How many times faster splitting is, with the best size of parts.
const FASTER_SPLIT: f64 = 5.0;
/// How many times fewer questions reach the SMT solver with the address-aware cache.
const FEWER_QUESTIONS: f64 = 5.0;
/// How many times slower than the best fixed model the automatic choice may be.
const SLOWER_AUTO: f64 = 1.5;

impl ProgramResult {
    /// By which part segments made on demand are smaller than those of the static analysis. Of a run that
    /// was stopped, what it had made by then counts.
    pub fn smaller_segments(&self) -> Option<f64> {
        let largest = |mode| Some(self.figures(mode)?.memory.largest_segment as f64);
        let (by_analysis, on_demand) = (largest(STATIC)?, largest(SEGMENTS)?);
        (by_analysis > 0.0).then(|| 1.0 - on_demand / by_analysis)
    }

    /// By which part contexts make resolution queries fewer, where there are many.
    fn fewer_resolutions(&self) -> Option<f64> {
        let without = &self.figures(SEGMENTS)?.memory;
        let with = &self.figures(&modes::context(MOST_CONTEXT))?.memory;
        let many = without.resolution_queries >= MANY_RESOLUTIONS
            && without.resolution_queries > without.resolutions;
        many.then(|| 1.0 - with.resolution_queries as f64 / without.resolution_queries as f64)
    }

    pub fn largest_split(&self) -> u64 {
        let splits = PARTS.iter().filter_map(|&bytes| self.figures(&modes::split(bytes)));
        splits.map(|figures| figures.memory.largest_split).max().unwrap_or(0)
    }

    /// Whether it has an object above the threshold that is accessed at symbolic places: one was split.
    pub fn has_large_array(&self) -> bool {
        self.largest_split() > u64::from(THRESHOLD)
    }

    /// How many times faster splitting is, with the best size of parts.
    fn faster_split(&self) -> Option<f64> {
        if !self.has_large_array() {
            return None;
        }
        let ratios = PARTS.iter().filter_map(|&bytes| self.ratio(&modes::split(bytes)));
        Some(1.0 / ratios.min_by(f64::total_cmp)?)
    }

    /// How many times fewer questions reach the SMT solver with the address-aware cache.
    fn fewer_questions(&self) -> Option<f64> {
        if !self.address_dependent {
            return None;
        }
        let exact = self.figures(BASE)?.queries.smt as f64;
        // None at all is as good as one.
        Some(exact / self.figures(AWARE)?.queries.smt.max(1) as f64)
    }

    /// The fastest fixed model, and how many times slower the automatic choice is.
    fn slower_auto(&self) -> Option<(&'static str, f64)> {
        let times = FIXED.into_iter().filter_map(|model| Some((model, self.mode(model)?.time_ms)));
        let (best, time) = times.min_by(|(_, x), (_, y)| x.total_cmp(y))?;
        Some((best, self.mode(DEFAULT)?.time_ms / time))
    }
}

pub fn all(programs: &[ProgramResult]) -> Vec<Check> {
    vec![
        same_behaviour(programs),
        mean(
            programs,
            format!("segments at least {:.0} % smaller than static ones", 100.0 * SMALLER_SEGMENTS),
            SMALLER_SEGMENTS,
            ProgramResult::smaller_segments,
        ),
        mean(
            programs,
            format!(
                "K = {MOST_CONTEXT}: at least {:.0} % fewer resolution queries",
                100.0 * FEWER_RESOLUTIONS
            ),
            FEWER_RESOLUTIONS,
            ProgramResult::fewer_resolutions,
        ),
        times(
            programs,
            format!("splitting at least {FASTER_SPLIT} times faster"),
            FASTER_SPLIT,
            ProgramResult::faster_split,
        ),
        times(
            programs,
            format!(
                "the address-aware cache: at least {FEWER_QUESTIONS} times fewer SMT questions"
            ),
            FEWER_QUESTIONS,
            ProgramResult::fewer_questions,
        ),
        auto(programs),
    ]
}

fn same_behaviour(programs: &[ProgramResult]) -> Check {
    let differences: Vec<String> = programs
        .iter()
        .flat_map(|program| program.modes.iter().map(move |mode| (program, mode)))
        .filter_map(|(program, mode)| {
            Some(format!("{} with {}: {}", program.program, mode.mode, mode.differs.as_ref()?))
        })
        .collect();
    Check {
        what: "the same errors, lines and branches in every mode".to_string(),
        met: differences.is_empty(),
        measured: match differences.len() {
            0 => "no difference".to_string(),
            count => format!("{count} differences: {}", differences.join("; ")),
        },
    }
}

/// The arithmetic mean of a part over the programs that have it.
fn mean(
    programs: &[ProgramResult],
    what: String,
    least: f64,
    of: fn(&ProgramResult) -> Option<f64>,
) -> Check {
    let parts: Vec<(&str, f64)> = with(programs, of);
    let mean = parts.iter().map(|(_, part)| part).sum::<f64>() / parts.len().max(1) as f64;
    let each = each(&parts, |part| format!("{:.0} %", 100.0 * part));
    Check {
        what,
        measured: format!("mean {:.0} % ({each})", 100.0 * mean),
        met: !parts.is_empty() && mean >= least,
    }
}

/// The geometric mean of a factor over the programs that have it.
fn times(
    programs: &[ProgramResult],
    what: String,
    least: f64,
    of: fn(&ProgramResult) -> Option<f64>,
) -> Check {
    let factors: Vec<(&str, f64)> = with(programs, of);
    let mean = geometric_mean(factors.iter().map(|(_, factor)| *factor));
    let each = each(&factors, |factor| format!("{factor:.1}"));
    Check { what, measured: format!("mean {mean:.1} ({each})"), met: mean >= least }
}

fn with(programs: &[ProgramResult], of: fn(&ProgramResult) -> Option<f64>) -> Vec<(&str, f64)> {
    programs.iter().filter_map(|program| Some((program.program.as_str(), of(program)?))).collect()
}

fn each(values: &[(&str, f64)], text: impl Fn(f64) -> String) -> String {
    if values.is_empty() {
        return "no program".to_string();
    }
    let list: Vec<String> =
        values.iter().map(|(name, value)| format!("{name} {}", text(*value))).collect();
    list.join(", ")
}

/// The automatic choice is nowhere much slower than the best fixed one.
fn auto(programs: &[ProgramResult]) -> Check {
    let slower = programs
        .iter()
        .filter_map(|program| program.slower_auto().map(|(best, times)| (program, best, times)));
    let worst = slower.max_by(|(.., x), (.., y)| x.total_cmp(y));
    Check {
        what: format!("{DEFAULT} at most {SLOWER_AUTO} times slower than the best fixed model"),
        measured: worst.as_ref().map_or_else(
            || "no program".to_string(),
            |(program, best, times)| format!("worst {}: {times:.2} times {best}", program.program),
        ),
        met: worst.is_some_and(|(.., times)| times <= SLOWER_AUTO),
    }
}

/// What something may cost in instructions.
pub fn instructions(measured: &[Instructions]) -> Vec<Check> {
    let check = |one: &Instructions| Check {
        what: format!(
            "{}: at most {:.0} % more instructions {}",
            one.program,
            100.0 * one.most,
            one.what
        ),
        measured: format!("{:+.2} % of {}", 100.0 * one.more(), one.without),
        met: one.more() <= one.most,
    };
    measured.iter().map(check).collect()
}

#[cfg(test)]
pub mod tests {
    use super::super::figures::Figures;
    use super::super::figures::tests::SUMMARY;
    use super::super::measure::Measured;
    use super::*;

    /// The same figures and 100 ms in all modes.
    pub fn program(name: &str) -> ProgramResult {
        let measured = |mode: modes::Mode| Measured {
            mode: mode.name,
            time_ms: 100.0,
            stopped: false,
            figures: Figures::parse(SUMMARY).unwrap(),
            differs: None,
        };
        ProgramResult {
            program: name.to_string(),
            address_dependent: false,
            modes: modes::all().into_iter().map(measured).collect(),
        }
    }

    fn change(program: &mut ProgramResult, mode: &str, change: impl FnOnce(&mut Measured)) {
        change(program.modes.iter_mut().find(|measured| measured.mode == mode).unwrap());
    }

    fn figures(measured: &mut Measured) -> &mut Figures {
        &mut measured.figures
    }

    fn met(checks: &[Check], word: &str) -> bool {
        checks.iter().find(|check| check.what.contains(word)).unwrap().met
    }

    #[test]
    fn all_goals_can_be_met() {
        let mut good = program("p");
        good.address_dependent = true;
        change(&mut good, STATIC, |m| figures(m).memory.largest_segment = 110);
        change(&mut good, "segments, K = 4", |m| figures(m).memory.resolution_queries = 55);
        change(&mut good, "fork, parts of 64", |m| {
            m.time_ms = 19.0;
            figures(m).memory.largest_split = 8192;
        });
        change(&mut good, AWARE, |m| figures(m).queries.smt = 3);
        change(&mut good, DEFAULT, |m| m.time_ms = 150.0);
        for check in all(&[good]) {
            assert!(check.met, "{}", check.text());
        }
    }

    #[test]
    fn equal_modes_meet_nothing_but_sameness() {
        let checks = all(&[program("p")]);
        assert!(met(&checks, "same errors") && met(&checks, "slower"));
        for goal in ["smaller", "resolution", "faster", "SMT"] {
            assert!(!met(&checks, goal), "{goal}");
        }
    }

    #[test]
    fn one_slow_program_is_enough_for_auto_to_miss() {
        let mut slow = program("slow");
        change(&mut slow, DEFAULT, |m| m.time_ms = 160.0);
        let checks = all(&[program("p"), slow]);
        assert!(!met(&checks, "slower"));
        assert!(checks.iter().any(|check| check.measured.contains("worst slow: 1.60")));
    }

    #[test]
    fn programs_without_many_resolutions_do_not_count() {
        let mut few = program("few");
        assert_eq!(few.fewer_resolutions(), Some(0.0));
        change(&mut few, SEGMENTS, |m| figures(m).memory.resolution_queries = 49);
        assert_eq!(few.fewer_resolutions(), None);
    }

    #[test]
    fn another_behaviour_is_said_loudly() {
        let mut wrong = program("p");
        change(&mut wrong, "ite", |m| m.differs = Some("verdict errors".to_string()));
        let checks = all(&[wrong]);
        assert!(!checks[0].met);
        assert!(checks[0].text().starts_with("MISSED"), "{}", checks[0].text());
        assert!(checks[0].measured.contains("p with ite: verdict errors"));
    }
}
