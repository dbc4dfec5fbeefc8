import { HEARTS, SUITS, suitOf } from './cards.js';
import { NOTHING_SEEN } from './messages.js';

/** @typedef {import('./messages.js').TurnMessage} TurnMessage */
/** @typedef {import('./rules.js').GameRules} GameRules */

/** One question to one seat: choose at least `least` and at most `most` of the `options`. */
export class Turn {
  /**
   * @param {TurnMessage} message
   * @param {GameRules} rules
   */
  constructor(message, rules) {
    this.message = message;
    this.rules = rules;
    this.id = message.id;
    this.table = message.table;
    this.seat = message.seat;
    /** What is asked, a name of `enum Kind`: 'PASS', 'PLAY', ... */
    this.kind = message.kind;
    /** What you may choose from, ascending: cards, bids, suits, ..., depending on `kind`. */
    this.options = [...message.options];
    this.least = message.least;
    this.most = message.most;
    /** Seconds for this turn, reserve included. */
    this.timeLeft = message.timeLeft;
    /** All that this seat knows. */
    this.observation = message.observation ?? NOTHING_SEEN;
    const { plays, playSeats, trickStarts, trickWinners } = this.observation;
    const start = trickStarts[trickWinners.length] ?? plays.length;
    /** The cards of the current trick, as far as it is played. */
    this.trick = [...plays.subarray(start)];
    /** Who played them. */
    this.trickSeats = [...playSeats.subarray(start)];
    const { ledSuit, penaltySuit } = this.observation;
    /** The suit to follow. Null: you lead, or only jokers were led and it is open. */
    this.led = ledSuit == null ? rules.ledSuit(this.trick) : SUITS.indexOf(ledSuit);
    /** By card, how much its taker minds it in this deal: above 0 is bad in every game. */
    this.costs =
      penaltySuit == null ? rules.costs : costsAfterAuction(rules, SUITS.indexOf(penaltySuit));
  }

  /**
   * How much the taker of this card minds it in this deal.
   * @param {number} card
   */
  cost(card) {
    return this.costs.get(card) ?? 0;
  }

  /**
   * Whether the trick, as it lies once you have played this card, is yours.
   * @param {number} card
   */
  wins(card) {
    const cards = [...this.trick, card];
    const winner = this.rules.winningIndex(cards, this.led ?? this.rules.ledSuit(cards));
    // A nine may add a round to the trick, so an earlier card may be yours too.
    return winner >= 0 && [...this.trickSeats, this.seat][winner] === this.seat;
  }
}

/**
 * The costs of hearts move to the suit that the auction named, rank by rank.
 * @param {GameRules} rules
 * @param {number} named
 * @returns {ReadonlyMap<number, number>}
 */
function costsAfterAuction({ costs }, named) {
  if (named === HEARTS) return costs;
  const moved = new Map(costs);
  for (const [card, cost] of costs) {
    if (suitOf(card) !== HEARTS) continue;
    moved.set(card, 0);
    const twin = card - 16 * (HEARTS - named);
    if (costs.has(twin)) moved.set(twin, costs.get(twin) || cost);
  }
  return moved;
}
