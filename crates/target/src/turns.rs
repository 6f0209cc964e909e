//! Whose turn it is, when several share the cost (Directed SE 2.4).
//!
//! Everyone has a share, and at least a floor of it whatever happens. A share of who is good soon or never fades
//! to its floor while the whole cost grows without news from it, and comes back with news. Half of the cost is
//! given out by these shares, the other half by shares and news: new code, smaller distances, partial paths,
//! found lately for the cost. What is lately, and how soon a share fades, is a part of the whole cost so far: but
//! for the first few turns, no number here depends on the size of a program. Who had no turn for long counts as
//! good as the average.
//!
//! Everyone has a clock that goes the faster the smaller its share is; the one whose clock is behind has the
//! next turn. All numbers are sums, products and quotients of what was spent: the same in every run.

use serde::{Deserialize, Serialize};

/// A share that fades does so from this whole cost on, or from the last news: it is halved when the whole cost
/// has doubled.
const FADES: f64 = 4000.0;
/// This part of the cost goes to those with news, in proportion to share and news.
const NEWS_PART: f64 = 0.5;
/// What was found counts less and less, by half when about this part of the whole cost was spent since; but
/// the first turns are all kept.
const LATELY: f64 = 0.25;
const FIRST_LATELY: f64 = 4000.0;
/// Nothing was found since this part of the whole cost.
const STANDSTILL: f64 = 0.5;
/// One is taken for as good as the average until it has had this part of what was spent lately.
const DOUBT: f64 = 0.05;

/// Which part of the cost one gets, in proportion to those of the others.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Share {
    /// At first, and after news.
    pub first: f64,
    /// After long without news.
    pub floor: f64,
    /// It has no turn before the whole cost is so much: what is found sooner costs nothing for it.
    pub begins: f64,
    /// At least this while the others stand still.
    pub at_standstill: f64,
}

impl Share {
    /// One that does not fade.
    pub fn steady(part: f64) -> Share {
        Share::fading(part, part)
    }

    pub fn fading(first: f64, floor: f64) -> Share {
        Share { first, floor, begins: 0.0, at_standstill: 0.0 }
    }

    pub fn from(self, begins: f64) -> Share {
        Share { begins, ..self }
    }

    /// One that grows while nobody of the others finds anything.
    pub fn at_standstill(self, part: f64) -> Share {
        Share { at_standstill: part, ..self }
    }
}

