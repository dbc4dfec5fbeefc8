import { JOKER, SECOND_COPY, rankOf, suitOf } from './cards.js';

/** @typedef {import('./messages.js').RulesMessage} RulesMessage */
/** @typedef {Iterable<number> & ArrayLike<number>} Cards */

/** One game of the Hearts family for one number of seats. */
export class GameRules {
  /** @param {RulesMessage} message */
  constructor(message) {
    this.message = message;
    /** Every card in play. */
    this.pack = [...message.pack];
    /**
     * All parameters of the rule book by dotted name: `parameters['lead.first']`.
     * @type {Record<string, unknown>}
     */
    this.parameters = JSON.parse(message.parameters || '{}');
    /**
     * By card, how much its taker minds it: above 0 is bad in every game, below 0 good.
     * @type {ReadonlyMap<number, number>}
     */
    this.costs = new Map(this.pack.map((card, index) => [card, costAt(message, index)]));
    this.duplicatesCancel = this.parameters['trick.duplicates'] === 'cancel';
    this.twoPairsVoid = this.duplicatesCancel && this.parameters['trick.void_on'] === 'two_pairs';
    this.leaderCallsSuit = this.parameters['joker.lead'] === 'calls_suit';
  }

  /**
   * The suit that a trick of these cards asks for. Null: open, or not to be seen in them.
   * @param {Cards} cards
   * @returns {number | null}
   */
  ledSuit(cards) {
    if (cards[0] >= JOKER && this.leaderCallsSuit) return null;
    const first = Array.from(cards).find((card) => card < JOKER);
    return first === undefined ? null : suitOf(first);
  }

  /**
   * Which of the cards of a trick, to which the suit `led` was led, wins it as it lies; -1: none.
   * A trick without a card of that suit goes to the joker that led it.
   * @param {Cards} cards
   * @param {number | null} led
   */
  winningIndex(cards, led) {
    const all = Array.from(cards);
    /** @param {number} card */
    const cancelled = (card) =>
      this.duplicatesCancel && card < JOKER && all.includes(card ^ SECOND_COPY);
    if (this.twoPairsVoid && all.filter(cancelled).length >= 4) return -1;
    let best = -1;
    all.forEach((card, index) => {
      if (suitOf(card) !== led || cancelled(card)) return;
      // of two identical cards the later one
      if (best < 0 || rankOf(card) >= rankOf(all[best])) best = index;
    });
    return best < 0 && all[0] >= JOKER ? 0 : best;
  }
}

/**
 * @param {RulesMessage} message
 * @param {number} index of a card in the pack
 */
function costAt(message, index) {
  const points = message.points[index];
  return (message.highIsGood ? -points : points) + Math.abs(message.pointsImaginary[index] ?? 0);
}
