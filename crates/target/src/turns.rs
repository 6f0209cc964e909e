//! Whose turn it is, when several share the cost (Directed SE 2.4).
//!
//! Everyone has a share that it always gets, its floor. The rest goes to those with news, in proportion to what
//! they found lately for their cost: new code, smaller distances, partial paths. What is lately is a part of
//! the whole cost so far, so that no number here depends on the size of a program, and a share that was lost
//! comes back with news. Who had no turn for long counts as good as the average.
//!
//! Everyone has a clock that goes the faster the smaller its share is; the one whose clock is behind has the
//! next turn. All numbers are sums, products and quotients of what was spent: the same in every run.

/// What was found counts less and less, by half when about this part of the whole cost was spent since; but
/// the first turns are all kept.
const LATELY: f64 = 0.25;
const FIRST_LATELY: f64 = 4000.0;
/// One is taken for as good as the average until it has had this part of what was spent lately.
const DOUBT: f64 = 0.05;

/// Everyone starts as if it had had a turn of this cost: who has a small floor comes later.
const FIRST_TURN: f64 = 300.0;

/// Which part of the cost one gets whatever happens, of all.
pub type Floor = f64;

/// What one has had so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Had {
    pub cost: u64,
    pub turns: u64,
    /// What was found.
    pub news: u64,
}

struct Member {
    floor: Floor,
    clock: f64,
    /// What it found and spent lately.
    news: f64,
    spent: f64,
    had: Had,
    done: bool,
}

pub struct Turns {
    members: Vec<Member>,
    /// Spent by all.
    total: f64,
}

impl Turns {
    /// The floors are together at most 1.
    pub fn new(floors: impl IntoIterator<Item = Floor>) -> Turns {
        let member = |floor: Floor| Member {
            floor,
            clock: FIRST_TURN / floor,
            news: 0.0,
            spent: 0.0,
            had: Had::default(),
            done: false,
        };
        Turns { members: floors.into_iter().map(member).collect(), total: 0.0 }
    }

    /// Who is next, unless all are done.
    pub fn next(&self) -> Option<usize> {
        let open = self.members.iter().enumerate().filter(|(_, member)| !member.done);
        open.min_by(|(_, x), (_, y)| x.clock.total_cmp(&y.clock)).map(|(number, _)| number)
    }

    /// One has had its turn, and found so much.
    pub fn spend(&mut self, number: usize, cost: u64, news: u64) {
        let spent = cost as f64;
        self.total += spent;
        let lately = self.lately();
        for member in &mut self.members {
            let kept = lately / (lately + spent);
            member.news *= kept;
            member.spent *= kept;
        }
        let member = &mut self.members[number];
        member.news += news as f64;
        member.spent += spent;
        member.had.cost += cost;
        member.had.turns += 1;
        member.had.news += news;
        let share = self.share(number);
        self.members[number].clock += spent / share;
    }

    fn lately(&self) -> f64 {
        FIRST_LATELY.max(LATELY * self.total)
    }

    /// What one finds for its cost.
    fn rate(&self, member: &Member, average: f64) -> f64 {
        let doubt = DOUBT * self.lately();
        (member.news + average * doubt) / (member.spent + doubt)
    }

    /// Which part of the cost one gets now.
    fn share(&self, number: usize) -> f64 {
        let open = || self.members.iter().filter(|member| !member.done);
        let floors: f64 = open().map(|member| member.floor).sum();
        let (news, spent) = open()
            .fold((0.0, 0.0), |(news, spent), member| (news + member.news, spent + member.spent));
        let member = &self.members[number];
        // Without any news, everyone has what its floor is among the floors.
        if news == 0.0 || floors >= 1.0 {
            return member.floor / floors;
        }
        let average = news / spent;
        let rates: f64 = open().map(|member| self.rate(member, average)).sum();
        member.floor + (1.0 - floors) * self.rate(member, average) / rates
    }

    /// One has nothing left to do.
    pub fn finish(&mut self, number: usize) {
        self.members[number].done = true;
    }

    /// What each has had.
    pub fn had(&self) -> impl Iterator<Item = Had> + '_ {
        self.members.iter().map(|member| member.had)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURNS: u64 = 10_000;

    /// The percentage that each gets of many turns of a cost, with what `news` says that one finds in a turn.
    fn percentages(floors: &[Floor], cost: u64, news: impl Fn(usize, u64) -> u64) -> Vec<u64> {
        let mut all = Turns::new(floors.iter().copied());
        for turn in 0..TURNS {
            let next = all.next().unwrap();
            all.spend(next, cost, news(next, turn));
        }
        all.had().map(|had| (had.turns * 100 + TURNS / 2) / TURNS).collect()
    }

    #[test]
    fn without_news_floors_are_shares() {
        assert_eq!(percentages(&[0.5, 0.5], 700, |_, _| 0), [50, 50]);
        assert_eq!(percentages(&[0.3, 0.1], 700, |_, _| 0), [75, 25]);
        assert_eq!(percentages(&[0.2, 0.2, 0.1], 700, |_, _| 0), [40, 40, 20]);
    }

    #[test]
    fn who_has_a_small_floor_begins_late() {
        let mut all = Turns::new([0.5, 0.05]);
        for turn in 0..9 {
            assert_eq!(all.next(), Some(0), "turn {turn}");
            all.spend(0, 300, 0);
        }
    }

    #[test]
    fn who_finds_something_gets_the_rest_and_nobody_less_than_its_floor() {
        let shares = percentages(&[0.1, 0.1, 0.1], 700, |member, _| u64::from(member == 1));
        assert!(shares[1] >= 60, "{shares:?}");
        assert!(shares[0] >= 10 && shares[2] >= 10, "{shares:?}");
    }

    #[test]
    fn who_finds_twice_as_much_gets_more_of_the_rest() {
        let shares = percentages(&[0.1, 0.1], 700, |member, _| 1 + member as u64);
        assert!(shares[1] > shares[0] + 15, "{shares:?}");
    }

    #[test]
    fn a_share_comes_back_with_news_however_late() {
        let mut all = Turns::new([0.2, 0.2]);
        let mut late = 0;
        for turn in 0..TURNS {
            let next = all.next().unwrap();
            let second_half = turn >= TURNS / 2;
            late += u64::from(second_half && next == 1);
            all.spend(next, 700, u64::from((next == 1) == second_half));
        }
        let percent = late * 100 / (TURNS / 2);
        assert!(percent >= 50, "{percent} %");
    }

    #[test]
    fn the_unit_of_cost_does_not_matter() {
        let few = percentages(&[0.2, 0.2], 700, |member, _| member as u64);
        let many = percentages(&[0.2, 0.2], 700_000, |member, _| member as u64);
        assert!(few[0].abs_diff(many[0]) <= 2, "{few:?} {many:?}");
    }

    #[test]
    fn who_is_done_has_no_turn() {
        let mut all = Turns::new([0.5, 0.5]);
        all.finish(0);
        assert_eq!(all.next(), Some(1));
        all.spend(1, 700, 3);
        all.finish(1);
        assert_eq!(all.next(), None);
    }
}
