/** What a page finds as `faces/game/editor.js`: how positions of its game are edited. */

import type { Words } from "../../pages.d.ts";

/** The new value of a word in a part of the position; without one the word goes. */
export type Edit = { part: string; word: string; value?: string | null };

/** A thing that is taken next, if any, and what a tap changes. */
export type Choice = { choice: string; edits: Edit[] };

/** The choices in the fields beside the board: a seat, a place, and unfolded piles. */
export type Held = { seat?: number; to?: string; opened?: Record<string, boolean> };

/** What the fields beside the board show and call. */
export interface Fields<Catalogue = any> {
  chosen: string;
  held: Held;
  words: Words;
  names: (id: string) => string;
  catalogue: Catalogue;
  /** Cards without a place, by the parts of the position. */
  unseen: Record<string, string[]>;
  choose: (id: string) => void;
  edit: (edits: Edit[]) => void;
  hold: (selection: Held) => void;
}

/** The names of the seats, of which there are `count`. */
export function seats(board: any, words: any, count: number): string[];

/** What can be picked on the board while `chosen` is, and what to call it. */
export function options(board: any, chosen: string, view: any): Map<string, string>;

/** What picking something chooses next, and which words of the position it changes. */
export function picked(board: any, chosen: string, picked: string): Choice;

/** The fields beside the board. */
export function panel(board: any, view: Fields): Element[];

/** The pieces and cards that are taken and put elsewhere. */
export function bank(board: any, view: Fields): Element[];
