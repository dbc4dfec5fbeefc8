// What a bot needs of hearts-arena: extend `Bot`, call `run`.
export { Bot } from './bot.js';
export { HEARTS, JOKER, SECOND_COPY, SUITS, rankOf, suitOf } from './cards.js';
export { run } from './client.js';
export { GameRules } from './rules.js';
export { Turn } from './turn.js';
