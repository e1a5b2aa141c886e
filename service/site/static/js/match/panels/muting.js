/** The players whose phrases this browser hides: some by id, or everybody. The browser stores both. */

import { find } from "../../lib/dom.js";
import { store, storedValue } from "../../lib/preferences.js";
import { emit } from "../events.js";

const PLAYERS = "recount.muted";
const ALL = "recount.muted.all";
const MAX_PLAYERS = 200;

/** @type {string[]} */
let muted = storedValue(PLAYERS, []);

/** Whether the phrases of a player are hidden. @param {string | null | undefined} id */
export const isHidden = (id) => find("mute-all").checked || isMuted(id);

/** Whether this very player is muted. @param {string | null | undefined} id */
export const isMuted = (id) => muted.includes(id ?? "");

/** Mutes a player, or ends that. @param {string} id */
export function toggleMute(id) {
  muted = isMuted(id) ? muted.filter((other) => other !== id) : [...muted, id].slice(-MAX_PLAYERS);
  store(PLAYERS, muted);
  emit("muted", muted);
}

find("mute-all").checked = storedValue(ALL, false);
find("mute-all").addEventListener("change", () => {
  store(ALL, find("mute-all").checked);
  emit("muted", muted);
});
