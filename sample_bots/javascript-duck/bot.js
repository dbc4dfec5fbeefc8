// A bot for hearts-arena.
import { run } from './arena/index.js';
import { Duck } from './duck.js';

await run(new Duck());
