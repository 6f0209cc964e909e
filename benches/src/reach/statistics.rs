//! Medians and their spread as in Table 1 of Directed Symbolic Execution.
//!
//! A lost run has no number and counts as larger than every one. The median is infinite if more than
//! half of the runs were lost, the semi-interquartile range (SIQR) if more than a quarter were.
//! Outliers are runs more than three times the SIQR below the lower or above the upper quartile.

use std::fmt;

use serde::Serialize;

/// One figure over all seeds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Statistics {
    /// None: infinite.
    pub median: Option<f64>,
    /// None: infinite.
    pub siqr: Option<f64>,
    pub outliers: usize,
}

impl Statistics {
    /// Of one number for each run, none for a lost one.
    pub fn of(runs: &[Option<f64>]) -> Statistics {
        let mut found: Vec<f64> = runs.iter().copied().flatten().collect();
        found.sort_by(f64::total_cmp);
        let (count, lost) = (runs.len(), runs.len() - found.len());
        let median = if lost * 2 > count { None } else { quantile(&found, count, 0.5) };
        if lost * 4 > count {
            return Statistics { median, siqr: None, outliers: 0 };
        }
        let quartiles = quantile(&found, count, 0.25).zip(quantile(&found, count, 0.75));
        let Some((lower, upper)) = quartiles else {
            return Statistics { median, siqr: None, outliers: 0 };
        };
        let siqr = (upper - lower) / 2.0;
        let beyond = |value: &&f64| **value < lower - 3.0 * siqr || **value > upper + 3.0 * siqr;
        let outliers = lost + found.iter().filter(beyond).count();
        Statistics { median, siqr: Some(siqr), outliers }
    }
}

/// The value that so large a part of `count` sorted values is below, interpolated between neighbours.
/// Only the least of them are given, the others are infinite; a finite one has no infinite neighbour.
fn quantile(least: &[f64], count: usize, part: f64) -> Option<f64> {
    let at = part * count.checked_sub(1)? as f64;
    let below = *least.get(at.floor() as usize)?;
    let above = least.get(at.ceil() as usize).copied().unwrap_or(below);
    Some(below + (above - below) * at.fract())
}

/// `median siqr(outliers)`, as the paper prints it.
impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(median) = self.median else {
            return write!(f, "∞");
        };
        let siqr = self.siqr.map_or_else(|| "∞".to_string(), rounded);
        write!(f, "{} {siqr}", rounded(median))?;
        match self.outliers {
            0 => Ok(()),
            outliers => write!(f, "({outliers})"),
        }
    }
}

/// Whole numbers, but small ones with a digit.
fn rounded(value: f64) -> String {
    if value.fract() == 0.0 || value >= 1000.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.1}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(found: &[u32], lost: usize) -> Statistics {
        let mut runs: Vec<Option<f64>> =
            found.iter().map(|&value| Some(f64::from(value))).collect();
        runs.extend(vec![None; lost]);
        Statistics::of(&runs)
    }

    #[test]
    fn median_and_spread_of_eleven_runs() {
        let statistics = of(&[11, 1, 10, 2, 9, 3, 8, 4, 7, 5, 6], 0);
        // Quartiles 3.5 and 8.5.
        assert_eq!(statistics, Statistics { median: Some(6.0), siqr: Some(2.5), outliers: 0 });
        assert_eq!(statistics.to_string(), "6 2.5");
    }

    #[test]
    fn outliers_are_beyond_three_times_the_range() {
        // Quartiles 10 and 12, range 1: up to 15 and down to 7 is no outlier.
        let statistics = of(&[7, 10, 10, 10, 11, 11, 11, 12, 12, 12, 15], 0);
        assert_eq!((statistics.siqr, statistics.outliers), (Some(1.0), 0));
        let statistics = of(&[6, 10, 10, 10, 11, 11, 11, 12, 12, 12, 16], 0);
        assert_eq!(statistics.outliers, 2);
        assert_eq!(statistics.to_string(), "11 1(2)");
    }

    #[test]
    fn equal_runs_have_no_spread_and_every_other_run_is_an_outlier() {
        let statistics = of(&[5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6], 0);
        assert_eq!(statistics, Statistics { median: Some(5.0), siqr: Some(0.0), outliers: 1 });
    }

    #[test]
    fn more_than_a_quarter_lost_has_an_infinite_range() {
        // Two of eleven are less than a quarter, and outliers; three are more.
        let two = of(&[1, 2, 3, 4, 5, 6, 7, 8, 9], 2);
        assert_eq!((two.median, two.siqr, two.outliers), (Some(6.0), Some(2.5), 2));
        let three = of(&[1, 2, 3, 4, 5, 6, 7, 8], 3);
        assert_eq!((three.median, three.siqr), (Some(6.0), None));
        assert_eq!(three.to_string(), "6 ∞");
        // Exactly a quarter.
        assert_eq!(of(&[1, 3, 4], 1).siqr, Some(0.75));
    }

    #[test]
    fn more_than_half_lost_has_an_infinite_median() {
        assert_eq!(of(&[1, 2, 3, 4, 5, 6], 5).median, Some(6.0));
        assert_eq!(of(&[1, 2, 3, 4, 5], 6).median, None);
        assert_eq!(of(&[1, 2, 3, 4, 5], 6).to_string(), "∞");
        // Exactly half.
        assert_eq!(of(&[4], 1).median, Some(4.0));
        assert_eq!(of(&[], 1).median, None);
        assert_eq!(of(&[], 0).median, None);
    }

    #[test]
    fn an_even_number_of_runs_is_interpolated() {
        assert_eq!(of(&[1, 2, 3, 10], 0).median, Some(2.5));
    }
}
