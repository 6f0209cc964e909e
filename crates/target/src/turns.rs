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

    /// What each gets when turns of 10 are handed out; none has news.
    fn spent(shares: &[Share], turns: usize) -> Vec<u64> {
        let mut all = Turns::new(shares.iter().copied());
        let mut spent = vec![0; shares.len()];
        for _ in 0..turns {
            let next = all.next().unwrap();
            spent[next] += 10;
            all.spend(next, 10, false);
        }
        spent
    }

    #[test]
    fn everyone_gets_its_share() {
        assert_eq!(spent(&[Share::steady(1), Share::steady(1)], 100), [500, 500]);
        assert_eq!(spent(&[Share::steady(3), Share::steady(1)], 100), [750, 250]);
    }

    #[test]
    fn who_has_no_news_gets_less() {
        let shares = [Share::steady(4), Share::changing(4, 100, 1)];
        let spent = spent(&shares, 200);
        assert!(spent[1] < 500 && spent[1] >= 200, "{spent:?}");
        let mut all = Turns::new(shares);
        for _ in 0..200 {
            let next = all.next().unwrap();
            all.spend(next, 10, true);
        }
        let clocks: Vec<u64> = all.members.iter().map(|member| member.clock).collect();
        assert!(clocks[0].abs_diff(clocks[1]) <= 10 * UNIT, "news keep the share: {clocks:?}");
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
