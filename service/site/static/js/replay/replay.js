/** A match as a film in the browser: the first scene, the frames after it, and the scene at any of them. */

const APART = 64; // frames between two scenes that are kept whole

export class Film {
  /** Takes a reel as `/matches/{id}/frames` sends it; sentences may come with it, as `lines`. */
  constructor(reel) {
    this.first = reel.first.seq;
    this.scenes = new Map([[this.first, reel.first]]);
    this.frames = [];
    this.lines = [];
    this.asked = { seq: this.first, scene: reel.first }; // the scene that was asked for last: most are asked for again
    this.add(reel);
  }

  /** Returns the whole film of which `reel(after)` fetches a part. */
  static async whole(reel) {
    const film = new Film(await reel(0));
    if (film.next) await film.grow(reel);
    return film;
  }

  /** Fetches what there is after the last fact known, part by part. */
  async grow(reel) {
    do this.add(await reel(this.last));
    while (this.next);
  }

  /** The number of the last fact. */
  get last() {
    return this.first + this.frames.length;
  }

  /** Takes the frames that follow, and their sentences; what it has already is passed over. */
  add({ items, next, lines = [] }) {
    this.next = next;
    for (const frame of items) {
      if (frame.seq !== this.last + 1) continue;
      this.frames.push(frame);
      if ((frame.seq - this.first) % APART === 0) this.scenes.set(frame.seq, this.at(frame.seq));
    }
    const told = this.lines.at(-1)?.seq ?? 0;
    this.lines.push(...lines.filter(({ seq }) => seq > told && seq <= this.last));
  }

  /** The scene after fact `seq`. Scenes share what is the same in them: nobody changes one. */
  at(seq) {
    const wanted = Math.max(this.first, Math.min(seq, this.last));
    let from = this.first + Math.floor((wanted - this.first) / APART) * APART;
    while (!this.scenes.has(from)) from -= APART;
    let scene = this.scenes.get(from);
    if (from <= this.asked.seq && this.asked.seq <= wanted) ({ seq: from, scene } = this.asked);
    for (const frame of this.frames.slice(from - this.first, wanted - this.first))
      scene = after(scene, frame.changes);
    this.asked = { seq: wanted, scene };
    return scene;
  }

  /** What changed after fact `from` up to fact `seq`, in order: `{seq, by, along, path, was, now}`. */
  trail(from, seq) {
    let scene = this.at(from);
    return this.frames.slice(Math.max(0, from - this.first), seq - this.first).flatMap((frame) => {
      const told = [];
      scene = after(scene, frame.changes, (path, was, now) =>
        told.push({ seq: frame.seq, by: frame.by, along: frame.along, path, was, now }),
      );
      return told;
    });
  }

  /** The paths that fact `seq` changed, each an array. */
  changed(seq) {
    return (this.frames[seq - this.first - 1]?.changes ?? []).map(([path]) => path);
  }
}

const copied = (part) => (Array.isArray(part) ? part.slice() : { ...part });

/** Returns `scene` after `changes`: what they lead through is copied, all else shared. `told(path, was, now)` hears of each. */
function after(scene, changes, told) {
  const next = copied(scene);
  for (const [path, ...value] of changes) {
    let place = next;
    for (const step of path.slice(0, -1)) place = place[step] = copied(place[step]);
    const last = path.at(-1);
    told?.(path, place[last], value[0]);
    if (value.length) place[last] = value[0];
    else delete place[last];
  }
  return next;
}
