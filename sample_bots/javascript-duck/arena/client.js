import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import grpc from '@grpc/grpc-js';
import { Referee } from './messages.js';
import { GameRules } from './rules.js';
import { Turn } from './turn.js';

/** @typedef {import('./bot.js').Bot} Bot */
/** @typedef {import('./messages.js').BotMessage} BotMessage */
/** @typedef {import('./messages.js').RefereeMessage} RefereeMessage */
/** @typedef {import('./messages.js').TurnMessage} TurnMessage */

const PROTOCOL = 1;
const CLIENT = 'javascript 1.0';
const CONNECT_SECONDS = 20;
/** Lost streams in a row, without a turn between them, before the bot gives up. */
const RECONNECTS = 5;
const CHANNEL_OPTIONS = {
  'grpc.enable_http_proxy': 0, // a proxy in the environment would swallow loopback
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 500,
};
/** How the referee ends a stream when to connect again is of no use. */
const FINAL = new Set([
  grpc.status.FAILED_PRECONDITION,
  grpc.status.INVALID_ARGUMENT,
  grpc.status.PERMISSION_DENIED,
  grpc.status.UNAUTHENTICATED,
  grpc.status.UNIMPLEMENTED,
]);
const NO_GOODBYE = {
  code: grpc.status.UNAVAILABLE,
  details: 'the referee closed the stream without a goodbye',
};

/**
 * Connect, play until the referee says goodbye, and end the program. The status is 0 after the
 * goodbye, a SIGTERM or Ctrl-C, 1 when the referee cannot be reached or refuses, 2 when the address
 * or token is missing. They come from `--connect` and `--token` or from the environment.
 * @param {Bot} bot
 * @returns {Promise<never>}
 */
export async function run(bot) {
  const { address, token } = connection();
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
  const referee = new Referee(address, grpc.credentials.createInsecure(), CHANNEL_OPTIONS);
  const session = new Session(bot, referee, token);
  for (;;) {
    await reach(referee, address);
    const { code, details } = await session.converse();
    if (code === grpc.status.OK) process.exit(0);
    if (FINAL.has(code)) exit(1, `the referee refused: ${details}`);
    session.losses += 1;
    if (session.losses > RECONNECTS) {
      exit(1, `lost the referee ${session.losses} times in a row: ${details}`);
    }
    console.error(`connecting again: ${details}`);
    await sleep(100 * session.losses);
  }
}

function connection() {
  const { values } = parseArgs({
    options: { connect: { type: 'string' }, token: { type: 'string' } },
    strict: false,
  });
  const address = values.connect ?? process.env.HEARTS_ADDRESS;
  const token = values.token ?? process.env.HEARTS_TOKEN;
  if (typeof address === 'string' && address && typeof token === 'string' && token) {
    return { address, token };
  }
  const missing = address ? 'HEARTS_TOKEN' : 'HEARTS_ADDRESS';
  return exit(
    2,
    `${missing} is not set: let \`referee play\` start this bot,` +
      ' or pass --connect HOST:PORT --token TOKEN',
  );
}

/**
 * @param {grpc.Client} referee
 * @param {string} address
 */
async function reach(referee, address) {
  const deadline = Date.now() + 1000 * CONNECT_SECONDS;
  try {
    await promisify(referee.waitForReady.bind(referee))(deadline);
  } catch {
    exit(1, `no referee answers at ${address} within ${CONNECT_SECONDS} s`);
  }
}

/** What outlives a stream: the bot, its token, how often the stream was lost, and the rules. */
class Session {
  /**
   * @param {Bot} bot
   * @param {InstanceType<typeof Referee>} referee
   * @param {string} token
   */
  constructor(bot, referee, token) {
    this.bot = bot;
    this.referee = referee;
    this.token = token;
    this.losses = 0;
    /** @type {Map<number, GameRules>} */
    this.rules = new Map();
  }

  /**
   * Hold one stream to its end; how it ended, OK only after a goodbye.
   * @returns {Promise<{ code: grpc.status, details: string }>}
   */
  async converse() {
    const stream = this.referee.Play();
    /** @type {grpc.ServiceError | undefined} */
    let lost;
    stream.on('error', (/** @type {grpc.ServiceError} */ error) => (lost = error));
    let goodbye = false;
    stream.write({ hello: { token: this.token, protocol: PROTOCOL, client: CLIENT } });
    try {
      for await (const message of stream) {
        await this.receive(message, stream);
        goodbye ||= message.goodbye !== null;
      }
    } catch (error) {
      if (error !== lost) throw error; // the bot's own
    }
    if (goodbye) return { code: grpc.status.OK, details: '' };
    return lost ?? NO_GOODBYE;
  }

  /**
   * @param {RefereeMessage} message
   * @param {grpc.ClientDuplexStream<BotMessage, RefereeMessage>} stream
   */
  async receive(message, stream) {
    const { bot } = this;
    if (message.welcome !== null) {
      this.rules = new Map(message.welcome.rules.map((rules) => [rules.id, new GameRules(rules)]));
      bot.welcome(message.welcome);
      stream.write({ ready: {} });
    }
    message.gameStarts.forEach((start) => bot.gameStart(start));
    message.faults.forEach((notice) => bot.fault(notice));
    message.dealEnds.forEach((end) => bot.dealEnd(end));
    message.gameEnds.forEach((end) => bot.gameEnd(end));
    if (message.turns.length > 0) {
      this.losses = 0;
      stream.write({ answers: { actions: await this.answer(message.turns) } });
    }
    if (message.goodbye !== null) stream.end();
  }

  /**
   * All the answers to the turns of one message.
   * @param {TurnMessage[]} turns
   */
  async answer(turns) {
    const actions = [];
    for (const message of turns) {
      const rules = this.rules.get(message.rules);
      if (rules === undefined) throw new Error(`turn ${message.id}: unknown rules ${message.rules}`);
      const choice = await this.bot.act(new Turn(message, rules));
      actions.push({ turn: message.id, choice: Buffer.from(choice) });
    }
    return actions;
  }
}

/**
 * @param {number} status
 * @param {string} text
 * @returns {never}
 */
function exit(status, text) {
  console.error(text);
  process.exit(status);
}
