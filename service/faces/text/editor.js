/** Any game: its position is edited as text; nothing of it can be changed on the board. */

import { say } from "../../lib/i18n.js";

export const seats = (_board, { ui }, count) =>
  Array.from({ length: count }, (_, seat) => say(ui.seat, { number: seat + 1 }));

export const options = () => new Map();

export const picked = () => ({ choice: "", edits: [] });

export const panel = () => [];
