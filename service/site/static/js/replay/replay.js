/** A match as a replay in the browser: the first scene, the frames after it, and the scene at any of them. */

/** @import { Act, Frame, ReckonedScene, ReplayPage } from "../contract.d.ts" */
/** @import { Change, Path } from "./view.js" */

const APART = 64; // frames between two scenes that are kept whole

/**
 * Frames after those that are known, and their acts.
 * @typedef {{items: Frame[], next?: string | null, acts?: Act[]}} ReplayPart
 */

export class Replay {
  /**
   * Takes a reel as `/matches/{id}/frames` sends it; acts may come with it.
   * @param {ReplayPart & Pick<ReplayPage, "first">} page
   */
  constructor(page) {
    this.first = page.first.seq;
    this.scenes = new Map([[this.first, page.first]]);
    /** @type {Frame[]} */
    this.frames = [];
    /** @type {Act[]} */
    this.acts = [];
    this.lastScene = { seq: this.first, scene: page.first }; // the scene that was asked for last: most are asked for again
    this.add(page);
  }

  /**
   * Returns the complete replay. `fetchPage(after)` fetches a part.
   * @param {(after: number) => Promise<ReplayPage>} fetchPage
   */
  static async whole(fetchPage) {
    const replay = new Replay(await fetchPage(0));
    if (replay.next) await replay.grow(fetchPage);
    return replay;
  }

  /**
   * Fetches the frames after the last fact, part by part.
   * @param {(after: number) => Promise<ReplayPart>} fetchPage
   */
  async grow(fetchPage) {
    do this.add(await fetchPage(this.last));
    while (this.next);
  }

  /** The number of the last fact. */
  get last() {
    return this.first + this.frames.length;
  }

  /**
   * Adds frames and their acts, and ignores known frames. The first of the acts may be the last known one, grown.
   * @param {ReplayPart} part
   */
  add({ items, next, acts = [] }) {
    if (next !== undefined) this.next = next;
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

  /** Returns the sentence of the last act up to fact `seq`. @param {number} seq */
  sentenceAt(seq) {
    return this.acts.findLast((act) => act.seq <= seq && act.text)?.text ?? "";
  }

  /** The sentences of all facts. */
  get lines() {
    return this.acts.flatMap(({ lines }) => lines);
  }

  /** The scene after fact `seq`. Scenes share their equal parts and must not be changed. @param {number} seq */
  at(seq) {
    const target = Math.max(this.first, Math.min(seq, this.last));
    let from = this.first + Math.floor((target - this.first) / APART) * APART;
    while (!this.scenes.has(from)) from -= APART;
    let scene = /** @type {ReckonedScene} */ (this.scenes.get(from));
    if (from <= this.lastScene.seq && this.lastScene.seq <= target) ({ seq: from, scene } = this.lastScene);
    for (const frame of this.frames.slice(from - this.first, target - this.first))
      scene = after(scene, frame.changes);
    this.lastScene = { seq: target, scene };
    return scene;
  }

  /** The scene after fact `seq` with the names of players who sat down later. @param {number} seq */
  withLaterNames(seq) {
    const scene = this.at(seq);
    if (scene.players.every(Boolean)) return scene;
    const later = this.at(this.last).players;
    return { ...scene, players: scene.players.map((name, seat) => name ?? later[seat]) };
  }

  /**
   * The changes after fact `from` up to fact `seq`, in order: `{seq, by, along, path, was, now}`.
   * @param {number} from @param {number} seq @returns {Change[]}
   */
  trail(from, seq) {
    let scene = this.at(from);
    return this.frames.slice(Math.max(0, from - this.first), seq - this.first).flatMap((frame) => {
      /** @type {Change[]} */
      const changes = [];
      scene = after(scene, frame.changes, (path, was, now) =>
        changes.push({ seq: frame.seq, by: frame.by ?? undefined, along: frame.along, path, was, now }),
      );
      return changes;
    });
  }

  /** The changes after fact `from` up to fact `seq` that leave traces on a board: none of answers that are taken back. @param {number} from @param {number} seq */
  traces(from, seq) {
    const changes = this.trail(from, seq);
    return changes.some(({ path, was, now }) => path[0] === "ply" && now < was) ? [] : changes;
  }

  /** The paths that fact `seq` changed, each an array. @param {number} seq */
  changed(seq) {
    return (this.frames[seq - this.first - 1]?.changes ?? []).map(([path]) => path);
  }
}

/** @param {any} part */
const copied = (part) => (Array.isArray(part) ? part.slice() : { ...part });

/**
 * Returns `scene` after `changes`. Copies the changed parts and shares the rest. Calls `onChange(path, was, now)` for each.
 * @param {ReckonedScene} scene @param {Frame["changes"]} changes
 * @param {((path: Path, was: any, now: any) => void)} [onChange] @returns {ReckonedScene}
 */
function after(scene, changes, onChange) {
  const next = copied(scene);
  for (const [path, ...value] of changes) {
    let part = next;
    for (const step of path.slice(0, -1)) part = part[step] = copied(part[step]);
    const last = path[path.length - 1];
    onChange?.(path, part[last], value[0]);
    if (value.length) part[last] = value[0];
    else delete part[last];
  }
  return next;
}
