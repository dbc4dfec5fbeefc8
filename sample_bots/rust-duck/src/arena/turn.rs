//! A turn as a bot reads it: what is asked, and all that this seat knows.

use std::sync::LazyLock;

use crate::cards::{Card, HEARTS, Seat, suit_of};
use crate::pb::{self, Kind};
use crate::rules::GameRules;

/// What the wire leaves out holds nothing but defaults.
static NOTHING: LazyLock<pb::Observation> = LazyLock::new(pb::Observation::default);

/// One question to one seat: choose at least `least` and at most `most` of the `options`.
///
/// It only wraps the message; what has no method here is in [`Turn::observation`].
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    message: &'a pb::Turn,
    observation: &'a pb::Observation,
    rules: &'a GameRules,
}

impl<'a> Turn<'a> {
    /// The turn of a message, under its rules.
    pub fn new(message: &'a pb::Turn, rules: &'a GameRules) -> Self {
        let observation = message.observation.as_ref().unwrap_or(&NOTHING);
        Self { message, observation, rules }
    }

    // ---- the question --------------------------------------------------------------------------

    /// The number of this turn; no two turns of a session share it.
    pub fn id(&self) -> u64 {
        self.message.id
    }

    /// What is asked.
    pub fn kind(&self) -> Kind {
        self.message.kind()
    }

    /// What you may choose from, ascending: cards, bids, suits, ..., depending on the kind.
    pub fn options(&self) -> &'a [u8] {
        &self.message.options
    }

    /// Choose at least this many options.
    pub fn least(&self) -> usize {
        self.message.least as usize
    }

    /// Choose at most this many options.
    pub fn most(&self) -> usize {
        self.message.most as usize
    }

    /// Seconds for this turn, reserve included, as the referee sent it.
    pub fn time_left(&self) -> f64 {
        self.message.time_left
    }

    // ---- the table -----------------------------------------------------------------------------

    /// The number of the table; several games may run at once.
    pub fn table(&self) -> u32 {
        self.message.table
    }

    /// Your seat.
    pub fn seat(&self) -> u32 {
        self.message.seat
    }

    /// The rules of this table's game.
    pub fn rules(&self) -> &'a GameRules {
        self.rules
    }

    /// All that this seat knows.
    pub fn observation(&self) -> &'a pb::Observation {
        self.observation
    }

    /// How much the taker of a card minds it in this deal.
    ///
    /// An auction may name the suit that costs: a card of it then costs what the heart of its rank
    /// did, and hearts cost nothing.
    pub fn cost(&self, card: Card) -> i32 {
        let (rules, suit) = (self.rules, suit_of(card));
        let named = self.observation.penalty_suit.and_then(|named| u8::try_from(named).ok());
        match named {
            None | Some(HEARTS) => rules.cost(card),
            Some(_) if suit == HEARTS => 0,
            Some(named) if suit == named && rules.cost(card) == 0 => {
                rules.cost(card + 16 * (HEARTS - named))
            }
            Some(_) => rules.cost(card),
        }
    }

    // ---- the trick -----------------------------------------------------------------------------

    /// The cards of the current trick, as far as it is played.
    pub fn trick(&self) -> &'a [Card] {
        &self.observation.plays[self.trick_start()..]
    }

    /// Who played the cards of the current trick.
    pub fn trick_seats(&self) -> &'a [Seat] {
        &self.observation.play_seats[self.trick_start()..]
    }

    /// The suit to follow. None: you lead, or only jokers were led and it is open.
    pub fn led_suit(&self) -> Option<u8> {
        match self.observation.led_suit {
            Some(suit) => u8::try_from(suit).ok(),
            None => self.rules.led_suit(self.trick()),
        }
    }

    /// Whether the trick, as it lies once you have played this card, is yours.
    pub fn wins(&self, card: Card) -> bool {
        let cards = [self.trick(), &[card]].concat();
        let led = self.led_suit().or_else(|| self.rules.led_suit(&cards));
        let winner = self.rules.winning_index(&cards, led);
        winner.is_some_and(|index| {
            let seat = self.trick_seats().get(index); // none: of the card just played
            seat.is_none_or(|&seat| u32::from(seat) == self.seat())
        })
    }

    fn trick_start(&self) -> usize {
        let seen = self.observation;
        let start = seen.trick_starts.get(seen.trick_winners.len());
        start.map_or(seen.plays.len(), |&start| usize::from(start))
    }
}
