/** Any game: its position is edited as text; nothing of it can be changed on the board. */

import { t } from "../../lib/i18n.js";

/** @type {(board: unknown, words: unknown, count: number) => string[]} */
export const seats = (_board, _words, count) =>
  Array.from({ length: count }, (_, seat) => t("Seat {number}", { number: seat + 1 }));

export const options = () => new Map();

export const picked = () => ({ choice: "", edits: [] });

export const panel = () => [];

export const bank = () => [];
