//! The rules of a game as a bot reads them: what cards cost, who wins a trick.

use serde_json::{Map, Value};

use crate::cards::{Card, JOKER, SECOND_COPY, rank_of, suit_of};
use crate::pb;

/// One game of the Hearts family for one number of seats.
#[derive(Debug)]
pub struct GameRules {
    message: pb::Rules,
    parameters: Map<String, Value>,
    costs: Vec<i32>,
    duplicates_cancel: bool,
    two_pairs_void: bool,
    leader_calls_suit: bool,
}

impl GameRules {
    /// Reads what the referee tells of a game. Parameters that are not JSON count as none.
    pub fn new(message: pb::Rules) -> Self {
        let parameters = serde_json::from_str(&message.parameters).unwrap_or_default();
        let mut rules = Self {
            costs: costs(&message),
            message,
            parameters,
            duplicates_cancel: false,
            two_pairs_void: false,
            leader_calls_suit: false,
        };
        rules.duplicates_cancel = rules.has("trick.duplicates", "cancel");
        rules.two_pairs_void = rules.duplicates_cancel && rules.has("trick.void_on", "two_pairs");
        rules.leader_calls_suit = rules.has("joker.lead", "calls_suit");
        rules
    }

    /// For example `american-hearts`.
    pub fn name(&self) -> &str {
        &self.message.name
    }

    /// Players at the table.
    pub fn seats(&self) -> u32 {
        self.message.seats
    }

    /// Every card in play.
    pub fn pack(&self) -> &[Card] {
        &self.message.pack
    }

    /// A parameter of the rule book by its dotted name, such as `lead.first`.
    pub fn parameter(&self, name: &str) -> Option<&Value> {
        self.parameters.get(name)
    }

    /// How much a player minds to take a card: above 0 is bad in every game, below 0 good.
    pub fn cost(&self, card: Card) -> i32 {
        self.costs[usize::from(card)]
    }

    /// The suit that a trick of these cards asks for. None: open, or not to be seen in them.
    pub fn led_suit(&self, cards: &[Card]) -> Option<u8> {
        if self.leader_calls_suit && cards.first().is_some_and(|&card| card >= JOKER) {
            return None;
        }
        let first = cards.iter().find(|&&card| card < JOKER);
        first.map(|&card| suit_of(card))
    }

    /// Which of the cards of a trick, to which the suit `led` was led, wins it as it lies.
    ///
    /// A trick without a card of that suit goes to the joker that led it. None: nothing wins.
    pub fn winning_index(&self, cards: &[Card], led: Option<u8>) -> Option<usize> {
        let is_cancelled = |card: Card| {
            self.duplicates_cancel && card < JOKER && cards.contains(&(card ^ SECOND_COPY))
        };
        let cancelled = cards.iter().filter(|&&card| is_cancelled(card)).count();
        if self.two_pairs_void && cancelled >= 4 {
            return None;
        }
        let highest = cards
            .iter()
            .enumerate()
            .filter(|&(_, &card)| Some(suit_of(card)) == led && !is_cancelled(card))
            .max_by_key(|&(_, &card)| rank_of(card)); // of two identical cards the later one
        match highest {
            Some((index, _)) => Some(index),
            None => cards.first().filter(|&&card| card >= JOKER).map(|_| 0),
        }
    }

    fn has(&self, name: &str, value: &str) -> bool {
        self.parameter(name).and_then(Value::as_str) == Some(value)
    }
}

/// The cost of each card, by its byte; 0 for what is not in the pack.
fn costs(message: &pb::Rules) -> Vec<i32> {
    let sign = if message.high_is_good { -1 } else { 1 };
    let mut costs = vec![0; 256];
    for (&card, &points) in message.pack.iter().zip(&message.points) {
        costs[usize::from(card)] = sign * points;
    }
    for (&card, &points) in message.pack.iter().zip(&message.points_imaginary) {
        costs[usize::from(card)] += points.abs();
    }
    costs
}
