//! Plays as high as it can without winning the trick, and low when it cannot help winning.

use std::cmp::Reverse;

use arena::{Bot, Card, Kind, Turn, rank_of, suit_of};

/// From this cost on a card makes the higher cards of its suit dangerous too.
const EXPENSIVE: i32 = 5;

/// Thinks no further than the trick on the table.
pub struct Duck;

impl Bot for Duck {
    /// Gets rid of danger where that is free; the lowest options of what it has no idea about.
    fn act(&mut self, turn: &Turn) -> Vec<u8> {
        let mut options = turn.options().to_vec();
        match turn.kind() {
            Kind::Play => return vec![play(turn)],
            Kind::Pass => options.sort_by_key(|&card| Reverse(danger(turn, card))),
            Kind::Bury => options.sort_by_key(|&card| (turn.cost(card), Reverse(rank_of(card)))),
            _ => {}
        }
        options.truncate(turn.least());
        options
    }
}

/// The worst card that does not win; else the lowest.
fn play(turn: &Turn) -> Card {
    let options = turn.options().iter().copied();
    let losing = options.clone().filter(|&card| !turn.wins(card));
    losing
        .min_by_key(|&card| Reverse((turn.cost(card), rank_of(card))))
        .or_else(|| options.min_by_key(|&card| (rank_of(card), turn.cost(card))))
        .expect("a turn has options")
}

/// How gladly it passes a card: by rank, above all what may win an expensive card.
fn danger(turn: &Turn, card: Card) -> i32 {
    let pack = turn.rules().pack().iter();
    let caught = pack.filter(|&&other| suit_of(other) == suit_of(card) && other <= card);
    let costs = caught.map(|&other| turn.cost(other)).filter(|&cost| cost >= EXPENSIVE);
    i32::from(rank_of(card)) + costs.sum::<i32>()
}

#[cfg(test)]
mod tests {
    use arena::pb::{self, Card as C};
    use arena::{GameRules, HEARTS, SECOND_COPY};

    use super::*;

    const QUEEN: u8 = C::Qs as u8;

    /// American Hearts: a heart costs 1, the queen of spades 13.
    fn american_hearts() -> pb::Rules {
        let pack: Vec<u8> =
            (0..4).flat_map(|suit| (1..16).map(move |rank| 16 * suit + rank)).collect();
        let cost = |&card: &u8| if card == QUEEN { 13 } else { i32::from(suit_of(card) == HEARTS) };
        pb::Rules { points: pack.iter().map(cost).collect(), pack, ..Default::default() }
    }

    fn cards(cards: &[C]) -> Vec<u8> {
        cards.iter().map(|&card| card as u8).collect()
    }

    fn turn(kind: Kind, options: &[C], least: u32) -> pb::Turn {
        pb::Turn {
            kind: kind.into(),
            options: cards(options),
            least,
            most: least,
            observation: Some(pb::Observation::default()),
            ..Default::default()
        }
    }

    fn play_to(trick: &[C], options: &[C]) -> pb::Turn {
        let mut turn = turn(Kind::Play, options, 1);
        let seen = turn.observation.get_or_insert_default();
        seen.plays = cards(trick);
        seen.play_seats = (0..4).cycle().skip(4 - trick.len() % 4).take(trick.len()).collect();
        seen.trick_starts = vec![0];
        turn
    }

    fn choice(turn: &pb::Turn, rules: pb::Rules) -> Vec<u8> {
        let rules = GameRules::new(rules);
        Duck.act(&Turn::new(turn, &rules))
    }

    #[test]
    fn plays_the_highest_card_that_does_not_win() {
        let turn = play_to(&[C::Jc, C::Qc], &[C::Card2c, C::Jc, C::Kc]);
        assert_eq!(choice(&turn, american_hearts()), cards(&[C::Jc]));
    }

    #[test]
    fn throws_the_most_expensive_card_when_it_cannot_follow() {
        let turn = play_to(&[C::Jc], &[C::Ad, C::Qs, C::As, C::Ah]);
        assert_eq!(choice(&turn, american_hearts()), cards(&[C::Qs]));
    }

    #[test]
    fn plays_low_when_it_must_win() {
        let turn = play_to(&[C::Card2c], &[C::Card9c, C::Ac]);
        assert_eq!(choice(&turn, american_hearts()), cards(&[C::Card9c]));
    }

    #[test]
    fn passes_the_queen_and_what_would_catch_her() {
        let options = [C::Ac, C::Card2s, C::Qs, C::As, C::Ah];
        let turn = turn(Kind::Pass, &options, 3);
        assert_eq!(choice(&turn, american_hearts()), cards(&[C::As, C::Qs, C::Ac]));
    }

    #[test]
    fn buries_high_cards_that_cost_nothing() {
        let turn = turn(Kind::Bury, &[C::Card3c, C::Ad, C::Qs, C::Card2h], 2);
        assert_eq!(choice(&turn, american_hearts()), cards(&[C::Ad, C::Card3c]));
    }

    #[test]
    fn throws_a_card_of_the_suit_that_the_auction_named() {
        let mut turn = play_to(&[C::Jc], &[C::Card2d, C::Ah]);
        turn.observation.get_or_insert_default().penalty_suit = Some(pb::Suit::Diamonds.into());
        let mut rules = american_hearts();
        rules.points = rules.pack.iter().map(|&card| i32::from(suit_of(card) == HEARTS)).collect();
        assert_eq!(choice(&turn, rules), cards(&[C::Card2d]));
    }

    #[test]
    fn knows_that_identical_cards_cancel_each_other() {
        let options = [C::Card2c, C::Jc];
        let mut twins = play_to(&[C::Kc, C::Card9c, C::Kc], &options);
        twins.observation.get_or_insert_default().plays[2] += SECOND_COPY;
        let parameters = r#"{"trick.duplicates": "cancel"}"#.to_owned();
        let rules = pb::Rules { parameters, ..american_hearts() };
        let turn = play_to(&[C::Kc, C::Card9c], &options);
        assert_eq!(choice(&turn, rules.clone()), cards(&[C::Jc]));
        assert_eq!(choice(&twins, rules), cards(&[C::Card2c]));
    }

    #[test]
    fn throws_nothing_expensive_on_a_trick_that_it_holds_already() {
        let trick = [C::Card9c, C::Card3c, C::Card4c, C::Card5c]; // a nine adds a round
        let turn = play_to(&trick, &[C::Card2d, C::Qs]);
        assert_eq!(choice(&turn, american_hearts()), cards(&[C::Card2d]));
    }

    #[test]
    fn takes_the_first_options_of_what_it_has_no_idea_about() {
        let mut turn = turn(Kind::Bid, &[], 1);
        turn.options = vec![0, 4, 5];
        assert_eq!(choice(&turn, american_hearts()), [0]);
    }
}
