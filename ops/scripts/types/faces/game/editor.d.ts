/** What a page finds as `faces/game/editor.js`: how positions of its game are edited. */

type Edits = { part: string; word: string; value?: string | null }[];

/** The names of the seats, of which there are `count`. */
export function seats(board: any, words: any, count: number): string[];

/** What can be picked on the board while `chosen` is, and what to call it. */
export function options(board: any, chosen: string, view: any): Map<string, string>;

/** What picking something chooses next, and which words of the position it changes. */
export function picked(board: any, chosen: string, picked: string): { choice: string; edits: Edits };

/** The fields beside the board. */
export function panel(board: any, view: any): Element[];
