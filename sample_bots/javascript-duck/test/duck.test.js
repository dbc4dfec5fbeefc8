import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GameRules, HEARTS, SECOND_COPY, Turn, suitOf } from '../arena/index.js';
import { Duck } from '../duck.js';

/** @typedef {import('../arena/messages.js').TurnMessage} TurnMessage */
/** @typedef {import('../arena/messages.js').RulesMessage} RulesMessage */
/** @typedef {import('../arena/messages.js').Observation} Observation */

const RANKS = '?23456789T??JQKA';
const JOKER = '*';

/**
 * The card of a text: 'QS', `QS'` (second copy), '*' (a joker).
 * @param {string} text
 */
function card(text) {
  if (text === JOKER) return 128;
  return (
    RANKS.indexOf(text[0]) + 16 * 'CDSH'.indexOf(text[1]) + (text.endsWith("'") ? SECOND_COPY : 0)
  );
}

/** @param {string} text such as '2C QS' */
const cards = (text) => text.split(' ').filter(Boolean).map(card);

/** American Hearts with two packs and a joker: a heart costs 1, the queen of spades 13. */
function rules(parameters = {}) {
  const pack = [...Array(129).keys()];
  const queen = card('QS');
  const points = pack.map((c) => {
    if (c % SECOND_COPY === queen) return 13;
    return suitOf(c) === HEARTS ? 1 : 0;
  });
  const message = { pack, points, pointsImaginary: [], parameters: JSON.stringify(parameters) };
  return new GameRules(/** @type {RulesMessage} */ (/** @type {unknown} */ (message)));
}

/**
 * What Duck answers.
 * @param {TurnMessage['kind']} kind
 * @param {number[]} options
 * @param {Partial<Observation> & { trick?: string, parameters?: object, least?: number }} seen
 */
function answer(kind, options, { trick = '', parameters = {}, least = 1, ...observation } = {}) {
  const plays = Buffer.from(cards(trick));
  const seen = { plays, playSeats: Buffer.alloc(plays.length, 1), trickStarts: Buffer.of(0) };
  const message = {
    kind,
    seat: 0,
    options: Buffer.from(options),
    least,
    observation: { ...seen, trickWinners: Buffer.of(), ...observation },
  };
  const turn = new Turn(
    /** @type {TurnMessage} */ (/** @type {unknown} */ (message)),
    rules(parameters),
  );
  return new Duck().act(turn);
}

test('plays the highest card that does not win', () => {
  assert.deepEqual(answer('PLAY', cards('2C JC KC'), { trick: 'JC QC' }), cards('JC'));
});

test('throws the most expensive card when it cannot follow', () => {
  assert.deepEqual(answer('PLAY', cards('AD QS AH'), { trick: 'JC' }), cards('QS'));
});

test('plays low when it must win', () => {
  assert.deepEqual(answer('PLAY', cards('9C AC'), { trick: '2C' }), cards('9C'));
});

test('leads low, what is cheap first', () => {
  assert.deepEqual(answer('PLAY', cards('3C 2D 2H')), cards('2D'));
});

test('plays to the trick that is not over', () => {
  const seen = { trick: 'AC 2C 2S', trickStarts: Buffer.of(0, 2), trickWinners: Buffer.of(0) };
  assert.deepEqual(answer('PLAY', cards('KC AH'), seen), cards('AH'));
});

test('throws a card of the suit that the auction named', () => {
  const seen = { trick: 'JC', penaltySuit: /** @type {const} */ ('DIAMONDS') };
  assert.deepEqual(answer('PLAY', cards('2D AH'), seen), cards('2D'));
});

test('plays low when an earlier card of its own has won already', () => {
  const seen = { trick: '9C AC 2C', playSeats: Buffer.of(1, 0, 1) };
  assert.deepEqual(answer('PLAY', cards('3C KC'), seen), cards('3C'));
});

test('follows the suit that the leader of a joker called', () => {
  const seen = { trick: JOKER, ledSuit: /** @type {const} */ ('DIAMONDS') };
  assert.deepEqual(answer('PLAY', cards('2C AC'), seen), cards('AC'));
});

test('knows that identical cards cancel each other', () => {
  const seen = { trick: '9C QC', parameters: { 'trick.duplicates': 'cancel' } };
  assert.deepEqual(answer('PLAY', cards("2C QC'"), seen), cards("QC'"));
});

test('passes the queen and what would catch her', () => {
  const passed = answer('PASS', cards('AC 2S QS AS AH'), { least: 3 });
  assert.deepEqual(passed, cards('AS QS AC'));
});

test('buries high cards that cost nothing', () => {
  assert.deepEqual(answer('BURY', cards('3C AD QS 2H'), { least: 2 }), cards('AD 3C'));
});

test('bids as little as it may, exposes nothing', () => {
  assert.deepEqual(answer('BID', [0, 4, 5]), [0]);
  assert.deepEqual(answer('EXPOSE', cards('QS'), { least: 0 }), []);
});
