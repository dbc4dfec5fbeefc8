import { Bot, rankOf, suitOf } from './arena/index.js';

/** @typedef {import('./arena/index.js').Turn} Turn */

/** From this cost on a card makes the higher cards of its suit dangerous too. */
const EXPENSIVE = 5;

/**
 * Plays as high as it can without winning the trick, and low when it cannot help winning. It thinks
 * no further than the trick on the table.
 */
export class Duck extends Bot {
  /**
   * Get rid of danger where that is free; the lowest options of what it has no idea about.
   * @override
   * @param {Turn} turn
   */
  act(turn) {
    const options = [...turn.options];
    if (turn.kind === 'PLAY') return [play(turn)];
    if (turn.kind === 'PASS') options.sort((a, b) => danger(turn, b) - danger(turn, a));
    if (turn.kind === 'BURY') {
      options.sort((a, b) => turn.cost(a) - turn.cost(b) || rankOf(b) - rankOf(a));
    }
    return options.slice(0, turn.least);
  }
}

/**
 * The worst card that does not win; else the lowest.
 * @param {Turn} turn
 */
function play(turn) {
  const losing = turn.options.filter((card) => !turn.wins(card));
  if (losing.length > 0) {
    return losing.sort((a, b) => turn.cost(b) - turn.cost(a) || rankOf(b) - rankOf(a))[0];
  }
  return turn.options.toSorted((a, b) => rankOf(a) - rankOf(b) || turn.cost(a) - turn.cost(b))[0];
}

/**
 * How gladly it passes a card: by rank, above all what may win an expensive card.
 * @param {Turn} turn
 * @param {number} card
 */
function danger(turn, card) {
  const caught = [...turn.costs]
    .filter(([other]) => suitOf(other) === suitOf(card) && other <= card)
    .map(([, cost]) => cost)
    .filter((cost) => cost >= EXPENSIVE);
  return caught.reduce((sum, cost) => sum + cost, rankOf(card));
}
