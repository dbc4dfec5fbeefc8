/** @typedef {import('./messages.js').Welcome} Welcome */
/** @typedef {import('./messages.js').GameStart} GameStart */
/** @typedef {import('./messages.js').DealEnd} DealEnd */
/** @typedef {import('./messages.js').GameEnd} GameEnd */
/** @typedef {import('./messages.js').FaultNotice} FaultNotice */
/** @typedef {import('./turn.js').Turn} Turn */

/** A player. Write `act`; the other methods are news that you may ignore. */
export class Bot {
  /**
   * Choose between `turn.least` and `turn.most` of the `turn.options`. May be async. An exception
   * ends the program with its stack.
   * @param {Turn} turn
   * @returns {number[] | Promise<number[]>}
   */
  act(turn) {
    throw new Error(`a bot must define act(turn); asked turn ${turn.id}`);
  }

  /**
   * The rules and limits of the session, at each connection; the start limit still runs.
   * @param {Welcome} _welcome
   */
  welcome(_welcome) {}

  /**
   * You sit down at a table.
   * @param {GameStart} _start
   */
  gameStart(_start) {}

  /**
   * A deal is over: its points, and all its cards for learning.
   * @param {DealEnd} _end
   */
  dealEnd(_end) {}

  /**
   * A game is over: the ranks by seat.
   * @param {GameEnd} _end
   */
  gameEnd(_end) {}

  /**
   * The referee charged you with a fault. Goes to the log unless you override it.
   * @param {FaultNotice} notice
   */
  fault({ fault, reason, table, turn, faults }) {
    const where = turn === '0' ? '' : ` at table ${table}, turn ${turn}`;
    console.error(`fault ${faults}: ${fault.toLowerCase()}${where}: ${reason}`);
  }
}
