/** A match as a replay in the browser: the first scene, the frames after it, and the scene at any of them. */

const APART = 64; // frames between two scenes that are kept whole

export class Replay {
  /** Takes a reel as `/matches/{id}/frames` sends it; acts may come with it. */
  constructor(page) {
    this.first = page.first.seq;
    this.scenes = new Map([[this.first, page.first]]);
    this.frames = [];
    this.acts = [];
    this.lastScene = { seq: this.first, scene: page.first }; // the scene that was asked for last: most are asked for again
    this.add(page);
  }

  /** Returns the complete replay. `fetchPage(after)` fetches a part. */
  static async whole(fetchPage) {
    const replay = new Replay(await fetchPage(0));
    if (replay.next) await replay.grow(fetchPage);
    return replay;
  }

  /** Fetches the frames after the last fact, part by part. */
  async grow(fetchPage) {
    do this.add(await fetchPage(this.last));
    while (this.next);
  }

  /** The number of the last fact. */
  get last() {
    return this.first + this.frames.length;
  }

  /** Adds frames and their acts, and ignores known frames. The first of the acts may be the last known one, grown. */
  add({ items, next, acts = [] }) {
    this.next = next;
    for (const frame of items) {
      if (frame.seq !== this.last + 1) continue;
      this.frames.push(frame);
      if ((frame.seq - this.first) % APART === 0) this.scenes.set(frame.seq, this.at(frame.seq));
    }
    for (const act of acts) {
      if (act.last > this.last) break; // of frames that were ignored
      const known = this.acts.at(-1);
      if (act.seq === known?.seq && act.last > known.last) this.acts.pop();
      if (act.seq > (this.acts.at(-1)?.seq ?? 0)) this.acts.push(act);
    }
  }

  /** The sentences of all facts. */
  get lines() {
    return this.acts.flatMap(({ lines }) => lines);
  }

  /** The scene after fact `seq`. Scenes share their equal parts and must not be changed. */
  at(seq) {
    const target = Math.max(this.first, Math.min(seq, this.last));
    let from = this.first + Math.floor((target - this.first) / APART) * APART;
    while (!this.scenes.has(from)) from -= APART;
    let scene = this.scenes.get(from);
    if (from <= this.lastScene.seq && this.lastScene.seq <= target) ({ seq: from, scene } = this.lastScene);
    for (const frame of this.frames.slice(from - this.first, target - this.first))
      scene = after(scene, frame.changes);
    this.lastScene = { seq: target, scene };
    return scene;
  }

  /** The changes after fact `from` up to fact `seq`, in order: `{seq, by, along, path, was, now}`. */
  trail(from, seq) {
    let scene = this.at(from);
    return this.frames.slice(Math.max(0, from - this.first), seq - this.first).flatMap((frame) => {
      const changes = [];
      scene = after(scene, frame.changes, (path, was, now) =>
        changes.push({ seq: frame.seq, by: frame.by, along: frame.along, path, was, now }),
      );
      return changes;
    });
  }

  /** The paths that fact `seq` changed, each an array. */
  changed(seq) {
    return (this.frames[seq - this.first - 1]?.changes ?? []).map(([path]) => path);
  }
}

const copied = (part) => (Array.isArray(part) ? part.slice() : { ...part });

/** Returns `scene` after `changes`. Copies the changed parts and shares the rest. Calls `onChange(path, was, now)` for each. */
function after(scene, changes, onChange) {
  const next = copied(scene);
  for (const [path, ...value] of changes) {
    let part = next;
    for (const step of path.slice(0, -1)) part = part[step] = copied(part[step]);
    const last = path.at(-1);
    onChange?.(path, part[last], value[0]);
    if (value.length) part[last] = value[0];
    else delete part[last];
  }
  return next;
}
