/** A match as a film in the browser: the first scene, the frames after it, and the scene at any of them. */

const APART = 64; // frames between two scenes that are kept whole

export class Film {
  /** Takes a reel as `/matches/{id}/frames` sends it. */
  constructor(reel) {
    this.first = reel.first.seq;
    this.scenes = new Map([[this.first, reel.first]]);
    this.frames = [];
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

  /** Takes the frames that follow; frames it has already are passed over. */
  add({ frames, next }) {
    this.next = next;
    for (const frame of frames) {
      if (frame.seq !== this.last + 1) continue;
      this.frames.push(frame);
      if ((frame.seq - this.first) % APART === 0) this.scenes.set(frame.seq, this.at(frame.seq));
    }
  }

  /** The scene after fact `seq`; it is the caller's own. */
  at(seq) {
    const wanted = Math.max(this.first, Math.min(seq, this.last));
    let from = this.first + Math.floor((wanted - this.first) / APART) * APART;
    while (!this.scenes.has(from)) from -= APART;
    const scene = structuredClone(this.scenes.get(from));
    for (const frame of this.frames.slice(from - this.first, wanted - this.first))
      apply(scene, frame.changes);
    return scene;
  }

  /** What changed after fact `from` up to fact `seq`, in order: `{seq, by, along, path, was, now}`. */
  trail(from, seq) {
    const scene = this.at(from);
    return this.frames.slice(Math.max(0, from - this.first), seq - this.first).flatMap((frame) =>
      apply(scene, frame.changes).map((change) => ({
        seq: frame.seq,
        by: frame.by,
        along: frame.along,
        ...change,
      })),
    );
  }

  /** The paths that fact `seq` changed, each an array. */
  changed(seq) {
    return (this.frames[seq - this.first - 1]?.changes ?? []).map(([path]) => path);
  }
}

/** Changes `scene`, and tells what was where before. */
function apply(scene, changes) {
  return changes.map(([path, ...value]) => {
    const last = path.at(-1);
    const place = path.slice(0, -1).reduce((inner, step) => inner[step], scene);
    const was = place[last];
    if (value.length) place[last] = structuredClone(value[0]);
    else delete place[last];
    return { path, was, now: value[0] };
  });
}
