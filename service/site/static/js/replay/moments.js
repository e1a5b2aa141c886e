/** Where answers, turns and rounds begin in a film, and what deserves a mark on its scrubber. */

export class Moments {
  /** `boards` is the module that draws the game: it knows by which paths a turn or a round begins. */
  constructor(film, boards) {
    this.film = film;
    this.boards = boards;
    this.plies = [film.first];
    this.turns = [film.first];
    this.rounds = [film.first];
    this.marks = [];
    this.seats = new Map();
    this.known = film.first;
    this.read();
  }

  /** Takes the frames that came since. */
  read() {
    const { film, boards } = this;
    for (let seq = this.known + 1; seq <= film.last; seq++) {
      const { changes } = film.frames[seq - film.first - 1];
      const begins = (wanted) => changes.some(([path, value]) => value && wanted.includes(path.join(".")));
      if (begins(["ply"])) this.plies.push(seq);
      if (begins(boards.roundPaths)) this.rounds.push(seq);
      if (begins(boards.turnPaths)) this.turns.push(seq);
      for (const [path, value] of changes) {
        const kind =
          path[0] === "cases" || path[0] === "left"
            ? "ruling"
            : path[0] === "board"
              ? boards.mark(path, value)
              : "";
        if (kind && this.marks.at(-1)?.[0] !== seq) this.marks.push([seq, kind]);
      }
    }
    this.known = film.last;
  }

  /** The fact after which the last answer before fact `seq`, or with it, was given. */
  answered(seq) {
    return Math.max(this.film.first, (this.plies.findLast((each) => each <= seq) ?? 1) - 1);
  }

  /** The last fact that came before others answered, since one of `seats` did; nothing, where none of them ever did. */
  lastOf(seats) {
    const at = this.plies.findLastIndex((seq, n) => n > 0 && seats.includes(this.seat(seq)));
    return at < 0 ? undefined : (this.plies[at + 1] ?? this.film.last + 1) - 1;
  }

  /** Who gave the answer that is fact `seq`. */
  seat(seq) {
    if (!this.seats.has(seq)) this.seats.set(seq, this.film.at(seq - 1).question?.seat);
    return this.seats.get(seq);
  }

  /** Whether fact `seq` changes what is drawn. */
  visible(seq) {
    return this.film
      .changed(seq)
      .some(([part]) => part === "board" || part === "ended" || part === "players");
  }

  /** Whether any of the facts after `seq` up to `last` does. */
  stir(seq, last) {
    for (let each = seq + 1; each <= last; each++) if (this.visible(each)) return true;
    return false;
  }

  /** What begins with fact `seq`: "round", "turn" or nothing. */
  begins(seq) {
    if (this.rounds.includes(seq)) return "round";
    return this.turns.includes(seq) && seq > this.film.first ? "turn" : "";
  }

  /** The number in `list` that follows on `seq`, or comes before it. */
  next(list, seq, way) {
    return way > 0
      ? (list.find((each) => each > seq) ?? this.film.last)
      : (list.filter((each) => each < seq).at(-1) ?? this.film.first);
  }
}
