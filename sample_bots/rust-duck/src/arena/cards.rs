//! Cards are bytes: `64 * copy + 16 * suit + rank`, the numbers of `enum Card` in `referee.proto`.

/// One card.
pub type Card = u8;
/// A place at the table, from 0 clockwise.
pub type Seat = u8;

/// The suit that costs in most games.
pub const HEARTS: u8 = 3;
/// The second copy of a card, in games with two packs, is this much higher than the first.
pub const SECOND_COPY: Card = 64;
/// The first joker. Cards from here on have no suit.
pub const JOKER: Card = 128;

/// The suit of a card, a number of `enum Suit`; 4 for a joker.
pub fn suit_of(card: Card) -> u8 {
    if card < JOKER { card >> 4 & 3 } else { 4 }
}

/// The rank of a card, 0 to 15; higher beats lower within a suit.
pub fn rank_of(card: Card) -> u8 {
    card & 15
}