/// What one has had so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Had {
    pub cost: u64,
    pub turns: u64,
    /// What was found.
    pub news: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Member {
    share: Share,
    clock: f64,
    /// The whole cost when it last had news.
    had_news_at: f64,
    /// What it found and spent lately.
    news: f64,
    spent: f64,
    had: Had,
    done: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Turns {
    members: Vec<Member>,
    /// Spent by all.
    total: f64,
}

impl Turns {
    pub fn new(shares: impl IntoIterator<Item = Share>) -> Turns {
        let member = |share: Share| Member {
            share,
            clock: 0.0,
            had_news_at: 0.0,
            news: 0.0,
            spent: 0.0,
            had: Had::default(),
            done: false,
        };
        Turns { members: shares.into_iter().map(member).collect(), total: 0.0 }
    }

    /// Whether the same members share the cost in the same way.
    pub fn has_shares_of(&self, other: &Turns) -> bool {
        let shares = |turns: &Turns| turns.members.iter().map(|member| member.share).collect();
        let (own, others): (Vec<Share>, Vec<Share>) = (shares(self), shares(other));
        own == others
    }

    /// Who is next, unless all are done.
    pub fn next(&self) -> Option<usize> {
        let open = || self.members.iter().enumerate().filter(|(_, member)| !member.done);
        let begun = open().filter(|(_, member)| self.has_begun(member));
        let behind = begun.min_by(|(_, x), (_, y)| x.clock.total_cmp(&y.clock));
        behind.or_else(|| open().next()).map(|(number, _)| number)
    }

    fn has_begun(&self, member: &Member) -> bool {
        member.share.begins <= self.total
    }

    /// One has had its turn, and found so much.
    pub fn spend(&mut self, number: usize, cost: u64, news: u64) {
        // Who begins later has no time to catch up on.
        let now = self.next().map_or(0.0, |next| self.members[next].clock);
        let total = self.total;
        for member in self.members.iter_mut().filter(|member| member.share.begins > total) {
            member.clock = now;
        }
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
        if news > 0 {
            member.had_news_at = self.total;
        }
        let share = self.part(number);
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

    /// The share of one as it is now.
    fn share(&self, member: &Member) -> f64 {
        let Share { first, floor, at_standstill, .. } = member.share;
        let fresh = member.had_news_at.max(FADES);
        let share = floor + (first - floor) * (fresh / self.total).min(1.0);
        if self.is_standstill() { share.max(at_standstill) } else { share }
    }

    /// Whether those who do not wait for it have found nothing for half of the whole cost.
    fn is_standstill(&self) -> bool {
        let others = self.members.iter().filter(|member| member.share.at_standstill == 0.0);
        let last = others.map(|member| member.had_news_at).fold(0.0, f64::max);
        self.total > FADES && last < self.total * STANDSTILL
    }

    /// Which part of the cost one gets now.
    fn part(&self, number: usize) -> f64 {
        let member = &self.members[number];
        let others =
            self.members.iter().enumerate().filter(|&(other, member)| {
                other == number || (!member.done && self.has_begun(member))
            });
        let open: Vec<&Member> = others.map(|(_, member)| member).collect();
        let shares: f64 = open.iter().map(|member| self.share(member)).sum();
        let by_share = self.share(member) / shares;
        let news: f64 = open.iter().map(|member| member.news).sum();
        if news == 0.0 {
            return by_share;
        }
        let average = news / open.iter().map(|member| member.spent).sum::<f64>();
        let weight = |member: &Member| self.share(member) * self.rate(member, average);
        let by_news = weight(member) / open.iter().map(|member| weight(member)).sum::<f64>();
        (1.0 - NEWS_PART) * by_share + NEWS_PART * by_news
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
    fn percentages(shares: &[Share], cost: u64, news: impl Fn(usize, u64) -> u64) -> Vec<u64> {
        let mut all = Turns::new(shares.iter().copied());
        for turn in 0..TURNS {
            let next = all.next().unwrap();
            all.spend(next, cost, news(next, turn));
        }
        all.had().map(|had| (had.turns * 100 + TURNS / 2) / TURNS).collect()
    }

    fn steady<const N: usize>(parts: [f64; N]) -> [Share; N] {
        parts.map(Share::steady)
    }

    #[test]
    fn everyone_gets_its_share() {
        assert_eq!(percentages(&steady([0.5, 0.5]), 700, |_, _| 0), [50, 50]);
        assert_eq!(percentages(&steady([0.3, 0.1]), 700, |_, _| 0), [75, 25]);
        assert_eq!(percentages(&steady([0.2, 0.2, 0.1]), 700, |_, _| 0), [40, 40, 20]);
    }

    #[test]
    fn who_begins_later_has_its_share_from_then_on() {
        let mut all = Turns::new([Share::steady(0.5), Share::steady(0.5).from(3000.0)]);
        for _ in 0..10 {
            assert_eq!(all.next(), Some(0));
            all.spend(0, 300, 0);
        }
        let mut late = 0;
        for _ in 0..20 {
            let next = all.next().unwrap();
            late += u64::from(next == 1);
            all.spend(next, 300, 0);
        }
        assert_eq!(late, 10, "it does not catch up on what it missed");
    }

    #[test]
    fn who_is_alone_does_not_wait() {
        let all = Turns::new([Share::steady(0.5).from(3000.0)]);
        assert_eq!(all.next(), Some(0));
    }

    #[test]
    fn a_share_fades_to_its_floor_without_news() {
        let shares = [Share::steady(0.4), Share::fading(0.4, 0.02)];
        let mut all = Turns::new(shares);
        let mut early = 0;
        for turn in 0..TURNS {
            let next = all.next().unwrap();
            early += u64::from(turn < 20 && next == 1);
            all.spend(next, 200, 0);
        }
        assert_eq!(early, 10, "half of the first turns");
        let late: Vec<u64> = all.had().map(|had| had.turns * 100 / TURNS).collect();
        assert!((4..=6).contains(&late[1]), "{late:?}");
    }

    #[test]
    fn a_share_grows_while_the_others_find_nothing() {
        let shares = [Share::steady(0.9), Share::steady(0.1).at_standstill(0.9)];
        assert_eq!(percentages(&shares, 700, |_, _| 0), [50, 50]);
        let busy = percentages(&shares, 700, |member, _| u64::from(member == 0));
        assert!(busy[1] <= 10, "{busy:?}");
        // Its own news are none of the others.
        let own = percentages(&shares, 700, |member, turn| u64::from(member == 1 && turn > 5000));
        assert!(own[1] >= 50, "{own:?}");
    }

    #[test]
    fn who_finds_something_gets_more_and_nobody_less_than_half_of_its_share() {
        let shares = percentages(&steady([0.1, 0.1, 0.1]), 700, |member, _| u64::from(member == 1));
        assert!(shares[1] >= 50, "{shares:?}");
        assert!(shares[0] >= 17 && shares[2] >= 17, "{shares:?}");
    }

    #[test]
    fn who_finds_twice_as_much_gets_more() {
        let shares = percentages(&steady([0.1, 0.1]), 700, |member, _| 1 + member as u64);
        assert!(shares[1] > shares[0] + 10, "{shares:?}");
    }

    #[test]
    fn a_share_that_faded_comes_back_with_news_however_late() {
        let mut all = Turns::new([Share::steady(0.2), Share::fading(0.2, 0.01)]);
        let (mut before, mut after) = (0, 0);
        for turn in 0..TURNS {
            let next = all.next().unwrap();
            let second_half = turn >= TURNS / 2;
            *(if second_half { &mut after } else { &mut before }) += u64::from(next == 1);
            all.spend(next, 700, u64::from((next == 1) == second_half));
        }
        let [before, after] = [before, after].map(|turns: u64| turns * 200 / TURNS);
        assert!(before <= 10 && after >= 50, "{before} % and {after} %");
    }

    #[test]
    fn the_unit_of_cost_does_not_matter() {
        let few = percentages(&steady([0.2, 0.2]), 700, |member, _| member as u64);
        let many = percentages(&steady([0.2, 0.2]), 700_000, |member, _| member as u64);
        assert!(few[0].abs_diff(many[0]) <= 2, "{few:?} {many:?}");
    }

    #[test]
    fn who_is_done_has_no_turn() {
        let mut all = Turns::new(steady([0.5, 0.5]));
        all.finish(0);
        assert_eq!(all.next(), Some(1));
        all.spend(1, 700, 3);
        all.finish(1);
        assert_eq!(all.next(), None);
    }
}
