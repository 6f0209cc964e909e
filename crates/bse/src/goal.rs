//! What is asked about a region.

use dunlin_ir::Point;
use std::collections::BTreeMap;

/// What is asked about: that one of these things happens.
#[derive(Clone, Default, Debug)]
pub struct Goal {
    pub points: BTreeMap<Point, Asked>,
}

/// What is asked about a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// That control gets there.
    Reached,
    /// That the instruction there goes wrong.
    GoesWrong,
}

impl Goal {
    /// That one of these points is reached.
    pub fn reach(points: &[Point]) -> Goal {
        points.iter().map(|&point| (point, Asked::Reached)).collect()
    }
}

impl FromIterator<(Point, Asked)> for Goal {
    fn from_iter<T: IntoIterator<Item = (Point, Asked)>>(points: T) -> Goal {
        Goal { points: points.into_iter().collect() }
    }
}
