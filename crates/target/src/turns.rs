//! Whose turn it is, when several share the cost (Directed SE 2.4).
//!
//! Everyone has a clock that goes the faster the smaller its share is; the one whose clock is behind has
//! the next turn. The share of who spends much without news may change: some strategies help soon if they
//! help at all, others need their time.

/// The time of a member goes by in these units of cost per share.
const UNIT: u64 = 1 << 10;
/// Everyone starts as if it had had a turn of this cost: who has a small share comes later.
const FIRST_TURN: u64 = 700;
/// Which part of the cost one gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    pub weight: u64,
    /// After so much was spent without news, the weight is another.
    pub patience: u64,
    pub later: u64,
}

impl Share {
    /// One that stays.
    pub fn steady(weight: u64) -> Share {
        Share { weight, patience: u64::MAX, later: weight }
    }

    /// One that becomes another after so much was spent without news, until there are some.
    pub fn changing(weight: u64, patience: u64, later: u64) -> Share {
        Share { weight, patience, later }
    }
}

struct Member {
    share: Share,
    clock: u64,
    /// Spent since there were news.
    waited: u64,
    done: bool,
}

pub struct Turns {
    members: Vec<Member>,
}

impl Turns {
    pub fn new(shares: impl IntoIterator<Item = Share>) -> Turns {
        let member = |share: Share| Member {
            share,
            clock: UNIT * FIRST_TURN / share.weight,
            waited: 0,
            done: false,
        };
        Turns { members: shares.into_iter().map(member).collect() }
    }

    /// Who is next, unless all are done.
    pub fn next(&self) -> Option<usize> {
        let open = self.members.iter().enumerate().filter(|(_, member)| !member.done);
        open.min_by_key(|(_, member)| member.clock).map(|(number, _)| number)
    }

    /// One has had its turn, with news or without.
    pub fn spend(&mut self, number: usize, cost: u64, news: bool) {
        let member = &mut self.members[number];
        member.waited = if news { 0 } else { member.waited + cost };
        let Share { weight, patience, later } = member.share;
        let weight = if member.waited > patience { later } else { weight };
        member.clock += cost * UNIT / weight;
    }

    /// One has nothing left to do.
    pub fn finish(&mut self, number: usize) {
        self.members[number].done = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The percentage that each gets of many turns of the same cost, none of which has news.
    fn percentages(shares: &[Share]) -> Vec<u64> {
        const TURNS: u64 = 10_000;
        let mut all = Turns::new(shares.iter().copied());
        let mut turns = vec![0; shares.len()];
        for _ in 0..TURNS {
            let next = all.next().unwrap();
            turns[next] += 1;
            all.spend(next, FIRST_TURN, false);
        }
        turns.iter().map(|turns| (turns * 100 + TURNS / 2) / TURNS).collect()
    }

    #[test]
    fn everyone_gets_its_share() {
        assert_eq!(percentages(&[Share::steady(1), Share::steady(1)]), [50, 50]);
        assert_eq!(percentages(&[Share::steady(3), Share::steady(1)]), [75, 25]);
        assert_eq!(
            percentages(&[Share::steady(160), Share::steady(80), Share::steady(16)]),
            [63, 31, 6]
        );
    }

    #[test]
    fn who_has_a_small_share_begins_late() {
        let mut all = Turns::new([Share::steady(10), Share::steady(1)]);
        for turn in 0..9 {
            assert_eq!(all.next(), Some(0), "turn {turn}");
            all.spend(0, FIRST_TURN, false);
        }
    }

    #[test]
    fn who_has_no_news_gets_another_share() {
        let shares = [Share::steady(4), Share::changing(4, 100, 1)];
        assert_eq!(percentages(&shares), [80, 20]);
        let mut all = Turns::new(shares);
        let mut turns = [0, 0];
        for _ in 0..1000 {
            let next = all.next().unwrap();
            turns[next] += 1;
            all.spend(next, FIRST_TURN, true);
        }
        assert_eq!(turns, [500, 500], "news keep the share");
    }

    #[test]
    fn who_is_done_has_no_turn() {
        let mut all = Turns::new([Share::steady(1), Share::steady(1)]);
        all.finish(0);
        assert_eq!(all.next(), Some(1));
        all.finish(1);
        assert_eq!(all.next(), None);
    }
}
