/** The starts of answers, turns and rounds in a replay, and the marks on its scrubber. */

/** @import { Boards } from "../pages.d.ts" */
/** @import { Replay } from "./replay.js" */

export class Moments {
  /**
   * `boards` is the module that draws the game and knows the paths of turns and rounds.
   * @param {Replay} replay @param {Boards} boards
   */
  constructor(replay, boards) {
    this.replay = replay;
    this.boards = boards;
    this.plies = [replay.first];
    this.turns = [replay.first];
    this.rounds = [replay.first];
    /** @type {[number, string][]} */
    this.marks = [];
    /** @type {Map<number, number | null | undefined>} */
    this.seats = new Map();
    this.lastSeq = replay.first;
    this.read();
  }

  /** Takes the frames that came since. */
  read() {
    const { replay, boards } = this;
    for (let seq = this.lastSeq + 1; seq <= replay.last; seq++) {
      const { changes } = replay.frames[seq - replay.first - 1];
      /** @param {string[]} paths */
      const startsAt = (paths) => changes.some(([path, value]) => value && paths.includes(path.join(".")));
      if (startsAt(["ply"])) this.plies.push(seq);
      if (startsAt(boards.roundPaths)) this.rounds.push(seq);
      if (startsAt(boards.turnPaths)) this.turns.push(seq);
      for (const [path, value] of changes) {
        const kind =
          path[0] === "cases" || path[0] === "left"
            ? "ruling"
            : path[0] === "board"
              ? boards.mark(path, value, () => replay.at(seq - 1).board)
              : "";
        if (kind && this.marks.at(-1)?.[0] !== seq) this.marks.push([seq, kind]);
      }
    }
    this.lastSeq = replay.last;
  }

  /** The fact after which the last answer up to fact `seq` was given. @param {number} seq */
  answered(seq) {
    return Math.max(this.replay.first, (this.plies.findLast((each) => each <= seq) ?? 1) - 1);
  }

  /**
   * The fact nearest to fact `seq` at which somebody chooses: that one, the last before it, or else the first after it.
   * @param {number} seq
   */
  nearestChoice(seq) {
    /** @param {number} each */
    const asks = (each) => Boolean(this.replay.at(each).question);
    if (asks(seq)) return seq;
    const answers = this.plies.slice(1).map((each) => each - 1);
    return answers.findLast((each) => each <= seq) ?? answers[0] ?? this.replay.last;
  }

  /**
   * The last fact before others answered after one of `seats`, or nothing if none of them has answered.
   * @param {number[]} seats
   */
  lastOf(seats) {
    const at = this.plies.findLastIndex((seq, n) => n > 0 && seats.includes(this.seat(seq) ?? -1));
    return at < 0 ? undefined : (this.plies[at + 1] ?? this.replay.last + 1) - 1;
  }

  /** The seat that gave the answer in fact `seq`. @param {number} seq */
  seat(seq) {
    if (!this.seats.has(seq)) this.seats.set(seq, this.replay.at(seq - 1).question?.seat);
    return this.seats.get(seq);
  }

  /** The seat that chooses after fact `seq`, there or next, if the replay has it. @param {number} seq */
  nextSeat(seq) {
    const next = this.plies.find((each) => each > seq);
    return this.replay.at(seq).question?.seat ?? (next && this.seat(next));
  }

  /**
   * Whether nobody has answered such a question as the open one after fact `seq` since that turn began.
   * @param {number} seq
   */
  unused(seq) {
    const prompt = this.replay.at(seq).question?.prompt;
    const start = this.turns.findLast((each) => each <= seq) ?? this.replay.first;
    const answers = this.plies.filter((each) => start < each && each <= seq);
    return answers.every((each) => this.replay.at(each - 1).question?.prompt !== prompt);
  }

  /** Whether fact `seq` changes the board. @param {number} seq */
  visible(seq) {
    return this.replay
      .changed(seq)
      .some(([part]) => part === "board" || part === "ended" || part === "players");
  }

  /** Whether any of the facts after `seq` up to `last` does. @param {number} seq @param {number} last */
  stir(seq, last) {
    for (let each = seq + 1; each <= last; each++) if (this.visible(each)) return true;
    return false;
  }

  /** The kind of heading at fact `seq`: "round", "turn" or nothing. @param {number} seq */
  startAt(seq) {
    if (this.rounds.includes(seq)) return "round";
    return this.turns.includes(seq) && seq > this.replay.first ? "turn" : "";
  }

  /**
   * The number in `list` that follows on `seq`, or comes before it.
   * @param {number[]} list @param {number} seq @param {number} direction
   */
  next(list, seq, direction) {
    return direction > 0
      ? (list.find((each) => each > seq) ?? this.replay.last)
      : (list.filter((each) => each < seq).at(-1) ?? this.replay.first);
  }
}

/**
 * The marks at least `gap` facts after the last one of their kind: others would cover each other.
 * @param {[number, string][]} marks @param {number} gap
 */
export function spaced(marks, gap) {
  /** @type {Map<string, number>} */
  const latest = new Map();
  return marks.filter(([seq, kind]) => {
    const isApart = seq - (latest.get(kind) ?? -Infinity) >= gap;
    if (isApart) latest.set(kind, seq);
    return isApart;
  });
}
