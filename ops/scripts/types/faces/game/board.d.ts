/** What a page finds as `faces/game/board.js`: the module that draws its game. */

import type { Scribing } from "../../record/shapes.d.ts";
import type { About, Change, Lexicon, Path, View } from "../../replay/view.js";

/** Paths by which a turn or a round begins. */
export const turnPaths: string[];
export const roundPaths: string[];

/** The sign of an act that began with such an answer, or nothing. */
export function actSign(action: string | null): Element | string;

/** The kind of mark on the scrubber of a change of the board `before` it, or nothing. */
export function mark(path: Path, value: any, before: () => any): string;

/** What a change sounds like: `move`, `hit`, `card`, `score`, or nothing. */
export function soundOf(change: Change): string;

/** Whether a pick that names a space leaves a figure where it is. */
export function stays(scene: any, pick: string): boolean;

/** What to call what begins with a scene: a round or a turn. */
export function heading(scene: any, words: any): string;

/** How the match was won, where its result does not tell that. */
export function ending(scene: any, words: any): string;

/** The printed cards of a catalogue by their ids. */
export function cards(catalogue: any): Map<string, any>;

/** Draws a scene into `root`, again and again. */
export function draw(root: HTMLElement, scene: any, view: View): void;

/** The same as text. */
export function describe(scene: any, view: View): string;

/** The same as lines of text. */
export function describeLines(
  scene: any,
  view: Pick<View, "catalogue" | "cards" | "words" | "reckoned" | "options">,
): string[];

/** What a thing is that `prompt` asks about, where it has a text to read. */
export function about(id: string, view: Lexicon, prompt?: string): About | undefined;

/** For the page of a scribe, where the game has it. */
export const scribing: Scribing | undefined;
