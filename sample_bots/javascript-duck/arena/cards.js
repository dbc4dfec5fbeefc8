// A card is one byte, 64 * copy + 16 * suit + rank: the numbers of `enum Card` in referee.proto.

/** What a card of the second pack has more than its twin. */
export const SECOND_COPY = 64;
/** The first joker. Cards from here on have no suit. */
export const JOKER = 128;
/** The names of `enum Suit`; a suit is an index of it. */
export const SUITS = Object.freeze(['CLUBS', 'DIAMONDS', 'SPADES', 'HEARTS']);
export const HEARTS = SUITS.indexOf('HEARTS');

/**
 * The suit of a card, 0 to 3; a joker gives 4, which is no suit.
 * @param {number} card
 */
export const suitOf = (card) => (card < JOKER ? (card >> 4) & 3 : 4);

/**
 * The rank of a card, 0 to 15; higher beats lower within a suit.
 * @param {number} card
 */
export const rankOf = (card) => card & 15;
